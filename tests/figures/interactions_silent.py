"""Interactions of the Silent, worked out by hand (see interaction_rows)."""

from __future__ import annotations

from tests.figures.field import On
from tests.figures.interaction_rows import Row, held

V, B = "STRIKE_SILENT", "DEFEND_SILENT"
SILENT: list[Row] = [
    (
        "powers:ACCURACY_POWER powers:STRENGTH_POWER",
        On("SHIV", powers={"ACCURACY": 4, "STRENGTH": 1}),
        "SHIV",
        {"d1": 9},
    ),
    (
        "powers:ACCURACY_POWER powers:VULNERABLE_POWER",
        On("SHIV", powers={"ACCURACY": 4}, foe={"VULNERABLE": 1}),
        "SHIV",
        {"d1": 12},
    ),
    ("powers:ACCURACY_POWER", On(V, powers={"ACCURACY": 4}), V, {"d1": 6}),  # Shivs only
    (
        "powers:AFTERIMAGE_POWER cards:BLADE_DANCE",
        On("BLADE_DANCE", powers={"AFTERIMAGE": 1}),
        "BLADE_DANCE SHIV SHIV SHIV",
        {"block": 4},
    ),
    (
        "powers:ENVENOM_POWER cards:DAGGER_SPRAY",
        On("DAGGER_SPRAY", powers={"ENVENOM": 1}),
        "DAGGER_SPRAY",
        {"e1": {"POISON": 2}},
    ),
    (
        "powers:POISON_POWER powers:ACCELERANT_POWER",
        On(powers={"ACCELERANT": 1}, foe={"POISON": 5}),
        "END",
        {"d1": 9, "e1": {"POISON": 3}},  # 5 + 4
    ),
    (
        "powers:NOXIOUS_FUMES_POWER powers:POISON_POWER",
        On(powers={"NOXIOUS_FUMES": 2}, foe={"POISON": 3}),
        "END",
        {"d1": 3, "e1": {"POISON": 4}},  # 3, left 2, then 2 more at the player's turn
    ),
    (
        "powers:BURST_POWER cards:BACKFLIP",
        On("BACKFLIP", "WOUND " * 9, powers={"BURST": 1}),
        "BACKFLIP",
        {"block": 10, "hand": "WOUND WOUND WOUND WOUND"},
    ),
    (
        "powers:BURST_POWER cards:DEADLY_POISON",
        On("DEADLY_POISON", powers={"BURST": 1}),
        "DEADLY_POISON",
        {"e1": {"POISON": 10}, "energy": 8},
    ),
    (
        "cards:TACTICIAN cards:ACROBATICS",
        On("ACROBATICS TACTICIAN", "WOUND " * 9),
        "ACROBATICS",
        {"energy": 9},
    ),  # -1 + 1, Sly
    (
        "cards:REFLEX cards:SURVIVOR",
        On("SURVIVOR REFLEX", "WOUND " * 9),
        "SURVIVOR",
        {"block": 8, "hand": "WOUND WOUND"},
    ),
    ("cards:FLICK_FLACK cards:SURVIVOR", On("SURVIVOR FLICK_FLACK"), "SURVIVOR", {"d1": 6, "block": 8, "energy": 8}),
    ("cards:FINISHER cards:SLICE", On("FINISHER SLICE SLICE"), "SLICE SLICE FINISHER", {"d1": 24}),  # 12 + 2 * 6
    (
        "cards:FINISHER powers:WEAK_POWER",
        On("FINISHER SLICE", powers={"WEAK": 2}),
        "SLICE FINISHER",
        {"d1": 8},
    ),  # 4.5 and 4.5
    (
        "cards:FLECHETTES powers:STRENGTH_POWER",
        On(f"FLECHETTES {B} {B}", powers={"STRENGTH": 1}),
        "FLECHETTES",
        {"d1": 12},
    ),
    ("cards:MEMENTO_MORI cards:SURVIVOR", On("WOUND SURVIVOR MEMENTO_MORI"), "SURVIVOR MEMENTO_MORI", {"d1": 13}),
    ("powers:FREE_SKILL_POWER cards:POUNCE", On(f"POUNCE {B}"), f"POUNCE {B}", {"d1": 14, "block": 5, "energy": 7}),
    (
        "powers:SERPENT_FORM_POWER cards:SLICE",
        On("SLICE", powers={"SERPENT_FORM": 4, "STRENGTH": 2}),
        "SLICE",
        {"d1": 12},
    ),  # 8 + 4 unpowered
    (
        "powers:SPEEDSTER_POWER cards:BACKFLIP",
        On("BACKFLIP", "WOUND " * 9, powers={"SPEEDSTER": 2}),
        "BACKFLIP",
        {"d1": 4},
    ),  # a card
    (
        "powers:SHADOWMELD_POWER powers:DEXTERITY_POWER",
        On(B, powers={"SHADOWMELD": 1, "DEXTERITY": 2}),
        B,
        {"block": 14},
    ),
    ("powers:SHADOWMELD_POWER", On(B, powers={"SHADOWMELD": 2}), B, {"block": 20}),  # 5 * 4
    (
        "powers:PHANTOM_BLADES_POWER",
        On("SHIV SHIV", powers={"PHANTOM_BLADES": 9}),
        "SHIV SHIV",
        {"d1": 17},
    ),  # the first: 13 + 4
    ("powers:FAN_OF_KNIVES_POWER", On("SHIV", foes=2, powers={"FAN_OF_KNIVES": 1}), "SHIV", {"d1": 4, "d2": 4}),
    ("powers:TRACKING_POWER powers:WEAK_POWER", On(V, powers={"TRACKING": 2}, foe={"WEAK": 1}), V, {"d1": 12}),
    (
        "powers:DOUBLE_DAMAGE_POWER powers:STRENGTH_POWER",
        On(V, powers={"DOUBLE_DAMAGE": 1, "STRENGTH": 2}),
        V,
        {"d1": 16},
    ),
    ("powers:STRANGLE_POWER", On("SLICE SLICE", foe={"STRANGLE": 2}), "SLICE SLICE", {"d1": 16}),  # 12 + 2 * 2
    ("powers:ANTICIPATE_POWER cards:DEFLECT", On("ANTICIPATE DEFLECT"), "ANTICIPATE DEFLECT", {"block": 6}),
    (
        "cards:LEG_SWEEP powers:FRAIL_POWER",
        On("LEG_SWEEP", powers={"FRAIL": 2}),
        "LEG_SWEEP",
        {"block": 8, "e1": {"WEAK": 2}},
    ),  # 8.25
    ("powers:BLUR_POWER cards:BLUR", On("BLUR"), "BLUR END", {"block": 5}),
    (
        "powers:INFINITE_BLADES_POWER",
        On(draw="WOUND " * 9, powers={"INFINITE_BLADES": 1}),
        "END",
        {"hand": "SHIV WOUND WOUND WOUND WOUND WOUND"},
    ),
    (
        "relics:KUNAI cards:SLICE",
        On(f"SLICE SLICE SLICE {B}", more=held("KUNAI")),
        f"SLICE SLICE SLICE {B}",
        {"block": 6},
    ),
    (
        "relics:SNECKO_SKULL cards:DEADLY_POISON",
        On("DEADLY_POISON", more=held("SNECKO_SKULL")),
        "DEADLY_POISON",
        {"e1": {"POISON": 6}},
    ),
    (
        "powers:ARTIFACT_POWER cards:NEUTRALIZE",
        On("NEUTRALIZE", foe={"ARTIFACT": 1}),
        "NEUTRALIZE",
        {"d1": 3, "e1": {}},
    ),
    (
        "powers:WRAITH_FORM_POWER powers:DEXTERITY_POWER",
        On(draw=f"{B} " * 5, powers={"WRAITH_FORM": 1}),
        f"END {B}",
        {"block": 4},
    ),
]

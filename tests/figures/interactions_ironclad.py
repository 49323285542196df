"""Interactions of the Ironclad, worked out by hand (see interaction_rows)."""

from __future__ import annotations

from tests.figures.field import On
from tests.figures.interaction_rows import Row, held

S, D = "STRIKE_IRONCLAD", "DEFEND_IRONCLAD"
IRONCLAD: list[Row] = [
    (
        "powers:VIGOR_POWER cards:TWIN_STRIKE",
        On("TWIN_STRIKE", powers={"VIGOR": 8}),
        "TWIN_STRIKE",
        {"d1": 26},
    ),  # 2 * 13
    (
        "powers:STRENGTH_POWER cards:WHIRLWIND",
        On("WHIRLWIND", powers={"STRENGTH": 1}),
        "WHIRLWIND",
        {"d1": 54},
    ),  # 9 * 6
    (
        "powers:RAGE_POWER cards:TWIN_STRIKE",
        On("TWIN_STRIKE", powers={"RAGE": 3}),
        "TWIN_STRIKE",
        {"block": 3},
    ),  # a card
    (
        "powers:FEEL_NO_PAIN_POWER cards:TRUE_GRIT",
        On("TRUE_GRIT WOUND", powers={"FEEL_NO_PAIN": 3}),
        "TRUE_GRIT",
        {"block": 10},
    ),
    (
        "powers:DARK_EMBRACE_POWER cards:BURNING_PACT",
        On("BURNING_PACT WOUND", "BASH " * 9, powers={"DARK_EMBRACE": 1}),
        "BURNING_PACT",
        {"hand": "BASH BASH BASH"},  # 1 for the exhaust, 2 of its own
    ),
    ("powers:JUGGERNAUT_POWER", On(D, powers={"JUGGERNAUT": 6}), D, {"d1": 6, "block": 5}),
    (
        "powers:JUGGERNAUT_POWER powers:STRENGTH_POWER",
        On(D, powers={"JUGGERNAUT": 6, "STRENGTH": 5}),
        D,
        {"d1": 6},
    ),  # unpowered
    (
        "powers:RUPTURE_POWER cards:HEMOKINESIS",
        On("HEMOKINESIS", powers={"RUPTURE": 1}),
        "HEMOKINESIS",
        {"d1": 15, "me": {"RUPTURE": 1, "STRENGTH": 1}},  # Strength comes after the card
    ),
    (
        "powers:INFERNO_POWER cards:BLOODLETTING",
        On("BLOODLETTING", powers={"INFERNO": 6}),
        "BLOODLETTING",
        {"d1": 6, "hp": 47},
    ),
    (
        "powers:CORRUPTION_POWER powers:FEEL_NO_PAIN_POWER",
        On(D, powers={"CORRUPTION": 1, "FEEL_NO_PAIN": 3}),
        D,
        {"block": 8, "energy": 9, "exhaust": D},
    ),
    ("powers:BARRICADE_POWER", On(D, powers={"BARRICADE": 1}), f"{D} END", {"block": 5}),
    ("powers:BARRICADE_POWER powers:PLATING_POWER", On(powers={"BARRICADE": 1, "PLATING": 4}), "END", {"block": 4}),
    ("powers:VICIOUS_POWER cards:BASH", On("BASH", "WOUND", powers={"VICIOUS": 1}), "BASH", {"hand": "WOUND"}),
    (
        "powers:CRUELTY_POWER powers:VULNERABLE_POWER",
        On(S, powers={"CRUELTY": 25}, foe={"VULNERABLE": 1}),
        S,
        {"d1": 10},
    ),  # 6 * 1.75
    ("powers:DEMON_FORM_POWER", On(draw=f"{S} " * 5, powers={"DEMON_FORM": 2}), f"END {S}", {"d1": 8}),
    ("powers:UNMOVABLE_POWER", On(f"{D} {D}", powers={"UNMOVABLE": 1}), f"{D} {D}", {"block": 15}),  # 10 + 5
    ("powers:UNMOVABLE_POWER powers:DEXTERITY_POWER", On(D, powers={"UNMOVABLE": 1, "DEXTERITY": 2}), D, {"block": 14}),
    ("powers:FRAIL_POWER powers:DEXTERITY_POWER", On(D, powers={"FRAIL": 2, "DEXTERITY": 2}), D, {"block": 5}),  # 5.25
    (
        "relics:STRIKE_DUMMY powers:VULNERABLE_POWER",
        On(S, foe={"VULNERABLE": 1}, more=held("STRIKE_DUMMY")),
        S,
        {"d1": 13},
    ),  # 13.5
    ("relics:MINIATURE_CANNON", On(f"{S}+", more=held("MINIATURE_CANNON")), S, {"d1": 12}),
    ("relics:PEN_NIB powers:VULNERABLE_POWER", On(S, foe={"VULNERABLE": 1}, more=held(("PEN_NIB", 9))), S, {"d1": 18}),
    ("relics:PEN_NIB powers:STRENGTH_POWER", On(S, powers={"STRENGTH": 2}, more=held(("PEN_NIB", 9))), S, {"d1": 16}),
    (
        "powers:ONE_TWO_PUNCH_POWER cards:BASH powers:VULNERABLE_POWER",
        On("BASH", powers={"ONE_TWO_PUNCH": 1}),
        "BASH",
        {"d1": 20, "e1": {"VULNERABLE": 4}},  # 8, then 8 * 1.5
    ),
    (
        "cards:EVIL_EYE cards:TREMBLE",
        On("EVIL_EYE TREMBLE"),
        "TREMBLE EVIL_EYE",
        {"block": 16},
    ),  # twice after an exhaust
    (
        "cards:FIEND_FIRE powers:FEEL_NO_PAIN_POWER",
        On("FIEND_FIRE WOUND WOUND", powers={"FEEL_NO_PAIN": 3}),
        "FIEND_FIRE",
        {"d1": 14, "block": 9},  # two Wounds and itself
    ),
    (
        "cards:SECOND_WIND powers:FEEL_NO_PAIN_POWER",
        On("SECOND_WIND WOUND WOUND", powers={"FEEL_NO_PAIN": 3}),
        "SECOND_WIND",
        {"block": 16},  # 2 * (5 + 3)
    ),
    (
        "cards:SECOND_WIND powers:DEXTERITY_POWER",
        On("SECOND_WIND WOUND WOUND", powers={"DEXTERITY": 2}),
        "SECOND_WIND",
        {"block": 14},
    ),
    (
        "cards:DISMANTLE powers:STRENGTH_POWER powers:VULNERABLE_POWER",
        On("DISMANTLE", powers={"STRENGTH": 2}, foe={"VULNERABLE": 1}),
        "DISMANTLE",
        {"d1": 30},  # 2 * 15
    ),
    ("cards:DOMINATE powers:STRENGTH_POWER", On(f"DOMINATE {S}"), f"DOMINATE {S}", {"d1": 10}),  # (6 + 1) * 1.5 = 10.5
    (
        "cards:FORGOTTEN_RITUAL cards:TREMBLE",
        On("FORGOTTEN_RITUAL TREMBLE"),
        "TREMBLE FORGOTTEN_RITUAL",
        {"energy": 10},
    ),  # -2 + 3
    (
        "relics:CHARONS_ASHES cards:TREMBLE",
        On("TREMBLE", more=held("CHARONS_ASHES")),
        "TREMBLE",
        {"d1": 3},
    ),  # unpowered
    (
        "relics:TUNGSTEN_ROD powers:RUPTURE_POWER cards:BLOODLETTING",
        On("BLOODLETTING", powers={"RUPTURE": 1}, more=held("TUNGSTEN_ROD")),
        "BLOODLETTING",
        {"hp": 48, "me": {"RUPTURE": 1, "STRENGTH": 1}},
    ),
    (
        "cards:BODY_SLAM powers:DEXTERITY_POWER",
        On(f"{D} BODY_SLAM", powers={"DEXTERITY": 2}),
        f"{D} BODY_SLAM",
        {"d1": 7},
    ),
    ("relics:SHURIKEN", On(f"{S} {S} {S} {S}", more=held("SHURIKEN")), f"{S} {S} {S} {S}", {"d1": 25}),  # 18 + 7
    (
        "cards:ASHEN_STRIKE cards:TREMBLE",
        On("ASHEN_STRIKE TREMBLE"),
        "TREMBLE ASHEN_STRIKE",
        {"d1": 13},
    ),  # (6 + 3) * 1.5
]

"""Interactions of the Necrobinder, worked out by hand (see interaction_rows)."""

from __future__ import annotations

from typing import Any

from tests.figures.field import On
from tests.figures.interaction_rows import Row

N, L = "STRIKE_NECROBINDER", "DEFEND_NECROBINDER"


def bones(hand: str, osty: int | None = 10, **more: Any) -> On:
    """A Necrobinder's field with Osty at so many hp."""
    return On(hand, character="NECROBINDER", osty=osty, **more)


NECROBINDER: list[Row] = [
    ("mechanics:osty cards:UNLEASH", bones("UNLEASH"), "UNLEASH", {"d1": 16}),  # 6 + 10
    ("cards:BODYGUARD cards:UNLEASH", bones("BODYGUARD UNLEASH"), "BODYGUARD UNLEASH", {"d1": 21}),  # 6 + 15
    (
        "mechanics:osty powers:STRENGTH_POWER",
        bones("POKE", powers={"STRENGTH": 5}),
        "POKE",
        {"d1": 6},
    ),  # not the owner's Strength
    ("mechanics:osty powers:WEAK_POWER", bones("POKE", powers={"WEAK": 2}), "POKE", {"d1": 6}),
    ("mechanics:osty powers:VIGOR_POWER", bones("POKE", powers={"VIGOR": 8}), "POKE", {"d1": 6, "me": {"VIGOR": 8}}),
    ("mechanics:osty powers:VULNERABLE_POWER", bones("POKE", foe={"VULNERABLE": 1}), "POKE", {"d1": 9}),
    ("powers:CALCIFY_POWER cards:POKE", bones("POKE", powers={"CALCIFY": 4}), "POKE", {"d1": 10}),
    ("powers:CALCIFY_POWER", bones(N, powers={"CALCIFY": 4}), N, {"d1": 6}),  # Osty's alone
    (
        "powers:CALCIFY_POWER powers:VULNERABLE_POWER",
        bones("POKE", powers={"CALCIFY": 4}, foe={"VULNERABLE": 1}),
        "POKE",
        {"d1": 15},
    ),
    ("powers:DOUBLE_DAMAGE_POWER mechanics:osty", bones("POKE", powers={"DOUBLE_DAMAGE": 1}), "POKE", {"d1": 12}),
    (
        "cards:BONE_SHARDS mechanics:osty",
        bones("BONE_SHARDS", foes=2),
        "BONE_SHARDS",
        {"d1": 9, "d2": 9, "block": 9, "osty": 0},
    ),
    ("cards:SACRIFICE mechanics:osty", bones("SACRIFICE"), "SACRIFICE", {"block": 20, "osty": 0}),
    ("cards:SACRIFICE powers:DEXTERITY_POWER", bones("SACRIFICE", powers={"DEXTERITY": 2}), "SACRIFICE", {"block": 22}),
    ("mechanics:osty cards:POKE", bones("POKE", None), "POKE", {"d1": 0}),  # nobody to poke
    ("cards:REANIMATE cards:UNLEASH", bones("REANIMATE UNLEASH", None), "REANIMATE UNLEASH", {"d1": 26, "osty": 20}),
    (
        "powers:DEVOUR_LIFE_POWER cards:SOUL",
        bones("SOUL", draw="WOUND " * 9, powers={"DEVOUR_LIFE": 1}),
        "SOUL",
        {"osty": 11},
    ),
    ("powers:HAUNT_POWER cards:SOUL", bones("SOUL", draw="WOUND " * 9, powers={"HAUNT": 6}), "SOUL", {"d1": 6}),
    (
        "cards:SOUL_STORM cards:SOUL",
        bones("SOUL SOUL_STORM", draw="WOUND " * 9),
        "SOUL SOUL_STORM",
        {"d1": 11},
    ),  # 9 + 2
    (
        "powers:NECRO_MASTERY_POWER cards:BONE_SHARDS",
        bones("BONE_SHARDS", powers={"NECRO_MASTERY": 1}),
        "BONE_SHARDS",
        {"d1": 19},
    ),  # 9 + 10 lost
    (
        "powers:DOOM_POWER mechanics:doom",
        bones("END_OF_DAYS", foes=2),
        "END_OF_DAYS END",
        {"e1": {"DOOM": 29}, "d1": 0},
    ),  # 200 hp
    (
        "cards:NO_ESCAPE powers:DOOM_POWER",
        bones("NO_ESCAPE", foe={"DOOM": 21}),
        "NO_ESCAPE",
        {"e1": {"DOOM": 41}},
    ),  # 10 + 5 * 2
    (
        "powers:SHROUD_POWER cards:SCOURGE",
        bones("SCOURGE", powers={"SHROUD": 2}),
        "SCOURGE",
        {"block": 2, "e1": {"DOOM": 13}},
    ),
    (
        "powers:SHROUD_POWER cards:DEATHBRINGER",
        bones("DEATHBRINGER", foes=2, powers={"SHROUD": 2}),
        "DEATHBRINGER",
        {"block": 4},
    ),
    (
        "powers:SLEIGHT_OF_FLESH_POWER cards:DEFY",
        bones("DEFY", powers={"SLEIGHT_OF_FLESH": 9}),
        "DEFY",
        {"d1": 9, "block": 6},
    ),
    (
        "powers:SLEIGHT_OF_FLESH_POWER cards:PUTREFY",
        bones("PUTREFY", powers={"SLEIGHT_OF_FLESH": 9}),
        "PUTREFY",
        {"d1": 18},
    ),  # two debuffs
    (
        "powers:SPIRIT_OF_ASH_POWER cards:DEFILE",
        bones("DEFILE", powers={"SPIRIT_OF_ASH": 4}),
        "DEFILE",
        {"d1": 13, "block": 4},
    ),
    (
        "cards:PULL_FROM_BELOW cards:DEFILE",
        bones("DEFILE PULL_FROM_BELOW"),
        "DEFILE PULL_FROM_BELOW",
        {"d1": 18},
    ),  # 13 + 5
    (
        "powers:DANSE_MACABRE_POWER cards:BURY",
        bones("BURY", powers={"DANSE_MACABRE": 4}),
        "BURY",
        {"d1": 52, "block": 4},
    ),
    ("powers:DANSE_MACABRE_POWER", bones(N, powers={"DANSE_MACABRE": 4}), N, {"block": 0}),  # costs 1
    ("powers:LETHALITY_POWER", bones(f"{N} {N}", powers={"LETHALITY": 50}), f"{N} {N}", {"d1": 15}),  # 9, then 6
    (
        "powers:LETHALITY_POWER powers:VULNERABLE_POWER",
        bones(N, powers={"LETHALITY": 50}, foe={"VULNERABLE": 1}),
        N,
        {"d1": 13},
    ),  # 13.5
    ("powers:REAPER_FORM_POWER", bones(N, powers={"REAPER_FORM": 1}), N, {"e1": {"DOOM": 6}}),
    (
        "powers:DEBILITATE_POWER powers:VULNERABLE_POWER",
        bones(N, foe={"DEBILITATE": 1, "VULNERABLE": 1}),
        N,
        {"d1": 12},
    ),  # doubled effect: 6 * 2
    ("powers:COUNTDOWN_POWER powers:DOOM_POWER", bones("", powers={"COUNTDOWN": 6}), "END", {"e1": {"DOOM": 6}}),
    (
        "powers:BORROWED_TIME_POWER cards:BORROWED_TIME",
        bones(f"BORROWED_TIME {N}"),
        f"BORROWED_TIME {N}",
        {"energy": 10},
    ),  # -1 + 4 - 2
    ("powers:SUMMON_NEXT_TURN_POWER cards:INVOKE", bones("INVOKE"), "INVOKE END", {"osty": 12, "energy": 5}),  # 3 + 2
]

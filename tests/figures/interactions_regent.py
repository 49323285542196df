"""Interactions of the Regent, worked out by hand (see interaction_rows)."""

from __future__ import annotations

from typing import Any

from tests.figures.field import On
from tests.figures.interaction_rows import Row

K, G = "STRIKE_REGENT", "DEFEND_REGENT"


def court(hand: str, stars: int = 0, **more: Any) -> On:
    """A Regent's field with stars."""
    return On(hand, character="REGENT", more={"stars": stars, **more.pop("more", {})}, **more)


REGENT: list[Row] = [
    (
        "powers:BLACK_HOLE_POWER cards:VENERATE",
        court("VENERATE", powers={"BLACK_HOLE": 3}),
        "VENERATE",
        {"d1": 3, "stars": 2},
    ),
    (
        "powers:BLACK_HOLE_POWER cards:CLOAK_OF_STARS",
        court("CLOAK_OF_STARS", 1, powers={"BLACK_HOLE": 3}),
        "CLOAK_OF_STARS",
        {"d1": 3, "block": 7},
    ),
    (
        "powers:BLACK_HOLE_POWER powers:STRENGTH_POWER",
        court("VENERATE", powers={"BLACK_HOLE": 3, "STRENGTH": 4}),
        "VENERATE",
        {"d1": 3},
    ),  # unpowered
    (
        "powers:CHILD_OF_THE_STARS_POWER cards:FALLING_STAR",
        court("FALLING_STAR", 2, powers={"CHILD_OF_THE_STARS": 2}),
        "FALLING_STAR",
        {"block": 4},
    ),
    (
        "powers:CHILD_OF_THE_STARS_POWER powers:DEXTERITY_POWER",
        court("CLOAK_OF_STARS", 1, powers={"CHILD_OF_THE_STARS": 2, "DEXTERITY": 3}),
        "CLOAK_OF_STARS",
        {"block": 12},  # 7 + 3, and 2 that no Dexterity raises
    ),
    ("powers:GENESIS_POWER", court("", 1, powers={"GENESIS": 2}), "END", {"stars": 3}),
    ("powers:THE_SEALED_THRONE_POWER", court(f"{K} {K}", powers={"THE_SEALED_THRONE": 1}), f"{K} {K}", {"stars": 2}),
    (
        "powers:THE_SEALED_THRONE_POWER powers:BLACK_HOLE_POWER",
        court(K, powers={"THE_SEALED_THRONE": 1, "BLACK_HOLE": 3}),
        K,
        {"d1": 9, "stars": 1},  # 3 for the star gained before the play, then 6
    ),
    (
        "cards:RADIATE cards:VENERATE",
        court("VENERATE RADIATE", foes=2),
        "VENERATE RADIATE",
        {"d1": 6, "d2": 6},
    ),  # 2 stars
    (
        "cards:RADIATE powers:VULNERABLE_POWER",
        court("VENERATE RADIATE", foe={"VULNERABLE": 1}),
        "VENERATE RADIATE",
        {"d1": 8},
    ),  # 4.5
    ("cards:LUNAR_BLAST cards:VENERATE", court("VENERATE LUNAR_BLAST"), "VENERATE LUNAR_BLAST", {"d1": 4}),
    (
        "cards:LUNAR_BLAST powers:STRENGTH_POWER",
        court(f"{G} {G} LUNAR_BLAST", powers={"STRENGTH": 2}),
        f"{G} {G} LUNAR_BLAST",
        {"d1": 12},
    ),
    (
        "powers:VIGOR_POWER cards:TERRAFORMING",
        court(f"TERRAFORMING {K} {K}"),
        f"TERRAFORMING {K} {K}",
        {"d1": 18},
    ),  # 12 + 6
    (
        "powers:VIGOR_POWER cards:CELESTIAL_MIGHT",
        court("TERRAFORMING CELESTIAL_MIGHT"),
        "TERRAFORMING CELESTIAL_MIGHT",
        {"d1": 36},
    ),  # 3 * 12
    (
        "cards:FALLING_STAR powers:VULNERABLE_POWER",
        court(f"FALLING_STAR {K}", 2),
        f"FALLING_STAR {K}",
        {"d1": 17},
    ),  # 8 + 9
    (
        "cards:WROUGHT_IN_WAR mechanics:forge",
        court("WROUGHT_IN_WAR"),
        "WROUGHT_IN_WAR SOVEREIGN_BLADE",
        {"d1": 24},
    ),  # 7 + 17
    (
        "mechanics:forge powers:STRENGTH_POWER",
        court("REFINE_BLADE", powers={"STRENGTH": 2}),
        "REFINE_BLADE SOVEREIGN_BLADE",
        {"d1": 21},
    ),
    (
        "powers:PARRY_POWER mechanics:forge",
        court("REFINE_BLADE", powers={"PARRY": 10}),
        "REFINE_BLADE SOVEREIGN_BLADE",
        {"block": 10},
    ),
    (
        "powers:SEEKING_EDGE_POWER mechanics:forge",
        court("SEEKING_EDGE", foes=2),
        "SEEKING_EDGE SOVEREIGN_BLADE",
        {"d1": 17, "d2": 17},
    ),
    ("cards:CONQUEROR mechanics:forge", court("CONQUEROR"), "CONQUEROR SOVEREIGN_BLADE", {"d1": 26}),  # (10 + 3) * 2
    (
        "cards:SPOILS_OF_BATTLE cards:REFINE_BLADE",
        court("SPOILS_OF_BATTLE REFINE_BLADE"),
        "SPOILS_OF_BATTLE REFINE_BLADE SOVEREIGN_BLADE",
        {"d1": 24},
    ),
    ("powers:FURNACE_POWER mechanics:forge", court("", powers={"FURNACE": 4}), "END SOVEREIGN_BLADE", {"d1": 14}),
    (
        "powers:PILLAR_OF_CREATION_POWER mechanics:forge",
        court("REFINE_BLADE", powers={"PILLAR_OF_CREATION": 3}),
        "REFINE_BLADE",
        {"block": 3},
    ),
    (
        "powers:ARSENAL_POWER mechanics:forge",
        court("REFINE_BLADE", powers={"ARSENAL": 1}),
        "REFINE_BLADE",
        {"me": {"ARSENAL": 1, "STRENGTH": 1, "ENERGY_NEXT_TURN": 1}},
    ),
    (
        "powers:PILLAR_OF_CREATION_POWER cards:COLLISION_COURSE",
        court("COLLISION_COURSE", powers={"PILLAR_OF_CREATION": 3}),
        "COLLISION_COURSE",
        {"d1": 11, "block": 3},
    ),
    (
        "powers:ORBIT_POWER cards:KINGLY_KICK",
        court("KINGLY_KICK", powers={"ORBIT": 1}),
        "KINGLY_KICK",
        {"energy": 6},
    ),  # -4 + 1
    ("powers:MONOLOGUE_POWER", court(f"MONOLOGUE {K} {K}"), f"MONOLOGUE {K} {K}", {"d1": 13}),  # 6, then 7
    (
        "cards:RESONANCE powers:STRENGTH_POWER",
        court(f"RESONANCE {K}", 3),
        f"RESONANCE {K}",
        {"d1": 7, "e1": {"STRENGTH": -1}},
    ),
    ("powers:REFLECT_POWER cards:REFLECT", court("REFLECT", 3), "REFLECT", {"block": 15, "me": {"REFLECT": 1}}),
    (
        "powers:STAR_NEXT_TURN_POWER cards:HIDDEN_CACHE",
        court("HIDDEN_CACHE"),
        "HIDDEN_CACHE END",
        {"stars": 4},
    ),  # 1 + 3
    (
        "powers:BLACK_HOLE_POWER powers:GENESIS_POWER",
        court("", powers={"BLACK_HOLE": 3, "GENESIS": 2}),
        "END",
        {"d1": 3, "stars": 2},
    ),
    (
        "powers:MONARCHS_GAZE_POWER powers:STRENGTH_POWER",
        court(K, powers={"MONARCHS_GAZE": 1}),
        K,
        {"d1": 6, "e1": {"STRENGTH": -1, "MONARCHS_GAZE_STRENGTH_DOWN": 1}},
    ),
]

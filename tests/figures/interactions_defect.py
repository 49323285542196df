"""Interactions of the Defect, worked out by hand (see interaction_rows)."""

from __future__ import annotations

from typing import Any

from tests.figures.field import On
from tests.figures.interaction_rows import Row


def orbs(hand: str, letters: str = "", **more: Any) -> On:
    """A Defect's field: orbs by first letter, oldest first, in three slots."""
    return On(hand, character="DEFECT", orbs=letters, orb_slots=3, **more)


DEFECT: list[Row] = [
    (
        "powers:FOCUS_POWER cards:ZAP cards:DUALCAST",
        orbs("ZAP DUALCAST", powers={"FOCUS": 2}),
        "ZAP DUALCAST",
        {"d1": 20},
    ),  # 2 * 10
    ("powers:FOCUS_POWER mechanics:FROST_ORB", orbs("DUALCAST", "F", powers={"FOCUS": 2}), "DUALCAST", {"block": 14}),
    (
        "powers:FOCUS_POWER mechanics:FROST_ORB",
        orbs("DUALCAST", "F", powers={"FOCUS": -7}),
        "DUALCAST",
        {"block": 0},
    ),  # not below 0
    (
        "powers:STRENGTH_POWER mechanics:LIGHTNING_ORB",
        orbs("DUALCAST", "L", powers={"STRENGTH": 5}),
        "DUALCAST",
        {"d1": 16},
    ),  # unpowered
    (
        "powers:VULNERABLE_POWER mechanics:LIGHTNING_ORB",
        orbs("DUALCAST", "L", foe={"VULNERABLE": 2}),
        "DUALCAST",
        {"d1": 16},
    ),
    (
        "powers:DEXTERITY_POWER mechanics:FROST_ORB",
        orbs("DUALCAST", "F", powers={"DEXTERITY": 3}),
        "DUALCAST",
        {"block": 10},
    ),
    (
        "powers:STORM_POWER cards:DEFRAGMENT",
        orbs("DEFRAGMENT", powers={"STORM": 2}),
        "DEFRAGMENT",
        {"orbs": "LL", "me": {"STORM": 2, "FOCUS": 1}},
    ),
    (
        "powers:SUBROUTINE_POWER cards:DEFRAGMENT",
        orbs("DEFRAGMENT", powers={"SUBROUTINE": 1}),
        "DEFRAGMENT",
        {"energy": 9},
    ),  # -1 + 1
    (
        "powers:LOOP_POWER mechanics:FROST_ORB",
        orbs("", "F", powers={"LOOP": 2}),
        "END",
        {"block": 4},
    ),  # after the clear: 2 * 2
    (
        "powers:LOOP_POWER powers:FOCUS_POWER",
        orbs("", "L", powers={"LOOP": 1, "FOCUS": 2}),
        "END",
        {"d1": 10},
    ),  # 5 at the end, 5
    ("powers:HAILSTORM_POWER mechanics:FROST_ORB", orbs("", "F", powers={"HAILSTORM": 6}), "END", {"d1": 6}),
    ("powers:HAILSTORM_POWER", orbs("", "L", powers={"HAILSTORM": 6}), "END", {"d1": 3}),  # no Frost: Lightning alone
    (
        "powers:THUNDER_POWER cards:DUALCAST",
        orbs("DUALCAST", "L", powers={"THUNDER": 6}),
        "DUALCAST",
        {"d1": 28},
    ),  # 2 * (8 + 6)
    (
        "powers:ECHO_FORM_POWER",
        orbs("STRIKE_DEFECT STRIKE_DEFECT", powers={"ECHO_FORM": 1}),
        "STRIKE_DEFECT STRIKE_DEFECT",
        {"d1": 18},
    ),
    ("powers:ECHO_FORM_POWER cards:ZAP", orbs("ZAP", powers={"ECHO_FORM": 1}), "ZAP", {"orbs": "LL", "energy": 8}),
    (
        "cards:BARRAGE powers:VULNERABLE_POWER",
        orbs("BARRAGE", "LFD", foe={"VULNERABLE": 1}),
        "BARRAGE",
        {"d1": 21},
    ),  # 3 * 7
    ("cards:COLD_SNAP cards:BARRAGE", orbs("COLD_SNAP BARRAGE"), "COLD_SNAP BARRAGE", {"d1": 11}),  # 6 + 5
    (
        "mechanics:LIGHTNING_ORB cards:ZAP",
        orbs("ZAP", "LFD"),
        "ZAP",
        {"d1": 8, "orbs": "FDL"},
    ),  # full: the oldest is evoked
    ("powers:FOCUS_POWER cards:ZAP", orbs("ZAP", "LFD", powers={"FOCUS": 1}), "ZAP", {"d1": 9}),
    (
        "cards:CAPACITOR cards:ZAP",
        orbs("CAPACITOR ZAP ZAP", "LLL"),
        "CAPACITOR ZAP ZAP",
        {"d1": 0, "orbs": "LLLLL"},
    ),
    ("cards:GLACIER mechanics:FROST_ORB", orbs("GLACIER", "FFF"), "GLACIER", {"block": 16, "orbs": "FFF"}),  # 6 + 2 * 5
    ("cards:CHILL", orbs("CHILL", foes=2), "CHILL", {"orbs": "FF"}),
    ("powers:HOTFIX_POWER cards:DUALCAST", orbs("HOTFIX DUALCAST", "L"), "HOTFIX DUALCAST", {"d1": 20}),
    ("powers:HOTFIX_POWER powers:FOCUS_POWER", orbs("HOTFIX", "L"), "HOTFIX END", {"me": {}}),
    (
        "powers:SMOKESTACK_POWER cards:TURBO",
        orbs("TURBO", foes=2, powers={"SMOKESTACK": 5}),
        "TURBO",
        {"d1": 5, "d2": 5, "energy": 11},
    ),
    (
        "powers:SMOKESTACK_POWER cards:FIGHT_THROUGH",
        orbs("FIGHT_THROUGH", powers={"SMOKESTACK": 5}),
        "FIGHT_THROUGH",
        {"d1": 10},
    ),  # 2 Wounds
    (
        "cards:FLAK_CANNON powers:STRENGTH_POWER",
        orbs("FLAK_CANNON WOUND DAZED", powers={"STRENGTH": 1}),
        "FLAK_CANNON",
        {"d1": 18},
    ),
    (
        "mechanics:DARK_ORB cards:DUALCAST",
        orbs("", "D", draw="DUALCAST " * 5),
        "END DUALCAST",
        {"d1": 24},
    ),  # 6 + 6, twice
    (
        "mechanics:DARK_ORB powers:FOCUS_POWER",
        orbs("", "D", draw="DUALCAST " * 5, powers={"FOCUS": 2}),
        "END DUALCAST",
        {"d1": 28},
    ),
    (
        "mechanics:GLASS_ORB powers:FOCUS_POWER",
        orbs("GLASSWORK DUALCAST", powers={"FOCUS": 1}),
        "GLASSWORK DUALCAST",
        {"d1": 20},
    ),  # 2 * 2 * 5
    (
        "mechanics:PLASMA_ORB powers:FOCUS_POWER",
        orbs("DUALCAST", "P", powers={"FOCUS": 3}),
        "DUALCAST",
        {"energy": 12},
    ),  # no Focus
    (
        "powers:SYNCHRONIZE_POWER cards:DUALCAST",
        orbs("SYNCHRONIZE DUALCAST", "LF"),
        "SYNCHRONIZE DUALCAST",
        {"d1": 24},
    ),  # 8 + 2 * 2
    (
        "cards:METEOR_STRIKE mechanics:PLASMA_ORB",
        orbs("METEOR_STRIKE"),
        "METEOR_STRIKE",
        {"d1": 24, "orbs": "PPP", "energy": 4},
    ),
    (
        "powers:FREE_POWER_POWER cards:SYNTHESIS",
        orbs("SYNTHESIS DEFRAGMENT"),
        "SYNTHESIS DEFRAGMENT",
        {"d1": 14, "energy": 7},
    ),
    (
        "powers:SIGNAL_BOOST_POWER powers:STORM_POWER",
        orbs("SIGNAL_BOOST DEFRAGMENT", powers={"STORM": 1}),
        "SIGNAL_BOOST DEFRAGMENT",
        {"orbs": "LL"},
    ),
]

"""Every single-player Necrobinder card, base and upgraded, against numbers typed from the published card facts.

The field is that of build_court.cast. A row names every change the play makes; what it does not name must stay.
"""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import Change, both, me
from tests.rules.build_court import X, cast, foes, grown

# id: (cost, changes of the base card), (cost, changes of the upgraded card)
CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "AFTERLIFE": ((1, {**grown(6), "exhaust": X}), (1, {**grown(9), "exhaust": X})),
    "BLIGHT_STRIKE": ((1, {"d1": 8, **foes(1, DOOM=8)}), (1, {"d1": 10, **foes(1, DOOM=10)})),
    "BODYGUARD": ((1, grown(5)), (1, grown(7))),
    "BONE_SHARDS": ((1, {**both(9), "block": 9, "osty": -10}), (1, {**both(12), "block": 12, "osty": -10})),
    "BORROWED_TIME": ((-3, me("BORROWED_TIME", 1)), (-5, me("BORROWED_TIME", 1))),
    "BURY": ((4, {"d1": 52}), (4, {"d1": 63})),
    "CALCIFY": ((1, me("CALCIFY", 4)), (1, me("CALCIFY", 6))),
    "CALL_OF_THE_VOID": ((1, me("CALL_OF_THE_VOID", 1)), (1, me("CALL_OF_THE_VOID", 1))),
    "CAPTURE_SPIRIT": ((1, {"d1": 3, "made": 3}), (1, {"d1": 4, "made": 4})),
    "CLEANSE": ((1, {**grown(3), "exhaust": 1}), (1, {**grown(5), "exhaust": 1})),
    "COUNTDOWN": ((1, me("COUNTDOWN", 6)), (1, me("COUNTDOWN", 9))),
    "DANSE_MACABRE": ((1, me("DANSE_MACABRE", 4)), (1, me("DANSE_MACABRE", 6))),
    "DEATHBRINGER": ((2, foes(DOOM=21, WEAK=1)), (2, foes(DOOM=26, WEAK=1))),
    "DEATHS_DOOR": ((1, {"block": 6}), (1, {"block": 7})),
    "DEATH_MARCH": ((1, {"d1": 8}), (1, {"d1": 9})),
    "DEBILITATE": ((1, {"d1": 10, **foes(1, DEBILITATE=3)}), (1, {"d1": 12, **foes(1, DEBILITATE=4)})),
    "DEFEND_NECROBINDER": ((1, {"block": 5}), (1, {"block": 8})),
    "DEFILE": ((1, {"d1": 13}), (1, {"d1": 17})),
    "DEFY": ((1, {"block": 6, **foes(1, WEAK=1)}), (1, {"block": 9, **foes(1, WEAK=1)})),
    "DELAY": ((2, {"block": 11, **me("ENERGY_NEXT_TURN", 1)}), (2, {"block": 13, **me("ENERGY_NEXT_TURN", 2)})),
    "DEMESNE": ((3, me("DEMESNE", 1)), (2, me("DEMESNE", 1))),
    "DEVOUR_LIFE": ((1, me("DEVOUR_LIFE", 1)), (1, me("DEVOUR_LIFE", 2))),
    "DIRGE": ((5, {**grown(15), "made": 5, "exhaust": X}), (5, {**grown(20), "made": 5, "exhaust": X})),
    "DRAIN_POWER": ((1, {"d1": 10}), (1, {"d1": 12})),
    "DREDGE": ((1, {"hand": 1, "exhaust": X}), (1, {"hand": 1, "exhaust": X})),
    "EIDOLON": ((2, {"hand": -2, "exhaust": 2}), (1, {"hand": -2, "exhaust": 2})),
    "END_OF_DAYS": ((3, foes(DOOM=29)), (3, foes(DOOM=37))),
    "ENFEEBLING_TOUCH": (
        (1, foes(1, STRENGTH=-8, ENFEEBLING_TOUCH=8)),
        (1, foes(1, STRENGTH=-11, ENFEEBLING_TOUCH=11)),
    ),
    "ERADICATE": ((5, {"d1": 55}), (5, {"d1": 70})),
    "FEAR": ((1, {"d1": 7, **foes(1, VULNERABLE=1)}), (1, {"d1": 8, **foes(1, VULNERABLE=2)})),
    "FETCH": ((0, {"d1": 3, "hand": 1}), (0, {"d1": 6, "hand": 1})),
    "FLATTEN": ((2, {"d1": 12}), (2, {"d1": 16})),
    "FORBIDDEN_GRIMOIRE": ((2, me("FORBIDDEN_GRIMOIRE", 1)), (1, me("FORBIDDEN_GRIMOIRE", 1))),
    "FRIENDSHIP": (
        (1, {"me": {"STRENGTH": -2, "FRIENDSHIP": 1}}),
        (1, {"me": {"STRENGTH": -1, "FRIENDSHIP": 1}}),
    ),
    "GRAVEBLAST": ((1, {"d1": 4, "hand": 1, "exhaust": X}), (1, {"d1": 6, "hand": 1})),
    "GRAVE_WARDEN": ((1, {"block": 8, "made": 1}), (1, {"block": 11, "made": 1})),
    "HANG": ((1, {"d1": 10, **foes(1, HANG=2)}), (1, {"d1": 13, **foes(1, HANG=2)})),
    "HAUNT": ((1, me("HAUNT", 6)), (1, me("HAUNT", 8))),
    "HIGH_FIVE": ((2, {**both(11), **foes(VULNERABLE=2)}), (2, {**both(13), **foes(VULNERABLE=3)})),
    "INVOKE": (
        (1, {"me": {"SUMMON_NEXT_TURN": 2, "ENERGY_NEXT_TURN": 2}}),
        (1, {"me": {"SUMMON_NEXT_TURN": 3, "ENERGY_NEXT_TURN": 3}}),
    ),
    "LETHALITY": ((1, me("LETHALITY", 50)), (1, me("LETHALITY", 75))),
    "MELANCHOLY": ((3, {"block": 13}), (3, {"block": 17})),
    "MISERY": ((0, {"d1": 7}), (0, {"d1": 9})),
    "NECRO_MASTERY": ((2, {**grown(5), **me("NECRO_MASTERY", 1)}), (2, {**grown(8), **me("NECRO_MASTERY", 1)})),
    "NEGATIVE_PULSE": ((1, {"block": 5, **foes(DOOM=7)}), (1, {"block": 6, **foes(DOOM=11)})),
    "NEUROSURGE": ((-3, {"hand": 2, **me("NEUROSURGE", 3)}), (-4, {"hand": 2, **me("NEUROSURGE", 3)})),
    "NO_ESCAPE": ((1, foes(1, DOOM=10)), (1, foes(1, DOOM=15))),
    "OBLIVION": ((0, foes(1, OBLIVION=3)), (0, foes(1, OBLIVION=4))),
    "PAGESTORM": ((1, me("PAGESTORM", 1)), (0, me("PAGESTORM", 1))),
    "PARSE": ((1, {"hand": 3}), (1, {"hand": 4})),
    "POKE": ((0, {"d1": 6}), (0, {"d1": 9})),
    "PROTECTOR": ((1, {"d1": 22}), (0, {"d1": 27})),
    "PULL_AGGRO": ((2, {**grown(4), "block": 7}), (2, {**grown(5), "block": 9})),
    "PULL_FROM_BELOW": ((1, {}), (1, {})),
    "PUTREFY": (
        (1, {"exhaust": X, **foes(1, WEAK=2, VULNERABLE=2)}),
        (1, {"exhaust": X, **foes(1, WEAK=3, VULNERABLE=3)}),
    ),
    "RATTLE": ((1, {"d1": 7}), (1, {"d1": 9})),
    "REANIMATE": ((3, {**grown(20), "exhaust": X}), (3, {**grown(25), "exhaust": X})),
    "REAP": ((3, {"d1": 27}), (3, {"d1": 33})),
    "REAPER_FORM": ((3, me("REAPER_FORM", 1)), (3, me("REAPER_FORM", 1))),
    "REAVE": ((1, {"d1": 9, "made": 1}), (1, {"d1": 11, "made": 1})),
    "RIGHT_HAND_HAND": ((0, {"d1": 4}), (0, {"d1": 6})),
    "SACRIFICE": ((1, {"block": 24, "osty": -10}), (0, {"block": 24, "osty": -10})),
    "SCOURGE": ((1, {"hand": 1, **foes(1, DOOM=13)}), (1, {"hand": 2, **foes(1, DOOM=16)})),
    "SCULPTING_STRIKE": ((1, {"d1": 9}), (1, {"d1": 12})),
    "SEANCE": ((1, {}), (0, {})),
    "SENTRY_MODE": ((2, me("SENTRY_MODE", 1)), (1, me("SENTRY_MODE", 1))),
    "SEVERANCE": ((2, {"d1": 13, "made": 3, "hand": 1}), (2, {"d1": 18, "made": 3, "hand": 1})),
    "SHARED_FATE": (
        (0, {"exhaust": X, **me("STRENGTH", -2), **foes(1, STRENGTH=-2)}),
        (0, {"exhaust": X, **me("STRENGTH", -2), **foes(1, STRENGTH=-3)}),
    ),
    "SHROUD": ((1, me("SHROUD", 2)), (1, me("SHROUD", 3))),
    "SIC_EM": ((1, {"d1": 5, **foes(1, SIC_EM=2)}), (1, {"d1": 6, **foes(1, SIC_EM=3)})),
    "SLEIGHT_OF_FLESH": ((2, me("SLEIGHT_OF_FLESH", 9)), (2, me("SLEIGHT_OF_FLESH", 13))),
    "SNAP": ((1, {"d1": 7}), (1, {"d1": 10})),
    "SOUL_STORM": ((1, {"d1": 11}), (1, {"d1": 12})),
    "SOW": ((1, both(8)), (1, both(11))),
    "SPIRIT_OF_ASH": ((1, me("SPIRIT_OF_ASH", 4)), (1, me("SPIRIT_OF_ASH", 5))),
    "SPUR": ((1, {"osty": 5, "osty_max": 3}), (1, {"osty": 7, "osty_max": 5})),  # 13/15 and 5 heal, 15/17 and 7 heal
    "SQUEEZE": ((3, {"d1": 25}), (3, {"d1": 30})),
    "STRIKE_NECROBINDER": ((1, {"d1": 6}), (1, {"d1": 9})),
    "THE_SCYTHE": ((2, {"d1": 13, "exhaust": X}), (2, {"d1": 13, "exhaust": X})),
    "TIMES_UP": ((2, {"exhaust": X}), (2, {"exhaust": X})),
    "TRANSFIGURE": ((1, {"exhaust": X}), (1, {})),
    "UNDEATH": ((0, {"block": 7, "made": 1}), (0, {"block": 9, "made": 1})),
    "UNLEASH": ((1, {"d1": 16}), (1, {"d1": 19})),
    "VEILPIERCER": ((1, {"d1": 10, **me("VEILPIERCER", 1)}), (1, {"d1": 13, **me("VEILPIERCER", 1)})),
    "WISP": ((-1, {"exhaust": X}), (-1, {"exhaust": X})),
}
TOKENS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "SOUL": ((0, {"hand": 2, "exhaust": X}), (0, {"hand": 3, "exhaust": X})),
}
ELSEWHERE = {"BANSHEES_CRY"}  # in tests/rules/test_doom_and_souls.py
ALL = {**CARDS, **TOKENS}


@pytest.mark.parametrize("name", sorted(ALL))
@pytest.mark.parametrize("level", [0, 1])
def test_a_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = ALL[name][level]
    assert cast(name + "+" * level, "NECROBINDER") == {**change, **({"cost": cost} if cost else {})}


def test_the_table_has_every_single_player_necrobinder_card() -> None:
    """All but Glimpse Beyond and Legion of Bone, which are for several players."""
    mine = {d.id: d for d in load().cards.values() if d.pool == "NECROBINDER"}
    assert all(d.behaves for d in mine.values())
    assert {d.id for d in mine.values() if d.multiplayer_only} == {"GLIMPSE_BEYOND", "LEGION_OF_BONE"}
    assert set(CARDS) | ELSEWHERE == {i for i, d in mine.items() if not d.multiplayer_only}

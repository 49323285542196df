"""Every single-player Regent card, base and upgraded, against numbers typed from the published card facts.

The field is that of build_court.cast. A row names every change the play makes; what it does not name must stay.
"""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import Change, both, me
from tests.rules.build_court import X, cast, foes

BLADE = {"hand": 1, "made": 1}  # forging makes the blade, in hand

# id: (cost, changes of the base card), (cost, changes of the upgraded card)
CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "ALIGNMENT": ((-2, {"stars": -3}), (-3, {"stars": -3})),
    "ARSENAL": ((1, me("ARSENAL", 1)), (1, me("ARSENAL", 1))),
    "ASTRAL_PULSE": ((0, {**both(6), "stars": -3}), (0, {**both(8), "stars": -3})),
    "BEAT_INTO_SHAPE": ((1, {"d1": 5, **BLADE}), (1, {"d1": 7, **BLADE})),
    "BEGONE": ((1, {}), (1, {})),
    "BIG_BANG": (
        (-1, {"stars": 1, "hand": 2, "made": 1, "exhaust": X}),
        (-1, {"stars": 1, "hand": 2, "made": 1, "exhaust": X}),
    ),
    "BLACK_HOLE": ((1, me("BLACK_HOLE", 3)), (1, me("BLACK_HOLE", 4))),
    "BOMBARDMENT": ((3, {"d1": 18, "exhaust": X}), (3, {"d1": 24, "exhaust": X})),
    "BULWARK": ((2, {"block": 12, **BLADE}), (2, {"block": 15, **BLADE})),
    "BUNDLE_OF_JOY": ((1, {"hand": 3, "made": 3, "exhaust": X}), (1, {"hand": 4, "made": 4, "exhaust": X})),
    "CELESTIAL_MIGHT": ((2, {"d1": 18}), (2, {"d1": 24})),
    "CHARGE": ((1, {}), (1, {})),
    "CHILD_OF_THE_STARS": ((1, me("CHILD_OF_THE_STARS", 2)), (1, me("CHILD_OF_THE_STARS", 3))),
    "CLOAK_OF_STARS": ((0, {"block": 7, "stars": -1}), (0, {"block": 10, "stars": -1})),
    "COLLISION_COURSE": ((0, {"d1": 11, "hand": 1, "made": 1}), (0, {"d1": 15, "hand": 1, "made": 1})),
    "COMET": (
        (0, {"d1": 33, "stars": -5, **foes(1, VULNERABLE=3, WEAK=3)}),
        (0, {"d1": 44, "stars": -5, **foes(1, VULNERABLE=3, WEAK=3)}),
    ),
    "CONQUEROR": ((1, {**BLADE, **foes(1, CONQUEROR=1)}), (1, {**BLADE, **foes(1, CONQUEROR=1)})),
    "CONVERGENCE": (
        (1, {"me": {"RETAIN_HAND": 1, "ENERGY_NEXT_TURN": 1, "STAR_NEXT_TURN": 1}}),
        (1, {"me": {"RETAIN_HAND": 1, "ENERGY_NEXT_TURN": 1, "STAR_NEXT_TURN": 2}}),
    ),
    "COSMIC_INDIFFERENCE": ((1, {"block": 6}), (1, {"block": 9})),
    "CRASH_LANDING": ((1, {**both(21), "hand": 8, "made": 8}), (1, {**both(26), "hand": 8, "made": 8})),
    "CRESCENT_SPEAR": ((1, {"d1": 8, "stars": -1}), (1, {"d1": 9, "stars": -1})),
    "CRUSH_UNDER": (
        (1, {**both(7), **foes(STRENGTH=-1, CRUSH_UNDER=1)}),
        (1, {**both(8), **foes(STRENGTH=-2, CRUSH_UNDER=2)}),
    ),
    "DECISIONS_DECISIONS": (
        (0, {"block": 15, "hand": 2, "stars": -6, "exhaust": X}),
        (0, {"block": 15, "hand": 4, "stars": -6, "exhaust": X}),
    ),
    "DEFEND_REGENT": ((1, {"block": 5}), (1, {"block": 8})),
    "DEVASTATE": ((1, {"d1": 30, "stars": -4}), (1, {"d1": 40, "stars": -4})),
    "DYING_STAR": (
        (1, {**both(9), "stars": -3, **foes(STRENGTH=-9, DYING_STAR=9)}),
        (1, {**both(11), "stars": -3, **foes(STRENGTH=-11, DYING_STAR=11)}),
    ),
    "FALLING_STAR": (
        (0, {"d1": 8, "stars": -2, **foes(1, VULNERABLE=1, WEAK=1)}),
        (0, {"d1": 12, "stars": -2, **foes(1, VULNERABLE=1, WEAK=1)}),
    ),
    "FOREGONE_CONCLUSION": ((1, me("FOREGONE_CONCLUSION", 2)), (1, me("FOREGONE_CONCLUSION", 3))),
    "FURNACE": ((1, me("FURNACE", 4)), (1, me("FURNACE", 6))),
    "GAMMA_BLAST": (
        (0, {"d1": 13, "stars": -3, **foes(1, VULNERABLE=2, WEAK=2)}),
        (0, {"d1": 18, "stars": -3, **foes(1, VULNERABLE=2, WEAK=2)}),
    ),
    "GATHER_LIGHT": ((1, {"block": 8, "stars": 1}), (1, {"block": 11, "stars": 1})),
    "GENESIS": ((2, me("GENESIS", 2)), (2, me("GENESIS", 3))),
    "GLIMMER": ((1, {"hand": 2}), (1, {"hand": 3})),
    "GLITTERSTREAM": (
        (2, {"block": 11, **me("BLOCK_NEXT_TURN", 5)}),
        (2, {"block": 13, **me("BLOCK_NEXT_TURN", 7)}),
    ),
    "GLOW": (
        (1, {"stars": 1, "hand": 1, **me("DRAW_CARDS_NEXT_TURN", 1)}),
        (1, {"stars": 2, "hand": 1, **me("DRAW_CARDS_NEXT_TURN", 1)}),
    ),
    "GUARDS": ((2, {"exhaust": X}), (2, {"exhaust": X})),
    "GUIDING_STAR": ((1, {"d1": 12, "hand": 2, "stars": -2}), (1, {"d1": 13, "hand": 3, "stars": -2})),
    "HEAVENLY_DRILL": ((5, {"d1": 80}), (5, {"d1": 100})),
    "HEGEMONY": ((2, {"d1": 15, **me("ENERGY_NEXT_TURN", 2)}), (2, {"d1": 18, **me("ENERGY_NEXT_TURN", 3)})),
    "HEIRLOOM_HAMMER": ((2, {"d1": 20}), (2, {"d1": 25})),
    "HIDDEN_CACHE": ((1, {"stars": 1, **me("STAR_NEXT_TURN", 3)}), (1, {"stars": 1, **me("STAR_NEXT_TURN", 4)})),
    "I_AM_INVINCIBLE": ((1, {"block": 10}), (1, {"block": 13})),
    "KINGLY_KICK": ((4, {"d1": 27}), (4, {"d1": 35})),
    "KINGLY_PUNCH": ((1, {"d1": 8}), (1, {"d1": 10})),
    "KNOCKOUT_BLOW": ((3, {"d1": 30}), (3, {"d1": 38})),
    "KNOW_THY_PLACE": ((0, {"exhaust": X, **foes(1, VULNERABLE=1, WEAK=1)}), (0, foes(1, VULNERABLE=1, WEAK=1))),
    "LUNAR_BLAST": ((0, {}), (0, {})),
    "MAKE_IT_SO": ((0, {"d1": 6}), (0, {"d1": 9})),
    "MANIFEST_AUTHORITY": ((1, {"block": 7, "hand": 1, "made": 1}), (1, {"block": 8, "hand": 1, "made": 1})),
    "METEOR_SHOWER": (
        (0, {**both(14), "stars": -2, **foes(VULNERABLE=2, WEAK=2)}),
        (0, {**both(21), "stars": -2, **foes(VULNERABLE=2, WEAK=2)}),
    ),
    "MONARCHS_GAZE": ((2, me("MONARCHS_GAZE", 1)), (2, me("MONARCHS_GAZE", 1))),
    "MONOLOGUE": ((0, me("MONOLOGUE", 1)), (0, me("MONOLOGUE", 1))),
    "NEUTRON_AEGIS": ((1, {"stars": -5, **me("PLATING", 8)}), (1, {"stars": -5, **me("PLATING", 11)})),
    "ORBIT": ((2, me("ORBIT", 1)), (1, me("ORBIT", 1))),
    "PALE_BLUE_DOT": ((1, me("PALE_BLUE_DOT", 1)), (1, me("PALE_BLUE_DOT", 2))),
    "PARRY": ((1, me("PARRY", 10)), (1, me("PARRY", 14))),
    "PARTICLE_WALL": ((0, {"block": 9, "stars": -2, "hand": 1}), (0, {"block": 12, "stars": -2, "hand": 1})),
    "PATTER": ((1, {"block": 8, **me("VIGOR", 2)}), (1, {"block": 10, **me("VIGOR", 3)})),
    "PHOTON_CUT": ((1, {"d1": 10}), (1, {"d1": 13, "hand": 1})),
    "PILLAR_OF_CREATION": ((1, me("PILLAR_OF_CREATION", 3)), (1, me("PILLAR_OF_CREATION", 4))),
    "PROPHESIZE": ((2, {"hand": 6}), (2, {"hand": 6})),  # only six cards are left
    "QUASAR": ((0, {"stars": -2, "hand": 1, "made": 1}), (0, {"stars": -2, "hand": 1, "made": 1})),
    "RADIATE": ((0, {}), (0, {})),
    "REFINE_BLADE": ((1, {**BLADE, **me("ENERGY_NEXT_TURN", 1)}), (1, {**BLADE, **me("ENERGY_NEXT_TURN", 1)})),
    "REFLECT": (
        (1, {"block": 15, "stars": -3, **me("REFLECT", 1)}),
        (1, {"block": 20, "stars": -3, **me("REFLECT", 1)}),
    ),
    "RESONANCE": (
        (1, {"stars": -3, **me("STRENGTH", 1), **foes(STRENGTH=-1)}),
        (1, {"stars": -3, **me("STRENGTH", 2), **foes(STRENGTH=-1)}),
    ),
    "ROYALTIES": ((1, me("ROYALTIES", 30)), (1, me("ROYALTIES", 35))),
    "ROYAL_GAMBLE": ((0, {"stars": 4, "exhaust": X}), (0, {"stars": 4, "exhaust": X})),
    "SEEKING_EDGE": ((1, {**BLADE, **me("SEEKING_EDGE", 1)}), (1, {**BLADE, **me("SEEKING_EDGE", 1)})),
    "SEVEN_STARS": ((2, {**both(49), "stars": -7}), (1, {**both(49), "stars": -7})),
    "SHINING_STRIKE": ((1, {"d1": 8, "stars": 2}), (1, {"d1": 11, "stars": 2})),
    "SOLAR_STRIKE": ((1, {"d1": 9, "stars": 1}), (1, {"d1": 10, "stars": 2})),
    "SPECTRUM_SHIFT": ((2, me("SPECTRUM_SHIFT", 1)), (1, me("SPECTRUM_SHIFT", 1))),
    "SPOILS_OF_BATTLE": ((1, {"hand": 3, "made": 1}), (1, {"hand": 3, "made": 1})),
    "STRIKE_REGENT": ((1, {"d1": 6}), (1, {"d1": 9})),
    "SUMMON_FORTH": ((1, BLADE), (1, BLADE)),
    "SUPERMASSIVE": ((1, {"d1": 5}), (1, {"d1": 5})),
    "SWORD_SAGE": ((2, me("SWORD_SAGE", 1)), (1, me("SWORD_SAGE", 1))),
    "TERRAFORMING": ((1, me("VIGOR", 6)), (1, me("VIGOR", 8))),
    "THE_SEALED_THRONE": (
        (1, {"stars": -3, **me("THE_SEALED_THRONE", 1)}),
        (1, {"stars": -3, **me("THE_SEALED_THRONE", 1)}),
    ),
    "THE_SMITH": ((1, {"stars": -4, **BLADE}), (1, {"stars": -4, **BLADE})),
    "TYRANNY": ((1, me("TYRANNY", 1)), (1, me("TYRANNY", 1))),
    "VENERATE": ((1, {"stars": 2}), (1, {"stars": 3})),
    "WROUGHT_IN_WAR": ((1, {"d1": 7, **BLADE}), (1, {"d1": 9, **BLADE})),
}
TOKENS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "MINION_DIVE_BOMB": ((0, {"d1": 13, "exhaust": X}), (0, {"d1": 16, "exhaust": X})),
    "MINION_SACRIFICE": ((0, {"block": 8, "exhaust": X}), (0, {"block": 11, "exhaust": X})),
    "MINION_STRIKE": ((0, {"d1": 6, "hand": 1, "exhaust": X}), (0, {"d1": 9, "hand": 1, "exhaust": X})),
    "SOVEREIGN_BLADE": ((2, {"d1": 10}), (1, {"d1": 10})),
}
ELSEWHERE = {"STARDUST", "VOID_FORM"}  # in tests/rules/test_regent_stars.py and test_regent_powers.py
ALL = {**CARDS, **TOKENS}


@pytest.mark.parametrize("name", sorted(ALL))
@pytest.mark.parametrize("level", [0, 1])
def test_a_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = ALL[name][level]
    assert cast(name + "+" * level, "REGENT") == {**change, **({"cost": cost} if cost else {})}


def test_the_table_has_every_single_player_regent_card() -> None:
    """86 cards; Hammer Time and Largesse are for several players."""
    mine = {d.id: d for d in load().cards.values() if d.pool == "REGENT"}
    assert all(d.behaves for d in mine.values())
    assert {d.id for d in mine.values() if d.multiplayer_only} == {"HAMMER_TIME", "LARGESSE"}
    assert set(CARDS) | ELSEWHERE == {i for i, d in mine.items() if not d.multiplayer_only}

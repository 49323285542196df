"""Every single-player Defect card, base and upgraded, on the field of build_cast (a Lightning and a Frost in three
slots, one enemy), against numbers typed from the published card and orb facts."""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import Change, me, play
from tests.rules.build_cast import cast, defect, letters

X = 1  # the card itself exhausts; FREE is FREE_POWER_POWER by its short name


def foe(power: str, n: int) -> Change:
    """A power on the target."""
    return {"e1": {power: n}}


# id: (cost, changes of the base card), (cost, changes of the upgraded card). Lightning evokes for 8, Frost for 5 block.
CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "ADAPTIVE_STRIKE": ((2, {"d1": 18, "made": 1}), (2, {"d1": 23, "made": 1})),
    "ALL_FOR_ONE": ((2, {"d1": 10, "hand": 1}), (2, {"d1": 14, "hand": 1})),
    "BALL_LIGHTNING": ((1, {"d1": 7, "orbs": "LFL"}), (1, {"d1": 10, "orbs": "LFL"})),
    "BARRAGE": ((1, {"d1": 10}), (1, {"d1": 14})),
    "BEAM_CELL": ((0, {"d1": 3, **foe("VULNERABLE", 1)}), (0, {"d1": 4, **foe("VULNERABLE", 2)})),
    "BIASED_COGNITION": (
        (1, {"me": {"BIASED_COGNITION": 1, "FOCUS": 4}}),
        (1, {"me": {"BIASED_COGNITION": 1, "FOCUS": 5}}),
    ),
    "BOOST_AWAY": ((0, {"block": 6, "made": 1}), (0, {"block": 9, "made": 1})),
    "BOOT_SEQUENCE": ((0, {"block": 10, "exhaust": X}), (0, {"block": 13, "exhaust": X})),
    "BUFFER": ((2, me("BUFFER", 1)), (2, me("BUFFER", 2))),
    "BULK_UP": (
        (2, {"slots": -1, "me": {"DEXTERITY": 2, "STRENGTH": 2}}),
        (2, {"slots": -1, "me": {"DEXTERITY": 3, "STRENGTH": 3}}),
    ),
    "CAPACITOR": ((1, {"slots": 2}), (1, {"slots": 3})),
    "CHARGE_BATTERY": ((1, {"block": 7, **me("ENERGY_NEXT_TURN", 1)}), (1, {"block": 10, **me("ENERGY_NEXT_TURN", 1)})),
    "CHILL": ((0, {"orbs": "LFF", "exhaust": X}), (0, {"orbs": "LFF"})),
    "CLAW": ((0, {"d1": 3}), (0, {"d1": 4})),
    "COLD_SNAP": ((1, {"d1": 6, "orbs": "LFF"}), (1, {"d1": 9, "orbs": "LFF"})),
    "COMPACT": ((1, {"block": 6}), (1, {"block": 7})),
    "COMPILE_DRIVER": ((1, {"d1": 7, "hand": 2}), (1, {"d1": 10, "hand": 2})),
    "CONSUMING_SHADOW": (
        (2, {"d1": 8, "orbs": "FDD", **me("CONSUMING_SHADOW", 1)}),
        (2, {"d1": 8, "block": 5, "orbs": "DDD", **me("CONSUMING_SHADOW", 1)}),
    ),
    "COOLANT": ((1, me("COOLANT", 2)), (1, me("COOLANT", 3))),
    "COOLHEADED": ((1, {"orbs": "LFF", "hand": 1}), (1, {"orbs": "LFF", "hand": 2})),
    "CREATIVE_AI": ((3, me("CREATIVE_AI", 1)), (2, me("CREATIVE_AI", 1))),
    "DARKNESS": ((1, {"orbs": "LFD"}), (1, {"orbs": "LFD"})),
    "DEFEND_DEFECT": ((1, {"block": 5}), (1, {"block": 8})),
    "DEFRAGMENT": ((1, me("FOCUS", 1)), (1, me("FOCUS", 2))),
    "DOUBLE_ENERGY": ((-1, {"exhaust": X}), (-3, {"exhaust": X})),  # 3 - 1 = 2 becomes 4; 3 becomes 6
    "DUALCAST": ((1, {"d1": 16, "orbs": "F"}), (0, {"d1": 16, "orbs": "F"})),
    "ECHO_FORM": ((3, me("ECHO_FORM", 1)), (3, me("ECHO_FORM", 1))),
    "FERAL": ((2, me("FERAL", 1)), (1, me("FERAL", 1))),
    "FIGHT_THROUGH": ((1, {"block": 13, "made": 2}), (1, {"block": 17, "made": 2})),
    "FLAK_CANNON": ((2, {}), (2, {})),  # no Status in hand
    "FOCUSED_STRIKE": (
        (1, {"d1": 9, "me": {"FOCUS": 1, "FOCUSED_STRIKE": 1}}),
        (1, {"d1": 11, "me": {"FOCUS": 2, "FOCUSED_STRIKE": 2}}),
    ),
    "FTL": ((0, {"d1": 5, "hand": 1}), (0, {"d1": 6, "hand": 1})),
    "FUSION": ((1, {"orbs": "LFP", "exhaust": X}), (1, {"orbs": "LFP"})),
    "GENETIC_ALGORITHM": ((1, {"block": 1, "exhaust": X}), (1, {"block": 1, "exhaust": X})),
    "GLACIER": ((2, {"block": 6, "d1": 8, "orbs": "FFF"}), (2, {"block": 9, "d1": 8, "orbs": "FFF"})),
    "GLASSWORK": ((1, {"block": 5, "orbs": "LFG"}), (1, {"block": 8, "orbs": "LFG"})),
    "GO_FOR_THE_EYES": ((0, {"d1": 3}), (0, {"d1": 4})),  # the enemy does not attack
    "GUNK_UP": ((1, {"d1": 12, "made": 1}), (1, {"d1": 15, "made": 1})),
    "HAILSTORM": ((1, me("HAILSTORM", 6)), (1, me("HAILSTORM", 8))),
    "HELIX_DRILL": ((0, {}), (0, {})),  # no energy spent yet
    "HOLOGRAM": ((1, {"block": 3, "hand": 1, "exhaust": X}), (1, {"block": 5, "hand": 1})),
    "HOTFIX": ((0, {"exhaust": X, "me": {"FOCUS": 2, "HOTFIX": 2}}), (0, {"me": {"FOCUS": 2, "HOTFIX": 2}})),
    "HYPERBEAM": ((2, {"d1": 28, **me("FOCUS", -3)}), (2, {"d1": 36, **me("FOCUS", -3)})),
    "ICE_LANCE": ((3, {"d1": 27, "block": 5, "orbs": "FFF"}), (3, {"d1": 32, "block": 5, "orbs": "FFF"})),
    "ITERATION": ((1, me("ITERATION", 2)), (1, me("ITERATION", 3))),
    "LEAP": ((1, {"block": 9}), (1, {"block": 12})),
    "LIGHTNING_ROD": ((1, {"block": 4, **me("LIGHTNING_ROD", 2)}), (1, {"block": 7, **me("LIGHTNING_ROD", 2)})),
    "LOOP": ((1, me("LOOP", 1)), (1, me("LOOP", 2))),
    "MACHINE_LEARNING": ((1, me("MACHINE_LEARNING", 1)), (1, me("MACHINE_LEARNING", 1))),
    "METEOR_STRIKE": ((5, {"d1": 32, "block": 5, "orbs": "PPP"}), (5, {"d1": 38, "block": 5, "orbs": "PPP"})),
    "MODDED": ((0, {"slots": 1, "hand": 1}), (0, {"slots": 1, "hand": 2})),
    "MOMENTUM_STRIKE": ((1, {"d1": 10}), (1, {"d1": 13})),
    "MULTI_CAST": ((5, {"d1": 40, "orbs": "F"}), (5, {"d1": 48, "orbs": "F"})),
    "NULL": ((2, {"d1": 10, "orbs": "LFD", **foe("WEAK", 2)}), (2, {"d1": 13, "orbs": "LFD", **foe("WEAK", 3)})),
    "OVERCLOCK": ((0, {"hand": 2, "made": 1}), (0, {"hand": 3, "made": 1})),
    "QUADCAST": ((1, {"d1": 32, "orbs": "F"}), (0, {"d1": 32, "orbs": "F"})),
    "RAINBOW": (
        (2, {"d1": 8, "block": 5, "orbs": "LFD", "exhaust": X}),
        (2, {"d1": 8, "block": 5, "orbs": "LFD"}),
    ),
    "REBOOT": ((0, {"hand": 2, "exhaust": X}), (0, {"hand": 4, "exhaust": X})),
    "REFRACT": ((3, {"d1": 26, "orbs": "FGG"}), (3, {"d1": 32, "orbs": "FGG"})),
    "ROCKET_PUNCH": ((2, {"d1": 13, "hand": 1}), (2, {"d1": 14, "hand": 2})),
    "SCAVENGE": (
        (1, {"hand": -1, "exhaust": 1, **me("ENERGY_NEXT_TURN", 2)}),
        (1, {"hand": -1, "exhaust": 1, **me("ENERGY_NEXT_TURN", 3)}),
    ),
    "SCRAPE": ((1, {"d1": 7}), (1, {"d1": 10})),  # the Defends it draws cost 1 and go
    "SHADOW_SHIELD": ((2, {"block": 11, "orbs": "LFD"}), (2, {"block": 15, "orbs": "LFD"})),
    "SHATTER": ((1, {"d1": 15, "block": 5, "orbs": ""}), (1, {"d1": 19, "block": 5, "orbs": ""})),
    "SIGNAL_BOOST": ((1, {"exhaust": X, **me("SIGNAL_BOOST", 1)}), (0, {"exhaust": X, **me("SIGNAL_BOOST", 1)})),
    "SKIM": ((1, {"hand": 3}), (1, {"hand": 4})),
    "SMOKESTACK": ((1, me("SMOKESTACK", 5)), (1, me("SMOKESTACK", 7))),
    "SPINNER": ((1, me("SPINNER", 1)), (1, {"orbs": "LFG", **me("SPINNER", 1)})),
    "STORM": ((1, me("STORM", 1)), (1, me("STORM", 2))),
    "STRIKE_DEFECT": ((1, {"d1": 6}), (1, {"d1": 9})),
    "SUBROUTINE": ((1, me("SUBROUTINE", 1)), (0, me("SUBROUTINE", 1))),
    "SUNDER": ((3, {"d1": 24}), (3, {"d1": 32})),
    "SUPERCRITICAL": ((-4, {"exhaust": X}), (-6, {"exhaust": X})),
    "SWEEPING_BEAM": ((1, {"d1": 6, "hand": 1}), (1, {"d1": 9, "hand": 1})),
    "SYNCHRONIZE": (
        (1, {"exhaust": X, "me": {"FOCUS": 4, "SYNCHRONIZE": 4}}),
        (1, {"me": {"FOCUS": 4, "SYNCHRONIZE": 4}}),
    ),
    "SYNTHESIS": ((2, {"d1": 14, **me("FREE", 1)}), (2, {"d1": 20, **me("FREE", 1)})),
    "TEMPEST": ((5, {"d1": 24, "block": 5, "orbs": "LLL"}), (5, {"d1": 32, "block": 5, "orbs": "LLL"})),
    "TESLA_COIL": ((0, {"d1": 6}), (0, {"d1": 7})),
    "THUNDER": ((1, me("THUNDER", 6)), (1, me("THUNDER", 8))),
    "TRASH_TO_TREASURE": ((1, me("TRASH_TO_TREASURE", 1)), (1, me("TRASH_TO_TREASURE", 1))),
    "TURBO": ((-2, {"made": 1}), (-3, {"made": 1})),
    "UPROAR": ((2, {"d1": 12}), (2, {"d1": 16})),
    "VOLTAIC": ((3, {"orbs": "LFL", "exhaust": X}), (3, {"orbs": "LFL"})),
    "WHITE_NOISE": ((1, {"hand": 1, "made": 1, "exhaust": X}), (0, {"hand": 1, "made": 1, "exhaust": X})),
    "ZAP": ((1, {"orbs": "LFL"}), (0, {"orbs": "LFL"})),
}
RICH = {"METEOR_STRIKE", "MULTI_CAST", "TEMPEST"}  # played with 5 energy


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("name", sorted(CARDS))
def test_a_defect_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = CARDS[name][level]
    found = cast(name + "+" * level, "DEFECT", energy=5 if name in RICH else 3, foes=1)
    assert found == {**change, **({"cost": cost} if cost else {})}


def test_the_table_has_every_single_player_defect_card() -> None:
    """All in the table but Chaos (random orbs, below); every card of the pool behaves."""
    pool = {d.id for d in load().cards.values() if d.pool == "DEFECT" and not d.multiplayer_only}
    assert pool - set(CARDS) == {"CHAOS"}
    assert all(d.behaves for d in load().cards.values() if d.pool == "DEFECT")


@pytest.mark.parametrize(("name", "more"), [("CHAOS", 1), ("CHAOS+", 2)])
def test_chaos_channels_random_orbs(name: str, more: int) -> None:
    """One (upgraded two) of the five kinds, all of which turn up over thirty seeds."""
    kinds = set()
    for seed in range(30):
        c = defect(name, orbs="L", slots=5, seed=seed)
        play(c)
        assert len(c.orbs) == 1 + more
        kinds |= set(letters(c)[1:])
    assert kinds == set("LFDPG")


@pytest.mark.parametrize(("name", "change"), [("FUSION", {"cost": 2}), ("FUSION+", {"cost": 1})])
def test_fusion_of_the_older_build_costs_more_and_stays(name: str, change: Change) -> None:
    """v0.103.2: cost 2, upgraded 1, no Exhaust."""
    c = defect(name, build="v0.103.2")
    play(c)
    assert (3 - c.energy, letters(c), len(c.discard)) == (change["cost"], "P", 1)

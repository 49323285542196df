"""Every single-player Silent card, base and upgraded, on the field of build_cast, against numbers typed from the
published card facts. A row names every change the play makes; what it does not name must stay."""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import Change, both, fight, me, play
from tests.rules.build_cast import cast

X = 1  # the card itself exhausts


def foe(power: str, n: int) -> Change:
    """A power on the target."""
    return {"e1": {power: n}}


# id: (cost, changes of the base card), (cost, changes of the upgraded card)
CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "ABRASIVE": ((3, {"me": {"DEXTERITY": 1, "THORNS": 4}}), (3, {"me": {"DEXTERITY": 1, "THORNS": 6}})),
    "ACCELERANT": ((1, me("ACCELERANT", 1)), (1, me("ACCELERANT", 2))),
    "ACCURACY": ((1, me("ACCURACY", 4)), (1, me("ACCURACY", 6))),
    "ACROBATICS": ((1, {"hand": 2}), (1, {"hand": 3})),
    "ADRENALINE": ((-1, {"hand": 2, "exhaust": X}), (-2, {"hand": 2, "exhaust": X})),
    "AFTERIMAGE": ((1, me("AFTERIMAGE", 1)), (1, me("AFTERIMAGE", 1))),
    "ANTICIPATE": ((0, {"me": {"DEXTERITY": 2, "ANTICIPATE": 2}}), (0, {"me": {"DEXTERITY": 3, "ANTICIPATE": 3}})),
    "ASSASSINATE": (
        (0, {"d1": 10, "exhaust": X, **foe("VULNERABLE", 1)}),
        (0, {"d1": 13, "exhaust": X, **foe("VULNERABLE", 2)}),
    ),
    "BACKFLIP": ((1, {"block": 5, "hand": 2}), (1, {"block": 8, "hand": 2})),
    "BACKSTAB": ((0, {"d1": 11, "exhaust": X}), (0, {"d1": 15, "exhaust": X})),
    "BLADE_DANCE": ((1, {"hand": 3, "made": 3, "exhaust": X}), (1, {"hand": 4, "made": 4, "exhaust": X})),
    "BLADE_OF_INK": ((1, {"hand": 2, "made": 2}), (1, {"hand": 3, "made": 3})),
    "BLUR": ((1, {"block": 5, **me("BLUR", 1)}), (1, {"block": 8, **me("BLUR", 1)})),
    "BUBBLE_BUBBLE": ((1, {}), (1, {})),  # the target is not poisoned
    "BULLET_TIME": ((3, me("NO_DRAW", 1)), (2, me("NO_DRAW", 1))),
    "BURST": ((1, me("BURST", 1)), (1, me("BURST", 2))),
    "CALCULATED_GAMBLE": ((0, {"exhaust": X}), (0, {"exhaust": X})),
    "CLOAK_AND_DAGGER": ((1, {"block": 6, "hand": 1, "made": 1}), (1, {"block": 6, "hand": 2, "made": 2})),
    "CORROSIVE_WAVE": ((1, me("CORROSIVE_WAVE", 2)), (1, me("CORROSIVE_WAVE", 3))),
    "DAGGER_SPRAY": ((1, both(8)), (1, both(12))),
    "DAGGER_THROW": ((1, {"d1": 9}), (1, {"d1": 12})),
    "DASH": ((2, {"d1": 10, "block": 10}), (2, {"d1": 13, "block": 13})),
    "DEADLY_POISON": ((1, foe("POISON", 5)), (1, foe("POISON", 7))),
    "DEFEND_SILENT": ((1, {"block": 5}), (1, {"block": 8})),
    "DEFLECT": ((0, {"block": 4}), (0, {"block": 7})),
    "DODGE_AND_ROLL": ((1, {"block": 4, **me("BLOCK_NEXT_TURN", 4)}), (1, {"block": 6, **me("BLOCK_NEXT_TURN", 6)})),
    "ECHOING_SLASH": ((1, both(10)), (1, both(13))),
    "ENVENOM": ((2, me("ENVENOM", 1)), (2, me("ENVENOM", 2))),
    "ESCAPE_PLAN": ((0, {"hand": 1, "block": 3}), (0, {"hand": 1, "block": 5})),
    "EXPERTISE": ((1, {"hand": 4}), (1, {"hand": 5})),
    "EXPOSE": ((0, {"exhaust": X, **foe("VULNERABLE", 2)}), (0, {"exhaust": X, **foe("VULNERABLE", 3)})),
    "FAN_OF_KNIVES": (
        (2, {"hand": 4, "made": 4, **me("FAN_OF_KNIVES", 1)}),
        (2, {"hand": 5, "made": 5, **me("FAN_OF_KNIVES", 1)}),
    ),
    "FINISHER": ((1, {}), (1, {})),  # no Attack played yet
    "FLECHETTES": ((1, {"d1": 5}), (1, {"d1": 7})),
    "FLICK_FLACK": ((1, both(6)), (1, both(8))),
    "FOOTWORK": ((1, me("DEXTERITY", 2)), (1, me("DEXTERITY", 3))),
    "HAND_TRICK": ((1, {"block": 7}), (1, {"block": 10})),
    "HAZE": ((3, {"e1": {"POISON": 4}, "e2": {"POISON": 4}}), (3, {"e1": {"POISON": 6}, "e2": {"POISON": 6}})),
    "HIDDEN_DAGGERS": ((0, {"made": 2}), (0, {"made": 2})),
    "INFINITE_BLADES": ((1, me("INFINITE_BLADES", 1)), (1, me("INFINITE_BLADES", 1))),
    "KNIFE_TRAP": ((2, {"d1": 4}), (2, {"d1": 6})),
    "LEADING_STRIKE": ((1, {"d1": 3, "hand": 2, "made": 2}), (1, {"d1": 6, "hand": 2, "made": 2})),
    "LEG_SWEEP": ((2, {"block": 11, **foe("WEAK", 2)}), (2, {"block": 14, **foe("WEAK", 3)})),
    "MALAISE": (
        (3, {"e1": {"STRENGTH": -3, "WEAK": 3}, "exhaust": X}),
        (3, {"e1": {"STRENGTH": -4, "WEAK": 4}, "exhaust": X}),
    ),
    "MASTER_PLANNER": ((2, me("MASTER_PLANNER", 1)), (1, me("MASTER_PLANNER", 1))),
    "MEMENTO_MORI": ((1, {"d1": 9}), (1, {"d1": 11})),
    "MIRAGE": ((1, {"exhaust": X}), (0, {"exhaust": X})),  # nobody is poisoned
    "MURDER": ((3, {"d1": 1}), (2, {"d1": 1})),
    "NEUTRALIZE": ((0, {"d1": 3, **foe("WEAK", 1)}), (0, {"d1": 4, **foe("WEAK", 2)})),
    "NIGHTMARE": ((3, {"exhaust": X, **me("NIGHTMARE", 3)}), (2, {"exhaust": X, **me("NIGHTMARE", 3)})),
    "NOXIOUS_FUMES": ((1, me("NOXIOUS_FUMES", 2)), (1, me("NOXIOUS_FUMES", 3))),
    "OUTBREAK": ((1, me("OUTBREAK", 11)), (1, me("OUTBREAK", 15))),
    "PHANTOM_BLADES": ((1, me("PHANTOM_BLADES", 9)), (1, me("PHANTOM_BLADES", 12))),
    "PIERCING_WAIL": (
        (1, {"exhaust": X, **{e: {"STRENGTH": -6, "PIERCING_WAIL": 6} for e in ("e1", "e2")}}),
        (1, {"exhaust": X, **{e: {"STRENGTH": -8, "PIERCING_WAIL": 8} for e in ("e1", "e2")}}),
    ),
    "PINPOINT": ((3, {"d1": 15}), (3, {"d1": 19})),
    "POISONED_STAB": ((1, {"d1": 6, **foe("POISON", 3)}), (1, {"d1": 8, **foe("POISON", 4)})),
    "POUNCE": ((2, {"d1": 14, **me("FREE_SKILL", 1)}), (2, {"d1": 20, **me("FREE_SKILL", 1)})),
    "PRECISE_CUT": ((0, {"d1": 9}), (0, {"d1": 12})),  # 2 less for each of the two other cards
    "PREDATOR": ((2, {"d1": 15, **me("DRAW_CARDS_NEXT_TURN", 2)}), (2, {"d1": 20, **me("DRAW_CARDS_NEXT_TURN", 2)})),
    "PREPARED": ((0, {}), (0, {})),  # draws and discards as many
    "REFLEX": ((3, {"hand": 2}), (3, {"hand": 3})),
    "SERPENT_FORM": ((3, me("SERPENT_FORM", 4)), (3, me("SERPENT_FORM", 6))),
    "SHADOWMELD": ((1, me("SHADOWMELD", 1)), (0, me("SHADOWMELD", 1))),
    "SHADOW_STEP": ((1, {"hand": -2, **me("SHADOW_STEP", 1)}), (0, {"hand": -2, **me("SHADOW_STEP", 1)})),
    "SKEWER": ((3, {"d1": 24}), (3, {"d1": 33})),
    "SLICE": ((0, {"d1": 6}), (0, {"d1": 9})),
    "SNAKEBITE": ((2, foe("POISON", 7)), (2, foe("POISON", 10))),
    "SPEEDSTER": ((2, me("SPEEDSTER", 2)), (2, me("SPEEDSTER", 2))),
    "STORM_OF_STEEL": ((1, {"made": 2}), (1, {"made": 2})),
    "STRANGLE": ((1, {"d1": 8, **foe("STRANGLE", 2)}), (1, {"d1": 10, **foe("STRANGLE", 3)})),
    "STRIKE_SILENT": ((1, {"d1": 6}), (1, {"d1": 9})),
    "SUCKER_PUNCH": ((1, {"d1": 8, **foe("WEAK", 1)}), (1, {"d1": 10, **foe("WEAK", 2)})),
    "SUPPRESS": ((0, {"d1": 11, **foe("WEAK", 3)}), (0, {"d1": 17, **foe("WEAK", 5)})),
    "SURVIVOR": ((1, {"block": 8, "hand": -1}), (1, {"block": 11, "hand": -1})),
    "TACTICIAN": ((2, {}), (1, {})),  # costs 3, gives 1 or 2
    "THE_HUNT": ((1, {"d1": 10, "exhaust": X}), (1, {"d1": 15, "exhaust": X})),
    "TOOLS_OF_THE_TRADE": ((1, me("TOOLS_OF_THE_TRADE", 1)), (0, me("TOOLS_OF_THE_TRADE", 1))),
    "TRACKING": ((2, me("TRACKING", 2)), (1, me("TRACKING", 2))),
    "UNTOUCHABLE": ((2, {"block": 6}), (2, {"block": 9})),
    "UP_MY_SLEEVE": ((2, {"hand": 3, "made": 3}), (2, {"hand": 4, "made": 4})),
    "WELL_LAID_PLANS": ((1, me("WELL_LAID_PLANS", 1)), (1, me("WELL_LAID_PLANS", 2))),
    "WRAITH_FORM": (
        (3, {"me": {"INTANGIBLE": 2, "WRAITH_FORM": 1}}),
        (3, {"me": {"INTANGIBLE": 3, "WRAITH_FORM": 1}}),
    ),
}


@pytest.mark.parametrize("level", [0, 1])
@pytest.mark.parametrize("name", sorted(CARDS))
def test_a_silent_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = CARDS[name][level]
    assert cast(name + "+" * level, "SILENT") == {**change, **({"cost": cost} if cost else {})}


def test_the_table_has_every_single_player_silent_card() -> None:
    """88 cards: all in the table but those with random targets, Grand Finale (below) and Scare (effect unknown)."""
    pool = {d.id for d in load().cards.values() if d.pool == "SILENT" and not d.multiplayer_only}
    assert pool - set(CARDS) == {"BOUNCING_FLASK", "GRAND_FINALE", "RICOCHET", "SCARE"}
    assert all(d.behaves for d in load().cards.values() if d.pool == "SILENT")


@pytest.mark.parametrize(("name", "total"), [("BOUNCING_FLASK", 9), ("BOUNCING_FLASK+", 12)])
def test_bouncing_flask_poisons_random_enemies_by_three(name: str, total: int) -> None:
    """Three (upgraded four) times 3 Poison, wherever they land, for 2 energy."""
    found = cast(name, "SILENT")
    assert found.pop("e1", {"POISON": 0})["POISON"] + found.pop("e2", {"POISON": 0})["POISON"] == total
    assert found == {"cost": 2}


@pytest.mark.parametrize(("name", "total"), [("RICOCHET", 12), ("RICOCHET+", 15)])
def test_ricochet_hits_random_enemies_for_three_each(name: str, total: int) -> None:
    """Four (upgraded five) hits of 3."""
    found = cast(name, "SILENT")
    assert found.pop("d1", 0) + found.pop("d2", 0) == total
    assert found == {"cost": 2}


@pytest.mark.parametrize(("name", "damage", "cost"), [("POUNCE", 12, 2), ("POUNCE+", 18, 2), ("FOLLOW_THROUGH", 7, 1)])
def test_the_older_build_keeps_its_own_silent_numbers(name: str, damage: int, cost: int) -> None:
    """v0.103.2: Pounce 12/18; Follow Through hits once with fewer than five other cards in hand."""
    c = fight(name, character="SILENT", build="v0.103.2")
    play(c)
    assert (200 - c.enemies[0].hp, 3 - c.energy) == (damage, cost)

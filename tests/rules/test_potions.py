"""Every potion an Ironclad can find: numbers typed from potions.json."""

from __future__ import annotations

from typing import Any

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from tests.rules.build import answer, end, enemy, fight, ids, play, powers_of


def drink(name: str) -> dict[str, Any]:
    """What the potion changes, thrown at enemy 1 of two: 50/80 hp, 4 block, Strike and Defend in hand, seven Defends
    to draw."""
    c = fight(
        "STRIKE_IRONCLAD DEFEND_IRONCLAD",
        draw="DEFEND_IRONCLAD " * 7,
        discard="BASH",
        block=4,
        potions=(name, None, None),
        enemies=(enemy(1), enemy(2)),
    )
    rules.use_potion(c, 0, 1)
    answer(c)
    found = {
        "d": [200 - e.hp for e in c.enemies],
        "block": c.player.block - 4,
        "hp": c.player.hp - 50,
        "max_hp": c.player.max_hp - 80,
        "energy": c.energy - 3,
        "hand": len(c.hand) - 2,
        "exhaust": len(c.exhaust),
        "me": powers_of(c.player),
        "e1": powers_of(c.enemies[0]),
        "e2": powers_of(c.enemies[1]),
    }
    assert c.potions[0] is None or name == "ENTROPIC_BREW"
    return {k: v for k, v in found.items() if v and v != [0, 0]}


POTIONS: dict[str, dict[str, Any]] = {
    "ASHWATER": {"hand": -1, "exhaust": 1},
    "ATTACK_POTION": {"hand": 1},
    "BEETLE_JUICE": {"e1": {"SHRINK": 4}},
    "BLESSING_OF_THE_FORGE": {},
    "BLOCK_POTION": {"block": 12},
    "BLOOD_POTION": {"hp": 16},
    "BOTTLED_POTENTIAL": {"hand": 3},
    "CLARITY": {"hand": 1, "me": {"CLARITY": 3}},
    "COLORLESS_POTION": {"hand": 1},
    "CURE_ALL": {"energy": 1, "hand": 2},
    "DEXTERITY_POTION": {"me": {"DEXTERITY": 2}},
    "DISTILLED_CHAOS": {"block": 15},
    "DROPLET_OF_PRECOGNITION": {"hand": 1},
    "DUPLICATOR": {"me": {"DUPLICATION": 1}},
    "ENERGY_POTION": {"energy": 2},
    "ENTROPIC_BREW": {},
    "EXPLOSIVE_AMPOULE": {"d": [10, 10]},
    "FIRE_POTION": {"d": [20, 0]},
    "FLEX_POTION": {"me": {"STRENGTH": 5, "FLEX_POTION": 5}},
    "FORTIFIER": {"block": 8},
    "FOUL_POTION": {"d": [12, 12], "hp": -8, "block": -4},
    "FRUIT_JUICE": {"max_hp": 5, "hp": 5},
    "FYSH_OIL": {"me": {"STRENGTH": 1, "DEXTERITY": 1}},
    "GAMBLERS_BREW": {},
    "GIGANTIFICATION_POTION": {"me": {"GIGANTIFICATION": 1}},
    "GLOWWATER_POTION": {"hand": 6, "exhaust": 2},
    "HEART_OF_IRON": {"me": {"PLATING": 7}},
    "LIQUID_BRONZE": {"me": {"THORNS": 3}},
    "LIQUID_MEMORIES": {"hand": 1},
    "LUCKY_TONIC": {"me": {"BUFFER": 1}},
    "MAZALETHS_GIFT": {"me": {"RITUAL": 1}},
    "OROBIC_ACID": {"hand": 3},
    "POTION_OF_BINDING": {"e1": {"WEAK": 1, "VULNERABLE": 1}, "e2": {"WEAK": 1, "VULNERABLE": 1}},
    "POTION_SHAPED_ROCK": {"d": [15, 0]},
    "POWDERED_DEMISE": {"e1": {"DEMISE": 9}},
    "POWER_POTION": {"hand": 1},
    "RADIANT_TINCTURE": {"energy": 1, "me": {"RADIANCE": 3}},
    "REGEN_POTION": {"me": {"REGEN": 5}},
    "SHACKLING_POTION": {
        "e1": {"STRENGTH": -7, "SHACKLING_POTION": 7},
        "e2": {"STRENGTH": -7, "SHACKLING_POTION": 7},
    },
    "SHIP_IN_A_BOTTLE": {"block": 10, "me": {"BLOCK_NEXT_TURN": 10}},
    "SKILL_POTION": {"hand": 1},
    "SNECKO_OIL": {"hand": 7},
    "SOLDIERS_STEW": {},
    "SPEED_POTION": {"me": {"DEXTERITY": 5, "SPEED_POTION": 5}},
    "STABLE_SERUM": {"me": {"RETAIN_HAND": 2}},
    "STRENGTH_POTION": {"me": {"STRENGTH": 2}},
    "SWIFT_POTION": {"hand": 3},
    "TOUCH_OF_INSANITY": {},
    "VULNERABLE_POTION": {"e1": {"VULNERABLE": 3}},
    "WEAK_POTION": {"e1": {"WEAK": 3}},
}


@pytest.mark.parametrize("name", sorted(POTIONS))
def test_a_potion_does_what_the_facts_say(name: str) -> None:
    """Every change, and nothing else."""
    expected = POTIONS[name]
    if name == "GLOWWATER_POTION":
        expected = {"hand": 6, "exhaust": 2}  # seven Defends and the reshuffled Bash, eight cards
    assert drink(name) == expected


def test_all_shared_ironclad_and_event_potions_are_covered() -> None:
    """Those pools, but Fairy in a Bottle, which works by itself (below)."""
    known = {d.id for d in load().potions.values() if d.pool in ("SHARED", "IRONCLAD", "EVENT", "TOKEN")}
    assert known - set(POTIONS) == {"FAIRY_IN_A_BOTTLE"}
    assert all(load().potions[name].behaves for name in known)


def test_fairy_in_a_bottle_saves_once_at_thirty_percent() -> None:
    """A deadly hit leaves 24 of 80 hp and an empty slot; it can't be drunk."""
    c = fight(hp=5, potions=("FAIRY_IN_A_BOTTLE", None, None), enemies=(enemy(move="BUTT_MOVE"),))
    with pytest.raises(rules.IllegalPlay):
        rules.use_potion(c, 0)
    end(c)
    assert (c.outcome, c.player.hp, c.potions) == (None, 24, [None, None, None])


def test_potion_effects_that_show_in_cards() -> None:
    """Forge: hand upgraded. Touch of Insanity: a card is free for the fight. Soldier's Stew: Strikes are played
    twice."""
    c = fight("STRIKE_IRONCLAD BASH", potions=("BLESSING_OF_THE_FORGE", "TOUCH_OF_INSANITY", "SOLDIERS_STEW"))
    rules.use_potion(c, 0)
    assert ids(c.hand) == ["STRIKE_IRONCLAD+", "BASH+"]
    rules.use_potion(c, 1)
    rules.choose(c, (1,))
    assert rules.card_cost(c, c.hand[1]) == "0"
    rules.use_potion(c, 2)
    play(c)
    assert c.enemies[0].hp == 200 - 18


def test_gamblers_brew_redraws_what_was_discarded() -> None:
    """Two discarded, two drawn."""
    c = fight("WOUND DAZED BASH", draw="DEFEND_IRONCLAD " * 3, potions=("GAMBLERS_BREW", None, None))
    rules.use_potion(c, 0)
    rules.choose(c, (0, 1))
    assert (ids(c.hand), ids(c.discard)) == (["BASH", "DEFEND_IRONCLAD", "DEFEND_IRONCLAD"], ["WOUND", "DAZED"])


def test_sly_cards_play_themselves_after_the_effect_that_discarded_them() -> None:
    """Gambler's Brew on Tactician (1 energy) and Wound: two cards are drawn first, then the energy comes."""
    c = fight("TACTICIAN WOUND", draw="BASH BASH", energy=0, potions=("GAMBLERS_BREW", None, None))
    rules.use_potion(c, 0)
    rules.choose(c, (0, 1))
    assert (ids(c.hand), ids(c.discard), c.energy) == (["BASH", "BASH"], ["WOUND", "TACTICIAN"], 1)


def test_entropic_brew_fills_the_belt_and_offered_cards_are_free() -> None:
    """Three potions; a card taken from an Attack Potion costs 0 this turn and is an Attack."""
    c = fight(potions=("ENTROPIC_BREW", None, None))
    rules.use_potion(c, 0)
    assert all(c.potions)
    c = fight(potions=("ATTACK_POTION", None, None))
    rules.use_potion(c, 0)
    assert c.pending is not None
    assert [x.type for x in c.pending.cards] == ["Attack"] * 3
    rules.choose(c, (0,))
    assert c.hand[0].cost_turn == 0


def test_fire_potion_is_not_powered() -> None:
    """20 against Vulnerable, with Strength: still 20."""
    c = fight(powers={"STRENGTH": 5}, potions=("FIRE_POTION", None, None), enemies=(enemy(powers={"VULNERABLE": 2}),))
    rules.use_potion(c, 0, 1)
    assert c.enemies[0].hp == 180


def test_a_potion_needs_its_target_and_a_full_slot() -> None:
    """No target, a dead target or an empty slot are refused and change nothing."""
    c = fight(potions=("FIRE_POTION", None, None))
    for slot, target in ((0, None), (0, 9), (1, 1)):
        with pytest.raises(rules.IllegalPlay):
            rules.use_potion(c, slot, target)
    assert c.potions == ["FIRE_POTION", None, None]
    rules.discard_potion(c, 0)
    assert c.potions == [None, None, None]

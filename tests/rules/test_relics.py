"""Combat effects of relics, numbers typed from relics.json."""

from __future__ import annotations

from typing import Any

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.setup import CombatSetup, RelicSpec
from tests.rules.build import answer, cards, end, enemy, fight, play, powers_of

DECK = "DEFEND_IRONCLAD " * 12


def start(relic: str, counter: int = -1, deck: str = DECK, **more: Any) -> rules.Combat:
    """A fight against two Nibbits from its start with one relic, 50/80 hp."""
    setup = CombatSetup(
        deck=cards(deck),
        hp=50,
        max_hp=80,
        monsters=("NIBBIT", "NIBBIT"),
        relics=(RelicSpec(relic, counter),),
        gold=100,
        **more,
    )
    c = rules.start(setup)
    answer(c)
    return c


def opening(relic: str, counter: int = -1, **more: Any) -> dict[str, Any]:
    """What a relic changes by the first player decision."""
    c, plain = start(relic, counter, **more), start("BURNING_BLOOD", **more)
    found: dict[str, Any] = {
        "block": c.player.block,
        "hp": c.player.hp - 50,
        "energy": c.energy - 3,
        "hand": len(c.hand) - 5,
        "me": powers_of(c.player),
        "e": powers_of(c.enemies[0]),
        "d": plain.enemies[0].hp - c.enemies[0].hp,
    }
    return {k: v for k, v in found.items() if v}


@pytest.mark.parametrize(
    ("relic", "expected"),
    [
        ("AKABEKO", {"me": {"VIGOR": 8}}),
        ("ANCHOR", {"block": 10}),
        ("FAKE_ANCHOR", {"block": 4}),
        ("BAG_OF_MARBLES", {"e": {"VULNERABLE": 1}}),
        ("RED_MASK", {"e": {"WEAK": 1}}),
        ("BAG_OF_PREPARATION", {"hand": 2}),
        ("BIG_MUSHROOM", {"hand": -2}),
        ("BELT_BUCKLE", {"me": {"DEXTERITY": 2}}),
        ("BLESSED_ANTLER", {"energy": 1}),
        ("BLOOD_SOAKED_ROSE", {"energy": 1}),
        ("BLOOD_VIAL", {"hp": 2}),
        ("FAKE_BLOOD_VIAL", {"hp": 1}),
        ("BREAD", {"energy": -2}),
        ("BRIMSTONE", {"me": {"STRENGTH": 2}, "e": {"STRENGTH": 1}}),
        ("BRONZE_SCALES", {"me": {"THORNS": 3}}),
        ("CROSSBOW", {"hand": 1}),
        ("ECTOPLASM", {"energy": 1}),
        ("FAKE_SNECKO_EYE", {"me": {"CONFUSED": 1}}),
        ("FESTIVE_POPPER", {"d": 9}),
        ("FIDDLE", {"hand": 2}),
        ("GORGET", {"me": {"PLATING": 4}}),
        ("LANTERN", {"energy": 1}),
        ("MERCURY_HOURGLASS", {"d": 3}),
        ("MR_STRUGGLES", {"d": 1}),
        ("ODDLY_SMOOTH_STONE", {"me": {"DEXTERITY": 1}}),
        ("PAELS_BLOOD", {"hand": 1}),
        ("PHILOSOPHERS_STONE", {"energy": 1, "e": {"STRENGTH": 1}}),
        ("PRISMATIC_GEM", {"energy": 1}),
        ("RADIANT_PEARL", {"hand": 1}),
        ("RING_OF_THE_DRAKE", {"hand": 2}),
        ("ROYAL_POISON", {"hp": -4}),
        ("SAI", {"block": 7}),
        ("SEAL_OF_GOLD", {"energy": 1}),
        ("SNECKO_EYE", {"hand": 2, "me": {"CONFUSED": 1}}),
        ("SOZU", {"energy": 1}),
        ("SPIKED_GAUNTLETS", {"energy": 1}),
        ("SWORD_OF_JADE", {"me": {"STRENGTH": 3}}),
        ("TOASTY_MITTENS", {"me": {"STRENGTH": 1}}),
        ("TOOLBOX", {"hand": 1}),
        ("VAJRA", {"me": {"STRENGTH": 1}}),
        ("VELVET_CHOKER", {"energy": 1}),
        ("VERY_HOT_COCOA", {"energy": 4}),
        ("VEXING_PUZZLEBOX", {"hand": 1}),
        ("CHOICES_PARADOX", {"hand": 1}),
    ],
)
def test_what_a_relic_does_at_the_start_of_a_fight(relic: str, expected: dict[str, Any]) -> None:
    """Everything it changes by the first decision."""
    assert opening(relic) == expected


@pytest.mark.parametrize(
    ("relic", "counter", "expected"),
    [
        ("GIRYA", 2, {"me": {"STRENGTH": 2}}),
        ("GIRYA", 0, {}),
        ("EMBER_TEA", 3, {"me": {"STRENGTH": 2}}),
        ("EMBER_TEA", 0, {}),
        ("VENERABLE_TEA_SET", 1, {"energy": 2}),
        ("FAKE_VENERABLE_TEA_SET", 1, {"energy": 1}),
        ("PUMPKIN_CANDLE", 5, {"energy": 1}),
        ("PUMPKIN_CANDLE", 0, {}),
        ("HAPPY_FLOWER", 2, {"energy": 1}),
        ("PENDULUM", 2, {"hand": 1}),
        ("POLLINOUS_CORE", 3, {"hand": 2}),
    ],
)
def test_a_relic_with_a_counter_at_the_start_of_a_fight(relic: str, counter: int, expected: dict[str, Any]) -> None:
    """Charges, lifts and turn counts decide."""
    assert opening(relic, counter) == expected


@pytest.mark.parametrize(
    ("relic", "room", "expected"),
    [
        ("BOOMING_CONCH", "elite", {"hand": 2, "energy": 1}),
        ("BOOMING_CONCH", "monster", {}),
        ("SLING_OF_COURAGE", "elite", {"me": {"STRENGTH": 2}}),
        ("PANTOGRAPH", "boss", {"hp": 25}),
        ("PANTOGRAPH", "elite", {}),
    ],
)
def test_relics_that_ask_for_a_room(relic: str, room: str, expected: dict[str, Any]) -> None:
    """Elite and boss relics."""
    assert opening(relic, room=room) == expected


@pytest.mark.parametrize(
    ("relic", "round", "expected"),
    [
        ("HORN_CLEAT", 2, 14),
        ("CAPTAINS_WHEEL", 3, 18),
        ("HORN_CLEAT", 3, 0),
    ],
)
def test_block_relics_come_in_their_round(relic: str, round: int, expected: int) -> None:
    """After the block clear of that round."""
    c = fight(relics=(relic,), round=round - 1, enemies=(enemy(move="HISS_MOVE"),))
    end(c)
    assert c.player.block == expected


@pytest.mark.parametrize(
    ("relic", "round", "expected"),
    [("CANDELABRA", 2, 2), ("CHANDELIER", 3, 3), ("PAELS_FLESH", 3, 1), ("PAELS_FLESH", 2, 0), ("BREAD", 2, 1)],
)
def test_energy_relics_come_in_their_round(relic: str, round: int, expected: int) -> None:
    """Extra energy of that round's start."""
    c = fight(relics=(relic,), round=round - 1)
    end(c)
    assert c.energy - 3 == expected


@pytest.mark.parametrize(
    ("relic", "played", "expected"),
    [
        ("KUNAI", "STRIKE_IRONCLAD " * 3, {"me": {"DEXTERITY": 1}}),
        ("SHURIKEN", "STRIKE_IRONCLAD " * 3, {"me": {"STRENGTH": 1}}),
        ("SHURIKEN", "STRIKE_IRONCLAD " * 2 + "DEFEND_IRONCLAD", {}),
        ("ORNAMENTAL_FAN", "STRIKE_IRONCLAD " * 3, {"block": 4}),
        ("KUSARIGAMA", "STRIKE_IRONCLAD " * 3, {"d": 6}),
        ("LETTER_OPENER", "SLIMED FINESSE FINESSE FINESSE", {"d": 5}),
        ("DAUGHTER_OF_THE_WIND", "STRIKE_IRONCLAD " * 2, {"block": 2}),
        ("LOST_WISP", "INFLAME", {"d": 8}),
        ("PERMAFROST", "INFLAME INFLAME", {"block": 7}),
        ("GAME_PIECE", "INFLAME", {"hand": 1}),
        ("IRON_CLUB", "STRIKE_IRONCLAD " * 4, {"hand": 1}),
        ("RAINBOW_RING", "STRIKE_IRONCLAD DEFEND_IRONCLAD INFLAME", {"me": {"STRENGTH": 1, "DEXTERITY": 1}}),
        ("MUSIC_BOX", "STRIKE_IRONCLAD", {"hand": 1}),
        ("STRIKE_DUMMY", "STRIKE_IRONCLAD", {"d": 3}),
        ("FAKE_STRIKE_DUMMY", "STRIKE_IRONCLAD", {"d": 1}),
        ("MINIATURE_CANNON", "BASH+", {"d": 3}),
        ("MINIATURE_CANNON", "BASH", {}),
        ("THROWING_AXE", "STRIKE_IRONCLAD STRIKE_IRONCLAD", {"d": 6}),
        ("INTIMIDATING_HELMET", "BASH STRIKE_IRONCLAD", {"block": 4}),
        ("VAMBRACE", "DEFEND_IRONCLAD DEFEND_IRONCLAD", {"block": 5}),
        ("RUINED_HELMET", "INFLAME INFLAME", {"me": {"STRENGTH": 2}}),
        ("CHARONS_ASHES", "PRODUCTION", {"d": 3}),
        ("FORGOTTEN_SOUL", "PRODUCTION", {"d": 1}),
        ("CENTENNIAL_PUZZLE", "BLOODLETTING BLOODLETTING", {"hand": 3}),
        ("BRILLIANT_SCARF", "STRIKE_IRONCLAD " * 5, {"energy": 1}),
        ("TUNGSTEN_ROD", "BLOODLETTING", {"hp": 1}),
        ("BEATING_REMNANT", "BLOODLETTING", {}),
        ("DEMON_TONGUE", "BLOODLETTING BLOODLETTING", {"hp": 3}),
        ("PAPER_PHROG", "BASH STRIKE_IRONCLAD", {"d": 1}),
        ("UNSETTLING_LAMP", "UPPERCUT", {"e": {"WEAK": 1, "VULNERABLE": 1}}),
    ],
)
def test_what_a_relic_adds_to_played_cards(relic: str, played: str, expected: dict[str, Any]) -> None:
    """The difference to the same cards with a relic that does nothing."""

    def outcome(name: str) -> dict[str, Any]:
        c = fight(played, draw="WOUND " * 8, energy=9, relics=(name,))
        for card in played.split():
            play(c, card.rstrip("+"))
        return {
            "d": 200 - c.enemies[0].hp,
            "block": c.player.block,
            "hp": c.player.hp,
            "energy": c.energy,
            "hand": len(c.hand),
            "me": powers_of(c.player),
            "e": powers_of(c.enemies[0]),
        }

    with_it, without = outcome(relic), outcome("BURNING_BLOOD")
    found = {}
    for key, value in with_it.items():
        if key in ("me", "e"):
            names = {*value, *without[key]}
            change = {n: value.get(n, 0) - without[key].get(n, 0) for n in names}
            found[key] = {n: v for n, v in change.items() if v}
        else:
            found[key] = value - without[key]
    assert {k: v for k, v in found.items() if v} == expected


@pytest.mark.parametrize(
    ("relic", "hand", "block", "expected"),
    [
        ("ORICHALCUM", "", 0, {"block": 6}),
        ("ORICHALCUM", "", 1, {}),
        ("FAKE_ORICHALCUM", "", 0, {"block": 3}),
        ("CLOAK_CLASP", "WOUND WOUND", 0, {"block": 2}),
        ("RIPPLE_BASIN", "", 0, {"block": 4}),
        ("SCREAMING_FLAGON", "", 0, {"d": 20}),
        ("SCREAMING_FLAGON", "WOUND", 0, {}),
        ("PARRYING_SHIELD", "", 10, {"d": 6}),
        ("PARRYING_SHIELD", "", 9, {}),
        ("DIAMOND_DIADEM", "", 0, {"saved": 6}),
    ],
)
def test_what_a_relic_does_at_the_end_of_a_turn(relic: str, hand: str, block: int, expected: dict[str, Any]) -> None:
    """Against a 12 damage attack: block gained shows as hp saved."""
    c = fight(hand, block=block, relics=(relic,), enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    saved = (c.player.hp - 50) + max(0, 12 - block)
    found = {"d": 200 - c.enemies[0].hp, "block" if "block" in expected else "saved": saved}
    assert {k: v for k, v in found.items() if v} == expected

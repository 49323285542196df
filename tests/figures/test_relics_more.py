"""Relics outside fights and what fights bring with them: numbers by hand from the relic facts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sts2fsm.content import load
from sts2fsm.embedded.run import Run
from sts2fsm.embedded.taking import gain_relic
from tests.embedded.desk import Desk, at
from tests.embedded.test_ancients import taken
from tests.rules.test_relics import opening


def run_of(desk: Desk) -> Run:
    return desk.game.world.live_run


def figures(desk: Desk) -> dict[str, Any]:
    """What a pickup may change, against 50 of 80 hp, 249 gold, a starting deck and relic, three empty slots."""
    run = run_of(desk)
    return {
        "hp": run.hp - 50,
        "max_hp": run.max_hp - 80,
        "gold": run.gold - 249,
        "deck": len(run.deck) - 10,
        "upgrades": sum(card.upgrades for card in run.deck),
        "enchanted": dict(Counter(card.enchantment for card in run.deck if card.enchantment)),
        "relics": len(run.relics) - 3,
        "slots": len(run.potions) - 3,
    }


PICKUPS: dict[str, dict[str, Any]] = {
    "ARCANE_SCROLL": {"deck": 1},
    "BEAUTIFUL_BRACELET": {"enchanted": {("SWIFT", 3): 3}},
    "CIRCLET": {},
    "CURSED_PEARL": {"deck": 1, "gold": 333},
    "DOLLYS_MIRROR": {"deck": 1},
    "ELECTRIC_SHRYMP": {"enchanted": {("IMBUED", 1): 1}},
    "FAKE_LEES_WAFFLE": {"hp": 8},
    "FAKE_MANGO": {"hp": 3, "max_hp": 3},
    "FAKE_MERCHANTS_RUG": {},
    "GNARLED_HAMMER": {"enchanted": {("SHARP", 3): 3}},
    "GOLDEN_PEARL": {"gold": 150},
    "KIFUDA": {"enchanted": {("ADROIT", 3): 3}},
    "LARGE_CAPSULE": {"deck": 2, "relics": 2},
    "LEAFY_POULTICE": {"max_hp": -12},
    "LEES_WAFFLE": {"hp": 37, "max_hp": 7},
    "MANGO": {"hp": 14, "max_hp": 14},
    "MASSIVE_SCROLL": {},
    "NEOWS_TORMENT": {"deck": 1},
    "OLD_COIN": {"gold": 300},
    "PAELS_GROWTH": {"enchanted": {("CLONE", 4): 1}},
    "PEAR": {"hp": 10, "max_hp": 10},
    "POTION_BELT": {"slots": 2},
    "PRECARIOUS_SHEARS": {"deck": -2, "hp": -16},
    "PUNCH_DAGGER": {"enchanted": {("MOMENTUM", 5): 1}},
    "ROYAL_STAMP": {"enchanted": {("ROYALLY_APPROVED", 1): 1}},
    "SILKEN_TRESS": {"gold": -249},
    "SMALL_CAPSULE": {"relics": 1},
    "STRAWBERRY": {"hp": 7, "max_hp": 7},
    "TRI_BOOMERANG": {"enchanted": {("INSTINCT", 1): 3}},
    "WAR_PAINT": {"upgrades": 2},
    "WHETSTONE": {"upgrades": 2},
    "WONGO_CUSTOMER_APPRECIATION_BADGE": {},
}


@pytest.mark.parametrize("relic", sorted(PICKUPS))
def test_a_relic_gives_this_when_taken(relic: str) -> None:
    """Everything named, and nothing else; random relics of capsules may bring more of other things."""
    found = figures(taken(relic))
    wanted = {**dict.fromkeys(found, 0), "enchanted": {}, **PICKUPS[relic]}
    if "CAPSULE" in relic:
        assert (found["deck"], found["relics"]) == (wanted["deck"], wanted["relics"])
    else:
        assert found == wanted


@pytest.mark.parametrize(
    "relic", ["CIRCLET", "FAKE_MERCHANTS_RUG", "MASSIVE_SCROLL", "WONGO_CUSTOMER_APPRECIATION_BADGE"]
)
def test_a_relic_without_an_effect_changes_no_fight(relic: str) -> None:
    """Facts: no rules (the Scroll: for several players)."""
    assert opening(relic) == {}


def test_random_cards_of_pickups_are_of_their_kind() -> None:
    """Arcane Scroll a Rare of the character, Neow's Torment its Fury, the pearl Greed, Neow's Bones a curse and two of
    Neow's relics."""
    cards = load().cards
    assert cards[run_of(taken("ARCANE_SCROLL")).deck[-1].id].rarity == "Rare"
    assert run_of(taken("NEOWS_TORMENT")).deck[-1].id == "NEOWS_FURY"
    assert run_of(taken("CURSED_PEARL")).deck[-1].id == "GREED"
    run = run_of(taken("NEOWS_BONES", answer=20))
    assert sum(cards[card.id].pool == "CURSE" for card in run.deck) >= 1
    neow = run.tables.neow
    offered = {*neow["positive"]["v0.107.1"], *(relic for pair in neow["one_of_pairs"] for relic in pair)}
    assert [relic.id in offered for relic in run.relics[3:5]] == [True, True]


@pytest.mark.parametrize(
    ("relic", "kinds"),
    [
        ("CAULDRON", ["potion"] * 5),
        ("ORRERY", ["card"] * 5),
        ("LOST_COFFER", ["card", "potion"]),
        ("KALEIDOSCOPE", ["card", "card"]),
    ],
)
def test_a_relic_opens_rewards_when_taken(relic: str, kinds: list[str]) -> None:
    """So many buttons of each kind; Kaleidoscope's cards are other characters'."""
    desk = at("rest_site")
    gain_relic(desk.game.world, relic)
    assert [item["type"] for item in desk.wait()["rewards"]["items"]] == kinds
    if relic == "KALEIDOSCOPE":
        pools = {load().cards[card.id].pool for item in desk.game.world.screens[-1].items for card in item.cards}  # type: ignore[attr-defined]
        assert pools <= {"SILENT", "DEFECT", "REGENT", "NECROBINDER"}


def test_glass_eye_offers_five_rewards_from_common_to_rare() -> None:
    """Two Common, two Uncommon, one Rare, three cards each."""
    desk = at("rest_site")
    gain_relic(desk.game.world, "GLASS_EYE")
    seen = []
    for _ in range(40):
        state = desk.wait()
        if state["state_type"] == "rewards":
            desk.ok("claim_reward", index=0)
        elif state["state_type"] == "card_reward":
            cards = state["card_reward"]["cards"]
            seen.append((len(cards), cards[0]["rarity"]))
            desk.ok("select_card_reward", card_index=0)
        else:
            break
    assert seen == [(3, "Common")] * 2 + [(3, "Uncommon")] * 2 + [(3, "Rare")]


def test_claws_turn_up_to_six_cards_into_maul() -> None:
    """Six picked of the deck; their upgrades are kept."""
    desk = at("rest_site")
    run = run_of(desk)
    run.deck[0].upgrades = 1
    gain_relic(desk.game.world, "CLAWS")
    for index in range(10):
        state = desk.wait()
        if state["state_type"] != "card_select":
            break
        if state["card_select"]["can_confirm"] and index >= 6:
            desk.ok("confirm_selection")
        elif not state["card_select"]["preview_showing"]:
            desk.ok("select_card", index=index)
    desk.wait()
    mauls = [card for card in run.deck if card.id == "MAUL"]
    assert (len(mauls), len(run.deck), sum(card.upgrades for card in mauls)) == (6, 10, 1)


def test_sea_glass_shows_fifteen_and_scroll_boxes_two_packs_of_three() -> None:
    """Of the named character; Common, Common, Uncommon in a pack."""
    desk = at("rest_site")
    gain_relic(desk.game.world, "SEA_GLASS", shown="SILENT")
    cards = desk.wait()["card_select"]["cards"]
    assert len(cards) == 15
    assert {load().cards[card["id"]].pool for card in cards} == {"SILENT"}
    desk = at("rest_site")
    gain_relic(desk.game.world, "SCROLL_BOXES")
    bundles = desk.wait()["bundle_select"]["bundles"]
    assert [[card["rarity"] for card in bundle["cards"]] for bundle in bundles] == [
        ["Common", "Common", "Uncommon"]
    ] * 2

"""What relics do to the rewards of fights: numbers by hand from the relic facts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sts2fsm.content import load
from sts2fsm.embedded import aftermath, offers, relics_after
from sts2fsm.embedded.run import Run
from sts2fsm.embedded.run_cards import DeckCard
from sts2fsm.rules.setup import CombatResult
from tests.embedded.desk import Desk, at


def run_of(desk: Desk) -> Run:
    return desk.game.world.live_run


def rewards(kind: str, *relics: str, seed: int = 1, hurt: int = 0, fights: int = 1) -> list[Any]:
    """The rewards of the last of some won fights of a kind, hp lost in each as said."""
    desk = at("monster:NIBBITS_WEAK", *[f"relic:{relic}" for relic in relics], seed=seed)
    room, run = desk.game.world.room, run_of(desk)
    room.kind = kind
    for _ in range(fights):
        run.history.here.counts["damage_taken"] = hurt
        result = CombatResult("won", run.hp, run.max_hp, tuple(run.potions), (), 0, (), (), 1, ("NIBBIT",), ())
        items = aftermath._items(room, result)
    assert items is not None
    return items


def count(items: list[Any], kind: str) -> int:
    return sum(item.type == kind for item in items)


def test_gold_of_fights_with_the_aubergine() -> None:
    """15 more than the same fight without it."""
    for kind in ("monster", "elite"):
        plain, more = (rewards(kind, *relics)[0].amount for relics in ((), ("AMETHYST_AUBERGINE",)))
        assert more - plain == 15


@pytest.mark.parametrize(
    ("relic", "kind", "relics", "cards"),
    [
        ("BURNING_BLOOD", "elite", 1, 1),
        ("BLACK_STAR", "elite", 2, 1),
        ("BLACK_STAR", "monster", 0, 1),
        ("WHITE_STAR", "elite", 1, 2),
        ("WHITE_STAR", "monster", 0, 1),
        ("PRAYER_WHEEL", "monster", 0, 2),
    ],
)
def test_how_many_relics_and_cards_a_fight_pays(relic: str, kind: str, relics: int, cards: int) -> None:
    """Elites pay one relic, two with the Black Star; the White Star adds a card reward there, of Rares."""
    items = rewards(kind, relic)
    assert (count(items, "relic"), count(items, "card")) == (relics, cards)
    if relic == "WHITE_STAR" and kind == "elite":
        assert {load().cards[card.id].rarity for card in items[-1].cards} == {"Rare"}


def test_the_mystery_ticket_pays_three_relics_with_the_fifth_fight_once() -> None:
    """None with the fourth and the sixth."""
    for fights, relics in ((4, 0), (5, 3), (6, 0)):
        assert count(rewards("monster", "WONGOS_MYSTERY_TICKET", fights=fights), "relic") == relics


def test_lasting_candy_adds_a_power_to_every_second_card_reward() -> None:
    """Four cards then, the last one a Power; three before."""
    for fights, cards in ((1, 3), (2, 4), (3, 3), (4, 4)):
        found = rewards("monster", "LASTING_CANDY", fights=fights)[-1].cards
        assert len(found) == cards
        assert cards == 3 or load().cards[found[-1].id].type == "Power"


def test_lava_lamp_upgrades_what_an_unhurt_fight_offers() -> None:
    """All three cards; none after a hit."""
    for hurt, upgrades in ((0, 3), (5, 0)):
        assert sum(card.upgrades for card in rewards("monster", "LAVA_LAMP", hurt=hurt)[-1].cards) == upgrades


def test_dingy_rug_mixes_colorless_cards_into_rewards() -> None:
    """Over 15 fights some, but never all of the cards."""
    found = [card for seed in range(1, 16) for card in rewards("monster", "DINGY_RUG", seed=seed)[-1].cards]
    pools = Counter(load().cards[card.id].pool for card in found)
    assert 0 < pools["COLORLESS"] < pools["IRONCLAD"]


@pytest.mark.parametrize(
    ("relic", "enchantments"),
    [
        ("GLITTER", [("GLAM", 1)] * 4),
        ("SILKEN_TRESS", [("GLAM", 1)] * 4),
        ("WING_CHARM", [("SWIFT", 1)]),
        ("FRESNEL_LENS", [("NIMBLE", 2)]),
    ],
)
def test_what_relics_put_on_offered_cards(relic: str, enchantments: list[tuple[str, int]]) -> None:
    """On all four (the Charm on one, the Lens on the one that gains block); Silken Tress on the first reward only."""
    run = run_of(at("rest_site", f"relic:{relic}"))
    for first in (True, False):
        cards = [DeckCard(name) for name in ("BASH", "ANGER", "SHRUG_IT_OFF", "INFLAME")]
        offers.dress_reward(run, cards)
        found = [card.enchantment for card in cards if card.enchantment]
        assert found == (enchantments if first or relic != "SILKEN_TRESS" else [])


@pytest.mark.parametrize(
    ("relic", "better"), [("FROZEN_EGG", "INFLAME"), ("MOLTEN_EGG", "ANGER"), ("TOXIC_EGG", "SHRUG_IT_OFF")]
)
def test_eggs_upgrade_offered_cards_of_their_type(relic: str, better: str) -> None:
    """Powers, Attacks, Skills."""
    run = run_of(at("rest_site", f"relic:{relic}"))
    cards = [DeckCard(name) for name in ("ANGER", "SHRUG_IT_OFF", "INFLAME")]
    offers.dress_reward(run, cards)
    assert [card.id for card in cards if card.upgrades] == [better]


def test_silver_crucible_upgrades_three_rewards() -> None:
    """The fourth is plain."""
    run = run_of(at("rest_site", "relic:SILVER_CRUCIBLE"))
    found = []
    for _ in range(4):
        cards = [DeckCard("ANGER")]
        offers.dress_reward(run, cards)
        found.append(cards[0].upgrades)
    assert found == [1, 1, 1, 0]


def test_elites_sharpen_the_hammer_and_the_sword() -> None:
    """War Hammer upgrades four cards after each elite; the Sword of Stone is of Jade after the fifth."""
    run = run_of(at("rest_site", "relic:WAR_HAMMER", "relic:SWORD_OF_STONE"))
    relics_after.won(run, "monster")
    assert sum(card.upgrades for card in run.deck) == 0
    relics_after.won(run, "elite")
    assert sum(card.upgrades for card in run.deck) == 4
    for held in (True, True, True, False):
        relics_after.won(run, "elite")
        assert (run.relic("SWORD_OF_STONE") is not None, run.relic("SWORD_OF_JADE") is None) == (held, held)


def test_the_fishing_rod_upgrades_a_card_with_every_third_fight() -> None:
    """Ordinary fights count, elites don't."""
    run = run_of(at("rest_site", "relic:FISHING_ROD"))
    upgrades = []
    for kind in ("monster", "elite", "monster", "monster", "monster", "monster", "monster"):
        relics_after.won(run, kind)
        upgrades.append(sum(card.upgrades for card in run.deck))
    assert upgrades == [0, 0, 0, 1, 1, 1, 2]

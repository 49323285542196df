"""What the known deck changes: the worth of cards that come, of a card that goes, of an upgrade."""

from __future__ import annotations

import pytest

from handlers.worth import CardsPolicy, worst_held
from sts2fsm.facts.deck import deck_facts
from sts2fsm.facts.ledger import Deck, Held
from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, parts, pinned, settled

STRIKE, DEFEND, BASH = Held("STRIKE_IRONCLAD"), Held("DEFEND_IRONCLAD"), Held("BASH")


def test_a_second_copy_and_a_large_deck_make_a_card_worth_less() -> None:
    """0.75 less per copy held, 0.25 less per card beyond 20; nothing is said of a deck that nobody knows."""
    page = "card_reward-three-cards"
    plain = at(page)
    assert isinstance(plain.action, w.SelectCardReward)
    offer = edited(page).card_reward
    assert offer is not None
    best = Held(offer.cards[plain.action.card_index].id)
    assert {"deck size", "copies"}.isdisjoint(parts(plain))
    assert {"deck size", "copies"}.isdisjoint(parts(at(page, settled(ledger=Deck(cards=[STRIKE] * 20)))))
    full = at(page, settled(ledger=Deck(cards=[best, best, *[STRIKE] * 24])))
    if full.action == plain.action:
        assert parts(full)["copies"] == pytest.approx(-1.5)
    assert parts(full)["deck size"] == pytest.approx(-1.5)


def test_a_deck_that_has_grown_large_takes_no_more_cards() -> None:
    """100 cards: 20 less for each card offered."""
    assert at("card_reward-three-cards", settled(ledger=Deck(cards=[STRIKE] * 100))).action == w.SkipCardReward()


def test_a_removal_is_worth_what_the_worst_card_is_worse_than_a_usual_one() -> None:
    """A curse at -16 makes it worth 18 more, a deck of Bash at 12 makes it worth 10 less; Ascender's Bane cannot go."""
    goods = [{"index": 0, "category": "card_removal", "price": 75, "is_stocked": True, "can_afford": True}]
    shop = edited("shop-potions-full-belt", shop__items=goods)
    cards: CardsPolicy = pinned().policies.section(CardsPolicy)
    for held, worst in ((Held("STRIKE_IRONCLAD"), 2.0), (Held("INJURY"), 4.0 - 20.0)):
        deck = Deck(cards=(held, Held("ASCENDERS_BANE"), BASH))
        assert worst_held(deck_facts(deck), cards) == worst
        made = at(shop, settled(ledger=deck))
        assert made.action == w.ShopPurchase(0)
        assert parts(made).get("worst card", 0.0) == pytest.approx(2.0 - worst)
    assert at(shop, settled(ledger=Deck(cards=[BASH] * 5))).action == w.Proceed()
    assert worst_held(deck_facts(Deck(cards=(Held("ASCENDERS_BANE"),))), cards) is None


def test_smithing_is_worth_what_the_best_upgrade_gains() -> None:
    """Bash gains 9, one more than usual; a deck whose cards are all upgraded gains nothing, and resting is better."""
    page = edited("rest_site-hurt-with-heal-and-smith", player__hp=79)
    smith = at(page, settled(ledger=Deck(cards=(STRIKE, BASH))))
    assert parts(smith) == {"option": 40.0, "best upgrade": pytest.approx(1.0)}
    spent = at(page, settled(ledger=Deck(cards=(Held("BASH", True),))))
    assert parts(spent) == {"option": 40.0, "best upgrade": -8.0}

"""Shops: what is worth its gold, and out again."""

from __future__ import annotations

import pytest

from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, parts, settled

RICH = "shop-rich"


def test_buys_what_is_worth_most_for_its_gold() -> None:
    """Shrug It Off, 18, on sale for 24: 18 + 2 - 2.4, and half a point for its place. Inflame would be 21 - 8."""
    made = at(RICH)
    assert made.action == w.ShopPurchase(1)
    assert parts(made) == pytest.approx({"card": 18.0, "place": -0.5, "price": -2.4, "sale": 2.0})


def test_sold_out_entries_are_passed_over() -> None:
    """The entry keeps its index and is not stocked."""
    made = at(edited(RICH, shop__items__1__is_stocked=False))
    assert made.action != w.ShopPurchase(1) and isinstance(made.action, w.ShopPurchase)


def test_leaves_what_cannot_be_paid() -> None:
    """30 gold: only the sale is within reach; without it there is nothing."""
    assert at("shop-poor").action == w.ShopPurchase(1)
    assert at(edited("shop-poor", shop__items__1__can_afford=False)).action == w.Proceed()


def test_no_potion_with_a_full_belt() -> None:
    """The mod takes the request and no gold: the purchase would do nothing."""
    assert at("shop-potions-full-belt").action == w.Proceed()
    free = edited("shop-potions-full-belt", player__max_potion_slots=3)
    assert at(free).action == w.ShopPurchase(0)


def test_a_removal_that_was_cancelled_is_not_bought_again() -> None:
    """It was let go in this room."""
    only = edited(
        "shop-potions-full-belt",
        shop__items=[{"index": 0, "category": "card_removal", "price": 75, "is_stocked": True, "can_afford": True}],
    )
    made = at(only)
    assert made.action == w.ShopPurchase(0)
    assert parts(made) == pytest.approx({"removal": 14.0, "price": -7.5})
    assert at(only, settled(let_go=("shop_purchase(index=0)",))).action == w.Proceed()


def test_leaves_although_the_shop_says_it_cannot_be_left() -> None:
    """An open inventory says can_proceed false, and proceed closes it first."""
    assert at("shop-potions-full-belt").action == w.Proceed()


def test_waits_for_goods_that_are_not_laid_out() -> None:
    """Neither a purchase nor the door is legal before."""
    assert at("shop-not-ready").action is None

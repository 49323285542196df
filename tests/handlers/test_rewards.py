"""Rewards: right to left, room for a better potion, and nothing twice."""

from __future__ import annotations

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, settled

FULL = "rewards-potion-full-belt"


def test_claims_right_to_left() -> None:
    """The rightmost claim renumbers nothing to its left."""
    assert at("rewards-gold-potion-card").action == w.ClaimReward(2)
    assert at("rewards-two-cards").action == w.ClaimReward(1)


def test_discards_the_weakest_potion_for_a_better_one() -> None:
    """The belt holds a Block Potion (20) in slot 0 and a Swift Potion (16) in slot 1; a Fire Potion (22) is offered."""
    made = at(FULL)
    assert (made.action, made.because) == (w.DiscardPotion(1), "make room for a better potion")


def test_a_potion_that_is_no_better_is_left() -> None:
    """A potion of no name is worth 10, less than what the belt holds: the card is claimed, then we leave."""
    plain = edited(FULL, rewards__items__0__potion_id="NO_SUCH_POTION")
    assert at(plain).action == w.ClaimReward(1)
    only = edited(FULL, rewards__items=[{"index": 0, "type": "potion", "description": "P", "potion_id": "NONE"}])
    assert at(only).action == w.Proceed()


def test_a_potion_is_claimed_when_a_slot_is_free() -> None:
    """Three slots and two potions: nothing is thrown away."""
    roomy = edited(FULL, player__max_potion_slots=3, rewards__items__1__type="gold")
    assert at(roomy).action == w.ClaimReward(1)
    last = edited(
        FULL,
        player__max_potion_slots=3,
        rewards__items=[{"index": 0, "type": "potion", "description": "P", "potion_id": "FIRE_POTION"}],
    )
    assert at(last).action == w.ClaimReward(0)


def test_a_card_that_was_skipped_is_not_opened_again() -> None:
    """The screen keeps its entry; of two that look alike the other one is still opened."""
    skipped = settled(let_go=("claim_reward card A card for the deck None",))
    assert at("rewards-two-cards", skipped).action == w.ClaimReward(0)
    both = settled(let_go=("claim_reward card A card for the deck None",) * 2)
    assert at("rewards-two-cards", both).action == w.Proceed()


def test_what_is_not_on_the_list_of_wanted_types_is_left() -> None:
    """A type of a later version is no reason to click it."""
    new = edited("rewards-special", rewards__items=[{"index": 0, "type": "brand_new", "description": "?"}])
    assert at(new).action == w.Proceed()


def test_does_not_proceed_before_it_can() -> None:
    """The door is not open yet."""
    made = at(edited("rewards-emptied", rewards__can_proceed=False))
    assert made.wait is not None


def test_after_a_card_claim_it_waits_for_the_cards() -> None:
    """The entry is gone and the overlay not there yet: half a second later it still waits, then it leaves."""
    claimed = (("page", "claim_reward card A card for the deck None"),)
    state = State.REWARDS_REINDEXED
    assert at("rewards-emptied", settled(0.5, recent=claimed), state).wait is not None
    assert at("rewards-emptied", settled(9.0, recent=claimed), state).action == w.Proceed()

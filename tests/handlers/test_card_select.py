"""Card grids and choices: what is picked for which purpose, and when it is confirmed."""

from __future__ import annotations

from handlers.card_select import PICK, CardSelectPolicy
from sts2fsm.states import State
from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, moment, parts, settled, worn

UPGRADE, REMOVE, TWO = "card_select-upgrade-choosing", "card_select-remove", "card_select-transform-choosing-two"
PREVIEW, CHOOSE = "card_select-upgrade-preview", "card_select-choose-from-potion"
ENCHANT = "card_select-enchant-confirmable"


def test_upgrades_the_card_that_gains_most() -> None:
    """Bash, 9, before Pommel Strike, 7."""
    made = at(UPGRADE)
    assert (made.action, parts(made)) == (w.SelectCard(4), {"upgrade": 9.0})


def test_removes_the_worst_card() -> None:
    """A curse: without its -5 and its rarity's -20."""
    made = at(REMOVE)
    assert (made.action, parts(made)) == (w.SelectCard(3), {"without its card": 5.0, "without its rarity": 20.0})


def test_gains_the_best_card() -> None:
    """Twin Strike, 15, before Anger, 14, and Thunderclap, 13."""
    made = at(CHOOSE)
    assert (made.action, parts(made)) == (w.SelectCard(1), {"card": 15.0})


def test_a_picked_card_is_not_clicked_again() -> None:
    """A second click would take it back: the second Strike is picked instead."""
    assert at(TWO).action == w.SelectCard(0)
    assert at(TWO, settled(picked=("0",))).action == w.SelectCard(1)


def test_confirms_as_soon_as_it_can_be_confirmed() -> None:
    """The wire shows no pick, but says that it can be confirmed."""
    assert at(ENCHANT, settled(picked=("4",))).action == w.ConfirmSelection()
    assert at(PREVIEW).action == w.ConfirmSelection()


def test_cards_whose_preview_came_to_nothing_are_chosen_last() -> None:
    """After a stale preview of Bash the next best is picked."""
    made = at(UPGRADE, settled(let_go=("card BASH Bash",)))
    assert made.action == w.SelectCard(5)


def test_a_stale_preview_is_cancelled_and_not_confirmed_again() -> None:
    """Cancelling works although can_cancel may be false."""
    assert at(PREVIEW, state=State.CARD_SELECT_STALE).action == w.CancelSelection()
    assert (
        at(edited(PREVIEW, card_select__can_cancel=False), state=State.CARD_SELECT_STALE).action == w.CancelSelection()
    )


def test_confirmations_of_one_overlay_are_counted() -> None:
    """After three it is cancelled, once the preview has stood for 3 s."""
    assert at(PREVIEW, settled(confirms=2)).action == w.ConfirmSelection()
    assert at(PREVIEW, settled(3.0, confirms=3)).action == w.CancelSelection()
    assert at(PREVIEW, settled(2.9, confirms=3)).action is None


def test_skips_a_choice_of_nothing_good() -> None:
    """A curse, and the overlay may be skipped; where it may not, the curse is taken."""
    curse = [{"index": 0, "id": "ASCENDERS_BANE", "name": "Bane", "rarity": "Curse"}]
    assert at(edited(CHOOSE, card_select__cards=curse)).action == w.CancelSelection()
    forced = edited(CHOOSE, card_select__cards=curse, card_select__can_skip=False)
    assert at(forced).action == w.SelectCard(0)


def test_what_code_would_rather_skip_is_not_asked_about() -> None:
    """Where the overlay may be skipped, a curse is no option of the question; where it may not, it is one."""
    cards = [
        {"index": 0, "id": "ASCENDERS_BANE", "name": "Bane", "rarity": "Curse"},
        {"index": 1, "id": "OFFERING", "name": "Offering", "rarity": "Rare"},
    ]
    for can_skip, asked in ((True, [1]), (False, [0, 1])):
        seen = moment(edited(CHOOSE, card_select__cards=cards, card_select__can_skip=can_skip))
        options = PICK.options(seen, seen.policies.section(CardSelectPolicy))
        assert sorted(option.action.index for option in options if isinstance(option.action, w.SelectCard)) == asked


def test_waits_out_the_first_moments_of_an_overlay() -> None:
    """Clicks in its first 350 ms are lost: nothing is sent before half a second."""
    assert at(CHOOSE, settled(0.4)).action is None
    assert at(CHOOSE, settled(0.5)).action == w.SelectCard(1)


def test_a_grid_that_is_not_laid_out_is_waited_for() -> None:
    """No cards, no click."""
    assert at("card_select-not-laid-out-yet").action is None


def test_a_click_that_failed_twice_gives_way_to_another_card() -> None:
    """The choose overlay lost two clicks on Twin Strike."""
    page = edited(CHOOSE)
    assert at(page, settled(failed=worn(page, w.SelectCard(1)))).action == w.SelectCard(0)

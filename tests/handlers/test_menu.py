"""Menus: to a run unattended, and to a person where only a person can go on."""

from __future__ import annotations

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, settled, worn

SELECT = "menu-character-select"


def test_continues_a_run_that_is_in_progress() -> None:
    """Continue comes before a new run."""
    assert at("menu-main-continue").action == w.MenuSelect("continue")


def test_starts_a_run_from_the_main_menu() -> None:
    """Single player, standard; back from pages that lead nowhere."""
    assert at("menu-main").action == w.MenuSelect("singleplayer")
    assert at("menu-singleplayer").action == w.MenuSelect("standard")
    for page in ("menu-timeline", "menu-profile-select", "menu-unheard-of"):
        assert at(page).action == w.MenuSelect("back")


def test_never_abandons_a_run_nor_quits() -> None:
    """Also when everything else has failed."""
    page = edited("menu-main-continue")
    for failed in ((), worn(page, w.MenuSelect("continue"))):
        made = at(page, settled(failed=failed))
        assert made.action not in (w.MenuSelect("abandon_run"), w.MenuSelect("quit"))


def test_chooses_the_character_once_and_then_embarks() -> None:
    """The screen does not show who is selected: the machine's memory does."""
    assert at(SELECT).action == w.MenuSelect("IRONCLAD")
    assert at(SELECT, settled(picked=("IRONCLAD",))).action == w.MenuSelect("confirm")


def test_does_not_press_again_on_a_select_screen_that_lingers_with_a_run_under_it() -> None:
    """A run is there already, or it is loading."""
    assert at("menu-character-select-lingering", settled(picked=("IRONCLAD",))).action is None
    assert at(SELECT, settled(picked=("IRONCLAD",)), State.MENU_EMBARKING).action is None


def test_stops_for_a_character_that_is_locked() -> None:
    """And says which one, and how to go on."""
    made = at(edited(SELECT, options__0__enabled=False))
    assert made.stop is not None and "IRONCLAD" in made.stop.why and "--character" in made.stop.why


def test_stops_at_a_timeline_that_only_a_person_can_reveal() -> None:
    """Nothing that starts a run is offered: it says what to click, and names the epochs."""
    made = at("menu-main-blocked-timeline")
    assert made.stop is not None and "Timeline" in made.stop.why and "EPOCH_A" in made.stop.why


def test_a_timeline_that_waits_does_not_stop_a_run_that_can_start() -> None:
    """Epochs may stay unrevealed."""
    assert at("menu-main-timeline-waits-but-run-can-start").action == w.MenuSelect("singleplayer")


def test_answers_popups_by_the_best_known_word_and_otherwise_by_the_first_enabled_one() -> None:
    """Labels follow the language."""
    assert at("menu-popup").action == w.MenuSelect("ok")
    assert at("menu-popup-german").action == w.MenuSelect("abbrechen")


def test_an_answer_that_did_nothing_gives_way_to_another() -> None:
    """The German popup: the first word failed, the second is tried."""
    page = edited("menu-popup-german")
    made = at(page, settled(failed=worn(page, w.MenuSelect("abbrechen"))))
    assert made.action == w.MenuSelect("weiter")


def test_declines_tutorials_and_turns_their_pages() -> None:
    """No to the prompt, advance on a page."""
    assert at("menu-tutorial-prompt").action == w.MenuSelect("no")
    assert at("menu-tutorial").action == w.MenuSelect("advance")
    assert at("menu-tutorial-not-clickable-yet").action is None


# --- game over, overlays ----------------------------------------------------------------------------------------------
def test_leaves_the_summary_after_it_was_shown() -> None:
    """2 s, whether the payload lists the button or not."""
    for name in ("game_over", "game_over-button-not-there-yet"):
        assert at(name, settled(1.9)).action is None
        assert at(name, settled(2.0)).action == w.MenuSelect("main_menu")


def test_an_overlay_is_a_transition_then_tried_then_a_persons_matter() -> None:
    """8 s of waiting, every way out once, and after a minute a person is asked by the overlay's name."""
    page = edited("overlay-unheard-of")
    assert at(page, settled(7.9)).action is None
    assert at(page, settled(8.0)).action == w.Proceed()
    assert at(page, settled(9.0, failed=worn(page, w.Proceed()))).action == w.ConfirmSelection()
    ways = (w.Proceed(), w.ConfirmSelection(), w.CancelSelection(), w.SkipCardReward(), w.SkipRelicSelection())
    assert at(page, settled(30.0, failed=worn(page, *ways))).action is None
    made = at(page, settled(60.0))
    assert made.stop is not None and page.overlay is not None and str(page.overlay.screen_type) in made.stop.why


def test_an_unknown_moment_without_a_run_is_only_waited_for() -> None:
    """Nothing could be sent to it."""
    assert at("unknown-bare", settled(30.0)).action is None
    assert at("unknown-bare", settled(60.0)).stop is not None

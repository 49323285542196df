"""Events: the best option, never a deadly one, one choice per page."""

from __future__ import annotations

import pytest

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from tests.handlers.moments import at, edited, parts, settled, worn

BRIDGE = "event-slippery-bridge-low-health"  # overcome (removes a card), or hold on for hp; 5 of 80 hp
UNHEARD = "event-unheard-of"


def test_takes_the_option_of_most_worth() -> None:
    """Byrdonis Nest: 7 max hp against a quest card."""
    made = at("event-byrdonis-nest")
    assert made.action == w.ChooseEventOption(0)
    assert made.ranked[0].parts["max_hp"] > 0


def test_never_takes_what_could_kill_while_something_else_is_open() -> None:
    """Holding on costs 3 hp at first, overcoming a card, here worth 10: it holds on while 8 hp are left afterwards."""
    held = at(edited(BRIDGE, player__hp=11))
    assert held.action == w.ChooseEventOption(1)
    assert held.ranked[0].parts["hp"] == pytest.approx(-1.8)
    assert at(edited(BRIDGE, player__hp=10)).action == w.ChooseEventOption(0)
    assert at(BRIDGE).action == w.ChooseEventOption(0)


def test_takes_what_costs_some_health_before_what_kills() -> None:
    """5 hp: less than 8 would be left either way, and holding on for 3 leaves 2. 3 hp: overcoming costs none."""
    assert at(edited(BRIDGE, player__hp=5, event__options__0__is_locked=True)).action == w.ChooseEventOption(1)
    assert at(edited(BRIDGE, player__hp=3)).action == w.ChooseEventOption(0)


def test_takes_even_the_deadly_option_when_it_is_the_only_one() -> None:
    """Everything else is locked: a run must not stand still."""
    locked = edited(BRIDGE, event__options__0__is_locked=True, player__hp=3)
    assert at(locked).action == w.ChooseEventOption(1)


def test_locked_options_are_not_chosen() -> None:
    """The index counts locked options too."""
    assert at("event-one-option-locked").action == w.ChooseEventOption(1)


def test_neows_gifts_are_weighed_as_relics() -> None:
    """Neow's Torment at 26 before Arcane Scroll at 24 and Large Capsule at 20."""
    made = at("event-neow")
    assert (made.action, parts(made)) == (w.ChooseEventOption(2), {"relic": 26.0})


def test_an_option_of_unknown_effects_is_worth_less_than_leaving() -> None:
    """0 against 1."""
    made = at(UNHEARD)
    assert (made.action, parts(made)) == (w.ChooseEventOption(1), {"leave": 1.0})


def test_the_same_page_is_not_chosen_on_twice() -> None:
    """The option was chosen and the page stands there: 4.9 s it waits, then it may try again."""
    page = "event-already-chosen"
    assert at(page, settled(4.9)).action is None
    assert at(page, settled(5.0)).action is not None


def test_a_line_of_dialogue_is_advanced_and_no_option_is_chosen_meanwhile() -> None:
    """In a dialogue only the next line is legal."""
    assert at("event-dialogue").action == w.AdvanceDialogue()
    assert at("event-dialogue-without-options").action == w.AdvanceDialogue()


def test_an_option_that_failed_gives_way_to_the_next() -> None:
    """Two failures wear an option out on its page."""
    nest = edited("event-byrdonis-nest")
    made = at(nest, settled(failed=worn(nest, w.ChooseEventOption(0))))
    assert made.action == w.ChooseEventOption(1)


def test_an_unknown_option_that_was_just_taken_is_feared_when_health_is_low() -> None:
    """10 hp are assumed lost by taking it again, 8 must be left: with 17 the other one is taken."""
    again = settled(recent=(("page", "choose_event_option(index=0)"),))
    page = edited(UNHEARD, player__hp=17, event__options__1__is_proceed=False)
    assert at(page, again, State.EVENT).action == w.ChooseEventOption(1)
    assert at(edited(UNHEARD, player__hp=18, event__options__1__is_proceed=False), again).action == w.ChooseEventOption(
        0
    )

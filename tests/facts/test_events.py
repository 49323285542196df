"""What an event's option does, from the tables by its place and title. Numbers from facts/events.json."""

from __future__ import annotations

import pytest

from sts2fsm.facts.events import OptionFacts, option_facts
from sts2fsm.wire.screens import Event, EventOption


def facts(event_id: str, titles: list[str], index: int, taken: int = 0) -> OptionFacts:
    options = tuple(EventOption(index=i, title=title) for i, title in enumerate(titles))
    event = Event(event_id=event_id, options=options)
    return option_facts(event, options[index], None, taken)


@pytest.mark.parametrize(("taken", "loss"), [(0, 3), (1, 4), (2, 5), (6, 9)])
def test_holding_on_the_slippery_bridge_costs_more_each_time(taken: int, loss: int) -> None:
    """3 health the first time, 1 more each further time (events.json: 3 + holds)."""
    found = facts("SLIPPERY_BRIDGE", ["Overcome", "Hold On"], 1, taken)
    assert (found.known, found.worst_hp_loss) == (True, loss)
    assert ("hp", -loss) in found.effects


def test_pages_that_look_alike_count_in_part_each() -> None:
    """Trial: three verdicts stand under the same two titles; a curse comes with two of three guilty ones, and only half
    of one is no certainty."""
    found = facts("TRIAL", ["Guilty", "Innocent"], 0)
    assert found.known and len(found.effects) >= 3
    assert sum(amount for name, amount in found.effects if name == "add_card") == pytest.approx(2 / 3)


def test_a_page_that_shows_some_of_its_options_is_known_by_their_titles() -> None:
    """Tinker Time offers two riders of nine: the card comes with either."""
    found = facts("TINKER_TIME", ["Wisdom", "Chaos"], 1)
    assert found.known and found.key == "CHAOS"
    assert ("add_card", 1.0) in found.effects


def test_an_event_that_no_table_has_is_unknown_and_its_text_is_feared() -> None:
    """A later build's event: 12 health that its text speaks of."""
    option = EventOption(index=0, title="?", description="Lose 12 HP.")
    found = option_facts(Event(event_id="EVENT_OF_A_LATER_BUILD", options=(option,)), option, None)
    assert (found.known, found.worst_hp_loss) == (False, 12)

"""The hand-written payloads are valid and show what the table of states says."""

from __future__ import annotations

import pytest

from sts2fsm.states import HIDDEN_BEHIND, State, visible_state
from sts2fsm.wire.convert import WireReader
from tests.fixture_files import BY_STATE, fixture, fixture_names

BEYOND_OUR_RECORDS = {"unknown-new-word": ("Observation.brand_new_screen",)}
CASES = [(state, name) for state, names in BY_STATE.items() for name in names]


@pytest.mark.parametrize(("state", "name"), CASES, ids=[name for _, name in CASES])
def test_fixture_is_read_whole_and_shows_its_state(state: State, name: str) -> None:
    """Each fixture is read without an unknown key and shows the state under which the table lists it."""
    seen = WireReader().observation(fixture(name))
    assert seen.unknown_keys == BEYOND_OUR_RECORDS.get(name, ())
    assert visible_state(seen) is state


def test_every_fixture_is_listed_once() -> None:
    """No file is missing from the table, none is listed twice or without a file."""
    assert sorted(name for _, name in CASES) == fixture_names()


def test_every_visible_state_has_a_fixture() -> None:
    """Only the hidden sub-states, which no payload shows, go without."""
    assert set(BY_STATE) == set(State) - set(HIDDEN_BEHIND)

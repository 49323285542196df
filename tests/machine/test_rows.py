"""Every row of the machine is gone along by an observation sequence, and none of them surprises it."""

from __future__ import annotations

import pytest

from tests.machine.sequences import FAMILIES, Family, faults_of, fresh, sequence_rows

# Rows that only a direct call fires, with the reason. Keep it empty.
BY_DIRECT_CALL: dict[str, str] = {}


@pytest.mark.parametrize("family", FAMILIES, ids=lambda family: family.__name__)
def test_the_machine_follows_every_sequence(family: Family) -> None:
    """After each look the machine is in the state that the sequence names, and nothing was unexpected."""
    wrong = {name: faults for name, sequence in family() if (faults := faults_of(sequence, fresh()))}
    assert not wrong


def test_every_row_is_taken_by_a_sequence() -> None:
    """No row stands in the table that nothing plausible goes along; the table of exceptions names no others."""
    never = {str(row) for row in set(fresh().rows) - sequence_rows()}
    assert never == set(BY_DIRECT_CALL)


def test_sequence_names_are_unique_in_a_family() -> None:
    """A name in a failure message tells which sequence it was."""
    for family in FAMILIES:
        names = [name for name, _ in family()]
        assert names and len(names) == len(set(names)), family.__name__

"""Labels of intents: damage and hits, or none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.wire.intents import Hits, parse_label

READ = [
    ("12", 12, 1),
    ("0", 0, 1),
    ("3x7", 3, 7),
    ("3X7", 3, 7),
    ("3×7", 3, 7),
    ("3 × 7", 3, 7),
    (" 5 ", 5, 1),
    ("4x3 (12)", 4, 3),
    ("4×3(12)", 4, 3),
    ("12 (12)", 12, 1),
]
NOT_READ = [None, "", " ", "x", "x3", "3x", "-3", "3.5", "3,5", "?", "12 damage", "(12)", "3x4x5", "9" * 5000, "12\n13"]


@pytest.mark.parametrize(("label", "damage", "hits"), READ)
def test_label_with_numbers(label: str, damage: int, hits: int) -> None:
    """The first number is damage a hit and the second the hits, in every form that builds and languages print."""
    assert parse_label(label) == Hits(damage, hits)


def test_total_is_damage_times_hits() -> None:
    """`4x3 (12)` means 12 in all."""
    read = parse_label("4x3 (12)")
    assert read is not None
    assert read.total == 12


@pytest.mark.parametrize("label", NOT_READ)
def test_label_without_numbers_is_unknown_not_zero(label: str | None) -> None:
    """What shows no damage reads as None, which no one can mistake for no damage."""
    assert parse_label(label) is None


@given(st.text(max_size=30))
def test_no_text_breaks_the_reading(label: str) -> None:
    """Any text is read or left: there is no error, and no negative number."""
    read = parse_label(label)
    assert read is None or (read.damage >= 0 and read.hits >= 0)


@given(st.integers(0, 999), st.integers(1, 20), st.sampled_from(["x", "X", "×"]), st.booleans())
def test_printed_numbers_come_back(damage: int, hits: int, times: str, total: bool) -> None:
    """Any damage and number of hits survives being printed as a label."""
    label = f"{damage}{times}{hits}" + (f" ({damage * hits})" if total else "")
    assert parse_label(label) == Hits(damage, hits)

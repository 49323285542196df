"""Wilson's interval, and when no rate is told."""

from __future__ import annotations

import pytest

from sts2fsm.evaluate.intervals import Rate, wilson


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [
        (0, 20, 0.0, 0.1611),  # z²/(n + z²)
        (20, 20, 0.8389, 1.0),
        (10, 20, 0.2993, 0.7007),
        (81, 263, 0.2553, 0.3662),  # Newcombe (1998), table I: 0.2553 to 0.3662
        (15, 148, 0.0624, 0.1605),  # the same table
        (1, 29, 0.0061, 0.1718),  # the same table
    ],
)
def test_known_intervals(hits: int, n: int, low: float, high: float) -> None:
    """Published values, and the closed form at the borders."""
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(("hits", "n"), [(0, 0), (3, 2), (-1, 5)])
def test_no_interval_of_nonsense(hits: int, n: int) -> None:
    """Counts that cannot be are refused."""
    with pytest.raises(ValueError, match="no rate"):
        wilson(hits, n)


def test_too_few_runs_tell_no_rate() -> None:
    """Under the limit there are counts and a word; from it on there is a rate."""
    assert Rate(3, 19).as_dict() == {"hits": 3, "n": 19, "rate": None, "low": None, "high": None, "too_few": True}
    assert Rate(3, 19).percent == "too few runs"
    assert Rate(10, 20).as_dict() == {
        "hits": 10, "n": 20, "rate": 0.5, "low": 0.2993, "high": 0.7007, "too_few": False,
    }  # fmt: skip
    assert str(Rate(10, 20)) == "10 of 20: 50 % (30 to 70)"


def test_of_nothing_no_rate_is_told_whatever_the_limit() -> None:
    """Zero runs are too few even where one would do."""
    assert Rate(0, 0, least=0).as_dict()["too_few"] is True
    assert Rate(1, 1, least=1).as_dict()["rate"] == 1.0

"""What a run's questions cost: calls, tokens, money and time."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from sts2fsm.oracle.ledger import Ledger
from sts2fsm.questions import Consulted, Unanswered
from tests.oracle.parts import POLICY, QUESTIONS


def answered(ms: float, tokens: int, request_id: str | None = None, model: str = "m") -> Consulted:
    return Consulted(answers={}, model=model, ms=ms, input_tokens=tokens, output_tokens=10, request_id=request_id)


def test_an_empty_ledger_says_so() -> None:
    """No calls: no times, no money, and no division by nothing."""
    told = Ledger(POLICY).as_dict()
    assert (told["calls"], told["usd"], told["ms"], told["seconds"]) == (0, 0, {"median": None, "p95": None}, 0)


def test_money_is_tokens_by_the_published_price() -> None:
    """2 million input tokens at $0.042 a million are 8.4 cents, output is free: the seed's own estimate of a run."""
    ledger = Ledger(POLICY)
    for _ in range(1000):
        ledger.add(QUESTIONS, answered(750, 2000))
    told = ledger.as_dict()
    assert told["input_tokens"] == 2_000_000 and told["output_tokens"] == 10_000
    assert told["usd"] == pytest.approx(0.084)
    assert told["seconds"] == pytest.approx(750)
    paid = Ledger(evolve(POLICY, usd_per_mtok_out=1.0))
    paid.add(QUESTIONS, answered(750, 0))
    assert paid.usd == pytest.approx(10 / 1_000_000)


def test_times_are_those_of_calls_that_were_sent() -> None:
    """Median and 95th percentile over 100 calls of 1 to 100 ms; what was never sent takes no time and is no call's."""
    ledger = Ledger(POLICY)
    for ms in range(100, 0, -1):
        ledger.add(QUESTIONS, answered(ms, 1))
    for _ in range(50):
        ledger.add(QUESTIONS, Unanswered(reason="breaker_open"))
    assert ledger.as_dict()["ms"] == {"median": 50, "p95": 95}
    ledger.add(QUESTIONS, Unanswered(reason="timeout", ms=5000))
    assert ledger.as_dict()["seconds"] == pytest.approx(5.05 + 5)


def test_every_call_is_counted_by_how_it_ended() -> None:
    """Reasons, questions, versions, shortened calls and calls without token counts are told apart."""
    ledger = Ledger(POLICY)
    ledger.add(QUESTIONS, answered(1, 5))
    ledger.add({"line": QUESTIONS["line"]}, answered(1, 0, model="n"))
    ledger.add(QUESTIONS, evolve(answered(1, 5), left_out=("a paragraph",)))
    ledger.add(QUESTIONS, Unanswered(reason="timeout", ms=9))
    told = ledger.as_dict()
    assert told["calls"] == 4
    assert told["ended"] == {"answered": 3, "timeout": 1}
    assert told["questions"] == {"line": 4, "danger": 3, "block": 3}
    assert told["models"] == {"m": 2, "n": 1}
    assert (told["without_usage"], told["shortened"]) == (1, 1)


def test_a_record_stays_small_however_long_the_run() -> None:
    """Of thousands of request ids the first ten and the last ten are kept; the record is plain JSON."""
    ledger = Ledger(POLICY)
    for number in range(5000):
        ledger.add(QUESTIONS, answered(1, 1, f"req_{number}"))
    ids = ledger.as_dict()["request_ids"]
    assert ids == [f"req_{n}" for n in (*range(10), *range(4990, 5000))]
    assert len(json.dumps(ledger.as_dict())) < 2000

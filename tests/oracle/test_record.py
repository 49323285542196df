"""One call as a record: written, read back, and answered again by `recorded:`, without asking anybody."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.clock import VirtualClock
from sts2fsm.errors import BadInput, PayloadError, UsageError
from sts2fsm.oracle.gate import judge
from sts2fsm.oracle.open import open_oracle
from sts2fsm.oracle.quiet import RandomOracle
from sts2fsm.oracle.record import from_record, key, key_of, to_record
from sts2fsm.questions import (
    Choice,
    ChoiceAnswer,
    Consulted,
    Noul,
    NoulAnswer,
    Score,
    ScoreAnswer,
    Unanswered,
)
from tests.oracle.parts import GATE, LINE, POLICIES, QUESTIONS, SECRET, STATE, client, mock, reason


def there_and_back(record: dict[str, Any]) -> dict[str, Any]:
    return json.loads(json.dumps(record))  # type: ignore[no-any-return]


@given(st.integers(), st.text(max_size=30))
def test_an_answered_call_is_read_back_as_it_was(seed: int, state: str) -> None:
    """Through JSON and back: answers to the last bit, the questions with their options in order, and all figures."""
    asked = RandomOracle(str(seed)).ask(state, QUESTIONS)
    assert isinstance(asked, Consulted)
    result = Consulted(answers=asked.answers, model="m", ms=12.5, input_tokens=7, output_tokens=2, request_id="r",
                       left_out=("x",))  # fmt: skip
    record = there_and_back(to_record(state, QUESTIONS, result, {"line": "a"}))
    assert from_record(record) == result
    assert key_of(record) == key(state, QUESTIONS)
    assert record["best"] == {"line": "a"}


def test_an_unanswered_call_is_read_back_as_it_was() -> None:
    """Failures are part of a play: a replay falls back where the play did."""
    result = Unanswered(reason="timeout", detail="in 5 s", ms=5000.0, request_id="r")
    record = there_and_back(to_record(STATE, QUESTIONS, result))
    assert record["answers"] is None and from_record(record) == result


def test_the_key_of_a_call_is_its_state_and_questions() -> None:
    """Another state, question or order of options is another call; the order of the questions is not."""
    turned = dict(reversed(QUESTIONS.items()))
    options = {**QUESTIONS, "line": Choice(LINE.instructions, dict(reversed(LINE.criteria.items())))}
    renamed = {("other" if name == "line" else name): question for name, question in QUESTIONS.items()}
    assert key(STATE, turned) == key(STATE, QUESTIONS)
    others = [key(STATE + " ", QUESTIONS), key(STATE, options), key(STATE, renamed), key(STATE, {"line": LINE})]
    assert len({key(STATE, QUESTIONS), *others}) == 5


BROKEN: list[tuple[str, Any]] = [
    ("questions", None),
    ("questions", {"line": {"type": "choice"}}),
    ("questions", {"line": {"type": "essay", "instructions": "", "criteria": []}}),
    ("questions", {"line": 5}),
    ("answers", {}),
    ("answers", {"line": {}}),
    ("answers", 5),
    ("model", None),
    ("ms", "long"),
    ("input_tokens", 1.5),
    ("request_id", 5),
    ("left_out", "x"),
]


@pytest.mark.parametrize(("field", "value"), BROKEN, ids=[f"{row[0]}={row[1]}" for row in BROKEN])
def test_a_broken_record_is_named(field: str, value: Any) -> None:
    """A record that nobody here wrote raises one error with its place."""
    result = RandomOracle("1").ask(STATE, QUESTIONS)
    with pytest.raises(PayloadError, match="asked"):
        from_record({**to_record(STATE, QUESTIONS, result), field: value})


# --- recorded: --------------------------------------------------------------------------------------------------------
def journal(path: Path, *asked: Any) -> Path:
    lines = [{"kind": "header", "schema": 1}, {"kind": "step", "step": 1}]
    lines += [{"kind": "step", "step": place, "asked": one} for place, one in enumerate(asked, 2)]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    return path


def test_a_journal_answers_what_it_was_asked_and_nothing_else(tmp_path: Path) -> None:
    """Equal calls get their answers in the order of the play, then the last one; anything else gets none; and no server
    is there to be asked."""
    first, second = (RandomOracle(seed).ask(STATE, QUESTIONS) for seed in "12")
    failed = Unanswered(reason="timeout", ms=5000.0)
    path = journal(
        tmp_path / "play.jsonl",
        to_record(STATE, QUESTIONS, first),
        to_record("Another state.", QUESTIONS, failed),
        to_record(STATE, QUESTIONS, second),
    )
    oracle = open_oracle(f"recorded:{path}", VirtualClock(), POLICIES, {})
    assert [oracle.ask(STATE, QUESTIONS) for _ in range(3)] == [first, second, second]
    assert oracle.ask("Another state.", QUESTIONS) == failed
    assert reason(oracle.ask("A third state.", QUESTIONS)) == "not_recorded"
    assert reason(oracle.ask(STATE, {"line": LINE})) == "not_recorded"


def test_a_replay_passes_the_gate_where_the_play_did(tmp_path: Path) -> None:
    """What a server answered, rounded and scaled as it was, is judged the same after its way through the journal."""
    with mock() as url:
        oracle = client(url)
        played = [oracle.ask(f"State {place}.", QUESTIONS) for place in range(30)]
    records = [to_record(f"State {place}.", QUESTIONS, result) for place, result in enumerate(played)]
    again = open_oracle(f"recorded:{journal(tmp_path / 'j', *records)}", VirtualClock(), POLICIES, {})
    verdicts = []
    for place, result in enumerate(played):
        replayed = again.ask(f"State {place}.", QUESTIONS)
        assert isinstance(result, Consulted) and isinstance(replayed, Consulted)
        for name in QUESTIONS:
            verdict = judge(name, result.answers[name], GATE)
            assert judge(name, replayed.answers[name], GATE).passed == verdict.passed
            verdicts.append(verdict.passed)
    assert True in verdicts and False in verdicts


def test_a_journal_that_cannot_answer_is_refused(tmp_path: Path) -> None:
    """No file, no journal, nobody asked, or a broken record: one error with the place, before anything starts."""
    (tmp_path / "text").write_text("hello\nyou\n")
    for path, why in (
        (tmp_path / "none", "cannot be read"),
        (tmp_path / "text", "is not JSON"),
        (journal(tmp_path / "empty"), "no oracle was asked"),
        (journal(tmp_path / "broken", {"state": 5, "questions": {}}), "step 2: asked.state"),
        (journal(tmp_path / "odd", [1]), "step 2: asked: must be an object"),
    ):
        with pytest.raises(BadInput, match=why):
            open_oracle(f"recorded:{path}", VirtualClock(), POLICIES, {})


# --- --oracle ---------------------------------------------------------------------------------------------------------
def test_each_form_opens_its_oracle(tmp_path: Path) -> None:
    """The name says who is asked, for summaries and journals."""
    path = journal(tmp_path / "j", to_record(STATE, QUESTIONS, Unanswered(reason="timeout")))
    names = {
        "none": "none",
        "typesafe": "typesafe",
        "http://127.0.0.1:8000/": "http://127.0.0.1:8000",
        "http://localhost:8000/v1": "http://localhost:8000",
        "https://gateway.example/jev/v1/systemone": "https://gateway.example/jev",
        f"https://me:{SECRET}@gateway.example": "https://***@gateway.example",
        "http://[::1]:8000": "http://[::1]:8000",
        f"recorded:{path}": f"recorded:{path}",
        "random:7": "random:7",
    }
    opened = {spec: open_oracle(spec, VirtualClock(), POLICIES, {"TYPESAFE_API_KEY": "k"}).name for spec in names}
    assert opened == names


@pytest.mark.parametrize("spec", ["", "jev", "typesafe:x", "recorded:", "random:", "file:///etc/passwd", "none:1"])
def test_any_other_form_is_a_usage_error(spec: str) -> None:
    """The message lists the forms there are."""
    with pytest.raises(UsageError, match=r"must be none, typesafe, a URL, recorded:JOURNAL or random:SEED"):
        open_oracle(spec, VirtualClock(), POLICIES, {})


@pytest.mark.parametrize(
    "spec", ["http://", "http://host:port", "http://a b", "https://x..y", "http://ho st/", "http:x"]
)
def test_a_url_that_cannot_be_is_refused(spec: str) -> None:
    """Before anything is sent, with an example of a right one."""
    with pytest.raises(BadInput, match="must be like https://"):
        open_oracle(spec, VirtualClock(), POLICIES, {})


def test_nobody_is_asked_with_none() -> None:
    """`none` has a reason like every other silence."""
    assert reason(open_oracle("none", VirtualClock(), POLICIES, {}).ask(STATE, QUESTIONS)) == "off"


# --- random: ----------------------------------------------------------------------------------------------------------
def test_random_answers_are_confident_valid_and_repeatable() -> None:
    """They pass the gate as a good server's would, do not depend on what was asked before, and favour no place."""
    questions = {
        "pick": Choice("?", dict.fromkeys("abcd")),
        "level": Score("?", ("x", "y")),
        "yes": Noul("?", "y", "n"),
    }
    oracle, other = RandomOracle("7"), RandomOracle("7")
    picked: dict[str, int] = {}
    for place in range(400):
        result = oracle.ask(f"State {place}.", questions)
        assert isinstance(result, Consulted)
        line, level, yes = (result.answers[name] for name in questions)
        assert isinstance(line, ChoiceAnswer) and isinstance(level, ScoreAnswer) and isinstance(yes, NoulAnswer)
        assert sum(line.probabilities.values()) == pytest.approx(1) == sum(level.probabilities)
        assert judge("pick", line, GATE).passed
        picked[line.choice] = picked.get(line.choice, 0) + 1
    assert other.ask("State 17.", questions) == oracle.ask("State 17.", questions)
    assert RandomOracle("8").ask("State 17.", questions) != oracle.ask("State 17.", questions)
    assert set(picked) == set("abcd") and min(picked.values()) > 60  # 100 each by chance; 60 is 4.6 deviations off

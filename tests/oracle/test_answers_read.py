"""Answers are read strictly: what cannot be true never counts, and nothing a server sends raises anything else."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.oracle.reading import BadAnswer, answer_to_wire, read_answers
from sts2fsm.questions import Choice, ChoiceAnswer, NoulAnswer, Score, ScoreAnswer
from tests.oracle.parts import QUESTIONS, changed, right


def answers(reply: dict[str, Any]) -> Any:
    return read_answers(reply["answers"], QUESTIONS)


def test_a_right_answer_is_read_whole() -> None:
    """Each kind of answer arrives with its figures, in the order of the questions."""
    read = answers(right())
    assert list(read) == ["line", "danger", "block"]
    assert read["line"] == ChoiceAnswer("b", pytest.approx({"a": 0.2, "b": 0.7, "c": 0.1}))
    assert read["danger"] == ScoreAnswer(1.7, pytest.approx((0.1, 0.1, 0.8)))
    assert read["block"] == NoulAnswer(0.98)


WRONG = [
    ("answers.line", ..., "answers: none for line"),
    ("answers.more", {"type": "noul", "noul": 0.5}, "answers: nobody asked 'more'"),
    ("answers.line", None, "answers.line: must be an object"),
    ("answers.line", [], "answers.line: must be an object"),
    ("answers.line.type", "noul", "answers.line.type: must be choice"),
    ("answers.line.type", ..., "answers.line.type: must be choice"),
    ("answers.block.type", "boolean", "answers.block.type: must be noul"),
    ("answers.line.choice", "z", "answers.line.choice: 'z' is no option"),
    ("answers.line.choice", 1, "answers.line.choice: 1 is no option"),
    ("answers.line.choice", ["b"], r"answers.line.choice: \['b'\] is no option"),
    ("answers.line.choice", "a", "answers.line.choice: is 'a', but 'b' is more probable"),
    ("answers.line.probabilities", ..., "answers.line.probabilities: must be an object"),
    ("answers.line.probabilities", [0.2, 0.7, 0.1], "answers.line.probabilities: must be an object"),
    ("answers.line.probabilities.z", 0.0, "answers.line.probabilities: 'z' is no option"),
    ("answers.line.probabilities.c", ..., "answers.line.probabilities: none for 'c'"),
    ("answers.line.probabilities.a", "0.2", "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", True, "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", None, "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", math.nan, "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", math.inf, "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", -0.1, "answers.line.probabilities.a: -0.1 is no probability"),
    ("answers.line.probabilities.b", 1.2, "answers.line.probabilities.b: 1.2 is no probability"),
    ("answers.line.probabilities.a", 10**400, "answers.line.probabilities.a: must be a number"),
    ("answers.line.probabilities.a", 0.26, "answers.line.probabilities: sum to 1.06"),
    ("answers.line.probabilities.a", 0.14, "answers.line.probabilities: sum to 0.94"),
    ("answers.danger.probabilities", {"1": 0.1, "2": 0.1, "3": 0.8}, "answers.danger.probabilities: '3' is no option"),
    ("answers.danger.legend", {"1": "calm", "2": "risky", "3": "deadly"}, "answers.danger.legend: must number"),
    ("answers.danger.score", "1.7", "answers.danger.score: must be a number"),
    ("answers.danger.score", 0.4, "answers.danger.score: is 0.4, but its probabilities have the mean 1.70"),
    ("answers.block.noul", 1.98, "answers.block.noul: 1.98 is no probability"),
    ("answers.block.noul", None, "answers.block.noul: must be a number"),
    ("answers.block.noul", True, "answers.block.noul: must be a number"),
]


@pytest.mark.parametrize(("path", "value", "why"), WRONG, ids=[f"{row[0]}={str(row[1])[:12]}" for row in WRONG])
def test_what_cannot_be_true_is_refused(path: str, value: Any, why: str) -> None:
    """One thing wrong in a reply is enough, and the reason names its place."""
    with pytest.raises(BadAnswer, match=why):
        answers(changed(path, value))


HARMLESS = [
    ("answers.line.confidence", ...),  # servers disagree on its formula, so it is never read
    ("answers.line.confidence", 1.5),
    ("answers.line.x_logits", [1, 2]),
    ("answers.danger.legend", ...),
    ("answers.danger.confidence", "high"),
]


@pytest.mark.parametrize(("path", "value"), HARMLESS)
def test_what_is_never_used_may_be_wrong(path: str, value: Any) -> None:
    """Keys that nothing reads do not spoil an answer."""
    assert answers(changed(path, value)) == answers(right())


@pytest.mark.parametrize("top", [0.65, 0.75])
def test_rounded_probabilities_are_made_to_sum_to_one(top: float) -> None:
    """A sum within 0.05 of 1 is rounding: the shares are scaled, and keep their proportions."""
    read = answers(changed("answers.line.probabilities.b", top))["line"]
    assert sum(read.probabilities.values()) == pytest.approx(1, abs=1e-12)
    assert read.probabilities["b"] / read.probabilities["a"] == pytest.approx(top / 0.2)


def test_either_of_two_equal_options_may_be_the_choice() -> None:
    """Two decimals hide which of two options was ahead: the server's own choice stands."""
    reply = changed("answers.line.probabilities", {"a": 0.45, "b": 0.45, "c": 0.1})
    assert answers(reply)["line"].choice == "b"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=4), inner, max_size=4),
    max_leaves=12,
)


@given(json_values)
def test_no_reply_raises_anything_but_bad_answer(reply: Any) -> None:
    """Any JSON at all is an answer or a BadAnswer; and any JSON at all is no answer to three questions."""
    with pytest.raises(BadAnswer):
        read_answers(reply, QUESTIONS)


places = st.sampled_from([row[0] for row in WRONG])


@given(places, json_values)
def test_a_spoilt_reply_never_passes_as_something_invalid(path: str, value: Any) -> None:
    """Whatever stands in one place of a reply: what is read holds shares of the right names that sum to 1, the choice
    among the most probable."""
    try:
        read = answers(changed(path, value))
    except BadAnswer:
        return
    line, danger, block = read["line"], read["danger"], read["block"]
    assert list(line.probabilities) == ["a", "b", "c"] and len(danger.probabilities) == 3
    for shares in (line.probabilities.values(), danger.probabilities):
        assert sum(shares) == pytest.approx(1) and all(0 <= share <= 1.06 for share in shares)
    assert line.probabilities[line.choice] >= max(line.probabilities.values()) - 0.01
    assert 0 <= danger.score <= 2 and 0 <= block.yes <= 1


shares = st.lists(st.floats(0.001, 1), min_size=2, max_size=10).map(lambda parts: [part / sum(parts) for part in parts])


@given(shares)
def test_rounding_to_two_decimals_never_spoils_an_answer(exact: list[float]) -> None:
    """An honest server that rounds each figure to two decimals is read, however many options there are up to ten."""
    names = [str(place) for place in range(len(exact))]
    rounded = {name: round(share, 2) for name, share in zip(names, exact, strict=True)}
    top = names[exact.index(max(exact))]
    score = round(sum(level * share for level, share in enumerate(exact)), 2)
    given_answers = {
        "pick": {"type": "choice", "choice": top, "probabilities": rounded},
        "level": {"type": "score", "score": score, "probabilities": rounded},
    }
    questions = {"pick": Choice("?", dict.fromkeys(names)), "level": Score("?", tuple(names))}
    read = read_answers(given_answers, questions)
    assert read["pick"].choice == top  # type: ignore[union-attr]


def test_what_is_written_is_read_back_unchanged() -> None:
    """The wire form of an answer is the answer."""
    read = answers(right())
    written = {name: answer_to_wire(answer) for name, answer in read.items()}
    again = read_answers(written, QUESTIONS)
    assert again["block"] == read["block"]
    assert again["line"].probabilities == pytest.approx(read["line"].probabilities)


def test_a_score_at_the_end_of_its_scale_is_read_back_though_its_shares_sum_to_more() -> None:
    """Shares of 0 and 1.05 have a mean beyond the last level: it is the last level, in a record as on the wire."""
    reply = right()
    reply["answers"]["danger"].update(score=2.0, probabilities={"0": 0.0, "1": 0.05, "2": 1.0})
    read = answers(reply)
    assert read["danger"].score == 2
    assert read_answers({name: answer_to_wire(answer) for name, answer in read.items()}, QUESTIONS) == read

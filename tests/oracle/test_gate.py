"""The gate: which answers count, and which of them hide that no model measured anything."""

from __future__ import annotations

import json

import pytest
from attrs import evolve
from hypothesis import assume, given
from hypothesis import strategies as st

from sts2fsm.oracle.gate import MEASURED, ONE_HOT, VERBALISED, judge, kind_of, score_confidence
from sts2fsm.oracle.policy import ChoiceGate, NoulGate
from sts2fsm.oracle.reading import read_answers
from sts2fsm.oracle.record import from_record, to_record
from sts2fsm.questions import ChoiceAnswer, Consulted, NoulAnswer, ScoreAnswer
from tests.oracle.parts import GATE, QUESTIONS, STATE


def choice(*shares: float) -> ChoiceAnswer:
    named = {f"option {place}": share for place, share in enumerate(shares)}
    return ChoiceAnswer(max(named, key=lambda name: named[name]), named)


def test_the_clear_plurality_that_a_confidence_floor_refused_passes() -> None:
    """Bash 0.61 before Defend 0.29 over five cards: a confidence of about 0.5, and a clear choice."""
    answer = ChoiceAnswer("Bash", {"Strike": 0.04, "Bash": 0.61, "Defend": 0.29, "Anger": 0.03, "Cleave": 0.03})
    verdict = judge("best_play", answer, GATE)
    assert verdict.passed and verdict.kind == MEASURED
    assert verdict.confidence == pytest.approx((5 * 0.61 - 1) / 4)


@pytest.mark.parametrize(
    ("shares", "passed"),
    [
        ((0.45, 0.25, 0.16, 0.14), True),  # both limits exactly
        ((0.44, 0.24, 0.17, 0.15), False),  # top too low
        ((0.46, 0.27, 0.14, 0.13), False),  # lead too small
        ((0.65, 0.35), True),
        ((0.59, 0.41), False),
        ((0.22, 0.21, 0.20, 0.19, 0.18), False),  # a near-tie of many
    ],
)
def test_a_choice_needs_a_top_and_a_lead(shares: tuple[float, ...], passed: bool) -> None:
    """0.45 at the top and 0.20 before the runner-up, the limits themselves included."""
    assert judge("line", choice(*shares), GATE).passed is passed


@pytest.mark.parametrize(("yes", "passed"), [(0.65, True), (0.35, True), (0.64, False), (0.36, False), (0.79, True)])
def test_a_noul_needs_a_distance_from_even(yes: float, passed: bool) -> None:
    """0.15 to either side. 0.79 for a lethal that is none passes: that is why arithmetic stands above the gate."""
    assert judge("lethal", NoulAnswer(yes), GATE).passed is passed


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (choice(1.0, 0.0, 0.0), ONE_HOT),
        (choice(0.996, 0.004), ONE_HOT),
        (choice(0.98, 0.01, 0.01), MEASURED),
        (choice(0.7, 0.2, 0.1), VERBALISED),
        (choice(0.65, 0.25, 0.05, 0.05), VERBALISED),
        (choice(0.9, 0.1, 0.0), MEASURED),  # only two with mass: too easily so by chance
        (choice(0.7, 0.3), MEASURED),
        (choice(0.61, 0.29, 0.04, 0.03, 0.03), MEASURED),
        (choice(0.71, 0.19, 0.1), MEASURED),
        (NoulAnswer(1.0), ONE_HOT),
        (NoulAnswer(0.0), ONE_HOT),
        (NoulAnswer(0.9), MEASURED),
        (ScoreAnswer(2.0, (0.0, 0.0, 1.0)), ONE_HOT),
        (ScoreAnswer(1.7, (0.1, 0.1, 0.8)), VERBALISED),
        (ScoreAnswer(1.7, (0.11, 0.1, 0.79)), MEASURED),
    ],
    ids=str,
)
def test_where_probabilities_come_from_is_told_by_their_looks(
    answer: ChoiceAnswer | NoulAnswer | ScoreAnswer, kind: str
) -> None:
    """One-hot from 0.995 on; verbalised where three or more shares are all multiples of 0.05."""
    assert kind_of(answer) == kind


@pytest.mark.parametrize(
    ("shares", "kind"),
    [
        ((1.0, 0.01, 0.01), ONE_HOT),  # as they came
        ((1.0, 0.05, 0.0), ONE_HOT),
        ((0.97, 0.0, 0.0), ONE_HOT),  # as they are scaled
        ((0.7, 0.2, 0.05), VERBALISED),
        ((0.75, 0.2, 0.1), VERBALISED),
        ((0.98, 0.02, 0.01), MEASURED),
        ((0.61, 0.29, 0.08), MEASURED),
    ],
    ids=str,
)
def test_a_sum_that_is_a_little_off_hides_no_kind(shares: tuple[float, ...], kind: str) -> None:
    """A server's shares are scaled to 1 before anything counts them; what they look like is told all the same, of a
    Choice and a Score, also after their way through a record."""
    names = "abc"
    told = {
        "line": {"type": "choice", "choice": "a", "probabilities": dict(zip(names, shares, strict=True))},
        "danger": {
            "type": "score",
            "score": sum(level * share for level, share in enumerate(shares)),
            "probabilities": {str(level): share for level, share in enumerate(shares)},
        },
    }
    questions = {name: QUESTIONS[name] for name in told}
    answers = read_answers(told, questions)
    assert {name: kind_of(answer) for name, answer in answers.items()} == {"line": kind, "danger": kind}
    result = Consulted(answers=answers, model="m", ms=1.0)
    assert from_record(json.loads(json.dumps(to_record(STATE, questions, result)))) == result
    if kind == ONE_HOT:
        assert not judge("line", answers["line"], GATE).passed


def test_certainty_and_round_figures_have_thresholds_of_their_own() -> None:
    """All mass on one option never counts by default; round figures need more than measured ones."""
    assert not judge("line", choice(1.0, 0.0, 0.0), GATE).passed
    assert not judge("block", NoulAnswer(1.0), GATE).passed
    assert judge("line", choice(0.56, 0.23, 0.21), GATE).passed
    assert not judge("line", choice(0.55, 0.25, 0.20), GATE).passed
    assert judge("line", choice(0.65, 0.25, 0.10), GATE).passed
    opened = evolve(GATE, choice_one_hot={"default": ChoiceGate(top=0.9, lead=0.5)})
    assert judge("line", choice(1.0, 0.0, 0.0), opened).passed


def test_each_question_may_have_its_own_thresholds() -> None:
    """A named entry goes before the default, for that question alone."""
    strict = evolve(
        GATE,
        choice={"default": ChoiceGate(top=0.45, lead=0.2), "target": ChoiceGate(top=0.9, lead=0.2)},
        noul={"default": NoulGate(margin=0.15), "must_block": NoulGate(margin=0.4)},
        score={"default": 0.5, "danger": 0.95},
    )
    answer, noul, score = choice(0.71, 0.19, 0.1), NoulAnswer(0.8), ScoreAnswer(1.9, (0.02, 0.06, 0.92))
    assert [judge(name, answer, strict).passed for name in ("line", "target")] == [True, False]
    assert [judge(name, noul, strict).passed for name in ("other", "must_block")] == [True, False]
    assert [judge(name, score, strict).passed for name in ("other", "danger")] == [True, False]


def test_a_score_counts_by_how_close_its_mass_lies() -> None:
    """Mass on neighbours counts for more than the same mass far away; evenly spread mass is worth nothing."""
    near, far = (0.3, 0.7, 0.0, 0.0), (0.0, 0.7, 0.0, 0.3)
    assert score_confidence(near) > score_confidence(far)
    assert score_confidence((0.0, 1.0, 0.0)) == 1
    assert score_confidence((1 / 3, 1 / 3, 1 / 3)) == pytest.approx(0)


weights = st.lists(st.floats(0.01, 1), min_size=2, max_size=10)


@given(weights)
def test_what_counts_is_clear_whatever_the_shares(parts: list[float]) -> None:
    """A Choice that counts has a top of 0.45 and is 0.20 ahead; one that has and is ahead of it by more, counts, unless
    its shares were not measured."""
    shares = sorted((part / sum(parts) for part in parts), reverse=True)
    answer = choice(*shares)
    clear = shares[0] >= 0.45 and shares[0] - shares[1] >= 0.20
    verdict = judge("line", answer, GATE)
    if verdict.passed:
        assert shares[0] >= 0.45 - 1e-6 and shares[0] - shares[1] >= 0.20 - 1e-6
    assume(kind_of(answer) == MEASURED)
    assert verdict.passed or not clear
    assert 0 - 1e-9 <= verdict.confidence <= 1

"""Which answers count. Pure: an answer and the section `gate` in, a verdict with its reason out.

A Choice counts by its top probability and its lead over the runner-up, for a fixed confidence would refuse clear
pluralities among many options: Bash 0.61 before Defend 0.29 over five cards has a confidence of only 0.51. A Noul
counts by its distance from 0.5, a Score by its confidence. The gate says how peaked an answer is, never whether it is
right: the hard rules stand above it.

Two kinds of probabilities are none that a model measured, and have thresholds of their own:

- one-hot: all mass on one option, within two decimals (0.995). A server that samples one answer sends these.
- verbalised: a language model that was asked to write probabilities down writes round figures. Told by: at least three
  options have any mass, and every share is a multiple of 0.05. Measured shares rounded to two decimals look like that
  once in 25 times or less; with two options, and for a Noul, one in five would, so there it is not told.

Both are looked for in the shares as they were sent and as they are scaled to 1: a sum that is off by a little must not
make a measured answer of either.
"""

from __future__ import annotations

from collections.abc import Mapping

from attrs import frozen

from sts2fsm.oracle.policy import ChoiceGate, GatePolicy
from sts2fsm.policy import at
from sts2fsm.questions import Answer, ChoiceAnswer, NoulAnswer, ScoreAnswer

MEASURED, ONE_HOT, VERBALISED = "measured", "one_hot", "verbalised"
_ALL = 0.995  # two decimals round anything from here on to 1.00
_STEP = 0.05
_FEWEST = 3  # options with mass from which round figures are told
_EXACT = 1e-6
_ROUNDING = 1e-9  # 0.65 - 0.45 is less than 0.2 to a computer


@frozen
class Verdict:
    """Whether an answer counts, how its probabilities came about, its confidence, and the reason in words."""

    passed: bool
    kind: str
    confidence: float
    why: str


def judge(name: str, answer: Answer, policy: GatePolicy) -> Verdict:
    """The verdict on the answer to the question `name`, which picks the thresholds."""
    match answer:
        case ChoiceAnswer():
            return _choice(name, answer, policy)
        case NoulAnswer():
            return _noul(name, answer, policy)
        case ScoreAnswer():
            return _score(name, answer, policy)


def kind_of(answer: Answer) -> str:
    """measured, one_hot or verbalised."""
    if isinstance(answer, NoulAnswer):
        return ONE_HOT if max(answer.yes, 1 - answer.yes) >= _ALL else MEASURED
    scaled = tuple(answer.probabilities.values() if isinstance(answer, ChoiceAnswer) else answer.probabilities)
    looks = {_look(shares) for shares in (scaled, answer.told or scaled)}
    return next(kind for kind in (ONE_HOT, VERBALISED, MEASURED) if kind in looks)


def _look(shares: tuple[float, ...]) -> str:
    if max(shares) >= _ALL:
        return ONE_HOT
    several = sum(1 for share in shares if share > _EXACT) >= _FEWEST
    round_figures = all(abs(share / _STEP - round(share / _STEP)) * _STEP < _EXACT for share in shares)
    return VERBALISED if several and round_figures else MEASURED


def strength(answer: Answer) -> tuple[float, ...]:
    """The figures that thresholds are laid on: top and lead of a Choice, distance from 0.5 of a Noul, confidence of a
    Score."""
    match answer:
        case ChoiceAnswer():
            return max(answer.probabilities.values()), answer.lead
        case NoulAnswer():
            return (abs(answer.yes - 0.5),)
        case ScoreAnswer():
            return (score_confidence(answer.probabilities),)


def score_confidence(probabilities: tuple[float, ...]) -> float:
    """How close the mass is to its top level, 0 (as if spread evenly) to 1."""
    levels = len(probabilities)
    top = max(range(levels), key=lambda level: probabilities[level])
    spread = sum(share * abs(level - top) for level, share in enumerate(probabilities))
    even = sum(abs(level - (levels - 1) / 2) for level in range(levels)) / levels
    return max(0.0, 1 - spread / even)


def _choice(name: str, answer: ChoiceAnswer, policy: GatePolicy) -> Verdict:
    kind = kind_of(answer)
    gates: Mapping[str, Mapping[str, ChoiceGate]] = {
        MEASURED: policy.choice, ONE_HOT: policy.choice_one_hot, VERBALISED: policy.choice_verbalised
    }  # fmt: skip
    gate = at(gates[kind], name)
    top, lead = strength(answer)
    passed = top >= gate.top - _ROUNDING and lead >= gate.lead - _ROUNDING
    why = f"top {top:.2f} ({gate.top:g}), lead {lead:.2f} ({gate.lead:g}), {kind}"
    return Verdict(passed, kind, answer.confidence, why)


def _noul(name: str, answer: NoulAnswer, policy: GatePolicy) -> Verdict:
    kind = kind_of(answer)
    gate = at(policy.noul_one_hot if kind == ONE_HOT else policy.noul, name)
    (distance,) = strength(answer)
    why = f"{distance:.2f} from even ({gate.margin:g}), {kind}"
    return Verdict(distance >= gate.margin - _ROUNDING, kind, 2 * distance, why)


def _score(name: str, answer: ScoreAnswer, policy: GatePolicy) -> Verdict:
    (confidence,), least = strength(answer), at(policy.score, name)
    return Verdict(
        confidence >= least - _ROUNDING, kind_of(answer), confidence, f"confidence {confidence:.2f} ({least:g})"
    )

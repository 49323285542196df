"""Answers as they come over the wire -> the records of `sts2fsm.questions`, or a clear reason why not.

Strict where an answer could mislead (types, names, ranges, sums, the choice itself), indifferent to what is never used:
`confidence` is computed anew from the probabilities, since servers do not agree on its formula, and additional keys may
come with any release. Source of shapes and tolerances: the System One wire, docs/oracle.md.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from sts2fsm.questions import Answer, Choice, ChoiceAnswer, Noul, NoulAnswer, Question, Score, ScoreAnswer

SUM_TOLERANCE = 0.05  # probabilities come rounded to two decimals
TIE = 0.005  # half of the last decimal: the choice may be any of two that were rounded to the same
_EXACT = 1e-9
_SHOWN = 60  # characters of a wrong value that a reason repeats


class BadAnswer(Exception):
    """The server answered what nobody asked, or what cannot be true. The message names place and fault."""


def read_answers(given: Any, questions: Mapping[str, Question]) -> dict[str, Answer]:
    """One answer for each question, in the order of the questions. Raises BadAnswer."""
    answers = _object(given, "answers")
    missing = [name for name in questions if name not in answers]
    if missing:
        raise BadAnswer(f"answers: none for {', '.join(missing)}")
    strange = [str(name) for name in answers if name not in questions]
    if strange:
        raise BadAnswer(f"answers: nobody asked {_shown(strange[0])}")
    return {name: _answer(question, answers[name], f"answers.{name}") for name, question in questions.items()}


def answer_to_wire(answer: Answer) -> dict[str, Any]:
    """An answer as the wire had it, shares unscaled, less what we recompute; `read_answers` takes it back unchanged."""
    match answer:
        case ChoiceAnswer():
            shares = answer.told or tuple(answer.probabilities.values())
            options = dict(zip(answer.probabilities, shares, strict=True))
            return {"type": "choice", "choice": answer.choice, "probabilities": options}
        case ScoreAnswer():
            levels = {str(level): share for level, share in enumerate(answer.told or answer.probabilities)}
            return {"type": "score", "score": answer.score, "probabilities": levels}
        case NoulAnswer():
            return {"type": "noul", "noul": answer.yes}


def _answer(question: Question, given: Any, place: str) -> Answer:
    body = _object(given, place)
    asked = question.to_wire()["type"]
    if body.get("type") != asked:
        raise BadAnswer(f"{place}.type: must be {asked}, as asked, not {_shown(body.get('type'))}")
    match question:
        case Choice():
            return _choice(question, body, place)
        case Score():
            return _score(question, body, place)
        case Noul():
            return NoulAnswer(_probability(body.get("noul"), f"{place}.noul"))


def _choice(question: Choice, body: Mapping[str, Any], place: str) -> ChoiceAnswer:
    shares, told = _distribution(body.get("probabilities"), tuple(question.criteria), f"{place}.probabilities")
    choice = body.get("choice")
    if type(choice) is not str or choice not in shares:
        raise BadAnswer(f"{place}.choice: {_shown(choice)} is no option")
    top = max(shares, key=lambda option: shares[option])
    if shares[choice] < shares[top] - TIE:
        raise BadAnswer(f"{place}.choice: is {_shown(choice)}, but {_shown(top)} is more probable")
    return ChoiceAnswer(choice, shares, told)


def _score(question: Score, body: Mapping[str, Any], place: str) -> ScoreAnswer:
    levels = len(question.criteria)
    names = tuple(str(level) for level in range(levels))
    if body.get("legend") is not None and set(_object(body["legend"], f"{place}.legend")) != set(names):
        raise BadAnswer(f"{place}.legend: must number the levels from 0 to {levels - 1}")
    shares, told = _distribution(body.get("probabilities"), names, f"{place}.probabilities")
    score = _number(body.get("score"), f"{place}.score")
    sent = told or tuple(shares.values())
    mean = min(sum(level * share for level, share in enumerate(sent)), levels - 1.0)
    # Two decimals move each share by up to TIE, and with it the mean by TIE times its level.
    rounded = all(abs(share - round(share, 2)) < _EXACT for share in sent)
    tolerance = 0.02 + (TIE * (1 + levels * (levels - 1) / 2) if rounded else 0.0)
    if abs(score - mean) > tolerance:
        raise BadAnswer(f"{place}.score: is {score:g}, but its probabilities have the mean {mean:.2f}")
    return ScoreAnswer(min(max(score, 0.0), levels - 1.0), tuple(shares.values()), told)


def _distribution(given: Any, names: tuple[str, ...], place: str) -> tuple[dict[str, float], tuple[float, ...] | None]:
    """Probabilities of exactly `names`, in their order, renormalised to 1; and as they came, where that is not 1."""
    body = _object(given, place)
    for name in body:
        if name not in names:
            raise BadAnswer(f"{place}: {_shown(name)} is no option")
    for name in names:
        if name not in body:
            raise BadAnswer(f"{place}: none for {_shown(name)}")
    shares = {name: _probability(body[name], f"{place}.{name}") for name in names}
    total = sum(shares.values())
    if abs(total - 1) > SUM_TOLERANCE + _EXACT:
        raise BadAnswer(f"{place}: sum to {total:.2f}, not to 1")
    if abs(total - 1) <= _EXACT:
        return shares, None  # so that what was recorded is read back as it was
    return {name: share / total for name, share in shares.items()}, tuple(shares.values())


def _probability(given: Any, place: str) -> float:
    share = _number(given, place)
    if not 0 <= share <= 1:
        raise BadAnswer(f"{place}: {share:g} is no probability")
    return share


def _number(given: Any, place: str) -> float:
    if type(given) not in (int, float):  # true is an int to Python, not to the wire
        raise BadAnswer(f"{place}: must be a number, not {_shown(given)}")
    try:
        number = float(given)
    except OverflowError:
        number = math.inf
    if not math.isfinite(number):
        raise BadAnswer(f"{place}: must be a number, not {_shown(given)}")
    return number


def _object(given: Any, place: str) -> Mapping[str, Any]:
    if type(given) is not dict:
        raise BadAnswer(f"{place}: must be an object, not {_shown(given)}")
    return given


def _shown(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= _SHOWN else text[:_SHOWN] + "..."

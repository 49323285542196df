"""One consultation as a plain record: what a journal's step keeps under `asked`, and back again.

Always: `state`, `questions` (name -> as on the wire), `answers` (name -> as on the wire, or null), `reason` (null where
there are answers), `ms`, `request_id`, `best`. Answered: `model`, `input_tokens`, `output_tokens`, `left_out`. Not
answered: `detail`. Probabilities are kept as they were sent: a replay passes the gate exactly where the play did.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any

from sts2fsm.errors import PayloadError
from sts2fsm.oracle.reading import BadAnswer, answer_to_wire, read_answers
from sts2fsm.questions import Choice, Consulted, Noul, Question, Score, Unanswered


def to_record(
    state: str,
    questions: Mapping[str, Question],
    result: Consulted | Unanswered,
    best: Mapping[str, str | bool | int] | None = None,
) -> dict[str, Any]:
    """What is written of one call.

    `best`: what code itself would have answered, where it knows: an option's name, true or false, or a level. Answers
    are calibrated against it (`sts2fsm calibrate`).
    """
    asked = {"state": state, "questions": {name: question.to_wire() for name, question in questions.items()}}
    told = {"ms": round(result.ms, 1), "request_id": result.request_id, "best": dict(best or {})}
    if isinstance(result, Unanswered):
        return {**asked, "answers": None, "reason": result.reason, "detail": result.detail, **told}
    return {
        **asked,
        "answers": {name: answer_to_wire(answer) for name, answer in result.answers.items()},
        "reason": None,
        "model": result.model,
        "input_tokens": result.input_tokens,
        "output_tokens": result.output_tokens,
        "left_out": list(result.left_out),
        **told,
    }


def from_record(record: Mapping[str, Any]) -> Consulted | Unanswered:
    """What was answered then. Raises PayloadError for a record that `to_record` did not write."""
    ms, request_id = _ms(record), _text_or_none(record, "request_id")
    if record.get("answers") is None:
        return Unanswered(
            reason=_text(record, "reason"),
            detail=_text_or_none(record, "detail") or "",
            ms=ms,
            request_id=request_id,
        )
    try:
        answers = read_answers(record["answers"], questions_of(record))
    except BadAnswer as fault:
        raise PayloadError("asked", str(fault)) from None
    return Consulted(
        answers=answers,
        model=_text(record, "model"),
        ms=ms,
        input_tokens=_count(record, "input_tokens"),
        output_tokens=_count(record, "output_tokens"),
        request_id=request_id,
        left_out=_names(record, "left_out"),
    )


def questions_of(record: Mapping[str, Any]) -> dict[str, Question]:
    """The questions of a record. Raises PayloadError."""
    given = record.get("questions")
    if not isinstance(given, dict):
        raise PayloadError("asked.questions", "must be an object")
    return {name: _question(body, f"asked.questions.{name}") for name, body in given.items()}


def key(state: str, questions: Mapping[str, Question]) -> str:
    """A name for exactly this call: the order of the questions does not count, that of a question's options does."""
    wires = [(name, questions[name].to_wire()) for name in sorted(questions)]
    return hashlib.sha256(json.dumps([state, wires]).encode()).hexdigest()


def key_of(record: Mapping[str, Any]) -> str:
    """The `key` of a recorded call. Raises PayloadError."""
    return key(_text(record, "state"), questions_of(record))


# --- reading ----------------------------------------------------------------------------------------------------------
def _question(given: Any, place: str) -> Question:
    try:
        kind, instructions, criteria = given["type"], given["instructions"], given["criteria"]
        if kind == "choice":
            return Choice(instructions, dict(criteria))
        if kind == "score":
            return Score(instructions, tuple(criteria))
        if kind == "noul":
            return Noul(instructions, yes=criteria["true"], no=criteria["false"])
    except (KeyError, TypeError, ValueError) as fault:
        raise PayloadError(place, f"is no question: {fault}") from None
    raise PayloadError(place, f"is no question: type {kind!r}")


def _ms(record: Mapping[str, Any]) -> float:
    ms = record.get("ms", 0.0)
    if type(ms) not in (int, float):
        raise PayloadError("asked.ms", f"must be a number, not {ms!r}")
    return float(ms)


def _count(record: Mapping[str, Any], name: str) -> int:
    count = record.get(name, 0)
    if type(count) is not int:
        raise PayloadError(f"asked.{name}", f"must be a whole number, not {count!r}")
    return count


def _names(record: Mapping[str, Any], name: str) -> tuple[str, ...]:
    given = record.get(name, [])
    if not isinstance(given, list) or not all(isinstance(item, str) for item in given):
        raise PayloadError(f"asked.{name}", f"must be a list of texts, not {given!r}")
    return tuple(given)


def _text(record: Mapping[str, Any], name: str) -> str:
    text = record.get(name)
    if not isinstance(text, str):
        raise PayloadError(f"asked.{name}", f"must be text, not {text!r}")
    return text


def _text_or_none(record: Mapping[str, Any], name: str) -> str | None:
    return None if record.get(name) is None else _text(record, name)

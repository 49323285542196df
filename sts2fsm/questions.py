"""Questions to a decision service and their answers, as frozen declarations: Choice, Score and Noul (yes or no).

Pure values: nothing here knows of HTTP. Shapes and limits are those of the System One wire (docs/oracle.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

MOST_OPTIONS = 255
LEVELS = range(2, 11)


# --- questions --------------------------------------------------------------------------------------------------------
@frozen
class Choice:
    """One of 2 to 255 options. `criteria`: option name -> what it does, in words, or None; their order is kept."""

    instructions: str
    criteria: Mapping[str, str | None] = field()

    @criteria.validator
    def _few_enough(self, _: Any, value: Mapping[str, str | None]) -> None:
        if not 2 <= len(value) <= MOST_OPTIONS:
            raise ValueError(f"a Choice has 2 to {MOST_OPTIONS} options, not {len(value)}")

    def to_wire(self) -> dict[str, Any]:
        return {"type": "choice", "instructions": self.instructions, "criteria": dict(self.criteria)}


@frozen
class Score:
    """A place on 2 to 10 levels, lowest first."""

    instructions: str
    criteria: tuple[str, ...] = field()

    @criteria.validator
    def _levels(self, _: Any, value: tuple[str, ...]) -> None:
        if len(value) not in LEVELS:
            raise ValueError(f"a Score has {LEVELS.start} to {LEVELS.stop - 1} levels, not {len(value)}")

    def to_wire(self) -> dict[str, Any]:
        return {"type": "score", "instructions": self.instructions, "criteria": list(self.criteria)}


@frozen
class Noul:
    """Yes or no, with what each would mean."""

    instructions: str
    yes: str
    no: str

    def to_wire(self) -> dict[str, Any]:
        return {
            "type": "noul",
            "instructions": self.instructions,
            "criteria": {"true": self.yes, "false": self.no},
        }


Question = Choice | Score | Noul


# --- answers ----------------------------------------------------------------------------------------------------------
@frozen
class ChoiceAnswer:
    """`probabilities` by option, renormalised to 1. `told`: the shares as the server sent them, in the same order,
    where these did not sum to 1; how they came about shows in them alone."""

    choice: str
    probabilities: Mapping[str, float]
    told: tuple[float, ...] | None = None

    @property
    def confidence(self) -> float:
        """How peaked the answer is, 0 to 1, and not whether it is right: (top - 1/n) / (1 - 1/n)."""
        even = 1 / len(self.probabilities)
        return (max(self.probabilities.values()) - even) / (1 - even)

    @property
    def lead(self) -> float:
        """Probability of the top option less that of the runner-up."""
        top, second, *_ = sorted(self.probabilities.values(), reverse=True)
        return top - second


@frozen
class ScoreAnswer:
    """`score`: the mean level; `probabilities` by level, lowest first, renormalised to 1; `told` as in ChoiceAnswer."""

    score: float
    probabilities: tuple[float, ...]
    told: tuple[float, ...] | None = None


@frozen
class NoulAnswer:
    """`yes`: probability of yes."""

    yes: float


Answer = ChoiceAnswer | ScoreAnswer | NoulAnswer


# --- one call ---------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Consulted:
    """A call that was answered. `ms` is wall time of the call; tokens and `request_id` as the server reported them.

    `left_out`: what was dropped so that the call fits the service's limits, in words.
    """

    answers: Mapping[str, Answer]
    model: str
    ms: float
    input_tokens: int = 0
    output_tokens: int = 0
    request_id: str | None = None
    left_out: tuple[str, ...] = ()


@frozen(kw_only=True)
class Unanswered:
    """No usable answer: `reason` is a short fixed name (timeout, breaker_open, bad_answer, ...: the table in
    sts2fsm/oracle/systemone.py), `detail` for people."""

    reason: str
    detail: str = ""
    ms: float = 0.0
    request_id: str | None = None

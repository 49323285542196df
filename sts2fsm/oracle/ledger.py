"""What asking cost in one run: calls, tokens, money, time, and how each call ended."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from attrs import define, field

from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.questions import Consulted, Question, Unanswered

ANSWERED = "answered"
_MILLION = 1_000_000
_IDS = 20  # request ids that are kept: the first and, from then on, the last ones


@define
class Ledger:
    """Counts calls of one run. Prices are of the policy; money is what the server's own token counts cost.

    A server that reports no tokens costs nothing here, and is counted in `without_usage`.
    """

    _policy: OraclePolicy
    _reasons: Counter[str] = field(factory=Counter)
    _asked: Counter[str] = field(factory=Counter)
    _models: Counter[str] = field(factory=Counter)
    _times: list[float] = field(factory=list)  # milliseconds of calls that were sent
    _ids: list[str] = field(factory=list)
    _tokens_in: int = 0
    _tokens_out: int = 0
    _without_usage: int = 0
    _shortened: int = 0

    def add(self, questions: Mapping[str, Question], result: Consulted | Unanswered) -> None:
        """Count one call."""
        self._asked.update(questions.keys())
        if result.ms > 0 or isinstance(result, Consulted):
            self._times.append(result.ms)
        if result.request_id:
            self._ids.append(result.request_id)
            del self._ids[_IDS // 2 : -_IDS // 2]
        if isinstance(result, Unanswered):
            self._reasons[result.reason] += 1
            return
        self._reasons[ANSWERED] += 1
        self._models[result.model] += 1
        self._tokens_in += result.input_tokens
        self._tokens_out += result.output_tokens
        self._without_usage += not result.input_tokens
        self._shortened += bool(result.left_out)

    @property
    def usd(self) -> float:
        """Money spent, by the server's token counts and the policy's prices."""
        spent = self._tokens_in * self._policy.usd_per_mtok_in + self._tokens_out * self._policy.usd_per_mtok_out
        return spent / _MILLION

    def as_dict(self) -> dict[str, Any]:
        """A plain record for summaries. `ms` are of calls that were sent, None without any; `seconds` is their sum,
        the time that the play waited for answers."""
        return {
            "calls": self._reasons.total(),
            "ended": dict(self._reasons),
            "questions": dict(self._asked),
            "models": dict(self._models),
            "input_tokens": self._tokens_in,
            "output_tokens": self._tokens_out,
            "without_usage": self._without_usage,
            "shortened": self._shortened,
            "usd": round(self.usd, 6),
            "seconds": round(sum(self._times) / 1000, 3),
            "ms": {"median": _at(self._times, 0.5), "p95": _at(self._times, 0.95)},
            "request_ids": list(self._ids),
        }


def _at(values: list[float], part: float) -> float | None:
    """The value that this part of all values does not exceed: one of them, not a mean."""
    if not values:
        return None
    return sorted(values)[max(0, -int(-len(values) * part // 1) - 1)]

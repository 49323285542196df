"""Has a language model asked between two steps of the play, and what that came to in one run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

from attrs import define, field

from sts2fsm.handler import Seen
from sts2fsm.machine.tracker import Tracker
from sts2fsm.oracle.llm.strategist import Advised, Strategist
from sts2fsm.strategy import Strategy
from sts2fsm.strategy_policy import NONE
from sts2fsm.updates import drop_strategy, take_advice


@define
class Totals:
    """Calls of one run: those without a plan by their reason, tokens, milliseconds, and dollars, None once the cost of
    a call is not known."""

    calls: int = 0
    failures: Counter[str] = field(factory=Counter)
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0
    usd: float | None = 0.0

    def add(self, advised: Advised) -> None:
        self.calls += 1
        if advised.failure is not None:
            self.failures[advised.failure] += 1
        self.input_tokens += advised.input_tokens
        self.output_tokens += advised.output_tokens
        self.ms += advised.ms
        self.usd = None if self.usd is None or advised.cost is None else round(self.usd + advised.cost, 6)


@define
class Adviser:
    """The machine's memory is where a strategy lives; this carries it there, and every call into the journal."""

    _tracker: Tracker
    _strategist: Strategist | None = None
    _totals: Totals = field(factory=Totals)

    def new_run(self) -> None:
        """Count from nothing. The budget is not ours: it is in the memory, bound to the run."""
        self._totals = Totals()

    @property
    def name(self) -> str:
        """For summaries and journals; never a secret."""
        return NONE if self._strategist is None else self._strategist.name

    def advise(self, seen: Seen, run_id: str | None, step: int, write: Callable[[Mapping[str, Any]], None]) -> bool:
        """Whether memory has changed, mostly because somebody was asked: that takes a while, so the page must be
        looked at again. `write` takes the record of a call."""
        if run_id is None:
            return False
        if self._out_of_place(seen.memory.strategy, run_id):
            self._tracker.remember(drop_strategy)
            return True
        advised = None if self._strategist is None else self._strategist.consult(seen, run_id)
        if advised is None:
            return False
        self._tracker.remember(partial(take_advice, strategy=advised.strategy, consults=advised.consults))
        self._totals.add(advised)
        run = seen.observation.run
        where = {"step": step, "run": run_id, "floor": run.floor if run else None, "state": str(seen.state)}
        write({**advised.record(), **where})
        return True

    def _out_of_place(self, plan: Strategy | None, run_id: str) -> bool:
        """A plan that an earlier start left: of another run, or of a model that is not to be asked or heard now."""
        if plan is None:
            return False
        return plan.run != run_id or self._strategist is None or plan.shadow != self._strategist.shadow

    def as_dict(self) -> dict[str, Any]:
        """For the summary; empty where nobody is asked."""
        if self._strategist is None:
            return {}
        totals = self._totals
        return {
            "name": self.name,
            "shadow": self._strategist.shadow,
            "calls": totals.calls,
            "failures": dict(totals.failures),
            "input_tokens": totals.input_tokens,
            "output_tokens": totals.output_tokens,
            "usd": totals.usd,
            "seconds": round(totals.ms / 1000, 3),
        }

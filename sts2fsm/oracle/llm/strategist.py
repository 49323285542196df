"""Asks for a strategy when a trigger fires and the run's budget allows it; says what came of it. Holds no memory.

What was asked and what it cost is in the machine's memory (`Consults`), so it is bound to the run and outlives a kill.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import asdict, evolve, frozen

from sts2fsm.handler import Seen
from sts2fsm.oracle.llm.door import Door, Drafted, NotDrafted
from sts2fsm.oracle.llm.prompt import instructions, prompt
from sts2fsm.oracle.llm.triggers import fired
from sts2fsm.strategy import Consults, Strategy, read_strategy, standing
from sts2fsm.strategy_policy import LlmPolicy, ModelSpec, Price, price_of

_HOPELESS = "unauthorised"  # no later call can succeed
_BYTES_A_TOKEN = 2  # fewer than any tokenizer needs of our words and ids, so that no estimate is too low
_FORM_TOKENS = 1500  # the form of the answer is sent along: about 700


@frozen(kw_only=True)
class Advised:
    """One call and what came of it. `strategy` is None when there is none; `dropped` counts its items that were dropped
    or bounded; `cost` is in dollars, None when the model's price or the tokens are not known."""

    why: tuple[str, ...]
    model: str
    strategy: Strategy | None
    consults: Consults
    shadow: bool
    failure: str | None = None
    detail: str = ""
    dropped: int = 0
    input_tokens: int = 0
    output_tokens: int = 0
    cost: float | None = None
    ms: float = 0.0

    def record(self) -> dict[str, Any]:
        """For the journal: `calls` and `charged` are of the run so far."""
        plain = {name: value for name, value in asdict(self).items() if name != "consults"}
        return {"kind": "strategy", **plain, "calls": self.consults.calls, "charged": round(self.consults.charged, 6)}


class Strategist:
    """Who to ask, and by what rules."""

    def __init__(self, spec: ModelSpec, policy: LlmPolicy, door: Door) -> None:
        self._spec = spec
        self._policy = policy
        self._door = door
        self._price: Price | None = price_of(spec, policy)
        self._instructions = instructions(policy.route_most)

    @property
    def name(self) -> str:
        return str(self._spec)

    @property
    def shadow(self) -> bool:
        return self._policy.shadow

    def consult(self, seen: Seen, run_id: str) -> Advised | None:
        """One call, when it is time for one. Takes at most `llm.deadline_s`; never raises for what a model says."""
        if seen.memory.consults.run != run_id:
            seen = evolve(seen, memory=evolve(seen.memory, consults=Consults(run=run_id)))
        why = fired(seen, self._policy)
        here = standing(seen.observation, run_id, seen.memory.deck_size)
        if not why or here is None:
            return None
        asked = prompt(seen, why)
        if not self._affordable(seen.memory.consults, asked):
            return None
        answer = self._door.ask(self._instructions, asked, self._policy.deadline_s, self._policy.answer_tokens)
        cost = self._cost(answer)
        charged = cost if cost is not None else self._most(asked)
        consults = _noted(seen, answer, charged, self._policy)
        said = Advised(
            why=why, model=self.name, strategy=None, consults=consults, shadow=self._policy.shadow,
            input_tokens=answer.input_tokens, output_tokens=answer.output_tokens, cost=cost, ms=answer.ms,
        )  # fmt: skip
        if isinstance(answer, NotDrafted):
            return evolve(said, failure=answer.reason, detail=answer.detail)
        strategy, dropped = read_strategy(answer.raw, here, self._policy.route_most)
        return evolve(said, strategy=evolve(strategy, shadow=self._policy.shadow), dropped=dropped)

    # --- budget -------------------------------------------------------------------------------------------------------
    def _affordable(self, spent: Consults, asked: str) -> bool:
        """One more call stays within every bound, even when its answer is as long as it may be."""
        policy = self._policy
        if spent.calls >= policy.calls or spent.failures >= policy.failures:
            return False
        return self._price is None or spent.charged + self._most(asked) <= policy.money

    def _most(self, asked: str) -> float:
        """What a call may cost at most; also what one counts for whose tokens nobody told. 0 without a price."""
        if self._price is None:
            return 0.0
        read = (len(self._instructions) + len(asked)) / _BYTES_A_TOKEN + _FORM_TOKENS
        return (read * self._price.input + self._policy.answer_tokens * self._price.output) / 1e6

    def _cost(self, answer: Drafted | NotDrafted) -> float | None:
        if self._price is None or not answer.input_tokens:
            return None
        spent = answer.input_tokens * self._price.input + answer.output_tokens * self._price.output
        return round(spent / 1e6, 6)


def _noted(seen: Seen, answer: Drafted | NotDrafted, charged: float, policy: LlmPolicy) -> Consults:
    """The ledger with this call: failed ones count too."""
    before, run, map_ = seen.memory.consults, seen.observation.run, seen.observation.map
    boss = map_.boss.id if map_ is not None and map_.boss is not None else None
    failures = before.failures + 1 if isinstance(answer, NotDrafted) else 0
    if isinstance(answer, NotDrafted) and answer.reason == _HOPELESS:
        failures = policy.failures
    return Consults(
        run=before.run,
        calls=before.calls + 1,
        charged=before.charged + charged,
        failures=failures,
        floor=run.floor if run is not None else before.floor,
        acts=_with(before.acts, [run.act] if run is not None and map_ is not None else []),
        bosses=_with(before.bosses, [boss] if boss is not None else []),
    )


def _with(known: tuple[Any, ...], more: Sequence[Any]) -> tuple[Any, ...]:
    return (*known, *(one for one in more if one not in known))

"""Pages, memories and models for the tests of strategies."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from sts2fsm.assembly import Brain, brain, policies
from sts2fsm.facts.ledger import Deck, Held
from sts2fsm.handler import Decision, Seen
from sts2fsm.memory import Memory
from sts2fsm.oracle.llm.door import Drafted, NotDrafted
from sts2fsm.oracle.llm.strategist import Strategist
from sts2fsm.states import State, visible_state
from sts2fsm.strategy import Strategy, Until
from sts2fsm.strategy_policy import LlmPolicy, model_spec
from sts2fsm.wire.observation import Observation
from tests.handlers import moments as handlers
from tests.handlers.moments import NOW, settled

RUN = "modded:profile1:900"
PINNED = [Path(handlers.__file__).with_name("pinned.yaml"), Path(__file__).with_name("pinned.yaml")]


@cache
def mind() -> Brain:
    """Handlers, machine and the numbers that expectations are written for."""
    return brain(policies(PINNED))


POLICY: LlmPolicy = mind().policies.section(LlmPolicy)
PRICED, UNPRICED = "http://127.0.0.1:1/v1#priced", "http://127.0.0.1:1/v1#free"


def moment(observed: Observation, memory: Memory | None = None, state: State | None = None) -> Seen:
    """What rules get. Without a state, the one that the payload shows; without a memory, one of a page that stands."""
    return mind().decider.seen(observed, state or visible_state(observed), memory or settled(), NOW)


def decide(seen: Seen) -> Decision:
    return mind().decider.decide(seen)


@frozen
class Scripted:
    """A door that gives its answers in order, and keeps what it was asked."""

    answers: list[Drafted | NotDrafted]
    prompts: list[str] = field(factory=list)

    def ask(self, instructions: str, prompt: str, deadline_s: float, answer_tokens: int) -> Drafted | NotDrafted:
        self.prompts.append(prompt)
        return self.answers.pop(0)


def plan_of(**raw: Any) -> Drafted:
    """An answer that read 1000 tokens and wrote 100."""
    return Drafted(raw=raw, input_tokens=1000, output_tokens=100)


def strategist(door: Scripted, policy: LlmPolicy = POLICY, model: str = PRICED) -> Strategist:
    spec = model_spec(model)
    assert spec is not None
    return Strategist(spec, policy, door)


def strategy(**more: Any) -> Strategy:
    """One that nothing ends."""
    return Strategy(**{"run": RUN, "act": 1, "floor": 0, "until": Until(), **more})


def remembering(seen: Seen, **more: Any) -> Seen:
    """The same page, seen with another memory."""
    return moment(seen.observation, evolve(seen.memory, **more), seen.state)


def with_plan(seen: Seen, **plan: Any) -> Seen:
    return remembering(seen, strategy=strategy(**plan))


def deck(*ids: str) -> Deck:
    """A deck ledger of these cards."""
    return Deck(cards=[Held(id_) for id_ in ids])

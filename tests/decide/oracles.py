"""Oracles of one's own making, and deciders that ask them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import define, evolve, field

from handlers import HANDLERS
from handlers.worth import PotionsPolicy, potion_worth
from sts2fsm.asking import Asked, AskPolicy
from sts2fsm.assembly import policies
from sts2fsm.consult import Consultant
from sts2fsm.decide import Decider
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.handler import Decision
from sts2fsm.memory import Memory
from sts2fsm.policy import Policies, Table
from sts2fsm.questions import Answer, Choice, ChoiceAnswer, Consulted, Noul, NoulAnswer, Question, Unanswered
from sts2fsm.states import State, visible_state
from sts2fsm.wire.observation import Observation
from tests.handlers.moments import NOW, settled

PINNED = Path(__file__).parent.parent / "handlers" / "pinned.yaml"
EVERYTHING = Table({"default": 1000.0})  # of `ask.near`: every allowed option is near enough
Reply = Callable[[str, Question], Answer]


@define
class Scripted:
    """Answers each question by a function of its name, and keeps what it was asked."""

    reply: Reply | Unanswered
    name: str = "scripted"
    calls: list[tuple[str, Mapping[str, Question]]] = field(factory=list)

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        self.calls.append((state, questions))
        if isinstance(self.reply, Unanswered):
            return self.reply
        answers = {name: self.reply(name, question) for name, question in questions.items()}
        return Consulted(answers=answers, model="scripted", ms=1.0, input_tokens=100, output_tokens=5)


def shares(question: Question, *wanted: tuple[str, float]) -> ChoiceAnswer:
    """Options by the beginning of their words, with their probabilities; the others share what is left."""
    assert isinstance(question, Choice)
    names = {
        next(name for name, words in question.criteria.items() if str(words).startswith(start)): share
        for start, share in wanted
    }
    others = [name for name in question.criteria if name not in names]
    rest = (1 - sum(names.values())) / max(1, len(others))
    probabilities = {name: names.get(name, rest) for name in question.criteria}
    return ChoiceAnswer(max(probabilities, key=lambda name: probabilities[name]), probabilities)


def sure_of(place: int, share: float = 0.9) -> Reply:
    """The option of this place (from the end when negative) for every choice; undecided on every yes or no."""

    def reply(name: str, question: Question) -> Answer:
        if isinstance(question, Noul):
            return NoulAnswer(0.5)
        assert isinstance(question, Choice)
        wanted = list(question.criteria)[place]
        rest = (1 - share) / (len(question.criteria) - 1)
        return ChoiceAnswer(wanted, {name: share if name == wanted else rest for name in question.criteria})

    return reply


@cache
def _pinned() -> Policies:
    return policies([PINNED])


def asking(**changes: Any) -> Policies:
    """The pinned policies with lines searched and changes of the section `ask`; every allowed option near enough unless
    said."""
    base = _pinned()
    planner = evolve(base.section(PlannerPolicy), budget="reflex")
    changed = evolve(base.section(AskPolicy), **{"near": EVERYTHING, "more_hp_lost": 200, **changes})
    return evolve(base, sections=Table({**base.sections, "ask": changed, "planner": planner}))


def mind(oracle: Any, **changes: Any) -> Decider:
    """A decider without the machine, which these tests do without."""
    chosen = asking(**changes)
    potions = chosen.section(PotionsPolicy)
    consultant = None if oracle is None else Consultant.of(oracle, chosen)
    return Decider(HANDLERS, chosen, lambda potion: potion_worth(potion, potions), consultant)


def decided(by: Decider, page: Observation, memory: Memory | None = None, state: State | None = None) -> Decision:
    """What is decided on a page that stands still."""
    return by.decide(by.seen(page, state or visible_state(page), memory or settled(), NOW))


def asked(made: Decision) -> Asked:
    assert made.asked is not None
    return made.asked

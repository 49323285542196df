"""Puts the parts together: all policy sections, the policies, the machine and the decider of one session."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from pathlib import Path

from attrs import frozen

from handlers import HANDLERS, SHARED_POLICIES
from handlers.worth import PotionsPolicy, potion_worth
from sts2fsm.advising import Adviser
from sts2fsm.asking import AskPolicy
from sts2fsm.consult import Consultant
from sts2fsm.decide import Decider
from sts2fsm.facts.deadline import Now
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.game.retries import GamePolicy
from sts2fsm.machine.checks import check
from sts2fsm.machine.tracker import Tracker
from sts2fsm.machine.waits import Waits, patience
from sts2fsm.oracle.llm.strategist import Strategist
from sts2fsm.oracle.policy import GatePolicy, OraclePolicy
from sts2fsm.oracle.port import Oracle
from sts2fsm.oracle.quiet import NoOracle
from sts2fsm.policy import Policies, by_name, load, shipped_path
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.strategy_policy import LlmPolicy

SECTIONS: tuple[type, ...] = (
    Waits,
    GamePolicy,
    PlannerPolicy,
    RecoveryPolicy,
    OraclePolicy,
    GatePolicy,
    AskPolicy,
    LlmPolicy,
    *SHARED_POLICIES,
    *(handler.policy for handler in HANDLERS),
)


@cache
def _checked() -> None:
    check(HANDLERS)


def policies(overlays: Sequence[Path] = ()) -> Policies:
    """The shipped policies with overlays laid over them in order. Raises PolicyError with every fault."""
    return load(by_name(SECTIONS), shipped_path(), overlays)


@frozen
class Brain:
    """The machine that follows the game, and the decider that answers it, under one set of policies."""

    policies: Policies
    tracker: Tracker
    decider: Decider
    adviser: Adviser
    oracle: str = NoOracle.name  # who is asked, for summaries and journals; never a secret


def brain(
    chosen: Policies,
    oracle: Oracle | None = None,
    strategist: Strategist | None = None,
    now: Now | None = None,
) -> Brain:
    """A fresh machine in its first state, that asks `oracle` and `strategist` where there are any. `now` is the clock
    of a game that does not wait for us (Decider). Raises MachineError when the handlers' tables are wrong."""
    _checked()
    waits: Waits = chosen.section(Waits)
    potions: PotionsPolicy = chosen.section(PotionsPolicy)
    asked = oracle or NoOracle()
    consultant = None if asked.name == NoOracle.name else Consultant.of(asked, chosen)
    decider = Decider(HANDLERS, chosen, lambda potion: potion_worth(potion, potions), consultant, now)
    tracker = Tracker(HANDLERS, patience(waits))
    return Brain(chosen, tracker, decider, Adviser(tracker, strategist), asked.name)

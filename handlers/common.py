"""Small rules, moves and edge targets that many screens share."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from sts2fsm.handler import A, Doing, Move, Ranked, Rule, Seen, Wait, best
from sts2fsm.states import COMBAT_STATES, State
from sts2fsm.wire.actions import Action, Proceed

# Where an action may lead, as groups of states that one payload shows.
FIGHT = (*COMBAT_STATES, State.COMBAT_SETTLING)
FIGHT_CHOICES = (State.HAND_SELECT, State.CARD_SELECT)
EVENT_PAGES = (State.EVENT, State.EVENT_RESOLVING)
EVENT = (*EVENT_PAGES, State.EVENT_DIALOGUE)  # only the Ancients speak (api.md section 2), before anything is chosen
TREASURE = (State.TREASURE_OPENING, State.TREASURE)
ROOMS = (*FIGHT, *EVENT, State.REST_SITE, State.SHOP, State.FAKE_MERCHANT, *TREASURE)
# What rewards may lie upon besides a fight that is over: a relic bought, dug up or found brings some of its own.
UNDER_REWARDS = (*EVENT, *TREASURE, State.REST_SITE, State.SHOP)


class Settles(Protocol):
    """A policy section with a settling time."""

    settle_ms: int


def unsettled(seen: Seen, policy: Settles) -> bool:
    """The page is too new to trust: it may still be moving."""
    return not seen.settled(policy.settle_ms)


def let_settle(seen: Seen, policy: Settles) -> Move:
    return Wait(policy.settle_ms, "two equal reads before deciding")


SETTLE = Rule("let the page settle", when=unsettled, do=let_settle)


def wait(why: str) -> Doing:
    """A `do` that waits for `policy.settle_ms` and says why."""

    def waiting(seen: Seen, policy: Any) -> Move:
        return Wait(policy.settle_ms, why)

    return waiting


def only(kind: type[A]) -> Doing:
    """A `do` that sends the one open action of `kind`, or passes."""

    def doing(seen: Seen, policy: Any) -> Move | None:
        return next(iter(seen.open(kind)), None)

    return doing


proceed = only(Proceed)


def can(kind: type[Action]) -> Callable[[Seen, Any], bool]:
    """A guard: an action of `kind` is open."""

    def open_to_us(seen: Seen, policy: Any) -> bool:
        return bool(seen.open(kind))

    return open_to_us


def highest(rank: Callable[[Seen, Any], list[Ranked]]) -> Doing:
    """A `do` that takes the option of highest value."""

    def doing(seen: Seen, policy: Any) -> Ranked | None:
        return best(rank(seen, policy))

    return doing

"""Rows that hold on every screen: the unchanged-state guard, refusals, effects that show on the same screen, and an
observation that shows nothing new.

They stand after a handler's own rows, so a screen with a better word for the same thing has the first say.
"""

from __future__ import annotations

from collections.abc import Iterable

from sts2fsm.handler import HERE, OBSERVE, Edge, Step
from sts2fsm.states import AWAITING, State
from sts2fsm.updates import note_failure


def not_done_yet(step: Step) -> bool:
    """Asked, and nothing has changed yet: wait."""
    return step.asked and step.unchanged and not step.overdue


def without_effect(step: Step) -> bool:
    """Asked long ago, and nothing came of it: decide again, and count it."""
    return step.asked and step.unchanged and step.overdue


def refused(step: Step) -> bool:
    """The mod said no: decide again from what is seen, and count it."""
    return step.refused


def took_effect(step: Step) -> bool:
    """Asked, and the page is another one."""
    return step.asked and not step.unchanged


COMMON = (refused, without_effect, not_done_yet, took_effect)
POTIONS = ("use_potion", "discard_potion")  # reachable wherever a player is shown (api.md section 4)


def common_edges(state: State, actions: Iterable[str], said: frozenset[tuple[str, str]]) -> tuple[Edge, ...]:
    """The common rows of a state from which `actions` are sent. `said` are the (action, common guard) pairs that the
    handler has its own row for. Where an action is awaited, nothing is sent and every row is the handler's own.
    """
    if state in AWAITING:
        return ()
    here = [
        Edge(
            [action for action in actions if (action, guard.__name__) not in said],
            HERE,
            when=guard,
            remember=(note_failure,) if guard in (refused, without_effect) else (),
        )
        for guard in COMMON
    ]
    return (*here, Edge(OBSERVE, HERE))

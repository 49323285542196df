"""Rows that hold on every screen: the unchanged-state guard, refusals, potions, and an observation that shows nothing
new.

They stand after a handler's own rows, so a screen with a better word for the same thing has the first say.
"""

from __future__ import annotations

from sts2fsm.handler import HERE, OBSERVE, Edge, Step
from sts2fsm.states import AWAITING, HIDDEN_BEHIND, State
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


POTIONS = ("use_potion", "discard_potion")  # reachable wherever a player is shown (api.md section 4)


def nothing_awaited(step: Step) -> bool:
    """An interrupt swallowed what this state was waiting for: go on from what is shown."""
    return step.sent is None


def common_edges(state: State, actions: tuple[str, ...]) -> tuple[Edge, ...]:
    """The common rows of a state from which `actions` are sent."""
    if state in AWAITING:
        return (Edge(OBSERVE, HIDDEN_BEHIND[state], when=nothing_awaited),)
    return (
        Edge(actions, HERE, when=refused, remember=(note_failure,)),
        Edge(actions, HERE, when=without_effect, remember=(note_failure,)),
        Edge(actions, HERE, when=not_done_yet),
        Edge([action for action in actions if action in POTIONS], HERE, when=took_effect),
        Edge(OBSERVE, HERE),
    )

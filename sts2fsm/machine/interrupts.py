"""What can come between on any screen, declared once: tutorials and popups, overlays, unreadable moments, the map, the
end.

An interrupt remembers the state it came over (`return_to`), so that the fight's or the room's memory is kept while it
lasts.
"""

from __future__ import annotations

from attrs import evolve

from sts2fsm.handler import OBSERVE, Edge, Guard, Step
from sts2fsm.memory import Memory
from sts2fsm.states import COMBAT_STATES, HIDDEN_BEHIND, State, could_be, visible_state

# Screens that lie over others and go away again. While one is shown, no row of a room applies.
INTERRUPTS_OF_ALL = (State.MENU_POPUP, State.OVERLAY, State.UNKNOWN)
INTERRUPTS = (*INTERRUPTS_OF_ALL, State.MAP_IN_COMBAT)
IN_FIGHT = (*COMBAT_STATES, State.COMBAT_SETTLING, State.ACTIONS_DISABLED, State.HAND_SELECT)
# From where the map may be found lying over a fight: the fight itself, the way to it, and what lay over it.
BEFORE_MAP_IN_COMBAT = (*IN_FIGHT, State.MAP_TRAVELLING, State.MENU_POPUP, State.OVERLAY, State.UNKNOWN)
# Screens without a run under them have no map and no end.
NO_RUN = (State.MENU, State.MENU_BLOCKED, State.MENU_EMBARKING, State.GAME_OVER)
# A map that is opened over a room, by a person or by the game, before the room is done.
MAP_OVER = (
    State.REST_SITE, State.SHOP, State.FAKE_MERCHANT,
    State.TREASURE, State.TREASURE_OPENING, State.REWARDS, State.CARD_REWARD,
)  # fmt: skip


def come_back(memory: Memory, step: Step) -> Memory:
    """Remember the state that the interrupt lies upon, and what it was waiting for."""
    if step.state in INTERRUPTS:
        return memory
    return evolve(memory, return_to=step.state, pending_under=memory.pending, pending=None)


def back_again(memory: Memory, step: Step) -> Memory:
    """The interrupt is over: wait on for what was awaited under it."""
    return evolve(memory, return_to=None, pending=memory.pending_under, pending_under=None)


def elsewhere(memory: Memory, step: Step) -> Memory:
    """The interrupt is over and its place is gone, and with it what was awaited there."""
    return evolve(memory, return_to=None, pending=None, pending_under=None)


def _back_to(state: State) -> Guard:
    def back_where_we_were(step: Step) -> bool:
        """The screen under the interrupt is seen again."""
        return step.memory.return_to is state

    return back_where_we_were


def moved_on_meanwhile(step: Step) -> bool:
    """The game went on under the interrupt, or the program started with it."""
    under = step.memory.return_to
    return under is None or not could_be(under, visible_state(step.after))


def interrupt_edges(state: State, actions: tuple[str, ...]) -> tuple[Edge, ...]:
    """Rows by which `state` is interrupted, whatever was sent."""
    triggers = (*actions, OBSERVE)
    over = INTERRUPTS if state in BEFORE_MAP_IN_COMBAT else INTERRUPTS_OF_ALL
    edges = [Edge(triggers, [to for to in over if to is not state], remember=(come_back,))]
    if state not in NO_RUN:
        edges.append(Edge(triggers, State.GAME_OVER))
    if state in MAP_OVER:
        edges.append(Edge(OBSERVE, State.MAP))
    return tuple(edges)


def return_edges(interrupt: State, actions: tuple[str, ...]) -> tuple[Edge, ...]:
    """Rows by which `interrupt` ends: back to the very state it came over, or wherever the game is by now."""
    triggers = (*actions, OBSERVE)
    under = [state for state in State if state not in INTERRUPTS]
    if interrupt is State.MAP_IN_COMBAT:
        under = [state for state in under if state in IN_FIGHT]
    back = tuple(Edge(triggers, state, when=_back_to(state), remember=(back_again,)) for state in under)
    visible = [state for state in under if state not in HIDDEN_BEHIND]
    return (*back, Edge(triggers, visible, when=moved_on_meanwhile, remember=(elsewhere,)))

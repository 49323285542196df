"""What can come between on any screen, declared once: tutorials and popups, overlays, unreadable moments, the map, the
end.

An interrupt remembers the state it came over (`return_to`), so that the fight's or the room's memory is kept while it
lasts.
"""

from __future__ import annotations

from attrs import evolve

from sts2fsm.handler import OBSERVE, Edge, Guard, Step
from sts2fsm.memory import Memory
from sts2fsm.states import AWAITING, COMBAT_STATES, HIDDEN_BEHIND, State, could_be, visible_state
from sts2fsm.updates import enter_room

# Screens that lie over others and go away again. While one is shown, no row of a room applies.
INTERRUPTS_OF_ALL = (State.MENU_POPUP, State.OVERLAY, State.UNKNOWN)
INTERRUPTS = (*INTERRUPTS_OF_ALL, State.MAP_IN_COMBAT)
IN_FIGHT = (*COMBAT_STATES, State.COMBAT_SETTLING, State.ACTIONS_DISABLED, State.HAND_SELECT)
# From where the map may be found lying over a fight: the fight itself, and what lay over it. (The way to it is the
# map's own: handlers/map.py.)
BEFORE_MAP_IN_COMBAT = (*IN_FIGHT, *INTERRUPTS_OF_ALL)
# Screens without a run under them have no map and no end.
MENUS = (State.MENU, State.MENU_BLOCKED, State.MENU_EMBARKING)
NO_RUN = (*MENUS, State.GAME_OVER)


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
    travelled = memory.return_to in (State.MAP, State.MAP_TRAVELLING, *MENUS)
    memory = evolve(memory, return_to=None, pending=None, pending_under=None)
    return enter_room(memory, step) if travelled else memory


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
    triggers = actions if state in AWAITING else (*actions, OBSERVE)
    over = INTERRUPTS if state in BEFORE_MAP_IN_COMBAT else INTERRUPTS_OF_ALL
    edges = [Edge(triggers, [to for to in over if to is not state], remember=(come_back,))]
    if state not in NO_RUN and state not in INTERRUPTS_OF_ALL:
        edges.append(Edge(triggers, State.GAME_OVER, remember=(elsewhere,)))
    return tuple(edges)


def return_edges(interrupt: State, actions: tuple[str, ...]) -> tuple[Edge, ...]:
    """Rows by which `interrupt` ends: back to the very state it came over, or wherever the game is by now."""
    under = [state for state in State if state not in INTERRUPTS]
    if interrupt is State.MAP_IN_COMBAT:
        under = [state for state in under if state in IN_FIGHT]
    edges = []
    for state in under:
        # Without a run under it there is no player, and nothing but menu entries is sent.
        sent = [name for name in actions if name == "menu_select"] if state in MENUS else actions
        edges.append(Edge((*sent, OBSERVE), state, when=_back_to(state), remember=(back_again,)))
        if state not in HIDDEN_BEHIND:
            edges.append(Edge((*sent, OBSERVE), state, when=moved_on_meanwhile, remember=(elsewhere,)))
    return tuple(edges)

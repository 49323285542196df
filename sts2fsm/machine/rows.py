"""From the handlers' edges to the rows of one flat machine, in the order in which they are tried."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from attrs import field, frozen

from sts2fsm.handler import OBSERVE, Edge, Guard, Handler, Step, Update, shown
from sts2fsm.machine.common import POTIONS, common_edges, took_effect
from sts2fsm.machine.interrupts import INTERRUPTS, NO_RUN, interrupt_edges, return_edges
from sts2fsm.states import AWAITING, HIDDEN_BEHIND, State


@frozen
class Row:
    """One transition: from `source` on `trigger` to `dest`, when the payload can be `dest` and the guard holds.

    `origin` says where it was declared: a handler's name, `common` or `interrupts`.
    """

    trigger: str
    source: State
    dest: State
    guard: Guard = field(eq=False)
    remember: tuple[Update, ...] = field(eq=False)
    origin: str = field(eq=False)
    guard_name: str = field()

    @guard_name.default
    def _name(self) -> str:
        return str(self.guard.__name__)

    def __str__(self) -> str:
        return f"{self.source} --{self.trigger} [{self.guard_name}]--> {self.dest}"


def actions_of(handler: type[Handler], state: State) -> tuple[str, ...]:
    """The actions that the handler's own table sends or follows from a state, in order of appearance."""
    named = [*sent_from(handler, state)]
    named += [name for edge in handler.edges if state in (edge.at or handler.home()) for name in edge.on]
    return tuple(dict.fromkeys(name for name in named if name != OBSERVE))


def sent_from(handler: type[Handler], state: State) -> tuple[str, ...]:
    """The actions that are sent from a state: its rules' own, and the potions where the mod takes them."""
    named = [name for rule in handler.rules_at(state) for name in rule.emits]
    if state not in NO_RUN and state is not State.MENU_POPUP and state not in AWAITING:
        named += POTIONS
    return tuple(dict.fromkeys(named))


def _expand(edges: Iterable[Edge], state: State, origin: str) -> list[Row]:
    return [
        Row(trigger, state, dest, edge.when, edge.remember, origin)
        for edge in edges
        for trigger in edge.on
        for dest in (edge.to or (state,))
    ]


def late(step: Step) -> bool:
    """What an action led to shows after we gave up waiting for it, or a person did the same."""
    return True


def _late(own: Sequence[Row], state: State) -> list[Row]:
    """Rows by which every screen that an action may lead to may also be seen later, with nothing awaited."""
    if state in AWAITING:
        return []
    there = {row.dest for row in own if row.trigger == OBSERVE}
    leads = {
        row.dest: row.remember
        for row in own
        if row.guard is shown and row.dest is not state and row.dest not in HIDDEN_BEHIND and row.dest not in there
    }
    return [Row(OBSERVE, state, dest, late, remember, "common") for dest, remember in leads.items()]


def rows(handlers: Sequence[type[Handler]]) -> tuple[Row, ...]:
    """Every row of the machine: for each state the handler's own first, then the common ones, then the interrupts."""
    table: list[Row] = []
    for handler in handlers:
        for state in handler.all_states():
            actions = actions_of(handler, state)
            own = [edge for edge in handler.edges if state in (edge.at or handler.home())]
            own_rows = _expand(own, state, handler.__name__)
            table += own_rows
            table += _late(own_rows, state)
            table += _expand(interrupt_edges(state, actions), state, "interrupts")
            if state in INTERRUPTS:
                table += _expand(return_edges(state, actions), state, "interrupts")
            said = {(name, guard) for edge in own for name in edge.on for guard in edge.instead}
            said |= {(row.trigger, took_effect.__name__) for row in own_rows if row.dest is state}
            table += _expand(common_edges(state, sent_from(handler, state), frozenset(said)), state, "common")
    return tuple(table)

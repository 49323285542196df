"""Mistakes in the handlers' tables, found when the machine is built."""

from __future__ import annotations

from collections.abc import Sequence

from sts2fsm.errors import MachineError
from sts2fsm.handler import OBSERVE, Handler, shown
from sts2fsm.machine.common import COMMON, POTIONS
from sts2fsm.machine.interrupts import INTERRUPTS
from sts2fsm.machine.rows import Row, late, rows
from sts2fsm.states import AWAITING, HIDDEN_BEHIND, State
from sts2fsm.wire.actions import ACTIONS
from sts2fsm.wire.observation import Screen


def check(handlers: Sequence[type[Handler]]) -> None:
    """Raise MachineError with every fault: screens or states unclaimed or claimed twice, unknown action names,
    unreachable states, dead ends, duplicate rows and rows that can never be taken, actions that no edge admits, edges
    whose action no rule sends."""
    table = rows(handlers)
    faults = [
        *_claims(handlers),
        *_names(handlers),
        *_duplicates(table),
        *_reach(table),
        *_shadowed(table),
        *_rules_without_edges(handlers, table),
        *_edges_without_rules(handlers),
    ]
    if faults:
        raise MachineError("\n".join(faults))


def _claims(handlers: Sequence[type[Handler]]) -> list[str]:
    faults = []
    for screen in Screen:
        owners = [handler.__name__ for handler in handlers if screen in handler.screens]
        if len(owners) != 1:
            faults.append(f"screen {screen}: claimed by {', '.join(owners) or 'nobody'}, must be exactly one handler")
    for state in State:
        owners = [handler.__name__ for handler in handlers if state in handler.all_states()]
        if len(owners) != 1:
            faults.append(f"state {state}: owned by {', '.join(owners) or 'nobody'}, must be exactly one handler")
    return faults


def _names(handlers: Sequence[type[Handler]]) -> list[str]:
    faults = []
    for handler in handlers:
        for rule in handler.rules:
            faults += [
                f"{handler.__name__}: rule {rule.name!r} emits {n!r}, no action" for n in rule.emits if n not in ACTIONS
            ]
            if not set(rule.at) <= set(handler.all_states()):
                faults.append(f"{handler.__name__}: rule {rule.name!r} is at a state of another handler")
        for edge in handler.edges:
            faults += [
                f"{handler.__name__}: an edge on {n!r}, no action" for n in edge.on if n not in ACTIONS and n != OBSERVE
            ]
            if not set(edge.at) <= set(handler.all_states()):
                faults.append(f"{handler.__name__}: an edge on {edge.on} is at a state of another handler")
            common = {guard.__name__ for guard in COMMON}
            faults += [
                f"{handler.__name__}: an edge on {edge.on} stands for {word!r}, no common row"
                for word in edge.instead
                if word not in common
            ]
    return faults


def _duplicates(table: Sequence[Row]) -> list[str]:
    seen: set[tuple[str, State, State, int]] = set()
    faults = []
    for row in table:
        mark = (row.trigger, row.source, row.dest, id(row.guard))
        if mark in seen:
            faults.append(f"duplicate row: {row}")
        seen.add(mark)
    return faults


def _reach(table: Sequence[Row]) -> list[str]:
    """States that no way leads to from the main menu, and those that nothing leads on from.

    Rows that leave an interrupt lead anywhere, and rows that lead into one are everywhere: neither tells anything.
    """
    on = [row for row in table if row.source is not row.dest and row.source not in INTERRUPTS]
    reached, frontier = {State.MENU}, [State.MENU]
    while frontier:
        state = frontier.pop()
        for row in on:
            if row.source is state and row.dest not in reached:
                reached.add(row.dest)
                frontier.append(row.dest)
    leaves = {row.source for row in on if row.origin != "interrupts"}
    faults = [f"state {state}: cannot be reached" for state in State if state not in reached]
    return faults + [f"state {state}: a dead end" for state in State if state not in leaves and state not in INTERRUPTS]


def _shadowed(table: Sequence[Row]) -> list[str]:
    """Rows that stand behind one without a condition that takes all they could."""
    taken: dict[tuple[State, str], set[State]] = {}
    faults = []
    for row in table:
        before = taken.setdefault((row.source, row.trigger), set())
        pages = set(HIDDEN_BEHIND.get(row.dest, (row.dest,)))
        if pages <= before:
            faults.append(f"row can never be taken, an earlier one without a condition stands before it: {row}")
        if row.guard in (shown, late):
            before |= pages
    return faults


def _is_consequence(row: Row) -> bool:
    """Whether a row tells what an action leads to. What comes over any screen is no consequence of it; what lies over
    others is left by such rows alone; a potion may change no more than the page.
    """
    if row.origin == "interrupts":
        return row.source in INTERRUPTS
    return row.origin != "common" or row.trigger in POTIONS


def _rules_without_edges(handlers: Sequence[type[Handler]], table: Sequence[Row]) -> list[str]:
    admitted = {(row.source, row.trigger) for row in table if _is_consequence(row)}
    return [
        f"{handler.__name__}: rule {rule.name!r} sends {name} at {state}, which no edge admits"
        for handler in handlers
        for state in handler.all_states()
        for rule in handler.rules_at(state)
        for name in rule.emits
        if (state, name) not in admitted
    ]


def _edges_without_rules(handlers: Sequence[type[Handler]]) -> list[str]:
    faults = []
    for handler in handlers:
        for state in handler.all_states():
            if state in AWAITING:  # there an action is awaited, not sent
                continue
            sent = {name for rule in handler.rules_at(state) for name in rule.emits}
            edged = {
                n for edge in handler.edges if state in (edge.at or handler.home()) for n in edge.on if n != OBSERVE
            }
            faults += [
                f"{handler.__name__}: an edge on {name} at {state}, which no rule sends"
                for name in sorted(edged - sent)
            ]
    return faults

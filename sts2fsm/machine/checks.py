"""Mistakes in the handlers' tables, found when the machine is built."""

from __future__ import annotations

from collections.abc import Sequence

from sts2fsm.errors import MachineError
from sts2fsm.handler import OBSERVE, Handler
from sts2fsm.machine.rows import Row, rows
from sts2fsm.states import AWAITING, State
from sts2fsm.wire.actions import ACTIONS
from sts2fsm.wire.observation import Screen


def check(handlers: Sequence[type[Handler]]) -> None:
    """Raise MachineError with every fault: screens or states unclaimed or claimed twice, unknown action names,
    unreachable states,
    dead ends, duplicate rows, actions that no edge admits, edges whose action no rule sends."""
    table = rows(handlers)
    faults = [
        *_claims(handlers),
        *_names(handlers),
        *_duplicates(table),
        *_reach(table),
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
    own = [row for row in table if row.source is not row.dest]
    reached, frontier = {State.UNKNOWN}, [State.UNKNOWN]
    while frontier:
        state = frontier.pop()
        for row in own:
            if row.source is state and row.dest not in reached:
                reached.add(row.dest)
                frontier.append(row.dest)
    faults = [f"state {state}: cannot be reached" for state in State if state not in reached]
    leaves = {row.source for row in own}
    return faults + [f"state {state}: a dead end" for state in State if state not in leaves]


def _rules_without_edges(handlers: Sequence[type[Handler]], table: Sequence[Row]) -> list[str]:
    admitted = {(row.source, row.trigger) for row in table if row.origin != "common"}
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

"""The machine as the diagram, the table and the picture see it: screens with their states, and what leads from where
to where. Interrupts, which come from anywhere, stand apart."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from attrs import frozen

from handlers import HANDLERS
from sts2fsm.handler import OBSERVE, Edge, Handler
from sts2fsm.machine.interrupts import INTERRUPTS
from sts2fsm.machine.rows import Row, rows
from sts2fsm.states import State
from sts2fsm.words import spaced

DECLARED_ONCE = ("interrupts", "common")


@frozen
class Box:
    """One handler: its screens and sub-states."""

    name: str
    title: str
    states: tuple[State, ...]


@frozen
class Arrow:
    """All rows that lead from one place to another; `triggers` in order of appearance, `rows` how many there are."""

    source: str
    dest: str
    triggers: tuple[str, ...]
    rows: int


@frozen
class Line:
    """One line of the table. Empty `dests` stands for the state that is left; `rows` is how many rows it unfolds to."""

    sources: tuple[State, ...]
    triggers: tuple[str, ...]
    guard: str
    means: str
    dests: tuple[State, ...]
    memory: tuple[str, ...]
    rows: int


def title(handler: type[Handler]) -> str:
    return spaced(handler.__name__.removesuffix("Handler"))


def boxes() -> list[Box]:
    return [Box(handler.__name__, title(handler), handler.all_states()) for handler in HANDLERS]


def all_rows() -> tuple[Row, ...]:
    return rows(HANDLERS)


def arrows(of: Callable[[State], str], table: Iterable[Row]) -> list[Arrow]:
    """The handlers' own rows between different places; `of` names the place of a state."""
    found: dict[tuple[str, str], dict[str, None]] = {}
    count: dict[tuple[str, str], int] = {}
    for row in table:
        pair = of(row.source), of(row.dest)
        if row.origin in DECLARED_ONCE or pair[0] == pair[1]:
            continue
        found.setdefault(pair, {})[row.trigger] = None
        count[pair] = count.get(pair, 0) + 1
    return [Arrow(*pair, tuple(triggers), count[pair]) for pair, triggers in found.items()]


def box_of() -> Callable[[State], str]:
    owners = {state: handler.__name__ for handler in HANDLERS for state in handler.all_states()}
    return owners.__getitem__


def meaning(function: Callable[..., Any]) -> str:
    """The first paragraph of a docstring, on one line."""
    return " ".join((inspect.getdoc(function) or "").split("\n\n")[0].split())


def lines_of(handler: type[Handler]) -> list[Line]:
    """A handler's edges in the order in which they are tried."""
    return [_line_of(edge, handler) for edge in handler.edges]


def _line_of(edge: Edge, handler: type[Handler]) -> Line:
    sources = edge.at or handler.home()
    return Line(
        sources=sources,
        triggers=edge.on,
        guard=edge.when.__name__,
        means=meaning(edge.when),
        dests=edge.to,
        memory=tuple(update.__name__ for update in edge.remember),
        rows=len(sources) * len(edge.on) * max(1, len(edge.to)),
    )


def lines_declared_once(origin: str, table: Sequence[Row]) -> list[Line]:
    """The rows of `interrupts` or `common`: those alike but for their actions on one line, and targets that are reached
    in the same way from the same states (an interrupt never from itself) joined."""
    alike: dict[tuple[str, tuple[str, ...], State | None], list[Row]] = {}
    for row in table:
        if row.origin == origin:
            memory = tuple(update.__name__ for update in row.remember)
            stays = row.source is row.dest
            alike.setdefault((row.guard_name, memory, None if stays else row.dest), []).append(row)
    joined: dict[tuple[str, tuple[str, ...], bool, frozenset[State]], list[Row]] = {}
    for (guard, memory, dest), group in alike.items():
        sources = frozenset(row.source for row in group) | ({dest} if dest in INTERRUPTS else set())
        joined.setdefault((guard, memory, dest is None, sources), []).extend(group)
    return [
        Line(
            sources=_in_order(row.source for row in group),
            triggers=_once(row.trigger for row in group),
            guard=guard,
            means=meaning(group[0].guard),
            dests=() if stays else _in_order(row.dest for row in group),
            memory=memory,
            rows=len(group),
        )
        for (guard, memory, stays, _), group in joined.items()
    ]


def _in_order(states: Iterable[State]) -> tuple[State, ...]:
    present = set(states)
    return tuple(state for state in State if state in present)


def _once(triggers: Iterable[str]) -> tuple[str, ...]:
    """Actions in order of appearance, the bare observation last."""
    named = dict.fromkeys(triggers)
    observes = named.pop(OBSERVE, 0) is None
    return (*named, *([OBSERVE] if observes else []))

"""Moments to decide in: a fixture, or any payload, in a state and with a memory."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from attrs import evolve

from sts2fsm.assembly import Brain, brain, policies
from sts2fsm.handler import Decision, Seen, key
from sts2fsm.memory import EMPTY, Memory, page_of
from sts2fsm.states import State, visible_state
from sts2fsm.wire.actions import Action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from tests.fixture_files import fixture

NOW = 1000.0
_reader = WireReader()


@cache
def mind() -> Brain:
    """Handlers, machine and shipped policies."""
    return brain(policies())


@cache
def pinned() -> Brain:
    """The same with the numbers of pinned.yaml, which expectations are written for."""
    return brain(policies([Path(__file__).with_name("pinned.yaml")]))


def read(payload: Mapping[str, Any]) -> Observation:
    return _reader.observation(payload)


def edited(name: str, **edits: Any) -> Observation:
    """A fixture with edits: `player__hp=7` sets payload["player"]["hp"]; numbers in the path are places in lists."""
    payload = copy.deepcopy(fixture(name))
    for path, value in edits.items():
        *way, last = path.split("__")
        at: Any = payload
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if isinstance(at, list):
            at[int(last)] = value
        else:
            at[last] = value
    return read(payload)


def settled(seconds: float = 5.0, **more: Any) -> Memory:
    """A memory that has seen this page and state for some seconds."""
    since = NOW - seconds
    return evolve(EMPTY, **{"reads": 5, "since": since, "entered": since, "progress": since, **more})


def worn(observed: Observation, *actions: Action) -> tuple[tuple[str, str, int], ...]:
    """Failures that wear actions out on a page; long enough ago that nothing pauses for them."""
    return tuple((page_of(observed), key(action, observed), 2) for action in actions)


def moment(observed: Observation, memory: Memory | None = None, state: State | None = None) -> Seen:
    """What rules get. Without a state, the one that the payload shows; without a memory, one of a page that stands."""
    return mind().decider.seen(observed, state or visible_state(observed), memory or settled(), NOW)


def decide(seen: Seen) -> Decision:
    return mind().decider.decide(seen)


def at(
    observed: Observation | str, memory: Memory | None = None, state: State | None = None, by: Brain | None = None
) -> Decision:
    """What is decided, by the pinned numbers, on a page (or a fixture) that stands still."""
    page = read(fixture(observed)) if isinstance(observed, str) else observed
    decider = (by or pinned()).decider
    return decider.decide(decider.seen(page, state or visible_state(page), memory or settled(), NOW))


def parts(made: Decision) -> dict[str, float]:
    """The named parts of what was chosen, without those that are nought."""
    [chosen] = made.ranked
    return {name: value for name, value in chosen.parts.items() if value}

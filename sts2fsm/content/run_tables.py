"""The tables of a run outside fights (acts, odds, events, Neow, relics outside fights) as typed records.

Source: facts about v0.103.2 with the changes of v0.107.1; a row with `unsure` rests on one source. Effects are lists
of ops
(`{"op": name, ...}`), run by sts2fsm.embedded.effects.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs

from .loader import DEFAULT_BUILD, load

Op = Mapping[str, Any]

# Events of the facts that the embedded game does not play yet, with the reason; `coverage` prints them.
EVENTS_MISSING: Mapping[str, str] = {
    "BATTLEWORN_DUMMY": "act 3: fight with a time limit and its own prize",
    "COLORFUL_PHILOSOPHERS": "act 2: options drawn from the other characters",
    "DOLL_ROOM": "act 2: shown relics",
    "ENDLESS_CONVEYOR": "Underdocks: dishes",
    "RANWID_THE_ELDER": "act 2: shown potion and relic",
    "RELIC_TRADER": "act 2: shown relics",
    "STONE_OF_ALL_TIME": "act 2: shown potion",
    "THE_ARCHITECT": "end of act 3",
    "TINKER_TIME": "act 3: built card",
    "TRIAL": "act 3: an option that ends the run",
    "WAR_HISTORIAN_REPY": "disabled in both builds",
    "WELCOME_TO_WONGOS": "act 2: shown relic, points across runs",
    "DARV": "ancient of acts 2 and 3",
    "NONUPEIPE": "ancient of act 3",
    "OROBAS": "ancient of act 2",
    "PAEL": "ancient of act 2",
    "TANX": "ancient of act 3",
    "TEZCATARA": "ancient of act 2",
    "VAKUU": "ancient of act 3",
}


@attrs.frozen
class ActDef:
    """An act. Encounters are (id, tags) pairs; `rooms` is the number of rows above the start, without the boss."""

    id: str
    name: str
    act: int
    rooms: int
    weak_first: int
    weak: tuple[tuple[str, tuple[str, ...]], ...]
    normal: tuple[tuple[str, tuple[str, ...]], ...]
    elite: tuple[tuple[str, tuple[str, ...]], ...]
    boss: tuple[tuple[str, tuple[str, ...]], ...]
    events: tuple[str, ...]


@attrs.frozen
class EventOption:
    """One button. `needs` are conditions (all must hold, else the option is shown locked), `do` its ops."""

    key: str
    title: str
    needs: tuple[tuple[Any, ...], ...]
    do: tuple[Op, ...]


@attrs.frozen
class EventPage:
    """One page. `each_potion`: its option is repeated for up to that many held potions; `if_all_locked` replaces a
    page without a way on."""

    key: str
    options: tuple[EventOption, ...]
    enter: tuple[Op, ...]
    each_potion: int
    if_all_locked: EventOption | None


@attrs.frozen
class EventDef:
    """An event. `acts` are act ids or "all"; `when` conditions of its appearance; `vars` numbers or (lo, hi) rolled
    at entry."""

    id: str
    name: str
    acts: tuple[str, ...]
    when: tuple[tuple[Any, ...], ...]
    vars: Mapping[str, Any]
    pages: Mapping[str, EventPage]
    room: str
    unsure: bool


@attrs.frozen
class RelicRule:
    """What a relic does outside fights: ops at pickup, first counter (None: keeps none), and named hooks."""

    id: str
    pickup: tuple[Op, ...]
    counter: int | None
    shows_counter: bool
    hooks: Mapping[str, Any]


@attrs.frozen
class RunTables:
    """All run-side tables of one build. `odds` and `neow` stay parsed JSON: they are plain numbers and id lists."""

    build: str
    acts: Mapping[str, ActDef]
    events: Mapping[str, EventDef]
    relics: Mapping[str, RelicRule]
    odds: Mapping[str, Any]
    neow: Mapping[str, Any]


def _option(row: Mapping[str, Any]) -> EventOption:
    return EventOption(row["key"], row["title"], tuple(tuple(c) for c in row.get("if", ())), tuple(row["do"]))


def _page(row: Mapping[str, Any]) -> EventPage:
    spare = row.get("if_all_locked")
    return EventPage(
        key=row["key"],
        options=tuple(_option(o) for o in row["options"]),
        enter=tuple(row.get("enter", ())),
        each_potion=row.get("each_potion", 0),
        if_all_locked=_option(spare) if spare else None,
    )


def _event(row: Mapping[str, Any]) -> EventDef:
    return EventDef(
        id=row["id"],
        name=row["name"],
        acts=tuple(row["acts"]),
        when=tuple(tuple(c) for c in row["when"]),
        vars=row.get("vars", {}),
        pages={p["key"]: _page(p) for p in row["pages"]},
        room=row.get("room", "event"),
        unsure=row.get("unsure", False),
    )


def _pairs(rows: Any) -> tuple[tuple[str, tuple[str, ...]], ...]:
    return tuple((encounter, tuple(tags)) for encounter, tags in rows)


def _act(row: Mapping[str, Any]) -> ActDef:
    return ActDef(
        id=row["id"],
        name=row["name"],
        act=row["act"],
        rooms=row["rooms"],
        weak_first=row["weak_first"],
        weak=_pairs(row["weak"]),
        normal=_pairs(row["normal"]),
        elite=_pairs(row["elite"]),
        boss=_pairs(row["boss"]),
        events=tuple(row["events"]),
    )


_RELIC_FIELDS = ("id", "pickup", "counter", "shows_counter", "unsure")


def _relic(row: Mapping[str, Any], build: str) -> RelicRule:
    pickup = row.get(build.replace(".", "_"), row.get("pickup", ()))
    return RelicRule(
        id=row["id"],
        pickup=tuple(pickup),
        counter=row.get("counter"),
        shows_counter=row.get("shows_counter", False),
        hooks={k: v for k, v in row.items() if k not in _RELIC_FIELDS and not k.startswith("v0_")},
    )


@cache
def run_tables(build: str = DEFAULT_BUILD) -> RunTables:
    """The run-side tables of a build, cached. Raises BadInput for an unknown build."""
    tables = load(build).tables
    return RunTables(
        build=build,
        acts={r["id"]: _act(r) for r in tables["run_acts"]},
        events={r["id"]: _event(r) for r in tables["run_events"]},
        relics={r["id"]: _relic(r, build) for r in tables["run_relics"]},
        odds=tables["run_odds"],
        neow=tables["run_neow"],
    )

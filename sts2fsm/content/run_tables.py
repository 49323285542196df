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
from .records import Content

Op = Mapping[str, Any]

# Events of the facts that the embedded game does not play yet, with the reason; `coverage` prints them.
EVENTS_MISSING: Mapping[str, str] = {}


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
    """One button. `needs` are conditions (all must hold, else the option is shown locked), `show_if` those without
    which it is not there at all, `do` its ops. `ends`: it is the button that leaves the event."""

    key: str
    title: str
    needs: tuple[tuple[Any, ...], ...]
    do: tuple[Op, ...]
    show_if: tuple[tuple[Any, ...], ...] = ()
    ends: bool = False


@attrs.frozen
class EventPage:
    """One page. `show`: only so many of its options, drawn at random and kept in order (0: all). `each_potion`: its
    option is repeated for up to that many held potions; `if_all_locked` replaces a page without a way on."""

    key: str
    options: tuple[EventOption, ...]
    enter: tuple[Op, ...]
    each_potion: int
    if_all_locked: EventOption | None
    show: int = 0


@attrs.frozen
class EventDef:
    """An event. `acts` are act ids or "all"; `when` conditions of its appearance; `vars` numbers or (lo, hi) rolled
    at entry; `more` what only its own ops read."""

    id: str
    name: str
    acts: tuple[str, ...]
    when: tuple[tuple[Any, ...], ...]
    vars: Mapping[str, Any]
    pages: Mapping[str, EventPage]
    room: str
    unsure: bool
    more: Mapping[str, Any] = {}


@attrs.frozen
class AncientDef:
    """An ancient and how its relics are drawn: one of each of `slots`; or `take` of a shuffled list (`pool`); or one of
    each of `groups`, shuffled, `take` of them, the last one by a coin `last_or`. `when` are conditions by relic.
    `one_act`: in one run it may come in one of its acts only. `lines` of dialogue come first."""

    id: str
    name: str
    acts: tuple[int, ...]
    lines: int
    slots: tuple[Mapping[str, Any], ...]
    pool: tuple[str, ...]
    groups: tuple[tuple[str, ...], ...]
    take: int
    last_or: str
    when: Mapping[str, Any]
    one_act: bool
    unsure: str


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
    ancients: Mapping[str, AncientDef]
    events: Mapping[str, EventDef]
    relics: Mapping[str, RelicRule]
    odds: Mapping[str, Any]
    neow: Mapping[str, Any]


def _option(row: Mapping[str, Any]) -> EventOption:
    return EventOption(
        key=row["key"],
        title=row["title"],
        needs=tuple(tuple(c) for c in row.get("if", ())),
        do=tuple(row["do"]),
        show_if=tuple(tuple(c) for c in row.get("show_if", ())),
        ends=row.get("ends", row["key"] == "PROCEED"),
    )


def _page(row: Mapping[str, Any]) -> EventPage:
    spare = row.get("if_all_locked")
    return EventPage(
        key=row["key"],
        options=tuple(_option(o) for o in row["options"]),
        enter=tuple(row.get("enter", ())),
        each_potion=row.get("each_potion", 0),
        if_all_locked=_option(spare) if spare else None,
        show=row.get("show", 0),
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
        more=row.get("more", {}),
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


def _ancient(row: Mapping[str, Any]) -> AncientDef:
    return AncientDef(
        id=row["id"],
        name=row["name"],
        acts=tuple(row["acts"]),
        lines=row["lines"],
        slots=tuple(row.get("slots", ())),
        pool=tuple(row.get("from", ())),
        groups=tuple(tuple(g) for g in row.get("groups", ())),
        take=row.get("take", 0),
        last_or=row.get("last_or", ""),
        when=row.get("when", {}),
        one_act=row.get("one_act", False),
        unsure=row.get("unsure", ""),
    )


_RELIC_FIELDS = ("id", "pickup", "counter", "shows_counter", "unsure", "builds", "only")


def _relic(row: Mapping[str, Any], build: str) -> RelicRule:
    pickup = row.get(build.replace(".", "_"), row.get("pickup", ()))
    return RelicRule(
        id=row["id"],
        pickup=tuple(pickup),
        counter=row.get("counter"),
        shows_counter=row.get("shows_counter", False),
        hooks={k: v for k, v in row.items() if k not in _RELIC_FIELDS and not k.startswith("v0_")},
    )


def run_tables(build: str = DEFAULT_BUILD) -> RunTables:
    """The run-side tables of a build, cached. Raises BadInput for an unknown build."""
    return _run_tables(build)


@cache
def _run_tables(build: str) -> RunTables:
    tables = load(build).tables
    return RunTables(
        build=build,
        acts={r["id"]: _act(r) for r in tables["run_acts"]},
        ancients={r["id"]: _ancient(r) for r in tables["run_ancients"]},
        events={r["id"]: _event(r) for r in tables["run_events"]},
        relics={r["id"]: _relic(r, build) for r in tables["run_relics"]},
        odds=tables["run_odds"],
        neow=tables["run_neow"],
    )


ACTS = 3


@cache
def playable_acts(build: str = DEFAULT_BUILD) -> tuple[tuple[ActDef, ...], ...]:
    """For each act in order the acts it can be, as far as every monster of their encounters behaves in the build; ends
    before the first act that has none."""
    content, acts = load(build), run_tables(build).acts.values()
    chosen: list[tuple[ActDef, ...]] = []
    for number in range(1, ACTS + 1):
        able = tuple(
            sorted((a for a in acts if a.act == number and _behaves(content, a)), key=lambda a: a.id)
        )  # by id: OVERGROWTH before UNDERDOCKS
        if not able:
            break
        chosen.append(able)
    return tuple(chosen)


def _behaves(content: Content, act: ActDef) -> bool:
    ids = [encounter for pool in (act.weak, act.normal, act.elite, act.boss) for encounter, _ in pool]
    return all(
        encounter in content.encounters
        and all(m in content.monsters and content.monsters[m].behaves for m in content.encounters[encounter].possible)
        for encounter in ids
    )

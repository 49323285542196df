"""Reads tables/*.json into records, once per build.

A table is a JSON array with one entity a line, or an object. A row is written for the default build; its `builds` key
holds the fields that differ in another one ("v0.103.2"), and `only` lists the builds that have the entity at all.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import cache
from importlib import resources
from typing import Any, TypeVar

from sts2fsm.errors import BadInput

from .records import (
    CardDef,
    CharacterDef,
    Content,
    EncounterDef,
    MonsterDef,
    MoveDef,
    PotionDef,
    PowerDef,
    RelicDef,
)

BUILDS = ("v0.107.1", "v0.103.2")
DEFAULT_BUILD = BUILDS[0]

Row = Mapping[str, Any]
R = TypeVar("R")


def _tuples(value: Any) -> Any:
    """Lists become tuples, all the way down, so that records are immutable."""
    if isinstance(value, list):
        return tuple(_tuples(v) for v in value)
    if isinstance(value, dict):
        return {k: _tuples(v) for k, v in value.items()}
    return value


def _pair(value: Any) -> tuple[int, int]:
    if isinstance(value, int):
        return (value, value)
    low, high = value
    return (low, high)


def _card(row: Row) -> CardDef:
    words = tuple(row.get("kw", ()))
    changes = row.get("kw_up", ())
    better = tuple(w for w in words if f"-{w}" not in changes) + tuple(c[1:] for c in changes if c[0] == "+")
    cost = row["cost"]
    return CardDef(
        id=row["id"],
        name=row["name"],
        pool=row["pool"],
        type=row["type"],
        rarity=row["rarity"],
        target=row["target"],
        cost=(0, 0) if cost == "X" else _pair(cost),
        x_cost=cost == "X",
        star_cost=_pair(-1 if row.get("stars") == "X" else row.get("stars", -1)),
        x_stars=row.get("stars") == "X",
        keywords=(words, better),
        tags=tuple(row.get("tags", ())),
        numbers={k: _pair(v) for k, v in row.get("n", {}).items()},
        do=_tuples(row.get("do")),
        do_up=_tuples(row.get("do_up")),
        rule=_tuples(row.get("rule", {})),
        max_upgrades=row.get("max_up", 1),
        multiplayer_only=row.get("mp", False),
        behaves="do" in row,
        unsure=row.get("unsure", ""),
    )


def _power(row: Row) -> PowerDef:
    return PowerDef(
        id=row["id"],
        name=row["name"],
        type=row["type"],
        signed=row.get("signed", False),
        stack=row.get("stack", "Counter"),
        on=_tuples(row.get("on", {})),
        fn=row.get("fn", {}),
        decay=row.get("decay", ""),
        temp=_tuples(row.get("temp")),
        marks=tuple(row.get("marks", ())),
        behaves=row.get("behaves", False),
        unsure=row.get("unsure", ""),
        multiplayer_only=row.get("mp", False),
    )


def _monster(row: Row) -> MonsterDef:
    moves = {
        move: MoveDef(move, tuple(m["intents"]), _tuples(m.get("do", [])), m["next"])
        for move, m in row["moves"].items()
    }
    return MonsterDef(
        id=row["id"],
        name=row["name"],
        hp=_pair(row["hp"]),
        hp_a8=_pair(row.get("hp_a8", row["hp"])),
        initial=row["initial"],
        spawn=_tuples(row.get("spawn", [])),
        moves=moves,
        branches=_tuples(row.get("branches", {})),
        ally_death=row.get("ally_death", {}),
        behaves=row.get("behaves", True),
        unsure=row.get("unsure", ""),
    )


def _encounter(row: Row) -> EncounterDef:
    return EncounterDef(
        id=row["id"],
        name=row["name"],
        room=row["room"],
        weak=row.get("weak", False),
        acts=tuple(row.get("acts", ())),
        tags=tuple(row.get("tags", ())),
        slots=tuple(row.get("slots", ())),
        monsters=_tuples(row["monsters"]),
        possible=tuple(row.get("possible", ())),
        more=_tuples(row.get("more", {})),
    )


def _potion(row: Row) -> PotionDef:
    return PotionDef(
        id=row["id"],
        name=row["name"],
        pool=row["pool"],
        rarity=row["rarity"],
        usage=row["usage"],
        target=row["target"],
        numbers=row.get("n", {}),
        do=_tuples(row.get("do")),
        behaves="do" in row,
        unsure=row.get("unsure", ""),
    )


def _relic(row: Row) -> RelicDef:
    combat = row.get("combat", False)
    return RelicDef(
        id=row["id"],
        name=row["name"],
        pool=row["pool"],
        rarity=row["rarity"],
        numbers=row.get("n", {}),
        on=_tuples(row.get("on", {})),
        fn=row.get("fn", {}),
        num=_tuples(row.get("num", {})),
        counter=row.get("counter", -1),
        combat=combat,
        behaves=not combat or bool(row.get("on") or row.get("fn") or row.get("num") or row.get("elsewhere")),
        unsure=row.get("unsure", ""),
        multiplayer_only=row.get("mp", False),
    )


def _character(row: Row) -> CharacterDef:
    return CharacterDef(
        id=row["id"],
        name=row["name"],
        hp=row["hp"],
        gold=row["gold"],
        energy=row["energy"],
        orb_slots=row.get("orb_slots", 0),
        pool=row["pool"],
        deck=tuple(row["deck"]),
        relics=tuple(row["relics"]),
    )


def _for_build(rows: list[dict[str, Any]], build: str) -> list[dict[str, Any]]:
    chosen = []
    for row in rows:
        if build not in row.get("only", BUILDS):
            continue
        change = row.get("builds", {}).get(build)
        chosen.append({**row, **change} if change else row)
    return chosen


def _keyed(rows: list[dict[str, Any]], build: str, make: Callable[[Row], R]) -> dict[str, R]:
    return {row["id"]: make(row) for row in _for_build(rows, build)}


def load(build: str = DEFAULT_BUILD) -> Content:
    """The content of a build profile, cached. Raises BadInput for a build we have no profile of."""
    return _load(build)


@cache
def _load(build: str) -> Content:
    if build not in BUILDS:
        raise BadInput(f"no content profile for build {build!r}: known are {', '.join(BUILDS)}")
    tables: dict[str, Any] = {}
    files = (resources.files(__package__) / "tables").iterdir()
    for entry in sorted(files, key=lambda entry: entry.name):  # the same order everywhere: random picks go by it
        if entry.name.endswith(".json"):
            name, _, part = entry.name[: -len(".json")].partition("-")  # cards-silent.json is a part of the table cards
            rows = json.loads(entry.read_text(encoding="utf-8"))
            tables[name] = [*tables.get(name, ()), *rows] if part else rows
    return Content(
        build=build,
        cards=_keyed(tables.pop("cards"), build, _card),
        powers=_keyed(tables.pop("powers"), build, _power),
        monsters=_keyed(tables.pop("monsters"), build, _monster),
        encounters=_keyed(tables.pop("encounters"), build, _encounter),
        potions=_keyed(tables.pop("potions"), build, _potion),
        relics=_keyed(tables.pop("relics"), build, _relic),
        characters=_keyed(tables.pop("characters"), build, _character),
        enchantments={row["id"]: row for row in _for_build(tables.pop("enchantments"), build)},
        tables={
            name: _for_build(table, build) if isinstance(table, list) and table and "id" in table[0] else table
            for name, table in tables.items()
        },
    )

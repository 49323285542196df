"""Whom an encounter starts with, against the line-ups of the encounter facts, worked out at test time."""

from __future__ import annotations

import json
import re
from functools import cache
from itertools import permutations, product
from typing import Any

import pytest

from sts2fsm.content import BUILDS, load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.setup import CombatSetup
from tests.shared import captures

LineUps = frozenset[tuple[str, ...]]
SEEDS = 60  # every line-up of at most six turns up, and of the many others most
# What v0.107.1 changed (facts v0_107_1): one Axebot instead of two, and a boss of its own.
NEWER: dict[str, LineUps] = {
    "AXEBOTS_NORMAL": frozenset({("AXEBOT",)}),
    "AEONGLASS_BOSS": frozenset({("AEONGLASS",)}),
}
ENCOUNTERS = [(build, name) for build in BUILDS for name in sorted(load(build).encounters)]


@cache
def rows() -> dict[str, Any]:
    """Facts by encounter."""
    data = json.loads(captures("facts", "encounters.json").read_text(encoding="utf-8"))
    listed = data if isinstance(data, list) else next(v for v in data.values() if isinstance(v, list))
    return {row["id"]: row for row in listed}


@cache
def ids() -> dict[str, str]:
    """Wire ids by class."""
    data = json.loads(captures("facts", "monsters.json").read_text(encoding="utf-8"))
    listed = data if isinstance(data, list) else next(v for v in data.values() if isinstance(v, list))
    return {row["cls"]: row["id"] for row in listed}


def wire(cls: str) -> str:
    """The monster's id; a variant after a colon goes."""
    name = cls.split(":")[0]
    return ids().get(name) or re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).upper()


def choices(entry: Any) -> list[tuple[str, ...]]:
    """What one entry of a line-up can be."""
    if isinstance(entry, str):
        return [(wire(entry),)]
    if "one_of" in entry or "shuffle_first" in entry:
        return [(wire(name),) for name in entry.get("one_of") or entry["shuffle_first"]]
    if "pick_distinct" in entry:
        return [tuple(wire(n) for n in names) for names in permutations(entry["of"], entry["pick_distinct"])]
    if "shuffle" in entry:
        return [tuple(wire(n) for n in names) for names in permutations(entry["shuffle"])]
    if "one_of_groups" in entry:
        return [line for group in entry["one_of_groups"] for line in joined(group)]
    raise AssertionError(f"unknown entry {entry}")


def joined(entries: list[Any]) -> list[tuple[str, ...]]:
    """All line-ups of some entries; what of `shuffle_first` did not come first comes where `other_small` stands."""
    lines: list[tuple[str, ...]] = [()]
    for entry in entries:
        if isinstance(entry, dict) and "other_small" in entry:
            pair = [name for (name,) in choices(entries[0])]
            lines = [(*line, next(name for name in pair if name not in line)) for line in lines]
        else:
            lines = [(*line, *more) for line, more in product(lines, choices(entry))]
    return lines


@pytest.mark.parametrize(("build", "encounter"), ENCOUNTERS, ids=[" ".join(row) for row in ENCOUNTERS])
def test_an_encounter_starts_with_the_line_ups_of_the_facts(build: str, encounter: str) -> None:
    """No other line-up over 60 seeds, and all of them where they are few."""
    row = rows().get(encounter)
    newer = NEWER.get(encounter) if build == "v0.107.1" else None
    assert newer is not None or row is not None
    wanted = newer if newer is not None else frozenset(joined(row["monsters"]))  # type: ignore[index]
    found = set()
    for seed in range(SEEDS if len(wanted) > 1 else 2):
        setup = CombatSetup(deck=(), hp=50, max_hp=50, encounter=encounter, seed=seed, build=build)
        found.add(tuple(enemy.id for enemy in rules.start(setup).enemies))
    assert found <= wanted
    assert len(found) == len(wanted) or len(wanted) > 6

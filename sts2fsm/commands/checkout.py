"""What a checkout knows of the content besides the tables: which ids the published facts list, and what tests cover."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import sts2fsm
from sts2fsm.content import BUILDS, DEFAULT_BUILD
from sts2fsm.content.coverage import Key
from sts2fsm.errors import BadInput

ROOT = Path(sts2fsm.__file__).resolve().parent.parent
PROOFS = ROOT / "tests" / "figures" / "proofs.json"
CHANGES = "v0_107_1.json"  # what the newer build has otherwise
FILES = {
    "cards": "cards.json",
    "powers": "powers.json",
    "relics": "relics.json",
    "potions": "potions.json",
    "encounters": "encounters.json",
    "characters": "characters.json",
}


def facts_dir(given: str | None) -> Path | None:
    """The folder of the facts: the given one, else that of the shared folder beside a checkout; None when there is
    none. Raises BadInput for a given one that holds none."""
    if given is not None:
        if not (Path(given) / FILES["cards"]).is_file():
            raise BadInput(f"{given}: no facts here: {FILES['cards']} is missing")
        return Path(given)
    found = (ROOT / os.environ.get("STS2FSM_SHARED", "../shared")).resolve() / "facts"
    return found if PROOFS.is_file() and (found / FILES["cards"]).is_file() else None


def proofs(build: str) -> frozenset[Key] | None:
    """(table, id) of what a test covers, None outside a checkout. What both builds have alike is listed once, under
    the newer one."""
    if not PROOFS.is_file():
        return None
    listed = json.loads(PROOFS.read_text(encoding="utf-8"))
    builds = {key: keys for key, keys in listed["builds"].items() if key in (DEFAULT_BUILD, build)}
    found = {
        (table, key)
        for name, files in builds.items()
        for tests in files.values()
        for tables in tests.values()
        for table, keys in tables.items()
        for key in keys
        if name == build or key not in listed["changed"].get(build, {}).get(table, ())
    }
    return frozenset(found)


def wire_id(cls: str) -> str:
    """The wire's id of a class: FishingRod is FISHING_ROD."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", cls).upper()


def wanted(folder: Path, build: str) -> dict[str, frozenset[str]]:
    """The ids by table that the facts give a build. Monsters are those that an encounter can hold: the facts list
    companions and the game's own test monsters too. Raises BadInput for a file that is not what it should be."""
    try:
        return _wanted(folder, build)
    except (OSError, ValueError, KeyError, TypeError, StopIteration) as error:
        raise BadInput(f"{folder}: these facts can't be read: {type(error).__name__}: {error}") from None


def _wanted(folder: Path, build: str) -> dict[str, frozenset[str]]:
    found = {table: {row["id"] for row in _rows(folder / name)} for table, name in FILES.items()}
    classes = {row["cls"]: row["id"] for row in _rows(folder / "monsters.json")}
    mechanics = json.loads((folder / "mechanics.json").read_text(encoding="utf-8"))
    found |= {name: {row["id"] for row in mechanics[name]} for name in ("enchantments", "afflictions", "orbs")}
    if build == BUILDS[0]:
        changes = json.loads((folder / CHANGES).read_text(encoding="utf-8"))["changes"]
        _change(found, changes)
    named = {classes.get(name, wire_id(name)) for row in _rows(folder / "encounters.json") for name in row["possible"]}
    found["monsters"] = named if build != BUILDS[0] else _newer(named, changes, "monster")
    events = {row["id"]: row for row in _rows(folder / "events.json")}
    found["ancients"] = {key for key, row in events.items() if row.get("kind") == "ancient"}
    found["events"] = set(events) - found["ancients"]
    return {table: frozenset(ids) for table, ids in found.items()}


def _rows(path: Path) -> list[dict[str, Any]]:
    """The rows of a file, whether it is an array or an object that holds one."""
    data = json.loads(path.read_text(encoding="utf-8"))
    if isinstance(data, list):
        return data
    found: list[dict[str, Any]] = next(
        v for v in data.values() if isinstance(v, list) and v and isinstance(v[0], dict) and "id" in v[0]
    )
    return found


ENDINGS = {"power": "_POWER"}
PLURALS = {"card": "cards", "relic": "relics", "power": "powers"}


def _change(found: dict[str, set[str]], changes: list[dict[str, Any]]) -> None:
    for kind, table in PLURALS.items():
        found[table] = _newer(found[table], changes, kind)
    for change in changes:
        if change["kind"] == "encounter" and change["field"] == "boss pool":
            was, now = ({wire_id(name) for name in change[key]} for key in ("from", "to"))
            found["encounters"] = (found["encounters"] - (was - now)) | (now - was)


def _newer(ids: Iterable[str], changes: list[dict[str, Any]], kind: str) -> set[str]:
    """Ids with what the newer build added and dropped."""
    found, ending = set(ids), ENDINGS.get(kind, "")
    for change in changes:
        key = wire_id(str(change["id"])) + ending
        if change["kind"] == kind and change["field"] == "new":
            found.add(key)
        elif change["kind"] == kind and change["field"] == "removed":
            found.discard(key)
    return found

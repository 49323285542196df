"""Counts what a build's combat tables hold: how many entities are present, behave, and rest on an unsure fact."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from .records import Content

TABLES = ("cards", "powers", "monsters", "potions", "relics")


@attrs.frozen
class Coverage:
    """One table: entities `present`, those whose effects are in it (`behave`), ids `unsure`, ids `missing` effects."""

    present: int
    behave: int
    unsure: tuple[str, ...]
    missing: tuple[str, ...]


def coverage(content: Content) -> dict[str, Coverage]:
    """Coverage by table name, for the tables that carry behaviour."""
    return {name: _count(getattr(content, name)) for name in TABLES}


def by_pool(content: Content, table: str) -> dict[str, Coverage]:
    """Coverage of cards, potions or relics by pool."""
    rows: Mapping[str, Any] = getattr(content, table)
    pools = sorted({row.pool for row in rows.values()})
    return {pool: _count({k: r for k, r in rows.items() if r.pool == pool}) for pool in pools}


def _count(rows: Mapping[str, Any]) -> Coverage:
    missing = tuple(sorted(k for k, row in rows.items() if not row.behaves))
    unsure = tuple(sorted(k for k, row in rows.items() if row.unsure and row.behaves))
    return Coverage(len(rows), len(rows) - len(missing), unsure, missing)

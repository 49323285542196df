"""Values one off: what a number of a table becomes in a mutant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

NOT_NUMBERS = ("counter", "shows_counter", "unsure")  # keys that start or show a count


def bumped(value: Any, by: int = 1) -> Any:
    """The value with every number in it one up or down (half of it where it is a fraction), however deep; what is no
    number stays."""
    if isinstance(value, bool):
        return value
    if isinstance(value, int):
        return value + by
    if isinstance(value, float):
        return value + 0.5 * by
    if isinstance(value, tuple):
        return tuple(bumped(v, by) for v in value)
    if isinstance(value, list):
        return [bumped(v, by) for v in value]
    if isinstance(value, Mapping):
        return {k: v if k in NOT_NUMBERS else bumped(v, by) for k, v in value.items()}
    return value


def strings(value: Any) -> set[str]:
    """Every string in a nested value."""
    if isinstance(value, str):
        return {value}
    if isinstance(value, Mapping):
        return {s for v in value.values() for s in strings(v)}
    if isinstance(value, (tuple, list)):
        return {s for v in value for s in strings(v)}
    return set()

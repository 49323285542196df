"""Field declarations for the wire's records: a type, a default where a key may be absent or null, and bounds.

The bounds are never enforced on what the game sends (the game is right); they tell the test strategies what to make.
"""

from __future__ import annotations

from typing import Any

from attrs import field

REQUIRED: Any = object()


def _declare(default: Any, **metadata: Any) -> Any:
    if default is REQUIRED:
        return field(metadata=metadata)
    if isinstance(default, tuple) and not default:
        return field(factory=tuple, metadata=metadata)
    return field(default=default, metadata=metadata)


def count(low: int = 0, high: int = 999, default: Any = 0) -> Any:
    """A whole number between `low` and `high` in payloads that are made up."""
    return _declare(default, low=low, high=high)


def text(default: Any = None) -> Any:
    """Text in the game's language: shown to people, never decided upon."""
    return _declare(default, text=True)


def ident(table: str, default: Any = REQUIRED) -> Any:
    """An id from one of the content tables (`cards`, `relics`, ...)."""
    return _declare(default, ids=table)


def choice(*values: str, default: Any = REQUIRED) -> Any:
    """One of a known set of words; unknown words are borne."""
    return _declare(default, choices=values)


def several(low: int = 0, high: int = 4) -> Any:
    """A list; `low` and `high` bound its length in payloads that are made up."""
    return field(factory=tuple, metadata={"low": low, "high": high})


def flag(default: Any = False) -> Any:
    return _declare(default)


def part(default: Any = None) -> Any:
    """A nested record that may be absent."""
    return _declare(default)


def required() -> Any:
    """A nested record or value that must be there."""
    return _declare(REQUIRED)

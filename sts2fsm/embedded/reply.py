"""Replies and request parameters, with the mod's own rules on missing and mistyped ones (api.md 1.3, 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

Body = dict[str, Any]


class WrongType(Exception):
    """A parameter of the wrong JSON type: the mod throws, which becomes HTTP 500."""


class Refusal(Exception):
    """A check failed: HTTP 200 with status error. `extra` keys go into the body."""

    def __init__(self, message: str, **extra: Any) -> None:
        super().__init__(message)
        self.extra = extra


def ok(message: str, **extra: Any) -> Body:
    """A success; the effect may come later or not at all."""
    return {"status": "ok", "message": message, **extra}


def error(message: str, **extra: Any) -> Body:
    """A refusal."""
    return {"status": "error", "error": message, **extra}


def need_int(body: Mapping[str, Any], name: str) -> int:
    """An int parameter. Raises Refusal when it is missing, WrongType when it is no JSON integer (a bool and 1.5 are
    none)."""
    if name not in body:
        raise Refusal(f"Missing '{name}'")
    value = body[name]
    if isinstance(value, bool) or not isinstance(value, int):
        raise WrongType(
            f"The requested operation requires a number of type Int32, but '{name}' is {type(value).__name__}"
        )
    return value


def want_str(body: Mapping[str, Any], name: str) -> str | None:
    """A string parameter or None when absent or null. Raises WrongType for anything else."""
    value = body.get(name)
    if value is not None and not isinstance(value, str):
        raise WrongType(
            f"The requested operation requires an element of type 'String', but '{name}' is {type(value).__name__}"
        )
    return value


def in_range(index: int, size: int, what: str) -> int:
    """The index itself. Raises Refusal outside 0..size-1."""
    if not 0 <= index < size:
        raise Refusal(f"{what} index {index} out of range (0-{size - 1})")
    return index

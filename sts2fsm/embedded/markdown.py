"""A payload as markdown, for `GET ?format=markdown`: our own plain list of its keys and values."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


def text(payload: dict[str, Any]) -> str:
    """The whole payload, nested by indentation."""
    title = str(payload.get("state_type", "state"))
    return f"# {title}\n\n" + "\n".join(_lines(payload, 0)) + "\n"


def _lines(value: Any, depth: int) -> Iterator[str]:
    pairs = value.items() if isinstance(value, dict) else ((str(i), item) for i, item in enumerate(value))
    for key, item in pairs:
        indent = "  " * depth
        if isinstance(item, (dict, list)):
            yield f"{indent}- **{key}**:"
            yield from _lines(item, depth + 1)
        else:
            yield f"{indent}- **{key}**: {'-' if item is None else item}"

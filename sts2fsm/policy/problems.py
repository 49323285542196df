"""The faults of policy files: collected, worded and put in order."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Sequence
from difflib import get_close_matches
from typing import TypeAlias

import attrs

from sts2fsm.hiding import hide_logins

Path: TypeAlias = tuple[str | int, ...]

_SIMPLE = re.compile(r"[A-Za-z_][\w+-]{0,63}", re.ASCII)


def quoted(text: str) -> str:
    """`text` as one short printable token, whatever it holds."""
    text = hide_logins(text)
    return json.dumps(text if len(text) <= 40 else text[:37] + "...")


def dotted(path: Path) -> str:
    """`("shop", "order", 2)` as `shop.order[2]`; the top of a file is `file`."""
    out = ""
    for part in path:
        if isinstance(part, int):
            out += f"[{part}]"
        else:
            out += ("." if out else "") + (part if _SIMPLE.fullmatch(part) else quoted(part))
    return out or "file"


def suggestion(name: str, known: Collection[str]) -> str:
    """What to append to a message about the unknown `name`: the nearest of `known`, or all when they are few."""
    near = get_close_matches(name[:80], [*known], n=1, cutoff=0.6)
    if near:
        return f"; did you mean {near[0]}?"
    return f"; known are {', '.join(sorted(known))}" if 0 < len(known) <= 8 else ""


def unknown_name(name: str, allowed: Collection[str] | Callable[[str], bool] | None) -> str | None:
    """Why `name` is not `allowed` (everything is when that is None), or None when it is."""
    if allowed is None:
        return None
    if callable(allowed):
        return None if allowed(name) else f"unknown name {quoted(name)}"
    return None if name in allowed else f"unknown name {quoted(name)}{suggestion(name, allowed)}"


@attrs.frozen(order=True)
class Place:
    """A line of the `file`-th file that was laid down."""

    file: int
    line: int


@attrs.frozen
class Problems:
    """Every fault so far; `add` is the only way in, `lines` the only way out."""

    _found: list[tuple[Place, str]] = attrs.field(factory=list)

    def add(self, place: Place, path: Path, message: str) -> None:
        self._found.append((place, f"{dotted(path)}: {message}"))

    def __bool__(self) -> bool:
        return bool(self._found)

    def lines(self, files: Sequence[str]) -> list[str]:
        """`file:line: path: message`, by file in the order of laying and then by line."""
        ordered = sorted(self._found, key=lambda found: found[0])
        return [f"{files[place.file]}:{place.line}: {text}" for place, text in dict.fromkeys(ordered)]

"""The reference of all keys, written from the declarations: docs/policies.md."""

from __future__ import annotations

import inspect
import json
from collections.abc import Callable, Collection, Iterator, Mapping
from importlib.resources.abc import Traversable
from typing import Any

import attrs

from sts2fsm.policy.fields import DEFAULT, Entries, Flag, Group, Names, Number, Spec, Word, specs
from sts2fsm.policy.loading import load, shipped_path
from sts2fsm.policy.policies import plain

_HEAD = "| key | type | unit | range | effect | shipped |\n|---|---|---|---|---|---|"
_MANY = 6  # longer lists and tables are counted, not printed


@attrs.frozen
class _Line:
    """One line of the reference."""

    key: str
    type: str
    unit: str
    range: str
    effect: str
    shipped: str

    def markdown(self) -> str:
        return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in attrs.astuple(self)) + " |"


def describe(sections: Mapping[str, type], shipped: Traversable | None = None) -> str:
    """Markdown: for each section a heading, the docstring of its class and a table of its keys.

    The values are those of `shipped`, or of the shipped file when that is None.
    Raises PolicyError when that file is wrong.
    """
    policies = load(sections, shipped or shipped_path())
    parts: list[str] = []
    for name, cls in sections.items():
        lines = [line.markdown() for line in _group_lines("", cls, policies.section(name))]
        parts.append("\n\n".join((f"## {name}", inspect.cleandoc(cls.__doc__ or ""), "\n".join((_HEAD, *lines)))))
    return "\n\n".join(parts) + "\n"


def _group_lines(prefix: str, cls: type, value: Any) -> Iterator[_Line]:
    for key, spec in specs(cls).items():
        yield from _lines(prefix + key, spec, getattr(value, key))


def _lines(key: str, spec: Spec, value: Any) -> Iterator[_Line]:
    type_name, unit, bounds = _kind(spec)
    yield _Line(f"`{key}`", type_name, unit, bounds, spec.effect, _shown(spec, value))
    if isinstance(spec, Group):
        yield from _group_lines(f"{key}.", spec.of, value)
    elif isinstance(spec, Entries) and isinstance(spec.entry, Group) and DEFAULT in value:
        yield from _group_lines(f"{key}.{DEFAULT}.", spec.entry.of, value[DEFAULT])


def _kind(spec: Spec) -> tuple[str, str, str]:
    """Type, unit and range as words."""
    match spec:
        case Flag():
            return "bool", "", "true, false"
        case Number(kind=kind, unit=unit, low=low, high=high, nullable=nullable):
            return kind.__name__ + (" or null" if nullable else ""), unit, f"{low} to {high}"
        case Word(allowed=allowed):
            return "name", "", _choices(allowed)
        case Names(allowed=allowed, complete=complete):
            return "list of names", "", ("all of: " if complete else "") + _choices(allowed)
        case Group():
            return "group", "", ""
        case Entries(entry=entry, default=default):
            inner, unit, bounds = _kind(entry)
            has_default = f"`{DEFAULT}` {default}" if default != "refused" else ""
            return f"name → {inner}", unit, "; ".join(part for part in (bounds, has_default) if part)


def _choices(allowed: Collection[str] | Callable[[str], bool] | None) -> str:
    if allowed is None:
        return ""
    if callable(allowed):
        return "of a form named at right"
    return ", ".join(sorted(allowed)) if len(allowed) <= 2 * _MANY else f"{len(allowed)} names"


def _shown(spec: Spec, value: Any) -> str:
    if isinstance(spec, Group):
        return ""
    if isinstance(spec, Entries) and (len(value) > _MANY or isinstance(spec.entry, Group)):
        default = f", default {_code(value[DEFAULT])}" if DEFAULT in value and isinstance(spec.entry, Number) else ""
        return f"{len(value)} {'entry' if len(value) == 1 else 'entries'}{default}"
    if isinstance(spec, Names) and len(value) > 2 * _MANY:
        return f"{len(value)} names"
    return _code(value)


def _code(value: Any) -> str:
    return f"`{json.dumps(plain(value), ensure_ascii=False)}`"

"""The loaded policies: the sections, their hash, and how they are shown."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Any, TypeVar, overload

import attrs

from sts2fsm.hiding import hide_logins

T = TypeVar("T")


def plain(value: Any) -> Any:
    """Sections, groups and tables as dicts and lists that JSON can hold. A login in a URL is hidden: this is shown."""
    if isinstance(value, str):
        return hide_logins(value)
    if attrs.has(type(value)):
        return {field.name: plain(getattr(value, field.name)) for field in attrs.fields(type(value))}
    if isinstance(value, Mapping):
        return {key: plain(inner) for key, inner in value.items()}
    return list(value) if isinstance(value, tuple) else value


@attrs.frozen
class Policies:
    """What every handler, fact and planner is tuned by.

    `sections`: name -> frozen section. `sources`: the files, the shipped one first. `hash`: 12 hex digits of the
    values alone, the same for every file that says the same.
    """

    sections: Mapping[str, Any]
    sources: tuple[str, ...] = attrs.field(eq=False)
    hash: str = attrs.field(init=False, eq=False)
    _by_class: dict[type, Any] = attrs.field(init=False, eq=False, repr=False)

    def __attrs_post_init__(self) -> None:
        text = json.dumps(show(self), sort_keys=True, separators=(",", ":"), allow_nan=False)
        object.__setattr__(self, "hash", hashlib.sha256(text.encode()).hexdigest()[:12])
        object.__setattr__(self, "_by_class", {type(section): section for section in self.sections.values()})

    @overload
    def section(self, which: type[T]) -> T: ...
    @overload
    def section(self, which: str) -> Any: ...
    def section(self, which: type[T] | str) -> Any:
        """A section by its class or name. KeyError when there is none: the caller asks for what was never declared."""
        return self.sections[which] if isinstance(which, str) else self._by_class[which]


def show(policies: Policies) -> dict[str, Any]:
    """Section -> key -> value as plain JSON, overlays included."""
    return {name: plain(section) for name, section in policies.sections.items()}

"""A mapping that cannot be changed, and the one way to look up a name in a table with a default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeVar

from sts2fsm.policy.fields import DEFAULT

V = TypeVar("V")


class Table(Mapping[str, V]):
    """Name -> value, in the order of the names, so that nothing can depend on how a file was sorted.

    Hashable when its values are, and can be pickled.
    """

    __slots__ = ("_values",)

    def __init__(self, values: Mapping[str, V]) -> None:
        self._values = {key: values[key] for key in sorted(values)}

    def __getitem__(self, key: str) -> V:
        return self._values[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._values)

    def __len__(self) -> int:
        return len(self._values)

    def __contains__(self, key: object) -> bool:
        return key in self._values

    def __hash__(self) -> int:
        return hash(tuple(self._values.items()))

    def __repr__(self) -> str:
        return f"Table({self._values!r})"


def at(table: Mapping[str, V], name: str) -> V:
    """The value for `name`, else the one of the key `default`. KeyError when the table has neither."""
    if name in table:
        return table[name]
    try:
        return table[DEFAULT]
    except KeyError:
        raise KeyError(name) from None

"""What the truths are written with: careful changes of JSON records."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.strategies.choices import Choices

Json = dict[str, Any]
Truth = Callable[[Json, Choices], None]
RARE_FORM = 4  # one in so many of the things that have several forms takes the rarer one


def put(record: Json, key: str, value: Any) -> None:
    """Correct a key that is there."""
    if record.get(key) is not None:
        record[key] = value


def drop(record: Json, *keys: str) -> None:
    for key in keys:
        record.pop(key, None)


def items(record: Json, key: str) -> list[Any]:
    """A list of the record, empty where it is missing."""
    return record.get(key) or []


def number(records: list[Json]) -> None:
    """`index` is the position in the list."""
    for position, record in enumerate(records):
        record["index"] = position


def distinct(records: list[Json], *keys: str) -> list[Json]:
    """The first of those that agree in all `keys`."""
    return list({tuple(record.get(key) for key in keys): record for record in reversed(records)}.values())[::-1]


def numbers(*lists: str) -> Truth:
    """The truth that the members of these lists are numbered."""

    def settle(record: Json, choices: Choices) -> None:
        for name in lists:
            number(items(record, name))

    return settle

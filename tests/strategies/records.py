"""Made-up records of any attrs model of the wire, from its annotations and field metadata alone.

What several fields or records must agree on is not known here: see `truths.py`, which is applied to every record made.
"""

from __future__ import annotations

import types
import typing
from collections.abc import Callable, Mapping
from functools import cache, partial
from typing import Any

import attrs

from tests.strategies import truths
from tests.strategies.choices import Choices
from tests.strategies.ids import ident

Make = Callable[[Choices], Any]
GAP_ONE_IN = 20  # of the keys that may be missing, in payloads with gaps
TEXTS = (
    "Words.", "", "12", "Lose 7 HP. Gain 3 [file.png] next turn.", "two\nlines", "几个字", "Éclair “quoted” ×2",
    "a" * 300,
)  # fmt: skip
LIST_DEFAULT = (0, 5)  # lengths of lists whose field names no bounds
COUNT_DEFAULT = (0, 99)


def make(kind: type, choices: Choices) -> dict[str, Any]:
    """The JSON of one made-up record of `kind`, nested records included, with the truths about it."""
    return _maker(kind)(choices)  # type: ignore[no-any-return]


def make_field(kind: type, name: str, choices: Choices) -> Any:
    """The JSON of one field of `kind`; never missing."""
    return _fields(kind)[name][0](choices)


@cache
def _fields(kind: type) -> Mapping[str, tuple[Make, bool]]:
    """For each field its maker, and whether it may be missing."""
    hints = typing.get_type_hints(kind)
    return {
        a.name: (_value_maker(hints[a.name], a.metadata), a.default is not attrs.NOTHING)
        for a in attrs.fields(kind)
    }  # fmt: skip


@cache
def _maker(kind: type) -> Make:
    if not attrs.has(kind):
        raise TypeError(f"{kind} is not a record")
    parts = [(name, maker, optional) for name, (maker, optional) in _fields(kind).items()]
    settle = truths.RECORDS.get(kind)

    def build(choices: Choices) -> dict[str, Any]:
        record: dict[str, Any] = {}
        gaps = choices.gaps
        for name, maker, optional in parts:
            if gaps and optional and choices.chance(GAP_ONE_IN):
                if choices.below(2):
                    record[name] = None
                continue
            record[name] = maker(choices)
        if settle is not None:
            settle(record, choices)
        return record

    return build


def _value_maker(hint: Any, metadata: Mapping[str, Any]) -> Make:
    if isinstance(hint, types.UnionType):
        (hint,) = (member for member in typing.get_args(hint) if member is not type(None))
    if typing.get_origin(hint) is tuple:
        return _list_maker(typing.get_args(hint), metadata)
    if hint is int:
        low, high = _bounds(metadata, COUNT_DEFAULT)
        return lambda choices: choices.between(low, high)
    if hint is bool:
        return lambda choices: choices.byte() >= 128
    if hint is str:
        return _text_maker(metadata)
    return lambda choices: _maker(hint)(choices)  # looked up late: records nest


def _bounds(metadata: Mapping[str, Any], default: tuple[int, int]) -> tuple[int, int]:
    return metadata.get("low", default[0]), metadata.get("high", default[1])


def _text_maker(metadata: Mapping[str, Any]) -> Make:
    if "ids" in metadata:
        return partial(ident, metadata["ids"])
    words = metadata.get("choices", TEXTS)
    return lambda choices: choices.pick(words)


def _list_maker(arguments: tuple[Any, ...], metadata: Mapping[str, Any]) -> Make:
    if arguments[-1] is not Ellipsis:
        members = [_value_maker(argument, {"low": 0, "high": 6}) for argument in arguments]
        return lambda choices: [member(choices) for member in members]
    one = _value_maker(arguments[0], {})
    low, high = _bounds(metadata, LIST_DEFAULT)

    def build(choices: Choices) -> list[Any]:
        return [one(choices) for _ in range(choices.between(low, high))]

    return build

"""Payloads with mistakes drawn at random, and the judgement of what the program makes of each: a decision or a named
refusal, never a traceback, and never a value of another type than the wire's."""

from __future__ import annotations

import json
import random
import traceback
import typing
from collections.abc import Callable, Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from types import NoneType, UnionType
from typing import Any

import attrs
from attrs import define, frozen

from sts2fsm.assembly import brain
from sts2fsm.errors import BadInput, GameFault, GameIncompatible
from sts2fsm.policy import Policies
from sts2fsm.wire.convert import WireReader

Payload = dict[str, Any]
MOST = 4  # mutations of one payload
SETTLED_S = 3.0  # as the command `decide`: the page is shown twice, so far apart
OURS = frozenset({"raw", "unknown_keys", "fingerprint"})  # fields of an observation that are no keys of the wire
TEXTS = ("", " ", "x" * 5000, "4x3", "12 (3x4)", "3\u00d77", "X", "-1", "[gold]", "\ud800", "\x00", "\u0661\u0662", "0")
NUMBERS = (-1, 0, 1, 2, 7, 99, 999, 10**9, -(10**9), 2**63)
ODD: tuple[Any, ...] = (None, True, False, 1.5, -0.0, 1e308, [], {}, [None], [[]], {"a": 1}, "text", 7)


def payloads(folder: Path) -> list[Payload]:
    """Every payload below a folder: `.json` files, and the `state` of each line of `.jsonl` files. Raises BadInput when
    there is none."""
    found = [one for path in sorted(folder.rglob("*.json*")) for one in _in_file(path) if "state_type" in one]
    if not found:
        raise BadInput(f"--from {folder}: holds no payload with a state_type (.json, or .jsonl with a `state` a line)")
    return found


def _in_file(path: Path) -> Iterator[Payload]:
    try:
        text = path.read_text(encoding="utf-8")
        for part in text.removesuffix("\n").split("\n") if path.suffix == ".jsonl" else [text]:
            value = json.loads(part)
            if isinstance(value, dict):
                state = value.get("state")
                yield state if isinstance(state, dict) else value
    except (OSError, ValueError):
        return  # another file that lies there


# --- mutations --------------------------------------------------------------------------------------------------------
Place = tuple[Any, Any]  # a dictionary or list, and a key or index in it


def _places(value: Any) -> Iterator[Place]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, item in items:
        yield value, key
        yield from _places(item)


def _odd(place: Place, source: random.Random, others: Sequence[Payload]) -> None:
    """Any value at all."""
    place[0][place[1]] = deepcopy(source.choice(ODD))


def _same_kind(place: Place, source: random.Random, others: Sequence[Payload]) -> None:
    """Another value of the type that was there: allowed, but nothing that fits the rest."""
    old = place[0][place[1]]
    if isinstance(old, bool):
        place[0][place[1]] = not old
    elif isinstance(old, int):
        place[0][place[1]] = source.choice(NUMBERS)
    elif isinstance(old, str):
        place[0][place[1]] = source.choice(TEXTS)
    elif isinstance(old, list):
        place[0][place[1]] = source.choice(
            ([], old[::-1], old + deepcopy(old), old[:1], old * 20 if len(old) < 9 else old)
        )


def _gone(place: Place, source: random.Random, others: Sequence[Payload]) -> None:
    """The key is absent, the item is missing."""
    del place[0][place[1]]


def _moved(place: Place, source: random.Random, others: Sequence[Payload]) -> None:
    """What another payload has under that name, or a block of it besides."""
    other = source.choice(others)
    if isinstance(place[1], str) and place[1] in other:
        place[0][place[1]] = deepcopy(other[place[1]])
    else:
        name = source.choice(sorted(other))
        if isinstance(place[0], dict):
            place[0][name] = deepcopy(other[name])


def _renamed(place: Place, source: random.Random, others: Sequence[Payload]) -> None:
    """A key of a later mod."""
    if isinstance(place[0], dict):
        place[0][f"{place[1]}_v2"] = place[0].pop(place[1])


MUTATIONS: tuple[Callable[[Place, random.Random, Sequence[Payload]], None], ...] = (
    _odd, _same_kind, _same_kind, _gone, _moved, _renamed,
)  # fmt: skip


def mutated(payload: Mapping[str, Any], source: random.Random, others: Sequence[Payload]) -> Payload:
    """A copy of a payload with one to MOST mistakes in it."""
    changed: Payload = deepcopy(dict(payload))
    for _ in range(source.randint(1, MOST)):
        places = list(_places(changed))
        if places:
            source.choice(MUTATIONS)(source.choice(places), source, others)
    return changed


# --- judgement --------------------------------------------------------------------------------------------------------
@frozen
class Judged:
    """What came of a payload: `decided`, `refused` by name, or `bad`, with the reason."""

    verdict: str
    why: str


class Judge:
    """Decides on payloads one by one, each with empty memory."""

    def __init__(self, chosen: Policies) -> None:
        self._chosen = chosen
        self._reader = WireReader()

    def __call__(self, payload: Any) -> Judged:
        """Never raises."""
        try:
            observed = self._reader.observation(payload)
        except (BadInput, GameFault, GameIncompatible) as fault:
            return Judged("refused", type(fault).__name__) if str(fault) else Judged("bad", "a refusal without a word")
        except Exception as fault:  # whatever it is: the judge is here to find it
            return _crash(fault)
        wrong = mistyped(observed, payload)
        if wrong is not None:
            return Judged("bad", f"wrong type accepted at {wrong}")
        try:
            mind = brain(self._chosen)
            mind.tracker.advance(0.0, observed)
            advance = mind.tracker.advance(SETTLED_S, observed)
            seen = mind.decider.seen(observed, advance.state, advance.memory, SETTLED_S)
            decision = mind.decider.decide(seen)
        except Exception as fault:  # a rule that chose what is not legal, too
            return _crash(fault)
        if decision.action is not None and decision.action not in seen.legal:
            return Judged("bad", f"illegal: {decision.action}")
        return Judged("decided", str(advance.state))


def _crash(fault: Exception) -> Judged:
    last = traceback.extract_tb(fault.__traceback__)[-1]
    return Judged("bad", f"{type(fault).__name__}: {str(fault)[:200]} ({Path(last.filename).name}:{last.lineno})")


def mistyped(record: Any, raw: Mapping[str, Any], place: str = "") -> str | None:
    """Where a record holds anything but exactly what came, of the type that its field declares; None when nowhere."""
    cls: Any = type(record)
    for name, kind in _hints(cls).items():
        came, held = raw.get(name), getattr(record, name)
        if came is None:
            continue
        found = _differs(held, came, kind, f"{place}.{name}".lstrip("."))
        if found is not None:
            return found
    return None


@cache
def _hints(kind: Any) -> Mapping[str, Any]:
    return {name: hint for name, hint in typing.get_type_hints(kind).items() if name not in OURS}


def _differs(held: Any, came: Any, kind: Any, place: str) -> str | None:
    if isinstance(kind, UnionType):
        (kind,) = (one for one in typing.get_args(kind) if one is not NoneType)
    if attrs.has(kind):
        if isinstance(came, str) and kind.__name__ == "MenuOption":  # main lists plain names (api.md 2.1)
            return None if held.name == came else place
        return mistyped(held, came, place) if type(held) is kind and type(came) is dict else place
    if typing.get_origin(kind) is tuple:
        kinds = typing.get_args(kind)
        if type(held) is not tuple or type(came) is not list or len(held) != len(came):
            return place
        each = [kinds[0]] * len(came) if kinds[-1] is Ellipsis else list(kinds)
        parts = (_differs(a, b, k, f"{place}[{i}]") for i, (a, b, k) in enumerate(zip(held, came, each, strict=True)))
        return next((part for part in parts if part is not None), None)
    return None if type(held) is kind and type(came) is kind and held == came else place


# --- many -------------------------------------------------------------------------------------------------------------
@define
class Verdicts:
    """Counts by verdict, the reasons of refusals, the states decided in, and every bad payload's number with why."""

    decided: int = 0
    refused: int = 0
    reasons: dict[str, int] = attrs.field(factory=dict)
    states: dict[str, int] = attrs.field(factory=dict)
    bad: dict[int, str] = attrs.field(factory=dict)

    def add(self, number: int, judged: Judged) -> None:
        if judged.verdict == "bad":
            self.bad[number] = judged.why
        elif judged.verdict == "refused":
            self.refused += 1
            self.reasons[judged.why] = self.reasons.get(judged.why, 0) + 1
        else:
            self.decided += 1
            self.states[judged.why] = self.states.get(judged.why, 0) + 1


def numbered(number: int, seed: int, others: Sequence[Payload]) -> Payload:
    """The mutated payload of a number, the same whenever and wherever it is made."""
    source = random.Random(f"payload {seed} {number}")
    return mutated(source.choice(others), source, others)


def many(numbers: range, seed: int, others: Sequence[Payload], chosen: Policies) -> Verdicts:
    """Judge so many mutated payloads."""
    judge, verdicts = Judge(chosen), Verdicts()
    for number in numbers:
        verdicts.add(number, judge(numbered(number, seed, others)))
    return verdicts

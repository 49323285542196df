"""What several commands share: flags of one meaning, JSON lines, and values as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import attrs
from rich.console import Console

from sts2fsm.errors import BadInput
from sts2fsm.facts.combat import CombatFacts
from sts2fsm.facts.threat import Threat
from sts2fsm.wire.actions import Action
from sts2fsm.wire.common import Card

STDIN = "-"


# --- output -----------------------------------------------------------------------------------------------------------
class _Terminal(Console):
    """Lets a closed pipe be told like anywhere else, to the command line's main."""

    def on_broken_pipe(self) -> None:
        raise BrokenPipeError


PIPE_WIDTH = 200  # columns where there is no screen: tables are never squeezed


def console(*, stderr: bool = False) -> Console:
    """The terminal: colours on a screen, plain text in a pipe or with NO_COLOR, lines never cut or wrapped by us."""
    stream = sys.stderr if stderr else sys.stdout
    width = None if stream.isatty() else PIPE_WIDTH
    return _Terminal(stderr=stderr, highlight=False, markup=False, emoji=False, soft_wrap=True, width=width)


def print_json(record: Mapping[str, Any]) -> None:
    """One JSON line on stdout, in ASCII, so that any pipe can carry it."""
    print(json.dumps(jsonable(record), separators=(", ", ": ")), flush=True)


def jsonable(value: Any) -> Any:
    """Records, actions and tables as what JSON can hold: actions as on the wire, cards by id."""
    if isinstance(value, Action):
        return value.to_wire()
    if isinstance(value, Card):
        return value.id
    if isinstance(value, CombatFacts):
        return {**_fields(value), "deficit": value.deficit}
    if isinstance(value, Threat):
        return {**_fields(value), "differs": value.differs, "idle_loss": value.idle_loss, "growth": value.growth}
    if attrs.has(type(value)):
        return _fields(value)
    if isinstance(value, Mapping):
        return {str(key): jsonable(item) for key, item in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [jsonable(item) for item in value]
    if isinstance(value, Enum | Path):
        return str(value)
    return value


def _fields(value: Any) -> dict[str, Any]:
    return {a.name: jsonable(getattr(value, a.name)) for a in attrs.fields(type(value)) if not a.name.startswith("_")}


# --- flags ------------------------------------------------------------------------------------------------------------
def add_policies(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--policies", metavar="FILE", type=Path, action="append", default=[],
        help="lay this file over the shipped policies.yaml; may be given several times",
    )  # fmt: skip


def add_json(parser: argparse.ArgumentParser, what: str) -> None:
    parser.add_argument("--json", action="store_true", help=what)


def names(text: str) -> tuple[str, ...]:
    """A flag's `a,b,c`."""
    return tuple(part.strip() for part in text.split(",") if part.strip())


def positive(text: str) -> int:
    """A whole number from 1 on."""
    try:
        number = int(text)
    except ValueError:
        number = 0
    if number < 1:
        raise argparse.ArgumentTypeError("must be a whole number, 1 or more")
    return number


def at_least_zero(text: str) -> float:
    """A number from 0 on."""
    number = float(text)
    if not 0 <= number < float("inf"):
        raise argparse.ArgumentTypeError("must be 0 or more")
    return number


def seed(text: str) -> int | str:
    """A whole number stays one; any other text is a seed too."""
    return int(text) if text.lstrip("-").isascii() and text.lstrip("-").isdigit() else text


def add_embedded(parser: argparse.ArgumentParser) -> None:
    """Flags of the embedded game that `play` and `serve` share."""
    parser.add_argument("--seed", type=seed, help="seed of the first run, a number or a word; each further run adds 1")
    parser.add_argument("--faults", metavar="NAMES", type=names, default=(), help="faults to switch on, as a,b; or all")
    parser.add_argument("--rooms", metavar="NAMES", type=names, default=(), help="rare screens to place first, as a,b")


# --- input ------------------------------------------------------------------------------------------------------------
def read_text(name: str) -> str:
    """A file's text, or stdin's for `-`. Raises BadInput."""
    try:
        if name == STDIN:
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8-sig")
    except (OSError, UnicodeDecodeError) as fault:
        reason = getattr(fault, "strerror", None) or str(fault)
        raise BadInput(f"{name}: cannot be read: {reason}") from None


def lines(text: str) -> Iterator[tuple[int, str]]:
    """Number and text of the lines that are not blank."""
    for number, line in enumerate(text.split("\n"), 1):
        if line.strip():
            yield number, line

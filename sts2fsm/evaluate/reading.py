"""From a `.run` file to a record. Whatever is wrong with a file is one sentence that names it; the others are read on.

Types are strict and unknown keys are borne, by the same converter that reads the wire: exporters add keys of their
own, and newer builds will.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from sts2fsm.errors import BadInput, PayloadError
from sts2fsm.evaluate.folders import Source
from sts2fsm.evaluate.masking import masked
from sts2fsm.evaluate.records import SCHEMAS, UNREAD, UNSEEN_SCHEMAS, Floor, Player, RunFile
from sts2fsm.wire.convert import WireReader

LARGEST = 32 * 2**20  # bytes; the longest history seen has 0.2 MB


@frozen
class Problem:
    """A file that could not be read, or something in it that a reader of the figures should know."""

    path: str
    what: str
    fatal: bool = True

    def __str__(self) -> str:
        return masked(f"{self.path}: {self.what}")


class UnreadableRun(BadInput):
    """A `.run` file that cannot be used. `path` and `what` make the message; Steam ids are masked in it."""

    def __init__(self, path: str, what: str) -> None:
        super().__init__(masked(f"{path}: {what}"))
        self.path = path
        self.what = what

    def __reduce__(self) -> tuple[type[UnreadableRun], tuple[str, str]]:
        return type(self), (self.path, self.what)


class _Wire(WireReader):
    def skipped(self) -> frozenset[str]:
        """`Record.key` of what the last record held and no field takes."""
        return frozenset(self._seen_now)


@frozen
class RunReader:
    """Reads files one by one. `problems` are those met so far; `foreign` counts keys that nobody knows, by name."""

    problems: list[Problem] = field(factory=list)
    foreign: Counter[str] = field(factory=Counter)
    _wire: _Wire = field(factory=_Wire)

    def read(self, path: Path) -> RunFile:
        """One file. Raises UnreadableRun."""
        document = _document(path)
        version = document.get("schema_version")
        if version not in SCHEMAS or type(version) is not int:
            known = f"known are {SCHEMAS[0]} to {SCHEMAS[-1]}"
            raise UnreadableRun(str(path), f"schema_version is {json.dumps(version)[:40]}; {known}")
        try:
            run: RunFile = self._wire.record(document, RunFile)
            run = _seated(run)
        except PayloadError as fault:
            raise UnreadableRun(str(path), str(fault)) from None
        self.foreign.update(self._wire.skipped() - UNREAD)
        return run

    def all(self, found: Iterable[Source]) -> Iterator[tuple[Source, RunFile]]:
        """Every file that can be read; the others become problems. Holds one run at a time."""
        for source in found:
            try:
                run = self.read(source.path)
            except UnreadableRun as fault:
                self.problems.append(Problem(fault.path, fault.what))
                continue
            if run.schema_version in UNSEEN_SCHEMAS:
                said = f"schema {run.schema_version} was never seen by us; read as if it were 9"
                self.problems.append(Problem(str(source.path), said, fatal=False))
            yield source, run


def _document(path: Path) -> dict[str, Any]:
    """The JSON object of a file, with the usual ways of being broken told apart. Raises UnreadableRun."""
    name = str(path)
    try:
        if path.stat().st_size > LARGEST:
            raise UnreadableRun(name, f"is larger than {LARGEST >> 20} MB; no run history is")
        raw = path.read_bytes()
    except OSError as fault:
        raise UnreadableRun(name, f"cannot be read: {fault.strerror or fault}") from None
    if not raw.strip(b" \t\r\n\0\xef\xbb\xbf"):
        raise UnreadableRun(name, "is empty" if not raw else "holds nothing but blanks")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        raise UnreadableRun(name, f"is not UTF-8 text (byte {fault.start})") from None
    try:
        document = json.loads(text)
    except json.JSONDecodeError as fault:
        whole = text.rstrip()
        cut = whole.lstrip().startswith("{") and (not whole.endswith("}") or fault.pos >= len(whole))
        why = "breaks off" if cut else f"is not JSON: {fault.msg}"
        raise UnreadableRun(name, f"{why} (line {fault.lineno}, column {fault.colno})") from None
    except (ValueError, RecursionError) as fault:
        raise UnreadableRun(name, f"is not JSON: {fault}") from None
    if not isinstance(document, dict):
        raise UnreadableRun(name, f"must hold a JSON object, not {type(document).__name__}")
    return document


def _seated(run: RunFile) -> RunFile:
    """Players by seat, 1 to 4, so that nothing after this knows an account's number. Raises PayloadError."""
    if not run.players:
        raise PayloadError("players", "nobody played")
    seats = {_key(player.id): seat for seat, player in enumerate(run.players, 1)}
    if len(seats) < len(run.players):
        raise PayloadError("players", "two players have the same id")
    alone = len(run.players) == 1

    def floor(where: str, one: Floor) -> Floor:
        stats = []
        for row in one.player_stats:
            seat = 1 if alone else seats.get(_key(row.player_id))  # an exporter may have replaced one id, not the other
            if seat is None:
                raise PayloadError(where, "player_stats of somebody who is not among the players")
            stats.append(evolve(row, player_id=seat))
        return evolve(one, player_stats=tuple(stats))

    return evolve(
        run,
        players=tuple(_player(player, seat) for seat, player in enumerate(run.players, 1)),
        map_point_history=tuple(
            tuple(floor(f"map_point_history[{act}][{number}]", one) for number, one in enumerate(floors))
            for act, floors in enumerate(run.map_point_history)
        ),
    )


def _player(player: Player, seat: int) -> Player:
    return evolve(player, id=seat)


def _key(ident: Any) -> str:
    return json.dumps(ident)

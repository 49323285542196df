"""Runs of a soak on disk, a JSON line each, so that a long one can be made in pieces and outlive a kill."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from attrs import asdict, fields

from sts2fsm.clock import SystemClock
from sts2fsm.errors import BadInput, UsageError
from sts2fsm.recovery.held import Held, Taken
from sts2fsm.recovery.soak import SoakRun

Key = tuple[str, int]  # how a run was played, and its seed


class SoakStore:
    """The runs of one file. A torn last line, which a kill may leave, is taken out when it is opened.

    Raises BadInput when the file cannot be used, UsageError when another soak writes into it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._held = Held(path.parent, path.name)
        self.runs: dict[Key, SoakRun] = {}
        try:
            self._held.take(SystemClock().wall())
            self._read()
            self._file = path.open("ab")
        except Taken as taken:
            raise UsageError(f"--store {path}: another soak writes there ({taken})") from None
        except OSError as fault:
            self._held.release()
            raise BadInput(f"--store {path}: cannot be used: {fault.strerror or fault}") from None
        except BadInput:
            self._held.release()
            raise

    def _read(self) -> None:
        data = self.path.read_bytes() if self.path.exists() else b""
        whole = data[: data.rfind(b"\n") + 1]
        for number, line in enumerate(whole.splitlines(), 1):
            try:
                run = _run(json.loads(line))
            except (ValueError, TypeError) as fault:
                raise BadInput(f"--store {self.path}:{number}: is no run of a soak: {fault}") from None
            self.runs[run.how, run.seed] = run
        if len(whole) < len(data):
            with self.path.open("r+b") as file:
                file.truncate(len(whole))

    def add(self, run: SoakRun) -> None:
        """Append one run, and wait until the disk has it."""
        self._file.write(json.dumps(asdict(run), separators=(",", ":")).encode("utf-8") + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())
        self.runs[run.how, run.seed] = run

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()
        self._held.release()


def _run(values: Any) -> SoakRun:
    if not isinstance(values, dict):
        raise TypeError("not an object")
    known = {one.name for one in fields(SoakRun)}  # a later version's columns are borne
    lists = {name: tuple(values.get(name, ())) for name in ("faults", "surprises")}
    return SoakRun(**{**{name: value for name, value in values.items() if name in known}, **lists})

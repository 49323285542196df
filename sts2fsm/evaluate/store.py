"""Results on disk: `runs.jsonl`, one row a run, and `fights.jsonl`, one row a fight; appended and synced run by run.

A run counts once its row is whole in `runs.jsonl`. Its fights are written first, so a kill between the two leaves
fights without a run: `Store` drops those, and a torn last line, when it is opened. Nothing else is ever taken out: a
run played again by other code is a row of its own. One program at a time writes into a store: a second is refused.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Sequence
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO, TypeVar

from attrs import asdict, evolve, fields

from sts2fsm.clock import SystemClock
from sts2fsm.errors import BadInput, UsageError
from sts2fsm.evaluate.masking import masked
from sts2fsm.evaluate.tasks import Fought, Key, Played, Result
from sts2fsm.recovery.held import Held, Taken

RUNS, FIGHTS = "runs.jsonl", "fights.jsonl"
Row = TypeVar("Row", Played, Fought)
Made = tuple[Key, str]  # a run's key and the code that played it


class StoreBusy(UsageError):
    """Another program writes into this store."""


class Store:
    """The rows of one folder; of two rows for the same key and code, which cannot differ, the first is kept."""

    def __init__(self, folder: Path, *, write: bool = True) -> None:
        """Opens the folder and mends what a kill left; with `write` it is made if absent, without nothing is touched.

        Raises BadInput when it cannot be used, StoreBusy when another program writes into it.
        """
        self.folder = folder
        self._held = Held(folder, "store")
        if write:
            self._hold()
        try:
            self._read(write)
        except BaseException:
            self._held.release()
            raise

    def _hold(self) -> None:
        try:
            self._held.take(SystemClock().wall())
        except Taken as taken:
            raise StoreBusy(
                f"--store {masked(self.folder)}: another evaluation writes there ({taken}): "
                "wait for it to end, or name another folder"
            ) from None
        except OSError as fault:
            raise self._unwritable(fault) from None

    def _unwritable(self, fault: OSError) -> BadInput:
        return BadInput(f"--store {masked(self.folder)}: cannot be written: {fault.strerror or fault}")

    def _read(self, write: bool) -> None:
        folder = self.folder
        self._files: dict[str, TextIO] = {}
        self._runs: dict[Made, Played] = {}
        self._fights: dict[Made, list[Fought]] = {}
        runs, torn_runs = _load(folder / RUNS, Played)
        fights, torn_fights = _load(folder / FIGHTS, Fought)
        for run in runs:
            self._runs.setdefault((run.key, run.code), run)
        met = set[tuple[Made, int, int, str]]()  # a store copied onto another holds its fights twice
        for fight in fights:
            made = (fight.key, fight.code)
            if made in self._runs and (one := (made, fight.act, fight.floor, fight.encounter)) not in met:
                met.add(one)
                self._fights.setdefault(made, []).append(fight)
        kept = sum(map(len, self._fights.values()))
        if write:
            self._open(
                mend_runs=torn_runs or len(runs) > len(self._runs), mend_fights=torn_fights or kept < len(fights)
            )

    def _open(self, *, mend_runs: bool, mend_fights: bool) -> None:
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            if mend_runs:
                _replace(self.folder / RUNS, self._runs.values())
            if mend_fights:
                _replace(self.folder / FIGHTS, (fight for several in self._fights.values() for fight in several))
            for name in (RUNS, FIGHTS):
                self._files[name] = (self.folder / name).open("a", encoding="utf-8", newline="\n")
        except OSError as fault:
            raise self._unwritable(fault) from None

    def runs(self, code: str | None = None) -> dict[Key, Played]:
        """Runs by key, in order of key: those of this code, or with None the newest of any."""
        chosen = {run.key: run for run in self._runs.values() if code in (None, run.code)}
        return dict(sorted(chosen.items()))

    def fights(self, run: Played) -> list[Fought]:
        """The fights of a run of this store."""
        return self._fights.get((run.key, run.code), [])

    def add(self, result: Result) -> None:
        """Append a run and its fights, and wait until the disk has them. A row that is there already stays as it is."""
        made = (result.run.key, result.run.code)
        if made in self._runs:
            return
        self._runs[made] = result.run  # first: should Ctrl-C come in between, the row is played again, never doubled
        self._fights[made] = list(result.fights)
        self._append(FIGHTS, result.fights)
        self._append(RUNS, (result.run,))

    def _append(self, name: str, rows: Sequence[Played] | Sequence[Fought]) -> None:
        file = self._files[name]
        file.write("".join(_line(row) for row in rows))
        file.flush()
        os.fsync(file.fileno())

    def close(self) -> None:
        for file in self._files.values():
            file.close()
        self._files.clear()
        self._held.release()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def stamped(result: Result, code: str, commit: str | None) -> Result:
    """The result with what it was made with."""
    run = evolve(result.run, code=code, commit=commit)
    return Result(run, tuple(evolve(fight, code=code) for fight in result.fights))


# --- files ------------------------------------------------------------------------------------------------------------
def _line(row: Played | Fought) -> str:
    return json.dumps(asdict(row), separators=(",", ":")) + "\n"


def _replace(path: Path, rows: Iterable[Played] | Iterable[Fought]) -> None:
    """Write a file anew, so that a kill leaves the old one or the new one whole."""
    fresh = path.with_suffix(".new")
    with fresh.open("w", encoding="utf-8", newline="\n") as file:
        file.writelines(_line(row) for row in rows)
        file.flush()
        os.fsync(file.fileno())
    fresh.replace(path)


def _load(path: Path, kind: type[Row]) -> tuple[list[Row], bool]:
    """The rows of a file, and whether its last line is torn. Raises BadInput for a bad line anywhere else."""
    try:
        text = path.read_bytes().decode("utf-8")
    except FileNotFoundError:
        return [], False
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{masked(path)}: cannot be read: {fault}") from None
    lines = text.split("\n")
    torn = lines.pop() != ""
    rows = []
    for number, line in enumerate(lines, 1):
        try:
            rows.append(_row(json.loads(line), kind))
        except (ValueError, TypeError) as fault:
            raise BadInput(f"{masked(path)}:{number}: is no row of an evaluation: {fault}") from None
    return rows, torn


def _row(values: dict[str, Any], kind: type[Row]) -> Row:
    known = {one.name for one in fields(kind)}  # a later version's columns are borne
    return kind(**{name: value for name, value in values.items() if name in known})

"""The record of every step: JSON lines, appended and flushed, bounded in size, with whole payloads on every surprise.

The first line (`kind` header) holds versions, policy hash and settings; then one line a step (`kind` step) and one a
run (`kind` end).
docs/journal.md describes every key. No secret is ever written: nothing that holds one is given to a journal.
"""

from __future__ import annotations

import contextlib
import errno
import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from io import RawIOBase
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sts2fsm.errors import BadInput

SCHEMA = 1
_SURPRISES_ONLY_AFTER = 0.9  # part of the size limit after which calm steps are left out


class Journal:
    """One file for one start of the program. `limit` in bytes. Raises BadInput when the folder cannot be written.

    A line is one write to the system, so that no kill tears it. A disk that is full later costs lines, never the play:
    `tell` is called once, the lines are counted, and writing goes on when there is room again.
    """

    def __init__(self, path: Path, limit: int = 64 * 2**20, tell: Callable[[str], None] | None = None) -> None:
        self.path = path
        self._tell = tell
        self._failed = False
        self._limit = limit
        self._size = 0
        self._left_out = 0
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: RawIOBase = path.open("xb", buffering=0)
        except OSError as fault:
            raise BadInput(f"--journal {path.parent}: cannot write {path.name}: {fault.strerror or fault}") from None

    def write(self, record: Mapping[str, Any], *, surprise: bool = True) -> None:
        """Append one record as one line. Near the size limit calm steps are counted instead of written."""
        if not surprise and self._size > self._limit * _SURPRISES_ONLY_AFTER:
            self._left_out += 1
            return
        if self._size > self._limit:
            self._left_out += 1
            return
        line = json.dumps(record, ensure_ascii=False, separators=(",", ":"), default=str) + "\n"
        data = line.encode("utf-8", "backslashreplace")
        try:
            written = self._file.write(data) or 0
            if written < len(data):
                raise OSError(errno.ENOSPC, "no space left for a whole line")
        except OSError as fault:
            self._lost(fault)
        else:
            self._size += len(data)

    def _lost(self, fault: OSError) -> None:
        """A line could not be written: take back what is left of it, and say so once."""
        self._left_out += 1
        with contextlib.suppress(OSError):
            self._file.truncate(self._size)
            self._file.seek(self._size)
        if self._tell is not None and not self._failed:
            self._tell(
                f"{self.path} cannot be written ({fault.strerror or fault}): the play goes on without those lines"
            )
        self._failed = True

    def close(self) -> None:
        if self._left_out:
            self._limit = self._size + 1
            self.write({"kind": "left_out", "steps": self._left_out})
        with contextlib.suppress(OSError):
            self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class NoJournal:
    """Takes records and keeps none."""

    path: Path | None = None

    def write(self, record: Mapping[str, Any], *, surprise: bool = True) -> None:
        return None

    def close(self) -> None:
        return None


def files(paths: Iterable[Path]) -> Iterator[Path]:
    """Files, and the `*.jsonl` of folders, each once by whatever names. A folder without any raises BadInput."""
    known: set[tuple[int, int]] = set()
    for path in paths:
        inside = sorted(path.glob("*.jsonl")) if path.is_dir() else [path]
        if not inside:
            raise BadInput(f"{path}: holds no journal; `play` writes one unless --no-journal")
        for file in inside:
            about = file.stat() if file.is_file() else None  # what is none is told by whoever reads it
            if about is None or (about.st_dev, about.st_ino) not in known:
                yield file
            if about is not None:
                known.add((about.st_dev, about.st_ino))


def read(path: Path) -> Iterator[dict[str, Any]]:
    """The records of a journal. A torn last line (the program was killed) is passed over; any other bad line raises
    BadInput."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as fault:
        raise BadInput(f"{path}: cannot be read: {fault}") from None
    lines = text.removesuffix("\n").split("\n")  # nothing else ends a line: texts hold other separators
    for number, line in enumerate(lines, 1):
        try:
            record = json.loads(line)
        except ValueError:
            if number == len(lines):
                return
            raise BadInput(f"{path}:{number}: is not JSON; is this a journal?") from None
        if not isinstance(record, dict) or "kind" not in record:
            raise BadInput(f"{path}:{number}: has no `kind`; is this a journal?")
        yield record

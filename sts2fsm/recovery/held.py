"""A place that one program at a time holds: a lock that the system itself lets go when its holder dies, so that none is
ever stale.

The file beside it names the holder for people; it may outlive the holder, the lock does not.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

from attrs import frozen

from sts2fsm.recovery.files import read_whole, write_whole

if sys.platform == "win32":
    import msvcrt

    def _take(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)

    def _let_go(handle: int) -> None:
        msvcrt.locking(handle, msvcrt.LK_UNLCK, 1)

    _look = _take  # there is no lock for looking only

else:
    import fcntl

    def _take(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)

    def _look(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)  # any number may look at once

    def _let_go(handle: int) -> None:
        fcntl.flock(handle, fcntl.LOCK_UN)


TRIES = 1000  # a look lasts microseconds


@frozen
class Holder:
    """Who holds or held a lock: process id, start in Unix seconds."""

    pid: int
    started: float

    def __str__(self) -> str:
        began = datetime.fromtimestamp(self.started, UTC).strftime("%Y-%m-%d %H:%M:%S UTC")
        return f"pid {self.pid}, started {began}"


class Taken(Exception):
    """Somebody else holds it; `holder` is None when the holder has not named itself yet."""

    def __init__(self, holder: Holder | None) -> None:
        super().__init__(str(holder or "which is just starting"))
        self.holder = holder


def _holder(path: Path) -> Holder | None:
    record = read_whole(path) or {}
    pid, started = record.get("pid"), record.get("started")
    if isinstance(pid, int) and isinstance(started, int | float):
        with contextlib.suppress(OverflowError, OSError, ValueError):
            holder = Holder(pid, float(started))
            str(holder)
            return holder
    return None


def _taken(handle: int) -> bool:
    """Take the lock. Where that fails and looking is granted, nobody holds it: somebody looks at this very moment, and
    it is tried again."""
    for _ in range(TRIES):
        try:
            _take(handle)
        except OSError:
            try:
                _look(handle)
            except OSError:
                return False
            _let_go(handle)  # else two that try would keep each other out
            continue
        return True
    return False


class Held:
    """The lock `name` of a folder. `stale` is the holder that died without a word, None when there was none."""

    def __init__(self, folder: Path, name: str) -> None:
        self._lock = folder / f"{name}.lock"
        self._info = folder / f"{name}.holder.json"
        self._handle: int | None = None
        self.stale: Holder | None = None

    def take(self, wall: float, note: Mapping[str, Any] | None = None) -> Self:
        """Hold it until `release` or death; `note` goes into the holder's file. Raises Taken; OSError when the folder
        cannot be written."""
        self._lock.parent.mkdir(parents=True, exist_ok=True)
        handle = os.open(self._lock, os.O_RDWR | os.O_CREAT, 0o600)
        if not _taken(handle):
            os.close(handle)
            raise Taken(_holder(self._info))
        self._handle = handle
        self.stale = _holder(self._info)
        with contextlib.suppress(OSError):
            write_whole(self._info, {"pid": os.getpid(), "started": wall, **(note or {})})
        return self

    def holder(self) -> Holder | None:
        """Who holds it now; None when nobody does."""
        if not self._lock.exists():
            return None
        try:
            handle = os.open(self._lock, os.O_RDWR)
        except OSError:
            return _holder(self._info)
        try:
            _look(handle)
        except OSError:
            return _holder(self._info) or Holder(0, 0.0)
        finally:
            os.close(handle)
        return None

    def release(self) -> None:
        """Let go. Harmless when it is not held."""
        handle, self._handle = self._handle, None
        if handle is not None:
            with contextlib.suppress(OSError):
                self._info.unlink()
            os.close(handle)

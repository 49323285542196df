"""Time is one object that is passed around; nothing else in the program calls `time.*`.

`SystemClock` is real time. `VirtualClock` moves only when somebody sleeps, and tells its listeners (the embedded game)
how far,
so that a ten-second wait costs a test nothing.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import Protocol


class Clock(Protocol):
    """Monotonic seconds (`now`), a pause (`sleep`), and the wall clock for journals (`wall`, Unix seconds)."""

    def now(self) -> float: ...

    def sleep(self, seconds: float) -> None: ...

    def wall(self) -> float: ...


class SystemClock:
    """Real time."""

    def now(self) -> float:
        return time.monotonic()

    def sleep(self, seconds: float) -> None:
        if seconds > 0:
            time.sleep(seconds)

    def wall(self) -> float:
        return time.time()


class WorkClock:
    """Seconds of computing that this process has done, for measuring: what else the machine does hardly counts."""

    now = staticmethod(time.process_time)


class VirtualClock:
    """Time that moves only by `sleep`. `start` is the wall clock's value at now() == 0, in Unix seconds."""

    def __init__(self, start: float = 1_764_547_200.0) -> None:
        self._now = 0.0
        self._start = start
        self._listeners: list[Callable[[float], None]] = []
        self._lock = threading.Lock()  # a loopback server in another thread may read the same clock

    def now(self) -> float:
        return self._now

    def sleep(self, seconds: float) -> None:
        if seconds <= 0:
            return
        with self._lock:
            self._now += seconds
        for listener in self._listeners:
            listener(self._now)

    def wall(self) -> float:
        return self._start + self._now

    def listen(self, listener: Callable[[float], None]) -> None:
        """Call `listener(now)` after each sleep."""
        self._listeners.append(listener)


class FasterClock:
    """Another clock's time, `speed` times as fast: a second of this one is 1/speed seconds of that one."""

    def __init__(self, clock: Clock, speed: float) -> None:
        self._clock = clock
        self._speed = speed
        self._wall = clock.wall()
        self._began = clock.now()

    def now(self) -> float:
        return (self._clock.now() - self._began) * self._speed

    def sleep(self, seconds: float) -> None:
        self._clock.sleep(seconds / self._speed)

    def wall(self) -> float:
        return self._wall + self.now()

"""What happens later: callbacks with a due time, run in order when somebody looks at the game."""

from __future__ import annotations

import heapq
from collections.abc import Callable
from itertools import count


class Timeline:
    """A queue of callbacks by due time (seconds of the injected clock). `now` is the moment the game has reached."""

    def __init__(self, now: float) -> None:
        self.now = now
        self.ran = 0  # callbacks so far: the same number, the same game but for what looks at the time itself
        self._queue: list[tuple[float, int, Callable[[], None]]] = []
        self._order = count()

    def after(self, delay: float, callback: Callable[[], None]) -> None:
        """Call back `delay` seconds after the game's own now; ties run in the order they were added."""
        heapq.heappush(self._queue, (self.now + delay, next(self._order), callback))

    def run_until(self, now: float) -> None:
        """Run everything due; a callback sees the game's `now` at its due time, so chains keep their spacing."""
        while self._queue and self._queue[0][0] <= now:
            due, _, callback = heapq.heappop(self._queue)
            self.now = max(self.now, due)
            self.ran += 1
            callback()
        self.now = max(self.now, now)

    def next_due(self) -> float | None:
        """When the next callback is due; None when nothing is pending."""
        return self._queue[0][0] if self._queue else None

    def clear(self) -> None:
        """Forget everything pending (a run ended)."""
        self._queue.clear()

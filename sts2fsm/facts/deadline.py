"""When a search hands over the best it has found so far: the time that a budget gives, beside its counts."""

from __future__ import annotations

from collections.abc import Callable

Now = Callable[[], float]  # seconds of real time, which passes while somebody thinks


class Deadline:
    """`ms` from its making on: half of it for trying plays, the rest for weighing where they lead. Without a clock
    (a game in simulated time) there is no deadline: only the counts end a search then, so that the same fight has the
    same answer."""

    def __init__(self, ms: int, now: Now | None = None) -> None:
        self._now = now
        began = now() if now is not None else 0.0
        self._plays_until = began + ms / 2000
        self._until = began + ms / 1000

    @property
    def there(self) -> bool:
        """Whether there is one at all."""
        return self._now is not None

    def plays_over(self) -> bool:
        """No further play is tried."""
        return self._now is not None and self._now() >= self._plays_until

    def over(self) -> bool:
        """The best so far is taken."""
        return self._now is not None and self._now() >= self._until


NEVER = Deadline(0)

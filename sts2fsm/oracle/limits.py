"""How often a server may be asked: slots by rate, pauses it asks for, and a breaker for one that does not answer.

All of it on the project's Clock; nothing here sends anything.
"""

from __future__ import annotations

from collections import deque

from sts2fsm.clock import Clock
from sts2fsm.oracle.policy import Breaker, Rates

MINUTE = 60.0  # seconds
SECOND = 1.0


class RateLimit:
    """Slots by requests a minute and tokens a second, over windows that slide with the clock."""

    def __init__(self, rates: Rates, clock: Clock) -> None:
        self._rates = rates
        self._clock = clock
        self._calls: deque[tuple[float, int]] = deque()  # when, how many tokens
        self._paused_until = clock.now()

    def take(self, tokens: int) -> bool:
        """Wait for a slot and take it; False, at once, when that would take longer than `wait_ms`."""
        now = self._clock.now()
        free_at = self._free_at(tokens, now)
        if free_at - now > self._rates.wait_ms / 1000:
            return False
        self._clock.sleep(free_at - now)
        self._calls.append((max(free_at, now), tokens))
        return True

    def pause(self, asked: float | None) -> float:
        """The server wants no call for `asked` seconds, or did not say how long. Returns how long none is sent."""
        rates = self._rates
        seconds = rates.pause_s if asked is None else min(asked, rates.pause_max_s)
        self._paused_until = max(self._paused_until, self._clock.now() + seconds)
        return seconds

    def _free_at(self, tokens: int, now: float) -> float:
        """When a call of so many tokens may go out. One larger than a second's tokens waits for an empty second."""
        while self._calls and self._calls[0][0] <= now - MINUTE:
            self._calls.popleft()
        free_at = max(now, self._paused_until)
        over = len(self._calls) - self._rates.requests_per_min
        if over >= 0:
            free_at = max(free_at, self._calls[over][0] + MINUTE)
        spent = 0
        for when, cost in reversed(self._calls):
            if when <= now - SECOND:
                break
            spent += cost
            if spent + tokens > self._rates.tokens_per_s:
                return max(free_at, when + SECOND)
        return free_at


class CircuitBreaker:
    """Closed: calls go out. Open, after `failures` in a row: none does. After its time one call tries again
    (half-open): answered, it closes; failed, it opens for twice as long, up to `open_max_s`."""

    def __init__(self, policy: Breaker, clock: Clock) -> None:
        self._policy = policy
        self._clock = clock
        self._failures = 0
        self._open_for = 0.0
        self._open_until = clock.now()

    @property
    def state(self) -> str:
        """closed, open or half_open."""
        if not self._open_for:
            return "closed"
        return "open" if self._clock.now() < self._open_until else "half_open"

    @property
    def remaining(self) -> float:
        """Seconds until a call may go out."""
        return max(0.0, self._open_until - self._clock.now()) if self._open_for else 0.0

    def succeeded(self) -> None:
        self._failures, self._open_for = 0, 0.0

    def failed(self) -> None:
        self._failures += 1
        if self._open_for or self._failures >= self._policy.failures:
            longer = self._open_for * 2 if self._open_for else self._policy.open_s
            self._open_for = min(longer, self._policy.open_max_s)
            self._open_until = self._clock.now() + self._open_for

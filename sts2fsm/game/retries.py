"""Reading again: a GET changes nothing that matters, so it may be repeated; a POST never is."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from sts2fsm.clock import Clock
from sts2fsm.errors import GameUnreachable, ReadFault, WrongMode
from sts2fsm.policy import number, section

T = TypeVar("T")


@section("game")
class GamePolicy:
    """Patience with the mod's HTTP server."""

    connect_s: float = number(float, "time to connect", unit="s", low=0.1, high=60)
    read_s: float = number(
        float, "time for a whole answer; a POST without one has an unknown outcome", unit="s", low=0.1, high=300
    )
    get_tries: int = number(int, "how often a read is tried", low=1, high=50)
    retry_ms: int = number(int, "pause before a read is tried again, doubled each time", unit="ms", low=0, high=10000)
    retry_max_ms: int = number(int, "longest such pause", unit="ms", low=0, high=60000)


def again(read: Callable[[], T], tries: int, policy: GamePolicy, clock: Clock) -> T:
    """The result of `read`, tried up to `tries` times with growing pauses.

    Raises the last GameUnreachable or ReadFault; WrongMode only when it is seen twice, for it may flip for a moment
    around a run's
    start and end (behaviour W08).
    """
    pause, modes = policy.retry_ms, 0
    for left in range(tries - 1, -1, -1):
        try:
            return read()
        except WrongMode:
            modes += 1
            if modes > 1 or not left:
                raise
        except (GameUnreachable, ReadFault):
            if not left:
                raise
        clock.sleep(pause / 1000)
        pause = min(pause * 2, policy.retry_max_ms)
    raise AssertionError("the last try returns or raises")

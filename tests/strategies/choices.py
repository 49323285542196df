"""Where made-up payloads take their decisions from: a run of bytes, of which all zeros gives the plainest payload.

One drawn `bytes` value costs Hypothesis a single draw where a payload of 300 leaves would cost 300, and shrinks well.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
SIZE = 251  # bytes drawn for one payload; prime, so that starting over falls on other choices


class Choices:
    """Reads bytes in order and starts over at their end. Equal bytes, equal choices."""

    __slots__ = ("_at", "_bytes", "_size", "gaps")

    def __init__(self, source: bytes) -> None:
        self._bytes = source or b"\0"
        self._size = len(self._bytes)
        self._at = 0
        self.gaps = self.below(2) == 1  # half of all payloads have every key; in the others some are null or absent

    def byte(self) -> int:
        at = self._at
        self._at = at + 1 if at + 1 < self._size else 0
        return self._bytes[at]

    def below(self, limit: int) -> int:
        """A whole number from 0 to `limit` - 1."""
        if limit <= 256:
            return self.byte() % limit
        return (self.byte() * 256 + self.byte()) % limit

    def between(self, low: int, high: int) -> int:
        """A whole number from `low` to `high`, both included."""
        return low + self.below(high - low + 1)

    def chance(self, one_in: int) -> bool:
        """True once in `one_in` times; never for zero bytes."""
        return self.byte() % one_in == one_in - 1

    def pick(self, options: Sequence[T]) -> T:
        return options[self.below(len(options))]

    def some(self, options: Sequence[T], most: int) -> list[T]:
        """Up to `most` different members of `options`, in their order."""
        wanted = self.below(min(most, len(options)) + 1)
        chosen: set[int] = set()
        for _ in range(wanted):
            place = self.below(len(options))
            while place in chosen:
                place = (place + 1) % len(options)
            chosen.add(place)
        return [options[place] for place in sorted(chosen)]

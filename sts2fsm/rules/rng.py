"""A 64-bit random source whose whole state is one integer.

`random.Random` carries 2.5 kB of state, which would dominate the cost of copying a combat. splitmix64 is enough here:
the game's own generator is not reproduced, only its distributions.
"""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from typing import TypeVar
from zlib import crc32

T = TypeVar("T")

_MASK = (1 << 64) - 1
_GOLDEN = 0x9E3779B97F4A7C15


class Rng:
    """splitmix64. `state` is the only field; two Rngs with equal state give equal streams."""

    __slots__ = ("state",)

    def __init__(self, seed: int = 0) -> None:
        self.state = seed & _MASK

    def copy(self) -> Rng:
        """An independent source that continues from the same point."""
        return Rng(self.state)

    def bits(self) -> int:
        """The next 64 random bits as an int."""
        self.state = z = (self.state + _GOLDEN) & _MASK
        z = ((z ^ (z >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
        z = ((z ^ (z >> 27)) * 0x94D049BB133111EB) & _MASK
        return z ^ (z >> 31)

    def below(self, n: int) -> int:
        """A uniform int in [0, n). Raises ValueError when n < 1."""
        if n < 1:
            raise ValueError(f"below({n}): needs a positive bound")
        return (self.bits() * n) >> 64

    def between(self, lo: int, hi: int) -> int:
        """A uniform int in [lo, hi], both ends included."""
        return lo + self.below(hi - lo + 1)

    def chance(self, p: float) -> bool:
        """True with probability p."""
        return self.bits() < p * (1 << 64)

    def choice(self, seq: Sequence[T]) -> T:
        """One element, uniformly. Raises ValueError on an empty sequence."""
        return seq[self.below(len(seq))]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index with probability proportional to its weight. Raises ValueError when no weight is positive."""
        total = float(sum(weights))
        if total <= 0:
            raise ValueError("weighted(): no positive weight")
        mark = self.bits() / (1 << 64) * total
        for index, weight in enumerate(weights):
            mark -= weight
            if mark < 0:
                return index
        return max(i for i, w in enumerate(weights) if w > 0)

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Fisher-Yates, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = (self.bits() * (i + 1)) >> 64
            items[i], items[j] = items[j], items[i]

    def sample(self, seq: Sequence[T], n: int) -> list[T]:
        """Up to n distinct elements in random order."""
        items = list(seq)
        self.shuffle(items)
        return items[:n]

    def fork(self, label: str) -> Rng:
        """A new source derived from this one's state and a label; this one does not advance."""
        child = Rng(self.state ^ (crc32(label.encode()) * _GOLDEN & _MASK))
        child.bits()
        return child

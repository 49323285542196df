"""Rates with their intervals, and the refusal to tell a rate from too few runs."""

from __future__ import annotations

from math import sqrt
from statistics import NormalDist
from typing import Any

from attrs import frozen

CONFIDENCE = 0.95
LEAST = 20  # fewer than this tell no rate: with 20 the interval is up to 40 points wide
_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


def wilson(hits: int, n: int, z: float = _Z) -> tuple[float, float]:
    """The score interval of a proportion (E. B. Wilson, 1927), which holds near 0 and 1 and for few trials.

    Raises ValueError unless 0 <= hits <= n and n > 0.
    """
    if n <= 0 or not 0 <= hits <= n:
        raise ValueError(f"no rate of {hits} in {n}")
    share, square = hits / n, z * z
    middle = (share + square / (2 * n)) / (1 + square / n)
    half = z / (1 + square / n) * sqrt(share * (1 - share) / n + square / (4 * n * n))
    low = 0.0 if hits == 0 else middle - half
    return low, 1.0 if hits == n else middle + half


@frozen
class Rate:
    """`hits` of `n`, to be told as a rate from `least` on."""

    hits: int
    n: int
    least: int = LEAST

    @property
    def enough(self) -> bool:
        return self.n >= max(self.least, 1)

    def as_dict(self) -> dict[str, Any]:
        """`hits, n` always; `rate, low, high` are null, and `too_few` true, under the limit."""
        low, high = wilson(self.hits, self.n) if self.enough else (None, None)
        rate = self.hits / self.n if self.enough else None
        told = {"rate": rate, "low": low, "high": high}
        rounded = {name: None if value is None else round(value, 4) for name, value in told.items()}
        return {"hits": self.hits, "n": self.n, **rounded, "too_few": not self.enough}

    def __str__(self) -> str:
        """`23 of 50: 46 % (33 to 60)`."""
        return f"{self.hits} of {self.n}: {self.percent}"

    @property
    def percent(self) -> str:
        """`46 % (33 to 60)`, or why not."""
        if not self.enough:
            return "too few runs"
        low, high = wilson(self.hits, self.n)
        return f"{100 * self.hits / self.n:.0f} % ({100 * low:.0f} to {100 * high:.0f})"

"""How far probabilities can be trusted: reliability by bins, and risk against coverage."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from attrs import frozen

from sts2fsm.calibration.samples import Sample
from sts2fsm.evaluate.intervals import wilson

BINS = 10
POINTS = 10  # of a risk-coverage curve


@frozen
class Bin:
    """Answers that claimed a probability in `low` to `high`: how many, what they claimed, and how many were right."""

    low: float
    high: float
    n: int
    claimed: float
    agreed: int

    def as_dict(self) -> dict[str, Any]:
        least, most = wilson(self.agreed, self.n)
        return {
            "low": round(self.low, 2),
            "high": round(self.high, 2),
            "n": self.n,
            "claimed": round(self.claimed, 3),
            "agreed": round(self.agreed / self.n, 3),
            "interval": [round(least, 3), round(most, 3)],
        }


def reliability(samples: Sequence[Sample]) -> list[Bin]:
    """The bins that hold any answer, lowest first."""
    bins: list[list[Sample]] = [[] for _ in range(BINS)]
    for sample in samples:
        bins[min(int(sample.probability * BINS), BINS - 1)].append(sample)
    return [
        Bin(
            spot / BINS,
            (spot + 1) / BINS,
            len(inside),
            sum(sample.probability for sample in inside) / len(inside),
            sum(sample.agrees for sample in inside),
        )
        for spot, inside in enumerate(bins)
        if inside
    ]


def calibration_error(samples: Sequence[Sample]) -> float:
    """Expected calibration error: mean distance between claimed and found, weighed by answers."""
    return sum(abs(one.claimed * one.n - one.agreed) for one in reliability(samples)) / len(samples)


def brier(samples: Sequence[Sample]) -> float:
    """Mean squared distance between the claimed probability and what was so: 0 is perfect, 0.25 a coin's."""
    return sum((sample.probability - sample.agrees) ** 2 for sample in samples) / len(samples)


def risk_coverage(samples: Sequence[Sample]) -> list[tuple[float, float]]:
    """(coverage, risk) where the surest answers count first: of the share `coverage` of them, `risk` disagree."""
    surest = sorted(samples, key=lambda sample: (-sample.strength[0], sample.run, sample.question))
    curve = []
    for count in sorted({max(1, round(len(surest) * point / POINTS)) for point in range(1, POINTS + 1)}):
        wrong = sum(not sample.agrees for sample in surest[:count])
        curve.append((count / len(surest), wrong / count))
    return curve


def hp_lost(samples: Sequence[Sample]) -> dict[str, Any]:
    """Health lost in the turn, where the decision was the oracle's, and where it was code's."""
    told = {}
    for name, followed in (("oracle", True), ("code", False)):
        lost = [sample.hp_lost for sample in samples if sample.followed is followed and sample.hp_lost is not None]
        told[name] = {"turns": len(lost), "mean": round(sum(lost) / len(lost), 2) if lost else None}
    return told

"""How everything is measured: seconds of computing, medians of repeats, and where the time goes."""

from __future__ import annotations

import cProfile
import pstats
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import frozen

from sts2fsm.clock import WorkClock
from sts2fsm.errors import BadInput
from sts2fsm.policy import Policies

CHARACTERS = ("IRONCLAD", "SILENT", "DEFECT", "NECROBINDER", "REGENT")
ROOT = Path(__file__).resolve().parents[3]
FIXTURES = ROOT / "fixtures"  # in a checkout only
Figures = dict[str, Any]
_clock = WorkClock()


@frozen(kw_only=True)
class Asked:
    """What the command line asks of the measures."""

    policies: Policies
    files: Sequence[str] = ()
    repeat: int = 5
    runs: int = 3  # of the whole bot, a repeat
    random: int = 40  # of random actions, a repeat
    fights: int = 60  # of the rules, a repeat
    positions: int = 120  # of fights, for the planner
    memory: int = 0  # runs in a row; 0: not measured
    check: bool = False  # invariants, in random runs
    fit: bool = False  # random runs of a character that wins its fights


@frozen(kw_only=True)
class Measure:
    """One thing that `bench` measures. `work` makes its figures, `tell` lines of text out of them."""

    help: str
    work: Callable[[Asked], Figures]
    tell: Callable[[Figures], Sequence[str]]


def seconds(work: Callable[[], object]) -> float:
    """Seconds of computing that `work` takes."""
    began = _clock.now()
    work()
    return _clock.now() - began


def rate(repeat: int, work: Callable[[], Mapping[str, int]]) -> Figures:
    """What `work` counts, a second: the median of the repeats, with the lowest and the highest; and its counts.

    `work` does the same each time.
    """
    taken: list[float] = []
    counts: Mapping[str, int] = {}
    for _ in range(repeat):
        began = _clock.now()
        counts = work()
        taken.append(max(_clock.now() - began, 1e-9))
    figures: Figures = {"repeat": repeat, "seconds": round(statistics.median(taken), 3), **counts}
    for name, count in counts.items():
        each = sorted(count / one for one in taken)
        figures[f"{name}_per_s"] = round(statistics.median(each), 1 if each[0] >= 10 else 3)
        figures[f"{name}_per_s_range"] = [round(each[0], 3), round(each[-1], 3)]
    return figures


def spread(milliseconds: Sequence[float]) -> Figures:
    """Median, mean, 95th and 99th of a hundred, and the longest. Raises BadInput when there is nothing."""
    ordered = sorted(milliseconds)
    if not ordered:
        raise BadInput("bench: nothing to measure")

    def at(share: float) -> float:
        return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 3)

    return {
        "median_ms": round(statistics.median(ordered), 3),
        "mean_ms": round(statistics.fmean(ordered), 3),
        "p95_ms": at(0.95),
        "p99_ms": at(0.99),
        "max_ms": round(ordered[-1], 3),
    }


def profiled(work: Callable[[], object], most: int) -> list[Figures]:
    """The functions that `work` spends most of its time in, own time without that of what they call."""
    profile = cProfile.Profile(_clock.now)
    profile.enable()
    try:
        work()
    finally:
        profile.disable()
    raw: Mapping[tuple[str, int, str], tuple[int, int, float, float, Any]] = pstats.Stats(profile).stats  # type: ignore[attr-defined]
    total = sum(row[2] for row in raw.values()) or 1.0
    ordered = sorted(raw.items(), key=lambda item: -item[1][2])
    return [
        {"function": _named(*where), "calls": row[1], "own_s": round(row[2], 4), "share": round(row[2] / total, 4)}
        for where, row in ordered[:most]
    ]


def _named(file: str, line: int, function: str) -> str:
    if file == "~":
        return function.strip("<>")
    path = Path(file)
    inside = path.relative_to(ROOT).as_posix() if path.is_relative_to(ROOT) else path.name
    return f"{inside}:{line} {function}"

"""Gate thresholds: the widest that keep the risk on some runs, tried on runs they were not fitted to.

Risk is the share of answers that pass and that code disagrees with. On the fitting runs its upper 95 % bound must stay
within the allowed risk, for the best of many thresholds looks better than it is; on the held-out runs the share itself
must. Runs are held out whole, by a hash of their id: answers of one fight are alike, and the split never depends on the
order of files.
"""

from __future__ import annotations

import hashlib
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import product

from attrs import frozen

from sts2fsm.calibration.samples import Sample
from sts2fsm.evaluate.intervals import wilson

# Type and kind of an answer -> the table of the section `gate` that judges it, and the figures of a threshold there.
GATES: dict[tuple[str, str], tuple[str, tuple[str, ...]]] = {
    ("choice", "measured"): ("choice", ("top", "lead")),
    ("choice", "one_hot"): ("choice_one_hot", ("top", "lead")),
    ("choice", "verbalised"): ("choice_verbalised", ("top", "lead")),
    ("noul", "measured"): ("noul", ("margin",)),
    ("noul", "one_hot"): ("noul_one_hot", ("margin",)),
    ("score", "measured"): ("score", ()),  # a plain number
    ("score", "one_hot"): ("score", ()),
    ("score", "verbalised"): ("score", ()),
}
_STEPS = {
    "top": tuple(step / 20 for step in range(4, 20)),  # 0.20 to 0.95
    "lead": tuple(step / 20 for step in range(13)),  # 0 to 0.60
    "margin": tuple(step / 40 for step in range(20)),  # 0 to 0.475
    "": tuple(step / 20 for step in range(20)),
}
_ROUNDING = 1e-9


@frozen
class Part:
    """How a threshold does on some runs."""

    n: int
    passed: int
    wrong: int

    @property
    def coverage(self) -> float:
        return self.passed / self.n

    @property
    def risk(self) -> float:
        return self.wrong / self.passed

    @property
    def most_risk(self) -> float:
        """Upper end of the 95 % interval of the risk."""
        return wilson(self.wrong, self.passed)[1]


@frozen
class Fit:
    """What came of one table's question. `why` says so where there is no threshold to write."""

    table: str
    question: str
    figures: tuple[str, ...]
    threshold: tuple[float, ...] = ()
    fitted: Part | None = None
    held_out: Part | None = None
    why: str = ""


def held_out(run: str, share: float) -> bool:
    """Whether a run is kept for the trial: the same answer for the same id, everywhere."""
    return int.from_bytes(hashlib.sha256(run.encode()).digest()[:4], "big") / 2**32 < share


def fit(samples: Sequence[Sample], allowed: float, share: float, least: int) -> list[Fit]:
    """One Fit for each question and table. `allowed`: risk; `share` of the runs is held out; `least`: answers that each
    side must have, and that must pass there."""
    groups: dict[tuple[str, str], list[Sample]] = {}
    for sample in samples:
        groups.setdefault((GATES[sample.type, sample.kind][0], sample.question), []).append(sample)
    return [
        _fit_one(table, question, groups[table, question], allowed, share, least) for table, question in sorted(groups)
    ]


def _fit_one(table: str, question: str, samples: Sequence[Sample], allowed: float, share: float, least: int) -> Fit:
    figures = next(names for name, names in GATES.values() if name == table)
    mine = [sample for sample in samples if not held_out(sample.run, share)]
    other = [sample for sample in samples if held_out(sample.run, share)]

    def none(why: str, fitted: Part | None = None, tried: Part | None = None) -> Fit:
        return Fit(table, question, figures, (), fitted, tried, why)

    if len(mine) < least or len(other) < least:
        return none(f"too few answers: {len(mine)} to fit and {len(other)} held out, {least} needed of each")
    best: tuple[int, tuple[float, ...], Part] | None = None
    for threshold, part in _every(mine, figures):
        enough = part.passed >= least and part.most_risk <= allowed
        if enough and (best is None or part.passed > best[0]):
            best = part.passed, threshold, part
    if best is None:
        return none(f"no threshold keeps the risk within {allowed:g} on {len(mine)} answers")
    _, threshold, part = best
    trial = passing(other, threshold)
    if trial.passed < least:
        return none(f"only {trial.passed} held-out answers pass, {least} needed", part, trial)
    if trial.risk > allowed:
        return none(f"the risk on held-out runs is {trial.risk:.3f}, more than {allowed:g}", part, trial)
    return Fit(table, question, figures, threshold, part, trial)


def passing(samples: Sequence[Sample], threshold: tuple[float, ...]) -> Part:
    """How many of them the threshold lets pass, and how many of those are wrong."""
    through = [
        sample
        for sample in samples
        if all(value >= least - _ROUNDING for value, least in zip(sample.strength, threshold, strict=True))
    ]
    return Part(len(samples), len(through), sum(not sample.agrees for sample in through))


def _every(samples: Sequence[Sample], figures: tuple[str, ...]) -> Iterator[tuple[tuple[float, ...], Part]]:
    """Every combination of thresholds and how it does, the strictest first: of equals the stricter one is kept.

    Samples are counted by the cell of the grid that they fall into, once; a threshold then adds cells up.
    """
    steps = [_STEPS[name] for name in figures or ("",)]
    cells: Counter[tuple[int, ...]] = Counter()
    wrong: Counter[tuple[int, ...]] = Counter()
    for sample in samples:
        pairs = zip(steps, sample.strength, strict=True)
        cell = tuple(bisect_right(grid, value + _ROUNDING) - 1 for grid, value in pairs)
        cells[cell] += 1
        wrong[cell] += not sample.agrees
    for spots in product(*(range(len(grid) - 1, -1, -1) for grid in steps)):
        through = [cell for cell in cells if all(mine >= spot for mine, spot in zip(cell, spots, strict=True))]
        part = Part(len(samples), sum(cells[cell] for cell in through), sum(wrong[cell] for cell in through))
        yield tuple(grid[spot] for grid, spot in zip(steps, spots, strict=True)), part

"""Two policies on the same seeds: how much they differ, how sure that is, and what could have been seen at all.

Tests and resampling are scipy's (the extra `evaluate`): it has the exact binomial test, bootstrap and permutation test
with seeds of their own, and brings only numpy, where statsmodels would bring pandas too.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np
from attrs import field, frozen
from numpy.typing import NDArray
from scipy.stats import binomtest, bootstrap, permutation_test

from sts2fsm.evaluate.intervals import CONFIDENCE, Rate
from sts2fsm.evaluate.power import LEVEL, USUAL_DISCORDANCE, detectable, pairs_needed, power
from sts2fsm.evaluate.tasks import Fought, Played

RESAMPLES = 9999
EARLY_LEVEL = 0.001  # Haybittle and Peto: so strict at every look that the last one keeps its level
LOOK_EVERY = 10  # pairs
FIRST_LOOK = 20
KNOWN_FROM = 20  # pairs from which the discordance seen is used for the power
FIVE_POINTS = 0.05
Numbers = NDArray[np.float64]


@frozen
class Pair:
    """The same seed played by both."""

    one: Played
    other: Played
    fights: tuple[Fought, ...] = ()
    other_fights: tuple[Fought, ...] = ()

    def shared(self) -> list[tuple[Fought, Fought]]:
        """Fights that both had on the same floor against the same encounter, with nothing else on that floor."""
        mine = {(fight.floor, fight.encounter): fight for fight in self.fights if not fight.mixed}
        return [
            (mine[place], fight)
            for fight in self.other_fights
            if (place := (fight.floor, fight.encounter)) in mine and not fight.mixed
        ]


@frozen
class Measure:
    """A mean of both, the other minus the one, its interval (bootstrap over seeds) and p value (sign flips)."""

    n: int
    one: float | None
    other: float | None
    difference: float | None
    low: float | None
    high: float | None
    p: float | None


@frozen
class Wins:
    """A yes or no of both: `only_one` and `only_other` are the seeds that tell them apart. `p` is McNemar's, exact."""

    pairs: int
    one: int
    other: int
    only_one: int
    only_other: int
    p: float

    @property
    def discordance(self) -> float:
        return (self.only_one + self.only_other) / self.pairs if self.pairs else 0.0


@frozen(kw_only=True)
class Comparison:
    """What the pairs say. `found` names the measures that differ, at 5 % over all three together (Holm)."""

    wins: Wins
    floors: Measure
    hp_lost: Measure  # per shared fight
    fights: int
    bosses: dict[int, Wins] = field(factory=dict)  # act -> its boss beaten; a run that ended before did not
    boss_met: dict[int, tuple[Rate, Rate]] = field(factory=dict)  # act -> beaten of those that met it
    found: tuple[str, ...] = ()
    discordance: float = USUAL_DISCORDANCE
    discordance_assumed: bool = True
    detectable: float | None = None
    power_five: float = 0.0
    pairs_for_five: int | None = None


def compare(pairs: Sequence[Pair]) -> Comparison:
    """Weigh the pairs. Raises ValueError without any."""
    if not pairs:
        raise ValueError("nothing was played by both")
    wins = _wins([(pair.one.won, pair.other.won) for pair in pairs])
    floors = _floors(pairs)
    shared = [pair.shared() for pair in pairs]
    hp_lost = _ratio([(_lost(fights, 0), _lost(fights, 1), len(fights)) for fights in shared if fights])
    acts = sorted({int(act) for pair in pairs for run in (pair.one, pair.other) for act in run.bosses})
    seen = wins.discordance if wins.pairs >= KNOWN_FROM and wins.discordance > 0 else USUAL_DISCORDANCE
    return Comparison(
        wins=wins,
        floors=floors,
        hp_lost=hp_lost,
        fights=sum(map(len, shared)),
        bosses={act: _wins([(_beat(pair.one, act), _beat(pair.other, act)) for pair in pairs]) for act in acts},
        boss_met={act: (_met([p.one for p in pairs], act), _met([p.other for p in pairs], act)) for act in acts},
        found=_holm({"wins": wins.p, "floors": floors.p, "hp_lost": hp_lost.p}),
        discordance=round(seen, 4),
        discordance_assumed=wins.pairs < KNOWN_FROM or wins.discordance == 0,
        detectable=detectable(wins.pairs, seen),
        power_five=round(power(wins.pairs, max(seen, FIVE_POINTS), FIVE_POINTS), 4),
        pairs_for_five=pairs_needed(FIVE_POINTS, seen),
    )


def decided_after(pairs: Sequence[Pair]) -> int | None:
    """After how many pairs, taken in order, wins or floors were so far apart that no more are needed; None if never.

    Looks fall on fixed numbers of pairs, so that a broken and an unbroken evaluation stop at the same one.
    """
    for n in range(FIRST_LOOK, len(pairs) + 1, LOOK_EVERY):
        some = pairs[:n]
        wins = _wins([(pair.one.won, pair.other.won) for pair in some])
        p_floors = _floors(some).p
        if wins.p < EARLY_LEVEL or (p_floors is not None and p_floors < EARLY_LEVEL):
            return n
    return None


# --- yes and no -------------------------------------------------------------------------------------------------------
def _wins(both: Sequence[tuple[bool, bool]]) -> Wins:
    only_one = sum(one and not other for one, other in both)
    only_other = sum(other and not one for one, other in both)
    apart = only_one + only_other
    p = float(binomtest(only_one, apart, 0.5).pvalue) if apart else 1.0
    return Wins(len(both), sum(one for one, _ in both), sum(other for _, other in both), only_one, only_other, p)


def _beat(run: Played, act: int) -> bool:
    return run.bosses.get(str(act), False)


def _met(runs: Sequence[Played], act: int) -> Rate:
    met = [run.bosses[str(act)] for run in runs if str(act) in run.bosses]
    return Rate(sum(met), len(met))


# --- means ------------------------------------------------------------------------------------------------------------
def _floors(pairs: Sequence[Pair]) -> Measure:
    return _ratio([(pair.one.floors, pair.other.floors, 1) for pair in pairs])


def _lost(fights: Sequence[tuple[Fought, Fought]], which: int) -> int:
    return sum(both[which].hp_lost for both in fights)


def _ratio(rows: Sequence[tuple[float, float, int]]) -> Measure:
    """Sums of both and how many things they are sums of, a row a seed: means over the things, resampled by seed, as
    what happens within a seed is not independent."""
    if not rows:
        return Measure(0, None, None, None, None, None, None)
    one, other, weight = (np.array(column, dtype=float) for column in zip(*rows, strict=True))
    n = int(weight.sum())
    apart = other - one
    difference = float(apart.sum() / n)
    low, high = _interval(apart, weight, difference)
    mean_one, mean_other = (round(float(column.sum() / n), 4) for column in (one, other))
    return Measure(n, mean_one, mean_other, round(difference, 4), low, high, _sign_flips(one, other))


def _interval(apart: Numbers, weight: Numbers, difference: float) -> tuple[float | None, float | None]:
    if len(apart) < 2:
        return None, None
    if np.allclose(apart, difference * weight):  # every seed says the same: resampling could only repeat it
        return round(difference, 4), round(difference, 4)

    def mean(sums: Numbers, weights: Numbers, axis: int = -1) -> Any:
        return sums.sum(axis=axis) / weights.sum(axis=axis)

    found = bootstrap(
        (apart, weight), mean, paired=True, vectorized=True, n_resamples=RESAMPLES, confidence_level=CONFIDENCE,
        method="percentile", rng=np.random.default_rng(1),
    ).confidence_interval  # fmt: skip
    return round(float(found.low), 4), round(float(found.high), 4)


def _sign_flips(one: Numbers, other: Numbers) -> float:
    """Two-sided p of the sum of differences, were the two policies' names exchanged at random seed by seed."""
    if np.array_equal(one, other) or len(one) < 2:
        return 1.0

    def mean_apart(first: Numbers, second: Numbers, axis: int = -1) -> Any:
        return (second - first).mean(axis=axis)

    test = permutation_test(
        (one, other), mean_apart, permutation_type="samples", vectorized=True, n_resamples=RESAMPLES,
        rng=np.random.default_rng(1),
    )  # fmt: skip
    return float(test.pvalue)


def _holm(tests: dict[str, float | None]) -> tuple[str, ...]:
    """Which of several tests hold at LEVEL together (S. Holm, 1979), the surest first."""
    known = sorted((p, name) for name, p in tests.items() if p is not None)
    found = []
    for place, (p, name) in enumerate(known):
        if p > LEVEL / (len(known) - place):
            break
        found.append(name)
    return tuple(found)


def paired(
    keys: Sequence[tuple[Played | None, Played | None]], fights: Callable[[Played], Sequence[Fought]]
) -> list[Pair]:
    """Pairs up to the first seed that one of the two has not played, in the order given."""
    pairs = []
    for one, other in keys:
        if one is None or other is None:
            break
        pairs.append(Pair(one, other, tuple(fights(one)), tuple(fights(other))))
    return pairs

"""What fights of a suite say: how often each player wins, how much health it pays, and how far apart two players are on
the same fights."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from math import sqrt
from statistics import NormalDist, fmean, stdev
from typing import Any

from attrs import frozen

from sts2fsm.evaluate.fights import FightResult
from sts2fsm.evaluate.intervals import CONFIDENCE, LEAST, Rate

_Z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)


@frozen
class Mean:
    """A mean with its 95 % interval (normal; null under 20 values, which are too few for it)."""

    n: int
    mean: float
    low: float | None
    high: float | None

    def __str__(self) -> str:
        """`12.3 (10.1 to 14.5)`."""
        return f"{self.mean:.1f}" + ("" if self.low is None else f" ({self.low:.1f} to {self.high:.1f})")


def mean_of(values: Sequence[float]) -> Mean:
    """Raises ValueError without any."""
    if not values:
        raise ValueError("no values")
    middle, n = fmean(values), len(values)
    if n < LEAST:
        return Mean(n, round(middle, 4), None, None)
    half = _Z * stdev(values) / sqrt(n)
    return Mean(n, round(middle, 4), round(middle - half, 4), round(middle + half, 4))


@frozen
class Row:
    """One player in one group of fights. `hp_lost` is a mean over all of them, won or not."""

    encounter: str
    character: str
    player: str
    wins: Rate
    hp_lost: Mean
    turns: float


@frozen
class Apart:
    """Two players on the same fights: health lost by `player` less that of `reference`, and who alone won."""

    player: str
    reference: str
    hp_lost: Mean
    only_player: int
    only_reference: int


ALL = "all"
Group = Callable[[FightResult], tuple[str, str, str]]
_GROUPS: tuple[Group, ...] = (  # encounter, character, player
    lambda one: (ALL, ALL, one.task.player),
    lambda one: (ALL, one.task.character, one.task.player),
    lambda one: (one.task.scene.encounter, ALL, one.task.player),
    lambda one: (one.task.scene.encounter, one.task.character, one.task.player),
)


def rows(results: Iterable[FightResult]) -> list[Row]:
    """Every grouping, the widest first, each in the order of the results. A group that is the same as a wider one is
    left out."""
    kept = list(results)
    found: dict[tuple[str, str, str], list[FightResult]] = {}
    for group in _GROUPS:
        for one in kept:
            found.setdefault(group(one), []).append(one)
    told: list[Row] = []
    seen: set[tuple[int, ...]] = set()
    for (encounter, character, player), some in found.items():
        mark = tuple(id(one) for one in some)
        if mark not in seen:
            seen.add(mark)
            told.append(_row(encounter, character, player, some))
    return told


def _row(encounter: str, character: str, player: str, some: Sequence[FightResult]) -> Row:
    wins = Rate(sum(one.won for one in some), len(some))
    turns = round(fmean(one.turns for one in some), 2)
    return Row(encounter, character, player, wins, mean_of([one.hp_lost for one in some]), turns)


def apart(results: Iterable[FightResult], reference: str) -> list[Apart]:
    """Each other player against the reference, over the fights that both played."""
    by_player: dict[str, dict[Any, FightResult]] = {}
    for one in results:
        by_player.setdefault(one.task.player, {})[one.task.pair] = one
    base = by_player.pop(reference, {})
    told = []
    for player, fights in by_player.items():
        both = [(fights[pair], base[pair]) for pair in fights if pair in base]
        if both:
            told.append(
                Apart(
                    player,
                    reference,
                    mean_of([mine.hp_lost - theirs.hp_lost for mine, theirs in both]),
                    sum(mine.won and not theirs.won for mine, theirs in both),
                    sum(theirs.won and not mine.won for mine, theirs in both),
                )
            )
    return told

"""Paired comparisons against numbers worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from math import comb

import pytest

from sts2fsm.evaluate.compare import Pair, compare, decided_after, paired
from sts2fsm.evaluate.power import detectable, pairs_needed, power
from sts2fsm.evaluate.summary import told
from tests.evaluate.making import fought, played


def pair(seed: int, one: bool = False, other: bool = False, floors: tuple[int, int] = (10, 10)) -> Pair:
    """A seed with who won it and how far both came."""
    a, b = (
        played(seed, "win" if won else "loss", far, policy=policy)
        for won, far, policy in ((one, floors[0], "a"), (other, floors[1], "b"))
    )
    return Pair(a, b)


def pairs(both: int, only_one: int, only_other: int, neither: int) -> list[Pair]:
    kinds = [(True, True)] * both + [(True, False)] * only_one + [(False, True)] * only_other
    return [pair(seed, *kind) for seed, kind in enumerate(kinds + [(False, False)] * neither)]


@pytest.mark.parametrize(
    ("only_one", "only_other", "p"),
    [(0, 0, 1.0), (1, 6, 2 * (1 + 7) / 2**7), (6, 1, 2 * (1 + 7) / 2**7), (3, 3, 1.0), (0, 9, 2 / 2**9)],
)
def test_wins_are_weighed_by_the_seeds_that_tell_them_apart(only_one: int, only_other: int, p: float) -> None:
    """McNemar's exact p: the two tails of a fair coin over the discordant seeds; concordant ones do not matter."""
    for both, neither in ((0, 1), (11, 30)):
        wins = compare(pairs(both, only_one, only_other, neither)).wins
        assert wins.p == pytest.approx(p)
        assert (wins.one, wins.other) == (both + only_one, both + only_other)


def test_floors_by_exchanging_the_names() -> None:
    """Eight seeds on which the other always came farther: 2 of the 256 ways to exchange them are as far apart."""
    floors = compare([pair(seed, floors=(10, 11 + seed)) for seed in range(8)]).floors
    assert (floors.one, floors.other, floors.difference) == (10.0, 14.5, 4.5)
    assert floors.p == pytest.approx(2 / 256)
    assert floors.low is not None and floors.high is not None
    assert 1 <= floors.low < 4.5 < floors.high <= 8


def test_the_interval_is_as_wide_as_it_should_be() -> None:
    """Half of 100 seeds one floor farther: 0.5, give or take 1.96 standard errors of 0.05, and the same each time."""
    some = [pair(seed, floors=(10, 10 + seed % 2)) for seed in range(100)]
    floors = compare(some).floors
    assert (floors.low, floors.high) == pytest.approx((0.402, 0.598), abs=0.015)
    assert compare(some) == compare(some)


def test_only_fights_that_both_had_are_compared() -> None:
    """Same floor, same encounter, nothing else on the floor: the others do not count. Means are over fights."""
    a, b = played(1, policy="a"), played(1, policy="b")
    mine = (
        fought(a, 2, "NIBBITS_WEAK", 4), fought(a, 3, "SLIMES_WEAK", 9), fought(a, 4, "X", 1, mixed=True),
        fought(a, 5, "Y", 30), fought(a, 6, "Z", 6), fought(a, 7, "W", 1),
    )  # fmt: skip
    other = (
        fought(b, 2, "NIBBITS_WEAK", 8), fought(b, 3, "OTHER", 9), fought(b, 4, "X", 9), fought(b, 6, "Z", 8),
        fought(b, 7, "W", 9, mixed=True),
    )  # fmt: skip
    weighed = compare([Pair(a, b, mine, other)])
    assert weighed.fights == 2
    assert (weighed.hp_lost.one, weighed.hp_lost.other, weighed.hp_lost.difference) == (5.0, 8.0, 3.0)


def test_seeds_are_resampled_whole() -> None:
    """Seeds with one fight and with nine, all but one losing a point a fight more: the interval stays close to one
    point. Were fights and losses drawn apart, it would be some 0.4 wide."""
    rows = []
    for seed in range(40):
        a, b = played(seed, policy="a"), played(seed, policy="b")
        places = range(2, 3 if seed % 2 else 11)
        mine = tuple(fought(a, place, "X", 5) for place in places)
        other = tuple(fought(b, place, "X", 6 if seed else 5) for place in places)
        rows.append(Pair(a, b, mine, other))
    lost = compare(rows).hp_lost
    assert lost.n == 200
    assert lost.difference == pytest.approx((200 - 9) / 200)
    assert lost.low is not None and lost.high is not None
    assert 0.82 < lost.low < lost.difference < lost.high <= 1


def test_bosses_are_told_of_all_and_of_those_that_met_them() -> None:
    """A run that died earlier did not beat the boss, and did not meet it."""
    one = [played(seed, policy="a", bosses=bosses) for seed, bosses in enumerate(({"1": True}, {"1": False}, {}))]
    other = [played(seed, policy="b", bosses=bosses) for seed, bosses in enumerate(({}, {"1": True}, {}))]
    weighed = compare([Pair(a, b) for a, b in zip(one, other, strict=True)])
    assert (weighed.bosses[1].one, weighed.bosses[1].other, weighed.bosses[1].pairs) == (1, 1, 3)
    assert [(rate.hits, rate.n) for rate in weighed.boss_met[1]] == [(1, 2), (1, 1)]


def test_against_itself_no_difference_is_found() -> None:
    """The same runs twice: nothing apart, no interval around it, and it is said."""
    same = [pair(seed, won, won, (far, far)) for seed, (won, far) in enumerate([(True, 17), (False, 3)] * 30)]
    weighed = compare(same)
    assert (weighed.wins.p, weighed.floors.p, weighed.found) == (1.0, 1.0, ())
    assert (weighed.floors.low, weighed.floors.difference, weighed.floors.high) == (0.0, 0.0, 0.0)
    assert "No difference was found (5 % over wins, floors and health lost together)." in told(weighed, "a", "b")


def test_several_measures_share_the_five_percent() -> None:
    """p = 0.031 in floors alone is not enough among two measures (Holm); 0.016 is, and wins are not dragged along."""
    six = [pair(seed, floors=(10, 12)) for seed in range(6)]
    assert compare(six).floors.p == pytest.approx(2 / 64)
    assert compare(six).found == ()
    assert compare([*six, pair(6, floors=(10, 12))]).found == ("floors",)


def lead(apart_from: int, n: int) -> list[Pair]:
    """Both alike up to a seed; from there the one alone wins."""
    return [pair(seed, seed >= apart_from) for seed in range(n)]


@pytest.mark.parametrize(("apart_from", "after"), [(0, 20), (9, 20), (10, 30), (25, 40), (70, None)])
def test_a_comparison_stops_at_fixed_looks(apart_from: int, after: int | None) -> None:
    """Looks are after 20, 30, ... pairs at p < 0.001, which eleven discordant seeds on one side pass (2/2¹¹)."""
    assert decided_after(lead(apart_from, 80)) == after


def test_more_pairs_do_not_change_where_it_stopped() -> None:
    """However many runs came in meanwhile, the same pairs decide: a broken evaluation ends as an unbroken one."""
    assert {decided_after(lead(25, n)) for n in range(40, 80)} == {40}
    assert {decided_after(lead(25, n)) for n in range(40)} == {None}


def test_pairs_end_at_the_first_gap() -> None:
    """Seeds after one that is not played yet wait: which are there must not depend on who was faster."""
    a, b = (played(1, policy=name) for name in "ab")
    whole: list[tuple[object, object]] = [(a, b), (a, b), (a, None), (a, b)]
    assert len(paired(whole, lambda run: ())) == 2  # type: ignore[arg-type]


# --- power ------------------------------------------------------------------------------------------------------------
def by_enumeration(pairs: int, only_one: float, only_other: float) -> float:
    """Every outcome of so many pairs, its chance, and whether the exact test at 5 % would find it."""
    found = 0.0
    for a in range(pairs + 1):
        for b in range(pairs + 1 - a):
            tail: Sequence[int] = range(min(a, b) + 1)
            p = min(1.0, 2 * sum(comb(a + b, k) for k in tail) / 2 ** (a + b))
            ways = comb(pairs, a) * comb(pairs - a, b)
            found += (p <= 0.05) * ways * only_one**a * only_other**b * (1 - only_one - only_other) ** (pairs - a - b)
    return found


@pytest.mark.parametrize(
    ("n", "discordance", "difference"), [(12, 0.5, 0.5), (20, 0.5, 0.3), (30, 0.3, 0.0), (5, 0.9, 0.9)]
)
def test_power_is_exact(n: int, discordance: float, difference: float) -> None:
    """Equal to adding up every possible outcome; five pairs can never find anything."""
    ups, downs = (discordance + difference) / 2, (discordance - difference) / 2
    assert power(n, discordance, difference) == pytest.approx(by_enumeration(n, ups, downs), abs=1e-9)


def test_five_points_need_many_pairs() -> None:
    """The usual formula says (1.96·√d + 0.84·√(d − 0.05²))²/0.05² pairs; the exact test needs somewhat more."""
    for discordance in (0.18, 0.36):
        usual = (1.96 * discordance**0.5 + 0.8416 * (discordance - 0.0025) ** 0.5) ** 2 / 0.0025
        needed = pairs_needed(0.05, discordance)
        assert needed is not None
        assert usual <= needed <= 1.1 * usual
        assert power(needed, discordance, 0.05) >= 0.8


def test_what_can_be_seen() -> None:
    """The smallest difference found four times of five; with too few pairs, none."""
    seen = detectable(200, 0.36)
    assert seen is not None
    assert power(200, 0.36, seen) >= 0.8 > power(200, 0.36, seen - 0.005)
    assert detectable(5, 0.5) is None


def test_the_power_is_said() -> None:
    """With how many pairs, what they see, what five points would need, and whether the discordance was known."""
    few = told(compare(pairs(1, 1, 0, 1)), "a", "b")[-1]
    assert "assumed" in few and "3 pairs see no difference of any size" in few
    many = told(compare(pairs(30, 18, 18, 34)), "a", "b")[-1]
    assert "36 % of seeds won by one side alone)" in many and "would need 1165 pairs" in many

"""The whole way to the boss, over places and health: worked out by hand on small maps."""

from __future__ import annotations

import pytest
from attrs import evolve

from sts2fsm.facts.route import RoutePolicy, Traveller, boss_odds, gain_of, mean_loss, way_worths
from sts2fsm.policy import Table
from sts2fsm.wire.screens import Map, MapNode, MapOption, MapPoint

# A fight costs 10 three times of four, and 30 the fourth: 15 on average. The boss costs 30, to the point.
POLICY = RoutePolicy(
    gain=Table({"default": 0.0, "Monster": 5.0, "Elite": 20.0, "Shop": 8.0, "Treasure": 14.0}),
    smith=6.0,
    shop_gold=100,
    boss=100.0,
    loss=Table({"default": 0.0, "Monster": 15.0, "Elite": 30.0, "Boss": 30.0}),
    later=0.5,
    ascension=0.1,
    frailty=Table({"default": 1.0, "SILENT": 2.0}),
    weak_rows=3,
    weak=0.2,
    bad=0.25,
    bad_loss=2.0,
    boss_spread=0.0,
    heal=0.3,
)
WHO = Traveller(hp=60, max_hp=90, gold=50, character="IRONCLAD", act=1, ascension=0)


def way(*kinds: str, row: int = 8) -> Map:
    """One way up through rooms of these types."""
    nodes = tuple(
        MapNode(col=0, row=row + i, type=kind, children=((0, row + i + 1),) if i + 1 < len(kinds) else ())
        for i, kind in enumerate(kinds)
    )
    return Map(next_options=(MapOption(index=0, col=0, row=row, type=kinds[0]),), nodes=nodes)


def worth(map_: Map, **changes: object) -> float:
    return way_worths(map_, evolve(WHO, **changes), POLICY)[0, map_.next_options[0].row]


def test_a_shop_is_worth_what_there_is_gold_for() -> None:
    """Half the gold that it asks for, half its gain; three times of it, three times as much."""
    assert gain_of("Shop", WHO, POLICY) == 4.0
    assert gain_of("Shop", evolve(WHO, gold=300), POLICY) == 24.0


def test_what_a_room_costs_grows_with_act_ascension_and_frailty() -> None:
    """15 for a fight; half as much more in act 2; a tenth more for each ascension; the first rows of act 1 a fifth."""
    assert mean_loss("Monster", 8, WHO, POLICY) == 15
    assert mean_loss("Monster", 8, evolve(WHO, act=2), POLICY) == pytest.approx(22.5)
    assert mean_loss("Monster", 8, evolve(WHO, ascension=10), POLICY) == pytest.approx(30)
    assert mean_loss("Monster", 8, evolve(WHO, character="SILENT"), POLICY) == 30
    assert mean_loss("Monster", 3, WHO, POLICY) == pytest.approx(3)
    assert mean_loss("Monster", 3, evolve(WHO, act=2), POLICY) == pytest.approx(22.5)


def test_the_boss_is_survived_with_more_than_it_costs() -> None:
    """Without spread by all or nothing; with one, evenly where health is just what it costs."""
    assert (boss_odds(31, WHO, POLICY), boss_odds(30, WHO, POLICY)) == (1.0, 0.0)
    assert boss_odds(30, WHO, evolve(POLICY, boss_spread=0.5)) == pytest.approx(0.5)


def test_a_fight_counts_with_both_its_outcomes() -> None:
    """60 hp: three of four times 50 are left for the boss, the fourth 30, which are not enough."""
    assert worth(way("Monster", "Boss")) == pytest.approx(0.75 * (5 + 100) + 0.25 * 5)


def test_a_fight_that_kills_is_worth_nothing_more() -> None:
    """30 hp: one time of four the fight takes all of them, and else leaves 20, too few for the boss."""
    assert worth(way("Monster", "Boss"), hp=30) == pytest.approx(0.75 * 5)


def test_a_rest_heals_where_the_boss_asks_for_it_and_smiths_where_not() -> None:
    """27 of the 90 hp: with 24 only rest leads past the boss, with 60 nothing is gained by it."""
    assert worth(way("RestSite", "Boss"), hp=24) == pytest.approx(100)
    assert worth(way("RestSite", "Boss"), hp=60) == pytest.approx(106)


def test_the_best_of_several_ways_counts() -> None:
    """After the treasure an elite or nothing: with 75 hp the elite leaves enough three times of four, the other way
    always."""
    nodes = (
        MapNode(col=0, row=8, type="Treasure", children=((0, 9), (1, 9))),
        MapNode(col=0, row=9, type="Elite", children=((0, 10),)),
        MapNode(col=1, row=9, type="Unknown", children=((0, 10),)),
        MapNode(col=0, row=10, type="Boss", children=()),
    )
    map_ = Map(next_options=(MapOption(index=0, col=0, row=8, type="Treasure"),), nodes=nodes)
    assert worth(map_, hp=75) == pytest.approx(14 + 100)
    assert worth(map_, hp=93, max_hp=93) == pytest.approx(14 + 20 + 100)


def test_a_map_without_its_nodes_shows_one_step_more() -> None:
    """Only what an option leads to is known; what health is left is weighed for the boss."""
    option = MapOption(index=0, col=0, row=8, type="Treasure", leads_to=(MapPoint(col=0, row=9, type="Elite"),))
    told = way_worths(Map(next_options=(option,), nodes=()), WHO, POLICY)
    assert told == {(0, 8): pytest.approx(14 + 0.75 * (20 + 100))}

"""The map keeps the game's constraints (facts: rules, group map) for every seed, and looks like the captured ones."""

from __future__ import annotations

import json
from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.content.run_tables import run_tables
from sts2fsm.embedded.mapgen import ActMap, generate
from sts2fsm.embedded.mapprune import prune
from sts2fsm.rules.rng import Rng
from tests.shared import captures

ROOMS = 15  # Overgrowth
SEEDS = st.integers(0, 2**40)
ASCENSIONS = st.sampled_from([0, 1, 10])
NEVER_IN_A_ROW = {"Elite", "RestSite", "Treasure", "Shop"}
DIFFERENT_SIBLINGS = {"RestSite", "Unknown", "Elite", "Shop"}


def made(seed: int, ascension: int) -> ActMap:
    act_map = generate(Rng(seed), run_tables().odds, "OVERGROWTH", ROOMS, ascension)
    prune(act_map, ROOMS)
    return act_map


@given(SEEDS, ASCENSIONS)
def test_grid_is_seven_columns_and_one_row_per_room_between_start_and_boss(seed: int, ascension: int) -> None:
    """Rows 1 to 15 all have nodes in columns 0 to 6; start and boss stand in the middle."""
    act_map = made(seed, ascension)
    assert (act_map.start, act_map.boss) == ((3, 0), (3, 16))
    for row in range(1, 16):
        points = act_map.row(row)
        assert points
        assert all(0 <= col <= 6 for col, _ in points)


@given(SEEDS, ASCENSIONS)
def test_every_node_is_on_a_way_from_start_to_boss(seed: int, ascension: int) -> None:
    """Each node but the start has a parent, each but the boss a child, and a step is one row up and at most one
    column aside."""
    act_map = made(seed, ascension)
    for point in act_map.types:
        assert point == act_map.start or act_map.parents[point]
        assert point == act_map.boss or act_map.children[point]
        for col, row in act_map.children[point]:
            assert row == point[1] + 1
            assert abs(col - point[0]) <= 1 or point == act_map.start or (col, row) == act_map.boss


@given(SEEDS, ASCENSIONS)
def test_paths_never_cross(seed: int, ascension: int) -> None:
    """Two edges between the same rows keep their order."""
    act_map = made(seed, ascension)
    for row in range(1, 15):
        edges = [(p[0], c[0]) for p in act_map.row(row) for c in act_map.children[p]]
        assert not any(a < c and b > d for a, b in edges for c, d in edges)


@given(SEEDS)
def test_first_row_fights_treasure_row_and_rest_before_the_boss(seed: int) -> None:
    """Row 1 is monsters, row 9 treasure, row 15 rest sites, as in both captured maps."""
    act_map = made(seed, 0)
    assert {act_map.types[p] for p in act_map.row(1)} == {"Monster"}
    assert {act_map.types[p] for p in act_map.row(9)} == {"Treasure"}
    assert {act_map.types[p] for p in act_map.row(15)} == {"RestSite"}


@given(SEEDS, ASCENSIONS)
def test_quotas_of_elites_shops_unknowns_and_rest_sites(seed: int, ascension: int) -> None:
    """5 elites, from A1 on 8; 3 shops; at most 14 unknowns and 7 rest sites below the last row; a full deal nearly
    always."""
    act_map = made(seed, ascension)
    count = Counter(act_map.types.values())
    rests = count["RestSite"] - len(act_map.row(15))
    assert count["Elite"] <= (8 if ascension else 5)
    assert count["Shop"] <= 3
    assert count["Unknown"] <= 14
    assert rests <= 7
    assert count["Elite"] + count["Shop"] + rests >= (8 if ascension else 5) + 3 + 6 - 3


@given(SEEDS, ASCENSIONS)
def test_no_elite_or_rest_low_and_no_rest_near_the_top(seed: int, ascension: int) -> None:
    """Elites and rest sites start at row 5; rows 13 and 14 have no rest site."""
    act_map = made(seed, ascension)
    for (_, row), kind in act_map.types.items():
        assert not (kind in ("Elite", "RestSite") and row < 5)
        assert not (kind == "RestSite" and row in (13, 14))


@given(SEEDS, ASCENSIONS)
def test_special_rooms_follow_no_like_and_siblings_differ(seed: int, ascension: int) -> None:
    """No elite, rest, treasure or shop leads to its like; two children of a node are not the same special room."""
    act_map = made(seed, ascension)
    for point, children in act_map.children.items():
        kinds = [act_map.types[c] for c in children if c[1] not in (9, 15)]
        assert act_map.types[point] not in NEVER_IN_A_ROW or act_map.types[point] not in kinds
        special = [k for k in kinds if k in DIFFERENT_SIBLINGS]
        assert len(special) == len(set(special))


def test_node_count_is_like_the_captured_maps() -> None:
    """Captured maps have 56 and 60 nodes; ours average within five of them."""
    sizes = [len(made(seed, 1).types) for seed in range(60)]
    captured = len(json.loads(captures("captures", "states", "map-0041.json").read_text())["map"]["nodes"])
    assert abs(sum(sizes) / len(sizes) - captured) <= 8

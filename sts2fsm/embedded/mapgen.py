"""The act's map: our own algorithm within the game's constraints (table run_odds, key "map").

Row 0 is the start, rows 1..rooms the grid, row rooms+1 the boss, a second boss in the row after it. Seven paths walk up
without crossing; a row's nodes are then spread over the columns; types are dealt by quota, each node checked against
its parents, children and siblings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from typing import Any

from sts2fsm.rules.rng import Rng

Point = tuple[int, int]  # (col, row)

START, MONSTER, ELITE, REST, SHOP, TREASURE, UNKNOWN, BOSS = (
    "Ancient",
    "Monster",
    "Elite",
    "RestSite",
    "Shop",
    "Treasure",
    "Unknown",
    "Boss",
)
_DEALS = 60  # attempts to deal all quotas; the best one is kept
_MIDDLE = 3


class ActMap:
    """Nodes by (col, row): `types` and `children` (columns sorted). `start` is a point, `bosses` one or two."""

    def __init__(self, rooms: int, bosses: int = 1) -> None:
        self.rooms = rooms
        self.start: Point = (_MIDDLE, 0)
        self.bosses: tuple[Point, ...] = tuple((_MIDDLE, rooms + 1 + i) for i in range(bosses))
        self.types: dict[Point, str] = {}
        self.children: dict[Point, list[Point]] = {}
        self.parents: dict[Point, list[Point]] = {}
        self.nodes: list[dict[str, Any]] | None = None  # rendered once, as nothing of it changes in a run

    @property
    def boss(self) -> Point:
        """The first boss."""
        return self.bosses[0]

    def link(self, parent: Point, child: Point) -> None:
        """Add an edge once."""
        below = self.children.setdefault(parent, [])
        if child not in below:
            below.append(child)
            self.parents.setdefault(child, []).append(parent)

    def row(self, row: int) -> list[Point]:
        """The points of a row, by column."""
        return sorted(p for p in self.types if p[1] == row)

    def sort(self) -> None:
        """Order all edges by column."""
        for edges in (self.children, self.parents):
            for points in edges.values():
                points.sort()


def _crosses(edges: set[tuple[int, int]], frm: int, to: int) -> bool:
    """Would an edge between two rows cross one that is there? Edges are (lower column, upper column)."""
    return any((a < frm and b > to) or (a > frm and b < to) for a, b in edges)


def _walk(rng: Rng, rooms: int, cols: int, paths: int) -> list[set[tuple[int, int]]]:
    """Edges between rows r and r+1, for r in 1..rooms-1 (index r)."""
    edges: list[set[tuple[int, int]]] = [set() for _ in range(rooms)]
    first = -1
    for path in range(paths):
        col = rng.below(cols)
        while path == 1 and col == first:
            col = rng.below(cols)
        if path == 0:
            first = col
        for row in range(1, rooms):
            steps = [s for s in (-1, 0, 1) if 0 <= col + s < cols and not _crosses(edges[row], col, col + s)]
            step = rng.choice(steps)  # never empty: an existing edge from this column can be followed, else 0 is free
            edges[row].add((col, col + step))
            col += step
    return edges


def _columns(edges: list[set[tuple[int, int]]], row: int, rooms: int) -> list[int]:
    if row < rooms:
        return sorted({a for a, _ in edges[row]})
    return sorted({b for _, b in edges[row - 1]})


def _spread(edges: list[set[tuple[int, int]]], rooms: int, cols: int) -> None:
    """Move nodes that touch a neighbour to a free column beside them while every edge stays one step wide and
    uncrossed."""
    for row in range(1, rooms + 1):
        for col in _columns(edges, row, rooms):
            here = _columns(edges, row, rooms)
            gap = min((abs(col - c) for c in here if c != col), default=9)
            for step in (-1, 1):
                new = col + step
                if not 0 <= new < cols or new in here:
                    continue
                wider = min((abs(new - c) for c in here if c != col), default=9)
                between = [c for c in here if c != col and (c - col) * (c - new) < 0]
                if wider > gap and not between and _moves(edges, row, rooms, col, new):
                    break


def _moves(edges: list[set[tuple[int, int]]], row: int, rooms: int, col: int, new: int) -> bool:
    below = {(a, new if b == col else b) for a, b in edges[row - 1]} if row > 1 else set()
    above = {(new if a == col else a, b) for a, b in edges[row]} if row < rooms else set()
    if any(abs(a - b) > 1 for a, b in below | above):
        return False
    if row > 1:
        edges[row - 1] = below
    if row < rooms:
        edges[row] = above
    return True


def _gauss(rng: Rng, mean: float, sd: float, lo: int, hi: int) -> int:
    """A rounded normal draw (sum of twelve uniforms), held within [lo, hi]."""
    total = sum(rng.below(1_000_001) / 1_000_000 for _ in range(12)) - 6
    return max(lo, min(hi, round(mean + sd * total)))


class _Dealer:
    """Checks and deals room types."""

    def __init__(self, act_map: ActMap, rules: Mapping[str, Any]) -> None:
        self.map = act_map
        self.low_row = rules["no_elite_or_rest_below_row"]
        self.top_rest = act_map.rooms - rules["no_rest_in_top_rows"] + 1
        self.chain = frozenset(rules["no_parent_child"])
        self.apart = frozenset(rules["no_siblings"])

    def fits(self, point: Point, kind: str) -> bool:
        row = point[1]
        if kind in (ELITE, REST) and row < self.low_row:
            return False
        if kind == REST and row >= self.top_rest:
            return False
        types = self.map.types
        parents = self.map.parents.get(point, [])
        if kind in self.chain:
            near: Iterable[Point] = [*parents, *self.map.children.get(point, [])]
            if any(types[p] == kind for p in near):
                return False
        if kind in self.apart:
            siblings = (s for p in parents for s in self.map.children[p] if s != point)
            if any(types[s] == kind for s in siblings):
                return False
        return True

    def deal(self, rng: Rng, free: list[Point], quota: list[str]) -> int:
        """Give out the quota; returns how many found no node. Undealt nodes stay without type ("")."""
        for point in free:
            self.map.types[point] = ""
        left = quota.copy()
        rng.shuffle(left)
        order = free.copy()
        rng.shuffle(order)
        for point in order:
            for index, kind in enumerate(left):
                if self.fits(point, kind):
                    self.map.types[point] = left.pop(index)
                    break
            if not left:
                break
        return len(left)


def _assign(
    rng: Rng, act_map: ActMap, rules: Mapping[str, Any], rests: list[float], elites: int, unknowns: int
) -> None:
    dealer = _Dealer(act_map, rules)
    rooms = act_map.rooms
    treasure_row = rooms + 1 - rules["treasure_from_top"]
    fixed = {1: MONSTER, treasure_row: TREASURE, rooms: REST}
    free = []
    for point in sorted(act_map.types):
        if point[1] in fixed:
            act_map.types[point] = fixed[point[1]]
        elif 0 < point[1] <= rooms:
            free.append(point)
    mean, sd, lo, hi = rests
    quota = [REST] * _gauss(rng, mean, sd, int(lo), int(hi))
    quota += [SHOP] * rules["shops"] + [ELITE] * elites + [UNKNOWN] * unknowns
    best, best_left = {}, len(quota) + 1
    for _ in range(_DEALS):
        left = dealer.deal(rng, free, quota)
        if left < best_left:
            best, best_left = {p: act_map.types[p] for p in free}, left
        if not left:
            break
    for point in free:
        act_map.types[point] = best[point] or MONSTER


def generate(rng: Rng, odds: Mapping[str, Any], act_id: str, rooms: int, ascension: int, bosses: int = 1) -> ActMap:
    """A map for an act. `odds` is the run_odds table; `rooms` the number of grid rows."""
    rules = odds["map"]
    cols = rules["cols"]
    edges = _walk(rng, rooms, cols, rules["paths"])
    _spread(edges, rooms, cols)
    act_map = ActMap(rooms, bosses)
    act_map.types[act_map.start] = START
    for row in range(1, rooms + 1):
        for col in _columns(edges, row, rooms):
            act_map.types[(col, row)] = ""
            if row == 1:
                act_map.link(act_map.start, (col, row))
            if row == rooms:
                act_map.link((col, row), act_map.boss)
        for a, b in edges[row] if row < rooms else ():
            act_map.link((a, row), (b, row + 1))
    for boss in act_map.bosses:
        act_map.types[boss] = BOSS
        act_map.children[boss] = []
    for lower, upper in pairwise(act_map.bosses):
        act_map.link(lower, upper)
    act_map.sort()
    mean, sd, lo, hi = rules["unknown"]
    elites = rules["elites"][1 if ascension >= 1 else 0]
    unknowns = _gauss(rng, mean, sd, lo, hi) - rules["unknown_less"].get(act_id, 0)
    _assign(rng, act_map, rules, odds["rest_sites"][act_id], elites, unknowns)
    return act_map


def one_way(kinds: Sequence[str], bosses: int) -> ActMap:
    """A map without choices: rooms of these types one after another, then the bosses."""
    path = ActMap(len(kinds), bosses)
    way = [path.start, *((_MIDDLE, row) for row in range(1, len(kinds) + 1)), *path.bosses]
    path.types = dict(zip(way, (START, *kinds, *[BOSS] * bosses), strict=True))
    path.children[way[-1]] = []
    for lower, upper in pairwise(way):
        path.link(lower, upper)
    return path

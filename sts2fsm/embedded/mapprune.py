"""Thins a dealt map: of two side-by-side ways of the same types between the same two nodes, one goes.

The real generator prunes duplicate segments too; only ways of monsters (and of the fixed rows) are taken out, so
that quotas stay.
"""

from __future__ import annotations

from .mapgen import BOSS, ActMap, Point

_LONGEST = 6  # interior nodes of a way
_SPARE = frozenset({"Monster", "Treasure", "RestSite"})


def prune(act_map: ActMap, rest_row: int) -> None:
    """Remove duplicate ways until none is left. `rest_row` is the last grid row, whose rest sites may go; others
    stay."""
    while _prune_once(act_map, rest_row):
        pass


def _prune_once(act_map: ActMap, rest_row: int) -> bool:
    for start in sorted(act_map.types, key=lambda p: (p[1], p[0])):
        if len(act_map.children.get(start, ())) < 2:
            continue
        seen: dict[tuple[Point, tuple[str, ...]], list[Point]] = {}
        for way, end in _ways(act_map, start):
            key = (end, tuple(act_map.types[p] for p in way))
            other = seen.get(key)
            if other is None:
                seen[key] = way
                continue
            for victim in (way, other):
                if not set(way) & set(other) and _removable(act_map, victim, rest_row):
                    _remove(act_map, victim)
                    return True
    return False


def _ways(act_map: ActMap, start: Point) -> list[tuple[list[Point], Point]]:
    found: list[tuple[list[Point], Point]] = []
    stack: list[list[Point]] = [[child] for child in reversed(act_map.children[start])]
    while stack:
        way = stack.pop()
        for child in act_map.children[way[-1]]:
            if len(act_map.parents[child]) > 1:
                found.append((way, child))
            if len(way) < _LONGEST and act_map.types[child] != BOSS and len(act_map.parents[child]) == 1:
                stack.append([*way, child])
    return found


def _removable(act_map: ActMap, way: list[Point], rest_row: int) -> bool:
    return all(
        act_map.types[p] in _SPARE
        and (act_map.types[p] != "RestSite" or p[1] == rest_row)
        and len(act_map.children[p]) == 1
        and len(act_map.parents[p]) == 1
        for p in way
    )


def _remove(act_map: ActMap, way: list[Point]) -> None:
    for point in way:
        for parent in act_map.parents.pop(point):
            act_map.children[parent].remove(point)
        for child in act_map.children.pop(point):
            if child in act_map.parents:
                act_map.parents[child].remove(point)
        del act_map.types[point]

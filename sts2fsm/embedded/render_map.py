"""The map screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import travel
from .mapgen import Point
from .render_player import Json

if TYPE_CHECKING:
    from .run import Run
    from .world import World


def _point(run: Run, point: Point) -> Json:
    return {"col": point[0], "row": point[1], "type": run.map.types[point]}


def _bosses(run: Run) -> list[Json]:
    places = zip(run.map.bosses, run.fights.bosses, strict=True)
    return [{"col": col, "row": row, "id": b, "name": run.content.encounters[b].name} for (col, row), b in places]


def _option(run: Run, index: int, point: Point) -> Json:
    row: Json = {"index": index, **_point(run, point)}
    ahead = run.map.children[point]
    if ahead:
        row["leads_to"] = [_point(run, p) for p in ahead]
    return row


def _node(run: Run, point: Point) -> Json:
    row = _point(run, point)
    row["children"] = [[col, r] for col, r in run.map.children[point]]
    return row


def _nodes(run: Run) -> list[Json]:
    grid = sorted(p for p in run.map.types if p != run.map.start and p not in run.map.bosses)
    last = [
        {**_node(run, point), "id": boss["id"], "name": boss["name"]}
        for point, boss in zip(run.map.bosses, _bosses(run), strict=True)
    ]
    return [_node(run, run.map.start), *(_node(run, p) for p in grid), *last]


def map_state(world: World) -> Json:
    """Position, ways on, all nodes (start, grid by column, bosses; shared between reads, not to be changed), bosses."""
    run = world.live_run
    block: Json = {}
    if run.position is not None:
        block["current_position"] = _point(run, run.position)
    block["visited"] = [_point(run, p) for p in run.visited]
    block["next_options"] = [_option(run, i, p) for i, p in enumerate(travel.options(world))]
    if run.map.nodes is None:
        run.map.nodes = _nodes(run)
    block["nodes"] = list(run.map.nodes)
    block["bosses"] = _bosses(run)
    block["boss"] = dict(block["bosses"][0])
    return {"state_type": "map", "map": block}

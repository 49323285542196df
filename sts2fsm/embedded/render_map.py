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


def _boss(run: Run) -> Json:
    col, row = run.map.boss
    return {"col": col, "row": row, "id": run.fights.boss, "name": run.content.encounters[run.fights.boss].name}


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
    grid = sorted(p for p in run.map.types if p not in (run.map.start, run.map.boss))
    boss = _boss(run)
    last = {
        "col": boss["col"],
        "row": boss["row"],
        "type": "Boss",
        "children": [],
        "id": boss["id"],
        "name": boss["name"],
    }
    return [_node(run, run.map.start), *(_node(run, p) for p in grid), last]


def map_state(world: World) -> Json:
    """Position, ways on, all nodes (start, grid by column, boss; shared between reads, not to be changed), the boss."""
    run = world.live_run
    block: Json = {}
    if run.position is not None:
        block["current_position"] = _point(run, run.position)
    block["visited"] = [_point(run, p) for p in run.visited]
    block["next_options"] = [_option(run, i, p) for i, p in enumerate(travel.options(world))]
    if run.map.nodes is None:
        run.map.nodes = _nodes(run)
    block["nodes"] = list(run.map.nodes)
    block["boss"] = _boss(run)
    block["bosses"] = [_boss(run)]
    return {"state_type": "map", "map": block}

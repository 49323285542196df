"""The Crystal Sphere: uncover cells with the chosen tool until the divinations are used up, then leave."""

from __future__ import annotations

from handlers.common import EVENT_PAGES, ROOMS, SETTLE, can, only, wait
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, always, best, page_changed
from sts2fsm.policy import number, section, word
from sts2fsm.states import State
from sts2fsm.updates import enter_room
from sts2fsm.wire.actions import (
    Action,
    ChooseMapNode,
    CrystalSphereClickCell,
    CrystalSphereProceed,
    CrystalSphereSetTool,
)
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.selections import ClickableCell, CrystalSphere

TOOLS = ("big", "small")


@section("crystal_sphere")
class CrystalSpherePolicy:
    """How to divine."""

    settle_ms: int = number(int, "equal reads this far apart before clicking", unit="ms", low=0, high=10000)
    tool: str = word("tool to divine with, when it can be had", choices=TOOLS)
    beside_good: float = number(float, "worth of a cell beside a part of a good item", low=-100, high=100)
    beside_bad: float = number(float, "worth of a cell beside a part of a harmful item", low=-100, high=100)
    central: float = number(
        float, "worth of a cell in the middle, falling off to the rim; more is uncovered there", low=0, high=100
    )


def sphere(seen: Seen) -> CrystalSphere:
    shown = seen.observation.crystal_sphere
    assert shown is not None
    return shown


def other_tool_wanted(seen: Seen, policy: CrystalSpherePolicy) -> bool:
    usable = {"big": sphere(seen).can_use_big_tool, "small": sphere(seen).can_use_small_tool}
    return sphere(seen).tool != policy.tool and usable[policy.tool] and bool(sphere(seen).clickable_cells)


def set_tool(seen: Seen, policy: CrystalSpherePolicy) -> Move | None:
    return next((action for action in seen.open(CrystalSphereSetTool) if action.tool == policy.tool), None)


def value(cell: ClickableCell, seen: Seen, policy: CrystalSpherePolicy) -> Ranked:
    """The worth of uncovering a cell: what lies beside it, and how much can lie under it."""
    shown = sphere(seen)
    beside = {(cell.x + dx, cell.y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1)}
    signs = {(c.x, c.y): c.is_good for c in shown.cells if c.item_type is not None}
    middle_x, middle_y = (shown.grid_width - 1) / 2, (shown.grid_height - 1) / 2
    off = max(abs(cell.x - middle_x), abs(cell.y - middle_y)) / max(middle_x, middle_y, 1)
    parts = {
        "good beside": policy.beside_good if any(signs.get(place) is True for place in beside) else 0.0,
        "harm beside": policy.beside_bad if any(signs.get(place) is False for place in beside) else 0.0,
        "central": policy.central * (1 - off),
    }
    return Ranked(CrystalSphereClickCell(cell.x, cell.y), parts, f"cell {cell.x},{cell.y}")


def ranked(seen: Seen, policy: CrystalSpherePolicy) -> list[Ranked]:
    open_ = {(action.x, action.y) for action in seen.open(CrystalSphereClickCell)}
    return [value(cell, seen, policy) for cell in sphere(seen).clickable_cells if (cell.x, cell.y) in open_]


def divine(seen: Seen, policy: CrystalSpherePolicy) -> Ranked | None:
    return best(ranked(seen, policy))


def try_the_map(seen: Seen, policy: CrystalSpherePolicy) -> Move | None:
    """Proceed was answered ok and the sphere stays: the map may be open underneath (behaviour W84)."""
    return next(iter(seen.open(ChooseMapNode)), None)


class CrystalSphereHandler(Handler):
    screens = (Screen.CRYSTAL_SPHERE,)
    policy = CrystalSpherePolicy
    rules = (
        SETTLE,
        Rule("leave", when=can(CrystalSphereProceed), do=only(CrystalSphereProceed), emits=("crystal_sphere_proceed",)),
        Rule("take the tool", when=other_tool_wanted, do=set_tool, emits=("crystal_sphere_set_tool",)),
        Rule("divine", when=can(CrystalSphereClickCell), do=divine, emits=("crystal_sphere_click_cell",)),
        Rule("try the map", when=can(ChooseMapNode), do=try_the_map, emits=("choose_map_node",)),
        Rule("wait for the sphere", when=always, do=wait("the sphere shows nothing to do")),
    )
    edges = (
        Edge(
            ("crystal_sphere_set_tool", "crystal_sphere_click_cell", "crystal_sphere_proceed"), HERE, when=page_changed
        ),
        Edge("crystal_sphere_proceed", (State.REWARDS, State.MAP, *EVENT_PAGES)),
        Edge("crystal_sphere_click_cell", (State.REWARDS, *EVENT_PAGES)),
        Edge("choose_map_node", State.MAP_TRAVELLING, when=page_changed),
        Edge("choose_map_node", ROOMS, remember=(enter_room,)),
        Edge(OBSERVE, (State.REWARDS, State.MAP, *EVENT_PAGES)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        shown = seen.observation.crystal_sphere
        if shown is None:
            return []
        usable = {"big": shown.can_use_big_tool, "small": shown.can_use_small_tool}
        tools = [CrystalSphereSetTool(tool) for tool in TOOLS if usable[tool]]
        clicks = [CrystalSphereClickCell(cell.x, cell.y) for cell in shown.clickable_cells]
        leave: list[Action] = [CrystalSphereProceed(), ChooseMapNode(0)] if shown.can_proceed else []
        return [*tools, *clicks, *leave]

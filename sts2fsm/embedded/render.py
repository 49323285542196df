"""The GET payload: which screen is reported, top-down, first match wins (api.md section 2)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from .render_combat import combat_state
from .render_map import map_state
from .render_menu import menu_state, popup_state
from .render_player import Json, player
from .render_rooms import event_state, fake_merchant_state, rest_state, shop_state, treasure_state
from .render_screens import SCREENS, UNDER_MAP

if TYPE_CHECKING:
    from .world import World

_ROOMS: Mapping[str, Callable[[World], Json]] = {
    "monster": combat_state,
    "elite": combat_state,
    "boss": combat_state,
    "event": event_state,
    "fake_merchant": fake_merchant_state,
    "shop": shop_state,
    "rest_site": rest_state,
    "treasure": treasure_state,
}


def state(world: World) -> Json:
    """The whole payload as a fresh dictionary. Reading acts on the game: it opens shops and chests."""
    if world.popups:
        return popup_state(world.popups[-1])
    if world.menu.screen is not None:
        made = menu_state(world)
        if world.menu.run_visible:  # the capture of this moment has the run and no player yet
            made["run"] = _run(world)
        return made
    return _with_run(world, _screen(world))


def _with_run(world: World, made: Json) -> Json:
    made["run"] = _run(world)
    made["player"] = player(world)
    return made


def _run(world: World) -> Json:
    run = world.live_run
    return {"act": run.act_no, "floor": run.floor, "ascension": run.ascension}


def _screen(world: World) -> Json:
    top = world.top
    if top is not None and not (world.map_open and isinstance(top, UNDER_MAP)):
        return SCREENS[type(top)](world, top)
    if world.map_open:
        return map_state(world)
    room = world.room
    if room is None:
        return {"state_type": "unknown", "room_type": None}
    return _ROOMS[room.state_type](world)

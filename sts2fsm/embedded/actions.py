"""Every gameplay action by name, and the envelope around them (api.md 1.4).

An action is a function of (world, body) that returns the message of an ok reply, or raises Refusal or WrongType.
It asks the game to do something; ok never means that it happened.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .actions_combat import COMBAT_ACTIONS
from .actions_picks import PICK_ACTIONS
from .actions_rooms import ROOM_ACTIONS
from .actions_screens import SCREEN_ACTIONS
from .reply import Body, Refusal, error, ok, want_str
from .screens import GameOver

if TYPE_CHECKING:
    from .world import World

Action = Callable[["World", Mapping[str, Any]], str]

ACTIONS: Mapping[str, Action] = {**COMBAT_ACTIONS, **ROOM_ACTIONS, **SCREEN_ACTIONS, **PICK_ACTIONS}


def perform(world: World, name: str, body: Mapping[str, Any]) -> Body:
    """Carry out an action; refusals become error bodies. Raises WrongType for a mistyped parameter."""
    try:
        if name == "menu_select":
            return menu_select(world, body)
        if world.run is None:
            raise Refusal("No run is in progress")
        if world.menu.screen is not None:
            raise Refusal("Local player not found")
        if world.popups:
            raise Refusal("A popup or tutorial is blocking the game")
        action = ACTIONS.get(name)
        if action is None:
            raise Refusal(f"Unknown action: {name}")
        return ok(action(world, body))
    except Refusal as refusal:
        return error(str(refusal), **refusal.extra)


def menu_select(world: World, body: Mapping[str, Any]) -> Body:
    """Game over, then popups, then the menu's own screens; needs no run."""
    raw = want_str(body, "option")
    seed = want_str(body, "seed")
    option = (raw or "").strip().lower()
    if not option:
        raise Refusal("Missing 'option'")
    if isinstance(world.top, GameOver) and world.menu.screen is None:
        if option != "main_menu":
            raise Refusal(f"Option '{option}' is not actionable on the game over screen")
        world.leave_to_menu()
        return ok("Returning to the main menu")
    if world.popups:
        return world.popups[-1].choose(option)
    return world.menu.select(option, seed)

"""Actions on the rarer overlays: bundles, choose-a-relic, the crystal sphere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .crystal import BIG, SMALL, Crystal
from .reply import Refusal, in_range, need_int, want_str
from .screens import Bundle, RelicChoice, top_of

if TYPE_CHECKING:
    from .world import World


def select_bundle(world: World, body: Mapping[str, Any]) -> str:
    """Look at a bundle: its preview opens."""
    screen = top_of(world, Bundle, "bundle selection screen")
    index = need_int(body, "index")
    if screen.picked is not None:
        raise Refusal("A bundle preview is already open")
    screen.picked = in_range(index, len(screen.bundles), "Bundle")
    return f"Selecting bundle {index}"


def confirm_bundle_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Take the bundle in the preview."""
    screen = top_of(world, Bundle, "bundle selection screen")
    if screen.picked is None:
        raise Refusal("Confirm button is not enabled")
    world.close(screen)
    screen.done(screen.picked)
    return "Confirming bundle selection"


def cancel_bundle_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Back from the preview to the bundles."""
    screen = top_of(world, Bundle, "bundle selection screen")
    if screen.picked is None:
        raise Refusal("Cancel button is not enabled")
    screen.picked = None
    return "Cancelling bundle selection"


def select_relic(world: World, body: Mapping[str, Any]) -> str:
    """Take a relic."""
    screen = top_of(world, RelicChoice, "relic selection screen")
    relic = screen.relics[in_range(need_int(body, "index"), len(screen.relics), "Relic")]
    world.close(screen)
    screen.done(relic)
    return f"Selecting relic: {world.live_run.content.relics[relic].name}"


def skip_relic_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Take none."""
    screen = top_of(world, RelicChoice, "relic selection screen")
    if not screen.can_skip:
        raise Refusal("Skip button is not available")
    world.close(screen)
    screen.done(None)
    return "Skipping relic selection"


def crystal_sphere_set_tool(world: World, body: Mapping[str, Any]) -> str:
    """Change the tool."""
    screen = top_of(world, Crystal, "crystal sphere")
    tool = want_str(body, "tool")
    if tool not in (BIG, SMALL):
        raise Refusal("'tool' must be 'big' or 'small'")
    screen.set_tool(tool)
    return f"Setting tool: {tool}"


def crystal_sphere_click_cell(world: World, body: Mapping[str, Any]) -> str:
    """Uncover at a cell."""
    screen = top_of(world, Crystal, "crystal sphere")
    x, y = need_int(body, "x"), need_int(body, "y")
    if not (0 <= x < screen.width and 0 <= y < screen.height):
        raise Refusal(f"Cell ({x}, {y}) does not exist")
    screen.click((x, y))
    return f"Clicking cell ({x}, {y})"


def crystal_sphere_proceed(world: World, _body: Mapping[str, Any]) -> str:
    """Leave the sphere."""
    top_of(world, Crystal, "crystal sphere").proceed()
    return "Proceeding from crystal sphere"


PICK_ACTIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "select_bundle": select_bundle,
    "confirm_bundle_selection": confirm_bundle_selection,
    "cancel_bundle_selection": cancel_bundle_selection,
    "select_relic": select_relic,
    "skip_relic_selection": skip_relic_selection,
    "crystal_sphere_set_tool": crystal_sphere_set_tool,
    "crystal_sphere_click_cell": crystal_sphere_click_cell,
    "crystal_sphere_proceed": crystal_sphere_proceed,
}

"""What all rooms share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .reply import Refusal

if TYPE_CHECKING:
    from .world import World


class Room:
    """A room. `state_type` is the wire's name of it when nothing lies over it; `model_id` goes into the history."""

    state_type = "unknown"

    def __init__(self, world: World) -> None:
        self.world = world
        self.run = world.live_run

    def proceed(self) -> str:
        """The room's proceed button: what the mod says, or Refusal when there is none to press."""
        raise Refusal("No proceed button is available")

    def reload(self) -> None:
        """The game was left and continued: most rooms start again as they stand."""

"""What the runner needs of a game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply


class Game(Protocol):
    """A game that can be looked at and acted in, one request at a time. `name` is for people."""

    name: str

    def observe(self) -> Observation:
        """The state now. Raises GameUnreachable, GameIncompatible, GameFault or PayloadError."""
        ...

    def act(self, action: Action) -> Reply:
        """Ask for one action. Raises GameTimeout when the outcome is unknown, and as `observe` does."""
        ...

    def current_run(self) -> Mapping[str, Any] | None:
        """Compendium's record of the run in progress, None where there is none or the mod does not tell."""
        ...

"""The embedded game in this process: the same dictionaries as over HTTP, without HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import GameFault
from sts2fsm.game import answers
from sts2fsm.wire.actions import Action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply

_READ_TRIES = 8  # a read that failed inside the game is gone at the next; the live client's policy says the same


class InProcess:
    """A `Game` over an EmbeddedGame. Nothing is retried but failed reads: there is no network to lose."""

    def __init__(self, game: EmbeddedGame, name: str = "the embedded game") -> None:
        self.name = name
        self.reader = WireReader()
        self._game = game

    def observe(self) -> Observation:
        for left in range(_READ_TRIES - 1, -1, -1):
            try:
                status, body = self._game.get()
                return answers.observation(status, body, self.reader)
            except GameFault:
                if not left:
                    raise
        raise AssertionError("the last try returns or raises")

    def act(self, action: Action) -> Reply:
        status, body = self._game.post(action.to_wire())
        return answers.reply(status, body)

    def current_run(self) -> Mapping[str, Any] | None:
        _, body = self._game.get("/api/v1/compendium")
        run = body.get("current_run")
        return run if isinstance(run, dict) else None

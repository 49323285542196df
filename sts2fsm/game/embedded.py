"""The embedded game in this process: the same dictionaries as over HTTP, without HTTP."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sts2fsm.clock import Clock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.game import answers
from sts2fsm.game.retries import GamePolicy, again
from sts2fsm.wire.actions import Action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply


class InProcess:
    """A `Game` over an EmbeddedGame, with the live client's patience for reads that fail or hang."""

    def __init__(self, game: EmbeddedGame, clock: Clock, policy: GamePolicy, name: str = "the embedded game") -> None:
        self.name = name
        self.reader = WireReader()
        self._game = game
        self._last: Observation | None = None
        self._clock = clock
        self._policy = policy

    def observe(self) -> Observation:
        def read() -> Observation:
            status, body = self._game.look(deadline=self._policy.read_s)
            if self._last is None or status != 200 or body != self._last.raw:
                self._last = answers.observation(status, body, self.reader)
            return self._last  # most looks show what the last one did; comparing is far cheaper than reading

        return again(read, self._policy.get_tries, self._policy, self._clock)

    def act(self, action: Action) -> Reply:
        status, body = self._game.post(action.to_wire(), deadline=self._policy.read_s)
        return answers.reply(status, body)

    def current_run(self) -> Mapping[str, Any] | None:
        _, body = self._game.get("/api/v1/compendium")
        run = body.get("current_run")
        return run if isinstance(run, dict) else None

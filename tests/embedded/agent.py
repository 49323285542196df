"""A player that reads payloads and takes random legal-looking actions; it waits when a screen offers none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from sts2fsm.clock import Clock
from sts2fsm.embedded.offered import OFFERED as LEGAL
from sts2fsm.embedded.offered import Action, Payload
from sts2fsm.errors import GameTimeout

__all__ = ["LEGAL", "PAUSE", "Action", "Agent", "Payload", "Report"]

PAUSE = 0.3  # seconds between a reply and the next read


class Report:
    """What a run showed. `states` counts payloads by state_type, `refused` refusals by text; `last` is the final
    payload."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.timeouts = 0
        self.faulty_reads = 0
        self.steps = 0
        self.floor = 0
        self.last: Payload = {}


class Agent:
    """Plays one run on anything with get() and post(). `watch` sees every payload."""

    def __init__(self, game: Any, clock: Clock, seed: int, watch: Callable[[Payload], None] | None = None) -> None:
        self.game = game
        self.clock = clock
        self.rng = random.Random(seed)
        self.watch = watch
        self.report = Report()
        self._confirms = 0

    def read(self) -> Payload | None:
        """One GET; None when it failed or was not answered."""
        try:
            status, body = self.game.get()
        except GameTimeout:
            self.report.timeouts += 1
            return None
        if status != 200:
            self.report.faulty_reads += 1
            return None
        self.report.states[body["state_type"]] += 1
        if self.watch is not None:
            self.watch(body)
        return body  # type: ignore[no-any-return]

    def send(self, action: Action) -> None:
        """One POST."""
        try:
            status, body = self.game.post(action)
        except GameTimeout:
            self.report.timeouts += 1
            return
        assert status == 200, (action, body)
        if body["status"] == "error":
            self.report.refused[f"{action['action']}: {body['error']}"] += 1

    def patient(self, action: Action) -> Action:
        """Cancel instead of a third confirm in a row: a preview may be stale."""
        self._confirms = self._confirms + 1 if action["action"] == "confirm_selection" else 0
        if self._confirms < 3:
            return action
        self._confirms = 0
        return {"action": "cancel_selection"}

    def play_once(self, state: Payload) -> None:
        """One action that the payload allows, if any, then a pause."""
        actions = LEGAL[state["state_type"]](state) if state["state_type"] in LEGAL else []
        if actions:
            self.send(self.patient(self.rng.choice(actions)))
        self.clock.sleep(PAUSE)

    def play(self, max_steps: int = 6000) -> Report:
        """Until game over. Raises AssertionError when that takes more than max_steps reads."""
        while self.report.steps < max_steps:
            self.report.steps += 1
            state = self.read()
            if state is None:
                continue
            self.report.last = state
            self.report.floor = state.get("run", {}).get("floor", self.report.floor)
            if state["state_type"] == "game_over":
                return self.report
            self.play_once(state)
        raise AssertionError(f"no end after {max_steps} reads: {str(self.report.last)[:300]}")

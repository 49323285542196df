"""A hand on the embedded game for tests that go step by step."""

from __future__ import annotations

from typing import Any

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame

Payload = dict[str, Any]


class Desk:
    """A game under a virtual clock. `act` sends an action and returns the reply's body; `ok` insists on success."""

    def __init__(self, **settings: Any) -> None:
        self.clock = VirtualClock()
        self.game = EmbeddedGame(self.clock, **{"seed": 1, **settings})

    def read(self) -> Payload:
        """One successful GET."""
        status, body = self.game.get()
        assert status == 200, body
        return body

    def act(self, action: str, **params: Any) -> Payload:
        """One POST answered with HTTP 200."""
        status, body = self.game.post({"action": action, **params})
        assert status == 200, body
        return body

    def ok(self, action: str, **params: Any) -> Payload:
        """One POST that is accepted."""
        body = self.act(action, **params)
        assert body["status"] == "ok", body
        return body

    def refused(self, action: str, **params: Any) -> str:
        """One POST that is refused with HTTP 200; returns the error."""
        body = self.act(action, **params)
        assert body["status"] == "error", body
        return str(body["error"])

    def wait(self, seconds: float = 3.0) -> Payload:
        """Let time pass, then read."""
        self.clock.sleep(seconds)
        return self.read()

    def embark(self) -> Payload:
        """From the main menu to Neow's first payload."""
        for option in ("singleplayer", "standard", "embark"):
            self.ok("menu_select", option=option)
        return self.wait()

    def to_map(self) -> Payload:
        """Past the ancient, answering whatever the relic asks, to the first map."""
        state = self.embark()
        while state["event"]["in_dialogue"]:
            self.ok("advance_dialogue")
            state = self.wait()
        self.ok("choose_event_option", index=0)
        for _ in range(40):
            state = self.wait()
            if state["state_type"] == "map":
                return state
            self._answer(state)
        raise AssertionError(state)

    def _answer(self, state: Payload) -> None:
        kind = state["state_type"]
        if kind == "event":
            self.ok("choose_event_option", index=0)
        elif kind == "card_select" and state["card_select"]["can_confirm"]:
            self.ok("confirm_selection")
        elif kind == "card_select":
            picked = {c["index"] for c in state["card_select"]["cards"]}
            for index in sorted(picked)[:1]:
                self.ok("select_card", index=index)
        elif kind == "rewards":
            self.ok("proceed")
        elif kind == "bundle_select" and not state["bundle_select"]["can_confirm"]:
            self.ok("select_bundle", index=0)
        elif kind == "bundle_select":
            self.ok("confirm_bundle_selection")

    def enter(self, **settings: Any) -> Payload:
        """Into the first floor after Neow, settled."""
        del settings
        self.to_map()
        self.ok("choose_map_node", index=0)
        return self.wait()


def at(*rooms: str, seed: int = 1, **settings: Any) -> Desk:
    """A desk in the first placed room. Neow's relic is one without a screen."""
    desk = Desk(seed=seed, rooms=["neow:GOLDEN_PEARL", *rooms], **settings)
    desk.enter()
    return desk

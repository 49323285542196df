"""The embedded game with an eye on what is sent to it: every action as it came, and those that were sent twice.

An action counts as sent twice when it equals the one before it, was decided on the very same page, and came while the
game was still at work on the first or, where a click shows nothing, after the first had counted.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from sts2fsm.embedded import EmbeddedGame
from sts2fsm.embedded.game import SINGLEPLAYER, Reply
from sts2fsm.wire.fingerprint import fingerprint

TOGGLES = frozenset({"select_card", "combat_select_card"})  # a second click takes the first one back
LOST_CLICK = "invisible_multi_select"  # the fault by which such a click does not count


@frozen
class Posted:
    """One POST: its body, when it was carried out (seconds of the game's clock), the page that was last served before
    it, whether the game took it, and whether a lost click struck it."""

    body: Mapping[str, Any]
    at: float
    page: str
    accepted: bool
    lost: bool


class LoggedGame(EmbeddedGame):
    """Takes what EmbeddedGame takes."""

    def __init__(self, *args: Any, **words: Any) -> None:
        super().__init__(*args, **words)
        self.posts: list[Posted] = []
        self.doubles: list[Posted] = []
        self._shown: Mapping[str, Any] = {}
        self._takes_clicks = True  # choose-a-card ignores early clicks, and closes when one counts

    def get(self, path: str = SINGLEPLAYER, query: str = "", deadline: float | None = None) -> Reply:
        """As the game answers; the page is noted."""
        status, body = super().get(path, query, deadline)
        if path == SINGLEPLAYER and status == 200:
            self._shown = body  # its fingerprint is worked out when something is sent: looks are many
            self._takes_clicks = (body.get("card_select") or {}).get("screen_type") != "choose"
        return status, body

    def _perform(self, name: str, body: Mapping[str, Any]) -> Reply:
        page = fingerprint(self._shown)
        last = self.posts[-1] if self.posts else None
        shows_nothing = bool(self.world.popups)  # pages of a tutorial look alike, and each takes its click
        again = not shows_nothing and last is not None and last.accepted and last.body == body and last.page == page
        struck = self.faults.struck.get(LOST_CLICK, 0)
        working = self.world.timeline.next_due() is not None
        status, answer = super()._perform(name, body)
        posted = Posted(
            dict(body),
            self.clock.now(),
            page,
            answer.get("status") == "ok",
            self.faults.struck.get(LOST_CLICK, 0) > struck,
        )
        self.posts.append(posted)
        if again and last is not None and (working or (name in TOGGLES and self._takes_clicks and not last.lost)):
            self.doubles.append(posted)
        return status, answer

"""Waiting for a person: said once, hands off while they click, and on by itself when the game stands still again."""

from __future__ import annotations

from collections.abc import Callable

from attrs import define

from sts2fsm.handler import Decision, Seen, Wait
from sts2fsm.recovery.policy import RecoveryPolicy

Tell = Callable[[str], None]
LOOK_MS = 500
THEIR_PAGES = frozenset({"timeline", "settings", "compendium", "profile_select"})  # menus where a person is at work


@define
class People:
    """Who is waited for and since when. `attended`: somebody watches the terminal. Without `bell` nothing rings."""

    policy: RecoveryPolicy
    attended: bool
    tell: Tell
    bell: Callable[[], None] | None = None
    _waited: float | None = None
    _last: float = 0.0
    _calm: float = 0.0

    @property
    def limit(self) -> float:
        """Seconds that a person is waited for."""
        return self.policy.human_s if self.attended else self.policy.human_unattended_s

    def review(self, seen: Seen, decision: Decision) -> Decision:
        """A stop becomes a wait while there is time, and so does anything else while the person is still at it."""
        passed = min(max(seen.now - self._last, 0.0), self.policy.step_s)
        self._last = seen.now
        if decision.stop is not None:
            return self._asked(seen, decision, passed, decision.stop.why)
        if self._waited is None:
            return decision
        self._waited += passed
        still_there = seen.observation.menu_screen in THEIR_PAGES
        self._calm = 0.0 if still_there or seen.memory.reads < 2 else self._calm + passed
        if self._waited < self.limit and self._calm < self.policy.human_calm_s:
            return _wait("the person at the game is not done yet")
        self._waited = None
        self.tell("Thank you. Going on.")
        return decision

    def _asked(self, seen: Seen, decision: Decision, passed: float, why: str) -> Decision:
        if self._waited is None:
            if self.limit <= 0:
                return decision
            self._waited = 0.0
            self.tell(f"A person is needed: {why}. Waiting {self.limit:.0f} s for it.")
            if self.bell is not None and self.policy.bell:
                self.bell()
        else:
            self._waited += passed
        self._calm = 0.0
        return decision if self._waited >= self.limit else _wait("a person is needed")


def _wait(why: str) -> Decision:
    return Decision(move=Wait(LOOK_MS, why), because=f"recovery: {why}", source="fallback")

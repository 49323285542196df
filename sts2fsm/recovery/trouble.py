"""What speaks of trouble: nothing changes, the same step again and again, pages that change by themselves, a room
without end. Times are counted look by look, so that a clock that jumps is no trouble."""

from __future__ import annotations

from enum import StrEnum

from attrs import define, field, frozen

from sts2fsm.handler import Decision, Seen, key
from sts2fsm.machine.interrupts import INTERRUPTS_OF_ALL
from sts2fsm.policy import at
from sts2fsm.recovery.policy import RecoveryPolicy


class Kind(StrEnum):
    """The kinds of trouble."""

    STILL = "still"
    CIRCLE = "circle"
    IDLE = "idle"
    ROOM = "room"


@frozen
class Trouble:
    """One finding. `why` is for people."""

    kind: Kind
    why: str


@define
class Progress:
    """What the last looks were like. `still` and `idle` are seconds, `room_actions` counts the floor's actions."""

    policy: RecoveryPolicy
    still: float = 0.0
    idle: float = 0.0
    room_actions: int = 0
    floor: tuple[int, int] | None = None
    _fingerprint: str = ""
    _last: float | None = field(default=None)
    _under: tuple[str, float] | None = None  # the page that a popup lies over, and how long it had stood still

    def look(self, seen: Seen) -> None:
        """Count one observation."""
        passed = min(max(seen.now - self._last, 0.0), self.policy.step_s) if self._last is not None else 0.0
        self._last = seen.now
        page, over = seen.observation.fingerprint, seen.state in INTERRUPTS_OF_ALL
        if page == self._fingerprint:
            self.still += passed
        elif over:
            if self._under is None:
                self._under = (self._fingerprint, self.still)
            self.still = 0.0
        else:  # what came between and went is no change of the page under it
            under = self._under
            self.still = under[1] if under is not None and under[0] == page else 0.0
        self._fingerprint = page
        self.idle += passed
        if over:
            return  # a popup shows no run, and the floor is the one under it
        self._under = None
        run = seen.observation.run
        floor = (run.act, run.floor) if run else None
        if floor != self.floor:
            self.floor, self.idle, self.room_actions = floor, 0.0, 0

    def acted(self) -> None:
        """An action is sent now."""
        self.idle = 0.0
        self.room_actions += 1

    def trouble(self, seen: Seen, decision: Decision) -> Trouble | None:
        """What is wrong with going on as decided; None when nothing is."""
        policy, state, action = self.policy, str(seen.state), decision.action
        if action is not None:
            done = (seen.observation.fingerprint, key(action, seen.observation))
            times = seen.memory.recent.count(done)
            if times >= at(policy.repeats, state):
                return Trouble(Kind.CIRCLE, f"{action} was sent {times} times from the very same page of {state}")
            if self.room_actions >= policy.room_actions:
                return Trouble(Kind.ROOM, f"{self.room_actions} actions on one floor, now at {state}")
            return None
        if self.still >= at(policy.still_s, state):
            return Trouble(Kind.STILL, f"nothing has changed on {state} for {self.still:.0f} s")
        if self.idle >= policy.idle_s:
            return Trouble(Kind.IDLE, f"pages change without an action of ours for {self.idle:.0f} s, now {state}")
        return None

"""A tracker that is told of one look after another."""

from __future__ import annotations

from attrs import evolve

from sts2fsm.machine.tracker import Advance, Tracker
from sts2fsm.memory import Memory
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.machine.pages import OK
from tests.machine.sequences import fresh


class Story:
    """A tracker, told of one look after another; each comes `after` seconds later."""

    def __init__(self, first: Observation) -> None:
        self.tracker: Tracker = fresh()
        self.now = 50.0
        self.last: Advance = self.tracker.advance(self.now, first)

    def look(
        self, seen: Observation, action: Action | None = None, reply: Reply | None = OK, after: float = 0.1
    ) -> Advance:
        self.now += after
        self.last = self.tracker.advance(self.now, seen, action, reply if action else None)
        return self.last

    @property
    def memory(self) -> Memory:
        return self.tracker.memory


def with_memory(story: Story, **known: object) -> None:
    """As if earlier rows had left this behind."""
    story.tracker.memory = evolve(story.tracker.memory, **known)

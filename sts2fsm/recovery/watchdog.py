"""Watches every decision before it is carried out: finds trouble, climbs the ladder, waits for people, or stops."""

from __future__ import annotations

from attrs import define, field

from sts2fsm.errors import Stuck
from sts2fsm.handler import Decision, Seen, Wait, key
from sts2fsm.recovery.ladder import Ladder, Possible
from sts2fsm.recovery.people import People, Tell
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.trouble import Kind, Progress, Trouble
from sts2fsm.wire.reply import Reply

REMEDY = "Close what covers the game, or restart it, then start again"
PAUSED_LOOK_MS = 1000


@define
class Watchdog:
    """`review` passes a decision on, replaces it, or raises Stuck. `stuck_s` is the longest time without any change.

    `count` is how many ladders were begun; `possible` tells whether the machine has rows for an action at a state.
    """

    policy: RecoveryPolicy
    stuck_s: float
    possible: Possible
    people: People
    tell: Tell
    count: int = 0
    progress: Progress = field()
    _ladder: Ladder | None = None
    _trouble: Trouble | None = None
    _on_floor: int = 0
    _floor: tuple[int, int] | None = None
    _ignored: bool = False  # the last action was taken by the mod, and nothing has come of it yet
    _told: bool = False

    @progress.default
    def _progress(self) -> Progress:
        return Progress(self.policy)

    def review(self, seen: Seen, decision: Decision) -> Decision:
        """The decision, or a better one. Raises Stuck when all was tried."""
        self.progress.look(seen)
        if self.progress.floor != self._floor:
            self._floor, self._on_floor = self.progress.floor, 0
        if self.progress.still == 0:
            self._told = False
        reviewed = self._out_of_trouble(seen, self.people.review(seen, decision))
        if reviewed.action is not None:
            self.progress.acted()
        return reviewed

    def answered(self, reply: Reply | None) -> None:
        """What came of the action: None when no answer came."""
        self._ignored = reply is None or reply.accepted

    def _out_of_trouble(self, seen: Seen, decision: Decision) -> Decision:
        if decision.stop is not None or (decision.source == "fallback" and decision.because.startswith("recovery:")):
            return decision
        if self._ladder is not None and self._ladder.out(seen):
            self._ladder = self._trouble = None
        trouble = self.progress.trouble(seen, decision)
        if self.progress.still >= self._limit(seen):
            raise self._stuck(seen, decision, Trouble(Kind.STILL, ""), self._tried())
        if self._ladder is None and trouble is None:
            return decision
        if seen.memory.pending is not None and decision.wait is not None and self.progress.still < self._limit(seen):
            return decision  # the last try may still take effect; the machine bounds how long
        if self._ladder is None:
            assert trouble is not None
            self._begin(seen, decision, trouble)
        assert self._ladder is not None and self._trouble is not None
        if trouble is None and decision.action is not None and not self._avoided(seen, decision):
            return decision  # the rules have another idea, which comes before ours
        return self._ladder.step(seen) or self._at_the_top(seen, decision, self._trouble)

    def _avoided(self, seen: Seen, decision: Decision) -> bool:
        assert self._ladder is not None and decision.action is not None
        return key(decision.action, seen.observation) in self._ladder.avoid

    def _begin(self, seen: Seen, decision: Decision, trouble: Trouble) -> None:
        self._on_floor += 1
        if self._on_floor > self.policy.ladders:
            again = f"ways out led back to the same trouble {self.policy.ladders} times"
            raise self._stuck(seen, decision, trouble, again)
        self.count += 1
        avoid, pages = frozenset[str](), {seen.observation.fingerprint}
        if trouble.kind is Kind.CIRCLE and decision.action is not None:
            repeated = [pair for pair in set(seen.memory.recent) if seen.memory.recent.count(pair) > 1]
            pages |= {page for page, _ in repeated}
            avoid = frozenset({key(decision.action, seen.observation), *(what for _, what in repeated)})
        self._trouble = trouble
        self._ladder = Ladder(self.policy, self.possible, frozenset(pages), avoid, again=self._on_floor > 1)

    def _limit(self, seen: Seen) -> float:
        """How long a page may stand still: longer when the game says ok and does nothing, as a paused one does."""
        return max(self.stuck_s, self.policy.pause_s) if self._ignored else self.stuck_s

    def _at_the_top(self, seen: Seen, decision: Decision, trouble: Trouble) -> Decision:
        if trouble.kind is Kind.STILL and self.progress.still < self._limit(seen):
            if not self._told:
                self._told = True
                maybe = "is it paused, or does a page lie over it? " if self._ignored else ""
                left = self._limit(seen) - self.progress.still
                self.tell(f"Nothing changes in the game: {maybe}Going on as soon as it does, for {left:.0f} s.")
            return Decision(
                move=Wait(PAUSED_LOOK_MS, "nothing changes"), because="recovery: nothing changes", source="fallback"
            )
        raise self._stuck(seen, decision, trouble, self._tried())

    def _tried(self) -> str:
        return f"tried: {', '.join(self._ladder.climbed) if self._ladder and self._ladder.climbed else 'nothing else'}"

    def _stuck(self, seen: Seen, decision: Decision, trouble: Trouble, tried: str) -> Stuck:
        why = f"nothing has changed on {seen.state} for {self.progress.still:.0f} s"
        what = why if trouble.kind is Kind.STILL else trouble.why
        last = f"last decision: {decision.because} ({decision.action or decision.move})"
        return Stuck(f"{what}; {tried}; {last}. {REMEDY}")

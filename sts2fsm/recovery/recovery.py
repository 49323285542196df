"""All of it in one object, as the runner uses it: `review` before a decision is carried out, `sending` before a POST,
`saw` after each look, `over` when the run is."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from sts2fsm.assembly import Brain
from sts2fsm.clock import Clock
from sts2fsm.errors import Sts2Error, Stuck, WrongMode
from sts2fsm.game.port import Game
from sts2fsm.handler import Decision, Seen
from sts2fsm.machine.waits import Waits
from sts2fsm.recovery.bundle import Recorder
from sts2fsm.recovery.people import People, Tell
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.session import Session, SessionFile
from sts2fsm.recovery.watchdog import Watchdog
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply


def _silent(text: str) -> None:
    return None


@frozen
class Resumed:
    """What was taken up: the run's id and start (Unix seconds), the journal before this one, and for people in what
    state and with which action on its way."""

    run_id: str | None
    run_started: float
    journal: str | None
    what: str


class Recovery:
    """`session` is None where nothing outlives the program (the game in this process); `bundles` is where bug reports
    go, None for nowhere. `attended`: somebody watches the terminal."""

    def __init__(
        self,
        brain: Brain,
        clock: Clock,
        *,
        tell: Tell = _silent,
        bell: Callable[[], None] | None = None,
        session: SessionFile | None = None,
        bundles: Path | None = None,
        attended: bool = False,
    ) -> None:
        policy: RecoveryPolicy = brain.policies.section(RecoveryPolicy)
        waits: Waits = brain.policies.section(Waits)
        rows = {(row.trigger, row.source) for row in brain.tracker.rows}
        self._brain = brain
        self._clock = clock
        self._tell = tell
        self._file = session
        self._bundles = bundles
        self._hours = policy.resume_hours
        self._recorder = Recorder(policy.bundle_steps)
        people = People(policy, attended, tell, bell)
        self._watchdog = Watchdog(policy, waits.stuck_s, lambda name, state: (name, state) in rows, people, tell)
        self._journal: str | None = None
        self._said = False

    @property
    def count(self) -> int:
        """How often a way out of trouble was looked for."""
        return self._watchdog.count

    # --- at the start -------------------------------------------------------------------------------------------------
    def resume(self, game: Game) -> Resumed | None:
        """Take up what the last start left, when it is of the run in progress. Says what it did, and why not."""
        if self._file is None:
            return None
        now = self._clock.now()
        try:
            left = self._file.load(now)
        except ValueError as fault:
            self._tell(f"The memory of the last start is dropped: {fault}.")
            self._file.clear()
            return None
        if left is None:
            return None
        try:
            seen = game.observe()
        except Sts2Error as fault:
            self.unreadable(fault)
            raise
        told = (game.current_run() or {}).get("run_id")
        reason = left.fits(seen, str(told) if told else None, self._clock.wall(), self._hours)
        if reason is not None:
            self._tell(f"The memory of the last start is dropped: {reason}.")
            self._file.clear()
            return None
        self._brain.tracker.resume(left.state, left.memory, left.last)
        what = self._describe(left, seen)
        self._tell(what)
        return Resumed(left.run_id, left.run_started, left.journal, what)

    def _describe(self, left: Session, seen: Observation) -> str:
        pending = left.memory.pending or left.memory.pending_under
        if pending is None:
            return f"Taking up the last start's memory at {left.state}."
        landed = pending.before.fingerprint != seen.fingerprint
        outcome = "it has landed" if landed else "nothing shows of it yet, so it is waited for and not sent again"
        return f"Taking up the last start's memory at {left.state}; {pending.action} was on its way: {outcome}."

    # --- at every step ------------------------------------------------------------------------------------------------
    def review(self, seen: Seen, decision: Decision) -> Decision:
        """The decision to carry out. Raises Stuck, with the place of a bug report."""
        try:
            return self._watchdog.review(seen, decision)
        except Stuck as stuck:
            place = self.report(str(stuck))
            raise Stuck(f"{stuck}. Bug report: {place}" if place else str(stuck)) from None

    def sending(self, seen: Seen, action: Action, run_id: str | None, run_started: float) -> None:
        """Before a POST."""
        if self._file is not None:
            session = self._session(seen.observation, run_id, run_started)
            self._file.sending(session, action, self._clock.now())
            self._mention()

    def saw(
        self, observed: Observation, action: Action | None, reply: Reply | None, run_id: str | None, run_started: float
    ) -> None:
        """After each look, the machine advanced."""
        self._recorder.add(action, reply, observed)
        if action is not None:
            self._watchdog.answered(reply)
        if self._file is not None:
            self._file.keep(self._session(observed, run_id, run_started))
            self._mention()

    def over(self) -> None:
        """A run is over."""
        if self._file is not None:
            self._file.clear()

    def journal_is(self, path: Path | None) -> None:
        """Where this start's journal is."""
        self._journal = str(path) if path else None

    def unreadable(self, fault: Sts2Error) -> Path | None:
        """A bug report of an answer that ends the play, the answer in it; None where there is nothing to report."""
        if fault.answer is None or isinstance(fault, WrongMode):
            return None
        place = self.report(str(fault), fault.answer)
        if place is not None:
            self._tell(f"What the game answered is kept for a bug report: {place}")
        return place

    def report(self, why: str, answer: Mapping[str, Any] | None = None) -> Path | None:
        """A bug report's folder; None when there is no place for one."""
        if self._bundles is None:
            return None
        memory = self._brain.tracker.memory
        about: dict[str, Any] = {
            "policy_hash": self._brain.policies.hash,
            "state": str(self._brain.tracker.state),
            "pending": memory.pending.action.to_wire() if memory.pending else None,
            "failed": memory.failed,
            "recent": memory.recent,
        }
        return self._recorder.write(self._bundles, self._clock.wall(), why, about, answer)

    def _session(self, observed: Observation, run_id: str | None, run_started: float) -> Session:
        assert self._file is not None
        tracker = self._brain.tracker
        return Session(
            url=self._file.url,
            wall=self._clock.wall(),
            run_id=run_id,
            run_started=run_started,
            journal=self._journal,
            state=tracker.state,
            memory=tracker.memory,
            last=observed,
        )

    def _mention(self) -> None:
        assert self._file is not None
        if self._file.fault is not None and not self._said:
            self._said = True
            self._tell(
                f"{self._file.path} cannot be written ({self._file.fault}): after a crash the run can be continued, "
                "but not what was learned in it"
            )

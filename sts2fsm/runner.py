"""The only loop: observe, advance the machine, decide, do one thing, observe again. Nothing is planned past one
action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from attrs import asdict, evolve, frozen

from sts2fsm import __version__
from sts2fsm.account import Account
from sts2fsm.assembly import Brain
from sts2fsm.clock import Clock
from sts2fsm.errors import GameTimeout, HumanNeeded, RequestFault, Sts2Error, WrongMode
from sts2fsm.facts.forecast import FORESEEN
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.foresight import Foresight
from sts2fsm.game.port import Game
from sts2fsm.handler import Decision, Seen
from sts2fsm.machine.tracker import Advance
from sts2fsm.outcome import outcome
from sts2fsm.recovery.recovery import Recovery, Resumed
from sts2fsm.states import State
from sts2fsm.step_record import decided_record, happened_record
from sts2fsm.summary import Summary
from sts2fsm.updates import mean_to_pick
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from sts2fsm.words import say


class Log(Protocol):
    """Where records go: a Journal, or nothing."""

    @property
    def path(self) -> Path | None: ...

    def write(self, record: Mapping[str, Any], *, surprise: bool = True) -> None: ...


@frozen(kw_only=True)
class Settings:
    """How long to play. `history` are folders of `.run` files; `dry_run` ends where the first action would be sent.

    `seed` is the first run's; a number counts up by one a run, as in the embedded game.
    """

    runs: int = 1
    max_steps: int | None = None
    dry_run: bool = False
    history: Sequence[Path] = ()
    seed: str | int | None = None
    character: str | None = None
    ascension: int | None = None


@frozen
class Moment:
    """One step as told to whoever watches: what was seen, decided, and answered."""

    number: int
    seen: Seen
    decision: Decision
    reply: Reply | None
    advance: Advance


Watch = Callable[[Moment], None]


class Runner:
    """Plays `settings.runs` runs with one brain on one game."""

    def __init__(
        self,
        game: Game,
        brain: Brain,
        clock: Clock,
        log: Log,
        settings: Settings,
        watch: Watch | None = None,
        recovery: Recovery | None = None,
        resumed: Resumed | None = None,
    ) -> None:
        self._game = game
        self._brain = brain
        self._clock = clock
        self._log = log
        self._settings = settings
        self._watch = watch
        self._recovery = recovery or Recovery(brain, clock)
        self._recovery.journal_is(log.path)
        self._resumed = resumed
        self._step = 0
        self._summary = Summary()
        self._foresight = Foresight(brain.policies.section(PlannerPolicy).build)
        self._account = Account.under(brain.policies)
        self._last_of_run: Observation | None = None
        self._run_id: str | None = None
        self._run_started = clock.wall()
        self._began = clock.now()
        self._recoveries = 0
        self._on_its_way: tuple[Seen, Decision] | None = None
        self._waiting_since: float | None = None
        self.finished: list[Summary] = []  # runs that are over, in order; kept when an error ends the play

    def play(self) -> list[Summary]:
        """Play to the end of the last run; one summary a run.

        Raises HumanNeeded, Stuck and the game's errors; `interrupted()` then gives the summary so far.
        """
        try:
            return self._play()
        except Sts2Error as fault:
            if fault.answer is not None:  # a read that failed for good is kept whole (behaviour W11)
                place = self._recovery.unreadable(fault)
                told = {"why": str(fault), "report": str(place) if place else None, "answer": fault.answer}
                self._log.write({"kind": "unreadable", "step": self._step, **told})
            raise

    def _play(self) -> list[Summary]:
        self._log.write(self._header())
        self._new_run()
        seen = self._observe()
        while True:
            if self._run_is_over(seen) and self._last_of_run is not None:
                self.finished.append(self._finish())
                if len(self.finished) >= self._settings.runs:
                    return self.finished
                self._new_run()
            if self._settings.max_steps is not None and self._step >= self._settings.max_steps:
                return [*self.finished, self.interrupted("the step limit was reached")]
            if self._brain.adviser.advise(seen, self._run_id, self._step, self._log.write):
                seen = self._observe()
                continue
            decided = self._brain.decider.decide(seen)
            self._account.add(decided.asked)
            decision = evolve(self._recovery.review(seen, decided), asked=decided.asked)  # asked is asked, and told
            if self._settings.dry_run and decision.action is not None:
                self._record(seen, decision, None, None)
                return [*self.finished, self.interrupted(f"dry run: would {say(decision.action, seen.observation)}")]
            seen = self._do(seen, decision)

    def interrupted(self, why: str) -> Summary:
        """The summary of a run that is not over. An action whose step was cut short is journalled without an answer."""
        if self._on_its_way is not None:
            (seen, decision), self._on_its_way = self._on_its_way, None
            self._step += 1
            self._record(seen, decision, None, None)
        return self._close("stopped", why)

    # --- one step -----------------------------------------------------------------------------------------------------
    def _do(self, seen: Seen, decision: Decision) -> Seen:
        if decision.stop is not None:
            self._record(seen, decision, None, None)
            raise HumanNeeded(decision.stop.why)
        action, reply = decision.action, None
        if action is not None:
            scored = self._foresight.check(seen.observation, self._step)
            if scored is not None and not scored.exact:
                self._log.write({"kind": "forecast", **self._foresight.last_miss})
            self._foresight.foresee(seen.observation, seen.memory.fight, action)
            self._summary.decisions[decision.source] += 1
            self._waiting_since = None
            if isinstance(action, FORESEEN):
                self._brain.tracker.remember(lambda memory: mean_to_pick(memory, decision.then))
            self._recovery.sending(seen, action, self._run_id, self._run_started)
            self._on_its_way = (seen, decision)
            reply = self._send(action)
        elif decision.wait is not None:
            self._summary.waits += 1
            self._clock.sleep(decision.wait.ms / 1000)
            self._count_wait()
        return self._observe(decision, seen, action, reply)

    def _send(self, action: Action) -> Reply | None:
        """The answer; None when none came: the next look tells what happened, and nothing is sent twice."""
        try:
            reply = self._game.act(action)
        except GameTimeout:
            return None
        except RequestFault as fault:
            reply = Reply(accepted=False, final=True, text=str(fault))
        except WrongMode as fault:  # may flip for a moment around a run's start and end; the next look tells (W08)
            reply = Reply(accepted=False, text=str(fault))
        self._summary.rejected += not reply.accepted
        if not reply.accepted:
            self._foresight.drop()
        return reply

    def _observe(
        self,
        decision: Decision | None = None,
        before: Seen | None = None,
        action: Action | None = None,
        reply: Reply | None = None,
    ) -> Seen:
        observed = self._game.observe()
        now = self._clock.now()
        advance = self._brain.tracker.advance(now, observed, action, reply)
        seen = self._brain.decider.seen(observed, advance.state, advance.memory, now)
        self._summary.unexpected_edges += advance.unexpected is not None
        if observed.run is not None:
            self._summary.act, self._summary.floor = observed.run.act, observed.run.floor
        if observed.player is not None and advance.state is not State.MENU:
            self._last_of_run = observed
            self._run_id = self._run_id or self._name_run(advance)
        self._recovery.saw(observed, action, reply, self._run_id, self._run_started)
        if decision is not None and before is not None:
            self._step += 1
            self._summary.steps += 1
            self._on_its_way = None
            self._record(before, decision, reply, advance)
        return seen

    def _count_wait(self) -> None:
        now = self._clock.now()
        if self._waiting_since is None:
            self._waiting_since = self._brain.tracker.memory.since
        self._summary.longest_wait = max(self._summary.longest_wait, round(now - self._waiting_since, 3))

    # --- runs ---------------------------------------------------------------------------------------------------------
    def _new_run(self) -> None:
        settings, seed = self._settings, self._settings.seed
        self._summary = Summary(
            seed=seed + len(self.finished) if isinstance(seed, int) else seed,
            character=settings.character,
            ascension=settings.ascension,
            policy_hash=self._brain.policies.hash,
            journal=str(self._log.path) if self._log.path else None,
        )
        self._foresight = Foresight(self._brain.policies.section(PlannerPolicy).build)
        self._account = Account.under(self._brain.policies)
        self._brain.adviser.new_run()
        self._last_of_run = None
        self._run_id = None
        self._run_started = self._clock.wall()
        self._began = self._clock.now()
        self._recoveries = self._recovery.count
        resumed, self._resumed = self._resumed, None
        if resumed is not None:
            self._run_id, self._run_started = resumed.run_id, resumed.run_started

    def _name_run(self, advance: Advance) -> str:
        """The run's id: the game's own where compendium tells it, else one of ours, made when the run is first seen."""
        told = (self._game.current_run() or {}).get("run_id")
        mark = advance.memory.run
        return str(told) if told else f"{mark.name if mark else 'run'}/{self._clock.wall():.0f}"

    def _run_is_over(self, seen: Seen) -> bool:
        """The summary screen was seen and left: the main menu is back."""
        return seen.state in (State.MENU, State.MENU_BLOCKED) and seen.observation.run is None and self._ended

    @property
    def _ended(self) -> bool:
        return self._last_of_run is not None and self._last_of_run.state_type == "game_over"

    def _finish(self) -> Summary:
        found = outcome(self._last_of_run, self._settings.history, self._run_started)
        self._recovery.over()
        return self._close(found.result, found.why)

    def _close(self, result: str, why: str) -> Summary:
        self._summary.result, self._summary.why = result, why
        self._summary.forecast = self._foresight.counts()
        self._summary.llm = self._brain.adviser.as_dict()
        self._summary.oracle = self._account.as_dict(self._brain.oracle)
        self._summary.recoveries = self._recovery.count - self._recoveries
        self._summary.seconds = round(self._clock.now() - self._began, 3)
        self._log.write({"kind": "end", **self._summary.as_dict()})
        return self._summary

    # --- records ------------------------------------------------------------------------------------------------------
    def _header(self) -> dict[str, Any]:
        return {
            "kind": "header",
            "schema": 1,
            "version": __version__,
            "policy_hash": self._brain.policies.hash,
            "game": self._game.name,
            "oracle": self._brain.oracle,
            "llm": self._brain.adviser.name,
            "wall": self._clock.wall(),
            "continues": self._resumed.journal if self._resumed else None,
            "settings": {key: value for key, value in asdict(self._settings).items() if key != "history"},
        }

    def _record(self, seen: Seen, decision: Decision, reply: Reply | None, advance: Advance | None) -> None:
        if self._watch is not None and advance is not None:
            self._watch(Moment(self._step, seen, decision, reply, advance))
        record = decided_record(seen, decision)
        head = {"kind": "step", "step": self._step, "t": round(seen.now - self._began, 3), "run": self._run_id}
        happened, surprise = happened_record(seen, decision, reply, advance)
        self._log.write({**head, **record, **happened}, surprise=surprise)

"""Many runs with faults drawn at random: every one must end or stop with a named reason, and nothing is sent twice.

`in_process` plays under the virtual clock; `killing.py` plays over HTTP and kills the player at random moments.
"""

from __future__ import annotations

import random
import traceback
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, define, evolve, field, frozen

from sts2fsm.assembly import brain
from sts2fsm.clock import VirtualClock
from sts2fsm.content import load
from sts2fsm.embedded.faults import FAULTS
from sts2fsm.errors import Sts2Error
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.machine.waits import Waits
from sts2fsm.policy import Policies, Table
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.recovery.ledger import LoggedGame
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.runner import Runner, Settings

MOST_STEPS = 40_000  # a whole run takes a tenth of it; more is a hang
ENDED = ("win", "loss", "unknown")
IN_PROCESS, HTTP = "in process", "over HTTP, killed"
WHOLE = 0.05  # part of the runs that go through all acts


@frozen(kw_only=True)
class Case:
    """One run to be played: all of it follows from the seed. `acts` None: as many as the game has."""

    seed: int
    faults: tuple[str, ...]
    character: str = "IRONCLAD"
    ascension: int = 0
    acts: int | None = 1


def drawn(seed: int, faults: Sequence[str] | None = None, acts: int | None = None) -> Case:
    """The case of a seed. `faults` and `acts` stand for what would be drawn; without `acts` most runs have one."""
    source = random.Random(f"case {seed}")
    character = source.choice(sorted(load().characters))
    ascension = source.randint(0, 10)
    whole = source.random() < WHOLE
    return Case(
        seed=seed,
        faults=mixture(seed) if faults is None else tuple(faults),
        character=character,
        ascension=ascension,
        acts=acts if acts is not None else None if whole else 1,
    )


@frozen(kw_only=True)
class SoakRun:
    """What one run came to. `result` is win, loss, unknown (over, but nobody knows how), stopped, hang or crash;
    `why` is named; `struck` counts the faults that struck. Waits are seconds of the game's time: the longest, and the
    longest that policies allow. `code` is a fingerprint of what played."""

    how: str
    seed: int
    faults: tuple[str, ...]
    character: str = "IRONCLAD"
    ascension: int = 0
    acts: int | None = 1
    result: str
    why: str
    struck: Mapping[str, int]
    posts: int
    doubles: int
    rejected: int = 0
    unexpected: int = 0
    recoveries: int = 0
    longest_wait: float = 0.0
    allowed_wait: float = float("inf")
    kills: int = 0
    torn: int = 0
    lost: int = 0
    code: str = ""
    surprises: tuple[str, ...] = ()  # unexpected edges by name, over HTTP

    @property
    def good(self) -> bool:
        """It ended, or stopped and said why; nothing was sent twice, no journal line torn or lost, no wait too long."""
        wrong = self.doubles or self.torn or self.lost or self.longest_wait > self.allowed_wait
        return self.result in (*ENDED, "stopped") and bool(self.why) and not wrong


def allowed_wait(chosen: Policies) -> float:
    """The longest time without an action that policies allow, in seconds: a page that stands still to the end (as a
    paused game's does), or a game that is away before that, and one look more."""
    waits: Waits = chosen.section(Waits)
    recovery: RecoveryPolicy = chosen.section(RecoveryPolicy)
    return max(waits.stuck_s, recovery.pause_s, recovery.idle_s) + recovery.reconnect_s + recovery.step_s


def mixture(seed: int) -> tuple[str, ...]:
    """Some of the faults, by the seed: none, a few, or all of them."""
    source = random.Random(f"soak {seed}")
    names = sorted(FAULTS)
    kind = source.random()
    if kind < 0.1:
        return ()
    if kind < 0.2:
        return tuple(names)
    return tuple(sorted(source.sample(names, source.randint(1, 6))))


def in_process(case: Case, chosen: Policies, history: Path) -> SoakRun:
    """One run without HTTP, in virtual time."""
    clock = VirtualClock()
    menu = evolve(chosen.section("menu"), character=case.character, ascension=case.ascension)
    chosen = evolve(chosen, sections=Table({**chosen.sections, "menu": menu}))
    game = LoggedGame(
        clock, case.seed, case.character, case.ascension, faults=case.faults, history_dir=history, acts=case.acts
    )
    port = Guarded(
        InProcess(game, clock, chosen.section(GamePolicy)), clock, chosen.section(RecoveryPolicy), lambda _: None
    )
    mind = brain(chosen)
    settings = Settings(max_steps=MOST_STEPS, history=(history,), seed=case.seed, character=case.character)
    runner = Runner(port, mind, clock, NoJournal(), settings, recovery=Recovery(mind, clock))
    try:
        (summary,) = runner.play()
        hang = summary.result == "stopped"
        result, why = ("hang" if hang else summary.result), summary.why
    except Sts2Error as fault:
        summary = runner.interrupted(str(fault))
        result, why = "stopped", f"{type(fault).__name__}: {fault}"
    except Exception as fault:  # whatever it is, the soak is here to count it and name it
        summary = runner.interrupted(str(fault))
        result, why = "crash", "".join(traceback.format_exception(fault)[-3:])
    return SoakRun(
        how=IN_PROCESS,
        **asdict(case),
        result=result,
        why=why,
        struck={name: times for name, times in game.faults.struck.items() if times},
        posts=len(game.posts),
        doubles=len(game.doubles),
        rejected=summary.rejected,
        unexpected=summary.unexpected_edges,
        recoveries=summary.recoveries,
        longest_wait=summary.longest_wait,
        allowed_wait=allowed_wait(chosen),
    )


@define
class Tally:
    """Figures of all runs with one fault."""

    runs: int = 0
    struck: int = 0
    ended: int = 0
    stopped: int = 0
    bad: int = 0
    rejected: int = 0
    unexpected: int = 0
    recoveries: int = 0
    doubles: int = 0
    longest_wait: float = 0.0
    reasons: dict[str, int] = field(factory=dict)

    def add(self, run: SoakRun, struck: int) -> None:
        self.runs += 1
        self.struck += struck
        self.ended += run.result in ENDED
        self.stopped += run.result == "stopped"
        self.bad += not run.good
        self.rejected += run.rejected
        self.unexpected += run.unexpected
        self.recoveries += run.recoveries
        self.doubles += run.doubles
        self.longest_wait = max(self.longest_wait, run.longest_wait)
        if run.result not in ENDED:
            reason = run.why.split(":")[0][:80]
            self.reasons[reason] = self.reasons.get(reason, 0) + 1


def by_fault(runs: Iterable[SoakRun]) -> dict[str, dict[str, Any]]:
    """Figures by fault; a run with several counts for each. `none` are the runs without any, `all runs` everything."""
    tallies: dict[str, Tally] = {}
    for run in runs:
        for name in (*(run.faults or ("none",)), "all runs"):
            tallies.setdefault(name, Tally()).add(run, run.struck.get(name, 0))
    return {name: asdict(tally) for name, tally in sorted(tallies.items())}

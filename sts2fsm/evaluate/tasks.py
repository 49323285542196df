"""One seed, played: what a worker is given, what it does, and what it hands back. All of it can cross process borders.

A run is decided by its task alone: simulated time, a fresh game, a fresh machine, no clock and no folder of the machine
it runs on. Only a decision service at a server answers as it does, and when: its runs need not repeat. The result is
read from the `.run` file that the embedded game writes, by the reader of `runs`.
"""

from __future__ import annotations

import shutil
import tempfile
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen

from sts2fsm import __version__
from sts2fsm.assembly import brain, policies
from sts2fsm.clock import SystemClock, VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import PolicyError, Sts2Error
from sts2fsm.evaluate.flat import FightRow, fight_rows
from sts2fsm.evaluate.reading import RunReader
from sts2fsm.evaluate.records import RunFile
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.oracle.open import shared
from sts2fsm.policy import Policies, Table
from sts2fsm.runner import Runner, Settings
from sts2fsm.summary import Summary

MAX_STEPS = 50_000  # a run of one act takes some 2,000; beyond this it goes in circles
Key = tuple[str, str, int, int]  # policy hash, character, ascension, seed


@frozen
class Task:
    """A run to play. `policy` is the hash of the policies without the task's own character and ascension, so that one
    hash stands for all characters."""

    policy: str
    character: str
    ascension: int
    seed: int
    overlays: tuple[Path, ...] = ()
    max_steps: int = MAX_STEPS
    keep: Path | None = None  # folder for the `.run` file; None: thrown away

    @property
    def key(self) -> Key:
        return (self.policy, self.character, self.ascension, self.seed)


@frozen(kw_only=True)
class Played:
    """One row of the store's runs. `result` is win, loss, stopped (the step limit, or the program gave up) or error (a
    fault of ours, named in `why`); every one but win counts as not won. `time_s` is the game's; `took_s` is real time.
    Played again, a run has all of this again but `took_s`; unless a server is asked, whose answers and times may differ
    (`oracle`), and with them everything that was decided by them."""

    policy: str
    character: str
    ascension: int
    seed: int
    result: str
    why: str
    act: int | None
    floors: int
    killer: str | None = None
    build: str | None = None
    schema: int | None = None
    bosses: dict[str, bool] = field(factory=dict)  # act -> whether its boss was beaten, where it was met
    hp: int | None = None
    max_hp: int | None = None
    hp_lost: int = 0
    gold: int | None = None
    deck: int | None = None
    relics: int | None = None
    time_s: int | None = None
    steps: int = 0
    decisions: dict[str, int] = field(factory=dict)
    waits: int = 0
    longest_wait: float = 0.0
    rejected: int = 0
    unexpected_edges: int = 0
    recoveries: int = 0
    forecast: dict[str, int] = field(factory=dict)
    oracle: dict[str, Any] = field(factory=dict)
    version: str = __version__
    code: str = ""
    commit: str | None = None
    took_s: float = field(default=0.0, eq=False)

    @property
    def key(self) -> Key:
        return (self.policy, self.character, self.ascension, self.seed)

    @property
    def won(self) -> bool:
        return self.result == "win"


@frozen(kw_only=True)
class Fought:
    """One row of the store's fights."""

    policy: str
    character: str
    ascension: int
    seed: int
    act: int
    floor: int
    room: str
    encounter: str
    turns: int
    hp_before: int | None
    hp_lost: int
    hp_after: int
    mixed: bool
    survived: bool
    code: str = ""

    @property
    def key(self) -> Key:
        return (self.policy, self.character, self.ascension, self.seed)


@frozen
class Result:
    """What a worker hands back."""

    run: Played
    fights: tuple[Fought, ...] = ()


def play(task: Task) -> Result:
    """Play the task. Every fault of the run becomes a row, so that no run is lost from the count.

    Raises PolicyError when the policy files no longer say what they said when the task was made.
    """
    chosen = _policies(task.overlays)
    if chosen.hash != task.policy:
        raise PolicyError([f"the policy files changed while they were evaluated: {task.policy} is now {chosen.hash}"])
    clock, began = SystemClock(), SystemClock().now()
    with tempfile.TemporaryDirectory(prefix="sts2fsm-") as folder:
        summary = _run(task, chosen, Path(folder))
        files = sorted(Path(folder).glob("*.run"))
        if not files:
            return Result(_unrecorded(task, summary, round(clock.now() - began, 3)))
        run = RunReader().read(files[0])
        if task.keep is not None:
            task.keep.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(files[0], task.keep / f"{task.character}-a{task.ascension}-{task.seed}.run")
    recorded = _recorded(task, summary, run, round(clock.now() - began, 3))
    return Result(recorded, tuple(_fought(task, row) for row in fight_rows(run)))


@lru_cache(maxsize=8)
def _policies(overlays: tuple[Path, ...]) -> Policies:
    return policies(overlays)


def _run(task: Task, chosen: Policies, folder: Path) -> Summary:
    """The runner's summary; after a fault, of what was played till then."""
    menu = evolve(chosen.section("menu"), character=task.character, ascension=task.ascension)
    mine = evolve(chosen, sections=Table({**chosen.sections, "menu": menu}))
    clock = VirtualClock()
    game = EmbeddedGame(clock, task.seed, task.character, task.ascension, history_dir=folder)
    settings = Settings(
        seed=task.seed, character=task.character, ascension=task.ascension, history=(folder,), max_steps=task.max_steps
    )
    mind = brain(mine, shared(mine))
    runner = Runner(InProcess(game, clock, chosen.section(GamePolicy)), mind, clock, NoJournal(), settings)
    try:
        return runner.play()[0]
    except Sts2Error as fault:
        return runner.interrupted(f"{type(fault).__name__}: {fault}")
    except Exception as fault:  # a bug of ours: it costs this run, is counted and named, and the others go on
        summary = runner.interrupted(f"{type(fault).__name__}: {fault}")
        summary.result = "error"
        return summary


def _unrecorded(task: Task, summary: Summary, took_s: float) -> Played:
    """A run whose file was never written: it was not played to its end."""
    result = summary.result if summary.result == "error" else "stopped"
    return Played(
        **_of(task), **_deciding(summary), result=result, why=summary.why, act=summary.act,
        floors=summary.floor or 0, took_s=took_s,
    )  # fmt: skip


def _recorded(task: Task, summary: Summary, run: RunFile, took_s: float) -> Played:
    broke_off = summary.result in ("error", "stopped")  # after the end of the run, but before the menu was back
    seen = [floor.player_stats[0] for act in run.map_point_history for floor in act]
    last = seen[-1] if seen else None
    return Played(
        **_of(task),
        **_deciding(summary),
        result=summary.result if broke_off else run.result,
        why=summary.why,
        act=run.act,
        floors=run.floors,
        killer=run.killer,
        build=run.build_id,
        schema=run.schema_version,
        bosses={str(row.act): row.survived for row in fight_rows(run) if row.room == "boss"},
        hp=last.current_hp if last else None,
        max_hp=last.max_hp if last else None,
        hp_lost=sum(one.damage_taken for one in seen),
        gold=last.current_gold if last else None,
        deck=len(run.players[0].deck),
        relics=len(run.players[0].relics),
        time_s=run.run_time,
        took_s=took_s,
    )


def _of(task: Task) -> dict[str, Any]:
    return {
        "policy": task.policy, "character": task.character, "ascension": task.ascension, "seed": task.seed,
    }  # fmt: skip


def _deciding(summary: Summary) -> dict[str, Any]:
    names = (
        "steps", "decisions", "waits", "longest_wait", "rejected", "unexpected_edges", "recoveries", "forecast",
        "oracle",
    )  # fmt: skip
    return {name: getattr(summary, name) for name in names}


def _fought(task: Task, row: FightRow) -> Fought:
    return Fought(
        **_of(task), act=row.act, floor=row.floor, room=row.room, encounter=row.encounter, turns=row.turns,
        hp_before=row.hp_before, hp_lost=row.hp_lost, hp_after=row.hp_after, mixed=row.mixed, survived=row.survived,
    )  # fmt: skip

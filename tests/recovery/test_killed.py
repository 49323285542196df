"""Killed at any moment and started again: the same run goes on, and nothing is sent twice.

The death is an exception that nobody catches, raised between two bytes as kill -9 would come: before an action is sent,
when the game has it and the answer is lost, or when the answer is there and nothing is written down yet.
"""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.assembly import policies
from sts2fsm.clock import Clock, SystemClock, VirtualClock
from sts2fsm.embedded import Server
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.port import Game
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.recovery.killing import Killing, check, over_http
from sts2fsm.recovery.ledger import LoggedGame, Posted
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.recovery.session import SessionFile
from sts2fsm.recovery.soak import ENDED, Case, by_fault, in_process, mixture
from sts2fsm.runner import Runner, Settings
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.recovery.scenes import POLICIES, RECOVERY, mind
from tests.shared import ROOT

MOMENTS = ("before", "during", "after")
URL = "http://127.0.0.1:15526"


class Killed(BaseException):
    """kill -9: no handler of the program sees it."""


class Mortal:
    """Dies at the `after`-th action, at one of the MOMENTS."""

    def __init__(self, game: Game, after: int, moment: str) -> None:
        self.name = game.name
        self._game = game
        self._left = after
        self._moment = moment

    def observe(self) -> Observation:
        if self._left == 0 and self._moment == "after":
            raise Killed
        return self._game.observe()

    def act(self, action: Action) -> Reply:
        self._left -= 1
        if self._left == 0 and self._moment == "before":
            raise Killed
        reply = self._game.act(action)
        if self._left == 0 and self._moment == "during":
            raise Killed
        return reply

    def current_run(self) -> Any:
        return self._game.current_run()


def lives(
    seed: int, faults: tuple[str, ...], folder: Path, *, remembers: bool, deaths: int = 24
) -> tuple[LoggedGame, list[str]]:
    """One run through so many lives of 1 to 7 actions each; what was said at the starts."""
    clock = VirtualClock()
    game = LoggedGame(clock, seed, faults=faults, acts=1)
    said: list[str] = []
    for life in range(deaths):
        inner = Guarded(InProcess(game, clock, POLICIES.section(GamePolicy)), clock, RECOVERY, said.append)
        port = Mortal(inner, 1 + (life * 5 + seed) % 7, MOMENTS[life % 3])
        brain = mind()
        session = SessionFile(folder / "s.json", URL) if remembers else None
        recovery = Recovery(brain, clock, tell=said.append, session=session)
        resumed = recovery.resume(inner)
        runner = Runner(
            port, brain, clock, NoJournal(), Settings(max_steps=3000), recovery=recovery, resumed=resumed
        )  # fmt: skip
        with pytest.raises(Killed):
            runner.play()
    return game, said


HARD = ("late_queue", "disabled_actions_window", "invisible_multi_select", "lingering_map")


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_nothing_is_sent_twice_through_many_deaths(tmp_path: Path, seed: int) -> None:
    """24 lives of one run with late effects: no action is sent again while the first may still land, and each start
    takes up the memory of the one before."""
    game, said = lives(seed, HARD, tmp_path, remembers=True)
    assert game.doubles == []
    assert len(game.posts) > 60 and len([s for s in said if s.startswith("Taking up")]) == 23


def test_without_the_marker_things_are_sent_twice(tmp_path: Path) -> None:
    """The same deaths without a session file: the count of double actions can fail, and does."""
    doubles = [len(lives(seed, HARD, tmp_path, remembers=False)[0].doubles) for seed in (1, 2, 3)]
    assert sum(doubles) > 0


def test_mixtures_are_drawn_by_the_seed() -> None:
    """The same seed, the same faults; over many seeds none, few and all occur."""
    assert [mixture(seed) for seed in range(30)] == [mixture(seed) for seed in range(30)]
    sizes = {len(mixture(seed)) for seed in range(60)}
    assert 0 in sizes and 1 in sizes and max(sizes) > 10


def test_a_run_with_faults_is_counted_by_fault(tmp_path: Path) -> None:
    """One run under four faults ends or stops by name, nothing sent twice, and stands in the figures of each fault."""
    faults = ("battle_error", "lost_request", "silent_cancel", "tutorial_mid_run")
    run = in_process(Case(seed=7, faults=faults), POLICIES, tmp_path)
    assert run.good and run.posts > 50 and run.unexpected == 0
    figures = by_fault([run])
    assert figures["all runs"]["runs"] == 1 and set(figures) == {*faults, "all runs"}
    assert figures["battle_error"]["struck"] > 0


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_blind_read_costs_no_second_click_without_any_guard(tmp_path: Path, seed: int) -> None:
    """Reads that show only an error reach the machine itself (blind_reads 0): nothing is sent twice, and no row is
    missing."""
    overlay = tmp_path / "bare.yaml"
    overlay.write_text("recovery: {blind_reads: 0}\nplanner: {budget: none}\n", encoding="utf-8")
    run = in_process(Case(seed=seed, faults=("battle_error", "late_queue")), policies([overlay]), tmp_path)
    assert run.struck["battle_error"] > 20 and run.struck["late_queue"] > 5
    assert (run.doubles, run.unexpected, run.rejected) == (0, 0, 0) and run.result in ENDED


# --- the bookkeeping of the soak itself -------------------------------------------------------------------------------
def posted(name: str) -> Posted:
    return Posted({"action": name}, 0.0, "page", True, False)


@pytest.mark.parametrize(
    ("text", "sent", "killed", "torn", "lost"),
    [
        ('{"kind":"step","step":1,"action":{"action":"a"}}\n', "a", 0, 0, 0),
        ('{"kind":"step","step":1,"action":{"action":"a"}}\n', "ab", 1, 0, 0),
        ('{"kind":"step","step":1,"action":{"action":"a"}}\n', "ab", 0, 0, 1),
        ('{"kind":"step","step":1,"action":{"action":"a"}}\n{"kind":"st', "a", 1, 2, 0),
        ('{"kind":"step","step":1,"wait":5}\n{"kind":"step","step":3,"wait":5}\n', "", 0, 0, 1),
    ],
)
def test_torn_and_lost_lines_are_found(tmp_path: Path, text: str, sent: str, killed: int, torn: int, lost: int) -> None:
    """A kill may cost the line of one action that the server has; anything else is counted."""
    (tmp_path / "journal-00").mkdir()
    (tmp_path / "journal-00" / "j.jsonl").write_text(text, encoding="utf-8")
    found = check(tmp_path, [posted(name) for name in sent], killed)
    assert (found.torn, found.lost) == (torn, lost)


# --- real processes ---------------------------------------------------------------------------------------------------
def test_a_real_kill_and_a_real_interrupt(tmp_path: Path) -> None:
    """A player in a process of its own is killed, started again, and at last interrupted: exit 130 or a result, whole
    journals, nothing twice."""
    how = Killing(speed=8.0, kills=1, before_kill=(2.0, 2.0), longest=6.0)
    run = over_http(Case(seed=5, faults=("late_queue",)), tmp_path, SystemClock(), how)
    assert run.good and run.kills == 1, run
    assert len(list(tmp_path.glob("journal-*/*.jsonl"))) >= 1


def test_a_second_player_is_refused(tmp_path: Path) -> None:
    """While one plays, another start on the same URL ends with exit 2 and the first one's pid."""
    clock: Clock = SystemClock()
    server = Server(LoggedGame(clock, 1, acts=1)).start()
    command = [sys.executable, "-m", "sts2fsm", "play", "--game", "live", "--url", server.url, "--no-journal", "-q"]
    environment = {"STS2FSM_STATE": str(tmp_path), "PATH": "/usr/bin:/bin"}
    try:
        with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as first:
            note = tmp_path / "locks" / f"127.0.0.1-{server.server_address[1]}.holder.json"
            for _ in range(600):
                if note.exists():
                    break
                time.sleep(0.05)
            second = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
            first.send_signal(signal.SIGINT)
            assert first.wait(timeout=30) == 130
        assert second.returncode == 2 and f"pid {first.pid}, started" in second.stderr
    finally:
        server.stop()

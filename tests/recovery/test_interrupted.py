"""Ctrl-C at any time: exit 130, nothing lost, and the next start goes on from there."""

from __future__ import annotations

import json
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from sts2fsm import __main__ as entry
from sts2fsm.clock import VirtualClock
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.port import Game
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import Journal, read
from sts2fsm.recovery.ledger import LoggedGame
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.recovery.session import SessionFile
from sts2fsm.runner import Runner, Settings
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.recovery.scenes import POLICIES, mind
from tests.shared import ROOT

URL = "http://127.0.0.1:15526"


class Interrupting:
    """A game and its clock, in whose `calls`-th call of any kind Ctrl-C is pressed; `late` says after it was done."""

    def __init__(self, game: Game, calls: int, late: bool) -> None:
        self.name = game.name
        self._game = game
        self._left = calls
        self._late = late

    def _counted(self, call: Any) -> Any:
        self._left -= 1
        if self._left == 0 and not self._late:
            raise KeyboardInterrupt
        result = call()
        if self._left == 0:
            raise KeyboardInterrupt
        return result

    def observe(self) -> Observation:
        seen: Observation = self._counted(self._game.observe)
        return seen

    def act(self, action: Action) -> Reply:
        reply: Reply = self._counted(lambda: self._game.act(action))
        return reply

    def current_run(self) -> Any:
        return self._counted(self._game.current_run)


@pytest.mark.parametrize("late", [False, True])
def test_at_any_call_nothing_is_lost_and_nothing_is_sent_twice(late: bool, tmp_path: Path) -> None:
    """One run through 40 interrupted starts, each a few calls longer: every action that the game carried out stands in
    the journals, in order, each journal ends with its end, and no action is sent again while it may still land."""
    clock = VirtualClock()
    game = LoggedGame(clock, 5, faults=("late_queue",), acts=1)
    told: list[Any] = []
    for start in range(40):
        brain = mind()
        port = InProcess(game, clock, POLICIES.section(GamePolicy))
        recovery = Recovery(brain, clock, session=SessionFile(tmp_path / "s.json", URL))
        resumed = recovery.resume(port)
        journal = Journal(tmp_path / f"{start:02}.jsonl")
        breaking = Interrupting(port, 20 + 2 * start, late)
        runner = Runner(breaking, brain, clock, journal, Settings(), recovery=recovery, resumed=resumed)
        with pytest.raises(KeyboardInterrupt):
            runner.play()
        summary = runner.interrupted("interrupted")
        journal.close()
        records = list(read(journal.path))
        assert records[-1]["kind"] == "end" and records[-1]["steps"] == summary.steps
        told += [record["action"] for record in records if "action" in record and record["kind"] == "step"]
    posts = [dict(posted.body) for posted in game.posts]
    assert len(posts) > 40 and game.doubles == []
    sent = iter(told)
    assert all(post in sent for post in posts), "in order; an action cut off before it was sent is journalled besides"
    assert len(told) - len(posts) <= 40


def test_in_the_middle_of_the_imports(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Starting takes most of a second: Ctrl-C in it is exit 130 and one line, too."""

    class Half(types.ModuleType):
        def __getattr__(self, name: str) -> Any:
            raise KeyboardInterrupt

    monkeypatch.setitem(sys.modules, "sts2fsm.cli", Half("sts2fsm.cli"))
    assert entry.start() == 130
    assert capsys.readouterr().err == "sts2fsm: interrupted\n"


def test_the_installed_command_starts_there() -> None:
    """`sts2fsm` and `python -m sts2fsm` are one start."""
    assert 'sts2fsm = "sts2fsm.__main__:start"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    command = (
        sys.executable,
        "-m",
        "sts2fsm",
        "play",
        "--game",
        "embedded",
        "--seed",
        "1",
        "--max-steps",
        "3",
        "--json",
    )
    done = subprocess.run((*command, "--no-journal"), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0 and json.loads(done.stdout.splitlines()[-1])["steps"] == 3

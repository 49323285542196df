"""Many runs of one process ask one server as one client."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from sts2fsm.assembly import policies
from sts2fsm.evaluate import fights, tasks
from sts2fsm.evaluate.fights import FightTask, play_fight
from sts2fsm.evaluate.suites import Scene
from sts2fsm.evaluate.tasks import Task, play
from sts2fsm.oracle import open as opening
from sts2fsm.oracle.open import shared
from sts2fsm.oracle.record import to_record
from sts2fsm.oracle.systemone import SystemOne
from sts2fsm.policy import Policies
from sts2fsm.questions import Consulted
from tests.game.bare_server import bare, says
from tests.oracle.parts import POLICIES, POLICY, QUESTIONS, STATE, ask, reason
from tests.oracle.test_record import journal


def using(spec: str) -> Policies:
    return evolve(POLICIES, sections={**POLICIES.sections, "oracle": evolve(POLICY, use=spec)})


def test_runs_of_one_process_share_breaker_and_rate_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    """Three failures of one run, and the next run does not ask; another address is another server."""
    monkeypatch.setattr(opening, "_SHARED", {})
    with bare(says(500, {})) as server, bare(says(500, {})) as other:
        first, second = (shared(using(server.url)) for _ in range(2))
        assert isinstance(first, SystemOne) and isinstance(second, SystemOne)
        assert [reason(ask(first)) for _ in range(3)] == ["server_error"] * 3
        assert reason(ask(second)) == "breaker_open"
        assert len(server.lines) == 3
        apart = shared(using(other.url))
        assert isinstance(apart, SystemOne) and reason(ask(apart)) == "server_error"


def test_a_recording_begins_anew_with_every_run(tmp_path: Path) -> None:
    """The same call was answered twice: each run gets the first answer first, whatever runs before it asked."""
    results = [Consulted(answers=shared(using("random:1")).ask(STATE, QUESTIONS).answers, model=name, ms=1.0)  # type: ignore[union-attr]
               for name in ("first", "second")]  # fmt: skip
    path = journal(tmp_path / "j", *(to_record(STATE, QUESTIONS, result) for result in results))
    for _ in range(2):
        answer = shared(using(f"recorded:{path}")).ask(STATE, QUESTIONS)
        assert isinstance(answer, Consulted) and answer.model == "first"


def test_runs_and_fights_of_an_evaluation_ask_one_client(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Two runs and a fight with a server that is gone: it is opened once, and once its breaker is open it stays so."""
    monkeypatch.setattr(opening, "_SHARED", {})
    opened: list[str] = []
    original = opening.in_use
    monkeypatch.setattr(opening, "in_use", lambda chosen: (opened.append("server"), original(chosen))[1])
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("planner: {budget: none}\noracle: {use: 'http://127.0.0.1:9'}\n")
    files = (overlay,)
    for seed in (1, 2):
        play(Task(policies(files).hash, "IRONCLAD", 0, seed, files, max_steps=60))
    play_fight(FightTask(Scene("BYRDONIS_ELITE", "OVERGROWTH", "elite"), "IRONCLAD", "none", 1, overlays=files))
    assert opened == ["server"]
    assert tasks.shared is fights.shared is shared

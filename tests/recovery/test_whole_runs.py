"""The bot plays a whole act on the embedded game under each fault, and under all at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import FAULTS, EmbeddedGame
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.runner import Runner, Settings
from sts2fsm.summary import Summary

SEED = 3


def played(history: Path, *faults: str) -> Summary:
    """One run of act 1 as `play` would play it, on simulated time."""
    plain = history / "plain.yaml"
    plain.write_text("planner:\n  budget: none\n")  # card by card: the screens are what is tried here, not the search
    chosen, clock = policies([plain]), VirtualClock()
    game = EmbeddedGame(clock, seed=SEED, acts=1, faults=faults, history_dir=history)
    port = InProcess(game, clock, chosen.section(GamePolicy))
    mind = brain(chosen)
    guarded = Guarded(port, clock, chosen.section(RecoveryPolicy), lambda _: None)
    settings = Settings(seed=SEED, history=(history,), max_steps=30_000)
    [summary] = Runner(guarded, mind, clock, NoJournal(), settings, recovery=Recovery(mind, clock)).play()
    return summary


@pytest.mark.parametrize("fault", [*sorted(FAULTS), "all"])
def test_a_run_ends_under_this_fault(fault: str, tmp_path: Path) -> None:
    """Won or lost, never stuck, and no row of the machine is missing."""
    summary = played(tmp_path, *([fault] if fault != "all" else sorted(FAULTS)))
    assert summary.result in ("win", "loss"), summary.why
    assert summary.unexpected_edges == 0


def test_a_run_without_faults_is_never_refused(tmp_path: Path) -> None:
    """Nothing is sent that the game would not take."""
    summary = played(tmp_path)
    assert summary.result in ("win", "loss")
    assert (summary.unexpected_edges, summary.rejected) == (0, 0)

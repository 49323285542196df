"""Runs on the embedded game in this process, for commands that measure: no story, no journal, simulated time."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from sts2fsm.assembly import Brain, brain
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.policy import Policies
from sts2fsm.runner import Runner, Settings, Watch
from sts2fsm.summary import Summary


@contextmanager
def rehearsal(
    chosen: Policies,
    seed: int,
    *,
    faults: Sequence[str] = (),
    rooms: Sequence[str] = (),
    max_steps: int | None = None,
    watch: Watch | None = None,
) -> Iterator[tuple[EmbeddedGame, Runner, Brain]]:
    """A game of `seed`, a runner ready to play one run of it, and its brain."""
    clock, mind, menu = VirtualClock(), brain(chosen), chosen.section("menu")
    with tempfile.TemporaryDirectory(prefix="sts2fsm-") as folder:
        history = Path(folder)
        game = EmbeddedGame(
            clock, seed, menu.character, menu.ascension, faults=faults, rooms=rooms, history_dir=history
        )
        settings = Settings(seed=seed, history=(history,), max_steps=max_steps)
        port = InProcess(game, clock, chosen.section(GamePolicy))
        yield game, Runner(port, mind, clock, NoJournal(), settings, watch), mind


def rehearse(
    chosen: Policies,
    seed: int,
    *,
    faults: Sequence[str] = (),
    rooms: Sequence[str] = (),
    watch: Watch | None = None,
) -> tuple[Summary, Brain]:
    """One run of `seed` from menu to end, and the brain that played it, whose tracker holds the rows that fired.

    Raises what the runner raises.
    """
    with rehearsal(chosen, seed, faults=faults, rooms=rooms, watch=watch) as (_, player, mind):
        return player.play()[0], mind

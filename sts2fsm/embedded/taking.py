"""Taking and losing relics: by a script, or straight from a room or a reward."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .script import Script, run_ops

if TYPE_CHECKING:
    from .run import Run, RunRelic
    from .world import World


def gain_relic(
    world: World, relic_id: str, done: Callable[[], None] | None = None, shown: Any = None, wax: bool = False
) -> None:
    """Take a relic: it is held at once, then its pickup effects run (they may open screens). `shown`: what the offer
    named with it (a card, a character); `wax`: it will melt."""
    run = world.live_run
    relic = run.make_relic(relic_id)
    relic.wax = wax
    run.relics.append(relic)
    run.bag.remove(relic_id)
    run.history.here.add("relic_choices", {"choice": f"RELIC.{relic_id}", "was_picked": True})
    run_ops(world, relic.rule.pickup, done, shown=shown)


def take_relic(script: Script, relic_id: str, shown: Any = None, wax: bool = False) -> None:
    """The script gains a relic and goes on when its pickup is through."""
    script.wait()
    gain_relic(script.world, relic_id, script.resume, shown, wax)


def lose_relic(run: Run, relic: RunRelic) -> None:
    """A relic goes; it may be gone already."""
    if relic in run.relics:
        run.relics.remove(relic)
        run.history.here.add("relics_removed", f"RELIC.{relic.id}")


def swap_relic(run: Run, relic: RunRelic, becomes: str) -> None:
    """A relic turns into another one, in its place, without that one's pickup."""
    run.relics[run.relics.index(relic)] = run.make_relic(becomes)
    run.bag.remove(becomes)
    run.history.here.add("relics_removed", f"RELIC.{relic.id}")
    run.history.here.add("relic_choices", {"choice": f"RELIC.{becomes}", "was_picked": True})

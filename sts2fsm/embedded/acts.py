"""The way from act to act: what a beaten boss leads to, and the start of an act."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import ancients, delays, ledger
from .room_ancient import AncientRoom, NeowRoom
from .room_event import EventRoom

if TYPE_CHECKING:
    from .world import World

ANCIENT_HEAL_A2 = 0.8
ARCHITECT = "THE_ARCHITECT"


def enter_ancient(world: World) -> None:
    """The first room of an act: an ancient, who heals what is missing (80 % of it from A2 on)."""
    run = world.live_run
    missing = run.max_hp - run.hp
    ledger.heal(run, missing if run.ascension < 2 else int(missing * ANCIENT_HEAL_A2))
    world.room = NeowRoom(world) if run.act_no == 1 else AncientRoom(world, ancients.of_act(run))


def boss_beaten(world: World) -> None:
    """On to the second boss, the next act's map, or the end: the Architect, or a won run where the game's last acts
    are not played."""
    run = world.live_run
    if run.position is not None and run.map.children[run.position] and run.position in run.map.bosses:
        world.open_map()
    elif not run.last_act:
        world.after(delays.ACT, lambda: _next_act(world))
    elif run.complete:
        world.after(delays.ACT, lambda: _architect(world))
    else:
        world.end_run(won=True)


def _next_act(world: World) -> None:
    run = world.live_run
    run.history.leave()
    run.enter_act(run.act_no + 1)
    world.reset_room()
    world.open_map()


def _architect(world: World) -> None:
    """No floor of its own: the histories end with the last boss."""
    world.room = EventRoom(world, world.live_run.tables.events[ARCHITECT], logged=False)

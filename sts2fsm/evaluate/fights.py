"""One fight of a suite, played by the whole bot on the embedded game's wire, as it would be in a run.

Which player plays is a named change of the policies: `none` plays card by card, `greedy` card by card for damage
alone, `reflex` and `default` search whole turns with those budgets.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from attrs import evolve, frozen

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.embedded.room_combat import OVER, CombatRoom
from sts2fsm.embedded.run_cards import DeckCard
from sts2fsm.errors import Sts2Error
from sts2fsm.evaluate.suites import Kit, Scene, kit
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.oracle.open import shared
from sts2fsm.policy import Policies, Table
from sts2fsm.rules import combat as rules
from sts2fsm.runner import Moment, Runner, Settings

MAX_STEPS = 4000  # of one fight; the longest take some 700

# Damage is all that counts: nothing is worth blocking, and powers and draws are worth nothing.
_GREEDY: Mapping[str, Any] = {
    "must_block_share": 1.0, "damage": 1.0, "kill": 0.0, "kill_attacker": 0.0, "block": 0.0, "spare_block": 0.0,
    "energy": 0.0, "draw": 0.0, "hp_loss": 0.0, "cost": 0.0, "unmodelled": 0.0, "powers": Table({"default": 0.0}),
}  # fmt: skip
PLAYERS: Mapping[str, tuple[str, Mapping[str, Any]]] = {  # name -> planner.budget, changes of the section `combat`
    "none": ("none", {}),
    "greedy": ("none", _GREEDY),
    "reflex": ("reflex", {}),
    "default": ("default", {}),
}


@frozen
class FightTask:
    """A fight to play. The same scene, character, ascension and seed begin with the same cards and enemies."""

    scene: Scene
    character: str
    player: str
    seed: int
    ascension: int = 0
    overlays: tuple[Path, ...] = ()

    @property
    def pair(self) -> tuple[str, str, int, int]:
        """What fights of different players have in common."""
        return (self.scene.encounter, self.character, self.ascension, self.seed)


@frozen
class FightResult:
    """`hp_lost` is all of the health brought for a fight that was lost. `why` names a fault that ended it."""

    task: FightTask
    won: bool
    hp_lost: int
    turns: int
    why: str = ""


class _Over(Exception):
    """The fight has its outcome."""


@lru_cache(maxsize=8)
def _policies(overlays: tuple[Path, ...], player: str) -> Policies:
    chosen = policies(overlays)
    budget, combat = PLAYERS[player]
    changed = {
        "planner": evolve(chosen.section("planner"), budget=budget),
        "combat": evolve(chosen.section("combat"), **combat),
    }
    return evolve(chosen, sections=Table({**chosen.sections, **changed}))


def play_fight(task: FightTask) -> FightResult:
    """Play it to its outcome. A fault of the bot or the game loses the fight and is named."""
    chosen, clock = _policies(task.overlays, task.player), VirtualClock()
    game = EmbeddedGame(clock, task.seed, task.character, task.ascension, rooms=(f"act:{task.scene.act}",))
    room = _entered(game, task.scene, kit(task.character, task.scene.stage))
    brought, why = room.setup.hp, "not over within the step limit"

    def watch(moment: Moment) -> None:
        if room.phase == OVER:
            raise _Over

    settings = Settings(seed=task.seed, max_steps=MAX_STEPS)
    port = InProcess(game, clock, chosen.section(GamePolicy))
    try:
        Runner(port, brain(chosen, shared(chosen)), clock, NoJournal(), settings, watch).play()
    except _Over:
        why = ""
    except Sts2Error as fault:
        why = f"{type(fault).__name__}: {fault}"
    combat = room.combat
    left = rules.summary(combat) if combat is not None else None
    won = left is not None and left.outcome in ("won", "fled")
    lost = max(0, brought - left.hp) if won and left is not None else brought
    return FightResult(task, won, lost, left.turns if left is not None else 0, why)


def _entered(game: EmbeddedGame, scene: Scene, brought: Kit) -> CombatRoom:
    """A run that stands before the fight, with what the kit holds."""
    world = game.world
    world.menu.selected = world.character
    run = world.new_run()
    world.menu.screen = None
    run.position = run.map.start
    run.visited = [run.map.start]
    run.floor = 1
    run.history.enter("Ancient")
    run.deck = [DeckCard(card.id, card.upgrades) for card in brought.cards]
    run.relics += [run.make_relic(relic) for relic in brought.relics]
    for slot, potion in enumerate(brought.potions[: len(run.potions)]):
        run.potions[slot] = potion
    run.hp = max(1, int(run.max_hp * brought.hp_share))
    room = CombatRoom(world, run.content.encounters[scene.encounter].room, scene.encounter)
    world.room = room
    return room

"""Starting a fight: line-up, deck, relics, and the first turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sts2fsm.errors import BadInput

from . import cards, engine, monsters, turns
from .compile import Code, code_for
from .lineups import begin, lineup
from .rng import Rng
from .setup import CombatSetup
from .state import INNATE, PLAYER, STATS, CardInst, Combat, Creature, Ctx, RelicInst


def empty_combat(setup: CombatSetup) -> Combat:
    """A fight with the player alone: no enemies, empty piles, round 0. The base for start() and for building from an
    observation."""
    code = code_for(setup.build)
    c = Combat.__new__(Combat)
    c.code = code
    c.setup = setup
    c.rng = Rng(setup.seed)
    c.round = 0
    c.side = "player"
    c.player = Creature(PLAYER, setup.character, setup.hp, setup.max_hp)
    c.energy = 0
    c.max_energy = setup.max_energy
    c.stars = 0
    c.orbs = []
    c.osty = None
    c.orb_slots = code.content.characters[setup.character].orb_slots
    c.enemies = []
    c.dead = []
    c.hand, c.draw, c.discard, c.exhaust, c.play, c.removed = [], [], [], [], [], []
    c.relics = [RelicInst(r.id, r.counter) for r in setup.relics]
    c.potions = list(setup.potions)
    c.pending = None
    c.outcome = None
    c.over = False
    c.gold = setup.gold
    c.gold_delta = 0
    c.stack = []
    c.base = 0
    c.turn_stats = [0] * STATS
    c.fight_stats = [0] * STATS
    c.previous_stats = [0] * STATS
    c.next_uid = 1
    c.next_id = 1
    c.killed = ()
    c.rewards = ()
    c.deck_changes = ()
    c.last_played = ()
    c.marks = frozenset()
    c.relic_hooks = relic_hooks(code, c.relics)
    c.heard = frozenset()
    c.notes = tuple(r.id for r in c.relics if not code.relics[r.id].definition.behaves)
    return c


def relic_hooks(code: Code, relics: Sequence[RelicInst]) -> dict[str, tuple[tuple[int, Any], ...]]:
    """hook -> ((relic index, function), ...). A relic unknown to the build raises BadInput."""
    found: dict[str, list[tuple[int, Any]]] = {}
    for index, relic in enumerate(relics):
        relic_code = code.relics.get(relic.id)
        if relic_code is None:
            raise BadInput(f"no relic {relic.id} in {code.build}")
        for hook, fn in relic_code.hooks.items():
            found.setdefault(hook, []).append((index, fn))
    return {hook: tuple(fns) for hook, fns in found.items()}


def new_combat(setup: CombatSetup) -> Combat:
    """The fight with everything in place and the first turn on its stack."""
    c = empty_combat(setup)
    c.side = "start"
    for name in setup.monsters or lineup(c, setup.encounter):
        monster_id, _, slot = name.partition(":")
        monsters_in(c, monster_id, slot)
    name_slots(c)
    begin(c)
    deck = [cards.from_spec(c, spec, i) for i, spec in enumerate(setup.deck)]
    c.rng.shuffle(deck)
    deck.sort(key=_opening_order)
    c.draw = deck
    c.stack.append([FIRST, 0, Ctx(PLAYER)])
    return c


def _opening_order(card: CardInst) -> int:
    """Innate cards lie on top at the start, Imbued ones at the bottom."""
    if card.enchantment is not None and card.enchantment[0] == "IMBUED":
        return -1
    return int(bool(card.kw & INNATE))


def name_slots(c: Combat) -> None:
    """Gives monsters without a slot the encounter's slot names, in order."""
    definition = c.code.content.encounters.get(c.setup.encounter)
    if definition is None or len(definition.slots) < len(c.enemies):
        return
    for enemy, slot in zip(c.enemies, definition.slots, strict=False):
        if not enemy.slot:
            enemy.slot = slot


def monsters_in(c: Combat, monster_id: str, slot: str) -> Creature:
    """A monster of the opening line-up; it rolls its move with the first turn."""
    c.side = "enemy"
    enemy = monsters.join(c, monster_id, slot)
    enemy.ready = True
    c.side = "start"
    return enemy


def _plating_start(c: Combat, ctx: Ctx, args: Any) -> None:
    engine.fire(c, "first_turn", None)


FIRST = (
    engine.phase("combat_start", "all"),
    engine.phase("combat_start_late", "all"),
    (_plating_start, ()),
    (turns.next_turn, ()),
)


__all__ = ["CardInst", "empty_combat", "lineup", "new_combat"]

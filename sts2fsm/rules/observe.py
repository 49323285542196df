"""Building a fight from what is seen: arbitrary creatures and piles instead of a fresh start.

A planner fills a `Snapshot` from an observation; what the wire doesn't tell (draw order, a power's private state, move
history) has defaults.
"""

from __future__ import annotations

import attrs

from . import cards, damage, orbstate
from .begin import empty_combat
from .codes import MonsterCode
from .setup import CardSpec, CombatSetup, Intent
from .state import (
    ATTACKS,
    CARDS,
    DISCARDED,
    DRAWN,
    ENERGY_SPENT,
    EXHAUSTED,
    HP_LOSSES,
    LIGHTNINGS,
    ORBS,
    PLAYED_STARTED,
    PLAYS,
    POWER_CARDS,
    SHIVS,
    SKILLS,
    Combat,
    Creature,
    Ctx,
    Power,
)


@attrs.frozen
class PowerSeen:
    """A power on a creature. `state` is its private number where we know it; `fresh`: a debuff put on the player since
    its last tick."""

    id: str
    amount: int
    state: int | None = None
    fresh: bool = False


@attrs.frozen
class EnemySeen:
    """An enemy. `move`: its next move id; "" to infer it from `intents`. `alive` False: a body that will come back."""

    id: str
    combat_id: int
    hp: int
    max_hp: int
    block: int = 0
    powers: tuple[PowerSeen, ...] = ()
    intents: tuple[Intent, ...] = ()
    move: str = ""
    alive: bool = True
    slot: str = ""
    history: tuple[str, ...] = ()


@attrs.frozen
class OrbSeen:
    """An orb with the values it shows now (after Focus)."""

    id: str
    passive: int
    evoke: int


@attrs.frozen
class Snapshot:
    """A fight in the player's turn. `draw` is listed bottom first (its last card is drawn next) where an order is
    assumed.

    The counts are of this turn (`*_fight`: of the fight); the wire doesn't show them, the caller's memory may know
    them.
    """

    round: int
    energy: int
    enemies: tuple[EnemySeen, ...]
    block: int = 0
    powers: tuple[PowerSeen, ...] = ()
    hand: tuple[CardSpec, ...] = ()
    draw: tuple[CardSpec, ...] = ()
    discard: tuple[CardSpec, ...] = ()
    exhaust: tuple[CardSpec, ...] = ()
    stars: int = 0
    orbs: tuple[OrbSeen, ...] = ()  # oldest first
    orb_slots: int | None = None  # None: the character's
    discarded: int = 0
    energy_spent: int = 0
    drawn_fight: int = 0
    shivs_played: int = 0
    orbs_fight: int = 0
    lightnings_fight: int = 0
    attacks_played: int = 0
    skills_played: int = 0
    powers_played: int = 0
    exhausted: int = 0
    hp_losses: int = 0
    hp_losses_fight: int = 0
    cards_fight: int = 0


def combat_from(setup: CombatSetup, seen: Snapshot) -> Combat:
    """A fight that stands as seen. The setup gives hp, relics, potions, ascension and the seed; its deck and line-up
    are not used.

    Cards, powers and monsters the build lacks are left out and named in `notes`; a monster whose move can't be told
    does nothing (noted too).
    """
    c = empty_combat(setup)
    c.round = seen.round
    c.energy = seen.energy
    c.stars = seen.stars
    c.player.block = seen.block
    played = seen.attacks_played + seen.skills_played + seen.powers_played
    c.turn_stats[ATTACKS], c.turn_stats[SKILLS] = seen.attacks_played, seen.skills_played
    c.turn_stats[POWER_CARDS], c.turn_stats[CARDS] = seen.powers_played, played
    c.turn_stats[PLAYED_STARTED] = played
    c.turn_stats[EXHAUSTED], c.turn_stats[HP_LOSSES] = seen.exhausted, seen.hp_losses
    c.turn_stats[PLAYS], c.turn_stats[SHIVS] = played, seen.shivs_played
    c.turn_stats[DISCARDED], c.turn_stats[ENERGY_SPENT] = seen.discarded, seen.energy_spent
    c.fight_stats[DRAWN] = seen.drawn_fight
    c.fight_stats[HP_LOSSES], c.fight_stats[CARDS] = seen.hp_losses_fight, seen.cards_fight
    missing: list[str] = _put_powers(c, c.player, seen.powers)
    missing += _put_orbs(c, seen)
    for enemy in seen.enemies:
        if enemy.id not in c.code.content.monsters:
            missing.append(enemy.id)
            code = None
        else:
            code = c.code.monster(enemy.id, setup.ascension)
        creature = Creature(enemy.combat_id, enemy.id, enemy.hp, enemy.max_hp, code)
        creature.block = enemy.block
        creature.slot = enemy.slot
        creature.history = enemy.history
        creature.alive = enemy.alive
        missing += _put_powers(c, creature, enemy.powers)
        c.enemies.append(creature)
        c.next_id = max(c.next_id, enemy.combat_id + 1)
    for enemy, creature in zip(seen.enemies, c.enemies, strict=True):
        if creature.code is not None:
            creature.move = enemy.move or next(iter(moves_shown(c, creature, creature.code, enemy.intents)), "")
            if not creature.move:
                missing.append(f"{enemy.id} move")
    for name in ("hand", "draw", "discard", "exhaust"):
        pile = getattr(c, name)
        for spec in getattr(seen, name):
            if spec.id in c.code.content.cards:
                pile.append(cards.from_spec(c, spec, -1))
            else:
                missing.append(spec.id)
    c.notes = tuple(dict.fromkeys((*c.notes, *missing)))
    return c


def _put_orbs(c: Combat, seen: Snapshot) -> list[str]:
    """Channelled so far is at least what is in the queue."""
    if seen.orb_slots is not None:
        c.orb_slots = seen.orb_slots
    focus = c.player.amount("FOCUS_POWER")
    known = [orb for orb in seen.orbs if orb.id in orbstate.KINDS]
    c.orbs = [orbstate.from_values(orb.id, orb.passive, orb.evoke, focus) for orb in known]
    lightnings = sum(orb.id == orbstate.LIGHTNING for orb in known)
    c.fight_stats[ORBS] = max(seen.orbs_fight, len(known))
    c.fight_stats[LIGHTNINGS] = max(seen.lightnings_fight, lightnings)
    return [orb.id for orb in seen.orbs if orb not in known]


def _put_powers(c: Combat, creature: Creature, powers: tuple[PowerSeen, ...]) -> list[str]:
    missing = []
    for seen in powers:
        code = c.code.powers.get(seen.id)
        if code is None or not code.definition.behaves:
            missing.append(seen.id)
        if code is None:
            continue
        key = seen.id
        n = 2
        while key in creature.powers:
            key = f"{seen.id}#{n}"
            n += 1
        power = Power(seen.id, seen.amount, code, seen.state, seen.fresh, key)
        creature.powers[key] = power
        start = code.hooks.get("initial_state")
        if seen.state is None and start is not None:
            start(c, creature, power, None)
    return missing


def moves_shown(c: Combat, enemy: Creature, code: MonsterCode, intents: tuple[Intent, ...]) -> list[str]:
    """The moves whose intents look like the shown ones, best match first: same types, then same attack label, then
    what follows its history."""
    kinds = [i.type for i in intents]
    labels = [i.label for i in intents if i.type == "Attack"]
    found = []
    for name, move in code.moves.items():
        if list(move.intents) != kinds:
            continue
        if move.hits is not None and labels:
            ctx = Ctx(enemy.combat_id)
            base = move.hits[0] if isinstance(move.hits[0], int) else move.hits[0](c, ctx)
            times = move.hits[1] if isinstance(move.hits[1], int) else move.hits[1](c, ctx)
            amount = damage.attack_value(c, enemy, c.player, base, None)
            label = str(amount) if times == 1 else f"{amount}x{times}"
            if label != labels[0].replace("×", "x").split(" ")[0]:
                continue
        found.append(name)
    return found

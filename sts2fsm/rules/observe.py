"""Building a fight from what is seen: arbitrary creatures and piles instead of a fresh start.

A planner fills a `Snapshot` from an observation; what the wire doesn't tell (draw order, a power's private state, move
history) has defaults.
"""

from __future__ import annotations

import attrs

from . import cards, damage, orbstate
from .begin import empty_combat
from .codes import MonsterCode
from .seen import appliers, body_move, marks, moves_shown, recall, turned, uses, walk
from .setup import CardSpec, CombatSetup, Intent
from .state import (
    ATTACKS,
    CARDS,
    CREATED,
    DISCARDED,
    DOOM_GIVEN,
    DRAWN,
    DRAWN_IN_TURN,
    ENERGY_SPENT,
    ETHEREALS,
    EXHAUSTED,
    FREE_ATTACKS,
    HP_LOSSES,
    LIGHTNINGS,
    MANUAL,
    ORBS,
    OSTY,
    OSTY_ATTACKS,
    PLAYED_STARTED,
    PLAYS,
    POWER_CARDS,
    SHIVS,
    SKILLS,
    STARS_GAINED,
    Combat,
    Creature,
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
class OstySeen:
    """The Necrobinder's companion; a dead one is still shown (`alive` False)."""

    hp: int
    max_hp: int
    alive: bool = True
    powers: tuple[PowerSeen, ...] = ()


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
    osty: OstySeen | None = None
    orbs: tuple[OrbSeen, ...] = ()  # oldest first
    orb_slots: int | None = None  # None: the character's
    discarded: int = 0
    energy_spent: int = 0
    drawn_fight: int = 0
    shivs_played: int = 0
    free_attacks: int = 0
    orbs_fight: int = 0
    lightnings_fight: int = 0
    attacks_played: int = 0
    skills_played: int = 0
    powers_played: int = 0
    exhausted: int = 0
    hp_losses: int = 0
    hp_losses_fight: int = 0
    cards_fight: int = 0
    ethereals: int = 0  # Ethereal cards played
    ethereals_fight: int = 0
    osty_attacks: int = 0
    stars_gained: int = 0
    doom_given: int = 0  # times the player put Doom on an enemy
    drawn: int = 0  # cards drawn after the turn's own draw
    created_fight: int = 0  # cards the player made


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
    c.turn_stats[FREE_ATTACKS] = seen.free_attacks
    c.turn_stats[DISCARDED], c.turn_stats[ENERGY_SPENT] = seen.discarded, seen.energy_spent
    c.fight_stats[DRAWN] = seen.drawn_fight
    c.fight_stats[HP_LOSSES], c.fight_stats[CARDS] = seen.hp_losses_fight, seen.cards_fight
    c.turn_stats[MANUAL] = played
    c.turn_stats[ETHEREALS], c.fight_stats[ETHEREALS] = seen.ethereals, seen.ethereals_fight
    c.turn_stats[OSTY_ATTACKS], c.turn_stats[STARS_GAINED] = seen.osty_attacks, seen.stars_gained
    c.turn_stats[DOOM_GIVEN], c.turn_stats[DRAWN_IN_TURN] = seen.doom_given, seen.drawn
    c.fight_stats[CREATED] = seen.created_fight
    missing: list[str] = _put_powers(c, c.player, seen.powers)
    if seen.osty is not None:
        c.osty = Creature(OSTY, "OSTY", seen.osty.hp if seen.osty.alive else 0, seen.osty.max_hp)
        c.osty.alive = seen.osty.alive
        missing += _put_powers(c, c.osty, seen.osty.powers)
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
        if code is not None:
            recall(creature, code)
        creature.alive = enemy.alive
        missing += _put_powers(c, creature, enemy.powers)
        if not enemy.alive:
            damage.shed(creature)
        c.enemies.append(creature)
        c.next_id = max(c.next_id, enemy.combat_id + 1)
    missing += turned(c, lambda: _moves(c, seen))
    for name in ("hand", "draw", "discard", "exhaust"):
        pile = getattr(c, name)
        for spec in getattr(seen, name):
            if spec.id in c.code.content.cards:
                pile.append(cards.from_spec(c, spec, -1))
            else:
                missing.append(spec.id)
    appliers(c)
    uses(c)
    marks(c)
    for power in c.player.powers.values():
        if "marks_cards" in power.code.marks:  # what it did to the cards when it came is not on the wire
            power.code.hooks["on_applied"](c, c.player, power, None)
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


def _moves(c: Combat, seen: Snapshot) -> list[str]:
    """Gives every enemy the move that it shows; those whose move nothing tells."""
    missing = []
    for enemy, creature in zip(seen.enemies, c.enemies, strict=True):
        if creature.code is not None:
            if not enemy.history and enemy.alive:
                walk(c, creature, creature.code, enemy.intents)
            creature.move = _move(c, creature, creature.code, enemy)
            if not creature.move:
                missing.append(f"{enemy.id} move")
    return missing


def _move(c: Combat, creature: Creature, code: MonsterCode, seen: EnemySeen) -> str:
    if not seen.alive:
        return body_move(code, seen.move)
    return seen.move or next(iter(moves_shown(c, creature, code, seen.intents)), "")


def _put_powers(c: Combat, creature: Creature, powers: tuple[PowerSeen, ...]) -> list[str]:
    missing = []
    for seen in powers:
        code = c.code.powers.get(seen.id)
        if code is None or not code.definition.behaves or (seen.state is None and "needs_state" in code.marks):
            missing.append(seen.id)
        if code is None:
            continue
        key = seen.id
        n = 2
        while key in creature.powers:
            key = f"{seen.id}#{n}"
            n += 1
        power = Power(seen.id, seen.amount, code, seen.state, seen.fresh, key)
        c.put(creature, power)
        start = code.hooks.get("initial_state")
        acted = "skips_first" in code.marks and not creature.is_player and c.round > 1  # an enemy turn lies behind it
        if seen.state is None and start is not None and not acted:
            start(c, creature, power, None)
    return missing

"""What the enemies will do, told twice: by the labels that the wire shows, and by their move tables with all powers.

The tables speak through the model of the fight (facts.model), so a move that no table has is missing there, and is
named. Damage is in points before our block; health lost is after block, with everything that ends a turn.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import frozen

from sts2fsm.facts.combat import incoming
from sts2fsm.facts.fight import Fight
from sts2fsm.facts.model import model
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Combat, Creature
from sts2fsm.wire.intents import DAMAGE_INTENTS, parse_label
from sts2fsm.wire.observation import Observation

AHEAD = 5  # enemy turns that are looked at when nothing is done; it says how far a fact reaches, and decides nothing
_CALM_OPS = frozenset({"remember", "call", "store", "set_counters"})  # what a move does to its own enemy's memory alone


@frozen(kw_only=True)
class MoveFacts:
    """What one enemy's intent really does: its move's id ("" when no table tells it), damage of all hits (before our
    block), and the rest of the move as the tables write it, an op and its arguments."""

    enemy: int
    move: str
    damage: int
    effects: tuple[str, ...]


@frozen(kw_only=True)
class Threat:
    """`labels` and `tables` are this enemy turn's damage by combat_id, told either way; `differs` names the enemies for
    which they are not the same, and those whose move no table tells.

    `coming` is the damage of all attacks in each of the next enemy turns while nothing is done any more, and `losses`
    the health that each costs; both end with our death if that comes. `turns_to_live` counts turns survived, AHEAD when
    none kills.
    """

    labels: Mapping[int, int]
    tables: Mapping[int, int]
    moves: tuple[MoveFacts, ...]
    coming: tuple[int, ...]
    losses: tuple[int, ...]
    turns_to_live: int

    @property
    def differs(self) -> tuple[int, ...]:
        return tuple(sorted(i for i in {*self.labels, *self.tables} if self.labels.get(i) != self.tables.get(i)))

    @property
    def idle_loss(self) -> int:
        """Health lost when the turn is ended now."""
        return self.losses[0] if self.losses else 0

    @property
    def growth(self) -> float:
        """Points by which the attacks grow each turn: the slope of the straight line through `coming`."""
        count = len(self.coming)
        middle, mean = (count - 1) / 2, sum(self.coming) / max(1, count)
        spread = sum((turn - middle) ** 2 for turn in range(count))
        return (
            sum((turn - middle) * (points - mean) for turn, points in enumerate(self.coming)) / spread
            if spread
            else 0.0
        )


def threat(seen: Observation, fight: Fight | None, build: str) -> Threat | None:
    """What the fight that `seen` shows threatens; None where there is none to act in. Same arguments, same answer."""
    base = model(seen, fight, build, int(seen.fingerprint or "0", 16) & 0x7FFFFFFF)
    if base is None or seen.battle is None:
        return None
    by_enemy, _ = incoming(seen.battle.enemies, 0)
    standing = [enemy for enemy in base.combat.enemies if enemy.alive]
    moves = tuple(_move(base.combat, enemy) for enemy in standing)
    coming, losses, survived = _idle(base.combat)
    return Threat(
        labels={enemy.combat_id: by_enemy.get(enemy.combat_id, 0) for enemy in seen.battle.enemies},
        tables={move.enemy: move.damage for move in moves if move.move},
        moves=moves,
        coming=coming,
        losses=losses,
        turns_to_live=survived,
    )


def _move(combat: Combat, enemy: Creature) -> MoveFacts:
    return MoveFacts(
        enemy=enemy.combat_id,
        move=enemy.move,
        damage=_damage(combat, enemy),
        effects=_effects(combat, enemy),
    )


def _damage(combat: Combat, enemy: Creature) -> int:
    hits = [parse_label(i.label) for i in rules.intents(combat, enemy) if i.type in DAMAGE_INTENTS]
    return sum(hit.total for hit in hits if hit is not None)


def _effects(combat: Combat, enemy: Creature) -> tuple[str, ...]:
    """The move's ops but its damage; numbers that ascension changes as they are here."""
    monster = combat.content.monsters.get(enemy.id)
    move = monster.moves.get(enemy.move) if monster is not None else None
    if move is None:
        return ()
    rows = [op for op in move.do if op[0] != "dmg" and op[0] not in _CALM_OPS]
    return tuple(" ".join(str(_here(part, combat.setup.ascension)) for part in op) for op in rows)


def _here(part: Any, ascension: int) -> Any:
    """A pair of the tables is (below, from) ascension 9 on; one marked `a8` from 8 on (facts/rules.json)."""
    if isinstance(part, Mapping):
        return part["a8"][ascension >= 8]
    return part[ascension >= 9] if isinstance(part, tuple) and len(part) == 2 else part


def _idle(start: Combat) -> tuple[tuple[int, ...], tuple[int, ...], int]:
    """Attack damage and health lost in each enemy turn while nothing is done, and how many turns that is survived."""
    combat, coming, losses = start.copy(), [], []
    for turn in range(AHEAD):
        before = combat.player.hp
        coming.append(sum(_damage(combat, enemy) for enemy in combat.enemies))
        rules.end_turn(combat)
        while combat.pending is not None and combat.outcome is None:
            rules.choose(combat, tuple(range(combat.pending.min)))
        losses.append(before - max(0, combat.player.hp))
        if combat.outcome is not None:
            return tuple(coming), tuple(losses), turn + (combat.outcome != "lost")
    return tuple(coming), tuple(losses), AHEAD

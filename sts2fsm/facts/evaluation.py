"""What the end of a turn is worth: named comparisons first, then weighted parts that add up (policies.yaml, section
planner)."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import frozen

from sts2fsm.facts.planner import Weights
from sts2fsm.rules import combat as rules
from sts2fsm.rules.orbstate import DARK, passive_value
from sts2fsm.rules.stars import BLADE, FORGED
from sts2fsm.rules.state import Combat, Creature


@frozen(kw_only=True)
class Start:
    """The fight as the turn was found: what an end is measured against. `enemies` is health by combat_id; `dear` is
    how dear
    potions are in this room."""

    hp: int
    max_hp: int
    enemies: Mapping[int, int]
    potions: tuple[str | None, ...]
    dear: float
    potion_worth: Callable[[str], float]
    next_phase: int  # points of health gained in one turn that no healing gives


@frozen(kw_only=True)
class Worth:
    """`better` holds the comparisons, best first; `parts` add up to `value`."""

    better: tuple[bool, ...]
    parts: Mapping[str, float]

    @property
    def value(self) -> float:
        return sum(self.parts.values())

    @property
    def rank(self) -> tuple[tuple[bool, ...], float]:
        """Greater is better."""
        return self.better, self.value


_COMPARED: Mapping[str, Callable[[Combat], bool]] = {
    "survives": lambda end: end.outcome != "lost" and end.player.hp > 0,
    "wins": lambda end: end.outcome == "won",
}


def _powers(creature: Creature, table: Mapping[str, float]) -> float:
    """Powers by the table; a debuff that it does not list counts as much against us as a buff counts for us."""
    total, usual = 0.0, table["default"]
    for power in creature.powers.values():
        other = -usual if power.code.definition.type == "Debuff" else usual
        total += table.get(power.id, other) * power.amount
    return total


def _orbs(end: Combat, table: Mapping[str, float]) -> float:
    """The queue: what each orb does by itself a turn, or has stored."""
    total = 0.0
    for orb in end.orbs:
        points = orb[1] if orb[0] == DARK else passive_value(end, orb)
        total += table.get(orb[0], table["default"]) * points
    return total


def _forged(end: Combat) -> int:
    """Damage forged into the blades of all piles."""
    piles = (end.hand, end.draw, end.discard)
    return sum(card.counters.get(FORGED, 0) for pile in piles for card in pile if card.id == BLADE)


def _lasting(left: int, weights: Weights) -> float:
    """How much powers of ours have yet to do: in full while the enemies have `power_hp` health, less later."""
    return min(1.0, left / weights.power_hp) if weights.power_hp else 1.0


def _left(enemy: Creature, start: Start) -> int:
    """Health that counts as still to be taken. An enemy that has far more than at the start of the turn was beaten
    and stands in
    its next phase: that is progress, else the last blow would never be struck. Healing is not held against a line."""
    before = start.enemies.get(enemy.combat_id)
    if before is None:
        return enemy.hp + enemy.block
    return 0 if enemy.hp > before + start.next_phase else min(enemy.hp, before) + enemy.block


def worth(
    end: Combat, start: Start, weights: Weights, comparisons: tuple[str, ...], *, chancy: bool, partial: bool
) -> Worth:
    """The worth of a combat after the enemies' turn, or after the fight. `chancy`: chance had a part in it;
    `partial`: something
    in it is not modelled."""
    result = rules.summary(end)
    hp = result.hp
    under = max(0, min(start.hp, weights.low_hp_under) - hp)
    left = [enemy for enemy in end.enemies if enemy.alive] if end.outcome is None else []
    health = sum(_left(enemy, start) for enemy in left)
    used = [potion for potion, after in zip(start.potions, end.potions, strict=True) if potion and potion != after]
    parts = {
        "health": weights.hp * (hp - start.hp),
        "low health": -weights.low_hp * under,
        "enemy health": weights.enemy_hp * health,
        "enemies": weights.enemy * len(left),
        "win": weights.win if end.outcome == "won" else 0.0,
        "death": weights.death if end.outcome == "lost" else 0.0,
        "block": weights.spare_block * end.player.block if left else 0.0,
        "our powers": _powers(end.player, weights.own_powers) * _lasting(health, weights) if left else 0.0,
        "orbs": _orbs(end, weights.orbs) if left and end.orbs else 0.0,
        "Osty": weights.osty * end.osty.hp if left and end.osty is not None and end.osty.alive else 0.0,
        "stars": weights.star * end.stars if left else 0.0,
        "forged": weights.forged * _forged(end) if left and end.setup.character == "REGENT" else 0.0,
        "their powers": sum(_powers(enemy, weights.enemy_powers) for enemy in left),
        "potions": weights.potion * start.dear * sum(map(start.potion_worth, used)),
        "max health": weights.max_hp * (result.max_hp - start.max_hp),
        "gold": weights.gold * result.gold_delta,
        "chance": weights.random if chancy else 0.0,
        "unmodelled": weights.unmodelled if partial else 0.0,
    }
    return Worth(better=tuple(_COMPARED[name](end) for name in comparisons), parts=parts)

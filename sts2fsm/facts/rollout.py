"""Playing a fight on, quickly and simply, to see where a turn leads: block what comes in, then hit, powers early.

The quick player is weaker than the search, so what it reaches is a pessimistic guess; it is used to compare ends of
one turn with
each other, all played on alike.
"""

from __future__ import annotations

from sts2fsm.facts.planner import QuickPlayer
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import CardInst, Combat, Creature
from sts2fsm.wire.intents import DAMAGE_INTENTS, parse_label

_MOST_PLAYS = 30  # a turn longer than this is a loop of free cards
TARGETED = "AnyEnemy"


def _threats(combat: Combat) -> dict[int, int]:
    """Damage by combat_id that the living enemies mean to do."""
    found = {}
    for enemy in combat.enemies:
        if enemy.alive:
            hits = [parse_label(i.label) for i in rules.intents(combat, enemy) if i.type in DAMAGE_INTENTS]
            found[enemy.combat_id] = sum(hit.total for hit in hits if hit)
    return found


def _weakest(combat: Combat) -> Creature | None:
    living = [enemy for enemy in combat.enemies if enemy.alive]
    return min(living, key=lambda enemy: enemy.hp + enemy.block, default=None)


def _liking(
    combat: Combat, card: CardInst, target: Creature, uncovered: int, threats: dict[int, int], weigh: QuickPlayer
) -> float:
    """How much the quick player likes a card now, a point of damage being 1."""
    numbers = rules.card_numbers(combat, card)
    block, hit = numbers.get("Block", 0), numbers.get("Damage", 0) or numbers.get("OstyDamage", 0)
    damage = hit * numbers.get("Hits", 1)
    liking = weigh.block * min(block, uncovered) + weigh.spare_block * block
    if card.type == "Attack":
        left = target.hp + target.block
        if "VULNERABLE_POWER" in target.powers:
            damage = damage * 3 // 2
        liking += min(damage, left)
        if damage >= left:
            liking += weigh.kill + threats.get(target.combat_id, 0)
    elif card.type == "Power":
        liking += weigh.power if combat.round <= weigh.young else weigh.late_power
    elif not block:
        liking += weigh.other
    return liking


def quick_turn(combat: Combat, weigh: QuickPlayer) -> None:
    """Play one turn and end it. Choices are answered with the first cards."""
    threats: dict[int, int] | None = None
    for _ in range(_MOST_PLAYS):
        if combat.outcome is not None:
            return
        if combat.pending is not None:
            count = max(combat.pending.min, min(1, len(combat.pending.cards)))
            rules.choose(combat, tuple(range(min(count, len(combat.pending.cards)))))
            continue
        target = _weakest(combat)
        if target is None:
            break
        threats = (
            _threats(combat)
            if threats is None
            else {k: v for k, v in threats.items() if combat.creature(k) is not None}
        )
        coming = sum(v for k, v in threats.items() if (who := combat.creature(k)) is not None and who.alive)
        uncovered = max(0, coming - combat.player.block)
        best, place = 0.0, -1
        for i, card in enumerate(combat.hand):
            if rules.unplayable_reason(combat, i) is None:
                cost = rules.card_cost(combat, card)
                energy = combat.energy if cost == "X" else int(cost)
                liking = _liking(combat, card, target, uncovered, threats, weigh) / (energy + weigh.effort)
                if liking > best:
                    best, place = liking, i
        if place < 0:
            break
        aim = target.combat_id if rules.target_type(combat.hand[place], combat) == TARGETED else None
        rules.play_card(combat, place, aim)
    if combat.outcome is None and combat.pending is None:
        rules.end_turn(combat)


def play_on(combat: Combat, turns: int, weigh: QuickPlayer) -> Combat:
    """The fight after up to `turns` further turns of the quick player; `combat` itself is changed."""
    for _ in range(turns):
        if combat.outcome is not None:
            break
        quick_turn(combat, weigh)
    return combat

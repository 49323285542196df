"""The one door to combat: start a fight, act in it, look at it. Nothing else changes a `Combat`.

Every action runs the effect stack until the player has to decide again, a choice is pending, or the fight has an
outcome. Illegal actions raise `IllegalPlay` and change nothing.
"""

from __future__ import annotations

from typing import Any

from sts2fsm.errors import BadInput

from . import begin, cost, engine, numbers, play, turns
from .monsters import intents
from .setup import CardSpec, CombatResult, CombatSetup, Intent, RelicSpec
from .state import NOBODY, CardInst, Choice, Combat, Creature, Power, RelicInst

__all__ = [
    "CardInst",
    "CardSpec",
    "Choice",
    "Combat",
    "CombatResult",
    "CombatSetup",
    "Creature",
    "IllegalPlay",
    "Intent",
    "Power",
    "RelicInst",
    "RelicSpec",
    "card_cost",
    "card_numbers",
    "choose",
    "discard_potion",
    "end_turn",
    "intents",
    "max_energy",
    "play_card",
    "potion_target_type",
    "potion_usage",
    "star_cost",
    "start",
    "summary",
    "target_type",
    "unplayable_reason",
    "use_potion",
    "valid_targets",
]


class IllegalPlay(BadInput):
    """The action is not allowed in this state; nothing was changed."""


def start(setup: CombatSetup) -> Combat:
    """A fight at its first player decision: round 1 drawn, enemy moves rolled. Raises BadInput for ids the build's
    content lacks."""
    combat = begin.new_combat(setup)
    engine.run(combat)
    return combat


def unplayable_reason(combat: Combat, hand_index: int) -> str | None:
    """Why a hand card can't be played, as the wire prints it (reasons joined with ", "), or None when it can."""
    reasons = cost.unplayable_flags(combat, combat.hand[hand_index])
    return ", ".join(reasons) or None


def card_cost(combat: Combat, card: CardInst) -> str:
    """The energy cost as the wire prints it: "2", "0", "X"; an unplayable card prints "0"."""
    return "X" if card.code.x_cost else str(max(0, cost.energy_cost(combat, card)))


def star_cost(combat: Combat, card: CardInst) -> str | None:
    """The star cost as the wire prints it: "2", "X", None when the card costs no stars."""
    if card.code.x_stars:
        return "X"
    return str(cost.star_cost(combat, card)) if card.code.star_cost else None


def target_type(card: CardInst, combat: Combat | None = None) -> str:
    """The wire's target_type: AnyEnemy needs a target, the rest don't. With a combat, powers that widen a card's aim
    count."""
    if combat is not None and card.code.rule.get("all_with") in combat.player.powers:
        return "AllEnemies"
    return card.code.target


def potion_target_type(combat: Combat, slot: int) -> str:
    """The wire's target_type of the potion in a slot. Raises IllegalPlay when the slot is empty."""
    return play.potion_code(combat, _potion(combat, slot)).target


def potion_usage(combat: Combat, slot: int) -> str:
    """When the potion in a slot can be used: Combat, Any, or Auto (by itself). Raises IllegalPlay when it is empty."""
    return str(play.potion_code(combat, _potion(combat, slot)).usage)


def valid_targets(combat: Combat) -> list[int]:
    """combat_ids of the enemies that may be targeted, in screen order."""
    return [e.combat_id for e in combat.enemies if e.alive]


def play_card(combat: Combat, hand_index: int, target: int | None = None) -> None:
    """Plays a hand card. `target` is a combat_id, needed for AnyEnemy cards. Raises IllegalPlay."""
    _free(combat)
    if not 0 <= hand_index < len(combat.hand):
        raise IllegalPlay(f"no hand card {hand_index}: the hand has {len(combat.hand)}")
    card = combat.hand[hand_index]
    reasons = cost.unplayable_flags(combat, card)
    if reasons:
        raise IllegalPlay(f"{card.id} can't be played: {', '.join(reasons)}")
    aim = _target(combat, target_type(card, combat), target, card.id)
    combat.base = 0
    play.from_hand(combat, hand_index, aim)
    engine.run(combat)


def use_potion(combat: Combat, slot: int, target: int | None = None) -> None:
    """Drinks or throws the potion in a slot. Raises IllegalPlay."""
    _free(combat)
    potion = _potion(combat, slot)
    code = play.potion_code(combat, potion)
    if code.usage == "Auto":
        raise IllegalPlay(f"{potion} works by itself")
    aim = _target(combat, code.target, target, potion)
    combat.base = 0
    play.potion(combat, slot, aim)
    engine.run(combat)


def discard_potion(combat: Combat, slot: int) -> None:
    """Throws the potion in a slot away. Raises IllegalPlay when the slot is empty."""
    _potion(combat, slot)
    combat.potions[slot] = None
    combat.base = 0
    engine.fire_relics(combat, "potion_lost")


def end_turn(combat: Combat) -> None:
    """Ends the player's turn: enemy side, then the next player turn up to its first decision."""
    _free(combat)
    turns.end_player_turn(combat)
    engine.run(combat)


def choose(combat: Combat, indices: tuple[int, ...]) -> None:
    """Answers `combat.pending` with indices into its cards and resumes. Raises IllegalPlay for a wrong number or
    index."""
    choice = combat.pending
    if choice is None:
        raise IllegalPlay("no choice is pending")
    if len(set(indices)) != len(indices) or not all(0 <= i < len(choice.cards) for i in indices):
        raise IllegalPlay(f"bad choice {indices} of {len(choice.cards)} cards")
    if not (choice.min <= len(indices) <= choice.max or (choice.can_skip and not indices)):
        raise IllegalPlay(f"choose {choice.min} to {choice.max} cards, not {len(indices)}")
    combat.stack[-1][2].picked = tuple(choice.cards[i] for i in indices)
    combat.pending = None
    engine.run(combat)


def card_numbers(combat: Combat | None, card: CardInst) -> dict[str, int]:
    """The card's numbers as shown: Damage and Block after the player's modifiers when a combat is given, the rest as
    printed."""
    return numbers.card_numbers(combat, card)


def summary(combat: Combat) -> CombatResult:
    """What the fight leaves behind; meaningful at any time, final once `outcome` is set."""
    return CombatResult(
        outcome=combat.outcome,
        hp=max(0, combat.player.hp),
        max_hp=combat.player.max_hp,
        potions=tuple(combat.potions),
        relics=tuple(RelicSpec(r.id, r.counter) for r in combat.relics),
        gold_delta=combat.gold_delta,
        deck_changes=combat.deck_changes,
        rewards=combat.rewards,
        turns=combat.round,
        killed=combat.killed,
        escaped=tuple(e.id for e in combat.dead if e.escaped),
        notes=combat.notes,
    )


def max_energy(combat: Combat) -> int:
    """Energy a turn starts with now, as the wire's max_energy: the character's, powers and relics."""
    return turns.max_energy(combat)


def _free(combat: Combat) -> None:
    if combat.outcome is not None:
        raise IllegalPlay(f"the fight is over: {combat.outcome}")
    if combat.pending is not None:
        raise IllegalPlay(f"a choice is pending: {combat.pending.purpose}")


def _potion(combat: Combat, slot: int) -> str:
    potion = combat.potions[slot] if 0 <= slot < len(combat.potions) else None
    if potion is None:
        raise IllegalPlay(f"no potion in slot {slot}")
    return potion


def _target(combat: Combat, kind: str, target: int | None, what: Any) -> int:
    if kind != "AnyEnemy":
        return NOBODY
    if target is None:
        raise IllegalPlay(f"{what} needs a target")
    creature = combat.creature(target)
    if creature is None or creature.is_player or not creature.alive:
        raise IllegalPlay(f"{what}: no living enemy {target}")
    return target

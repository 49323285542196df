"""Actions of a fight: cards, potions, the end of the turn, the hand in selection mode."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.combat import Combat, Creature

from . import delays, ledger
from .reply import Refusal, in_range, need_int, want_str
from .room_combat import SETTLE, CombatRoom
from .room_fake_merchant import FakeMerchantRoom
from .room_shop import FOUL_POTION, ShopRoom
from .script import run_ops

if TYPE_CHECKING:
    from .run import Run
    from .world import World

# What the potions that work at any time do outside a fight (facts: potions).
OUTSIDE: Mapping[str, tuple[Mapping[str, Any], ...]] = {
    "BLOOD_POTION": ({"op": "heal_share", "share": 0.2},),
    "FRUIT_JUICE": ({"op": "max_hp", "n": 5},),
    "ENTROPIC_BREW": ({"op": "fill_belt"},),
}


def entity_ids(combat: Combat) -> list[tuple[str, Creature]]:
    """Living enemies in order with their wire ids; the number counts living enemies of the same model, so it shifts
    when one dies."""
    seen: dict[str, int] = {}
    found = []
    for enemy in combat.enemies:
        if enemy.alive:
            number = seen.get(enemy.id, 0)
            seen[enemy.id] = number + 1
            found.append((f"{enemy.id}_{number}", enemy))
    return found


def resolve_target(combat: Combat, target: str) -> Creature:
    """A target string: digits are a combat_id of anybody, dead or alive; else a living enemy's entity id. Raises
    Refusal."""
    if target.isdigit():
        number = int(target)
        everybody = [combat.player, *combat.enemies, *combat.dead]
        for creature in everybody:
            if creature.combat_id == number:
                return creature
    else:
        for entity_id, enemy in entity_ids(combat):
            if entity_id == target:
                return enemy
    raise Refusal(f"Target '{target}' not found")


def fight_of(world: World) -> tuple[CombatRoom, Combat]:
    """The room and the combat in progress. Raises Refusal when there is none."""
    room = world.room
    if isinstance(room, CombatRoom) and room.fight is not None:
        return room, room.fight
    raise Refusal("Not in combat")


def _phase(room: CombatRoom) -> None:
    if not room.play_phase:
        raise Refusal("Not in the play phase")
    if room.actions_disabled:
        raise Refusal("Player actions are currently disabled")


def _aim(world: World, combat: Combat, body: Mapping[str, Any]) -> tuple[int, str]:
    target = want_str(body, "target")
    if target is None:
        raise Refusal("Card or potion requires a target: 'target' is missing")
    creature = resolve_target(combat, target)
    if creature.is_player:
        return creature.combat_id, world.live_run.character.name
    return creature.combat_id, world.live_run.content.monsters[creature.id].name


def play_card(world: World, body: Mapping[str, Any]) -> str:
    """Queue a card of the hand."""
    room, combat = fight_of(world)
    _phase(room)
    index = in_range(need_int(body, "card_index"), len(combat.hand), "Card")
    card = combat.hand[index]
    name = world.live_run.content.cards[card.id].name + "+" * card.upgrades
    reason = rules.unplayable_reason(combat, index)
    if reason is not None:
        raise Refusal(f"Card '{name}' cannot be played: {reason}")
    if rules.target_type(card, combat) != "AnyEnemy":
        room.enqueue(room.card_step(card, None))
        return f"Playing '{name}'"
    target, who = _aim(world, combat, body)
    room.enqueue(room.card_step(card, target))
    return f"Playing '{name}' targeting {who}"


def end_turn(world: World, _body: Mapping[str, Any]) -> str:
    """End the turn."""
    room, _ = fight_of(world)
    _phase(room)
    if room.mid_play or room.selection is not None:
        raise Refusal("Cannot end turn while a card is being played or hand is in selection mode")
    room.end_turn()
    return "Ending turn"


def belt(world: World) -> list[str | None]:
    """The potion slots as they stand now."""
    room = world.room
    if isinstance(room, CombatRoom) and room.fight is not None:
        return room.fight.potions
    return world.live_run.potions


def _slot(world: World, body: Mapping[str, Any]) -> tuple[int, str]:
    slots = belt(world)
    slot = in_range(need_int(body, "slot"), len(slots), "Potion slot")
    potion = slots[slot]
    if potion is None:
        raise Refusal(f"Potion slot {slot} is empty")
    return slot, potion


def use_potion(world: World, body: Mapping[str, Any]) -> str:
    """Queue a potion; one that works at any time is accepted in the enemy's turn and drunk later."""
    slot, potion = _slot(world, body)
    run = world.live_run
    definition = run.content.potions[potion]
    room = world.room
    fighting = isinstance(room, CombatRoom) and room.fight is not None
    if fighting and slot in room.queued_potions:
        raise Refusal(f"Potion {potion} is already queued")
    if run.over:
        raise Refusal("Player is dead")
    if definition.usage == "Combat" and not (fighting and room.play_phase):
        raise Refusal("This potion can only be used in combat, in the play phase")
    if definition.usage == "Auto":
        raise Refusal("This potion is used automatically")
    if not fighting:
        return _drink_outside(world, slot, potion)
    if room.phase == SETTLE or world.now < room.disabled_until:
        raise Refusal("Player actions are currently disabled")
    target = None
    if definition.target == "AnyEnemy":
        target, _ = _aim(world, room.fight, body)
    room.queued_potions.add(slot)
    room.enqueue(room.potion_step(slot, target))
    return f"Using potion '{definition.name}'"


def _drink_outside(world: World, slot: int, potion: str) -> str:
    run = world.live_run
    room = world.room
    if potion == FOUL_POTION:
        if not isinstance(room, (FakeMerchantRoom, ShopRoom)):
            raise Refusal("This potion cannot be used here")
        world.after(delays.CARD, room.throw_foul_potion)
    else:
        world.after(delays.CARD, lambda: _effect_outside(world, potion))
    run.history.here.add("potion_used", f"POTION.{potion}")
    run.potions[slot] = None
    return f"Using potion '{run.content.potions[potion].name}'"


def _effect_outside(world: World, potion: str) -> None:
    run_ops(world, OUTSIDE[potion])


def discard_potion(world: World, body: Mapping[str, Any]) -> str:
    """Throw a potion away, in any state."""
    slot, potion = _slot(world, body)
    run: Run = world.live_run
    belt(world)[slot] = None
    if isinstance(world.room, CombatRoom) and world.room.fight is not None:
        world.room.queued_potions.discard(slot)
        run.history.here.add("potion_discarded", f"POTION.{potion}")
    else:
        run.potions[slot] = potion
        ledger.discard_potion(run, slot)
    return f"Discarding potion '{run.content.potions[potion].name}'"


def combat_select_card(world: World, body: Mapping[str, Any]) -> str:
    """Click a hand holder in selection mode."""
    room, _ = fight_of(world)
    if room.selection is None:
        raise Refusal("Hand is not in selection mode")
    holders = room.selection.holders()
    index = in_range(need_int(body, "card_index"), len(holders), "Card")
    if not world.screens:  # an overlay in front swallows the click
        room.selection.select(index)
    return f"Selecting card: {world.live_run.content.cards[holders[index].id].name}"


def combat_confirm_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Confirm the hand selection."""
    room, _ = fight_of(world)
    if room.selection is None:
        raise Refusal("Hand is not in selection mode")
    room.confirm_selection()
    return "Confirming selection"


COMBAT_ACTIONS: Mapping[str, Callable[[World, Mapping[str, Any]], str]] = {
    "play_card": play_card,
    "end_turn": end_turn,
    "use_potion": use_potion,
    "discard_potion": discard_potion,
    "combat_select_card": combat_select_card,
    "combat_confirm_selection": combat_confirm_selection,
}

"""The battle block and the hand in selection mode."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.combat import Combat, Creature, Intent

from .actions_combat import entity_ids
from .render_player import Json, combat_card, powers
from .room_combat import ENEMY, CombatRoom, HandSelection

if TYPE_CHECKING:
    from sts2fsm.content import Content

    from .world import World

# Intent titles are mood words in the game; a hidden intent has none.
_TITLES: Mapping[str, str] = {
    "Attack": "Aggressive",
    "DeathBlow": "Aggressive",
    "Buff": "Empower",
    "Debuff": "Strategic",
    "DebuffStrong": "Strategic",
    "StatusCard": "Strategic",
    "CardDebuff": "Strategic",
    "Defend": "Defensive",
    "Escape": "Cowardly",
    "Heal": "Recover",
    "Summon": "Reinforce",
    "Sleep": "Asleep",
    "Stun": "Stunned",
    "Unknown": "Mysterious",
}
HAND_MODES = ("simple_select", "upgrade_select")
COMBAT_MESSAGE = "Combat is not in progress."


def intent(shown: Intent) -> Json:
    """One intent."""
    row: Json = {"type": shown.type, "label": shown.label}
    title = _TITLES.get(shown.type)
    if title is not None:
        row["title"] = title
        row["description"] = f"{shown.type} {shown.label}".strip() + "."
    return row


def enemy(content: Content, combat: Combat, entity_id: str, creature: Creature) -> Json:
    """One living enemy."""
    row: Json = {
        "entity_id": entity_id,
        "combat_id": creature.combat_id,
        "name": content.monsters[creature.id].name,
        "hp": creature.hp,
        "max_hp": creature.max_hp,
        "block": creature.block,
        "status": powers(content, creature),
    }
    if creature.move:
        row["intents"] = [intent(i) for i in rules.intents(combat, creature)]
    return row


def battle(room: CombatRoom, combat: Combat) -> Json:
    """Round, side, phase, enemies (living ones; none is listed between two waves)."""
    listed = entity_ids(combat) if room.world.now >= room.wave_at else []
    content = room.run.content
    return {
        "round": combat.round,
        "turn": "enemy" if room.phase == ENEMY else "player",
        "is_play_phase": room.play_phase,
        "enemies": [enemy(content, combat, name, creature) for name, creature in listed],
    }


def combat_state(world: World) -> Json:
    """The room's payload: without a fight in progress only a message, before it begins as after it ended."""
    room: CombatRoom = world.room
    combat = room.fight
    if combat is None:
        return {"state_type": room.kind, "message": COMBAT_MESSAGE}
    if world.faults.hit("battle_error"):
        return {"state_type": room.kind, "battle": {"error": "Combat state unavailable"}}
    if room.selection is not None:
        return {
            "state_type": "hand_select",
            "hand_select": hand_select(room, combat, room.selection),
            "battle": battle(room, combat),
        }
    return {"state_type": room.kind, "battle": battle(room, combat)}


def hand_select(room: CombatRoom, combat: Combat, selection: HandSelection) -> Json:
    """The hand in selection mode; `selected_cards` only when some are."""
    content = room.run.content
    block: Json = {"mode": selection.choice.mode, "prompt": room.prompt(selection.choice), "cards": []}
    for index, inst in enumerate(selection.holders()):
        row: Any = combat_card(content, combat, inst)
        row["index"] = index
        block["cards"].append(row)
    selected = selection.selected()
    if selected:
        block["selected_cards"] = [
            {"index": i, "name": content.cards[c.id].name + "+" * c.upgrades} for i, c in enumerate(selected)
        ]
    block["can_confirm"] = selection.can_confirm
    return block

"""Fights for the tests of facts, built as wire payloads by hand: a player, a hand, enemies with intents."""

from __future__ import annotations

from typing import Any

from sts2fsm.content import load
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation

READER = WireReader()


def card(card_id: str, index: int, **changes: Any) -> dict[str, Any]:
    """A hand card as the wire shows it, its facts from the tables (only names, cost and target type are taken)."""
    row = load().cards[card_id]
    shown = {
        "index": index,
        "id": card_id,
        "name": row.name,
        "type": row.type,
        "cost": "X" if row.x_cost else str(row.cost[0]),
        "star_cost": None,
        "description": None,
        "rarity": row.rarity,
        "is_upgraded": False,
        "keywords": [],
        "target_type": row.target,
        "can_play": True,
        "unplayable_reason": None,
    }
    return {**shown, **changes}


def enemy(enemy_id: str, number: int, hp: int, *intents: tuple[str, str], **changes: Any) -> dict[str, Any]:
    """An enemy with `combat_id` number + 1; intents are (type, label)."""
    shown = {
        "entity_id": f"{enemy_id}_{number}",
        "combat_id": number + 1,
        "name": enemy_id,
        "hp": hp,
        "max_hp": max(hp, 40),
        "block": 0,
        "status": [],
        "intents": [{"type": kind, "label": label} for kind, label in intents],
    }
    return {**shown, **changes}


def power(power_id: str, amount: int, kind: str = "Buff") -> dict[str, Any]:
    return {"id": power_id, "name": power_id, "amount": amount, "type": kind, "description": None, "keywords": []}


def fight(
    hand: list[str | dict[str, Any]],
    enemies: list[dict[str, Any]],
    *,
    energy: int = 3,
    screen: str = "monster",
    **player: Any,
) -> Observation:
    """An observation of the player's turn. Further keywords are player fields (hp, block, status, potions, draw_pile
    ...)."""
    cards = [card(c, i) if isinstance(c, str) else {**c, "index": i} for i, c in enumerate(hand)]
    shown = {
        "character": "The Ironclad",
        "hp": 50,
        "max_hp": 80,
        "block": 0,
        "gold": 99,
        "status": [],
        "relics": [],
        "potions": [],
        "max_potion_slots": 3,
        "energy": energy,
        "max_energy": 3,
        "hand": cards,
        "draw_pile": [],
        "discard_pile": [],
        "exhaust_pile": [],
        "draw_pile_count": 0,
        "discard_pile_count": 0,
        "exhaust_pile_count": 0,
    }
    return READER.observation(
        {
            "state_type": screen,
            "battle": {"round": 1, "turn": "player", "is_play_phase": True, "enemies": enemies},
            "run": {"act": 1, "floor": 3, "ascension": 0},
            "player": {**shown, **player},
        }
    )

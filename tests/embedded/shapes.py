"""wire.md as a table: which keys a payload's blocks may hold, which they must, and of what type.

A type is "s" string, "i" integer, "f" number, "b" bool, with "n" added when it may be null; a list holds the type of
its elements; a dict
is a block. A key ending in "?" may be absent.
"""

from __future__ import annotations

from typing import Any

Shape = Any

KEYWORD = {"name": "sn", "description": "sn"}
KEYWORDS = [KEYWORD]
CARD = {
    "id": "s",
    "name": "s",
    "type": "s",
    "cost": "s",
    "star_cost": "sn",
    "description": "sn",
    "rarity": "s",
    "is_upgraded": "b",
    "keywords": KEYWORDS,
}
INDEXED = {**CARD, "index": "i"}
HAND = {**INDEXED, "target_type": "s", "can_play": "b", "unplayable_reason": "sn"}
PILE = {"name": "s", "cost": "s", "star_cost": "sn", "description": "sn"}
POWER = {"id": "s", "name": "s", "amount": "i", "type": "s", "description": "s", "keywords": KEYWORDS}
RELIC = {"id": "s", "name": "s", "description": "s", "counter": "in", "keywords": KEYWORDS}
POTION = {
    "id": "s",
    "name": "s",
    "description": "s",
    "slot": "i",
    "can_use_in_combat": "b",
    "target_type": "s",
    "keywords": KEYWORDS,
}
OFFERED_RELIC = {"index": "i", "id": "s", "name": "s", "description": "s", "rarity": "s", "keywords": KEYWORDS}
ORB = {"id": "s", "name": "s", "description": "s", "passive_val": "i", "evoke_val": "i", "keywords": KEYWORDS}
PET = {"id": "s", "name": "s", "alive": "b", "hp": "i", "max_hp": "i", "block": "i", "status": [POWER]}
PLAYER = {
    "character": "s",
    "hp": "i",
    "max_hp": "i",
    "block": "i",
    "gold": "i",
    "status": [POWER],
    "relics": [RELIC],
    "potions": [POTION],
    "max_potion_slots": "i",
}
FIGHTER = {
    **PLAYER,
    "energy": "i",
    "max_energy": "i",
    "stars?": "i",
    "hand": [HAND],
    "draw_pile_count": "i",
    "discard_pile_count": "i",
    "exhaust_pile_count": "i",
    "draw_pile": [PILE],
    "discard_pile": [PILE],
    "exhaust_pile": [PILE],
    "orbs?": [ORB],
    "orb_slots?": "i",
    "orb_empty_slots?": "i",
    "pets?": [PET],
}
RUN = {"act": "i", "floor": "i", "ascension": "i"}
INTENT = {"type": "s", "label?": "s", "title?": "s", "description?": "s"}
ENEMY = {
    "entity_id": "s",
    "combat_id": "i",
    "name": "s",
    "hp": "i",
    "max_hp": "i",
    "block": "i",
    "status": [POWER],
    "intents?": [INTENT],
}
BATTLE = {"round": "i", "turn": "s", "is_play_phase": "b", "enemies": [ENEMY]}
POINT = {"col": "i", "row": "i", "type": "s"}
BOSS = {"col": "i", "row": "i", "id?": "s", "name?": "s"}
ITEM = {
    "index": "i",
    "category": "s",
    "price": "i",
    "is_stocked": "b",
    "can_afford": "b",
    "on_sale?": "b",
    "card_id?": "s",
    "card_name?": "s",
    "card_type?": "s",
    "card_cost?": "s",
    "card_star_cost?": "sn",
    "card_rarity?": "s",
    "card_description?": "s",
    "relic_id?": "s",
    "relic_name?": "s",
    "relic_description?": "s",
    "potion_id?": "s",
    "potion_name?": "s",
    "potion_description?": "s",
    "keywords?": KEYWORDS,
}
SHOP = {"items": [ITEM], "can_proceed": "b", "error?": "s"}
NAMED = {"name": "s", "enabled": "b"}
COMBAT = {"battle?": BATTLE, "message?": "s"}

BLOCKS: dict[str, Shape] = {
    "monster": COMBAT,
    "elite": COMBAT,
    "boss": COMBAT,
    "hand_select": {
        "battle": BATTLE,
        "hand_select": {
            "mode": "s",
            "prompt?": "s",
            "cards": [INDEXED],
            "selected_cards?": [{"index": "i", "name": "s"}],
            "can_confirm": "b",
        },
    },
    "rewards": {
        "rewards": {
            "items": [
                {
                    "index": "i",
                    "type": "s",
                    "description": "s",
                    "gold_amount?": "i",
                    "potion_id?": "s",
                    "potion_name?": "s",
                    "potion_description?": "s",
                }
            ],
            "can_proceed": "b",
        }
    },
    "card_reward": {"card_reward": {"cards": [INDEXED], "can_skip": "b"}},
    "map": {
        "map": {
            "current_position?": POINT,
            "visited": [POINT],
            "next_options": [{"index": "i", **POINT, "leads_to?": [POINT]}],
            "nodes": [{**POINT, "children": [["i"]], "id?": "s", "name?": "s"}],
            "boss?": BOSS,
            "bosses?": [BOSS],
        }
    },
    "event": {
        "event": {
            "event_id": "s",
            "event_name": "s",
            "is_ancient": "b",
            "in_dialogue": "b",
            "body": "sn",
            "options": [
                {
                    "index": "i",
                    "title": "s",
                    "description": "s",
                    "is_locked": "b",
                    "is_proceed": "b",
                    "was_chosen": "b",
                    "relic_name?": "s",
                    "relic_description?": "s",
                    "keywords": KEYWORDS,
                }
            ],
        }
    },
    "rest_site": {
        "rest_site": {
            "options": [{"index": "i", "id": "s", "name": "s", "description": "s", "is_enabled": "b"}],
            "can_proceed": "b",
        }
    },
    "shop": {"shop": SHOP},
    "fake_merchant": {
        "fake_merchant": {"event_id": "s", "event_name": "s", "started_fight": "b", "shop": SHOP, "message?": "s"}
    },
    "treasure": {"treasure": {"message?": "s", "relics?": [OFFERED_RELIC], "can_proceed?": "b"}},
    "card_select": {
        "card_select": {
            "screen_type": "s",
            "prompt?": "s",
            "cards": [INDEXED],
            "preview_showing": "b",
            "preview_cards?": [CARD],
            "can_confirm": "b",
            "can_cancel": "b",
            "can_skip?": "b",
        }
    },
    "bundle_select": {
        "bundle_select": {
            "screen_type": "s",
            "prompt?": "s",
            "bundles": [{"index": "i", "card_count": "i", "cards": [INDEXED]}],
            "preview_showing": "b",
            "preview_cards": [CARD],
            "can_cancel": "b",
            "can_confirm": "b",
        }
    },
    "relic_select": {"relic_select": {"prompt?": "s", "relics": [OFFERED_RELIC], "can_skip": "b"}},
    "crystal_sphere": {
        "crystal_sphere": {
            "instructions_title?": "s",
            "instructions_description?": "s",
            "grid_width": "i",
            "grid_height": "i",
            "cells": [
                {
                    "x": "i",
                    "y": "i",
                    "is_hidden": "b",
                    "is_clickable": "b",
                    "is_highlighted": "b",
                    "is_hovered": "b",
                    "item_type?": "s",
                    "is_good?": "b",
                }
            ],
            "clickable_cells": [{"x": "i", "y": "i"}],
            "revealed_items": [{"item_type": "s", "x": "i", "y": "i", "width": "i", "height": "i", "is_good": "b"}],
            "tool": "s",
            "can_use_big_tool": "b",
            "can_use_small_tool": "b",
            "divinations_left_text?": "s",
            "can_proceed": "b",
        }
    },
    "overlay": {"overlay": {"screen_type": "s", "message": "s"}},
    "game_over": {"game_over": {"message": "s", "options": ["s"]}},
    "unknown": {"room_type?": "sn"},
}
CHARACTER = {
    "id": "s",
    "name": "s",
    "locked": "b",
    "hp": "i",
    "gold": "i",
    "energy": "i",
    "description": "s",
    "starting_relics?": [{"name": "s", "description": "s"}],
    "starting_deck?": ["s"],
    "total_cards?": "i",
    "total_relics?": "i",
    "total_potions?": "i",
}
BLOCKED = {**NAMED, "reason": "s", "pending_epoch_ids": ["s"]}
MENU = {"menu_screen": "s", "message": "s", "options?": [NAMED], "characters?": [CHARACTER]}
MAIN = {"menu_screen": "s", "message": "s", "options?": ["s"], "blocked_options?": [BLOCKED]}

_TYPES: dict[str, tuple[type, ...]] = {"s": (str,), "i": (int,), "f": (int, float), "b": (bool,)}


def faults(value: Any, shape: Shape, path: str) -> list[str]:
    """What is wrong with a value, as `path: problem`; empty when it has the shape."""
    if isinstance(shape, dict):
        return _block(value, shape, path)
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{path}: no list"]
        return [p for i, item in enumerate(value) for p in faults(item, shape[0], f"{path}[{i}]")]
    if value is None:
        return [] if "n" in shape[1:] else [f"{path}: null"]
    good = isinstance(value, _TYPES[shape[0]]) and (shape[0] == "b" or not isinstance(value, bool))
    return [] if good else [f"{path}: {value!r} is no {shape}"]


def _block(value: Any, shape: dict[str, Shape], path: str) -> list[str]:
    if not isinstance(value, dict):
        return [f"{path}: no block"]
    optional = {k[:-1]: v for k, v in shape.items() if k.endswith("?")}
    required = {k: v for k, v in shape.items() if not k.endswith("?")}
    found = [f"{path}.{key}: missing" for key in required if key not in value]
    for key, item in value.items():
        kind = required.get(key, optional.get(key))
        found += [f"{path}.{key}: unknown key"] if kind is None else faults(item, kind, f"{path}.{key}")
    return found


def payload_faults(payload: dict[str, Any]) -> list[str]:
    """What is wrong with a whole GET payload."""
    state = payload["state_type"]
    if state == "menu":
        block = MAIN if payload["menu_screen"] == "main" else MENU
        lingering = payload["menu_screen"] == "character_select" and "run" in payload
        extra: dict[str, Shape] = {"run": RUN} if lingering else {}
    else:
        block = BLOCKS[state]
        fighting = "energy" in payload.get("player", {})
        extra = (
            {}
            if state == "unknown" and "run" not in payload
            else {"run": RUN, "player": FIGHTER if fighting else PLAYER}
        )
    return _block(payload, {"state_type": "s", **block, **extra}, state)

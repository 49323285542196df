"""Layouts of older mods, recognised and named instead of guessed at (behaviour W14)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sts2fsm.errors import GameIncompatible


def _player_inside_battle(payload: Mapping[str, Any]) -> bool:
    battle = payload.get("battle")
    return isinstance(battle, dict) and "player" in battle


def _shop_cards_nested(payload: Mapping[str, Any]) -> bool:
    shop = payload.get("shop")
    items = shop.get("items") if isinstance(shop, dict) else None
    return isinstance(items, list) and any(isinstance(item, dict) and "card" in item for item in items)


OLDER_LAYOUTS: tuple[tuple[str, Callable[[Mapping[str, Any]], bool]], ...] = (
    ("the player stands inside `battle`, as releases 0.3.x of the mod had it", _player_inside_battle),
    ("shop cards are nested objects, as early releases of the mod had it", _shop_cards_nested),
)


def refuse_older_layouts(payload: Mapping[str, Any]) -> None:
    """Raise GameIncompatible when the payload has the shape of a mod older than 0.4.0."""
    for name, matches in OLDER_LAYOUTS:
        if matches(payload):
            raise GameIncompatible(f"{name}: install STS2MCP 0.4.0 or later, built for your game (docs/playing.md)")

"""A card's numbers as shown, for rendering our own descriptions."""

from __future__ import annotations

from . import damage, effects
from .state import CardInst, Combat

DAMAGE_NAMES = ("Damage",)
BLOCK_NAMES = ("Block",)


def card_numbers(combat: Combat | None, card: CardInst) -> dict[str, int]:
    """Printed numbers of the card; with a combat, Damage and Block after the player's modifiers."""
    shown = dict(card.code.numbers)
    if combat is None:
        return shown
    extra = card.counter("extra_damage")
    for name, n in shown.items():
        if name in DAMAGE_NAMES and card.code.type == "Attack":
            shown[name] = damage.attack_value(combat, combat.player, None, n + extra, card)
        elif name in BLOCK_NAMES:
            shown[name] = effects.block_value(combat, combat.player, n, card)
    return shown

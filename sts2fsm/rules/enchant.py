"""Enchantments: what the one on a card adds to numbers, cost and plays. Rows of tables/enchantments.json say which;
here is how."""

from __future__ import annotations

from collections.abc import Callable

from .state import CardInst

_ADD: dict[str, Callable[[CardInst, int], int]] = {
    "SHARP": lambda card, n: n,
    "INKY": lambda card, n: 2,
    "MOMENTUM": lambda card, n: card.counter("momentum"),
    "VIGOROUS": lambda card, n: 0 if "vigorous_used" in card.counters else n,
    "TEZCATARAS_EMBER": lambda card, n: 3,
}
_MUL: dict[str, tuple[int, int]] = {"CORRUPTED": (3, 2), "INSTINCT": (2, 1)}
_BLOCK_ADD: dict[str, Callable[[CardInst, int], int]] = {
    "NIMBLE": lambda card, n: n,
    "GOOPY": lambda card, n: n - 1 + card.counter("goopy"),
}


def damage_add(card: CardInst) -> int:
    """What the enchantment adds to each hit of the card."""
    if card.enchantment is None:
        return 0
    fn = _ADD.get(card.enchantment[0])
    return fn(card, card.enchantment[1]) if fn is not None else 0


def damage_mul(card: CardInst) -> tuple[int, int]:
    """The enchantment's factor on damage, as a fraction."""
    if card.enchantment is None:
        return (1, 1)
    return _MUL.get(card.enchantment[0], (1, 1))


def block_add(card: CardInst) -> int:
    """What the enchantment adds to the card's block."""
    if card.enchantment is None:
        return 0
    fn = _BLOCK_ADD.get(card.enchantment[0])
    return fn(card, card.enchantment[1]) if fn is not None else 0


KEYWORDS_ADDED = {
    "GOOPY": ("Exhaust",),
    "ROYALLY_APPROVED": ("Innate", "Retain"),
    "STEADY": ("Retain",),
    "TEZCATARAS_EMBER": ("Eternal",),
}
KEYWORDS_REMOVED = {"SOULS_POWER": ("Exhaust",)}
FREE = ("TEZCATARAS_EMBER",)
EXTRA_PLAYS = {"SPIRAL": 1}
EXTRA_PLAYS_ONCE = {"GLAM": 1}

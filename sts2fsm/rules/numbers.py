"""A card's numbers as shown, for rendering our own descriptions."""

from __future__ import annotations

from . import damage, effects
from .state import OSTY, PLAYER, CardInst, Combat, Creature, Ctx

BLOCK_NAMES = ("Block",)


def damage_name(card: CardInst) -> str:
    """The name of the number that is the card's damage: attacks of the companion have their own."""
    return "OstyDamage" if "OstyDamage" in card.code.numbers else "Damage"


def card_numbers(combat: Combat | None, card: CardInst) -> dict[str, int]:
    """Printed numbers of the card. With a combat: Damage is one hit of its attack after the player's modifiers (also
    where it is computed from piles or block), Hits how often it hits when not once, Block the block after modifiers.
    """
    shown = dict(card.code.numbers)
    if combat is None:
        return shown
    if card.code.attack is not None:
        base, times = card.code.attack
        ctx = Ctx(PLAYER, card=card)
        ctx.x = combat.energy
        amount = base if isinstance(base, int) else base(combat, ctx)
        hits = times if isinstance(times, int) else times(combat, ctx)
        dealer = combat.player if not card.code.by_osty else combat.osty or Creature(OSTY, "OSTY", 1, 1)
        shown[damage_name(card)] = damage.attack_value(combat, dealer, None, amount, card)
        if hits != 1:
            shown["Hits"] = hits
    for name in BLOCK_NAMES:
        if name in shown:
            shown[name] = effects.block_value(combat, combat.player, shown[name], card)
    return shown

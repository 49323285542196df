"""The numbers that a hand card shows, against the tables: what is shown wins.

Enchantments, growth in a fight and changes of a build are not on the wire as such, but the card's text has its damage
and block with
everything counted in. The text is read for numbers alone, so its language does not matter.
"""

from __future__ import annotations

import re

from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import CardInst, Combat

_NUMBER = re.compile(r"\d+")
# Which enchantment stands for a difference: it adds to each hit, or to the block (content tables, enchantments).
_STANDS_FOR = (("Damage", "SHARP"), ("Block", "NIMBLE"))
_MADE_WITH = {"SHIV": ("INKY", 1)}  # the only enchantment that a card made in a fight comes with (Blade of Ink)
_MOST = 60  # points a card may differ by and still be taken for the same card


def at_shown_numbers(combat: Combat, inst: CardInst, description: str | None) -> tuple[CardInst, list[str]]:
    """The card as it is shown, and what differed from the tables, as `Damage 6 -> 11`. A card that already carries an
    enchantment, or whose text holds the expected numbers, is left as it is."""
    shown = [int(number) for number in _NUMBER.findall(description or "")]
    if not shown or inst.enchantment is not None:
        return inst, []
    made = inst.with_(enchantment=_MADE_WITH[inst.id]) if inst.id in _MADE_WITH else inst
    plain = rules.card_numbers(combat, inst).get("Damage")
    if plain not in shown and rules.card_numbers(combat, made).get("Damage") == shown[0]:
        return made, []
    for name, enchantment in _STANDS_FOR:
        expected = rules.card_numbers(combat, inst).get(name)
        if not expected or expected in shown:
            continue
        better = _enchanted(combat, inst, name, enchantment, shown[0])
        if better is not None:
            return better, [f"{name} {expected} -> {shown[0]}"]
    return inst, []


def _enchanted(combat: Combat, inst: CardInst, name: str, enchantment: str, wanted: int) -> CardInst | None:
    """The card with the smallest change that makes it show `wanted`; None when none within reach does."""
    for change in sorted(range(-_MOST, _MOST + 1), key=abs):
        changed = inst.with_(enchantment=(enchantment, change))
        if rules.card_numbers(combat, changed).get(name) == wanted:
            return changed
    return None

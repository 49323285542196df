"""What a card's own table says it does, as far as plain arithmetic goes: damage a hit, hits, block, energy. The rest
is `unmodelled`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import frozen

from sts2fsm.content import load

# Ops of the tables that change neither damage nor block of this play; they make a card no less exact for this purpose.
_SIDE_EFFECTS = frozenset(
    {"power", "draw", "energy", "lose_hp", "add_card", "choose", "exhaust_all", "exhaust_random", "grow", "copy_self"}
)


@frozen(kw_only=True)
class CardNumbers:
    """Printed numbers of one card at one upgrade. `hits` is None where the energy spent decides (X cost).

    `powers` are (power id, amount, target word) it puts; `modelled` is False when its damage or block depends on more
    than the print.
    """

    damage: int = 0
    hits: int | None = 1
    spread: str = "target"  # target, all, random
    block: int = 0
    energy: int = 0
    draws: int = 0
    hp_loss: int = 0
    powers: tuple[tuple[str, int, str], ...] = ()
    modelled: bool = True


UNKNOWN_CARD = CardNumbers(modelled=False)


@cache
def card_numbers(card_id: str, upgraded: bool) -> CardNumbers:
    """Numbers of a card by id; UNKNOWN_CARD when no table has it or its effects are not in one."""
    card = load().cards.get(card_id)
    if card is None or card.do is None:
        return UNKNOWN_CARD
    program = card.do_up if upgraded and card.do_up is not None else card.do
    numbers = {name: pair[1 if upgraded else 0] for name, pair in card.numbers.items()}
    found: dict[str, Any] = {"powers": (), "modelled": True}
    for row in program:
        _read(row, numbers, found)
    return CardNumbers(**found)


def _number(value: Any, numbers: Mapping[str, int]) -> int | None:
    if isinstance(value, str) and value.startswith("$"):
        return numbers.get(value[1:])
    return value if isinstance(value, int) else None


def _read(row: tuple[Any, ...], numbers: Mapping[str, int], found: dict[str, Any]) -> None:
    op, amount = row[0], _number(row[1] if len(row) > 1 else 0, numbers)
    match op:
        case "dmg" if amount is not None and "damage" not in found:
            hits = row[3] if len(row) > 3 else 1
            found["damage"] = amount
            found["hits"] = None if hits == "x" else (_number(hits, numbers) or 1)
            found["spread"] = row[2] if len(row) > 2 else "target"
            found["modelled"] = found["modelled"] and (hits == "x" or _number(hits, numbers) is not None)
        case "block" if amount is not None:
            found["block"] = found.get("block", 0) + amount
        case "energy" if amount is not None:
            found["energy"] = found.get("energy", 0) + amount
        case "draw" if amount is not None:
            found["draws"] = found.get("draws", 0) + amount
        case "lose_hp" if amount is not None:
            found["hp_loss"] = found.get("hp_loss", 0) + amount
        case "power":
            put = _number(row[2], numbers) if len(row) > 2 else 1
            found["powers"] += ((row[1], 1 if put is None else put, row[3] if len(row) > 3 else "self"),)
        case _ if op not in _SIDE_EFFECTS:
            found["modelled"] = False

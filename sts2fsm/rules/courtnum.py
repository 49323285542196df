"""Numeric hooks of the Regent's and the Necrobinder's powers, by name (merged in powernum).

pet_add and pet_mul act on the attacks of the companion (powers stand on the player); star_cost(c, power, card, price)
is the star price.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .state import ATTACKS, ETHEREAL, MANUAL, CardInst, Combat, Creature, Power

Fraction = tuple[int, int]
ONE: Fraction = (1, 1)


def _amount(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> int:
    return power.amount


def _first_attack(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    if card is None or card.code.type != "Attack" or c.turn_stats[ATTACKS]:
        return ONE
    return (100 + power.amount, 100)


def _blade_doubled(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (2, 1) if card is not None and card.id == "SOVEREIGN_BLADE" else ONE


def _hang(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (power.amount, 1) if card is not None and card.id == "HANG" else ONE


def _dearer(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return price + power.amount


def _free_ethereal(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return 0 if card.kw & ETHEREAL else price


def _void_form(c: Combat, power: Power, card: CardInst, price: int) -> int:
    # `state` is the round it was put on: it opens with the next turn, for the first cards played by hand
    return 0 if power.state != c.round and c.turn_stats[MANUAL] < power.amount else price


NUMERIC: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "dealt_mul": {"first_attack": _first_attack},
    "taken_mul": {"blade_doubled": _blade_doubled, "hang": _hang},
    "pet_add": {"amount": _amount},
    "pet_mul": {"first_attack": _first_attack},
    "cost": {"dearer": _dearer, "free_ethereal": _free_ethereal, "void_form": _void_form},
    "star_cost": {"void_form": _void_form},
}

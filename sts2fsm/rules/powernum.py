"""Numeric hooks of powers, by name: what they do to damage, block, costs, plays. Factors are fractions (top, bottom).

Hooks: dealt_add, dealt_mul, taken_add, taken_mul, cap_damage, hp_cap, block_add, block_mul, cost, forbid, result,
plays (extra plays of a card).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import courtnum, effects, monsterfns, silentpowers
from .state import (
    ATTACKS,
    BLOCK_GAINS,
    LAST_BLOCK_PLAY,
    PLAYED_STARTED,
    SKILLS,
    CardInst,
    Combat,
    Creature,
    Power,
)

Fraction = tuple[int, int]
ONE: Fraction = (1, 1)


def _amount(c: Combat, owner: Creature, power: Power, *_: Any) -> int:
    return power.amount


def _vulnerable(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    percent = 150 + dealer.amount("CRUELTY_POWER")
    if dealer.is_player:
        for index, fn in c.relic_hooks.get("vulnerable", ()):
            percent += fn(c, index, c.relics[index], None)
    return (2 * percent - 100 if "DEBILITATE_POWER" in owner.powers else percent, 100)


def _weak(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    percent = 75
    if not owner.is_player:
        for index, fn in c.relic_hooks.get("weak", ()):
            percent += fn(c, index, c.relics[index], None)
    return (2 * percent - 100 if "DEBILITATE_POWER" in owner.powers else percent, 100)


def _shrink(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    return (7, 10)


def _triple(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    return (3, 1) if card is not None and card.code.type == "Attack" else ONE


def _slow(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (10 + (power.state or 0), 10)


def _colossus(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (1, 2) if "VULNERABLE_POWER" in dealer.powers else ONE


def _half(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (1, 2)


def _none(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (0, 1)


def _covering(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (power.amount + 1, 1)  # its own damage and that of each creature it covers


def _double(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (2, 1)


def _one(c: Combat, owner: Creature, power: Power) -> int:
    return 1


def _loss_one(c: Combat, owner: Creature, power: Power, lost: int) -> int:
    return min(1, lost)


def _buffer(c: Combat, owner: Creature, power: Power, lost: int) -> int:
    effects.change_amount(owner, power, -1)
    return 0


def _frail(c: Combat, owner: Creature, power: Power, card: CardInst | None) -> Fraction:
    return (3, 4)


def _no_block(c: Combat, owner: Creature, power: Power, card: CardInst | None) -> Fraction:
    return (0, 1) if card is not None else ONE


def _unmovable(c: Combat, owner: Creature, power: Power, card: CardInst | None) -> Fraction:
    if card is None:
        return ONE
    stats = c.turn_stats
    others = stats[BLOCK_GAINS] - (stats[LAST_BLOCK_PLAY] == stats[PLAYED_STARTED] and stats[BLOCK_GAINS] > 0)
    return (2, 1) if others < power.amount else ONE


def _fasten(c: Combat, owner: Creature, power: Power, card: CardInst | None) -> int:
    return power.amount if card is not None and "Defend" in card.code.tags else 0


def _free_attack(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return 0 if card.code.type == "Attack" else price


def _free_skill(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return 0 if card.code.type == "Skill" else price


def _curious(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return max(0, price - power.amount) if card.code.type == "Power" and price >= 1 else price


def _tangled(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return price + power.amount if card.affliction is not None and card.affliction[0] == "ENTANGLED" else price


def _ringing(c: Combat, power: Power, card: CardInst) -> bool:
    return card.affliction is not None and card.affliction[0] == "RINGING" and c.turn_stats[PLAYED_STARTED] > 0


def _smog(c: Combat, power: Power, card: CardInst) -> bool:
    return card.affliction is not None and card.affliction[0] == "SMOG"


def _skills_exhaust(c: Combat, owner: Creature, power: Power, card: CardInst, pile: str) -> str:
    return "exhaust" if card.code.type == "Skill" else pile


def _rebound(c: Combat, owner: Creature, power: Power, card: CardInst, pile: str) -> str:
    if pile != "discard":
        return pile
    effects.change_amount(owner, power, -1)
    return "draw"


def _nostalgia(c: Combat, owner: Creature, power: Power, card: CardInst, pile: str) -> str:
    played = c.turn_stats[ATTACKS] + c.turn_stats[SKILLS]
    return "draw" if pile == "discard" and card.code.type in ("Attack", "Skill") and played < power.amount else pile


NUMERIC: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "dealt_add": {"amount": _amount, **silentpowers.NUMERIC["dealt_add"]},
    "dealt_mul": {
        "weak": _weak,
        "shrink": _shrink,
        "triple_card": _triple,
        **silentpowers.NUMERIC["dealt_mul"],
        **courtnum.NUMERIC["dealt_mul"],
    },
    "taken_add": {"amount": _amount},
    "taken_mul": {
        "vulnerable": _vulnerable,
        "slow": _slow,
        "colossus": _colossus,
        "half": _half,
        "double": _double,
        "none": _none,
        "covering": _covering,
        **courtnum.NUMERIC["taken_mul"],
        **monsterfns.NUMERIC["taken_mul"],
    },
    "cap_damage": {"one": _one, **monsterfns.NUMERIC["cap_damage"]},
    "hp_cap": {"one": _loss_one, "buffer": _buffer, **monsterfns.NUMERIC["hp_cap"]},
    "block_add": {"amount": _amount, "fasten": _fasten},
    "block_mul": {
        "frail": _frail,
        "none_from_cards": _no_block,
        "unmovable": _unmovable,
        **silentpowers.NUMERIC["block_mul"],
    },
    "cost": {
        "free_attack": _free_attack,
        "free_skill": _free_skill,
        "curious": _curious,
        "tangled": _tangled,
        **silentpowers.NUMERIC["cost"],
        **courtnum.NUMERIC["cost"],
    },
    "star_cost": courtnum.NUMERIC["star_cost"],
    "pet_add": courtnum.NUMERIC["pet_add"],
    "pet_mul": {**courtnum.NUMERIC["pet_mul"], **silentpowers.NUMERIC["dealt_mul"]},
    "forbid": {"ringing": _ringing, "smog": _smog, **monsterfns.NUMERIC["forbid"]},
    "result": {
        "skills_exhaust": _skills_exhaust,
        "rebound": _rebound,
        "nostalgia": _nostalgia,
        **silentpowers.NUMERIC["result"],
    },
    "plays": silentpowers.NUMERIC["plays"],
}

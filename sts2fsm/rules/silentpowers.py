"""Functions of the Silent's and Defect's powers and relics that a table row can't say. Facts: powers, relics."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, effects
from .relicnum import number
from .state import FREE_ATTACKS, PLAYS, RETAIN, SHIVS, SLY, CardInst, Combat, Creature, Power, RelicInst

Fraction = tuple[int, int]


def _shiv(card: CardInst | None) -> bool:
    return card is not None and "Shiv" in card.code.tags


def _latch(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """What answers a card play counts with the amount it had when the play began."""
    if power.state != power.amount:
        effects.set_state(owner, power, power.amount)


def _envenom(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    _, target, lost, _, powered, _ = event
    if powered and lost >= 1:
        effects.apply_power(c, target, "POISON_POWER", power.amount, owner)


def _outbreak(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    applier, _, power_id, amount = event
    if applier is not owner or power_id != "POISON_POWER" or amount <= 0:
        return
    times = (power.state or 0) + 1
    effects.set_state(owner, power, times % 3)
    if times >= 3:
        effects.hit_all(c, power.amount, owner)


def _shivs_retain(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    for name in cards.PILES:
        pile: list[CardInst] = getattr(c, name)
        pile[:] = [card.with_(kw=card.kw | RETAIN) if _shiv(card) else card for card in pile]


def _new_shiv_retains(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if _shiv(event):
        cards.replace(c, event.with_(kw=event.kw | RETAIN))


def _master_planner(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if event.code.type == "Skill" and not event.kw & SLY:
        cards.replace(c, event.with_(kw=event.kw | SLY))


def _nightmare(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.remove_power(c, owner, power)
    if power.state is not None:
        for _ in range(power.amount):
            cards.enter(c, cards.clone(c, power.state), "hand")


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "latch": _latch,
    "envenom": _envenom,
    "outbreak": _outbreak,
    "shivs_retain": _shivs_retain,
    "new_shiv_retains": _new_shiv_retains,
    "master_planner": _master_planner,
    "nightmare": _nightmare,
}


def _accuracy(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> int:
    return power.amount if _shiv(card) else 0


def _phantom_blades(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> int:
    return power.amount if _shiv(card) and not c.turn_stats[SHIVS] else 0


def _tracking(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    return (power.amount, 1) if card is not None and target is not None and "WEAK_POWER" in target.powers else (1, 1)


def _double_card(c: Combat, owner: Creature, power: Power, card: CardInst | None, target: Creature | None) -> Fraction:
    return (2, 1) if card is not None else (1, 1)


def _shadowmeld(c: Combat, owner: Creature, power: Power, card: CardInst | None) -> Fraction:
    return (1 << min(power.amount, 10), 1)


def _free_power(c: Combat, power: Power, card: CardInst, price: int) -> int:
    return 0 if card.code.type == "Power" else price


def _feral(c: Combat, owner: Creature, power: Power, card: CardInst, pile: str, paid: int) -> str:
    free = card.code.type == "Attack" and not paid and c.turn_stats[FREE_ATTACKS] < power.amount
    return "hand" if free else pile


def _echo_form(c: Combat, power: Power, card: CardInst) -> int:
    return int(c.turn_stats[PLAYS] < power.amount)


NUMERIC: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "dealt_add": {"accuracy": _accuracy, "phantom_blades": _phantom_blades},
    "dealt_mul": {"tracking": _tracking, "double_card": _double_card},
    "block_mul": {"shadowmeld": _shadowmeld},
    "cost": {"free_power": _free_power},
    "result": {"feral": _feral},
    "plays": {"echo_form": _echo_form},
}


def _snecko_skull(c: Combat, index: int, relic: RelicInst, event: tuple[Creature, str, int]) -> int:
    _, power_id, amount = event
    return amount + number(c, relic, "Poison") if power_id == "POISON_POWER" and amount > 0 else amount


FUNCTIONS: Mapping[str, Callable[[Combat, int, RelicInst, Any], Any]] = {"snecko_skull": _snecko_skull}

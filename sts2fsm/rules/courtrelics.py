"""Named functions of the Regent's and the Necrobinder's relics, merged in relicfns: fn(combat, index, relic, event)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, cost, effects, play
from .relicnum import number
from .state import CardInst, Combat, Creature, RelicInst

Fraction = tuple[int, int]


def _galactic_dust(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    every = number(c, relic, "Stars")
    total = max(0, relic.counter) + event[1]
    c.relics[index] = RelicInst(relic.id, total % every)
    effects.gain_raw_block(c, c.player, number(c, relic, "Block") * (total // every))


def _minion_damage(c: Combat, index: int, relic: RelicInst, event: Any) -> Fraction:
    return _minion_block(c, index, relic, event[0])


def _minion_block(c: Combat, index: int, relic: RelicInst, event: CardInst | None) -> Fraction:
    return (2, 1) if event is not None and "Minion" in event.code.tags else (1, 1)


def _undying_sigil(c: Combat, index: int, relic: RelicInst, event: Creature) -> Fraction:
    doom = event.amount("DOOM_POWER")
    return (1, 2) if doom and doom >= event.hp else (1, 1)


def _ivory_tile(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if not event.code.x_cost and cost.energy_cost(c, event) >= number(c, relic, "EnergyThreshold"):
        effects.gain_energy(c, number(c, relic, "Energy"))


def _bookmark(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    able = [card for card in c.hand if card.retain and not card.code.x_cost and cost.energy_cost(c, card) > 0]
    if able:
        card = c.rng.choice(able)
        counters = {**card.counters, play.UNTIL_PLAYED: 1}
        cards.replace(c, card.with_(cost_add=card.cost_add - 1, counters=counters))


FUNCTIONS: Mapping[str, Callable[[Combat, int, RelicInst, Any], Any]] = {
    "galactic_dust": _galactic_dust,
    "minion_damage": _minion_damage,
    "minion_block": _minion_block,
    "undying_sigil": _undying_sigil,
    "ivory_tile": _ivory_tile,
    "bookmark": _bookmark,
}

"""Numbers, conditions and card filters that the Regent's and the Necrobinder's rows use, by name (merged in values)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cost
from .state import (
    CREATED,
    DOOM_GIVEN,
    DRAWN_IN_TURN,
    ETHEREAL,
    ETHEREALS,
    OSTY_ATTACKS,
    RETAIN,
    STARS_GAINED,
    CardInst,
    Combat,
    Ctx,
)


def _osty_hp(c: Combat, ctx: Ctx) -> int:
    return c.osty.hp if c.osty is not None else 0


def _osty_max_hp(c: Combat, ctx: Ctx) -> int:
    return c.osty.max_hp if c.osty is not None else 0


def osty_alive(c: Combat, ctx: Ctx) -> bool:
    """True while the companion is there and alive."""
    return c.osty is not None and c.osty.alive


def _other_hits(c: Combat, ctx: Ctx) -> int:
    target = c.creature(ctx.target)
    return max(0, target.hits_taken - 1) if target is not None else 0


READERS: Mapping[str, Callable[[Combat, Ctx], int]] = {
    "stars": lambda c, ctx: c.stars,
    "stars_gained_turn": lambda c, ctx: c.turn_stats[STARS_GAINED],
    "created_fight": lambda c, ctx: c.fight_stats[CREATED],
    "drawn_in_turn": lambda c, ctx: c.turn_stats[DRAWN_IN_TURN],
    "ethereals_turn": lambda c, ctx: c.turn_stats[ETHEREALS],
    "ethereals_fight": lambda c, ctx: c.fight_stats[ETHEREALS],
    "osty_attacks": lambda c, ctx: c.turn_stats[OSTY_ATTACKS],
    "osty_hp": _osty_hp,
    "osty_max_hp": _osty_max_hp,
    "deaths": lambda c, ctx: len(c.killed),
    "other_hits": _other_hits,
}

CONDITIONS: Mapping[str, Callable[[Combat, Ctx], bool]] = {
    "osty": osty_alive,
    "doom_given_this_turn": lambda c, ctx: c.turn_stats[DOOM_GIVEN] > 0,
}


def _self_has(power: str) -> Callable[[Combat, Ctx], bool]:
    def test(c: Combat, ctx: Ctx) -> bool:
        actor = c.creature(ctx.src)
        return actor is not None and power in actor.powers

    return test


def _card_costs(least: int) -> Callable[[Combat, Ctx], bool]:
    def test(c: Combat, ctx: Ctx) -> bool:
        return ctx.card is not None and not ctx.card.code.x_cost and cost.energy_cost(c, ctx.card) >= least

    return test


WITH_ARGUMENT: Mapping[str, Callable[[Any], Callable[[Combat, Ctx], bool]]] = {
    "self_has": _self_has,
    "card_costs": _card_costs,
}

FILTERS: Mapping[str, Callable[[CardInst], bool]] = {
    "blade": lambda card: card.id == "SOVEREIGN_BLADE",
    "soul": lambda card: card.id == "SOUL",
    "ethereal": lambda card: bool(card.kw & ETHEREAL),
    "not_ethereal": lambda card: not card.kw & ETHEREAL,
    "no_retain": lambda card: not card.kw & RETAIN,
    "colorless": lambda card: card.code.definition.pool == "COLORLESS",
    "costs_stars": lambda card: card.code.star_cost > 0 or card.code.x_stars,
    "osty_attack": lambda card: "OstyAttack" in card.code.tags,
}

"""What a card costs and whether it may be played."""

from __future__ import annotations

from .pieces import ENTHRALLED
from .state import UNPLAYABLE, CardInst, Combat, Ctx, Power


def energy_cost(c: Combat, card: CardInst) -> int:
    """Energy the card costs now (not meaningful for X costs)."""
    code = card.code
    price = code.cost
    if card.cost_turn is not None:
        price = card.cost_turn
    elif card.cost_fight is not None:
        price = card.cost_fight
    price += card.cost_add + card.cost_add_turn
    if code.cost_fn is not None:
        price += code.cost_fn if isinstance(code.cost_fn, int) else code.cost_fn(c, Ctx(0, card=card))
    if "cost" in c.heard or "cost" in c.relic_hooks:
        price = _changed(c, card, price)
    return price if price > 0 else 0


def _changed(c: Combat, card: CardInst, price: int) -> int:
    """The cost after powers and relics."""
    late: tuple[Power, ...] = ()  # powers that set a cost come last (from v0.105 on), whatever was added before
    for power in c.player.powers.values():
        if power.code.cost is not None:
            if "late" in power.code.marks:
                late = (*late, power)
            else:
                price = power.code.cost(c, power, card, price)
    for index, fn in c.relic_hooks.get("cost", ()):
        price = fn(c, index, c.relics[index], (card, price))
    for power in late:
        if power.code.cost is not None:
            price = power.code.cost(c, power, card, price)
    return price


def star_cost(c: Combat, card: CardInst) -> int:
    """Stars the card costs now (not meaningful for those that cost all)."""
    price = card.code.star_cost
    if price:
        for power in c.player.powers.values():
            if power.code.star_cost is not None:
                price = power.code.star_cost(c, power, card, price)
    return price


def x_value(c: Combat, paid: int) -> int:
    """The X of an X-cost card for the energy paid."""
    for index, fn in c.relic_hooks.get("x_value", ()):
        paid += fn(c, index, c.relics[index], None)
    return paid


def blocked(c: Combat, card: CardInst) -> bool:
    """True when a power, a relic or another card forbids playing this card now."""
    if "forbid" in c.heard:
        for power in c.player.powers.values():
            fn = power.code.forbid
            if fn is not None and fn(c, power, card):
                return True
    for index, fn in c.relic_hooks.get("forbid", ()):
        if fn(c, index, c.relics[index], card):
            return True
    for held in c.hand:  # noqa: SIM110 - this is asked of every card at every play, and a loop is faster
        if held.code.stops and _stopped(c, held, card):
            return True
    return False


def _stopped(c: Combat, held: CardInst, card: CardInst) -> bool:
    limit = held.code.rule.get("play_limit")
    if limit is not None and c.turn_stats[0] >= limit:
        return True
    return held.id == ENTHRALLED and card.id != ENTHRALLED


def unplayable_flags(c: Combat, card: CardInst) -> list[str]:
    """The wire's reasons against playing a hand card, in the wire's order; empty when it may be played."""
    flags: list[str] = []
    code = card.code
    if card.kw & UNPLAYABLE:
        return ["HasUnplayableKeyword"]
    if not code.x_cost and energy_cost(c, card) > c.energy:
        flags.append("EnergyCostTooHigh")
    if code.star_cost > c.stars and star_cost(c, card) > c.stars:
        flags.append("StarCostTooHigh")
    if code.target in ("AnyAlly",):
        flags.append("NoLivingAllies")
    if code.playable is not None and not code.playable(c, Ctx(0, card=card)):
        flags.append("BlockedByCardLogic")
    if blocked(c, card):
        flags.append("BlockedByHook")
    return flags

"""Ops of monsters' moves: what they remember, whom they call, what they steal and which curses they offer."""

from __future__ import annotations

from typing import Any

from . import afflictions, cards, effects, monsters, powerfns
from .engine import defer
from .monsterfns import steal_gold
from .state import CardInst, Choice, Combat, Ctx


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def remember(c: Combat, ctx: Ctx, args: Any) -> None:
    """Adds to a number the actor remembers. Arguments: name, n."""
    name, n = args
    memory = effects.source(c, ctx.src).memory
    memory[name] = memory.get(name, 0) + n


def store(c: Combat, ctx: Ctx, args: Any) -> None:
    """Sets a number the actor remembers. Arguments: name, value."""
    name, n = args
    effects.source(c, ctx.src).memory[name] = _num(n, c, ctx)


def call(c: Combat, ctx: Ctx, args: Any) -> None:
    """Monsters of a kind join, while fewer than `most` others live. Arguments: ids (one is drawn each time), n, most,
    move, last: the remembered number that keeps the same one from coming twice in a row ("" for none)."""
    ids, n, most, move, last = args
    owner = effects.source(c, ctx.src)
    for _ in range(_num(n, c, ctx)):
        if monsters.others(c, owner) >= most:
            return
        able = [i for i in range(len(ids)) if not last or len(ids) == 1 or owner.memory.get(last) != i + 1]
        chosen = c.rng.choice(able)
        if last:
            owner.memory[last] = chosen + 1
        monsters.join(c, ids[chosen], "", move, near=ctx.src)


def lose_power(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor loses n of a power, with no reaction. Arguments: power, n."""
    power_id, n = args
    owner = effects.source(c, ctx.src)
    if power_id in owner.powers:
        powerfns.shift(c, owner, power_id, -_num(n, c, ctx))


def clear_powers(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor sheds all its powers."""
    effects.source(c, ctx.src).powers.clear()


def steal_card(c: Combat, ctx: Ctx, args: Any) -> None:
    """A deck card leaves the draw or discard pile with the actor; it is lost unless the thief dies. Argument: rarities,
    the ones it likes best first; what is of no such rarity comes last."""
    owner = effects.source(c, ctx.src)
    able = [card for card in (*c.draw, *c.discard) if card.deck_index >= 0]
    if not able or not owner.alive:
        return
    for rarity in args[0]:
        liked = [card for card in able if card.code.definition.rarity == rarity]
        if liked:
            able = liked
            break
    card = c.rng.choice(able)
    cards.take(c, card.uid)
    c.removed.append(card)
    c.deck_changes = (*c.deck_changes, ("remove", card.deck_index))
    effects.apply_power(c, owner, "SWIPE_POWER", 1, owner, card.deck_index)


def set_counters(c: Combat, ctx: Ctx, args: Any) -> None:
    """Sets a counter of all cards of an id. Arguments: id, counter, value."""
    card_id, key, value = args
    n = _num(value, c, ctx)

    def change(card: CardInst) -> CardInst:
        return card.with_(counters={**card.counters, key: n}) if card.id == card_id else card

    afflictions.change_all(c, change)


def pit(c: Combat, ctx: Ctx, args: Any) -> None:
    """Frantic Escape: the Sandpit is n deeper, and this card costs 1 more for the fight."""
    for enemy in c.enemies:
        held = enemy.powers.get("SANDPIT_POWER")
        if held is not None:
            effects.change_amount(enemy, held, args[0])
    if ctx.card is not None:
        ctx.card = ctx.card.with_(cost_add=ctx.card.cost_add + 1)
        cards.replace(c, ctx.card)


def curse(c: Combat, ctx: Ctx, args: Any) -> None:
    """The player picks one of some cards; its power lands on the player. Arguments: ((card id, amount), ...)."""
    defer(c, ((_ask_curse, args),), ctx)


def _ask_curse(c: Combat, ctx: Ctx, args: Any) -> None:
    offered = tuple(cards.make(c, card_id).with_(counters={"curse": amount}) for card_id, amount in args[0])
    defer(c, ((_take_curse, ()),), ctx)
    ctx.picked = ()
    c.pending = Choice("choose", "choose", offered, 1, 1, "curse", False)


def _take_curse(c: Combat, ctx: Ctx, args: Any) -> None:
    for card in ctx.picked:
        applier = effects.source(c, ctx.src)
        effects.apply_power(c, c.player, f"{card.id}_POWER", card.counter("curse"), applier)


OPS: dict[str, tuple[Any, ...]] = {
    "remember": (remember, "ss", 1),
    "store": (store, "sv"),
    "call": (call, "svsss", 99, "", ""),
    "lose_power": (lose_power, "sv"),
    "clear_powers": (clear_powers, ""),
    "steal_gold": (steal_gold, ""),
    "steal_card": (steal_card, "s"),
    "set_counters": (set_counters, "ssv"),
    "pit": (pit, "s"),
    "curse": (curse, "s"),
}

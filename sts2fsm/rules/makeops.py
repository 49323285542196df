"""Ops that make, change and play cards: generated cards, copies, costs, replays, automatic plays."""

from __future__ import annotations

from typing import Any

from . import cards, engine, play
from .engine import defer
from .numbers import card_numbers, damage_name
from .silentvalues import card_cost
from .state import NOBODY, CardInst, Choice, Combat, Ctx
from .values import pile_of


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def offer(c: Combat, ctx: Ctx, args: Any) -> None:
    """Offers `of` generated cards, one may be picked (into the hand). Arguments: pool, kind, of, free, upgraded."""
    defer(c, ((_offer, args),), ctx)


def _offer(c: Combat, ctx: Ctx, args: Any) -> None:
    pool, kind, of, free, upgraded = args
    made = tuple(generate_cards(c, pool, kind, _num(of, c, ctx), True, upgraded))
    if free:
        made = tuple(card.with_(cost_turn=0) for card in made)
    defer(c, ((_take_offer, ()),), ctx)
    ctx.picked = ()
    if made:
        c.pending = Choice("choose", "choose", made, 0, 1, "take", True)


def _take_offer(c: Combat, ctx: Ctx, args: Any) -> None:
    for card in ctx.picked:
        cards.enter(c, card, "hand")


def pool_ids(c: Combat, pool: str, kind: str) -> tuple[str, ...]:
    """The cards a pool word stands for: CHARACTER, COLORLESS or OTHERS (every other character's)."""
    own = c.code.content.characters[c.setup.character].pool
    if pool == "CHARACTER":
        return c.code.pool(own, kind)
    if pool == "OTHERS":
        return tuple(
            i for ch in c.code.content.characters.values() if ch.pool != own for i in c.code.pool(ch.pool, kind)
        )
    return c.code.pool(pool, kind)


def generate_cards(c: Combat, pool: str, kind: str, n: int, distinct: bool, upgraded: bool) -> list[CardInst]:
    """n random cards of a pool, in no pile yet."""
    ids = pool_ids(c, pool, kind)
    if not ids:
        return []
    chosen = c.rng.sample(ids, n) if distinct else [c.rng.choice(ids) for _ in range(n)]
    return [cards.make(c, card_id, 1 if upgraded else 0) for card_id in chosen]


def generate(c: Combat, ctx: Ctx, args: Any) -> None:
    """Random cards into a pile. Arguments: pool, kind, n, pile, free, distinct, upgraded."""
    pool, kind, n, pile, free, distinct, upgraded = args
    for card in generate_cards(c, pool, kind, _num(n, c, ctx), distinct, upgraded):
        new = card.with_(cost_turn=0) if free == "turn" else card.with_(cost_fight=0) if free == "fight" else card
        cards.enter(c, new, pile, "random" if pile == "draw" else "top")


def add_card(c: Combat, ctx: Ctx, args: Any) -> None:
    """n new cards of an id into a pile of the player. Arguments: id, pile, n, upgraded."""
    card_id, pile, n, upgraded = args
    for _ in range(_num(n, c, ctx)):
        card = cards.make(c, card_id, 1 if upgraded else 0)
        cards.enter(c, card, pile, "random" if pile == "draw" else "top", by_player=ctx.src == 0)


def copy_self(c: Combat, ctx: Ctx, args: Any) -> None:
    """Copies of the card being played into a pile. Arguments: pile, n, free."""
    pile, n, free = args
    if ctx.card is None:
        return
    for _ in range(_num(n, c, ctx)):
        new = cards.clone(c, ctx.card)
        cards.enter(c, new.with_(cost_fight=0) if free else new, pile)


def copy_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """n copies of each picked card into a pile."""
    pile, n = args
    for card in ctx.picked:
        for _ in range(_num(n, c, ctx)):
            cards.enter(c, cards.clone(c, card), pile)


def transform_all(c: Combat, ctx: Ctx, args: Any) -> None:
    """Turns all cards of a pile that fit into new cards of an id. Arguments: pile, filter, id, upgraded."""
    name, keep, card_id, upgraded = args
    pile = pile_of(c, name)
    for i, card in enumerate(pile):
        if keep(card):
            pile[i] = cards.make(c, card_id, 1 if upgraded else 0)


def transform_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Turns the picked cards into random cards of the character."""
    for card in ctx.picked:
        found = cards.where(c, card.uid)
        if found is not None:
            new = generate_cards(c, "CHARACTER", "any", 1, True, False)
            found[0][found[1]] = new[0]


def set_cost(c: Combat, ctx: Ctx, args: Any) -> None:
    """Sets the cost of picked cards ("picked"), or of all that cost more in the hand ("hand"). Arguments: which, cost,
    scope (turn, fight)."""
    which, n, scope = args
    chosen = ctx.picked if which == "picked" else tuple(c.hand)
    field = "cost_turn" if scope == "turn" else "cost_fight"
    for card in chosen:
        if which == "hand" and (card.code.x_cost or card.code.cost < 0 or card_cost(card) <= n):
            continue
        cards.replace(c, card.with_(**{field: n}))


def random_costs(c: Combat, ctx: Ctx, args: Any) -> None:
    """Hand cards cost a random 0..n until played."""
    for card in list(c.hand):
        if not card.code.x_cost and card.code.cost >= 0:
            counters = {**card.counters, play.UNTIL_PLAYED: 1}
            cards.replace(c, card.with_(cost_fight=c.rng.between(0, args[0]), counters=counters))


def add_replay(c: Combat, ctx: Ctx, args: Any) -> None:
    """Picked cards (or all cards that fit, in all piles) are played n more times. Arguments: which, n."""
    which, n = args
    if which == "picked":
        chosen = list(ctx.picked)
    else:
        keep = play.REPLAY_FILTERS[which]
        chosen = [card for name in ("hand", "draw", "discard", "exhaust") for card in pile_of(c, name) if keep(card)]
    for card in chosen:
        cards.replace(c, card.with_(replay=card.replay + _num(n, c, ctx)))


def grow(c: Combat, ctx: Ctx, args: Any) -> None:
    """Raises a counter of the card being played by n."""
    key, n = args
    if ctx.card is not None:
        new = ctx.card.with_(counters={**ctx.card.counters, key: ctx.card.counter(key) + _num(n, c, ctx)})
        ctx.card = new
        cards.replace(c, new)


def thrash(c: Combat, ctx: Ctx, args: Any) -> None:
    """Exhausts a random Attack of the hand; this card's damage grows by the shown damage of that one, for the fight."""
    able = [card for card in c.hand if card.code.type == "Attack"]
    if not able or ctx.card is None:
        return
    victim = c.rng.choice(able)
    growth = card_numbers(c, victim)[damage_name(victim)] if victim.code.attack is not None else 0
    cards.exhaust(c, victim)
    grow(c, ctx, ("extra_damage", growth))


def mad_science(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the part of Mad Science that its counters name: tinker_time_type picks the kind, tinker_time_rider the
    rider."""
    card = ctx.card
    if card is None or "tinker_time_type" not in card.counters:
        return
    kind = card.counters["tinker_time_type"]
    rider = card.counter("tinker_time_rider")
    engine.exec_now(c, c.code.rule_program(card, f"type{kind}{'x' if rider == 2 else ''}"), ctx)
    if f"rider{rider}" in card.code.rule:
        engine.exec_now(c, c.code.rule_program(card, f"rider{rider}"), ctx)


def autoplay_top(c: Combat, ctx: Ctx, args: Any) -> None:
    """Plays the top n cards of the draw pile. Arguments: n, force exhaust."""
    n, force = args
    for _ in range(_num(n, c, ctx)):
        defer(c, ((play.autoplay_top, (bool(force),)),), Ctx(0))


def autoplay_random(c: Combat, ctx: Ctx, args: Any) -> None:
    """Plays n random cards of a pile that fit, one after another. Arguments: pile, filter, n."""
    pile, keep, n = args
    for _ in range(_num(n, c, ctx)):
        defer(c, ((play.autoplay_random, (pile, keep)),), Ctx(0))


def autoplay_event(c: Combat, ctx: Ctx, args: Any) -> None:
    """Plays the card of the event."""
    if ctx.card is not None:
        defer(c, ((play.autoplay_card, (ctx.card.uid, False, NOBODY)),), Ctx(0))


OPS: dict[str, tuple[Any, ...]] = {
    "offer": (offer, "ssvss", False, False),
    "generate": (generate, "ssvssss", "hand", "", True, False),
    "add_card": (add_card, "ssvs", 1, False),
    "copy_self": (copy_self, "svs", 1, False),
    "copy_picked": (copy_picked, "sv", 1),
    "transform_all": (transform_all, "sfss", False),
    "transform_picked": (transform_picked, ""),
    "set_cost": (set_cost, "sss"),
    "random_costs": (random_costs, "s"),
    "add_replay": (add_replay, "sv"),
    "grow": (grow, "sv"),
    "thrash": (thrash, ""),
    "mad_science": (mad_science, ""),
    "autoplay_top": (autoplay_top, "vs", False),
    "autoplay_random": (autoplay_random, "sfv"),
    "autoplay_event": (autoplay_event, ""),
}

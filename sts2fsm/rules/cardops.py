"""Ops on the player's cards: drawing, choosing, exhausting, discarding, upgrading, moving."""

from __future__ import annotations

from typing import Any

from . import cards, engine, play
from .engine import defer
from .state import NOBODY, PLAYER, SLY, Choice, Combat, Ctx
from .values import pile_of


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return v if v.__class__ is int else v(c, ctx)


def draw(c: Combat, ctx: Ctx, args: Any) -> None:
    """Draws n cards."""
    cards.draw(c, _num(args[0], c, ctx))


def choose(c: Combat, ctx: Ctx, args: Any) -> None:
    """The player picks from a pile, then the program runs with them picked. Without a real choice all that fit are
    picked at once.

    Arguments: pile, filter, least, most, purpose, program, sample (0: the whole pile; n: n random cards of it).
    """
    defer(c, ((_ask, args),), ctx)


def _ask(c: Combat, ctx: Ctx, args: Any) -> None:
    pile, keep, least, most, purpose, then, sample = args
    offered = [card for card in pile_of(c, pile) if keep(card)]
    if pile == "draw" and not sample:
        offered = sorted(offered, key=lambda card: (card.id, card.upgrades, card.uid))
    if sample:
        offered = c.rng.sample(offered, _num(sample, c, ctx))
    low, high = _num(least, c, ctx), _num(most, c, ctx)
    low, high = min(low, len(offered)), min(high, len(offered))
    ctx.picked = ()
    defer(c, then, ctx)
    if not offered:
        return
    if len(offered) <= low:
        ctx.picked = tuple(offered)
        return
    if pile == "hand":
        kind, mode = "hand", "upgrade_select" if purpose == "upgrade" else "simple_select"
    else:
        kind, mode = "grid", "simple_select"
    c.pending = Choice(kind, mode, tuple(offered), low, high, purpose, low == 0)


def exhaust_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Exhausts the picked cards."""
    for card in ctx.picked:
        cards.exhaust(c, card)
    ctx.count = len(ctx.picked)


def exhaust_all(c: Combat, ctx: Ctx, args: Any) -> None:
    """Exhausts all cards of a pile that fit; each is followed by a program. Sets the count."""
    pile, keep, each = args
    chosen = [card for card in pile_of(c, pile) if keep(card)]
    ctx.count = len(chosen)
    for card in chosen:
        cards.exhaust(c, card)
        if each:
            engine.exec_now(c, each, ctx)


def exhaust_random(c: Combat, ctx: Ctx, args: Any) -> None:
    """Exhausts n random cards of a pile that fit; they are the picked ones then."""
    pile, keep, n = args
    chosen = c.rng.sample([card for card in pile_of(c, pile) if keep(card)], _num(n, c, ctx))
    for card in chosen:
        cards.exhaust(c, card)
    ctx.picked = tuple(chosen)
    ctx.count = len(chosen)


def discard_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Discards the picked cards; the count is how many. Sly ones play themselves once the effect is done."""
    for card in ctx.picked:
        cards.discard(c, card)
        if card.kw & SLY and c.side == "player":
            engine.defer_past(c, ((play.autoplay_card, (card.uid, False, NOBODY)),), Ctx(PLAYER))
    ctx.count = len(ctx.picked)


def upgrade_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Upgrades the picked cards for this fight."""
    for card in ctx.picked:
        found = cards.where(c, card.uid)
        if found is not None:
            cards.replace(c, cards.upgraded(c, found[0][found[1]]))


def upgrade_all(c: Combat, ctx: Ctx, args: Any) -> None:
    """Upgrades every card of a pile ("all": of all piles)."""
    piles = ("hand", "draw", "discard", "exhaust") if args[0] == "all" else (args[0],)
    for name in piles:
        setattr(c, name, [cards.upgraded(c, card) for card in pile_of(c, name)])


def move_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Moves the picked cards to a pile."""
    pile, position = args
    for card in ctx.picked:
        now = cards.take(c, card.uid)
        if now is not None:
            cards.put(c, now, pile, position)


def move_all(c: Combat, ctx: Ctx, args: Any) -> None:
    """Moves all cards of one pile that fit to another, as far as a hand has room. Arguments: from, to, filter, most."""
    src, dest, keep, most = args
    left = _num(most, c, ctx)
    for card in [x for x in pile_of(c, src) if keep(x)]:
        if left <= 0 or (dest == "hand" and len(c.hand) >= cards.HAND_MAX):
            return
        now = cards.take(c, card.uid)
        if now is not None:
            cards.put(c, now, dest)
            left -= 1


def pick_random(c: Combat, ctx: Ctx, args: Any) -> None:
    """n random cards of a pile that fit become the picked ones."""
    pile, keep, n = args
    ctx.picked = tuple(c.rng.sample([card for card in pile_of(c, pile) if keep(card)], _num(n, c, ctx)))


def shuffle(c: Combat, ctx: Ctx, args: Any) -> None:
    """Shuffles the draw pile."""
    c.rng.shuffle(c.draw)


def draw_until(c: Combat, ctx: Ctx, args: Any) -> None:
    """Draws until a drawn card does not fit (or nothing more can be drawn)."""
    keep = args[0]
    before = len(c.hand)
    cards.draw(c, 1)
    if len(c.hand) > before and keep(c.hand[-1]):
        defer(c, ((draw_until, args),), ctx)


OPS: dict[str, tuple[Any, ...]] = {
    "draw": (draw, "v"),
    "choose": (choose, "sfvvspv", 0),
    "exhaust_picked": (exhaust_picked, ""),
    "exhaust_all": (exhaust_all, "sfp", ()),
    "exhaust_random": (exhaust_random, "sfv", 1),
    "discard_picked": (discard_picked, ""),
    "upgrade_picked": (upgrade_picked, ""),
    "upgrade_all": (upgrade_all, "s"),
    "move_picked": (move_picked, "ss", "top"),
    "move_all": (move_all, "ssfv", 99),
    "pick_random": (pick_random, "sfv"),
    "shuffle": (shuffle, ""),
    "draw_until": (draw_until, "f"),
}

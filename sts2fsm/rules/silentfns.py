"""What Silent and Defect cards do beyond the common ops: discards with Sly, Shivs, cards that change themselves, and
the powers' functions.

Sly (facts: mechanics `sly`): cards discarded by an effect in the player's turn move, their hooks run, the effect's own
draw follows, then each Sly one plays itself in the order of discarding.
"""

from __future__ import annotations

from typing import Any

from . import cards, effects, engine, play
from .state import (
    NOBODY,
    PLAYER,
    SLY,
    CardInst,
    Combat,
    Ctx,
)
from .values import pile_of

SLY_TURN = "sly_this_turn"  # counter of a card that is Sly until the turn ends
PILES = ("hand", "draw", "discard", "exhaust")


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def discard_cards(c: Combat, chosen: list[CardInst], drawn: int = 0) -> None:
    """Discards hand cards by an effect, draws what the effect draws with it, then has the Sly ones play themselves."""
    sly = [card.uid for card in chosen if card.kw & SLY] if c.side == "player" else []
    for card in chosen:
        cards.discard(c, card)
    if drawn:
        cards.draw(c, drawn)
    for uid in sly:
        engine.defer(c, ((play.autoplay_card, (uid, False, NOBODY)),), Ctx(PLAYER))


def discard_hand(c: Combat, ctx: Ctx, args: Any) -> None:
    """Discards the whole hand; the count is how many. Argument: True to draw as many."""
    chosen = list(c.hand)
    ctx.count = len(chosen)
    discard_cards(c, chosen, len(chosen) if args[0] else 0)


def draw_test(c: Combat, ctx: Ctx, args: Any) -> None:
    """Draws one card, then runs the program when it fits. Arguments: filter, program."""
    keep, then = args
    place = len(c.hand)
    cards.draw(c, 1)
    engine.defer(c, ((_drawn_fits, (place, keep, then)),), ctx)


def _drawn_fits(c: Combat, ctx: Ctx, args: Any) -> None:
    place, keep, then = args
    if len(c.hand) > place and keep(c.hand[place]):
        engine.exec_now(c, then, ctx)


def draw_discarding(c: Combat, ctx: Ctx, args: Any) -> None:
    """Draws n cards and discards those of them that fit. Arguments: n, filter."""
    n, unwanted = args
    held = frozenset(card.uid for card in c.hand)
    cards.draw(c, _num(n, c, ctx))
    engine.defer(c, ((_discard_new, (held, unwanted)),), ctx)


def _discard_new(c: Combat, ctx: Ctx, args: Any) -> None:
    held, unwanted = args
    discard_cards(c, [card for card in c.hand if card.uid not in held and unwanted(card)])


def clean_turn(c: Combat) -> None:
    """Takes this-turn costs and Sly off the cards outside the hand, and this-turn Sly off those in it."""
    c.marks = c.marks - {cards.CLEAN}
    for name in PILES:
        pile = pile_of(c, name)
        for i, card in enumerate(pile):
            new = card
            if SLY_TURN in card.counters:
                counters = {k: v for k, v in card.counters.items() if k != SLY_TURN}
                new = new.with_(kw=new.kw & ~SLY, counters=counters)
            if name != "hand" and (card.cost_turn is not None or card.cost_add_turn or card.retain_turn):
                new = new.with_(cost_turn=None, cost_add_turn=0, retain_turn=False)
            pile[i] = new


def retain_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """The picked cards stay in hand this turn."""
    for card in ctx.picked:
        cards.replace(c, card.with_(retain_turn=True))


def sly_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """The picked cards are Sly this turn."""
    for card in ctx.picked:
        if not card.kw & SLY:
            cards.replace(c, card.with_(kw=card.kw | SLY, counters={**card.counters, SLY_TURN: 1}))
            c.marks = c.marks | {cards.CLEAN}


def nightmare(c: Combat, ctx: Ctx, args: Any) -> None:
    """Remembers each picked card; n copies come next turn."""
    for card in ctx.picked:
        effects.apply_power(c, c.player, "NIGHTMARE_POWER", _num(args[0], c, ctx), c.player, cards.clone(c, card))


def add_enchanted(c: Combat, ctx: Ctx, args: Any) -> None:
    """n new enchanted cards into a pile. Arguments: id, pile, n, enchantment, its amount."""
    card_id, pile, n, enchantment, amount = args
    for _ in range(_num(n, c, ctx)):
        cards.enter(c, cards.make(c, card_id, 0, (enchantment, amount)), pile)


def play_exhausted(c: Combat, ctx: Ctx, args: Any) -> None:
    """Plays all cards of the exhaust pile that fit at the effect's target. Arguments: filter, upgrade them first."""
    keep, upgrade = args
    for card in [x for x in c.exhaust if keep(x)]:
        if _num(upgrade, c, ctx):
            cards.replace(c, cards.upgraded(c, card))
        engine.defer(c, ((play.autoplay_card, (card.uid, False, ctx.target)),), Ctx(PLAYER))


def block_kept(c: Combat, ctx: Ctx, args: Any) -> None:
    """Powered block, and as much again next turn."""
    amount = effects.block_value(c, c.player, _num(args[0], c, ctx), ctx.card)
    effects.gain_block(c, c.player, amount, ctx.card)
    effects.apply_power(c, c.player, "BLOCK_NEXT_TURN_POWER", amount, c.player)


def strip_block(c: Combat, ctx: Ctx, args: Any) -> None:
    """The target loses all block."""
    target = c.creature(ctx.target)
    if target is not None:
        target.block = 0


def cost_self(c: Combat, ctx: Ctx, args: Any) -> None:
    """Changes the cost of the card being played for the fight. Arguments: "add" or "set", n."""
    how, n = args
    if ctx.card is None:
        return
    amount = _num(n, c, ctx)
    new = ctx.card.with_(cost_add=ctx.card.cost_add + amount) if how == "add" else ctx.card.with_(cost_fight=amount)
    ctx.card = new
    cards.replace(c, new)


def grow_alike(c: Combat, ctx: Ctx, args: Any) -> None:
    """Raises a counter of every card with the id of the one being played. Arguments: counter, n."""
    key, n = args
    if ctx.card is None:
        return
    amount = _num(n, c, ctx)
    for pile in (*PILES, "play"):
        for card in [x for x in pile_of(c, pile) if ctx.card is not None and x.id == ctx.card.id]:
            new = card.with_(counters={**card.counters, key: card.counter(key) + amount})
            cards.replace(c, new)
            if ctx.card.uid == new.uid:
                ctx.card = new


def grow_deck(c: Combat, ctx: Ctx, args: Any) -> None:
    """Raises a counter of the card being played for good. Arguments: counter, n."""
    key, n = args
    if ctx.card is None:
        return
    now = ctx.card.counter(key) + _num(n, c, ctx)
    ctx.card = ctx.card.with_(counters={**ctx.card.counters, key: now})
    cards.replace(c, ctx.card)
    if ctx.card.deck_index >= 0:
        c.deck_changes = (*c.deck_changes, ("counter", (ctx.card.deck_index, key, now)))


def while_kills(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the body once, and once more for each enemy that dies of it."""
    _while_kills(c, ctx, (1, args[0]))


def _while_kills(c: Combat, ctx: Ctx, args: Any) -> None:
    left, body = args
    while left and not c.over and c.outcome is None:
        before = len(c.killed)
        engine.exec_now(c, body, ctx)
        left += len(c.killed) - before - 1
        if engine.waiting(c) and left:
            engine.defer(c, ((_while_kills, (left, body)),), ctx)
            return


OPS: dict[str, tuple[Any, ...]] = {
    "discard_hand": (discard_hand, "s", False),
    "draw_test": (draw_test, "fp"),
    "draw_discarding": (draw_discarding, "vf"),
    "retain_picked": (retain_picked, ""),
    "sly_picked": (sly_picked, ""),
    "nightmare": (nightmare, "v"),
    "add_enchanted": (add_enchanted, "ssvss"),
    "play_exhausted": (play_exhausted, "fv", 0),
    "block_kept": (block_kept, "v"),
    "strip_block": (strip_block, ""),
    "cost_self": (cost_self, "sv"),
    "grow_alike": (grow_alike, "sv"),
    "grow_deck": (grow_deck, "sv"),
    "while_kills": (while_kills, "p"),
}

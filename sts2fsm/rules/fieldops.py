"""Ops of monsters and of the field: summons, forced moves, stuns, escapes, relic counters, potions, afflictions."""

from __future__ import annotations

from typing import Any

from . import cards, damage, effects, monsters, play
from .engine import exec_now
from .state import CardInst, Combat, Ctx, RelicInst
from .values import card_filter


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return v if v.__class__ is int else v(c, ctx)


def summon(c: Combat, ctx: Ctx, args: Any) -> None:
    """A monster joins, in a named slot when given; it does not act in this enemy turn. Arguments: id, slot, move."""
    monster_id, slot, move = args
    monsters.join(c, monster_id, slot, move, near=ctx.src)


def set_move(c: Combat, ctx: Ctx, args: Any) -> None:
    """Forces the actor's next move, now if it is the player's turn."""
    owner = effects.source(c, ctx.src)
    monsters.force(c, owner, args[0])


def kill(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor dies."""
    owner = effects.source(c, ctx.src)
    if owner.alive:
        damage.die(c, owner)


def escape(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor leaves the fight."""
    damage.escape(c, effects.source(c, ctx.src))


def revive(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor's body comes back: with n hp out of at most n ("full"), with n hp ("hurt"), or, without n, with all."""
    n, how = args
    owner = effects.source(c, ctx.src)
    owner.alive = True
    amount = owner.max_hp if n is None else _num(n, c, ctx)
    if how == "full":
        owner.max_hp = amount
    owner.hp = min(owner.max_hp, amount)


def counter(c: Combat, ctx: Ctx, args: Any) -> None:
    """A relic counts up; at n it starts over at 0 and the program runs."""
    n, then = args
    index = ctx.extra
    relic = c.relics[index]
    now = max(0, relic.counter) + 1
    reached = now >= n
    c.relics[index] = RelicInst(relic.id, 0 if reached else now)
    if reached:
        exec_now(c, then, ctx)


def set_counter(c: Combat, ctx: Ctx, args: Any) -> None:
    """Sets the acting relic's counter."""
    c.relics[ctx.extra] = RelicInst(c.relics[ctx.extra].id, _num(args[0], c, ctx))


def once(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the program once a fight for the acting relic."""
    mark = f"once:{ctx.power}:{ctx.extra}"
    if mark not in c.marks:
        c.marks = c.marks | {mark}
        exec_now(c, args[0], ctx)


def once_turn(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the program once a turn for the acting relic."""
    mark = f"turn{c.round}:{ctx.power}:{ctx.extra}"
    if mark not in c.marks:
        c.marks = c.marks | {mark}
        exec_now(c, args[0], ctx)


def gain_potion(c: Combat, ctx: Ctx, args: Any) -> None:
    """n random potions into free slots ("fill": all free slots)."""
    free = [i for i, p in enumerate(c.potions) if p is None]
    n = len(free) if args[0] == "fill" else args[0]
    for slot in free[:n]:
        c.potions[slot] = play.random_potion(c)


def afflict(c: Combat, ctx: Ctx, args: Any) -> None:
    """Puts an affliction on all cards that fit and have none. Arguments: id, filter."""
    name, keep_name = args
    keep = card_filter(keep_name)
    for pile in ("hand", "draw", "discard", "exhaust", "play"):
        target: list[CardInst] = getattr(c, pile)
        for i, card in enumerate(target):
            if card.affliction is None and keep(card):
                target[i] = card.with_(affliction=(name, 1))


def afflict_card(c: Combat, ctx: Ctx, args: Any) -> None:
    """Puts an affliction on the event's card when it fits. Arguments: id, filter."""
    name, keep_name = args
    if ctx.card is not None and ctx.card.affliction is None and card_filter(keep_name)(ctx.card):
        cards.replace(c, ctx.card.with_(affliction=(name, 1)))


def clear_affliction(c: Combat, ctx: Ctx, args: Any) -> None:
    """Takes an affliction off every card."""
    for pile in ("hand", "draw", "discard", "exhaust", "play"):
        target: list[CardInst] = getattr(c, pile)
        for i, card in enumerate(target):
            if card.affliction is not None and card.affliction[0] == args[0]:
                target[i] = card.with_(affliction=None)


def reward(c: Combat, ctx: Ctx, args: Any) -> None:
    """An extra reward after the fight: (kind, data)."""
    c.rewards = (*c.rewards, (args[0], args[1]))


def upgrade_deck(c: Combat, ctx: Ctx, args: Any) -> None:
    """n random upgradable deck cards are upgraded for good."""
    limits = c.code.content.cards
    able = [
        i
        for i, spec in enumerate(c.setup.deck)
        if spec.upgrades < limits[spec.id].max_upgrades and ("upgrade", i) not in c.deck_changes
    ]
    for index in c.rng.sample(able, _num(args[0], c, ctx)):
        c.deck_changes = (*c.deck_changes, ("upgrade", index))


OPS: dict[str, tuple[Any, ...]] = {
    "summon": (summon, "sss", "", ""),
    "set_move": (set_move, "s"),
    "kill": (kill, ""),
    "escape": (escape, ""),
    "revive": (revive, "ws", "full"),
    "counter": (counter, "sp"),
    "set_counter": (set_counter, "v"),
    "once": (once, "p"),
    "once_turn": (once_turn, "p"),
    "gain_potion": (gain_potion, "s"),
    "afflict": (afflict, "ss", "any"),
    "afflict_card": (afflict_card, "ss", "any"),
    "clear_affliction": (clear_affliction, "s"),
    "reward": (reward, "ss", None),
    "upgrade_deck": (upgrade_deck, "v"),
}

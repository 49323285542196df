"""The Regent: stars, forging the Sovereign Blade, and what its cards and powers do that no other op says.

Facts: mechanics stars and forge. Stars start at 0, stay between turns and have no cap; an effect that takes stars is
not spending.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, damage, effects, engine, play, powerfns, turns
from .engine import defer
from .state import NOBODY, PLAYER, STARS_GAINED, Combat, Creature, Ctx, Power

BLADE = "SOVEREIGN_BLADE"
FORGED = "forged"  # counter of a blade: damage it gained by forging
_ORBIT_EVERY = 4  # energy spent for each payment of Orbit


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def gain_stars(c: Combat, amount: int) -> None:
    """Adds stars; nothing once the fight is decided."""
    if amount <= 0 or c.over:
        return
    c.stars += amount
    c.turn_stats[STARS_GAINED] += amount
    engine.fire_on(c, c.player, "on_stars_gained", None)


def _stars(c: Combat, ctx: Ctx, args: Any) -> None:
    gain_stars(c, _num(args[0], c, ctx))


def forge(c: Combat, ctx: Ctx, args: Any) -> None:
    """Makes a blade when none is outside the exhaust pile, then every blade hits harder by n for the fight."""
    amount = _num(args[0], c, ctx)
    if amount <= 0 or c.over:
        return
    if not any(card.id == BLADE and not card.dupe for pile in (c.hand, c.draw, c.discard, c.play) for card in pile):
        cards.enter(c, cards.make(c, BLADE), "hand")
    for name in cards.PILES:
        for card in list(getattr(c, name)):
            if card.id == BLADE:
                counters = {**card.counters, FORGED: card.counter(FORGED) + amount}
                cards.replace(c, card.with_(counters=counters))


def _blade_played(c: Combat, ctx: Ctx, args: Any) -> None:
    engine.fire_on(c, c.player, "on_blade_played", None)


def _end_turn(c: Combat, ctx: Ctx, args: Any) -> None:
    """The player's turn ends once everything under way is done."""
    if c.side == "player" and not any(frame[0] is turns.END_OF_TURN for frame in c.stack):
        c.stack.insert(0, [turns.END_OF_TURN, 0, Ctx(PLAYER)])
        c.base += 1


def _transform_picked_into(c: Combat, ctx: Ctx, args: Any) -> None:
    """Turns the picked cards into new cards of an id, where they are. Arguments: id, upgraded."""
    card_id, better = args
    for card in ctx.picked:
        found = cards.where(c, card.uid)
        if found is not None:
            found[0][found[1]] = cards.make(c, card_id, int(better))


def _autoplay_picked(c: Combat, ctx: Ctx, args: Any) -> None:
    """Plays each picked card n times, free."""
    for card in ctx.picked:
        for _ in range(_num(args[0], c, ctx)):
            defer(c, ((play.autoplay_card, (card.uid, False, NOBODY)),), Ctx(PLAYER))


def _cheapen(c: Combat, ctx: Ctx, args: Any) -> None:
    """The card of the effect costs n less for the fight."""
    if ctx.card is not None:
        ctx.card = ctx.card.with_(cost_add=ctx.card.cost_add - _num(args[0], c, ctx))
        cards.replace(c, ctx.card)


def _take_all(c: Combat, ctx: Ctx, args: Any) -> None:
    """All cards that fit come to the hand, from the draw, discard and exhaust pile."""
    for pile in (c.draw, c.discard, c.exhaust):
        for card in [x for x in pile if args[0](x)]:
            if len(c.hand) < cards.HAND_MAX:
                pile.remove(card)
                c.hand.append(card)


def _shuffle_if_empty(c: Combat, ctx: Ctx, args: Any) -> None:
    """Shuffles the discard pile in when nothing is left to draw."""
    if not c.draw and c.discard:
        cards.shuffle_in(c)


OPS: dict[str, tuple[Any, ...]] = {
    "stars": (_stars, "v"),
    "forge": (forge, "v"),
    "blade_played": (_blade_played, ""),
    "end_turn": (_end_turn, ""),
    "transform_picked_into": (_transform_picked_into, "ss", False),
    "autoplay_picked": (_autoplay_picked, "v", 1),
    "cheapen": (_cheapen, "v", 1),
    "take_all": (_take_all, "f"),
    "shuffle_if_empty": (_shuffle_if_empty, ""),
}


# Powers. on_stars_spent events are (None, stars spent, card).


def _child_of_the_stars(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.gain_raw_block(c, owner, power.amount * event[1])


def _black_hole_spent(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, event[2].uid)


def _black_hole_played(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state == event.uid:
        effects.set_state(owner, power, None)
        effects.hit_all(c, power.amount, owner)


def _monarchs_gaze(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[1].hp > 0:
        effects.apply_power(c, event[1], "MONARCHS_GAZE_STRENGTH_DOWN_POWER", power.amount, owner)


def _orbit(c: Combat, owner: Creature, power: Power, event: int) -> None:
    before = power.state or 0
    effects.set_state(owner, power, before + event)
    effects.gain_energy(c, power.amount * ((before + event) // _ORBIT_EVERY - before // _ORBIT_EVERY))


def _reflect(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    dealer, blocked = event[0], event[3]
    if event[4] and blocked and dealer is not None and dealer.alive and dealer is not owner:
        damage.hit(c, owner, dealer, damage.raw_value(c, dealer, blocked), False)


def _royalties(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    c.rewards = (*c.rewards, ("gold", power.amount))


def _monologue_latch(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, (1, power.state[1] if power.state else 0))


def _monologue(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        effects.set_state(owner, power, (1, power.state[1] + power.amount))
        effects.apply_power(c, owner, "STRENGTH_POWER", power.amount, owner)


def _monologue_end(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.remove_power(c, owner, power)
    if power.state:
        powerfns.shift(c, owner, "STRENGTH_POWER", -power.state[1])


def _closed_this_turn(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.set_state(owner, power, c.round)


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "child_of_the_stars": _child_of_the_stars,
    "black_hole_spent": _black_hole_spent,
    "black_hole_played": _black_hole_played,
    "monarchs_gaze": _monarchs_gaze,
    "orbit": _orbit,
    "reflect": _reflect,
    "royalties": _royalties,
    "monologue_latch": _monologue_latch,
    "monologue": _monologue,
    "monologue_end": _monologue_end,
    "closed_this_turn": _closed_this_turn,
}

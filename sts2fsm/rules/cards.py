"""Cards and piles: making, finding, changing, moving, exhausting, drawing."""

from __future__ import annotations

from typing import Any

from . import engine
from .enchant import FREE, KEYWORDS_ADDED, KEYWORDS_REMOVED
from .setup import CardSpec
from .state import CREATED, DISCARDED, DRAWN, DRAWN_IN_TURN, EXHAUSTED, KEYWORDS, STATUSES_DRAWN, CardInst, Combat, Ctx

HAND_MAX = 10
CLEAN = "clean_turn"  # mark: cards outside the hand carry changes that end with the turn
PILES = ("hand", "draw", "discard", "exhaust", "play")


def make(
    c: Combat,
    card_id: str,
    upgrades: int = 0,
    enchantment: tuple[str, int] | None = None,
    deck_index: int = -1,
    **changes: Any,
) -> CardInst:
    """A new card of the fight with its own uid, in no pile yet."""
    code = c.code.card(
        card_id,
        min(upgrades, c.code.content.cards[card_id].max_upgrades) if card_id in c.code.content.cards else upgrades,
    )
    card = CardInst.__new__(CardInst)
    card.uid = c.next_uid
    c.next_uid += 1
    card.id = card_id
    card.upgrades = code.upgrades
    card.code = code
    card.kw = code.keywords
    card.enchantment = None
    card.affliction = None
    card.counters = {}
    card.cost_fight = None
    card.cost_turn = None
    card.cost_add = 0
    card.cost_add_turn = 0
    card.replay = 0
    card.retain_turn = False
    card.deck_index = deck_index
    card.dupe = False
    if enchantment is not None:
        card = enchanted(card, enchantment)
    return card.with_(**changes) if changes else card


def enchanted(card: CardInst, enchantment: tuple[str, int]) -> CardInst:
    """The card with an enchantment on it."""
    kw = card.kw
    for word in KEYWORDS_ADDED.get(enchantment[0], ()):
        kw |= KEYWORDS[word]
    for word in KEYWORDS_REMOVED.get(enchantment[0], ()):
        kw &= ~KEYWORDS[word]
    free = enchantment[0] in FREE
    return card.with_(enchantment=enchantment, kw=kw, cost_fight=0 if free else card.cost_fight)


def from_spec(c: Combat, spec: CardSpec, deck_index: int) -> CardInst:
    """A deck card as it enters the fight."""
    card = make(c, spec.id, spec.upgrades, spec.enchantment, deck_index)
    return card.with_(counters=dict(spec.counters)) if spec.counters else card


def upgraded(c: Combat, card: CardInst) -> CardInst:
    """The card one level up for this fight (itself when it can't be)."""
    if card.upgrades >= card.code.definition.max_upgrades:
        return card
    code = c.code.card(card.id, card.upgrades + 1)
    kw = (card.kw & ~card.code.keywords) | code.keywords
    for word in KEYWORDS_REMOVED.get(card.enchantment[0], ()) if card.enchantment else ():
        kw &= ~KEYWORDS[word]
    return card.with_(upgrades=card.upgrades + 1, code=code, kw=kw)


def clone(c: Combat, card: CardInst) -> CardInst:
    """A copy with its own uid; enchantment, upgrades and costs kept."""
    copy = card.with_(uid=c.next_uid, deck_index=-1, counters=dict(card.counters))
    c.next_uid += 1
    return copy


def replace(c: Combat, new: CardInst) -> None:
    """Puts the changed instance where the one with its uid is: piles and effects in progress."""
    for name in PILES:
        pile: list[CardInst] = getattr(c, name)
        for i, card in enumerate(pile):
            if card.uid == new.uid:
                pile[i] = new
    for _, _, ctx in c.stack:
        if ctx.card is not None and ctx.card.uid == new.uid:
            ctx.card = new


def where(c: Combat, uid: int) -> tuple[list[CardInst], int] | None:
    """The pile and index of a card, None when it is in none."""
    for name in PILES:
        pile: list[CardInst] = getattr(c, name)
        for i, card in enumerate(pile):
            if card.uid == uid:
                return pile, i
    return None


def take(c: Combat, uid: int) -> CardInst | None:
    """Removes a card from its pile and returns it as it is now; None when it is gone."""
    found = where(c, uid)
    return found[0].pop(found[1]) if found is not None else None


def put(c: Combat, card: CardInst, pile: str, position: str = "top") -> None:
    """Puts a card into a pile: "top" or "random" of the draw pile; a full hand sends it to the discard pile."""
    if card.cost_turn is not None or card.cost_add_turn:
        c.marks = c.marks | {CLEAN}
    if pile == "hand" and len(c.hand) >= HAND_MAX:
        c.discard.append(card)
    elif pile == "draw" and position == "random":
        c.draw.insert(c.rng.below(len(c.draw) + 1), card)
    elif pile == "draw" and position == "bottom":
        c.draw.insert(0, card)
    else:
        target: list[CardInst] = getattr(c, pile)
        target.append(card)


def enter(c: Combat, card: CardInst, pile: str, position: str = "top", by_player: bool = True) -> None:
    """A card made in the fight enters a pile; powers that mark new cards see it."""
    put(c, card, pile, position)
    engine.fire(c, "on_card_entered", card)
    if by_player:
        c.fight_stats[CREATED] += 1
        engine.fire_on(c, c.player, "on_card_created", card)


def exhaust(c: Combat, card: CardInst, ethereal: bool = False) -> None:
    """Exhausts a card from wherever it is (or in no pile)."""
    now = take(c, card.uid) or card
    c.exhaust.append(now)
    c.turn_stats[EXHAUSTED] += 1
    own = now.code.rule.get("on_exhaust")
    if own is not None:
        engine.exec_now(c, c.code.rule_program(now, "on_exhaust"), Ctx(0, card=now))
    engine.fire(c, "on_ethereal_exhaust" if ethereal else "on_exhaust", now)


def discard(c: Combat, card: CardInst) -> None:
    """Discards a hand card by an effect."""
    now = take(c, card.uid)
    if now is None:
        return
    c.discard.append(now)
    if now.cost_turn is not None or now.cost_add_turn or now.retain_turn:
        c.marks = c.marks | {CLEAN}
    c.turn_stats[DISCARDED] += 1
    engine.fire(c, "on_discard", now)


def shuffle_in(c: Combat) -> None:
    """Shuffles the discard pile into the draw pile."""
    cards = c.draw + c.discard
    c.rng.shuffle(cards)
    if any(card.enchantment is not None and card.enchantment[0] == "PERFECT_FIT" for card in cards):
        cards.sort(key=lambda card: card.enchantment is not None and card.enchantment[0] == "PERFECT_FIT")
    c.draw = cards
    c.discard = []
    engine.fire(c, "on_shuffle", None)


def draw(c: Combat, n: int, hand_draw: bool = False) -> None:
    """Draws up to n cards; what a drawn card sets off runs before the next one is drawn."""
    if c.over:
        return
    if not hand_draw and (
        any("no_draw" in p.code.marks for p in c.player.powers.values())
        or any("no_draws" in p.code.marks for e in c.enemies for p in e.powers.values())
        or any(fn(c, i, c.relics[i], None) for i, fn in c.relic_hooks.get("no_draw", ()))
    ):
        return
    for done in range(n):
        if len(c.hand) >= HAND_MAX:
            return
        if not c.draw:
            if not c.discard:
                return
            shuffle_in(c)
            if engine.waiting(c):
                engine.defer(c, ((_draw_rest, (n - done, hand_draw)),), Ctx(0))
                return
        card = c.draw.pop()
        c.hand.append(card)
        c.turn_stats[DRAWN] += 1
        c.fight_stats[DRAWN] += 1
        if card.code.type == "Status":
            c.turn_stats[STATUSES_DRAWN] += 1
        if card.code.on_draw is not None:
            engine.exec_now(c, card.code.on_draw, Ctx(0, card=card))
        if card.enchantment is not None and card.enchantment[0] == "SLITHER" and not card.code.x_cost:
            replace(c, card.with_(cost_fight=c.rng.between(0, 3)))
        engine.fire_on(c, c.player, "on_draw", card)
        if not hand_draw:
            c.turn_stats[DRAWN_IN_TURN] += 1
            engine.fire_on(c, c.player, "on_effect_draw", card)
        if engine.waiting(c) and done + 1 < n:
            engine.defer(c, ((_draw_rest, (n - done - 1, hand_draw)),), Ctx(0))
            return


def _draw_rest(c: Combat, ctx: Ctx, args: tuple[int, bool]) -> None:
    draw(c, args[0], args[1])

"""Playing cards and potions: from the hand, by themselves, and where they go afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from . import cards, cost, damage, effects, engine
from .enchant import EXTRA_PLAYS, EXTRA_PLAYS_ONCE
from .state import (
    ATTACKS,
    CARDS,
    ENERGY_SPENT,
    ETHEREAL,
    ETHEREALS,
    EXHAUST,
    FREE_ATTACKS,
    MANUAL,
    NOBODY,
    PLAYED_STARTED,
    PLAYER,
    PLAYS,
    POWER_CARDS,
    SHIVS,
    SKILLS,
    UNPLAYABLE,
    CardInst,
    Combat,
    Ctx,
)

if TYPE_CHECKING:
    from .codes import PotionCode

REPLAY_FILTERS: dict[str, Callable[[CardInst], bool]] = {"strikes": lambda card: "Strike" in card.code.tags}
UNTIL_PLAYED = "cost_until_played"  # counter: cost_fight and cost_add end with the next play
SKILLS_FOR_RETURN = 3  # every so many Skills of a turn bring back the cards whose rule is back_each_skills
_TYPE_STAT = {"Attack": ATTACKS, "Skill": SKILLS, "Power": POWER_CARDS}


def from_hand(c: Combat, hand_index: int, target: int) -> None:
    """Takes a hand card into play, pays for it and has it played. The caller checked that this is legal."""
    card = c.hand[hand_index]
    price = c.energy if card.code.x_cost else cost.energy_cost(c, card)
    del c.hand[hand_index]
    c.play.append(card)
    c.energy -= price
    c.turn_stats[ENERGY_SPENT] += price
    ctx = Ctx(PLAYER, target, card)
    ctx.paid = price
    ctx.x = cost.x_value(c, price) if card.code.x_cost else 0
    if price:
        engine.fire_on(c, c.player, "on_energy_spent", price)
    if card.code.star_cost or card.code.x_stars:
        _pay_stars(c, ctx, card)
    _start(c, ctx)


def _pay_stars(c: Combat, ctx: Ctx, card: CardInst) -> None:
    stars = c.stars if card.code.x_stars else cost.star_cost(c, card)
    if card.code.x_stars:
        ctx.x = stars
    c.stars -= stars
    if stars:
        engine.fire_on(c, c.player, "on_stars_spent", (None, stars, card))


def _start(c: Combat, ctx: Ctx) -> None:
    card = ctx.card
    assert card is not None
    plays = 1 + card.replay
    if card.enchantment is not None:
        plays += EXTRA_PLAYS.get(card.enchantment[0], 0)
        if card.enchantment[0] in EXTRA_PLAYS_ONCE and "enchant_used" not in card.counters:
            plays += EXTRA_PLAYS_ONCE[card.enchantment[0]]
            ctx.card = card = card.with_(counters={**card.counters, "enchant_used": 1})
            cards.replace(c, card)
    if "plays" in c.heard or "play_count" in c.heard:
        plays += _more_plays(c, card)
    for index, extra in c.relic_hooks.get("play_count", ()):
        plays += extra(c, index, c.relics[index], card)
    force = ctx.extra == "exhaust"
    ctx.extra = (plays, result_pile(c, card, force, ctx.paid))
    c.turn_stats[PLAYS] += 1
    if not ctx.paid and card.code.type == "Attack":
        c.turn_stats[FREE_ATTACKS] += 1
    _once(c, ctx, ())


def _more_plays(c: Combat, card: CardInst) -> int:
    """How often powers play the card again."""
    plays = 0
    for key, power in list(c.player.powers.items()):
        code = power.code
        if code.plays is not None:
            plays += code.plays(c, power, card)
        fn = code.hooks.get("play_count")
        if fn is not None and key in c.player.powers and (not code.marks or card.code.type in code.marks):
            plays += 1
            fn(c, c.player, power, None)
    return plays


def _aim(c: Combat, target: int) -> None:
    """The player turns to an enemy, with a card or a potion."""
    if "aim" in c.heard:
        enemy = c.creature(target)
        if enemy is not None:
            engine.fire_on(c, c.player, "aim", (enemy,))


def _once(c: Combat, ctx: Ctx, args: Any) -> None:
    card = ctx.card
    assert card is not None
    stat = _TYPE_STAT.get(card.code.type)
    c.turn_stats[PLAYED_STARTED] += 1
    if ctx.target > PLAYER:
        _aim(c, ctx.target)
    engine.fire(c, "before_card_played", card)
    if card.code.program:
        engine.exec_now(c, card.code.program, ctx)
    elif not card.code.definition.behaves and card.id not in c.notes:
        c.notes = (*c.notes, card.id)
    if c.outcome is not None:
        return
    after = ((_after, (stat,)),)
    if engine.waiting(c):
        engine.defer(c, after, ctx)
    else:
        _after(c, ctx, (stat,))


def _after(c: Combat, ctx: Ctx, args: tuple[int | None]) -> None:
    stat = args[0]
    card = ctx.card
    assert card is not None
    if card.enchantment is not None:
        enchantment_play(c, ctx, card)
        card = ctx.card
        assert card is not None
    c.turn_stats[CARDS] += 1
    c.fight_stats[CARDS] += 1
    if "Shiv" in card.code.tags:
        c.turn_stats[SHIVS] += 1
    if stat is not None:
        c.turn_stats[stat] += 1
        c.fight_stats[stat] += 1
    if card.kw & ETHEREAL:
        c.turn_stats[ETHEREALS] += 1
        c.fight_stats[ETHEREALS] += 1
    if stat == SKILLS and not c.turn_stats[SKILLS] % SKILLS_FOR_RETURN:
        _back_to_hand(c, "back_each_skills", 0, ("discard", "draw", "exhaust"))
    if card.code.cost > 1 or card.code.x_cost:
        _back_to_hand(c, "back_at_cost", ctx.x if card.code.x_cost else cost.energy_cost(c, card), ("discard",))
    engine.fire(c, "on_card_played", card)
    if c.outcome is not None:
        return
    left, pile = ctx.extra
    if left > 1 and not c.over:
        again = Ctx(ctx.src, ctx.target, card)
        again.x = ctx.x
        again.auto = ctx.auto
        again.extra = (left - 1, pile)
        engine.defer(c, ((_once, ()),), again)
    elif engine.waiting(c):
        engine.defer(c, ((_finish, (pile,)),), ctx)
    else:
        _finish(c, ctx, (pile,))


def _back_to_hand(c: Combat, rule: str, n: int, piles: tuple[str, ...]) -> None:
    """Cards with the rule come back to the hand; those whose rule is a number only when `n` is at least that."""
    for name in piles:
        pile: list[CardInst] = getattr(c, name)
        for held in [x for x in pile if rule in x.code.rule]:
            if n >= held.code.rule[rule] and len(c.hand) < cards.HAND_MAX:
                pile.remove(held)
                c.hand.append(held)


def result_pile(c: Combat, card: CardInst, force_exhaust: bool, paid: int) -> str:
    """Where a played card goes: "gone" (powers, copies), "exhaust", "hand", "draw" (on top) or "discard"."""
    if card.code.type == "Power" or card.dupe:
        return "gone"
    if force_exhaust or card.kw & EXHAUST:
        return "exhaust"
    pile: str = card.code.rule.get("result", "discard")
    if "result" not in c.heard:
        return pile
    for key, power in list(c.player.powers.items()):
        fn = power.code.result
        if fn is not None and key in c.player.powers:
            more = (paid,) if "asks_paid" in power.code.marks else ()
            pile = fn(c, c.player, power, card, pile, *more)
    return pile


def _finish(c: Combat, ctx: Ctx, args: tuple[str]) -> None:
    card = ctx.card
    assert card is not None
    now = None
    for i, held in enumerate(c.play):
        if held.uid == card.uid:
            now = c.play.pop(i)
            break
    if now is None:
        return
    now = spent(now)
    if not ctx.auto:
        c.turn_stats[MANUAL] += 1
    if "returns" in now.code.rule:
        now = now.with_(counters={**now.counters, "played_round": c.round})
    match args[0]:
        case "exhaust":
            cards.exhaust(c, now)
        case "discard":
            c.discard.append(now)
        case "draw":
            c.draw.append(now)
        case "hand":
            cards.put(c, now, "hand")
        case _:
            c.removed.append(now)
    if not c.hand:
        engine.fire_relics(c, "hand_emptied", None)
    engine.fire(c, "after_play", now)


def spent(card: CardInst) -> CardInst:
    """A played card without its this-turn and until-played costs."""
    if UNTIL_PLAYED in card.counters:
        counters = {k: v for k, v in card.counters.items() if k != UNTIL_PLAYED}
        card = card.with_(cost_fight=None, cost_add=0, counters=counters)
    if card.cost_turn is None and not card.cost_add_turn:
        return card
    return card.with_(cost_turn=None, cost_add_turn=0)


def enchantment_play(c: Combat, ctx: Ctx, card: CardInst) -> None:
    """What the card's enchantment does right after the card's own effect."""
    assert card.enchantment is not None
    name, n = card.enchantment
    once = "enchant_used" in card.counters
    counters = dict(card.counters)
    match name:
        case "ADROIT":
            effects.gain_block(c, c.player, effects.block_value(c, c.player, n, card), card)
        case "CORRUPTED":
            damage.lose_hp(c, c.player, 2, card)
        case "INKY":
            for enemy in list(c.enemies):
                if enemy.alive and ctx.target in (NOBODY, enemy.combat_id):
                    effects.apply_power(c, enemy, "WEAK_POWER", 1, c.player)
        case "MOMENTUM":
            counters["momentum"] = card.counter("momentum") + n
        case "SOWN" if not once:
            effects.gain_energy(c, n)
            counters["enchant_used"] = 1
        case "SWIFT" if not once:
            cards.draw(c, n)
            counters["enchant_used"] = 1
        case "VIGOROUS":
            counters["vigorous_used"] = 1
        case "GOOPY":
            counters["goopy"] = card.counter("goopy") + 1  # grows for good
            if card.deck_index >= 0:
                c.deck_changes = (*c.deck_changes, ("counter", (card.deck_index, "goopy", counters["goopy"])))
    if counters != card.counters:
        new = card.with_(counters=counters)
        ctx.card = new
        cards.replace(c, new)


def autoplay_card(c: Combat, ctx: Ctx, args: tuple[int, bool, int]) -> None:
    """Plays a card from wherever it is, free and with a random target. Arguments: uid, force exhaust, target."""
    uid, force, target = args
    if c.over or c.outcome is not None:
        return
    card = cards.take(c, uid)
    if card is None:
        return
    c.play.append(card)
    inner = Ctx(PLAYER, target, card)
    inner.auto = True
    if card.kw & UNPLAYABLE or card.code.target == "AnyAlly" or cost.blocked(c, card):
        inner.extra = (1, "exhaust" if force or card.kw & EXHAUST else "discard")
        _finish(c, inner, (inner.extra[1],))
        return
    if target == NOBODY and card.code.target == "AnyEnemy":
        enemy = effects.random_enemy(c)
        inner.target = enemy.combat_id if enemy is not None else NOBODY
    inner.x = cost.x_value(c, c.energy) if card.code.x_cost else c.stars if card.code.x_stars else 0
    inner.extra = "exhaust" if force else None
    _start(c, inner)


def autoplay_top(c: Combat, ctx: Ctx, args: tuple[bool]) -> None:
    """Plays the top card of the draw pile, shuffling first when it is empty."""
    if c.over:
        return
    if not c.draw and c.discard:
        cards.shuffle_in(c)
    if c.draw:
        autoplay_card(c, ctx, (c.draw[-1].uid, args[0], NOBODY))


def autoplay_random(c: Combat, ctx: Ctx, args: tuple[str, Callable[[CardInst], bool]]) -> None:
    """Plays a random card of a pile that fits."""
    pile: list[CardInst] = getattr(c, args[0])
    able = [card for card in pile if args[1](card)]
    if able:
        autoplay_card(c, ctx, (c.rng.choice(able).uid, False, NOBODY))


def potion_code(c: Combat, potion_id: str) -> PotionCode:
    """The compiled potion."""
    return c.code.potions[potion_id]


def potion(c: Combat, slot: int, target: int) -> None:
    """Uses the potion in a slot."""
    name = c.potions[slot]
    assert name is not None
    code = c.code.potions[name]
    c.potions[slot] = None
    if not code.definition.behaves:
        c.notes = (*c.notes, name)
    ctx = Ctx(PLAYER, target)
    if target > PLAYER:
        _aim(c, target)
    engine.fire(c, "before_potion", None)
    engine.exec_now(c, code.program, ctx)
    engine.fire_relics(c, "potion_used", None)


def random_potion(c: Combat) -> str:
    """A random potion of the shared pool and the character's."""
    own = c.code.content.characters[c.setup.character].pool
    rarity = ("Common", "Uncommon", "Rare")[c.rng.weighted((0.65, 0.25, 0.1))]
    pool = [d.id for d in c.code.content.potions.values() if d.pool in ("SHARED", own) and d.rarity == rarity]
    return c.rng.choice(pool)

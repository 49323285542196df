"""The order of a turn, as programs of phases (facts: rules turn_order, powers general).

Player turn start: moves rolled, side_start, block cleared, energy, hand draw, turn_start, automatic plays. Turn end:
three passes, ethereal cards, in-hand effects, hand discarded, side_end; then the enemy side the same way, and the next
player turn.
"""

from __future__ import annotations

from typing import Any

from . import cards, effects, engine, monsters, orbs, play, silentfns
from .engine import Op, TurnProg, defer, phase
from .relicnum import EXTRA_TURN
from .state import CARDS, ETHEREAL, INNATE, NOBODY, PLAYER, RETAIN, STATS, Combat, Creature, Ctx, Power

HAND_DRAW = 5
BUSY_TURN = 5  # cards played in a turn for powers marked after_busy_turn


def end_player_turn(c: Combat) -> None:
    """Puts the rest of the round on the stack."""
    c.stack.append([END_OF_TURN, 0, Ctx(PLAYER)])


def _new_round(c: Combat, ctx: Ctx, args: Any) -> None:
    _again(c, ctx, args)
    for enemy in c.enemies:
        enemy.ready = True
        monsters.roll(c, enemy)


def _again(c: Combat, ctx: Ctx, args: Any) -> None:
    """A turn of the player begins; enemies keep the moves they show."""
    c.round += 1
    c.side = "player"
    c.previous_stats = c.turn_stats
    c.turn_stats = [0] * STATS
    for enemy in c.enemies:
        enemy.hits_taken = 0


def _clear_block(c: Combat, ctx: Ctx, args: Any) -> None:
    player = c.player
    if c.round == 1 or not player.block or any("keep_block" in p.code.marks for p in player.powers.values()):
        return
    kept = 0
    for index, fn in c.relic_hooks.get("block_kept", ()):
        kept = max(kept, fn(c, index, c.relics[index], player.block))
    player.block = min(player.block, kept)


def max_energy(c: Combat) -> int:
    """Energy a turn starts with now: the character's, powers and relics."""
    most = c.max_energy
    for power in c.player.powers.values():
        if "max_energy" in power.code.marks:
            most += power.amount
        elif "less_energy" in power.code.marks:
            most -= power.amount
    for index, fn in c.relic_hooks.get("max_energy", ()):
        most += fn(c, index, c.relics[index], None)
    return max(0, most)


def _energy(c: Combat, ctx: Ctx, args: Any) -> None:
    most = max_energy(c)
    keep = any(fn(c, index, c.relics[index], None) for index, fn in c.relic_hooks.get("keep_energy", ()))
    c.energy = c.energy + most if keep else most


def _extra_draw(c: Combat, power: Power) -> int:
    marks = power.code.marks
    if "after_busy_turn" in marks and c.previous_stats[CARDS] < BUSY_TURN:
        return 0
    return 1 if "draw_one" in marks else -power.amount if "draw_less" in marks else power.amount


def _draw_hand(c: Combat, ctx: Ctx, args: Any) -> None:
    n = HAND_DRAW
    for key, power in list(c.player.powers.items()):
        fn = power.code.hooks.get("hand_draw")
        if fn is not None:
            held = c.player.powers.get(key)
            if held is not None:
                n += _extra_draw(c, power)
                fn(c, c.player, held, None)
    for index, extra in c.relic_hooks.get("hand_draw", ()):
        n += extra(c, index, c.relics[index], None)
    if c.round == 1:
        innate = sum(1 for card in c.draw if card.kw & INNATE)
        n = min(max(n, innate), cards.HAND_MAX)
    cards.draw(c, max(0, n), hand_draw=True)


def _returning(c: Combat, ctx: Ctx, args: Any) -> None:
    """Cards whose rule says so come back to the hand in the turn after they were played."""
    for pile in (c.discard, c.draw, c.exhaust):
        for card in [x for x in pile if x.counters and x.counters.get("played_round") == c.round - 1]:
            if len(c.hand) < cards.HAND_MAX:
                pile.remove(card)
                c.hand.append(card)


def _exhausted_plays(c: Combat, ctx: Ctx, args: tuple[str]) -> None:
    """Cards of the exhaust pile whose rule says so play themselves."""
    for card in c.exhaust:
        if card.code.rule.get("exhausted_play") == args[0]:
            defer(c, ((play.autoplay_card, (card.uid, False, NOBODY)),), Ctx(PLAYER))


def _top_plays(c: Combat, ctx: Ctx, args: Any) -> None:
    """The top card of the draw pile plays itself when its rule says so."""
    if c.draw and "top_play" in c.draw[-1].code.rule:
        defer(c, ((play.autoplay_card, (c.draw[-1].uid, False, NOBODY)),), Ctx(PLAYER))


def _ethereal(c: Combat, ctx: Ctx, args: Any) -> None:
    for card in [x for x in c.hand if x.kw & ETHEREAL]:
        cards.exhaust(c, card, ethereal=True)


def _in_hand(c: Combat, ctx: Ctx, args: Any) -> None:
    for card in list(c.hand):
        if card.code.in_hand is not None and c.outcome is None:
            inner = Ctx(PLAYER, card=card)
            engine.exec_now(c, card.code.in_hand, inner)


def _slumber(c: Combat, ctx: Ctx, args: Any) -> None:
    """Slumbering Essence: a hand card costs 1 less until played, each turn it stays."""
    for card in c.hand:
        if card.enchantment is not None and card.enchantment[0] == "SLUMBERING_ESSENCE":
            counters = {**card.counters, play.UNTIL_PLAYED: 1}
            cards.replace(c, card.with_(cost_add=card.cost_add - 1, counters=counters))


def _imbued(c: Combat, ctx: Ctx, args: Any) -> None:
    """Imbued cards play themselves when the first turn begins."""
    if c.round == 1:
        for card in c.draw + c.hand:
            if card.enchantment is not None and card.enchantment[0] == "IMBUED":
                defer(c, ((play.autoplay_card, (card.uid, False, NOBODY)),), Ctx(PLAYER))


def _flush(c: Combat, ctx: Ctx, args: Any) -> None:
    if cards.CLEAN in c.marks:
        silentfns.clean_turn(c)
    keep_all = any("keep_hand" in p.code.marks for p in c.player.powers.values()) or any(
        fn(c, i, c.relics[i], None) for i, fn in c.relic_hooks.get("keep_hand", ())
    )
    kept = []
    for card in c.hand:
        fresh = card
        if card.cost_turn is not None or card.cost_add_turn or card.retain_turn:
            fresh = card.with_(cost_turn=None, cost_add_turn=0, retain_turn=False)
        if keep_all or card.kw & RETAIN or card.retain_turn:
            kept.append(fresh)
        else:
            c.discard.append(fresh)
    c.hand = kept


def _extra_turn(c: Combat, ctx: Ctx, args: Any) -> None:
    """Another turn of the player instead of the enemy side, when this one earned it."""
    if EXTRA_TURN in c.marks:
        c.marks = c.marks - {EXTRA_TURN}
        frame = c.stack[c.base - 1]
        frame[1] = len(frame[0])
        defer(c, ANOTHER_TURN, Ctx(PLAYER))


def _enemy_side(c: Combat, ctx: Ctx, args: Any) -> None:
    c.side = "enemy"


def _clear_enemy_block(c: Combat, ctx: Ctx, args: Any) -> None:
    for enemy in c.enemies:
        if enemy.block and not any("keep_block" in p.code.marks for p in enemy.powers.values()):
            enemy.block = 0


def _enemy_moves(c: Combat, ctx: Ctx, args: tuple[int, ...]) -> None:
    """Lets the next enemy that has not acted do so. `args`: the ids still to act (empty: collect them)."""
    if c.over:
        return
    queue = args or tuple(e.combat_id for e in c.enemies if e.ready)
    for n, combat_id in enumerate(queue, 1):
        enemy = c.creature(combat_id)
        if enemy is None or not enemy.move:  # a body on the field acts too: it comes back
            continue
        monsters.act(c, enemy)
        if n < len(queue):
            defer(c, ((_enemy_moves, queue[n:]),), ctx)
        return


def _decay(c: Combat, ctx: Ctx, args: tuple[str]) -> None:
    """What the engine takes off at the end of a side. `decay` words of the tables:

    enemy_end_tick  -1 at the enemy side's end, a fresh debuff on the player skips one; enemy_end_dec -1 there, never
    skipped;
    enemy_end       gone at the enemy side's end; owner_end gone at the owner's side's end; owner_end_dec -1 there;
    opp_end         gone at the other side's end; any_end gone at any side's end.
    """
    side = args[0]
    for creature in [c.player, *c.enemies]:
        own = side == ("player" if creature.is_player else "enemy")
        for power in list(creature.powers.values()):
            if power.code.decay:
                _decay_one(c, creature, power.key_name, side, own)


def _decay_one(c: Combat, creature: Creature, key: str, side: str, own: bool) -> None:
    power = creature.powers[key]
    match power.code.decay:
        case "enemy_end_tick" if side == "enemy":
            if power.skip_tick:
                fresh = power.with_amount(power.amount)
                fresh.skip_tick = False
                creature.powers[key] = fresh
            else:
                effects.change_amount(creature, power, -1)
        case "enemy_end_dec" if side == "enemy":
            effects.change_amount(creature, power, -1)
        case "owner_end_dec" if own:
            effects.change_amount(creature, power, -1)
        case "enemy_end" if side == "enemy":
            effects.remove_power(c, creature, power)
        case "owner_end" if own:
            effects.remove_power(c, creature, power)
        case "opp_end" if not own:
            effects.remove_power(c, creature, power)
        case "any_end":
            effects.remove_power(c, creature, power)


def next_turn(c: Combat, ctx: Ctx, args: Any) -> None:
    """The player's turn begins, unless the fight is decided."""
    if not c.over:
        defer(c, PLAYER_TURN, Ctx(PLAYER))


def _program(*ops: Op | Any) -> TurnProg:
    """Phases and functions as a program that is dropped once the fight is decided."""
    return TurnProg(op if isinstance(op, tuple) else (op, ()) for op in ops)


PLAYER_TURN = _program(
    _new_round,
    phase("side_start", "player"),
    phase("player_side_start", "all"),
    _clear_block,
    phase("block_clear", "player"),
    _energy,
    phase("energy_reset", "player"),
    _returning,
    phase("before_draw", "player"),
    phase("before_draw_late", "player"),
    _draw_hand,
    phase("after_draw", "player"),
    phase("turn_start", "player"),
    phase("turn_start_late", "player"),
    orbs.turn_start,
    _imbued,
    (_exhausted_plays, ("turn_start",)),
    phase("pre_play", "player"),
)

ANOTHER_TURN = _program(_again, *PLAYER_TURN[1:])

END_OF_TURN = _program(
    phase("post_play", "player"),
    (_exhausted_plays, ("turn_end",)),
    _top_plays,
    phase("turn_end_very_early", "player"),
    phase("turn_end_early", "player"),
    phase("turn_end", "player"),
    orbs.turn_end,
    _ethereal,
    _in_hand,
    phase("before_flush", "player"),
    _slumber,
    _flush,
    phase("side_end", "player"),
    phase("player_side_end", "all"),
    (_decay, ("player",)),
    _extra_turn,
    _enemy_side,
    phase("side_start", "enemy"),
    _clear_enemy_block,
    phase("block_clear", "enemy"),
    phase("turn_start", "enemy"),
    _enemy_moves,
    phase("turn_end_very_early", "enemy"),
    phase("turn_end_early", "enemy"),
    phase("turn_end", "enemy"),
    phase("side_end", "enemy"),
    phase("enemy_side_end", "all"),
    (_decay, ("enemy",)),
    next_turn,
)

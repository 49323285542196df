"""Named event functions of relics, for what a table row can't say: fn(combat, relic index, relic, event)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import cards, cost, courtrelics, effects, engine, play, powerfns, relicnum, silentpowers
from .relicnum import EXTRA_TURN, number
from .state import (
    ATTACKS,
    BLOCK_GAINS,
    CARDS,
    ETHEREAL,
    INNATE,
    LAST_BLOCK_PLAY,
    MANUAL,
    NOBODY,
    PLAYED_STARTED,
    PLAYER,
    CardInst,
    Combat,
    Ctx,
    RelicInst,
)


def _belt_buckle(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    empty = all(p is None for p in c.potions)
    on = f"belt{index}" in c.marks
    n = number(c, relic, "Dexterity")
    if empty and not on:
        c.marks = c.marks | {f"belt{index}"}
        effects.apply_power(c, c.player, "DEXTERITY_POWER", n, c.player)
    elif on and not empty:
        c.marks = c.marks - {f"belt{index}"}
        powerfns.shift(c, c.player, "DEXTERITY_POWER", -n)


def _red_skull(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    low = c.player.hp <= c.player.max_hp * number(c, relic, "HpThreshold") // 100
    on = f"skull{index}" in c.marks
    n = number(c, relic, "Strength")
    if low and not on:
        c.marks = c.marks | {f"skull{index}"}
        effects.apply_power(c, c.player, "STRENGTH_POWER", n, c.player)
    elif on and not low:
        c.marks = c.marks - {f"skull{index}"}
        powerfns.shift(c, c.player, "STRENGTH_POWER", -n)


def _basic(card: CardInst) -> bool:
    return card.code.definition.rarity == "Basic" and bool({"Strike", "Defend"} & set(card.code.tags))


def _ghost_seed(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    c.draw = [card.with_(kw=card.kw | ETHEREAL) if _basic(card) else card for card in c.draw]


def _ghost_seed_card(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if _basic(event):
        cards.replace(c, event.with_(kw=event.kw | ETHEREAL))


def _gremlin_horn(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if not event[0].is_player:
        effects.gain_energy(c, number(c, relic, "Energy"))
        cards.draw(c, number(c, relic, "Cards"))


def _hand_drill(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    dealer, target = event[0], event[1]
    if dealer is not None and dealer.is_player and not target.is_player:
        effects.apply_power(c, target, "VULNERABLE_POWER", number(c, relic, "Vulnerable"), c.player)


def _history_note(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if event.code.type in ("Attack", "Skill"):
        c.last_played = (event,)


def _history_turn(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    # What was played this turn is replayed at the next; nothing played clears it.
    if not c.turn_stats[CARDS]:
        c.last_played = ()


def _history_course(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if c.round < 2 or not c.last_played or not c.previous_stats[CARDS]:
        return
    copy = cards.clone(c, c.last_played[0]).with_(dupe=True)
    c.play.append(copy)
    engine.defer(c, ((play.autoplay_card, (copy.uid, False, NOBODY)),), Ctx(PLAYER))


def _intimidating_helmet(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if not event.code.x_cost and cost.energy_cost(c, event) >= number(c, relic, "Energy"):
        effects.gain_block(c, c.player, number(c, relic, "Block"))


def _jeweled_mask(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    able = [card for card in c.draw if card.code.type == "Power"]
    if c.round == 1 and able:
        card = c.rng.choice(able)
        c.draw.remove(card)
        cards.put(c, card.with_(cost_turn=0), "hand")


def _lizard_tail(c: Combat, index: int, relic: RelicInst, event: Any) -> bool:
    if relic.counter > 0:
        return False
    c.relics[index] = RelicInst(relic.id, 1)
    c.player.hp = max(1, c.player.max_hp * number(c, relic, "Heal") // 100)
    return True


def _mummified_hand(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if event.code.type != "Power" or not c.hand:
        return
    costing = [card for card in c.hand if card.code.x_cost or cost.energy_cost(c, card) > 0]
    card = c.rng.choice(costing or c.hand)
    cards.replace(c, card.with_(cost_turn=0))


def _music_box(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if event.code.type == "Attack" and c.turn_stats[ATTACKS] == 1:
        copy = cards.clone(c, event)
        cards.enter(c, copy.with_(kw=copy.kw | ETHEREAL), "hand")


def _paels_eye(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if not c.turn_stats[MANUAL] and relicnum.first_time(c, f"eye{index}"):
        for card in list(c.hand):
            cards.exhaust(c, card)
        c.marks = c.marks | {EXTRA_TURN}


def _paels_legion_sleep(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    gained = c.turn_stats[BLOCK_GAINS] and c.turn_stats[LAST_BLOCK_PLAY] == c.turn_stats[PLAYED_STARTED]
    if relic.counter <= 0 and gained:
        c.relics[index] = RelicInst(relic.id, number(c, relic, "Turns"))


def _paels_legion_wake(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if relic.counter > 0:
        c.relics[index] = RelicInst(relic.id, relic.counter - 1)


def _pen_nib(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if event.code.type == "Attack":
        c.relics[index] = RelicInst(relic.id, (max(0, relic.counter) + 1) % 10)


def _petrified_toad(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    for slot, potion in enumerate(c.potions):
        if potion is None:
            c.potions[slot] = "POTION_SHAPED_ROCK"
            return


def _philosophers_stone(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if c.round:
        effects.apply_power(c, event[1], "STRENGTH_POWER", number(c, relic, "Strength"), None)


def _razor_tooth(c: Combat, index: int, relic: RelicInst, event: CardInst) -> None:
    if event.code.type in ("Attack", "Skill"):
        cards.replace(c, cards.upgraded(c, event))


def _toasty_mittens(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if not c.draw and c.discard:
        cards.shuffle_in(c)
    able = [card for card in c.draw if c.round > 1 or not card.kw & INNATE]
    if able:
        cards.exhaust(c, able[-1])
    effects.apply_power(c, c.player, "STRENGTH_POWER", number(c, relic, "Strength"), c.player)


def _vambrace_used(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if event[2] is not None and not any(m.startswith(f"vambrace{index}:") for m in c.marks):
        c.marks = c.marks | {f"vambrace{index}:{c.round}.{c.turn_stats[PLAYED_STARTED]}"}


def _whispering_earring(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
    if c.round == 1:
        engine.defer(c, ((_earring_step, 13),), Ctx(PLAYER))


def _earring_step(c: Combat, ctx: Ctx, left: int) -> None:
    for i, card in enumerate(c.hand):
        if not cost.unplayable_flags(c, card):
            enemy = effects.random_enemy(c) if card.code.target == "AnyEnemy" else None
            play.from_hand(c, i, enemy.combat_id if enemy is not None else NOBODY)
            if left > 1:
                engine.defer(c, ((_earring_step, left - 1),), ctx)
            return


FUNCTIONS: Mapping[str, Callable[[Combat, int, RelicInst, Any], Any]] = {
    **relicnum.NUMERIC,
    **courtrelics.FUNCTIONS,
    **silentpowers.FUNCTIONS,
    "belt_buckle": _belt_buckle,
    "ghost_seed": _ghost_seed,
    "ghost_seed_card": _ghost_seed_card,
    "gremlin_horn": _gremlin_horn,
    "hand_drill": _hand_drill,
    "history_course": _history_course,
    "history_note": _history_note,
    "history_turn": _history_turn,
    "intimidating_helmet": _intimidating_helmet,
    "jeweled_mask": _jeweled_mask,
    "lizard_tail": _lizard_tail,
    "mummified_hand": _mummified_hand,
    "music_box": _music_box,
    "paels_eye": _paels_eye,
    "paels_legion_sleep": _paels_legion_sleep,
    "paels_legion_wake": _paels_legion_wake,
    "pen_nib": _pen_nib,
    "petrified_toad": _petrified_toad,
    "philosophers_stone": _philosophers_stone,
    "razor_tooth": _razor_tooth,
    "red_skull": _red_skull,
    "toasty_mittens": _toasty_mittens,
    "vambrace_used": _vambrace_used,
    "whispering_earring": _whispering_earring,
}

"""Named functions of monsters' powers, for what a table row can't say.

Events are those of powerfns: hits are (dealer, target, hp lost, blocked, powered, card), card events the card,
deaths (the dead, its killer).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import afflictions, cards, damage, effects, engine, monsterdeaths, monsters
from .state import PLAYED_STARTED, CardInst, Combat, Creature, Ctx, Power

Fraction = tuple[int, int]
ONE: Fraction = (1, 1)


def _set(owner: Creature, power: Power, state: Any) -> None:
    effects.set_state(owner, power, state)


# After an attack ------------------------------------------------------------------------------------------------------


def _count_unblocked(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[2] >= 1:
        _set(owner, power, (power.state or 0) + 1)


def _stabs_pay(c: Combat, owner: Creature, power: Power, latched: int) -> None:
    _set(owner, power, 0)
    for _ in range(power.amount * (power.state or 0)):
        cards.enter(c, cards.make(c, "WOUND"), "discard", by_player=False)


def _suck_pays(c: Combat, owner: Creature, power: Power, latched: int) -> None:
    _set(owner, power, 0)
    effects.apply_power(c, owner, "STRENGTH_POWER", power.amount * (power.state or 0), owner)


def _skittish(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    """The first attack of a turn that costs hp: block once all its hits are dealt."""
    if event[4] and event[5] is not None and event[2] >= 1 and not power.state:
        _set(owner, power, 1)
        engine.defer(c, ((_skittish_pays, power.amount),), Ctx(owner.combat_id))


def _skittish_pays(c: Combat, ctx: Ctx, args: int) -> None:
    owner = c.creature(ctx.src)
    if owner is not None:
        effects.gain_block(c, owner, args)


def _curl_up(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[5] is not None:
        _set(owner, power, event[5].uid)


def _curl_up_pays(c: Combat, owner: Creature, power: Power, event: CardInst) -> None:
    if power.state == event.uid:
        effects.remove_power(c, owner, power)
        effects.gain_block(c, owner, power.amount)


def _paper_cuts(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[2] >= 1 and event[1].is_player:
        effects.change_max_hp(c, c.player, -power.amount)


def _imbalanced(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] == 0 and event[3] > 0:
        owner.memory["off_balance"] = 1


# When hit -------------------------------------------------------------------------------------------------------------


def _shell_counts(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    _set(owner, power, (power.state or 0) + event[2])


def _hive(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4]:
        for _ in range(power.amount):
            cards.enter(c, cards.make(c, "DAZED"), "draw", "random", by_player=False)


def _spark(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[2] >= 1 and not power.state:
        _set(owner, power, 1)
        effects.gain_energy(c, 1)


def _flutter(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[4] and event[2] >= 1:
        effects.change_amount(owner, power, -1)
        if power.key_name not in owner.powers:
            shown = owner.move
            monsters.stun(c, owner, _next_of(owner, shown))


def _next_of(owner: Creature, move: str) -> str:
    return owner.code.moves[move].next if owner.code is not None and move in owner.code.moves else ""


def _shriek(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] >= 1 and owner.hp <= power.amount:
        effects.remove_power(c, owner, power)
        monsters.force(c, owner, "STUN_MOVE")


def _asleep(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] >= 1:
        owner.powers.pop("PLATING_POWER", None)
        effects.remove_power(c, owner, power)
        monsters.stun(c, owner, "SLASH_MOVE")


def _slumber(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[2] >= 1:
        effects.change_amount(owner, power, -1)
        if power.key_name not in owner.powers:
            monsters.stun(c, owner, "ROLL_OUT_MOVE")


def _burrow_broken(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if event[1] is owner:
        effects.remove_power(c, owner, power)
        monsters.force(c, owner, "DIZZY_MOVE")


def _no_block_left(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    owner.block = 0


# Turns ----------------------------------------------------------------------------------------------------------------


def _clear_state(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        _set(owner, power, 0)


def _sandpit(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    effects.change_amount(owner, power, -1)
    if power.key_name not in owner.powers:
        c.player.hp = 0
        c.player.alive = False
        c.outcome = "lost"


def _nemesis(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    on = not power.state
    _set(owner, power, int(on))
    if not on:
        owner.powers.pop("INTANGIBLE_POWER", None)
        return
    effects.apply_power(c, owner, "INTANGIBLE_POWER", 1, owner)
    given = owner.powers.get("INTANGIBLE_POWER")
    if given is not None:
        fresh = given.with_amount(given.amount)
        fresh.skip_tick = True
        owner.powers[given.key_name] = fresh


def _rampart(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    for enemy in c.enemies:
        if enemy.id == "TURRET_OPERATOR":
            effects.gain_block(c, enemy, power.amount)


def _time_limit(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.amount > 1:
        effects.change_amount(owner, power, -1)
    else:
        damage.escape(c, owner)


def _tender(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    _set(owner, power, (power.state or 0) + 1)
    effects.apply_power(c, owner, "STRENGTH_POWER", -1, None)
    effects.apply_power(c, owner, "DEXTERITY_POWER", -1, None)


def _tender_ends(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    if power.state:
        _set(owner, power, 0)
        effects.apply_power(c, owner, "STRENGTH_POWER", power.state, None)
        effects.apply_power(c, owner, "DEXTERITY_POWER", power.state, None)


def _withering(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    played = (power.state or 0) + 1
    _set(owner, power, played % power.amount)
    if played >= power.amount:
        card = cards.make(c, "WITHER")
        grown = owner.memory.get("growth", 0)
        cards.enter(c, card.with_(counters={"growth": grown}) if grown else card, "hand", by_player=False)


# Surrounded: state 1 faces the right side, 0 the left ----------------------------------------------------------------


def _face(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    aimed = event[0]
    if "BACK_ATTACK_LEFT_POWER" in aimed.powers:
        _set(owner, power, 0)
    elif "BACK_ATTACK_RIGHT_POWER" in aimed.powers:
        _set(owner, power, 1)


def _turn_to_survivor(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    for enemy in c.enemies:
        if enemy.alive and enemy is not event[0]:
            _face(c, owner, power, (enemy,))


def _face_right(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    _set(owner, power, 1)


def _behind(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    mark = "BACK_ATTACK_LEFT_POWER" if power.state else "BACK_ATTACK_RIGHT_POWER"
    return (3, 2) if mark in dealer.powers else ONE


# Numbers --------------------------------------------------------------------------------------------------------------


def _half(c: Combat, owner: Creature, power: Power, card: CardInst | None, dealer: Creature) -> Fraction:
    return (1, 2)


def _amount(c: Combat, owner: Creature, power: Power) -> int:
    return power.amount


def _shell(c: Combat, owner: Creature, power: Power, lost: int) -> int:
    return min(lost, max(0, power.amount - (power.state or 0)))


def _sloth(c: Combat, power: Power, card: CardInst) -> bool:
    return c.turn_stats[PLAYED_STARTED] >= power.amount


def _steal_gold(c: Combat, owner: Creature, power: Power) -> None:
    taken = min(power.amount, c.gold)
    c.gold -= taken
    c.gold_delta -= taken
    _set(owner, power, (power.state or 0) + taken)


def steal_gold(c: Combat, ctx: Ctx, args: Any) -> None:
    """The actor takes gold by its Thievery."""
    owner = effects.source(c, ctx.src)
    held = owner.powers.get("THIEVERY_POWER")
    if held is not None and owner.alive:
        _steal_gold(c, owner, held)


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {
    "count_unblocked": _count_unblocked,
    "stabs_pay": _stabs_pay,
    "suck_pays": _suck_pays,
    "skittish": _skittish,
    "curl_up": _curl_up,
    "curl_up_pays": _curl_up_pays,
    "paper_cuts": _paper_cuts,
    "imbalanced": _imbalanced,
    "shell_counts": _shell_counts,
    "hive": _hive,
    "spark": _spark,
    "flutter": _flutter,
    "shriek": _shriek,
    "asleep": _asleep,
    "slumber": _slumber,
    "burrow_broken": _burrow_broken,
    "no_block_left": _no_block_left,
    "turn_to_survivor": _turn_to_survivor,
    "clear_state": _clear_state,
    "sandpit": _sandpit,
    "nemesis": _nemesis,
    "rampart": _rampart,
    "time_limit": _time_limit,
    "tender": _tender,
    "tender_ends": _tender_ends,
    "withering": _withering,
    "face": _face,
    "face_right": _face_right,
    **afflictions.EVENTS,
    **monsterdeaths.EVENTS,
}

NUMERIC: Mapping[str, Mapping[str, Callable[..., Any]]] = {
    "taken_mul": {"behind": _behind, "half_taken": _half},
    "cap_damage": {"amount": _amount},
    "hp_cap": {"shell": _shell},
    "forbid": {"sloth": _sloth, "bound": afflictions.bound},
}

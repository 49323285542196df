"""The ops that programs are made of, and the table that names them. Each is fn(combat, ctx, args)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import attrs

from . import cardops, damage, effects, engine, fieldops, makeops, monsterops, orbs, osty, silentfns, stars
from .engine import defer, exec_now, waiting
from .state import NOBODY, OSTY, OSTY_ATTACKS, PLAYER, Combat, Creature, Ctx


def num(v: Any, c: Combat, ctx: Ctx) -> int:
    """The number an argument stands for now."""
    if v.__class__ is int:
        return int(v)
    return int(v(c, ctx))


def targets(c: Combat, ctx: Ctx, to: str) -> list[Creature]:
    """The living creatures a word names: self, target, all, random, player, others (enemies but the target), allies
    (enemies but self), leaders (allies that are no minions)."""
    if to == "target":
        if ctx.src != PLAYER and ctx.target == NOBODY:
            return [c.player]
        creature = c.creature(ctx.target)
        return [creature] if creature is not None and creature.alive else []
    if to == "self":
        creature = c.creature(ctx.src)
        return [creature] if creature is not None and creature.alive else []
    if to == "player":
        return [c.player]
    if to == "all":
        return [e for e in c.enemies if e.alive]
    if to == "random":
        enemy = effects.random_enemy(c)
        return [enemy] if enemy is not None else []
    if to == "leaders":
        return [e for e in c.enemies if e.alive and e.combat_id != ctx.src and "MINION_POWER" not in e.powers]
    if to == "others":
        return [e for e in c.enemies if e.alive and e.combat_id != ctx.target]
    return [e for e in c.enemies if e.alive and e.combat_id != ctx.src]


def dmg(c: Combat, ctx: Ctx, args: Any) -> None:
    """A powered attack: n damage to `to`, `hits` times, as one attack."""
    base, to, hits = args
    dealer = effects.source(c, ctx.src)
    latched = (
        [(k, p.amount) for k, p in dealer.powers.items() if "after_attack" in p.code.hooks] if dealer.powers else None
    )
    card = ctx.card
    times = hits if hits.__class__ is int else num(hits, c, ctx)
    for _ in range(times):
        if not dealer.alive:
            break
        for target in targets(c, ctx, to):
            if not target.alive:
                continue
            n = base if base.__class__ is int else num(base, c, ctx)
            amount = damage.attack_value(c, dealer, target, n, card)
            counts = damage.fatal(c, target)
            shield, hp = target.block, target.hp
            lost = damage.hit(c, dealer, target, amount, True, card)
            blocked = max(0, shield - target.block)
            ctx.last = min(lost, hp) + blocked
            ctx.total = lost + blocked
            if not target.alive and counts:
                ctx.killed += 1
            if c.outcome is not None:
                return
    if latched:
        for key, amount in latched:
            power = dealer.powers.get(key)
            if power is not None:
                power.code.hooks["after_attack"](c, dealer, power, amount)
    if dealer.is_player and card is not None and "after_attack" in c.relic_hooks:
        for index, fn in c.relic_hooks["after_attack"]:
            fn(c, index, c.relics[index], card)


def dmg_osty(c: Combat, ctx: Ctx, args: Any) -> None:
    """The same with the companion as the dealer; nothing without a living one."""
    if c.osty is None or not c.osty.alive:
        return
    source, ctx.src = ctx.src, OSTY
    dmg(c, ctx, args)
    ctx.src = source
    if c.outcome is None:
        c.turn_stats[OSTY_ATTACKS] += 1
        engine.fire_relics(c, "osty_attacked", ctx.card)


def dmg_raw(c: Combat, ctx: Ctx, args: Any) -> None:
    """Unpowered damage: blockable, no Strength, no Vulnerable, no Thorns."""
    n, to = args
    dealer = c.creature(ctx.src)
    for target in targets(c, ctx, to):
        damage.hit(c, dealer, target, damage.raw_value(c, target, num(n, c, ctx)), False, ctx.card)
        if c.outcome is not None:
            return


def block(c: Combat, ctx: Ctx, args: Any) -> None:
    """Powered block of a card or a move for `to`."""
    n, to = args
    for owner in targets(c, ctx, to):
        effects.gain_block(c, owner, effects.block_value(c, owner, num(n, c, ctx), ctx.card), ctx.card)


def block_raw(c: Combat, ctx: Ctx, args: Any) -> None:
    """Block that no power changes."""
    n, to = args
    for owner in targets(c, ctx, to):
        effects.gain_raw_block(c, owner, num(n, c, ctx))


def power(c: Combat, ctx: Ctx, args: Any) -> None:
    """Applies a power; a fourth argument is its private state."""
    power_id, n, to, state = args
    applier = effects.source(c, ctx.src)
    private = num(state, c, ctx) if state is not None else None
    for target in targets(c, ctx, to):
        effects.apply_power(c, target, power_id, num(n, c, ctx), applier, private)


def add_state(c: Combat, ctx: Ctx, args: Any) -> None:
    """Adds to the private number of one of the actor's powers."""
    power_id, n = args
    owner = effects.source(c, ctx.src)
    held = owner.powers.get(power_id)
    if held is not None:
        effects.set_state(owner, held, (held.state or 0) + num(n, c, ctx))


def lose_hp(c: Combat, ctx: Ctx, args: Any) -> None:
    """Unblockable loss of hp."""
    n, to = args
    for target in targets(c, ctx, to):
        damage.lose_hp(c, target, num(n, c, ctx), ctx.card)


def heal(c: Combat, ctx: Ctx, args: Any) -> None:
    """Heals `to`."""
    n, to = args
    for target in targets(c, ctx, to):
        effects.heal(c, target, num(n, c, ctx))


def max_hp(c: Combat, ctx: Ctx, args: Any) -> None:
    """Changes the player's max hp."""
    effects.change_max_hp(c, c.player, num(args[0], c, ctx))


def energy(c: Combat, ctx: Ctx, args: Any) -> None:
    """Gains (or loses) energy."""
    effects.gain_energy(c, num(args[0], c, ctx))


def gold(c: Combat, ctx: Ctx, args: Any) -> None:
    """Gains (or loses, not below 0) gold in the fight."""
    amount = max(-c.gold, num(args[0], c, ctx))
    c.gold += amount
    c.gold_delta += amount


def if_(c: Combat, ctx: Ctx, args: Any) -> None:
    """Branches."""
    test, then, otherwise = args
    exec_now(c, then if test(c, ctx) else otherwise, ctx)


def repeat(c: Combat, ctx: Ctx, args: Any) -> None:
    """Runs the body n times."""
    n, body = args
    _repeat(c, ctx, (num(n, c, ctx), body))


def _repeat(c: Combat, ctx: Ctx, args: Any) -> None:
    times, body = args
    for done in range(times):
        if c.outcome is not None:
            return
        exec_now(c, body, ctx)
        if waiting(c) and done + 1 < times:
            defer(c, ((_repeat, (times - done - 1, body)),), ctx)
            return


def dec(c: Combat, ctx: Ctx, args: Any) -> None:
    """The acting power's amount changes by n (removed at 0)."""
    owner = effects.source(c, ctx.src)
    held = owner.powers.get(ctx.power)
    if held is not None:
        effects.change_amount(owner, held, num(args[0], c, ctx))


def remove_self(c: Combat, ctx: Ctx, args: Any) -> None:
    """The acting power goes."""
    owner = effects.source(c, ctx.src)
    held = owner.powers.get(ctx.power)
    if held is not None:
        effects.remove_power(c, owner, held)


def remove_power(c: Combat, ctx: Ctx, args: Any) -> None:
    """A named power goes from `to`."""
    power_id, to = args
    for target in targets(c, ctx, to):
        held = target.powers.get(power_id)
        if held is not None:
            effects.remove_power(c, target, held)


def note(c: Combat, ctx: Ctx, args: Any) -> None:
    """Marks that something of this effect is not modelled."""
    if args[0] not in c.notes:
        c.notes = (*c.notes, args[0])


@attrs.frozen
class OpSpec:
    """An op's function, the kinds of its arguments (v value, w value or none, p program, c condition,
    f filter, s as is) and defaults for them (None: required)."""

    fn: Callable[[Combat, Ctx, Any], None]
    kinds: str = ""
    defaults: tuple[Any, ...] = ()


def _spec(fn: Callable[[Combat, Ctx, Any], None], kinds: str = "", *last: Any) -> OpSpec:
    return OpSpec(fn, kinds, (None,) * (len(kinds) - len(last)) + last)


OPS: dict[str, OpSpec] = {
    "dmg": _spec(dmg, "vsv", "target", 1),
    "dmg_osty": _spec(dmg_osty, "vsv", "target", 1),
    "dmg_raw": _spec(dmg_raw, "vs", "target"),
    "block": _spec(block, "vs", "self"),
    "block_raw": _spec(block_raw, "vs", "self"),
    "power": _spec(power, "svsw", "self", None),
    "add_state": _spec(add_state, "sv"),
    "lose_hp": _spec(lose_hp, "vs", "self"),
    "heal": _spec(heal, "vs", "self"),
    "max_hp": _spec(max_hp, "v"),
    "energy": _spec(energy, "v"),
    "gold": _spec(gold, "v"),
    "if": _spec(if_, "cpp", ()),
    "repeat": _spec(repeat, "vp"),
    "dec": _spec(dec, "v", -1),
    "remove_self": _spec(remove_self),
    "remove_power": _spec(remove_power, "ss", "self"),
    "note": _spec(note, "s"),
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in cardops.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in makeops.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in fieldops.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in monsterops.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in orbs.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in silentfns.OPS.items()},
    **{name: _spec(fn, kinds, *last) for name, (fn, kinds, *last) in {**stars.OPS, **osty.OPS}.items()},
}

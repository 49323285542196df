"""Orbs at work: channel, evoke, passives, slots, and the powers and relics that hang on them.

Orb damage is unpowered and blockable, dealt by the player; orb block is unpowered. Facts: mechanics `orb_system`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from . import damage, effects, engine
from .orbstate import DARK, FRESH, FROST, GLASS, KINDS, LIGHTNING, PLASMA, SLOTS_MAX, Orb, evoke_value, passive_value
from .state import LIGHTNINGS, NOBODY, ORBS, Combat, Creature, Ctx, Power

ALL, FIRST, LAST = "all", "first", "last"


def _num(v: Any, c: Combat, ctx: Ctx) -> int:
    return int(v) if v.__class__ is int else int(v(c, ctx))


def _strike(c: Combat, targets: list[Creature], amount: int) -> list[Creature]:
    for enemy in targets:
        if enemy.alive:
            damage.hit(c, c.player, enemy, damage.raw_value(c, enemy, amount), False)
    return targets


def _one(c: Combat, fixed: int) -> list[Creature]:
    """The fixed target when it lives, else a random enemy."""
    chosen = c.creature(fixed) if fixed != NOBODY else None
    if chosen is None or not chosen.alive:
        chosen = effects.random_enemy(c)
    return [chosen] if chosen is not None else []


def _weakest(c: Combat) -> list[Creature]:
    living = [e for e in c.enemies if e.alive]
    return [min(living, key=lambda e: e.hp)] if living else []


def _living(c: Combat) -> list[Creature]:
    return [e for e in c.enemies if e.alive]


def passive(c: Combat, index: int, fixed: int = NOBODY) -> None:
    """One passive of the orb at an index; a Lightning may be given its target."""
    orb: Orb = c.orbs[index]
    kind, private = orb
    n = passive_value(c, orb)
    if kind == LIGHTNING:
        _strike(c, _one(c, fixed), n)
    elif kind == FROST:
        effects.gain_raw_block(c, c.player, n)
    elif kind == DARK:
        c.orbs[index] = (DARK, private + n)
    elif kind == PLASMA:
        effects.gain_energy(c, n)
    else:
        if n > 0:
            c.orbs[index] = (GLASS, max(0, private - 1))
        _strike(c, _living(c), n)


def _evoke_effect(c: Combat, orb: Orb) -> None:
    kind = orb[0]
    n = evoke_value(c, orb)
    targets: list[Creature] = []
    if kind == LIGHTNING:
        targets = _strike(c, _one(c, NOBODY), n)
    elif kind == FROST:
        effects.gain_raw_block(c, c.player, n)
    elif kind == DARK:
        targets = _strike(c, _weakest(c), n)
    elif kind == PLASMA:
        effects.gain_energy(c, n)
    else:
        targets = _strike(c, _living(c), n)
    engine.fire_on(c, c.player, "on_orb_evoked", (None, kind, tuple(targets)))


def evoke_orb(c: Combat, which: str = FIRST, times: int = 1) -> None:
    """Evokes the first or last orb, `times` times; it leaves the queue before the last of them. Nothing without
    orbs."""
    for left in range(times, 0, -1):
        if not c.orbs or c.over or c.outcome is not None:
            return
        index = 0 if which == FIRST else len(c.orbs) - 1
        orb: Orb = c.orbs.pop(index) if left == 1 else c.orbs[index]
        _evoke_effect(c, orb)


def channel_orb(c: Combat, kind: str) -> None:
    """A new orb at the end of the queue; a full queue evokes its first. A character without orb slots gets one at its
    first."""
    if c.over or c.outcome is not None:
        return
    if c.orb_slots == 0:
        if c.code.content.characters[c.setup.character].orb_slots:
            return
        c.orb_slots = 1
    if len(c.orbs) >= c.orb_slots:
        evoke_orb(c)
        if c.over or c.outcome is not None:
            return
    c.orbs.append((kind, FRESH[kind]))
    for stats in (c.turn_stats, c.fight_stats):
        stats[ORBS] += 1
        stats[LIGHTNINGS] += kind == LIGHTNING
    engine.fire_on(c, c.player, "on_orb_channeled", None)


def change_slots(c: Combat, n: int) -> None:
    """More slots (at most 10) or fewer: orbs beyond them vanish from the end without being evoked."""
    c.orb_slots = max(0, min(SLOTS_MAX, c.orb_slots + n))
    del c.orbs[c.orb_slots :]


def _phase_passives(c: Combat, plasma: bool) -> None:
    if not c.orbs:
        return
    for index in range(len(c.orbs)):
        times = 1
        if index == 0:
            for relic, extra in c.relic_hooks.get("first_orb_triggers", ()):
                times += extra(c, relic, c.relics[relic], None)
        for _ in range(times):
            if index >= len(c.orbs) or c.over or c.outcome is not None:
                return
            if (c.orbs[index][0] == PLASMA) is plasma:
                passive(c, index)


def turn_end(c: Combat, ctx: Ctx, args: Any) -> None:
    """Passives at the end of the player's turn: all kinds but Plasma, in order."""
    _phase_passives(c, plasma=False)


def turn_start(c: Combat, ctx: Ctx, args: Any) -> None:
    """Passives at the start of the player's turn: Plasma."""
    _phase_passives(c, plasma=True)


def channel(c: Combat, ctx: Ctx, args: Any) -> None:
    """Channels n orbs of a kind. Arguments: id, n."""
    kind, n = args
    for _ in range(_num(n, c, ctx)):
        channel_orb(c, kind)


def channel_random(c: Combat, ctx: Ctx, args: Any) -> None:
    """Channels n orbs of random kinds, all five alike."""
    for _ in range(_num(args[0], c, ctx)):
        channel_orb(c, c.rng.choice(KINDS))


def evoke(c: Combat, ctx: Ctx, args: Any) -> None:
    """Evokes one orb n times (it leaves with the last). Arguments: n, first or last."""
    n, which = args
    evoke_orb(c, which, _num(n, c, ctx))


def evoke_each(c: Combat, ctx: Ctx, args: Any) -> None:
    """Evokes n orbs one after the other, each once. Arguments: n, first or last."""
    n, which = args
    for _ in range(_num(n, c, ctx)):
        evoke_orb(c, which)


def orb_passive(c: Combat, ctx: Ctx, args: Any) -> None:
    """Triggers passives. Arguments: "first", "all" or an orb id, times each, aimed (True: at the effect's target)."""
    which, times, aimed = args
    fixed = ctx.target if aimed else NOBODY
    n = _num(times, c, ctx)
    for index in range(min(1, len(c.orbs)) if which == FIRST else len(c.orbs)):
        if which in (FIRST, ALL) or c.orbs[index][0] == which:
            for _ in range(n):
                if c.over or c.outcome is not None:
                    return
                passive(c, index, fixed)


def orb_slots(c: Combat, ctx: Ctx, args: Any) -> None:
    """Adds n orb slots (negative: takes)."""
    change_slots(c, _num(args[0], c, ctx))


OPS: dict[str, tuple[Any, ...]] = {
    "channel": (channel, "sv", 1),
    "channel_random": (channel_random, "v"),
    "evoke": (evoke, "vs", FIRST),
    "evoke_each": (evoke_each, "vs", FIRST),
    "orb_passive": (orb_passive, "svs", 1, False),
    "orb_slots": (orb_slots, "v"),
}


def _thunder(c: Combat, owner: Creature, power: Power, event: Any) -> None:
    _, kind, targets = event
    if kind == LIGHTNING:
        for seen in targets:
            enemy = c.creature(seen.combat_id)
            if enemy is not None and enemy.alive:
                damage.hit(c, owner, enemy, damage.raw_value(c, enemy, power.amount), False)


EVENTS: Mapping[str, Callable[[Combat, Creature, Power, Any], None]] = {"thunder": _thunder}

"""The effect stack: frames of compiled ops, run until a decision is due.

A frame is [program, next op, Ctx]. `run` takes the top frame's next op. An op that has to wait for something (a
choice, a card that plays itself) *defers*: `defer` puts a frame just above the frames that were there when the op
started, below those already deferred, so what is deferred first runs first. Nothing recurses across a choice, so a
combat can be copied while one is pending.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .state import Combat, Creature, Ctx

Op = tuple[Callable[[Combat, Ctx, Any], None], Any]
Prog = tuple[Op, ...]


class TurnProg(tuple[Op, ...]):
    """A program of a turn: what is left of it is dropped once no enemy keeps the fight going."""

    __slots__ = ()


MOST_OPS = 20_000  # ops of one action; long turns of real fights take a few hundred


def run(c: Combat) -> None:
    """Runs the stack until it is empty, a choice is pending or the fight is decided. A chain of effects without an
    end (a card
    that plays itself again for nothing) is cut off after MOST_OPS and noted."""
    stack = c.stack
    left = MOST_OPS
    while stack:
        frame = stack[-1]
        program, pc, ctx = frame
        size, depth = len(program), len(stack)
        of_turn = program.__class__ is TurnProg
        while pc < size and left and not (of_turn and c.over):
            fn, args = program[pc]
            pc += 1
            if fn is PHASE and args[0] not in c.heard and args[0] not in c.relic_hooks:
                continue  # nobody listens: most phases of a turn
            left -= 1
            frame[1] = pc
            c.base = depth
            fn(c, ctx, args)
            if c.pending is not None:
                return
            if c.outcome is not None:
                stack.clear()
                return
            if len(stack) != depth:  # something was deferred: that comes first
                break
        else:
            if not left:
                stack.clear()
                c.notes = (*c.notes, "an endless chain of effects")
            else:
                stack.pop()
                left -= 1
    if c.over:
        win(c)


def defer(c: Combat, program: Prog, ctx: Ctx, pc: int = 0) -> None:
    """Has the program run after the current op and after what it deferred before."""
    c.stack.insert(c.base, [program, pc, ctx])


def defer_past(c: Combat, program: Prog, ctx: Ctx) -> None:
    """Has the program run once the frame of the current op is done (the op must have been started by `run`)."""
    c.stack.insert(max(0, c.base - 1), [program, 0, ctx])
    c.base += 1


def waiting(c: Combat) -> bool:
    """True when the current op deferred something, so that what comes next must be deferred too."""
    return len(c.stack) > c.base


def exec_now(c: Combat, program: Prog, ctx: Ctx) -> None:
    """Runs a program inside the current op; once one of its ops defers, the rest is deferred as well."""
    depth = len(c.stack)
    last = len(program)
    for pc, (fn, args) in enumerate(program, 1):
        fn(c, ctx, args)
        if c.outcome is not None:
            return
        if len(c.stack) != depth and pc < last:
            defer(c, program, ctx, pc)
            return


def fire(c: Combat, hook: str, event: Any = None) -> None:
    """Runs every listener of a hook: powers of the player, of enemies, relics."""
    if hook in c.heard:
        if c.player.powers:
            _fire_creature(c, c.player, hook, event)
        for enemy in tuple(c.enemies):
            if enemy.powers:
                _fire_creature(c, enemy, hook, event)
    if hook in c.relic_hooks:
        fire_relics(c, hook, event)


def fire_on(c: Combat, creature: Creature, hook: str, event: Any = None) -> None:
    """Runs the listeners of a hook that belong to one creature; the player's relics too when it is the player."""
    if creature.powers and hook in c.heard:
        _fire_creature(c, creature, hook, event)
    if creature.is_player and hook in c.relic_hooks:
        fire_relics(c, hook, event)


def _fire_creature(c: Combat, creature: Creature, hook: str, event: Any) -> None:
    for power in tuple(creature.powers.values()):
        fn = power.code.hooks.get(hook)
        if fn is not None:
            now = creature.powers.get(power.key_name)
            if now is not None:
                fn(c, creature, now, event)


def fire_relics(c: Combat, hook: str, event: Any = None) -> None:
    """Runs the relics' listeners of a hook."""
    for index, fn in c.relic_hooks.get(hook, ()):
        fn(c, index, c.relics[index], event)


def phase(hook: str, side: str) -> Op:
    """An op that fires a hook for one side ("player", "enemy" or "all"), listener by listener, waiting where one
    defers."""
    return (_phase, (hook, side))


def _phase(c: Combat, ctx: Ctx, args: tuple[str, str]) -> None:
    if c.over:
        return
    hook, side = args
    listeners: list[tuple[int, str]] = []
    heard = hook in c.heard
    if heard and side != "enemy":
        for key, power in c.player.powers.items():
            if hook in power.code.hooks:
                listeners.append((0, key))
    if heard and side != "player":
        for enemy in c.enemies:
            for key, power in enemy.powers.items():
                if hook in power.code.hooks:
                    listeners.append((enemy.combat_id, key))
    if side != "enemy" and hook in c.relic_hooks:
        listeners += [(-1, str(index)) for index, _ in c.relic_hooks[hook]]
    if listeners:
        _phase_step(c, ctx, (hook, tuple(listeners)))


def _phase_step(c: Combat, ctx: Ctx, args: tuple[str, tuple[tuple[int, str], ...]]) -> None:
    hook, listeners = args
    for n, (who, key) in enumerate(listeners, 1):
        if who == -1:
            index = int(key)
            dict(c.relic_hooks[hook])[index](c, index, c.relics[index], None)
        else:
            creature = c.creature(who)
            power = creature.powers.get(key) if creature is not None else None
            if creature is None or power is None:
                continue
            power.code.hooks[hook](c, creature, power, None)
        if c.outcome is not None:
            return
        if waiting(c) and n < len(listeners):
            defer(c, ((_phase_step, (hook, listeners[n:])),), ctx)
            return


PHASE = _phase  # the function of every op that `phase` makes


def win(c: Combat) -> None:
    """The last enemy is gone: end-of-fight hooks, then the outcome."""
    fire(c, "combat_end_early")
    fire(c, "combat_end")
    if c.outcome is None:
        c.outcome = "won"

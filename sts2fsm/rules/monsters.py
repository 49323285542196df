"""What monsters do: choosing moves, showing intents, joining a fight."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sts2fsm.errors import BadInput

from . import damage, effects
from .engine import defer, fire
from .pieces import STUNNED
from .setup import Intent
from .state import Combat, Creature, Ctx


def roll(c: Combat, enemy: Creature) -> None:
    """Chooses the enemy's next move: a forced one, its first, or what follows its last one; none for a monster that the
    build lacks."""
    if enemy.code is None:
        return
    if enemy.forced:
        enemy.move, enemy.forced = enemy.forced, ""
        return
    enemy.move = resolve(c, enemy, _following(enemy))


def _following(enemy: Creature) -> str:
    """The move or branch that comes after what it did last."""
    code = enemy.code
    assert code is not None
    if not enemy.history:
        return code.definition.initial
    return (
        enemy.after or code.definition.initial if enemy.history[-1] == STUNNED else code.moves[enemy.history[-1]].next
    )


def resolve(c: Combat, enemy: Creature, state: str) -> str:
    """Follows branches from a state to a move. Raises BadInput when a table leads nowhere."""
    code = enemy.code
    assert code is not None
    for _ in range(8):
        if state in code.moves:
            return state
        branch = code.definition.branches.get(state)
        if branch is None:
            raise BadInput(f"{enemy.id}: no move or branch {state!r}")
        state = _case(c, enemy, branch) if "cases" in branch else _pick(c, enemy, branch["pick"])
    raise BadInput(f"{enemy.id}: branches of {state!r} do not end")


def _case(c: Combat, enemy: Creature, branch: Mapping[str, Any]) -> str:
    for test, to in branch["cases"]:
        if _holds(c, enemy, test):
            return str(to)
    raise BadInput(f"{enemy.id}: no case holds")


def others(c: Combat, enemy: Creature) -> int:
    """How many other enemies live."""
    return sum(1 for e in c.enemies if e.alive and e is not enemy)


def _remembers(c: Combat, enemy: Creature, arg: str) -> bool:
    name, _, least = arg.partition(":")
    return enemy.memory.get(name, 0) >= int(least)


# The tests of cases, by the word before the colon; what follows it is their argument.
CASES: Mapping[str, Callable[[Combat, Creature, str], bool]] = {
    "else": lambda c, enemy, arg: True,
    "slot": lambda c, enemy, arg: enemy.slot == arg,
    "alone": lambda c, enemy, arg: others(c, enemy) == 0,
    "others_at_most": lambda c, enemy, arg: others(c, enemy) <= int(arg),
    "has": lambda c, enemy, arg: arg in enemy.powers,
    "memory": _remembers,
    "below_half": lambda c, enemy, arg: enemy.hp * 2 < enemy.max_hp,
    "moves_made": lambda c, enemy, arg: len(enemy.history) >= int(arg),
}


def _holds(c: Combat, enemy: Creature, test: str) -> bool:
    """A test of a case; parts joined by "&" must all hold."""
    for part in test.split("&"):
        kind, _, arg = part.partition(":")
        if kind not in CASES:
            raise BadInput(f"{enemy.id}: unknown case {test!r}")
        if not CASES[kind](c, enemy, arg):
            return False
    return True


def _pick(c: Combat, enemy: Creature, options: tuple[Mapping[str, Any], ...]) -> str:
    weights = [float(o["w"]) if _allowed(enemy.history, o) else 0.0 for o in options]
    if not any(weights):
        weights = [float(o["w"]) for o in options]
    return str(options[c.rng.weighted(weights)]["to"])


def _allowed(history: tuple[str, ...], option: Mapping[str, Any]) -> bool:
    move = option["to"]
    if option.get("once") and move in history:
        return False
    most = option.get("most_in_row")
    if most is not None and history[-most:] == (move,) * most:
        return False
    wait = option.get("wait")
    return wait is None or move not in history[-(wait - 1) :]


def force(c: Combat, enemy: Creature, move: str) -> None:
    """The enemy's next move is this one. In the player's turn it replaces the shown one at once, in the enemy's the
    next roll. A move that its kind lacks changes nothing: powers name the moves of those who have them by the tables,
    and a build or a mod may give them to others."""
    if enemy.code is None or move not in enemy.code.moves:
        return
    if c.side == "player" or enemy.ready:
        enemy.move = move
        if c.side == "enemy":
            return
        enemy.forced = ""
    else:
        enemy.forced = move


def stun(c: Combat, enemy: Creature, then: str = "") -> None:
    """The enemy loses its next move: it is stunned instead, then goes on with `then`, or, when that is empty, with what
    it would have done."""
    if not enemy.alive or enemy.code is None:  # a monster that the build lacks does nothing as it is
        return
    shown = c.side == "player" or enemy.ready
    code = enemy.code
    if then in code.moves or then in code.definition.branches:
        enemy.after = then
    elif STUNNED not in (enemy.move if shown else "", enemy.forced):
        enemy.after = enemy.move if shown else enemy.forced or _following(enemy)
    force(c, enemy, STUNNED)


def act(c: Combat, enemy: Creature) -> None:
    """Has the enemy make its move (as a deferred program)."""
    code = enemy.code
    assert code is not None
    move = code.moves[enemy.move]
    enemy.history = (*enemy.history, move.id)
    enemy.ready = False
    if move.program:
        defer(c, move.program, Ctx(enemy.combat_id))


def join(c: Combat, monster_id: str, slot: str = "", move: str = "", near: int = -1, alone: bool = True) -> Creature:
    """A monster enters the fight: hp rolled, spawn powers on. It stands before the one that called it. During the
    enemy turn it waits."""
    code = c.code.monster(monster_id, c.setup.ascension)
    hp = c.rng.between(*code.hp)
    enemy = Creature(c.next_id, monster_id, hp, hp, code)
    c.next_id += 1
    enemy.slot = slot
    enemy.ready = c.side != "enemy"
    place = next((i for i, e in enumerate(c.enemies) if e.combat_id == near), len(c.enemies))
    c.enemies.insert(place, enemy)
    for power, n in code.spawn:
        amount = n if isinstance(n, int) else 0
        effects.apply_power(c, enemy, power, amount, enemy)
    if move:
        enemy.move = move
        enemy.forced = move if c.side == "enemy" else ""
    elif c.side != "enemy":
        roll(c, enemy)
    fire(c, "enemy_joined", (None, enemy))
    return enemy


def intents(combat: Combat, enemy: Creature) -> list[Intent]:
    """The enemy's intents as the wire prints them; attack labels after both sides' modifiers. Empty for a body that
    waits to come back."""
    code = enemy.code
    if code is None or not enemy.alive or enemy.move not in code.moves:
        return []
    move = code.moves[enemy.move]
    shown = []
    for kind in move.intents:
        label = ""
        if kind in ("Attack", "DeathBlow") and move.hits is not None:
            label = _attack_label(combat, enemy, move.hits)
        elif kind == "StatusCard":
            label = str(move.cards)
        shown.append(Intent(kind, label))
    return shown


def _attack_label(c: Combat, enemy: Creature, hits: tuple[Any, Any]) -> str:
    ctx = Ctx(enemy.combat_id)
    base = hits[0] if isinstance(hits[0], int) else hits[0](c, ctx)
    times = hits[1] if isinstance(hits[1], int) else hits[1](c, ctx)
    amount = damage.attack_value(c, enemy, c.player, base, None)
    return str(amount) if times == 1 else f"{amount}x{times}"


def incoming(combat: Combat) -> int:
    """Total damage the shown attacks would deal to the player before block."""
    total = 0
    for enemy in combat.enemies:
        code = enemy.code
        if code is None or not enemy.alive or enemy.move not in code.moves:
            continue
        hits = code.moves[enemy.move].hits
        if hits is not None:
            ctx = Ctx(enemy.combat_id)
            base = hits[0] if isinstance(hits[0], int) else hits[0](combat, ctx)
            times = hits[1] if isinstance(hits[1], int) else hits[1](combat, ctx)
            total += times * damage.attack_value(combat, enemy, combat.player, base, None)
    return total

"""What an observation leaves out about enemies, worked out: moves made, what they remember, who put a power there.

The wire shows no history. A monster whose moves follow one another without dice has made those that lead from its
first one to the round we are in; that is believed when the move it shows now fits.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from . import damage
from .codes import MonsterCode, MoveCode
from .monsters import resolve
from .relicnum import number
from .setup import Intent
from .state import Combat, Creature, Ctx

DAMAGE = ("Attack", "DeathBlow")
MOST_REMEMBERED = 100  # how far a remembered number is searched for behind an attack's label


def recall(enemy: Creature, code: MonsterCode) -> None:
    """Fills the enemy's memory from its history."""
    for name in enemy.history:
        for key, n in code.moves[name].remembers:
            enemy.memory[key] = enemy.memory.get(key, 0) + n


def walk(c: Combat, enemy: Creature, code: MonsterCode, intents: Sequence[Intent]) -> None:
    """Gives an enemy without history the moves it must have made, where nothing but the order decides them."""
    before = dict(enemy.memory)
    state, made = code.definition.initial, []
    for _ in range(c.round - 1):
        move = _only(c, enemy, code, state)
        if move is None:
            break
        made.append(move.id)
        for key, n in move.remembers:
            enemy.memory[key] = enemy.memory.get(key, 0) + n
        state = move.next
    else:
        last = _only(c, enemy, code, state)
        if last is not None and _fits(c, enemy, last, intents):
            enemy.history = tuple(made)
            return
    enemy.memory = before


def _only(c: Combat, enemy: Creature, code: MonsterCode, state: str) -> MoveCode | None:
    """The move a state leads to, None when dice decide."""
    branch = code.definition.branches.get(state)
    if branch is not None and "pick" in branch:
        return None
    move = code.moves[resolve(c, enemy, state)] if branch is not None and _no_dice(code, state) else None
    return code.moves.get(state) if branch is None else move


def _no_dice(code: MonsterCode, state: str) -> bool:
    branch = code.definition.branches[state]
    return "cases" in branch and all(to in code.moves for _, to in branch["cases"])


def next_move(c: Combat, enemy: Creature, code: MonsterCode) -> str:
    """The move its history leads to without dice, "" when it has no history or dice decide."""
    if not enemy.history:
        return ""
    move = _only(c, enemy, code, code.moves[enemy.history[-1]].next)
    return move.id if move is not None else ""


def moves_shown(c: Combat, enemy: Creature, code: MonsterCode, intents: Sequence[Intent]) -> list[str]:
    """The moves whose intents look like the shown ones: same types and attack label; what its history leads to comes
    first."""
    found = [name for name, move in code.moves.items() if _fits(c, enemy, move, intents)]
    if not found:
        found = [name for name, move in code.moves.items() if move.memory and _remember(c, enemy, move, intents)]
    follows = next_move(c, enemy, code)
    return sorted(found, key=lambda name: name != follows)


def _fits(c: Combat, enemy: Creature, move: MoveCode, intents: Sequence[Intent]) -> bool:
    if list(move.intents) != [i.type for i in intents]:
        return False
    labels = [i.label for i in intents if i.type in DAMAGE]
    return not labels or move.hits is None or _label(c, enemy, move) == labels[0].replace("×", "x").split(" ")[0]


def _remember(c: Combat, enemy: Creature, move: MoveCode, intents: Sequence[Intent]) -> bool:
    """Finds the remembered number that makes the attack as shown."""
    before = dict(enemy.memory)
    for n in range(MOST_REMEMBERED):
        enemy.memory[move.memory] = n
        if _fits(c, enemy, move, intents):
            return True
    enemy.memory = before
    return False


def _label(c: Combat, enemy: Creature, move: MoveCode) -> str:
    assert move.hits is not None
    ctx = Ctx(enemy.combat_id)
    base, times = [n if isinstance(n, int) else n(c, ctx) for n in move.hits]
    amount = damage.attack_value(c, enemy, c.player, base, None)
    return str(amount) if times == 1 else f"{amount}x{times}"


def body_move(code: MonsterCode, move: str) -> str:
    """The move of a body that will come back: the named one, or the monster's own reviving move."""
    if move in code.moves:
        return move
    return next((name for name, own in code.moves.items() if own.revives), "")


def appliers(c: Combat) -> None:
    """Powers that go with whoever put them on the player get the first enemy that can have done it."""
    for key, power in list(c.player.powers.items()):
        if power.state is None and power.code.definition.fn.get("on_death") == "gone_with_applier":
            for enemy in c.enemies:
                if enemy.code is not None and any(power.id in m.gives for m in enemy.code.moves.values()):
                    c.player.powers[key] = power.with_state(enemy.combat_id)
                    break


def turned(c: Combat, moves: Callable[[], list[str]]) -> list[str]:
    """Finds which way the player looks who is surrounded: the attacks' labels tell, for those from behind hit harder.
    `moves` gives the enemies their moves and names those that nothing tells."""
    missing, around = moves(), c.player.powers.get("SURROUNDED_POWER")
    if not missing or around is None:
        return missing
    c.player.powers["SURROUNDED_POWER"] = around.with_state(0 if around.state else 1)
    otherwise = moves()
    if len(otherwise) < len(missing):
        return otherwise
    c.player.powers["SURROUNDED_POWER"] = around
    return moves()


def uses(c: Combat) -> None:
    """What relics have done already: Red Skull's Strength is there while we are hurt. Of what works once a fight only
    the first round is sure not to have used it up: Pael's Eye would end a turn without an enemy turn, and nothing on
    the wire tells."""
    for index, relic in enumerate(c.relics):
        if relic.id == "RED_SKULL" and c.player.hp <= c.player.max_hp * number(c, relic, "HpThreshold") // 100:
            c.marks = c.marks | {f"skull{index}"}
    if c.round > 1:
        c.marks = c.marks | {f"eye{index}" for index, relic in enumerate(c.relics) if relic.id == "PAELS_EYE"}


def marks(c: Combat) -> None:
    """Powers that keep marks on cards, or what their owner remembers, put them back."""
    for creature in (c.player, *c.enemies):
        for power in list(creature.powers.values()):
            hook = power.code.hooks.get("seen")
            if hook is not None:
                hook(c, creature, power, (None, 0))

"""Cards, powers, monsters, potions and relics of the tables, compiled and ready to run."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from sts2fsm.content import CardDef, MonsterDef, MoveDef, PotionDef, PowerDef, RelicDef

from . import osty, powerfns, powernum, relicfns, stars
from .engine import Prog, exec_now
from .pieces import ENTHRALLED, KEYWORDS, PLAYER, STUNNED, CardInst, Ctx, Power, RelicInst
from .program import program
from .state import Combat, Creature
from .values import Cond, Scope, Value, condition, value

NESTING = ("if", "repeat", "while_kills")  # ops with programs among their arguments that may attack


def first_attack(rows: Any, scope: Scope) -> tuple[Value, Value] | None:
    """(damage, times) of the first attack of a program, looking into branches; None when it has none."""
    for row in rows:
        if row[0] in ("dmg", "dmg_osty"):
            return value(row[1], scope), value(row[3], scope) if len(row) > 3 else 1
        for part in row[1:]:
            if row[0] in NESTING and isinstance(part, tuple) and part and isinstance(part[0], tuple):
                found = first_attack(part, scope)
                if found is not None:
                    return found
    return None


class CardCode:
    """A card at one upgrade level, ready to run."""

    __slots__ = (
        "attack",
        "by_osty",
        "cost",
        "cost_fn",
        "definition",
        "id",
        "in_hand",
        "keywords",
        "numbers",
        "on_draw",
        "playable",
        "program",
        "rule",
        "star_cost",
        "stops",
        "tags",
        "target",
        "type",
        "upgrades",
        "x_cost",
        "x_stars",
    )

    definition: CardDef
    type: str
    target: str
    cost: int
    x_cost: bool
    star_cost: int  # 0: none
    x_stars: bool  # costs all stars
    tags: tuple[str, ...]
    rule: Mapping[str, Any]
    stops: bool  # while in hand it may forbid playing cards
    program: Prog
    attack: tuple[Value, Value] | None  # (damage, times) of its first attack
    by_osty: bool  # the companion is the dealer
    playable: Cond | None
    on_draw: Prog | None
    in_hand: Prog | None
    cost_fn: Value | None

    def __init__(self, definition: CardDef, upgrades: int) -> None:
        level = 1 if upgrades else 0
        scope = Scope(definition.id, definition.numbers, level)
        raw = definition.do_up if level and definition.do_up is not None else definition.do
        self.definition = definition
        self.id = definition.id
        self.upgrades = upgrades
        self.type = definition.type
        self.target = definition.target
        self.cost = definition.cost[level]
        self.x_cost = definition.x_cost
        self.star_cost = max(0, definition.star_cost[level])
        self.x_stars = definition.x_stars
        self.tags = definition.tags
        self.keywords = sum(KEYWORDS[w] for w in definition.keywords[level])
        self.numbers = {k: v[level] for k, v in definition.numbers.items()}
        self.program = program(raw or (), scope)
        self.attack = first_attack(raw or (), scope)
        self.by_osty = "OstyAttack" in definition.tags
        self.rule = definition.rule
        self.stops = "play_limit" in definition.rule or definition.id == ENTHRALLED
        self.playable = condition(self.rule["playable_if"], scope) if "playable_if" in self.rule else None
        self.on_draw = program(self.rule["on_draw"], scope) if "on_draw" in self.rule else None
        self.in_hand = program(self.rule["turn_end"], scope) if "turn_end" in self.rule else None
        self.cost_fn = value(self.rule["cost_add"], scope) if "cost_add" in self.rule else None


PowerHook = Callable[[Combat, Creature, Power, Any], None]
EVENTS: Mapping[str, PowerHook] = {**powerfns.EVENTS, **stars.EVENTS, **osty.EVENTS}


class PowerCode:
    """A power's hooks. The numeric ones stand as attributes (None when it hasn't them), the events in `hooks`."""

    __slots__ = (
        "block_add",
        "block_mul",
        "cap_damage",
        "cost",
        "dealt_add",
        "dealt_mul",
        "decay",
        "definition",
        "forbid",
        "hooks",
        "hp_cap",
        "id",
        "instanced",
        "listens",
        "marks",
        "negative",
        "pet_add",
        "pet_mul",
        "plays",
        "result",
        "signed",
        "star_cost",
        "taken_add",
        "taken_mul",
        "temp",
        "type",
    )

    definition: PowerDef
    hooks: dict[str, PowerHook]
    dealt_add: Callable[..., int] | None
    dealt_mul: Callable[..., tuple[int, int]] | None
    pet_add: Callable[..., int] | None
    pet_mul: Callable[..., tuple[int, int]] | None
    taken_add: Callable[..., int] | None
    taken_mul: Callable[..., tuple[int, int]] | None
    cap_damage: Callable[..., int] | None
    hp_cap: Callable[..., int] | None
    block_add: Callable[..., int] | None
    block_mul: Callable[..., tuple[int, int]] | None
    cost: Callable[..., int] | None
    star_cost: Callable[..., int] | None
    forbid: Callable[..., bool] | None
    result: Callable[..., str] | None
    plays: Callable[..., int] | None

    def __init__(self, definition: PowerDef) -> None:
        self.definition = definition
        self.id = definition.id
        self.type = definition.type
        self.signed = definition.signed
        self.negative = definition.signed or "negative" in definition.marks
        self.instanced = definition.stack == "Instanced"
        self.decay = definition.decay
        self.temp = definition.temp
        self.marks = frozenset(definition.marks)
        numeric: dict[str, Any] = dict.fromkeys(powernum.NUMERIC)
        scope = Scope(definition.id, {}, 0)
        self.hooks = {}
        for hook, raw in definition.on.items():
            self.hooks[hook] = _power_program(program(raw, scope))
        for hook, name in definition.fn.items():
            if hook in numeric:
                numeric[hook] = powernum.NUMERIC[hook][name]
            else:
                self.hooks[hook] = EVENTS[name]
        self.listens = frozenset([*self.hooks, *(hook for hook, fn in numeric.items() if fn is not None)])
        for hook, fn in numeric.items():
            setattr(self, hook, fn)

    def is_debuff(self, amount: int) -> bool:
        """Whether a stack of this size counts as a debuff."""
        if self.signed:
            return amount < 0
        return self.type == "Debuff"


def _power_program(prog: Prog) -> PowerHook:
    def run(c: Combat, owner: Creature, power: Power, event: Any) -> None:
        ctx = Ctx(owner.combat_id)
        ctx.amount = power.amount
        ctx.power = power.key_name
        ctx.extra = power.state
        if event.__class__ is CardInst:
            ctx.card = event
        elif event is not None and event.__class__ is tuple and event[0] is not None:
            ctx.target = event[0].combat_id
        exec_now(c, prog, ctx)

    return run


class MonsterCode:
    """A monster at one ascension tier."""

    __slots__ = ("definition", "hp", "id", "moves", "spawn")

    def __init__(self, definition: MonsterDef, ascension: int) -> None:
        self.definition = definition
        self.id = definition.id
        self.hp = definition.hp_a8 if ascension >= 8 else definition.hp
        scope = Scope(definition.id, {}, int(ascension >= 9), int(ascension >= 8))
        self.spawn = tuple((power, value(n, scope)) for power, n in definition.spawn)
        self.moves = {name: MoveCode(move, scope) for name, move in definition.moves.items()}
        self.moves[STUNNED] = MoveCode(MoveDef(STUNNED, ("Stun",), (), definition.initial), scope)


class MoveCode:
    """A move: its program and what its intents show. `hits`: (damage, times) of its attack or None; `cards`: status
    cards it adds; `memory`: the remembered number its attack depends on ("" none); `remembers`: what it adds to the
    monster's memory; `revives`: it brings a body back; `gives`: the powers it puts on the player."""

    __slots__ = ("cards", "gives", "hits", "id", "intents", "memory", "next", "program", "remembers", "revives")

    def __init__(self, move: MoveDef, scope: Scope) -> None:
        self.id = move.id
        self.intents = move.intents
        self.next = move.next
        self.program = program(move.do, scope)
        self.hits = first_attack(move.do, scope)
        self.cards = 0
        for row in move.do:
            if row[0] == "add_card":
                amount = value(row[3], scope) if len(row) > 3 else 1
                self.cards += amount if isinstance(amount, int) else 0
        rows = list(_rows(move.do))
        self.memory = next((name for row in rows if row[0] == "dmg" for name in _memories(row)), "")
        self.remembers = tuple((row[1], row[2] if len(row) > 2 else 1) for row in rows if row[0] == "remember")
        self.gives = frozenset(row[1] for row in rows if row[0] == "power" and row[-1] == "player")
        self.revives = any(row[0] == "revive" for row in rows)


def _rows(raw: Any) -> Iterator[Any]:
    """All rows of a program, those of inner programs included."""
    for row in raw:
        yield row
        for part in row[1:]:
            if row[0] in NESTING and isinstance(part, tuple) and part and isinstance(part[0], tuple):
                yield from _rows(part)


def _memories(raw: Any) -> Iterator[str]:
    """The names of remembered numbers in an expression."""
    if isinstance(raw, tuple):
        if raw and raw[0] == "memory":
            yield raw[1]
        for part in raw:
            yield from _memories(part)


class PotionCode:
    """A potion, ready to run."""

    __slots__ = ("definition", "id", "program", "target", "usage")

    def __init__(self, definition: PotionDef) -> None:
        self.definition = definition
        self.id = definition.id
        self.target = definition.target
        self.usage = definition.usage
        self.program = program(definition.do or (), Scope(definition.id, definition.numbers, 0))


RelicHook = Callable[[Combat, int, RelicInst, Any], Any]


class RelicCode:
    """A relic's combat hooks."""

    __slots__ = ("definition", "hooks", "id")

    def __init__(self, definition: RelicDef) -> None:
        self.definition = definition
        self.id = definition.id
        scope = Scope(definition.id, definition.numbers, 0)
        self.hooks: dict[str, RelicHook] = {
            hook: _relic_program(program(raw, scope)) for hook, raw in definition.on.items()
        }
        for hook, name in definition.fn.items():
            self.hooks[hook] = relicfns.FUNCTIONS[name]
        for hook, (test, n) in definition.num.items():
            self.hooks[hook] = _relic_number(condition(test, scope), value(n, scope))


def _relic_program(prog: Prog) -> RelicHook:
    def run(c: Combat, index: int, relic: RelicInst, event: Any) -> None:
        ctx = Ctx(PLAYER)
        ctx.power = relic.id
        ctx.amount = relic.counter
        ctx.extra = index
        if event.__class__ is CardInst:
            ctx.card = event
        elif event is not None and event.__class__ is tuple and event[0] is not None:
            ctx.target = event[0].combat_id
        if event.__class__ is tuple and len(event) == 6:
            ctx.last = event[2]
        exec_now(c, prog, ctx)

    return run


def _relic_number(test: Cond, n: Value) -> RelicHook:
    def read(c: Combat, index: int, relic: RelicInst, event: Any) -> int:
        ctx = Ctx(PLAYER)
        ctx.amount = relic.counter
        if event.__class__ is tuple:
            ctx.card = event[0]
        if not test(c, ctx):
            return 0
        return n if isinstance(n, int) else n(c, ctx)

    return read

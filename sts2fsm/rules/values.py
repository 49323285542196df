"""The small languages inside programs: numbers, conditions and card filters, compiled to ints or functions of (combat,
ctx).

Numbers: an int; "$Name" (the entity's own number); [a, b] (base, upgraded; for monsters below, at or above ascension
9); {"a8": [a, b]}; a reader's name; [operator, ...]. Conditions and filters: a name or [name, argument, ...].
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sts2fsm.errors import BadInput

from . import courtvalues, orbstate, silentvalues
from .state import (
    ATTACKS,
    CARDS,
    DISCARDED,
    EXHAUSTED,
    HP_LOSSES,
    PLAYER,
    POWER_CARDS,
    SKILLS,
    UNPLAYABLE,
    CardInst,
    Combat,
    Creature,
    Ctx,
)

Value = int | Callable[[Combat, Ctx], int]
Cond = Callable[[Combat, Ctx], bool]
Filter = Callable[[CardInst], bool]


class Scope:
    """What names in a program mean: the entity's numbers, the place in pairs, and who it is for error messages."""

    def __init__(self, owner: str, numbers: Mapping[str, Any], pair: int, a8: int = 0) -> None:
        self.owner = owner
        self.numbers = numbers
        self.pair = pair
        self.a8 = a8


def _target(c: Combat, ctx: Ctx) -> Creature | None:
    return c.creature(ctx.target)


def _source(c: Combat, ctx: Ctx) -> Creature:
    creature = c.creature(ctx.src)
    return creature if creature is not None else c.player


def _target_debuffs(c: Combat, ctx: Ctx) -> int:
    target = _target(c, ctx)
    if target is None:
        return 0
    return sum(1 for p in target.powers.values() if p.code.is_debuff(p.amount))


READERS: dict[str, Callable[[Combat, Ctx], int]] = {
    "block": lambda c, ctx: _source(c, ctx).block,
    "x": lambda c, ctx: ctx.x,
    "amount": lambda c, ctx: ctx.amount,
    "count": lambda c, ctx: ctx.count,
    "last_total": lambda c, ctx: ctx.total,
    "last": lambda c, ctx: ctx.last,
    "state": lambda c, ctx: ctx.extra or 0,
    "picked": lambda c, ctx: len(ctx.picked),
    "hand": lambda c, ctx: len(c.hand),
    "energy": lambda c, ctx: c.energy,
    "hp": lambda c, ctx: c.player.hp,
    "max_hp": lambda c, ctx: c.player.max_hp,
    "hp_losses_fight": lambda c, ctx: c.fight_stats[HP_LOSSES],
    "attacks_turn": lambda c, ctx: c.turn_stats[ATTACKS],
    "skills_turn": lambda c, ctx: c.turn_stats[SKILLS],
    "powers_turn": lambda c, ctx: c.turn_stats[POWER_CARDS],
    "attacks_last": lambda c, ctx: c.previous_stats[ATTACKS],
    "cards_last": lambda c, ctx: c.previous_stats[CARDS],
    "gold": lambda c, ctx: c.gold,
    "cards_turn": lambda c, ctx: c.turn_stats[CARDS],
    "cards_fight": lambda c, ctx: c.fight_stats[CARDS],
    "discarded_turn": lambda c, ctx: c.turn_stats[DISCARDED],
    "target_debuffs": _target_debuffs,
    "enemies": lambda c, ctx: sum(1 for e in c.enemies if e.alive),
    "round": lambda c, ctx: c.round,
    **orbstate.READERS,
    **silentvalues.READERS,
    **courtvalues.READERS,
}


def pile_of(c: Combat, name: str) -> list[CardInst]:
    """A pile by its table name."""
    pile: list[CardInst] = getattr(c, name)
    return pile


def _count(args: tuple[Any, ...], scope: Scope) -> Callable[[Combat, Ctx], int]:
    pile = args[0]
    keep = card_filter(args[1] if len(args) > 1 else "any")
    if pile == "all":
        return lambda c, ctx: sum(
            1 for cards in (c.hand, c.draw, c.discard, c.exhaust, c.play) for card in cards if keep(card)
        )
    return lambda c, ctx: sum(1 for card in pile_of(c, pile) if keep(card))


def _power_of(who: str, power: str) -> Callable[[Combat, Ctx], int]:
    def read(c: Combat, ctx: Ctx) -> int:
        creature = c.creature(ctx.target) if who == "target" else _source(c, ctx)
        return creature.amount(power) if creature is not None else 0

    return read


def _counter(key: str) -> Callable[[Combat, Ctx], int]:
    def read(c: Combat, ctx: Ctx) -> int:
        return ctx.card.counter(key) if ctx.card is not None else 0

    return read


def _memory(key: str) -> Callable[[Combat, Ctx], int]:
    def read(c: Combat, ctx: Ctx) -> int:
        return _source(c, ctx).memory.get(key, 0)

    return read


def value(raw: Any, scope: Scope) -> Value:
    """Compiles a number. Raises BadInput for an unknown name."""
    if isinstance(raw, bool):
        return int(raw)
    if isinstance(raw, int):
        return raw
    if isinstance(raw, dict):
        pair = raw["a8"]
        return int(pair[scope.a8])
    if isinstance(raw, str):
        if raw[0] == "$":
            if raw[1:] not in scope.numbers:
                raise BadInput(f"{scope.owner}: no number {raw}")
            own = scope.numbers[raw[1:]]
            return int(own[scope.pair]) if isinstance(own, tuple) else int(own)
        if raw not in READERS:
            raise BadInput(f"{scope.owner}: unknown value {raw!r}")
        return READERS[raw]
    head = raw[0]
    if isinstance(head, int):
        return int(raw[scope.pair])
    if head == "number":
        return _counter(raw[1])
    if head == "memory":
        return _memory(raw[1])
    if head == "count":
        return _count(raw[1:], scope)
    if head in ("target", "self"):
        return _power_of(head, raw[1])
    if head in ARITHMETIC:
        return _arithmetic(head, value(raw[1], scope), value(raw[2], scope))
    raise BadInput(f"{scope.owner}: unknown value {raw!r}")


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": lambda a, b: a + b,
    "-": lambda a, b: a - b,
    "*": lambda a, b: a * b,
    "%": lambda a, b: a * b // 100,
    "mod": lambda a, b: a % b,
    "//": lambda a, b: a // b,
    "min": min,
    "max": max,
}


def _arithmetic(head: str, left: Value, right: Value) -> Value:
    fn = ARITHMETIC[head]
    if isinstance(left, int) and isinstance(right, int):
        return fn(left, right)

    def compute(c: Combat, ctx: Ctx) -> int:
        a = left if isinstance(left, int) else left(c, ctx)
        b = right if isinstance(right, int) else right(c, ctx)
        return fn(a, b)

    return compute


def upgradable(card: CardInst) -> bool:
    """True when the card can still be upgraded."""
    return card.upgrades < card.code.definition.max_upgrades


_MAIN_TYPES = ("Attack", "Skill", "Power")

FILTERS: dict[str, Filter] = {
    "any": lambda card: True,
    "attack": lambda card: card.code.type == "Attack",
    "skill": lambda card: card.code.type == "Skill",
    "power": lambda card: card.code.type == "Power",
    "not_attack": lambda card: card.code.type != "Attack",
    "attack_or_power": lambda card: card.code.type in ("Attack", "Power"),
    "upgradable": upgradable,
    "upgraded": lambda card: card.upgrades > 0,
    "strike": lambda card: "Strike" in card.code.tags,
    "defend": lambda card: "Defend" in card.code.tags,
    "rare": lambda card: card.code.definition.rarity == "Rare",
    "playable": lambda card: not card.kw & UNPLAYABLE,
    "attack_playable": lambda card: card.code.type == "Attack" and not card.kw & UNPLAYABLE,
    "playable_first": lambda card: not card.kw & UNPLAYABLE,
    "status": lambda card: card.code.type == "Status",
    "curse": lambda card: card.code.type == "Curse",
    "status_or_curse": lambda card: card.code.type in ("Status", "Curse"),
    "can_replay": lambda card: card.code.type in _MAIN_TYPES and not card.kw & UNPLAYABLE and card.replay == 0,
    "transformable": lambda card: "Eternal" not in card.code.definition.keywords[0],
    **silentvalues.FILTERS,
    "costs": lambda card: card.code.cost > 0 or card.code.x_cost,
    **courtvalues.FILTERS,
}


def card_filter(raw: Any) -> Filter:
    """Compiles a card filter. Raises BadInput for an unknown name."""
    if raw not in FILTERS:
        raise BadInput(f"unknown card filter {raw!r}")
    return FILTERS[raw]


def _target_alive(c: Combat, ctx: Ctx) -> bool:
    target = c.creature(ctx.target)
    return target is not None and target.alive


def _target_has(power: str) -> Cond:
    def test(c: Combat, ctx: Ctx) -> bool:
        target = c.creature(ctx.target)
        return target is not None and power in target.powers

    return test


CONDITIONS: dict[str, Cond] = {
    "killed": lambda c, ctx: ctx.killed > 0,
    "target_alive": _target_alive,
    "exhausted_this_turn": lambda c, ctx: c.turn_stats[EXHAUSTED] > 0,
    "lost_hp_this_turn": lambda c, ctx: c.turn_stats[HP_LOSSES] > 0,
    "hand_empty": lambda c, ctx: not c.hand,
    "hand_no_attack": lambda c, ctx: all(card.code.type != "Attack" for card in c.hand),
    "player_turn": lambda c, ctx: c.side == "player",
    "no_attack_played": lambda c, ctx: c.turn_stats[ATTACKS] == 0,
    "no_block": lambda c, ctx: c.player.block == 0,
    "hp_at_most_half": lambda c, ctx: c.player.hp * 2 <= c.player.max_hp,
    "boss": lambda c, ctx: c.setup.room == "boss",
    "elite": lambda c, ctx: c.setup.room == "elite",
    "source_is_enemy": lambda c, ctx: ctx.src != PLAYER,
    "card_enchanted": lambda c, ctx: ctx.card is not None and ctx.card.enchantment is not None,
    "before_act_3": lambda c, ctx: c.setup.act < 3,
    "card_upgraded": lambda c, ctx: ctx.card is not None and ctx.card.upgrades > 0,
    **silentvalues.CONDITIONS,
    **courtvalues.CONDITIONS,
}


def _with_argument(head: str, args: tuple[Any, ...], scope: Scope) -> Cond:
    if head == "not":
        inner = condition(args[0], scope)
        return lambda c, ctx: not inner(c, ctx)
    if head == "and":
        parts = [condition(a, scope) for a in args]
        return lambda c, ctx: all(p(c, ctx) for p in parts)
    if head == "target_has":
        return _target_has(args[0])
    if head in courtvalues.WITH_ARGUMENT:
        return courtvalues.WITH_ARGUMENT[head](args[0])
    if head == "round":
        wanted = args[0]
        return lambda c, ctx: c.round == wanted
    if head == "card":
        keep = card_filter(args[0])
        return lambda c, ctx: ctx.card is not None and keep(ctx.card)
    if head in COMPARE:
        compare = COMPARE[head]
        left, right = value(args[0], scope), value(args[1], scope)
        return lambda c, ctx: compare(
            left if isinstance(left, int) else left(c, ctx), right if isinstance(right, int) else right(c, ctx)
        )
    raise BadInput(f"{scope.owner}: unknown condition {head!r}")


COMPARE: dict[str, Callable[[int, int], bool]] = {
    "==": lambda a, b: a == b,
    ">=": lambda a, b: a >= b,
    "<=": lambda a, b: a <= b,
}


def condition(raw: Any, scope: Scope) -> Cond:
    """Compiles a condition. Raises BadInput for an unknown name."""
    if isinstance(raw, str):
        if raw not in CONDITIONS:
            raise BadInput(f"{scope.owner}: unknown condition {raw!r}")
        return CONDITIONS[raw]
    return _with_argument(raw[0], raw[1:], scope)

"""How a fight's line-up is rolled, and the special starts that an encounter's `more` names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sts2fsm.errors import BadInput

from . import effects
from .state import Combat

STAGGERED = "staggered_start"  # monsters begin at three different moves, the first one at a random one of them


def lineup(c: Combat, encounter: str) -> list[str]:
    """Rolls an encounter's line-up: monster ids, a variant after a colon. Raises BadInput for an unknown encounter."""
    definition = c.code.content.encounters.get(encounter)
    if definition is None:
        raise BadInput(f"no encounter {encounter} in {c.code.build}")
    out: list[str] = []
    for entry in definition.monsters:
        out += _entry(c, entry, out)
    if definition.more.get(STAGGERED):
        first = c.rng.below(3)
        out = [f"{monster}:start{(first + i) % 3}" for i, monster in enumerate(out)]
    return out


def _entry(c: Combat, entry: Any, so_far: list[str]) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    if "one_of" in entry:
        return [c.rng.choice(entry["one_of"])]
    if "pick_distinct" in entry:
        return c.rng.sample(entry["of"], entry["pick_distinct"])
    if "shuffle" in entry:
        return c.rng.sample(entry["shuffle"], len(entry["shuffle"]))
    if "one_of_groups" in entry:
        group = c.rng.choice(entry["one_of_groups"])
        return [m for inner in group for m in _entry(c, inner, so_far)]
    if "the_other_of" in entry:
        return [m for m in entry["the_other_of"] if m not in so_far][:1]
    raise BadInput(f"unknown line-up entry {entry!r}")


def _hurt(c: Combat, args: Any) -> None:
    """Every enemy begins with less hp: between the two numbers less."""
    for enemy in c.enemies:
        enemy.hp -= c.rng.between(*args)


def _player_powers(c: Combat, args: Any) -> None:
    """The player begins with powers."""
    for power_id, amount in args:
        effects.apply_power(c, c.player, power_id, amount, None)


def _even_hp(c: Combat, args: Any) -> None:
    """Even hp, no two the same: 2 more until it is free, from the most back to the least."""
    taken: set[int] = set()
    for enemy in c.enemies:
        assert enemy.code is not None
        low, high = enemy.code.hp
        hp = enemy.hp + enemy.hp % 2
        while hp in taken:
            hp = hp + 2 if hp + 2 <= high else low + low % 2
        taken.add(hp)
        enemy.hp = enemy.max_hp = hp


STARTS: Mapping[str, Callable[[Combat, Any], None]] = {
    STAGGERED: lambda c, args: None,  # done by `lineup`
    "hurt": _hurt,
    "player_powers": _player_powers,
    "even_hp": _even_hp,
}


def begin(c: Combat) -> None:
    """Runs the special starts of the fight's encounter, once its monsters are in. Raises BadInput for an unknown
    one."""
    definition = c.code.content.encounters.get(c.setup.encounter)
    for name, args in (definition.more if definition is not None else {}).items():
        if name not in STARTS:
            raise BadInput(f"{c.setup.encounter}: unknown start {name!r}")
        STARTS[name](c, args)

"""Fights for tests, built from plain values: a player with piles against enemies with given hp, powers and moves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import EnemySeen, PowerSeen, Snapshot, combat_from
from sts2fsm.rules.state import Combat, Creature


def card(name: str) -> rules.CardSpec:
    """ "BASH" or "BASH+"."""
    return rules.CardSpec(name.rstrip("+"), int(name.endswith("+")))


def cards(names: str | Sequence[str]) -> tuple[rules.CardSpec, ...]:
    """Cards of a space separated list."""
    return tuple(card(n) for n in (names.split() if isinstance(names, str) else names))


def seen(powers: Mapping[str, int] | None) -> tuple[PowerSeen, ...]:
    """Powers by short name (VULNERABLE) and amount."""
    return tuple(PowerSeen(f"{k}_POWER", v) for k, v in (powers or {}).items())


def enemy(
    combat_id: int = 1,
    id: str = "NIBBIT",
    hp: int = 200,
    move: str = "HISS_MOVE",
    block: int = 0,
    powers: Mapping[str, int] | None = None,
    slot: str = "",
) -> EnemySeen:
    """An enemy; by default a tough Nibbit that is about to gain Strength."""
    return EnemySeen(id, combat_id, hp, max(hp, 200), block, seen(powers), move=move, slot=slot)


def fight(
    hand: str = "",
    *,
    draw: str = "",
    discard: str = "",
    exhaust: str = "",
    hp: int = 50,
    block: int = 0,
    energy: int = 3,
    powers: Mapping[str, int] | None = None,
    enemies: Sequence[EnemySeen] = (),
    relics: Sequence[tuple[str, int] | str] = (),
    potions: tuple[str | None, ...] = (None, None, None),
    round: int = 2,
    ascension: int = 0,
    build: str = "v0.107.1",
    seed: int = 1,
    room: str = "monster",
    gold: int = 100,
    character: str = "IRONCLAD",
    **counts: Any,
) -> Combat:
    """A fight in the player's turn, 50 of 80 hp, against one default enemy unless told otherwise."""
    specs = tuple(rules.RelicSpec(r) if isinstance(r, str) else rules.RelicSpec(*r) for r in relics)
    setup = rules.CombatSetup(
        character=character,
        deck=(),
        hp=hp,
        max_hp=80,
        ascension=ascension,
        relics=specs,
        potions=potions,
        build=build,
        seed=seed,
        room=room,
        gold=gold,
    )
    snapshot = Snapshot(
        round=round,
        energy=energy,
        enemies=tuple(enemies) or (enemy(),),
        block=block,
        powers=seen(powers),
        hand=cards(hand),
        draw=cards(draw),
        discard=cards(discard),
        exhaust=cards(exhaust),
        **counts,
    )
    combat = combat_from(setup, snapshot)
    assert combat.notes == (), f"not modelled: {combat.notes}"
    return combat


def powers_of(creature: Creature) -> dict[str, int]:
    """Amounts by short name."""
    return {p.key_name.replace("_POWER", ""): p.amount for p in creature.powers.values()}


def play(combat: Combat, name: str = "", target: int = 1) -> None:
    """Plays the first hand card of that id (default: the first card) and answers its choices with the first cards
    offered."""
    index = next(i for i, c in enumerate(combat.hand) if not name or c.id == name)
    rules.play_card(combat, index, target)
    answer(combat)


def answer(combat: Combat) -> None:
    """Answers pending choices: as few cards as allowed, but at least one, from the left."""
    while combat.pending is not None:
        rules.choose(combat, tuple(range(max(1, combat.pending.min))))


def end(combat: Combat) -> None:
    """Ends the turn, answering choices."""
    rules.end_turn(combat)
    answer(combat)


def ids(pile: Sequence[rules.CardInst]) -> list[str]:
    """Card ids of a pile, upgraded ones with a plus."""
    return [c.id + "+" * c.upgrades for c in pile]


Change = dict[str, Any]


def changes(name: str, energy: int = 3) -> Change:
    """What playing the card at enemy 1 changes, without what stays as it was."""
    c = fight(
        f"{name} STRIKE_IRONCLAD DEFEND_IRONCLAD",
        draw="DEFEND_IRONCLAD " * 5,
        discard="BASH",
        exhaust="WOUND WOUND WOUND",
        block=4,
        energy=energy,
        enemies=(enemy(1), enemy(2)),
    )
    first, second = c.enemies
    total = sum(len(p) for p in (c.hand, c.draw, c.discard, c.exhaust))
    play(c)
    piles = (c.hand, c.draw, c.discard, c.exhaust, c.removed)
    found = {
        "d1": 200 - first.hp,
        "d2": 200 - second.hp,
        "block": c.player.block - 4,
        "hp": c.player.hp - 50,
        "cost": energy - c.energy,
        "hand": len(c.hand) - 2,
        "exhaust": len(c.exhaust) - 3,
        "made": sum(len(p) for p in piles) - total,
        "me": powers_of(c.player),
        "e1": powers_of(first),
        "e2": powers_of(second),
    }
    return {k: v for k, v in found.items() if v}


def both(n: int) -> Change:
    """The same damage to both enemies."""
    return {"d1": n, "d2": n}


def me(power: str, n: int) -> Change:
    """A power on the player."""
    return {"me": {power: n}}


def at_start(deck: str = "DEFEND_IRONCLAD " * 10, monsters: tuple[str, ...] = ("NIBBIT",), **more: Any) -> Combat:
    """A fight from its real start, with a deck and monsters."""
    setup = rules.CombatSetup(deck=cards(deck), hp=50, max_hp=80, monsters=monsters, **more)
    combat = rules.start(setup)
    answer(combat)
    return combat

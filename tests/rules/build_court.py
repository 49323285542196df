"""One card played on a fixed field of the Regent or the Necrobinder, and what that changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import EnemySeen, OstySeen
from sts2fsm.rules.state import Combat
from tests.rules.build import Change, enemy, fight, play, powers_of

X = 1  # the card itself exhausts


def regent(hand: str = "", stars: int = 9, **more: Any) -> Combat:
    """A Regent's fight with these stars."""
    return fight(hand, character="REGENT", stars=stars, **more)


def necro(hand: str = "", osty: tuple[int, int] | None = (10, 12), **more: Any) -> Combat:
    """A Necrobinder's fight with Osty at (hp, max hp); None: not there, 0 hp: dead."""
    pet = None if osty is None else OstySeen(osty[0], osty[1], osty[0] > 0)
    return fight(hand, character="NECROBINDER", osty=pet, **more)


def pet(c: Combat) -> tuple[int, int]:
    """Osty's hp and max hp."""
    assert c.osty is not None
    return c.osty.hp, c.osty.max_hp


def cast(name: str, character: str) -> Change:
    """What playing the card at enemy 1 changes, without what stays as it was.

    The field: 50/80 hp, 4 block, 5 energy; hand Strike and Defend besides the card, five Defends to draw, Venerate
    discarded, a Soul and two Wounds exhausted; two enemies with 200 hp; the Regent has 9 stars, the Necrobinder Osty
    at 10 of 12 hp.
    """
    make = regent if character == "REGENT" else necro
    c = make(
        f"{name} STRIKE_{character} DEFEND_{character}",
        draw=f"DEFEND_{character} " * 5,
        discard="VENERATE",
        exhaust="SOUL WOUND WOUND",
        block=4,
        energy=5,
        enemies=(enemy(1), enemy(2)),
    )
    first, second = c.enemies
    stars, osty = c.stars, pet(c) if c.osty is not None else (0, 0)
    total = sum(len(p) for p in (c.hand, c.draw, c.discard, c.exhaust))
    play(c)
    after = pet(c) if c.osty is not None else (0, 0)
    found: Change = {
        "d1": 200 - first.hp,
        "d2": 200 - second.hp,
        "block": c.player.block - 4,
        "hp": c.player.hp - 50,
        "cost": 5 - c.energy,
        "stars": c.stars - stars,
        "osty": after[0] - osty[0],
        "osty_max": after[1] - osty[1],
        "hand": len(c.hand) - 2,
        "exhaust": len(c.exhaust) - 3,
        "made": sum(len(p) for p in (c.hand, c.draw, c.discard, c.exhaust, c.removed)) - total,
        "me": powers_of(c.player),
        "e1": powers_of(first),
        "e2": powers_of(second),
    }
    return {k: v for k, v in found.items() if v}


def foes(*targets: int, **powers: int) -> Change:
    """Powers on enemies 1 and 2 or on those named."""
    return {f"e{n}": dict(powers) for n in targets or (1, 2)}


def grown(n: int) -> Change:
    """Osty with so many more hp and max hp."""
    return {"osty": n, "osty_max": n}


def blades(c: Combat) -> list[int]:
    """Shown damage of every blade, pile by pile."""
    piles = (c.hand, c.draw, c.discard, c.exhaust)
    return [rules.card_numbers(c, x)["Damage"] for p in piles for x in p if x.id == "SOVEREIGN_BLADE"]


def attacker(powers: Mapping[str, int] | None = None) -> tuple[EnemySeen, ...]:
    """A Nibbit that butts for 12 (monsters NIBBIT)."""
    return (enemy(move="BUTT_MOVE", powers=powers),)


def butt(c: Combat) -> int:
    """The damage of the shown attack."""
    return int(rules.intents(c, c.enemies[0])[0].label)

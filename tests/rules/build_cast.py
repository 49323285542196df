"""One card played on a fixed field of the Silent or the Defect, and what that changes."""

from __future__ import annotations

from typing import Any

from sts2fsm.rules import orbstate
from sts2fsm.rules.observe import OrbSeen
from sts2fsm.rules.state import Combat
from tests.rules.build import Change, enemy, fight, play, powers_of

# What the orbs show without Focus: (passive, evoke). Facts: mechanics orbs.
SHOWN = {
    "L": ("LIGHTNING_ORB", 3, 8),
    "F": ("FROST_ORB", 2, 5),
    "D": ("DARK_ORB", 6, 6),
    "P": ("PLASMA_ORB", 1, 2),
    "G": ("GLASS_ORB", 4, 8),
}


HIT = "BUTT_MOVE"  # Nibbit: 12 damage


def hurt(combat: Combat, index: int = 0) -> int:
    """hp that an enemy which had 200 lost."""
    return 200 - combat.enemies[index].hp


def shown(combat: Combat) -> list[tuple[int, int]]:
    """(passive, evoke) of each orb as the wire shows them."""
    return [(orbstate.passive_value(combat, orb), orbstate.evoke_value(combat, orb)) for orb in combat.orbs]


def queue(letters: str) -> tuple[OrbSeen, ...]:
    """Orbs by first letter, oldest first, as they show themselves without Focus."""
    return tuple(OrbSeen(*SHOWN[letter]) for letter in letters)


def letters(combat: Combat) -> str:
    """First letters of the queue, oldest first."""
    return "".join(orb[0][0] for orb in combat.orbs)


def defect(hand: str = "", orbs: str = "", slots: int = 3, **more: Any) -> Combat:
    """A Defect's fight with these orbs."""
    return fight(hand, character="DEFECT", orbs=queue(orbs), orb_slots=slots, **more)


def silent(hand: str = "", **more: Any) -> Combat:
    """A Silent's fight."""
    return fight(hand, character="SILENT", **more)


def cast(name: str, character: str, energy: int = 3, foes: int = 2) -> Change:
    """What playing the card at enemy 1 changes, without what stays as it was.

    The field: 50/80 hp, 4 block; hand a Strike and a Defend besides the card, five Defends to draw, Neutralize
    discarded, a Shiv and two Wounds exhausted; enemies with 200 hp that don't attack; the Defect has three slots with
    a Lightning and a Frost.
    """
    orbs = "LF" if character == "DEFECT" else ""
    c = fight(
        f"{name} STRIKE_SILENT DEFEND_SILENT",
        character=character,
        draw="DEFEND_SILENT " * 5,
        discard="NEUTRALIZE",
        exhaust="SHIV WOUND WOUND",
        block=4,
        energy=energy,
        enemies=tuple(enemy(i + 1) for i in range(foes)),
        orbs=queue(orbs),
    )
    slots = c.orb_slots
    foe = c.enemies
    total = sum(len(p) for p in (c.hand, c.draw, c.discard, c.exhaust))
    play(c)
    piles = (c.hand, c.draw, c.discard, c.exhaust, c.removed)
    found: Change = {
        "block": c.player.block - 4,
        "hp": c.player.hp - 50,
        "cost": energy - c.energy,
        "hand": len(c.hand) - 2,
        "exhaust": len(c.exhaust) - 3,
        "made": sum(len(p) for p in piles) - total,
        "me": powers_of(c.player),
        "slots": c.orb_slots - slots,
    }
    for n, creature in enumerate(foe, 1):
        found[f"d{n}"] = 200 - creature.hp
        found[f"e{n}"] = powers_of(creature)
    found = {k: v for k, v in found.items() if v}
    if letters(c) != orbs:
        found["orbs"] = letters(c)
    return found

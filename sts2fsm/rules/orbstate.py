"""The orb queue as data: kinds, values after Focus, counts. Facts: mechanics `orbs` and `orb_system`.

`Combat.orbs` lists (wire id, private number), oldest first: index 0 is evoked first. The private number is Dark's
stored damage, Glass's base, 0 for the rest. Nothing here changes a combat. Unsure: Glass evokes for twice its passive
(one source: twice the base plus Focus once) and wears only while it does damage.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .state import LIGHTNINGS, ORBS, Combat, Ctx

Orb = tuple[str, int]

LIGHTNING, FROST, DARK, PLASMA, GLASS = "LIGHTNING_ORB", "FROST_ORB", "DARK_ORB", "PLASMA_ORB", "GLASS_ORB"
KINDS = (LIGHTNING, FROST, DARK, PLASMA, GLASS)
NAMES: Mapping[str, str] = dict(zip(KINDS, ("Lightning", "Frost", "Dark", "Plasma", "Glass"), strict=True))
SLOTS_MAX = 10

BASE_PASSIVE: Mapping[str, int] = {LIGHTNING: 3, FROST: 2, DARK: 6, PLASMA: 1}  # Glass keeps its own
BASE_EVOKE: Mapping[str, int] = {LIGHTNING: 8, FROST: 5, PLASMA: 2}  # Dark: stored; Glass: twice the passive
FRESH: Mapping[str, int] = {LIGHTNING: 0, FROST: 0, DARK: 6, PLASMA: 0, GLASS: 4}  # private number of a new orb


def passive_value(c: Combat, orb: Orb) -> int:
    """What one passive of the orb does now, as the wire's passive_val."""
    kind, private = orb
    if kind == PLASMA:
        return BASE_PASSIVE[PLASMA]
    base = private if kind == GLASS else BASE_PASSIVE[kind]
    return max(0, base + c.player.amount("FOCUS_POWER"))


def evoke_value(c: Combat, orb: Orb) -> int:
    """What evoking the orb does now, as the wire's evoke_val."""
    kind, private = orb
    if kind == DARK:
        return private
    if kind == PLASMA:
        return BASE_EVOKE[PLASMA]
    if kind == GLASS:
        return 2 * passive_value(c, orb)
    return max(0, BASE_EVOKE[kind] + c.player.amount("FOCUS_POWER"))


def from_values(kind: str, passive: int, evoke: int, focus: int) -> Orb:
    """The orb that shows these values. A Glass orb that shows 0 is taken to be spent."""
    if kind == DARK:
        return (kind, evoke)
    if kind == GLASS:
        return (kind, max(0, passive - focus) if passive else 0)
    return (kind, 0)


def count(kind: str) -> Callable[[Combat, Ctx], int]:
    """A reader of how many orbs of a kind there are."""
    return lambda c, ctx: sum(1 for orb in c.orbs if orb[0] == kind)


READERS: Mapping[str, Callable[[Combat, Ctx], int]] = {
    "orbs": lambda c, ctx: len(c.orbs),
    "orb_kinds": lambda c, ctx: len({orb[0] for orb in c.orbs}),
    "orb_slots_free": lambda c, ctx: max(0, c.orb_slots - len(c.orbs)),
    "frost_orbs": count(FROST),
    "orbs_fight": lambda c, ctx: c.fight_stats[ORBS],
    "lightnings_fight": lambda c, ctx: c.fight_stats[LIGHTNINGS],
}

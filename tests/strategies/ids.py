"""Ids for made-up payloads: of the content tables, of short lists where there is no table, and some unknown ones."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from sts2fsm.content import load
from tests.strategies.choices import Choices

UNKNOWN_ONE_IN = 12
UNKNOWN = ("BRAND_NEW_THING", "BRAND_NEW_THING_2", "lower case, of a mod", "")

# Tables that Content does not hold as records.
_SHORT: Mapping[str, tuple[str, ...]] = {
    "orbs": ("LIGHTNING_ORB", "FROST_ORB", "DARK_ORB", "PLASMA_ORB", "GLASS_ORB"),
    "pets": ("OSTY",),
    "events": (
        "NEOW", "DARV", "ABYSSAL_BATHS", "AROMA_OF_CHAOS", "BRAIN_LEECH", "BYRDONIS_NEST",
        "CRYSTAL_SPHERE", "FAKE_MERCHANT", "JUNGLE_MAZE_ADVENTURE", "LOST_WISP", "ROOM_FULL_OF_CHEESE", "SAPPHIRE_SEED",
        "SLIPPERY_BRIDGE", "SUNKEN_STATUE", "THIS_OR_THAT", "TRASH_HEAP", "UNREST_SITE", "WELLSPRING",
        "WOOD_CARVINGS", "ZEN_WEAVER",
    ),
}  # fmt: skip


@cache
def known(table: str) -> Mapping[str, Any]:
    """The ids of a table, with their records where the content tables have them, else None."""
    if table in _SHORT:
        return dict.fromkeys(_SHORT[table])
    return getattr(load(), table)  # type: ignore[no-any-return]


@cache
def _names(table: str) -> tuple[str, ...]:
    return tuple(known(table))


def ident(table: str, choices: Choices) -> str:
    """An id of `table`; one in twelve is in no table."""
    if choices.chance(UNKNOWN_ONE_IN):
        return choices.pick(UNKNOWN)
    return choices.pick(_names(table))

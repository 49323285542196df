"""Counts what a build's tables hold: entities that are present, behave, rest on an unsure fact, are for several
players, and are covered by a test.

What should be there is told by the published facts, and what a test covers by the tests' own list; both lie in a
checkout only, so without them an entity is measured by our tables alone.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from typing import Any

import attrs

from .loader import load
from .records import EncounterDef
from .run_tables import run_tables

# Afflictions have no table: the power that puts each on cards carries it.
AFFLICTIONS = {
    "BOUND": "CHAINS_OF_BINDING_POWER",
    "DEVOURED": "HUNGER_POWER",
    "ENTANGLED": "TANGLED_POWER",
    "GALVANIZED": "GALVANIC_POWER",
    "HEXED": "HEX_POWER",
    "RINGING": "RINGING_POWER",
    "SMOG": "SMOGGY_POWER",
    "TAINTED": "TAINTED_POWER",
    "WEIGHTED": "GRASP_POWER",
}
# Orbs have none either: their numbers stand in the rules.
ORBS = {
    "LIGHTNING_ORB": "",
    "FROST_ORB": "",
    "DARK_ORB": "",
    "PLASMA_ORB": "",
    "GLASS_ORB": "evokes for twice its passive (one source: twice the base, and Focus once)",
}
NEOW = "NEOW"
OURS = "EMBEDDED_"  # events of our own, to reach a screen
Key = tuple[str, str]  # (table, id) as the tests' list has them


@attrs.frozen
class Entity:
    """One row of a table. `proofs` are the keys under which the tests list it; all must be there."""

    id: str
    behaves: bool
    unsure: bool
    multiplayer: bool
    proofs: tuple[Key, ...]


@attrs.frozen
class Count:
    """One table of one build: how many, and the ids of what is wrong with some. `tested` is None without a list of
    tests. `absent`: in the facts and not in the table."""

    present: int
    behaves: int
    unsure: tuple[str, ...]
    multiplayer: tuple[str, ...]
    tested: int | None
    absent: tuple[str, ...]
    idle: tuple[str, ...]
    untested: tuple[str, ...]

    @property
    def missing(self) -> tuple[str, ...]:
        """Every id that keeps the table from being whole."""
        return (*self.absent, *self.idle, *self.untested)


def count(
    build: str, facts: Mapping[str, Collection[str]] | None = None, proofs: Collection[Key] | None = None
) -> dict[str, Count]:
    """Counts by table. `facts`: the ids that the build should have, by table; `proofs`: what tests cover."""
    return {table: _count(list(rows(build)), (facts or {}).get(table, ()), proofs) for table, rows in TABLES.items()}


def _count(rows: list[Entity], wanted: Collection[str], proofs: Collection[Key] | None) -> Count:
    idle = tuple(row.id for row in rows if not row.behaves)
    bare = () if proofs is None else tuple(row.id for row in rows if not all(key in proofs for key in row.proofs))
    return Count(
        present=len(rows),
        behaves=len(rows) - len(idle),
        unsure=tuple(row.id for row in rows if row.unsure),
        multiplayer=tuple(row.id for row in rows if row.multiplayer),
        tested=None if proofs is None else len(rows) - len(bare),
        absent=tuple(sorted(set(wanted) - {row.id for row in rows})),
        idle=idle,
        untested=bare,
    )


def _cards(build: str) -> Iterator[Entity]:
    for card in load(build).cards.values():
        keys = [("cards", card.id)] + [("cards", f"{card.id}+")] * bool(card.max_upgrades)
        if card.cost[0] >= 0 and not card.x_cost:
            keys.append(("card costs", card.id))
        yield Entity(card.id, card.behaves, bool(card.unsure), card.multiplayer_only, tuple(keys))


def _rows(name: str) -> Callable[[str], Iterator[Entity]]:
    def rows(build: str) -> Iterator[Entity]:
        for row in getattr(load(build), name).values():
            alone = getattr(row, "multiplayer_only", False)
            yield Entity(row.id, row.behaves, bool(row.unsure), alone, ((name, row.id),))

    return rows


def _relics(build: str) -> Iterator[Entity]:
    outside = {row["id"] for row in load(build).tables["run_relics"] if row.get("unsure")}
    for row in _rows("relics")(build):
        yield attrs.evolve(row, unsure=row.unsure or row.id in outside)


def _moves(build: str) -> Iterator[Entity]:
    for monster in load(build).monsters.values():
        for move in monster.moves:
            key = f"{monster.id} {move}"
            yield Entity(key, monster.behaves, False, False, (("monster moves", key),))


def line_up(row: EncounterDef) -> set[str]:
    """Every monster id that an encounter can hold; a variant stands after a colon."""

    def names(value: Any) -> Iterable[str]:
        if isinstance(value, str):
            return [value.split(":")[0]]
        values = value.values() if isinstance(value, Mapping) else value if isinstance(value, tuple) else ()
        return [name for part in values for name in names(part)]

    return set(row.possible) or set(names(row.monsters))


def _encounters(build: str) -> Iterator[Entity]:
    content = load(build)
    able = {monster.id for monster in content.monsters.values() if monster.behaves}
    for row in content.encounters.values():
        yield Entity(row.id, line_up(row) <= able, False, False, (("encounters", row.id),))


def _characters(build: str) -> Iterator[Entity]:
    content = load(build)
    for row in content.characters.values():
        able = all(card in content.cards and content.cards[card].behaves for card in row.deck)
        yield Entity(row.id, able, False, False, (("characters", row.id),))


def _enchantments(build: str) -> Iterator[Entity]:
    for key, row in load(build).enchantments.items():
        yield Entity(key, True, bool(row.get("unsure")), False, (("enchantments", key),))


def _afflictions(build: str) -> Iterator[Entity]:
    powers = load(build).powers
    for key, name in AFFLICTIONS.items():
        power = powers.get(name)
        if power is not None:
            yield Entity(key, power.behaves, bool(power.unsure), False, (("powers", name),))


def _orbs(build: str) -> Iterator[Entity]:
    for key, unsure in ORBS.items():
        yield Entity(key, True, bool(unsure), False, (("orbs", key),))


def _events(build: str) -> Iterator[Entity]:
    for event in run_tables(build).events.values():
        if not event.id.startswith(OURS):
            options = _option_keys(event.id, build)
            yield Entity(event.id, True, event.unsure, False, tuple(("event options", key) for key in options))


def _option_keys(event_id: str, build: str) -> list[str]:
    pages = run_tables(build).events[event_id].pages.values()
    return [f"{event_id} {page.key} {option.key}" for page in pages for option in page.options]


def _options(build: str) -> Iterator[Entity]:
    for event in run_tables(build).events:
        if not event.startswith(OURS):
            for key in _option_keys(event, build):
                yield Entity(key, True, False, False, (("event options", key),))


def _ancients(build: str) -> Iterator[Entity]:
    yield Entity(NEOW, bool(run_tables(build).neow), False, False, (("ancients", NEOW),))
    for row in run_tables(build).ancients.values():
        yield Entity(row.id, True, bool(row.unsure), False, (("ancients", row.id),))


TABLES: Mapping[str, Callable[[str], Iterator[Entity]]] = {
    "cards": _cards,
    "powers": _rows("powers"),
    "relics": _relics,
    "potions": _rows("potions"),
    "monsters": _rows("monsters"),
    "monster moves": _moves,
    "encounters": _encounters,
    "characters": _characters,
    "enchantments": _enchantments,
    "afflictions": _afflictions,
    "orbs": _orbs,
    "events": _events,
    "event options": _options,
    "ancients": _ancients,
}

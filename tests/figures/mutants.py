"""Mutants: an entity of the tables with its numbers one off, or, when it has none, without its effect.

A test covers an entity when it fails against the mutant. So a test that compares a table with itself covers nothing,
since definition and behaviour change together. `mutants(build)` lists (table, id, switches); a switch is a context
manager that puts the mutant in place of the entity and takes it out again. Numbers go one up and one down, and it is
enough to notice one of the two (a cap may hide the other).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import attrs

from sts2fsm.content import BUILDS, MonsterDef, MoveDef, load
from sts2fsm.content.run_tables import EventDef, EventOption, EventPage, run_tables
from sts2fsm.rules import cards as rule_cards
from sts2fsm.rules import orbstate
from sts2fsm.rules.compile import code_for
from tests.figures import mutants_combat
from tests.figures.bump import bumped, strings
from tests.figures.switches import Mutant, Switch, attributes, items

# Monsters: hp and powers at spawn, and each move ----------------------------------------------------------------------


def _monster(build: str, monster: MonsterDef, change: Mapping[str, Any]) -> Switch:
    def switch() -> AbstractContextManager[None]:
        code = code_for(build)
        return _recompiled(code, monster.id, attrs.evolve(monster, **change))

    return switch


def _move_change(move: MoveDef, by: int) -> MoveDef:
    mutant = attrs.evolve(move, do=bumped(move.do, by))
    if mutant != move:
        return mutant
    return attrs.evolve(move, do=()) if move.do else attrs.evolve(move, intents=("Hidden", "Hidden"))


@contextmanager
def _recompiled(code: Any, monster_id: str, mutant: MonsterDef) -> Iterator[None]:
    def forget() -> None:
        for tier in (0, 8, 9):
            code._monsters.pop((monster_id, tier), None)

    forget()
    with items([(code.content.monsters, monster_id, mutant)]):
        yield
    forget()


def _monsters(build: str) -> Iterator[Mutant]:
    for monster in load(build).monsters.values():
        body = {name: bumped(getattr(monster, name)) for name in ("hp", "hp_a8", "spawn")}
        yield "monsters", monster.id, (_monster(build, monster, body),)
        for move in monster.moves.values():
            changes = [{"moves": {**monster.moves, move.id: _move_change(move, by)}} for by in (1, -1)]
            switches = tuple(_monster(build, monster, change) for change in changes)
            yield "monster moves", f"{monster.id} {move.id}", switches


# Encounters, characters, ancients, events ----------------------------------------------------------------------------


def _row(where: Mapping[str, Any], key: str, mutant: Any) -> tuple[Switch, ...]:
    return (lambda: items([(where, key, mutant)]),)


def _encounters(build: str) -> Iterator[Mutant]:
    rows = load(build).encounters
    for key, row in rows.items():
        other = "BYRDONIS" if "NIBBIT" in row.possible else "NIBBIT"
        yield "encounters", key, _row(rows, key, attrs.evolve(row, monsters=(other,), possible=(other,)))


def _characters(build: str) -> Iterator[Mutant]:
    rows = load(build).characters
    for key, row in rows.items():
        mutant = attrs.evolve(row, hp=row.hp + 1, gold=row.gold + 1, deck=row.deck[1:])
        yield "characters", key, _row(rows, key, mutant)


def _ancients(build: str) -> Iterator[Mutant]:
    rows = run_tables(build).ancients
    for key, row in rows.items():
        mutant = attrs.evolve(
            row,
            slots=tuple({**slot, "of": slot["of"][:1]} for slot in row.slots),
            pool=row.pool[: row.take],
            groups=row.groups[: row.take],
        )
        yield "ancients", key, _row(rows, key, mutant)
    neow = run_tables(build).neow
    yield "ancients", "NEOW", _row(neow, "one_of_pairs", [[pair[0], pair[0]] for pair in neow["one_of_pairs"]])


def _option(event: EventDef, page: EventPage, option: EventOption, by: int) -> EventDef:
    mutant = attrs.evolve(option, do=bumped(option.do, by))
    texts = strings(option.do)
    varied = {k: bumped(v, by) for k, v in event.vars.items() if any(f"${k}" in text for text in texts)}
    if mutant == option and not varied:
        leaves = all(op["op"] == "leave" for op in option.do)
        mutant = attrs.evolve(option, do=({"op": "page", "page": page.key},) if leaves else (), ends=False)
    options = tuple(mutant if o is option else o for o in page.options)
    pages = {**event.pages, page.key: attrs.evolve(page, options=options)}
    return attrs.evolve(event, pages=pages, vars={**event.vars, **varied})


def _events(build: str) -> Iterator[Mutant]:
    rows = run_tables(build).events
    for key, event in rows.items():
        if key.startswith("EMBEDDED_"):
            continue  # a room of our own, to reach a screen
        for page in event.pages.values():
            for option in page.options:
                switches = [_row(rows, key, _option(event, page, option, by)) for by in (1, -1)]
                yield "event options", f"{key} {page.key} {option.key}", (*switches[0], *switches[1])


# Enchantments and orbs, whose numbers stand in the rules -------------------------------------------------------------


def _cloneless(build: str) -> AbstractContextManager[None]:
    options = run_tables(build).odds["rest_options"]
    return items([(options, "CLONE", {**options["CLONE"], "do": []})])


def _enchantment(enchantment_id: str) -> Switch:
    whole = rule_cards.enchanted

    def without(card: Any, enchantment: tuple[str, int]) -> Any:
        return card if enchantment[0] == enchantment_id else whole(card, enchantment)

    return lambda: attributes((rule_cards, "enchanted", without))


def _enchantments(build: str) -> Iterator[Mutant]:
    for key in load(build).enchantments:
        yield "enchantments", key, (_enchantment(key) if key != "CLONE" else lambda: _cloneless(build),)


def _orbs(build: str) -> Iterator[Mutant]:
    for kind in orbstate.KINDS:
        changes = [
            (table, kind, table[kind] + 1)
            for table in (orbstate.BASE_PASSIVE, orbstate.BASE_EVOKE, orbstate.FRESH)
            if kind in table
        ]
        yield "orbs", kind, (lambda changes=changes: items(changes),)  # type: ignore[misc]


PARTS = (
    mutants_combat.cards,
    mutants_combat.powers,
    mutants_combat.relics,
    mutants_combat.potions,
    _monsters,
    _encounters,
    _characters,
    _ancients,
    _events,
    _enchantments,
    _orbs,
)


def mutants(build: str) -> list[Mutant]:
    """(table, id, switch) of every entity of a build."""
    return [row for part in PARTS for row in part(build)]


def same_in_both() -> frozenset[tuple[str, str]]:
    """(table, id) of what the older build has as the newer one has it: one test covers both."""
    new, old = (_plain(build) for build in BUILDS)
    return frozenset(key for key in old if key in new and old[key] == new[key])


def _plain(build: str) -> dict[tuple[str, str], Any]:
    content, tables = load(build), run_tables(build)
    found: dict[tuple[str, str], Any] = {}
    for card in content.cards.values():
        for key in (card.id, card.id + "+"):
            found["cards", key] = found["card costs", key] = card
    for name, rows in (
        ("powers", content.powers),
        ("potions", content.potions),
        ("encounters", content.encounters),
        ("characters", content.characters),
        ("enchantments", content.enchantments),
        ("ancients", tables.ancients),
        ("orbs", dict.fromkeys(orbstate.KINDS)),
    ):
        found |= {(name, key): row for key, row in rows.items()}
    found |= {("relics", k): (r, tables.relics.get(k)) for k, r in content.relics.items()}
    for monster in content.monsters.values():
        found["monsters", monster.id] = (monster.hp, monster.hp_a8, monster.spawn)
        found |= {("monster moves", f"{monster.id} {m.id}"): m for m in monster.moves.values()}
    for event in tables.events.values():
        for page in event.pages.values():
            found |= {("event options", f"{event.id} {page.key} {o.key}"): (o, event.vars) for o in page.options}
    return found

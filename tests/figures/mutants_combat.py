"""Mutants of what fights are made of: cards, powers, relics, potions (see mutants)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from typing import Any

import attrs

from sts2fsm.content import CardDef, PowerDef, load
from sts2fsm.content.run_tables import RelicRule, run_tables
from sts2fsm.rules import effects, observe
from sts2fsm.rules.codes import CardCode, PotionCode, PowerCode, RelicCode
from sts2fsm.rules.compile import code_for
from tests.figures.bump import bumped, strings
from tests.figures.switches import Mutant, Switch, attributes, items

# Cards: the numbers of each level, and the cost --------------------------------------------------------------------


def _card_change(card: CardDef, by: int) -> dict[str, Any]:
    programs = {name: getattr(card, name) for name in ("do", "do_up", "rule")}
    change = {name: bumped(value, by) for name, value in programs.items()}
    used = any(text.startswith("$") for text in strings(programs))
    if used or change != programs:
        return {**change, "numbers": bumped(card.numbers, by)}
    if card.target == "AnyAlly":
        return {"target": "Self"}
    if card.do or card.rule:
        return {"do": (), "do_up": None, "rule": {}}
    return {"keywords": ((), ()) if "Unplayable" in card.keywords[0] else (("Unplayable",), ("Unplayable",))}


def _card(build: str, card: CardDef, level: int, change: Mapping[str, Any]) -> Switch:
    def switch() -> AbstractContextManager[None]:
        code = code_for(build)
        if card.cost[0] < 0 and not card.keywords[0]:  # shown in a choice and nowhere else: there is none to show
            return items([(code.cards, (card.id, level), None)])
        mutant = attrs.evolve(card, **change)
        changes = [(code.cards, (card.id, level), CardCode(mutant, level)), (code.content.cards, card.id, mutant)]
        return _forgetful(code, card.id, items(changes))

    return switch


@contextmanager
def _forgetful(code: Any, card_id: str, inner: AbstractContextManager[None]) -> Iterator[None]:
    """Drops the card's cached rule programs before and after."""

    def forget() -> None:
        for key in [key for key in code._rules if key[0] == card_id]:
            del code._rules[key]

    forget()
    with inner:
        yield
    forget()


def cards(build: str) -> Iterator[Mutant]:
    for card in load(build).cards.values():
        changes = [_card_change(card, by) for by in (1, -1)]
        for level in range(min(1, card.max_upgrades) + 1):
            yield "cards", card.id + "+" * level, tuple(_card(build, card, level, change) for change in changes)
        if card.cost[0] >= 0 and not card.x_cost:
            dearer = {"cost": (card.cost[0] + 1, card.cost[1] + 1)}
            yield "card costs", card.id, (_card(build, card, 0, dearer),)


# Powers: without hooks; one that other rules look up by id is not found -----------------------------------------------


def _power(build: str, power: PowerDef, by: int) -> Switch:
    def switch() -> AbstractContextManager[None]:
        code = code_for(build)
        more = power.fn or power.marks or power.decay or power.temp
        numbers = bumped(power.on, by)
        if numbers != power.on and not (more and by < 0):
            return items([(code.powers, power.id, PowerCode(attrs.evolve(power, on=numbers)))])
        if power.on or more:
            bare = attrs.evolve(power, on={}, fn={}, marks=(), decay="", temp=None)
            return items([(code.powers, power.id, PowerCode(bare))])
        return _unnoticed(build, power)

    return switch


@contextmanager
def _unnoticed(build: str, power: PowerDef) -> Iterator[None]:
    """The power is shown on its owner but stands under another key, so that no rule that asks for it finds it; what
    was a buff is a debuff."""
    put, apply, power_id = observe._put_powers, effects.apply_power, power.id
    other = PowerCode(attrs.evolve(power, type="Debuff" if power.type == "Buff" else "Buff"))

    def hide(creature: Any) -> None:
        held = creature.powers.pop(power_id, None)
        if held is not None:
            creature.powers[f"{power_id} (unnoticed)"] = held

    def put_hidden(c: Any, creature: Any, powers: Any) -> list[str]:
        missing = put(c, creature, powers)
        hide(creature)
        return missing

    def apply_hidden(c: Any, target: Any, *more: Any) -> None:
        apply(c, target, *more)
        hide(target)

    hidden = attributes((observe, "_put_powers", put_hidden), (effects, "apply_power", apply_hidden))
    with items([(code_for(build).powers, power_id, other)]), hidden:
        yield


def powers(build: str) -> Iterator[Mutant]:
    for power in load(build).powers.values():
        found = (_power(build, power, 1), _power(build, power, -1), lambda power=power: _unnoticed(build, power))
        yield "powers", power.id, found


# Relics, potions ------------------------------------------------------------------------------------------------------


BLOCKS = {"combat_start": (("block_raw", 1),)}  # what a relic without an effect does as a mutant
PAYS = ({"op": "gold", "n": 1},)


def _relic(build: str, relic_id: str, by: int) -> Switch:
    def switch() -> AbstractContextManager[None]:
        code, tables = code_for(build), run_tables(build)
        relic, rule = code.content.relics[relic_id], tables.relics.get(relic_id)
        held = rule or RelicRule(relic_id, (), None, False, {})
        mutant = attrs.evolve(relic, **{n: bumped(getattr(relic, n), by) for n in ("numbers", "on", "num")})
        outside = attrs.evolve(held, pickup=bumped(held.pickup, by), hooks=bumped(held.hooks, by))
        printed = relic.fn or any(text.startswith("$") for text in strings((relic.on, relic.num)))
        if outside == held and (mutant.on, mutant.num) == (relic.on, relic.num) and not (printed and relic.numbers):
            bare = not (relic.on or relic.fn or relic.num or held.pickup or held.hooks)
            mutant = attrs.evolve(relic, on=BLOCKS if bare else {}, fn={}, num={})
            outside = attrs.evolve(held, pickup=PAYS if bare else (), hooks={})
        return items(
            [
                (code.relics, relic_id, RelicCode(mutant)),
                (code.content.relics, relic_id, mutant),
                (tables.relics, relic_id, outside),
            ]
        )

    return switch


def relics(build: str) -> Iterator[Mutant]:
    for relic_id in load(build).relics:
        yield "relics", relic_id, (_relic(build, relic_id, 1), _relic(build, relic_id, -1))


def _potion(build: str, potion_id: str, by: int) -> Switch:
    def switch() -> AbstractContextManager[None]:
        code = code_for(build)
        potion = code.content.potions[potion_id]
        mutant = attrs.evolve(potion, numbers=bumped(potion.numbers, by), do=bumped(potion.do, by))
        if mutant == potion:
            mutant = attrs.evolve(potion, do=())
        changes = [(code.potions, potion_id, PotionCode(mutant)), (code.content.potions, potion_id, mutant)]
        return items(changes)

    return switch


def potions(build: str) -> Iterator[Mutant]:
    for potion_id in load(build).potions:
        yield "potions", potion_id, (_potion(build, potion_id, 1), _potion(build, potion_id, -1))

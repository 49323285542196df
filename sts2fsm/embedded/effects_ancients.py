"""Ops of the ancients' relics: starter cards and relics turned into better ones, marked rooms, a map of one way."""

from __future__ import annotations

from sts2fsm.content.run_tables import Op

from . import ancients, ledger
from .conditions import upgradable
from .mapgen import ELITE, MONSTER, one_way
from .run_cards import DeckCard
from .script import OpFn, Script
from .taking import swap_relic


def _ancient_form(script: Script, _op: Op) -> None:
    """The starter card turns into its ancient form; upgrade and enchantment stay."""
    run = script.run
    card = ancients.ancient_form(run)
    if card is not None:
        better = card.copy(run.floor)
        better.id = run.tables.odds["ancient_forms"][card.id]
        ledger.transform_card(run, card, better)


def _starter_relic(script: Script, _op: Op) -> None:
    run = script.run
    better = run.tables.odds["starter_relics"]
    for relic in [r for r in run.relics if r.id in better][:1]:
        swap_relic(run, relic, better[relic.id])


def _add_tome(script: Script, _op: Op) -> None:
    """The card the offer named, upgraded; without an offer it is drawn now."""
    run = script.run
    card = DeckCard(script.shown or ancients.tome_card(run), 0, run.floor)
    card.upgrades = 1 if upgradable(run, card) else 0
    ledger.add_card(run, card)


def _mark_rooms(script: Script, op: Op) -> None:
    """Fights of this act still ahead whose enemies will have 1 hp."""
    run = script.run
    row = run.position[1] if run.position is not None else 0
    ahead = [p for p, kind in sorted(run.map.types.items()) if kind in (MONSTER, ELITE) and p[1] > row]
    run.marked.update(run.rng["events"].sample(ahead, min(op["n"], len(ahead))))


def _single_path(script: Script, _op: Op) -> None:
    """A map without choices in place of this act's, and its unknown rooms hold events. Once the act's own map was
    walked on, it stays."""
    run = script.run
    if run.position == run.map.start:
        run.map = one_way(run.tables.odds["golden_path"], len(run.map.bosses))
        run.events_only = True


def _relic_counter(script: Script, op: Op) -> None:
    relic = script.run.relic(op["id"])
    if relic is not None:
        relic.counter = (relic.counter or 0) + op["add"]


ANCIENT_OPS: dict[str, OpFn] = {
    "ancient_form": _ancient_form,
    "starter_relic": _starter_relic,
    "add_tome": _add_tome,
    "mark_rooms": _mark_rooms,
    "single_path": _single_path,
    "relic_counter": _relic_counter,
}

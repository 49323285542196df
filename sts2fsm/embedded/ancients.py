"""The ancients between acts: who stands at an act's start, and which three relics are offered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import attrs

from sts2fsm.content.run_tables import AncientDef

from .conditions import holds
from .offers import card_pool

if TYPE_CHECKING:
    from .run import Run
    from .run_cards import DeckCard


@attrs.frozen
class Offer:
    """One button: a relic, what it stands for (a card id, a character's id) and the key the history writes. No relic:
    a locked button of that title."""

    relic: str
    shown: str = ""
    title: str = ""

    @property
    def key(self) -> str:
        """As the history names it: the sea glass by its character."""
        return self.shown if self.relic == SEA_GLASS else self.relic


SEA_GLASS = "SEA_GLASS"
DUSTY_TOME = "DUSTY_TOME"


def of_act(run: Run) -> AncientDef:
    """The ancient at the start of the run's current act (2 or 3), drawn evenly; a shared one only in its act."""
    able = [
        a
        for a in run.tables.ancients.values()
        if run.act_no in a.acts and run.ancient_acts.get(a.id, run.act_no) == run.act_no
    ]
    return run.rng["ancients"].choice(able)


def offers(run: Run, ancient: AncientDef) -> list[Offer]:
    """Three offers. Relics that the build lacks are never offered."""
    if ancient.slots:
        drawn = [_slot(run, ancient, slot) for slot in ancient.slots]
        return [_offer(run, relic) if relic else Offer("", title=slot["else"]) for relic, slot in drawn]
    return [_offer(run, relic) for relic in (_groups(run, ancient) if ancient.groups else _pool(run, ancient))]


def _able(run: Run, ancient: AncientDef, relics: Sequence[str]) -> list[str]:
    return [r for r in relics if r in run.content.relics and all(holds(run, c, {}) for c in ancient.when.get(r, ()))]


def _slot(run: Run, ancient: AncientDef, slot: Mapping[str, Any]) -> tuple[str, Mapping[str, Any]]:
    """One relic by weight; "" when none is possible."""
    rng = run.rng["ancients"]
    weights = dict(slot["of"])
    if "plus" in slot:  # one of these joins the others, as likely as each of them
        joining = slot["plus"]
        weights[joining[rng.weighted([w for _, w in joining])][0]] = 1
    able = _able(run, ancient, list(weights))
    return (able[rng.weighted([weights[r] for r in able])] if able else ""), slot


def _pool(run: Run, ancient: AncientDef) -> list[str]:
    return run.rng["ancients"].sample(_able(run, ancient, ancient.pool), ancient.take)


def _groups(run: Run, ancient: AncientDef) -> list[str]:
    rng = run.rng["ancients"]
    able = [relics for relics in (_able(run, ancient, g) for g in ancient.groups) if relics]
    drawn = rng.sample([rng.choice(relics) for relics in able], ancient.take)
    if ancient.last_or in run.content.relics and rng.chance(0.5):
        drawn[-1] = ancient.last_or
    return drawn


def _offer(run: Run, relic: str) -> Offer:
    return Offer(relic, shown=_SHOWN[relic](run) if relic in _SHOWN else "")


def tome_card(run: Run) -> str:
    """The card of the dusty tome: one of the character's ancient cards that no starter card turns into."""
    turned = set(run.tables.odds["ancient_forms"].values())
    cards = card_pool(run, "character", lambda c: c.rarity == "Ancient" and c.id not in turned)
    return run.rng["ancients"].choice(cards).id


def _other_character(run: Run) -> str:
    return run.rng["ancients"].choice([c for c in run.content.characters if c != run.character.id])


_SHOWN = {SEA_GLASS: _other_character, DUSTY_TOME: tome_card}


def ancient_form(run: Run) -> DeckCard | None:
    """The first card of the deck that has an ancient form."""
    forms = run.tables.odds["ancient_forms"]
    return next((c for c in run.deck if c.id in forms), None)

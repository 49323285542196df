"""What a deck is like: counts, averages and hints, from the ledger. Printed numbers alone, upgrades counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from attrs import frozen

from sts2fsm.content import CardDef, load
from sts2fsm.facts.cards import CardNumbers, card_numbers
from sts2fsm.facts.deck_changes import upgradable
from sts2fsm.facts.ledger import Deck

X_ENERGY = 3  # energy that an X card is taken to be played for: a turn's (facts/rules.json)


@frozen(kw_only=True)
class DeckFacts:
    """Statistics of one deck. `size` counts every card, `unseen` those whose name is not known; the others are known.

    `average_cost` is energy a playable card (X cards apart); `damage_per_energy` and `block_per_energy` are points of
    the deck's attacking (blocking) cards over the energy that they cost, free cards counted as half a point of energy.
    `hints` count cards by what they lean on: powers that they put, keywords and tags. `copies` are cards by id, and
    `upgradable` those that can still be upgraded.
    """

    size: int
    unseen: int
    attacks: int
    skills: int
    powers: int
    curses: int
    average_cost: float
    damage_per_energy: float
    block_per_energy: float
    draws: int
    enchanted: int
    upgraded: int
    copies: Mapping[str, int]
    upgradable: Mapping[str, int]
    hints: Mapping[str, int]


def deck_facts(deck: Deck) -> DeckFacts:
    """Facts of the deck as the ledger has it."""
    cards = load().cards
    known = [(held, cards[held.id], card_numbers(held.id, held.upgraded)) for held in deck.cards if held.id in cards]
    kinds = Counter(card.type for _, card, _ in known)
    costs = [_cost(card, held.upgraded) for held, card, _ in known]
    playable = [cost for cost, (_, card, _) in zip(costs, known, strict=True) if cost is not None and not card.x_cost]
    return DeckFacts(
        size=len(deck.cards),
        unseen=len(deck.cards) - len(known),
        attacks=kinds["Attack"],
        skills=kinds["Skill"],
        powers=kinds["Power"],
        curses=kinds["Curse"],
        average_cost=sum(playable) / len(playable) if playable else 0.0,
        damage_per_energy=_per_energy([(_damage(n, cost), cost) for cost, (_, _, n) in zip(costs, known, strict=True)]),
        block_per_energy=_per_energy([(n.block, cost) for cost, (_, _, n) in zip(costs, known, strict=True)]),
        draws=sum(numbers.draws for _, _, numbers in known),
        enchanted=sum(bool(held.enchantment) for held in deck.cards),
        upgraded=sum(held.upgraded for held in deck.cards),
        copies=Counter(held.id for held in deck.cards if held.id),
        upgradable=Counter(held.id for held, _, _ in known if not held.upgraded and upgradable(held.id)),
        hints=_hints([(card, numbers, held.upgraded) for held, card, numbers in known]),
    )


def _cost(card: CardDef, upgraded: bool) -> int | None:
    """Energy that playing costs; None for a card that cannot be played."""
    if "Unplayable" in card.keywords[int(upgraded)]:
        return None
    return X_ENERGY if card.x_cost else max(0, card.cost[int(upgraded)])


def _damage(numbers: CardNumbers, cost: int | None) -> int:
    return numbers.damage * ((cost or 0) if numbers.hits is None else numbers.hits)


def _per_energy(points: list[tuple[int, int | None]]) -> float:
    """Points a card gives over the energy it costs, over all cards that give any."""
    giving = [(gain, cost or 0.5) for gain, cost in points if gain and cost is not None]
    return sum(gain for gain, _ in giving) / sum(cost for _, cost in giving) if giving else 0.0


def _hints(known: list[tuple[CardDef, CardNumbers, bool]]) -> Mapping[str, int]:
    total: Counter[str] = Counter()
    for card, numbers, upgraded in known:
        total.update({power for power, amount, _ in numbers.powers if amount > 0})
        total.update({*card.keywords[int(upgraded)], *card.tags})
    return total

"""What holds in every fight between two decisions, whatever was played: for tests and for long random runs."""

from __future__ import annotations

from collections.abc import Iterator

from .cards import HAND_MAX
from .state import Combat, Creature

MOST_BLOCK = 999


def broken(c: Combat) -> list[str]:
    """The invariants that do not hold, as text; empty for a sound fight. Reads only."""
    return [*_numbers(c), *_piles(c), *_flow(c)]


def _numbers(c: Combat) -> Iterator[str]:
    everybody: list[Creature] = [c.player, *c.enemies]
    if c.osty is not None:
        everybody.append(c.osty)
    for creature in everybody:
        if not 0 <= creature.hp <= creature.max_hp:
            yield f"{creature.id}: {creature.hp} of {creature.max_hp} hp"
        if not 0 <= creature.block <= MOST_BLOCK:
            yield f"{creature.id}: {creature.block} block"
        for power in creature.powers.values():
            if not power.code.listens <= c.heard:
                yield f"{creature.id}: {power.id} came past Combat.put, and its hooks are not heard"
            if power.amount == 0 or (power.amount < 0 and not power.code.negative):
                yield f"{creature.id}: {power.id} {power.amount}"
    for what, number in (("energy", c.energy), ("stars", c.stars), ("gold", c.gold)):
        if number < 0:
            yield f"{number} {what}"


def _piles(c: Combat) -> Iterator[str]:
    """A card is in one place, and no deck card is there twice."""
    if len(c.hand) > HAND_MAX:
        yield f"{len(c.hand)} cards in hand"
    cards = [card for pile in (c.hand, c.draw, c.discard, c.exhaust, c.play, c.removed) for card in pile]
    if len({card.uid for card in cards}) != len(cards):
        yield "a card is in two places"
    deck = [card.deck_index for card in cards if card.deck_index >= 0]
    if len(set(deck)) != len(deck):
        yield "a deck card is there twice"
    if any(card.uid >= c.next_uid for card in cards):
        yield "a card has a number that was never given"


def _flow(c: Combat) -> Iterator[str]:
    """Between two decisions nothing is half done."""
    if c.outcome is not None:
        return
    if c.pending is not None:
        if not 1 <= c.pending.max <= len(c.pending.cards):
            yield f"a choice of {c.pending.max} among {len(c.pending.cards)} cards"
    elif c.stack or c.play:
        yield "something is still being played"
    elif not c.enemies:
        yield "nobody is left to fight"

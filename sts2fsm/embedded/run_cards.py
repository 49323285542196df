"""A card of the deck."""

from __future__ import annotations

from sts2fsm.rules.setup import CardSpec


class DeckCard:
    """A card of the deck or on offer; identity matters, two Strikes are two objects."""

    __slots__ = ("counters", "enchantment", "floor", "id", "upgrades")

    def __init__(self, id: str, upgrades: int = 0, floor: int = 1, enchantment: tuple[str, int] | None = None) -> None:
        self.id = id
        self.upgrades = upgrades
        self.floor = floor
        self.enchantment = enchantment
        self.counters: tuple[tuple[str, int], ...] = ()

    def spec(self) -> CardSpec:
        """The card as a fight takes it."""
        return CardSpec(self.id, self.upgrades, self.enchantment, self.counters)

    def copy(self, floor: int) -> DeckCard:
        """A second card like this one, added on `floor`."""
        card = DeckCard(self.id, self.upgrades, floor, self.enchantment)
        card.counters = self.counters
        return card

    def __repr__(self) -> str:
        return f"{self.id}{'+' * self.upgrades}"

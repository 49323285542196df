"""What cards, relics and potions are worth, as tables of policies.yaml and the named parts of a value."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.policy import at, section, table
from sts2fsm.wire.common import Card


@section("cards")
class CardsPolicy:
    """What a card is worth in a deck, what removing one is worth, and which one to upgrade."""

    values: Mapping[str, float] = table("worth of a card in the deck, by id", low=-50, high=100, default="required")
    rarity: Mapping[str, float] = table("added for the card's rarity", low=-50, high=100, default="required")
    upgraded: Mapping[str, float] = table(
        "added when the card is upgraded, by type", low=0, high=50, default="required"
    )
    upgrade_gain: Mapping[str, float] = table("worth of upgrading a card, by id", low=0, high=100, default="required")


@section("relics")
class RelicsPolicy:
    """What a relic is worth."""

    values: Mapping[str, float] = table("worth of a relic, by id", low=-50, high=200, default="required")
    rarity: Mapping[str, float] = table("added for the relic's rarity", low=0, high=100, default="required")


@section("potions")
class PotionsPolicy:
    """What a potion is worth, for the belt and the shop."""

    values: Mapping[str, float] = table("worth of a potion, by id", low=0, high=100, default="required")


def card_parts(card: Card, policy: CardsPolicy) -> dict[str, float]:
    """The parts of a card's worth: the card itself, its rarity, its upgrade."""
    return {
        "card": at(policy.values, card.id),
        "rarity": at(policy.rarity, card.rarity or "None"),
        "upgraded": at(policy.upgraded, card.type or "None") if card.is_upgraded else 0.0,
    }


def card_worth(card: Card, policy: CardsPolicy) -> float:
    return sum(card_parts(card, policy).values())


def upgrade_worth(card: Card, policy: CardsPolicy) -> float:
    """Worth of upgrading this copy; nothing for one that is upgraded."""
    return 0.0 if card.is_upgraded else at(policy.upgrade_gain, card.id)


def relic_parts(relic_id: str | None, rarity: str | None, policy: RelicsPolicy) -> dict[str, float]:
    return {"relic": at(policy.values, relic_id or "?"), "rarity": at(policy.rarity, rarity or "None")}


def potion_worth(potion_id: str | None, policy: PotionsPolicy) -> float:
    return at(policy.values, potion_id or "?")

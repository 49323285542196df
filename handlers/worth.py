"""What cards, relics and potions are worth, as tables of policies.yaml and the named parts of a value."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.content import CardDef, load
from sts2fsm.facts.cards import UNKNOWN_CARD, card_numbers
from sts2fsm.facts.deck import DeckFacts
from sts2fsm.handler import Seen
from sts2fsm.policy import at, group, nested, number, section, table
from sts2fsm.wire.common import Card


@group
class Estimate:
    """What a card is worth that no table values: its printed numbers, weighed, less what its energy costs."""

    base: float = number(float, "worth of a card that does what its energy is worth", low=-50, high=50)
    scale: float = number(float, "worth per point that it does more or less than that", low=0, high=20)
    damage: float = number(float, "per point of damage", low=0, high=10)
    all_enemies: float = number(float, "how often damage counts that hits all enemies", low=0, high=5)
    block: float = number(float, "per point of block", low=0, high=10)
    draw: float = number(float, "per card drawn", low=0, high=20)
    gained_energy: float = number(float, "per point of energy gained", low=0, high=20)
    hp_loss: float = number(float, "per point of health that it costs", low=-10, high=0)
    energy: float = number(float, "per point of energy that it costs", low=-20, high=0)
    powers: Mapping[str, float] = table(
        "per point of a power it puts, by id; `default` for any other power, whatever its amount",
        low=-50,
        high=50,
        default="required",
    )
    least: float = number(float, "no estimate is lower", low=-50, high=50)
    most: float = number(float, "no estimate is higher: what is printed is not all there is to it", low=-50, high=100)


@section("cards")
class CardsPolicy:
    """What a card is worth in a deck, what removing one is worth, and which one to upgrade."""

    x_energy: int = number(int, "energy that an X card is taken to cost and to be played for", low=0, high=10)
    estimate: Estimate = nested("cards that `values` does not list", Estimate)
    values: Mapping[str, float] = table("worth of a card in the deck, by id", low=-50, high=100, default="required")
    rarity: Mapping[str, float] = table("added for the card's rarity", low=-50, high=100, default="required")
    upgraded: Mapping[str, float] = table(
        "added when the card is upgraded, by type", low=0, high=50, default="required"
    )
    upgrade_gain: Mapping[str, float] = table("worth of upgrading a card, by id", low=0, high=100, default="required")
    lean: int = number(int, "cards up to which a deck is lean", unit="cards", low=0, high=100)
    beyond_lean: float = number(float, "worth of a card gained, by each card beyond a lean deck", low=-10, high=0)
    copy: float = number(float, "worth of a card gained, by each copy that the deck has", low=-10, high=10)


@section("relics")
class RelicsPolicy:
    """What a relic is worth."""

    values: Mapping[str, float] = table("worth of a relic, by id", low=-50, high=200, default="required")
    rarity: Mapping[str, float] = table("added for the relic's rarity", low=0, high=100, default="required")


@section("potions")
class PotionsPolicy:
    """What a potion is worth, for the belt and the shop."""

    values: Mapping[str, float] = table("worth of a potion, by id", low=0, high=100, default="required")


def known_worth(card: Card, policy: CardsPolicy) -> float:
    """The table's worth of a card, else an estimate from its numbers, else the default."""
    if card.id in policy.values:
        return policy.values[card.id]
    numbers = card_numbers(card.id, False)
    if numbers is UNKNOWN_CARD or not numbers.modelled:
        return at(policy.values, card.id)
    weigh = policy.estimate
    cost = int(card.cost) if card.cost and card.cost.isdigit() else policy.x_energy
    damage = numbers.damage * (cost if numbers.hits is None else numbers.hits)
    points = (
        weigh.damage * damage * (weigh.all_enemies if numbers.spread == "all" else 1.0)
        + weigh.block * numbers.block
        + weigh.draw * numbers.draws
        + weigh.gained_energy * numbers.energy
        + weigh.hp_loss * numbers.hp_loss
        + weigh.energy * cost
        + sum(_power_worth(power, amount, weigh) for power, amount, _ in numbers.powers)
    )
    return min(max(weigh.base + weigh.scale * points, weigh.least), weigh.most)


def _power_worth(power: str, amount: int, weigh: Estimate) -> float:
    return weigh.powers[power] * amount if power in weigh.powers else at(weigh.powers, power)


def card_parts(card: Card, policy: CardsPolicy) -> dict[str, float]:
    """The parts of a card's worth: the card itself, its rarity, its upgrade."""
    return {
        "card": known_worth(card, policy),
        "rarity": at(policy.rarity, card.rarity or "None"),
        "upgraded": at(policy.upgraded, card.type or "None") if card.is_upgraded else 0.0,
    }


def fit_parts(card_id: str | None, seen: Seen, policy: CardsPolicy) -> dict[str, float]:
    """What the deck makes of a card that comes: a large deck draws it seldom, a second copy is not the first."""
    deck = seen.deck
    if deck is None:
        return {}
    found = {
        "deck size": policy.beyond_lean * max(0, deck.size - policy.lean),
        "copies": policy.copy * deck.copies.get(card_id or "", 0),
    }
    return {name: worth for name, worth in found.items() if worth}


def worst_held(deck: DeckFacts, policy: CardsPolicy) -> float | None:
    """Worth of the card that the deck is best rid of; None where none may be taken out."""
    cards = load().cards
    loose = [cards[id_] for id_ in deck.copies if id_ in cards and "Eternal" not in cards[id_].keywords[0]]
    return min((card_worth(_as_shown(card), policy) for card in loose), default=None)


def _as_shown(card: CardDef) -> Card:
    """A card of the tables as a screen would show it."""
    return Card(
        id=card.id, name=card.name, type=card.type, cost="X" if card.x_cost else str(card.cost[0]), rarity=card.rarity
    )


def card_worth(card: Card, policy: CardsPolicy) -> float:
    return sum(card_parts(card, policy).values())


def upgrade_worth(card: Card, policy: CardsPolicy) -> float:
    """Worth of upgrading this copy; nothing for one that is upgraded."""
    return 0.0 if card.is_upgraded else at(policy.upgrade_gain, card.id)


def relic_parts(relic_id: str | None, rarity: str | None, policy: RelicsPolicy) -> dict[str, float]:
    return {"relic": at(policy.values, relic_id or "?"), "rarity": at(policy.rarity, rarity or "None")}


def potion_worth(potion_id: str | None, policy: PotionsPolicy) -> float:
    return at(policy.values, potion_id or "?")

"""Conditions of events and options: tuples (name, operator, number, ...) looked up in a table."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .run import Run, RunRelic
    from .run_cards import DeckCard

COMPARE: Mapping[str, Callable[[Any, Any], bool]] = {
    ">=": operator.ge,
    "<=": operator.le,
    "==": operator.eq,
    ">": operator.gt,
    "<": operator.lt,
}

# What a card must be to take an enchantment (facts: mechanics, enchantments). Absent: any card that is not unplayable.
ENCHANT_TYPES: Mapping[str, tuple[str, ...]] = {
    "SHARP": ("Attack",),
    "VIGOROUS": ("Attack",),
    "CORRUPTED": ("Attack",),
    "INSTINCT": ("Attack",),
    "MOMENTUM": ("Attack",),
    "ROYALLY_APPROVED": ("Attack", "Skill"),
    "IMBUED": ("Skill",),
}
_NEVER_ENCHANTED = ("Status", "Curse", "Quest")


def tradable(run: Run) -> list[RunRelic]:
    """Relics an event may take: of the ordinary rarities, not wax. Unsure: the facts only name them tradable."""
    rarities = ("Common", "Uncommon", "Rare", "Shop")
    return [r for r in run.relics if run.content.relics[r.id].rarity in rarities and not r.wax]


def removable(run: Run, card: DeckCard) -> bool:
    """May the card be removed or transformed? (not Eternal)"""
    definition = run.content.cards[card.id]
    if card.enchantment is not None and card.enchantment[0] == "TEZCATARAS_EMBER":
        return False  # it makes the card Eternal
    return "Eternal" not in definition.keywords[min(card.upgrades, 1)]


def upgradable(run: Run, card: DeckCard) -> bool:
    """Can the card be upgraded once more?"""
    definition = run.content.cards[card.id]
    return card.upgrades < definition.max_upgrades and definition.type not in _NEVER_ENCHANTED


def enchantable(run: Run, card: DeckCard, kind: str) -> bool:
    """Can the card take this enchantment? A card holds one."""
    definition = run.content.cards[card.id]
    if card.enchantment is not None or definition.type in _NEVER_ENCHANTED:
        return False
    words = definition.keywords[min(card.upgrades, 1)]
    types = ENCHANT_TYPES.get(kind)
    if types is not None and definition.type not in types:
        return False
    check = _ENCHANT_CHECKS.get(kind)
    return check is None or check(definition, words)


_ENCHANT_CHECKS: Mapping[str, Callable[[Any, tuple[str, ...]], bool]] = {
    "NIMBLE": lambda card, _: "Block" in card.numbers,
    "GOOPY": lambda card, _: "Defend" in card.tags,
    "SPIRAL": lambda card, _: card.rarity == "Basic" and bool({"Strike", "Defend"} & set(card.tags)),
    "SLITHER": lambda card, words: not card.x_cost and "Unplayable" not in words,
    "SOULS_POWER": lambda _, words: "Exhaust" in words,
}


def matches(run: Run, card: DeckCard, wanted: Mapping[str, Any]) -> bool:
    """Does a deck card meet a filter (keys rarity, type, tag, removable, upgraded, enchantable)?"""
    definition = run.content.cards[card.id]
    return all(_FILTERS[key](run, card, definition, value) for key, value in wanted.items())


_FILTERS: Mapping[str, Callable[[Run, DeckCard, Any, Any], bool]] = {
    "rarity": lambda _run, _card, definition, value: bool(definition.rarity == value),
    "type": lambda _run, _card, definition, value: bool(definition.type == value),
    "tag": lambda _run, _card, definition, value: value in definition.tags,
    "removable": lambda run, card, _definition, _value: removable(run, card),
    "upgraded": lambda _run, card, _definition, _value: card.upgrades > 0,
    "enchantable": lambda run, card, _definition, value: enchantable(run, card, value),
}

_NUMBERS: Mapping[str, Callable[[Run], float]] = {
    "gold": lambda run: run.gold,
    "hp": lambda run: run.hp,
    "hp_share": lambda run: run.hp / run.max_hp,
    "act": lambda run: run.act_no,
    "floor": lambda run: run.floor,
    "potions": lambda run: sum(p is not None for p in run.potions),
    "tradable_relics": lambda run: len(tradable(run)),
}

_FLAGS: Mapping[str, Callable[..., bool]] = {
    "card": lambda run, card_id: any(c.id == card_id for c in run.deck),
    "not_character": lambda run, character: run.character.id != character,
    "hurt": lambda run: run.hp < run.max_hp,
    "free_slot": lambda run: run.free_slot() is not None,
    "starter_relic": lambda run: any(r.id in run.tables.odds["starter_relics"] for r in run.relics),
    "ancient_form": lambda run: any(c.id in run.tables.odds["ancient_forms"] for c in run.deck),
    "no_card": lambda run, card_id: all(c.id != card_id for c in run.deck),
    "no_relic": lambda run, relic_id: run.relic(relic_id) is None,
    "potion": lambda run, potion_id: potion_id in run.potions,
    "relics_left": lambda run: run.bag.any_left(),
    "always": lambda _run: True,
    "never": lambda _run: False,
}


def holds(
    run: Run, condition: tuple[Any, ...], variables: Mapping[str, int], kept: Mapping[str, Any] | None = None
) -> bool:
    """Does a condition of the tables hold now? `variables` are the event's own, `kept` what it remembers. Raises
    KeyError for an unknown condition."""
    name, *rest = condition
    if name == "any":
        return any(holds(run, tuple(c), variables, kept) for c in rest[0])
    if name == "shown":
        found = None if kept is None else kept.get(rest[0])
        return found is not None and (len(rest) == 1 or len(found) > rest[1])
    flag = _FLAGS.get(name)
    if flag is not None:
        return flag(run, *rest)
    compare, limit, *more = rest
    if isinstance(limit, str):
        limit = variables[limit.lstrip("$")]
    if name == "deck":
        count = sum(matches(run, card, more[0]) for card in run.deck)
        return COMPARE[compare](count, limit)
    known = variables[name[1:]] if name.startswith("$") else _NUMBERS[name](run)
    return COMPARE[compare](known, limit)

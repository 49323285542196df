"""One record for each screen's block. Keys that captures leave out carry a default; the rest must be there."""

from __future__ import annotations

from attrs import frozen

from sts2fsm.wire.common import RARITIES, Card, Keyword, Power
from sts2fsm.wire.fields import REQUIRED, choice, count, flag, ident, part, several, text
from sts2fsm.wire.intents import INTENT_TYPES

NODE_TYPES = ("Unassigned", "Unknown", "Shop", "Treasure", "RestSite", "Monster", "Elite", "Boss", "Ancient")


# --- combat -----------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Intent:
    """What an enemy means to do. `label` is read by `wire.intents.parse_label`."""

    type: str = choice(*INTENT_TYPES)
    label: str | None = choice("", "7", "12", "3x4", "2×5", "2x6 (12)", default=None)
    title: str | None = text()
    description: str | None = text()


@frozen(kw_only=True)
class Enemy:
    """A living enemy. `entity_id` is renumbered when a twin dies; `combat_id` stays for the fight."""

    entity_id: str = ident("monsters")
    combat_id: int = count(1, 20, REQUIRED)
    name: str | None = text()
    hp: int = count(1, 300, REQUIRED)
    max_hp: int = count(1, 300, REQUIRED)
    block: int = count(0, 60)
    status: tuple[Power, ...] = several(0, 3)
    intents: tuple[Intent, ...] | None = part()


@frozen(kw_only=True)
class Battle:
    """`error` alone stands there while the game's combat object is gone."""

    round: int = count(1, 20, 0)
    turn: str | None = choice("player", "enemy", default=None)
    is_play_phase: bool = flag()
    enemies: tuple[Enemy, ...] = several(0, 4)
    error: str | None = text()


@frozen(kw_only=True)
class SelectedCard:
    index: int = count(0, 9, REQUIRED)
    name: str | None = text()


@frozen(kw_only=True)
class HandSelect:
    """Cards of the hand to pick in the middle of a card's effect. Indices count visible holders, not the hand."""

    mode: str | None = choice("simple_select", "upgrade_select", default=None)
    prompt: str | None = text()
    cards: tuple[Card, ...] = several(0, 6)
    selected_cards: tuple[SelectedCard, ...] = several(0, 2)
    can_confirm: bool = flag()


# --- rewards ----------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class RewardItem:
    index: int = count(0, 8, REQUIRED)
    type: str = choice("gold", "potion", "relic", "card", "special_card", "card_removal")
    description: str | None = text()
    gold_amount: int | None = count(0, 200, None)
    potion_id: str | None = ident("potions", None)
    potion_name: str | None = text()
    potion_description: str | None = text()


@frozen(kw_only=True)
class Rewards:
    """Only rewards that can be claimed; the list is numbered anew after every claim."""

    items: tuple[RewardItem, ...] = several(0, 4)
    can_proceed: bool = flag()


@frozen(kw_only=True)
class CardReward:
    cards: tuple[Card, ...] = several(0, 4)
    can_skip: bool = flag()


# --- map --------------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class MapPoint:
    col: int = count(0, 6, REQUIRED)
    row: int = count(0, 17, REQUIRED)
    type: str | None = choice(*NODE_TYPES, default=None)


@frozen(kw_only=True)
class MapOption(MapPoint):
    index: int = count(0, 6, REQUIRED)
    leads_to: tuple[MapPoint, ...] = several(0, 3)


@frozen(kw_only=True)
class MapNode(MapPoint):
    """`children` are (col, row) pairs."""

    children: tuple[tuple[int, int], ...] = several(0, 3)
    id: str | None = ident("encounters", None)
    name: str | None = text()


@frozen(kw_only=True)
class MapBoss(MapPoint):
    id: str | None = ident("encounters", None)
    name: str | None = text()


@frozen(kw_only=True)
class Map:
    """`current_position` is absent before the first step."""

    current_position: MapPoint | None = part()
    visited: tuple[MapPoint, ...] = several(0, 4)
    next_options: tuple[MapOption, ...] = several(0, 4)
    nodes: tuple[MapNode, ...] = several(0, 6)
    boss: MapBoss | None = part()
    bosses: tuple[MapBoss, ...] = several(0, 2)


# --- rooms ------------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class EventOption:
    index: int = count(0, 4, REQUIRED)
    title: str | None = text()
    description: str | None = text()
    is_locked: bool = flag()
    is_proceed: bool = flag()
    was_chosen: bool = flag()
    relic_name: str | None = text()
    relic_description: str | None = text()
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Event:
    event_id: str | None = ident("events", None)
    event_name: str | None = text()
    is_ancient: bool = flag()
    in_dialogue: bool = flag()
    body: str | None = text()
    options: tuple[EventOption, ...] = several(0, 4)


@frozen(kw_only=True)
class RestOption:
    """`name`, not `title`; `id` is upper-case (HEAL, SMITH, ...)."""

    index: int = count(0, 5, REQUIRED)
    id: str = choice("HEAL", "SMITH", "LIFT", "DIG", "COOK", "CLONE", "HATCH", "MEND")
    name: str | None = text()
    description: str | None = text()
    is_enabled: bool = flag()


@frozen(kw_only=True)
class RestSite:
    options: tuple[RestOption, ...] = several(0, 4)
    can_proceed: bool = flag()


@frozen(kw_only=True)
class ShopItem:
    """`price` is gold, `card_cost` is energy. A sold entry keeps index, category and price only.

    The mod's own document calls the price of a relic `cost` (behaviour W81): `gold` reads either.
    """

    index: int = count(0, 15, REQUIRED)
    category: str = choice("card", "relic", "potion", "card_removal")
    price: int | None = count(0, 400, None)
    cost: int | None = count(0, 400, None)
    is_stocked: bool = flag()
    can_afford: bool = flag()
    on_sale: bool | None = flag(None)
    card_id: str | None = ident("cards", None)
    card_name: str | None = text()
    card_type: str | None = text()
    card_cost: str | None = text()
    card_star_cost: str | None = text()
    card_rarity: str | None = text()
    card_description: str | None = text()
    card_is_upgraded: bool | None = flag(None)
    relic_id: str | None = ident("relics", None)
    relic_name: str | None = text()
    relic_description: str | None = text()
    potion_id: str | None = ident("potions", None)
    potion_name: str | None = text()
    potion_description: str | None = text()
    keywords: tuple[Keyword, ...] = several(0, 1)

    @property
    def gold(self) -> int | None:
        """The price in gold, None when the game shows none."""
        return self.price if self.price is not None else self.cost


@frozen(kw_only=True)
class Shop:
    """`can_proceed` is normally false in a shop that can be left (api.md section 6)."""

    items: tuple[ShopItem, ...] = several(0, 6)
    can_proceed: bool = flag()
    error: str | None = text()


@frozen(kw_only=True)
class FakeMerchant:
    event_id: str | None = ident("events", None)
    event_name: str | None = text()
    started_fight: bool = flag()
    shop: Shop | None = part()
    message: str | None = text()


@frozen(kw_only=True)
class OfferedRelic:
    index: int = count(0, 4, REQUIRED)
    id: str = ident("relics")
    name: str | None = text()
    description: str | None = text()
    rarity: str | None = choice(*RARITIES, default=None)
    keywords: tuple[Keyword, ...] = several(0, 1)


@frozen(kw_only=True)
class Treasure:
    """`relics` is None while the chest opens by itself, empty after the pick."""

    message: str | None = text()
    relics: tuple[OfferedRelic, ...] | None = part()
    can_proceed: bool = flag()


# --- what lies over everything ----------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Overlay:
    screen_type: str | None = text()
    message: str | None = text()


@frozen(kw_only=True)
class GameOver:
    message: str | None = text()
    options: tuple[str, ...] = several(0, 1)

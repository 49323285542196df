"""What an action does, in a player's words: names of cards, enemies and goods as shown, never their indices."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from sts2fsm.wire.actions import (
    Action,
    AdvanceDialogue,
    CancelBundleSelection,
    CancelSelection,
    ChooseEventOption,
    ChooseMapNode,
    ChooseRestOption,
    ClaimReward,
    ClaimTreasureRelic,
    CombatConfirmSelection,
    CombatSelectCard,
    ConfirmBundleSelection,
    ConfirmSelection,
    CrystalSphereClickCell,
    CrystalSphereProceed,
    CrystalSphereSetTool,
    DiscardPotion,
    EndTurn,
    MenuSelect,
    PlayCard,
    Proceed,
    SelectBundle,
    SelectCard,
    SelectCardReward,
    SelectRelic,
    ShopPurchase,
    SkipCardReward,
    SkipRelicSelection,
    UsePotion,
)
from sts2fsm.wire.common import Card, Potion
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.screens import Enemy, ShopItem


class _NotShown(Exception):
    """The observation does not hold what the action names: the action's own form is said instead."""


def say(action: Action, seen: Observation) -> str:
    """`action` as a short phrase, read against the observation it was decided on."""
    phrase = _PHRASES.get(type(action))
    if phrase is None:
        return str(action)
    try:
        return phrase(action, seen)
    except _NotShown:
        return str(action)


def enemies(seen: Observation) -> str:
    """Who stands in the fight and with how much health, such as `Nibbit 44, Nibbit 46`; empty outside."""
    battle = seen.battle
    return ", ".join(f"{enemy_name(enemy)} {enemy.hp}" for enemy in battle.enemies) if battle else ""


def enemy_name(enemy: Enemy) -> str:
    return enemy.name or enemy.entity_id


def spaced(word: str) -> str:
    """`RestSite` and `rest_site` as `rest site`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])|_", " ", word).lower()


def card_name(card: Card) -> str:
    return card.name or card.id


# --- finding ----------------------------------------------------------------------------------------------------------
def _at(things: Iterable[Any] | None, index: int, field: str = "index") -> Any:
    for thing in things or ():
        if getattr(thing, field) == index:
            return thing
    raise _NotShown


def _part(block: Any) -> Any:
    if block is None:
        raise _NotShown
    return block


def _at_enemy(target: str | None, seen: Observation) -> str:
    """` → name` where there is a choice, with its place among those of the same name."""
    if target is None or seen.battle is None:
        return ""
    enemy = _at(seen.battle.enemies, target, "entity_id")  # type: ignore[arg-type]
    twins = [other for other in seen.battle.enemies if enemy_name(other) == enemy_name(enemy)]
    place = f" ({twins.index(enemy) + 1} of {len(twins)})" if len(twins) > 1 else ""
    return f" → {enemy_name(enemy)}{place}" if len(seen.battle.enemies) > 1 else ""


def _potion(slot: int, seen: Observation) -> str:
    potion: Potion = _at(_part(seen.player).potions, slot, "slot")
    return potion.name or potion.id


def _grid_card(index: int, cards: Iterable[Card] | None) -> str:
    """Cards of a grid carry an index, or stand for their position."""
    listed = list(cards or ())
    for position, card in enumerate(listed):
        if (position if card.index is None else card.index) == index:
            return card_name(card)
    raise _NotShown


# --- phrases ----------------------------------------------------------------------------------------------------------
def _play(action: PlayCard, seen: Observation) -> str:
    card = _at(_part(seen.player).hand, action.card_index)
    return f"{card_name(card)}{_at_enemy(action.target, seen)}"


def _use(action: UsePotion, seen: Observation) -> str:
    return f"drink {_potion(action.slot, seen)}{_at_enemy(action.target, seen)}"


_REWARDS: Mapping[str, str] = {
    "card": "look at the cards",
    "special_card": "take the card",
    "card_removal": "remove a card",
    "relic": "take the relic",
    "potion": "take the potion",
    "gold": "take the gold",
}


def _claim(action: ClaimReward, seen: Observation) -> str:
    item = _at(_part(seen.rewards).items, action.index)
    if item.gold_amount is not None:
        return f"take {item.gold_amount} gold"
    if item.potion_name or item.type == "relic":
        return f"take {item.potion_name or item.description or 'the relic'}"
    return _REWARDS.get(item.type, f"take {spaced(item.type)}")


def _travel(action: ChooseMapNode, seen: Observation) -> str:
    return f"go to {spaced(_at(_part(seen.map).next_options, action.index).type or 'the next room')}"


def _event(action: ChooseEventOption, seen: Observation) -> str:
    option = _at(_part(seen.event).options, action.index)
    return f"“{option.title or option.relic_name or f'option {action.index + 1}'}”"


def _rest(action: ChooseRestOption, seen: Observation) -> str:
    option = _at(_part(seen.rest_site).options, action.index)
    return str(option.name or option.id)


def _buy(action: ShopPurchase, seen: Observation) -> str:
    shop = seen.shop or _part(seen.fake_merchant).shop
    item: ShopItem = _at(_part(shop).items, action.index)
    what = item.card_name or item.relic_name or item.potion_name or spaced(item.category)
    return f"buy {what}" + (f" for {item.gold} gold" if item.gold is not None else "")


def _chest(action: ClaimTreasureRelic, seen: Observation) -> str:
    relic = _at(_part(seen.treasure).relics, action.index)
    return f"take {relic.name or relic.id}"


def _reward_card(action: SelectCardReward, seen: Observation) -> str:
    return f"take {_grid_card(action.card_index, _part(seen.card_reward).cards)}"


def _hand_card(action: CombatSelectCard, seen: Observation) -> str:
    return f"pick {_grid_card(action.card_index, _part(seen.hand_select).cards)}"


_GRIDS: Mapping[str | None, str] = {
    "upgrade": "upgrade",
    "transform": "transform",
    "NDeckEnchantSelectScreen": "enchant",
}


def _select(action: SelectCard, seen: Observation) -> str:
    grid = _part(seen.card_select)
    return f"{_GRIDS.get(grid.screen_type, 'choose')} {_grid_card(action.index, grid.cards)}"


def _bundle(action: SelectBundle, seen: Observation) -> str:
    bundle = _at(_part(seen.bundle_select).bundles, action.index)
    return f"bundle of {', '.join(card_name(card) for card in bundle.cards)}"


def _relic(action: SelectRelic, seen: Observation) -> str:
    relic = _at(_part(seen.relic_select).relics, action.index)
    return f"take {relic.name or relic.id}"


def _plain(phrase: str) -> Callable[[Any, Observation], str]:
    def said(action: Action, seen: Observation) -> str:
        return phrase

    return said


_PHRASES: Mapping[type[Action], Callable[[Any, Observation], str]] = {
    MenuSelect: lambda action, seen: spaced(action.option) if action.option.islower() else action.option,
    PlayCard: _play,
    UsePotion: _use,
    DiscardPotion: lambda action, seen: f"throw away {_potion(action.slot, seen)}",
    EndTurn: _plain("end the turn"),
    CombatSelectCard: _hand_card,
    CombatConfirmSelection: _plain("confirm"),
    ClaimReward: _claim,
    SelectCardReward: _reward_card,
    SkipCardReward: _plain("skip the cards"),
    Proceed: _plain("leave"),
    ChooseMapNode: _travel,
    ChooseEventOption: _event,
    AdvanceDialogue: _plain("listen"),
    ChooseRestOption: _rest,
    ShopPurchase: _buy,
    ClaimTreasureRelic: _chest,
    SelectCard: _select,
    ConfirmSelection: _plain("confirm"),
    CancelSelection: _plain("cancel"),
    SelectBundle: _bundle,
    ConfirmBundleSelection: _plain("confirm"),
    CancelBundleSelection: _plain("cancel"),
    SelectRelic: _relic,
    SkipRelicSelection: _plain("take none"),
    CrystalSphereSetTool: lambda action, seen: f"use the {action.tool} tool",
    CrystalSphereClickCell: lambda action, seen: f"divine column {action.x + 1}, row {action.y + 1}",
    CrystalSphereProceed: _plain("leave"),
}

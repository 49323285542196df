"""What the fields of made-up payloads must agree on, in one place: the mod never sends anything else.

A truth corrects a record in place and never brings back a key that is missing, unless it is one that must be there.
`RECORDS` holds the truths within one record, `settle_payload` those between a screen's block, the player and the fight.
Sources: api.md sections 2 to 6.
"""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.wire import common, menu, screens, selections
from sts2fsm.wire.observation import COMBAT_SCREENS, Screen
from tests.strategies.choices import Choices
from tests.strategies.truths import fights, menus, rooms
from tests.strategies.truths.fights import ALWAYS_IN_COMBAT, ONLY_IN_COMBAT
from tests.strategies.truths.menus import OWN_KEYS
from tests.strategies.truths.tools import Json, Truth, drop, items, numbers, put

__all__ = ["ALWAYS_IN_COMBAT", "OWN_KEYS", "RECORDS", "settle_payload"]


def _fighting(payload: Json, screen: Screen, choices: Choices) -> bool:
    """Whether the player has the fight's keys on this screen."""
    if screen in COMBAT_SCREENS:
        return payload.get("battle") is not None
    if screen is Screen.HAND_SELECT:
        return True
    often = {Screen.CARD_SELECT: 2, Screen.MAP: 6, Screen.OVERLAY: 3, Screen.RELIC_SELECT: 6, Screen.BUNDLE_SELECT: 8}
    return screen in often and choices.chance(often[screen])


def _affordable(shop: Json | None, gold: int) -> None:
    for item in items(shop or {}, "items"):
        price = item.get("price") if item.get("price") is not None else item.get("cost")
        put(item, "can_afford", price is not None and gold >= price)


def _picks_from_hand(payload: Json, choices: Choices) -> None:
    """hand_select.cards are the hand without what is selected, numbered anew."""
    block, hand = payload["hand_select"], payload["player"]["hand"]
    shown = [{key: value for key, value in card.items() if key in _CARD_KEYS} for card in hand]
    selected = shown[len(shown) - len(items(block, "selected_cards")) :] if items(block, "selected_cards") else []
    put(block, "cards", shown[: len(shown) - len(selected)])
    put(block, "selected_cards", [{"index": 0, "name": card.get("name")} for card in selected])
    fights.hand_select(block, choices)


_CARD_KEYS = frozenset(
    ("id", "index", "name", "type", "cost", "star_cost", "description", "rarity", "is_upgraded", "keywords")
)  # fmt: skip


def settle_payload(payload: Json, screen: Screen, choices: Choices) -> None:
    """The truths between the parts of one payload. All parts that the screen may have are there when this is called."""
    if screen is Screen.MENU:
        menus.menu(payload, choices)
    if screen in COMBAT_SCREENS and choices.chance(8):
        drop(payload, "battle")  # before the fight, or after it
    if screen is Screen.UNKNOWN and choices.chance(3):
        drop(payload, "run", "player", "room_type")  # a run without a state yet: nothing but the word
    player = payload.get("player")
    if player is None:
        return
    if _fighting(payload, screen, choices):
        fights.in_combat(player, choices)
    else:
        drop(player, *ONLY_IN_COMBAT)
        put(player, "block", 0)
    gold = player.get("gold") or 0
    _affordable(payload.get("shop"), gold)
    _affordable((payload.get("fake_merchant") or {}).get("shop"), gold)
    if screen is Screen.HAND_SELECT:
        _picks_from_hand(payload, choices)


RECORDS: Mapping[type, Truth] = {
    common.Run: fights.run,
    common.Card: fights.any_card,
    common.HandCard: fights.hand_card,
    common.Potion: fights.potion,
    common.Pet: fights.pet,
    common.Player: fights.player,
    screens.Intent: fights.intent,
    screens.Enemy: fights.enemy,
    screens.Battle: fights.battle,
    screens.HandSelect: fights.hand_select,
    screens.RewardItem: rooms.reward,
    screens.Rewards: numbers("items"),
    screens.CardReward: numbers("cards"),
    screens.Map: rooms.map_block,
    screens.Event: rooms.event,
    screens.RestSite: rooms.rest_site,
    screens.ShopItem: rooms.shop_item,
    screens.Shop: rooms.shop,
    screens.FakeMerchant: rooms.fake_merchant,
    screens.Treasure: rooms.treasure,
    selections.CardSelect: rooms.card_select,
    selections.Bundle: rooms.bundle,
    selections.BundleSelect: rooms.bundle_select,
    selections.RelicSelect: numbers("relics"),
    selections.CrystalSphere: rooms.crystal_sphere,
    screens.GameOver: rooms.game_over,
    menu.Character: lambda character, choices: put(character, "energy", 3),
}

"""Strategies of actions: any at all, and those that a payload's screen would take."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import attrs
from hypothesis import strategies as st

from sts2fsm.wire import actions as wire
from sts2fsm.wire.actions import ACTIONS, Action
from sts2fsm.wire.observation import COMBAT_SCREENS, Screen

Json = Mapping[str, Any]
_TEXTS = st.sampled_from(("NIBBIT_0", "NIBBIT_1", "12", "big", "small", "IRONCLAD", "embark", "weiter", ""))


def _parameter(attribute: attrs.Attribute[Any]) -> st.SearchStrategy[Any]:
    if str(attribute.type) == "int":
        return st.integers(0, 12)
    return st.one_of(st.none(), _TEXTS) if "None" in str(attribute.type) else _TEXTS


@cache
def any_action() -> st.SearchStrategy[Action]:
    """Every action of single player with any parameters of the right type."""
    return st.one_of(
        [
            st.builds(kind, **{attribute.name: _parameter(attribute) for attribute in attrs.fields(kind)})
            for kind in ACTIONS.values()
        ]
    )


def _list(payload: Json, *path: str) -> list[Any]:
    value: Any = payload
    for key in path:
        value = (value or {}).get(key)
    return value or []


def _each(kind: Callable[[int], Action], *path: str) -> Callable[[Json], list[Action]]:
    return lambda payload: [kind(index) for index in range(len(_list(payload, *path)))]


def _just(*actions: Action) -> Callable[[Json], list[Action]]:
    return lambda payload: list(actions)


def _plays(payload: Json) -> list[Action]:
    enemies = [enemy["entity_id"] for enemy in _list(payload, "battle", "enemies")]
    plays: list[Action] = []
    for card in _list(payload, "player", "hand"):
        targets = enemies if card.get("target_type") == "AnyEnemy" else [None]
        plays += [wire.PlayCard(card["index"], target) for target in targets]
    return plays


def _potions(payload: Json) -> list[Action]:
    enemies = [enemy["entity_id"] for enemy in _list(payload, "battle", "enemies")]
    found: list[Action] = []
    for potion in _list(payload, "player", "potions"):
        targets = enemies if potion.get("target_type") == "AnyEnemy" else [None]
        found += [wire.UsePotion(potion["slot"], target) for target in targets]
        found.append(wire.DiscardPotion(potion["slot"]))
    return found


def _menu_options(payload: Json) -> list[Action]:
    names = [option if isinstance(option, str) else option["name"] for option in _list(payload, "options")]
    return [wire.MenuSelect(name) for name in names]


def _cells(payload: Json) -> list[Action]:
    cells = _list(payload, "crystal_sphere", "clickable_cells")
    return [wire.CrystalSphereClickCell(cell["x"], cell["y"]) for cell in cells]


Taken = tuple[Callable[[Json], list[Action]], ...]
_FIGHT: Taken = (_plays, _just(wire.EndTurn()))
_PROCEED = _just(wire.Proceed())
TAKEN_ON: Mapping[Screen, Taken] = {
    Screen.MENU: (_menu_options,),
    Screen.GAME_OVER: (_just(wire.MenuSelect("main_menu")),),
    **dict.fromkeys(COMBAT_SCREENS, _FIGHT),
    Screen.HAND_SELECT: (_each(wire.CombatSelectCard, "hand_select", "cards"), _just(wire.CombatConfirmSelection())),
    Screen.REWARDS: (_each(wire.ClaimReward, "rewards", "items"), _PROCEED),
    Screen.CARD_REWARD: (_each(wire.SelectCardReward, "card_reward", "cards"), _just(wire.SkipCardReward())),
    Screen.MAP: (_each(wire.ChooseMapNode, "map", "next_options"),),
    Screen.EVENT: (_each(wire.ChooseEventOption, "event", "options"), _just(wire.AdvanceDialogue())),
    Screen.REST_SITE: (_each(wire.ChooseRestOption, "rest_site", "options"), _PROCEED),
    Screen.SHOP: (_each(wire.ShopPurchase, "shop", "items"), _PROCEED),
    Screen.FAKE_MERCHANT: (_each(wire.ShopPurchase, "fake_merchant", "shop", "items"), _PROCEED),
    Screen.TREASURE: (_each(wire.ClaimTreasureRelic, "treasure", "relics"), _PROCEED),
    Screen.CARD_SELECT: (
        _each(wire.SelectCard, "card_select", "cards"),
        _just(wire.ConfirmSelection(), wire.CancelSelection()),
    ),
    Screen.BUNDLE_SELECT: (
        _each(wire.SelectBundle, "bundle_select", "bundles"),
        _just(wire.ConfirmBundleSelection(), wire.CancelBundleSelection()),
    ),
    Screen.RELIC_SELECT: (_each(wire.SelectRelic, "relic_select", "relics"), _just(wire.SkipRelicSelection())),
    Screen.CRYSTAL_SPHERE: (
        _cells,
        _just(wire.CrystalSphereSetTool("big"), wire.CrystalSphereSetTool("small"), wire.CrystalSphereProceed()),
    ),
    Screen.OVERLAY: (_PROCEED,),
    Screen.UNKNOWN: (_PROCEED,),
}


def taken(payload: Json) -> list[Action]:
    """The actions of the payload's screen, with indices and targets that it shows; potions included.

    The mod may refuse some of them.
    """
    word = payload["state_type"]
    screen = Screen(word) if word in set(Screen) else Screen.UNKNOWN
    return [action for part in (*TAKEN_ON[screen], _potions) for action in part(payload)]


def action_for(payload: Json) -> st.SearchStrategy[Action]:
    """An action that fits the payload; where it offers none, any action."""
    fitting = taken(payload)
    return st.sampled_from(fitting) if fitting else any_action()

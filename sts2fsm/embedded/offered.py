"""What a payload offers: for each screen the actions that a reader of nothing but the payload may try.

Not what the bot goes by (that is `Handler.legal`): this is the embedded game's own, simpler reading of its wire, for
players that take random actions.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Payload = dict[str, Any]
Action = dict[str, Any]


def _combat(state: Payload) -> list[Action]:
    battle = state.get("battle")
    if battle is None or not battle.get("is_play_phase"):
        return []  # not begun, over, an error, or not our turn; without enemies the turn is ended
    targets = [e["entity_id"] for e in battle["enemies"]] + [str(e["combat_id"]) for e in battle["enemies"]]
    actions: list[Action] = []
    for card in state["player"]["hand"]:
        if not card["can_play"]:
            continue
        play: Action = {"action": "play_card", "card_index": card["index"]}
        if card["target_type"] == "AnyEnemy":
            actions += [{**play, "target": t} for t in targets]
        else:
            actions.append(play)
    for potion in state["player"]["potions"]:
        if not potion["can_use_in_combat"]:
            continue
        use: Action = {"action": "use_potion", "slot": potion["slot"]}
        if potion["target_type"] == "AnyEnemy":
            actions += [{**use, "target": t} for t in targets]
        else:
            actions.append(use)
    return actions or [{"action": "end_turn"}]


def _hand_select(state: Payload) -> list[Action]:
    block = state["hand_select"]
    if block["can_confirm"]:
        return [{"action": "combat_confirm_selection"}]
    return [{"action": "combat_select_card", "card_index": c["index"]} for c in block["cards"]]


def _rewards(state: Payload) -> list[Action]:
    player = state["player"]
    full = len(player["potions"]) >= player["max_potion_slots"]
    items = [i for i in state["rewards"]["items"] if not (full and i["type"] == "potion")]
    if full and any(i["type"] == "potion" for i in state["rewards"]["items"]):
        return [{"action": "discard_potion", "slot": 0}, {"action": "proceed"}]
    # potions may be left: with some relics none can be taken
    leave = [] if any(i["type"] != "potion" for i in items) else [{"action": "proceed"}]
    return [{"action": "claim_reward", "index": i["index"]} for i in items] + leave


def _card_reward(state: Payload) -> list[Action]:
    picks = [{"action": "select_card_reward", "card_index": c["index"]} for c in state["card_reward"]["cards"]]
    return picks or [{"action": "skip_card_reward"}]


def _card_select(state: Payload) -> list[Action]:
    block = state["card_select"]
    if block["can_confirm"]:
        return [{"action": "confirm_selection"}]
    if block["preview_showing"]:
        return []
    return [{"action": "select_card", "index": c["index"]} for c in block["cards"]]


def _bundle(state: Payload) -> list[Action]:
    block = state["bundle_select"]
    if block["can_confirm"]:
        return [{"action": "confirm_bundle_selection"}]
    return [{"action": "select_bundle", "index": b["index"]} for b in block["bundles"]]


def _relic(state: Payload) -> list[Action]:
    return [{"action": "select_relic", "index": r["index"]} for r in state["relic_select"]["relics"]]


def _crystal(state: Payload) -> list[Action]:
    block = state["crystal_sphere"]
    if block["can_proceed"]:
        return [{"action": "crystal_sphere_proceed"}]
    if block["tool"] == "none":
        return []
    tools = [{"action": "crystal_sphere_set_tool", "tool": t} for t in ("big", "small")]
    cells = [{"action": "crystal_sphere_click_cell", **c} for c in block["clickable_cells"]]
    return cells + tools


def _map(state: Payload) -> list[Action]:
    return [{"action": "choose_map_node", "index": o["index"]} for o in state["map"]["next_options"]]


def _event(state: Payload) -> list[Action]:
    block = state["event"]
    if block["in_dialogue"]:
        return [{"action": "advance_dialogue"}]
    options = [o for o in block["options"] if not o["is_locked"]]
    if any(o["was_chosen"] for o in options):
        return []
    return [{"action": "choose_event_option", "index": o["index"]} for o in options]


def _rest(state: Payload) -> list[Action]:
    block = state["rest_site"]
    if block["can_proceed"]:
        return [{"action": "proceed"}]
    return [{"action": "choose_rest_option", "index": o["index"]} for o in block["options"] if o["is_enabled"]]


def _items(block: Payload) -> list[Action]:
    if "error" in block:
        return []
    bought = [
        {"action": "shop_purchase", "index": i["index"]} for i in block["items"] if i["is_stocked"] and i["can_afford"]
    ]
    return [*bought, {"action": "proceed"}]


def _shop(state: Payload) -> list[Action]:
    return _items(state["shop"])


def _fake_merchant(state: Payload) -> list[Action]:
    return _items(state["fake_merchant"]["shop"])


def _treasure(state: Payload) -> list[Action]:
    block = state["treasure"]
    if block.get("can_proceed"):
        return [{"action": "proceed"}]
    return [{"action": "claim_treasure_relic", "index": r["index"]} for r in block.get("relics", ())]


_MENU = {"main": "singleplayer", "singleplayer": "standard", "character_select": "embark"}


def _menu(state: Payload) -> list[Action]:
    screen = state["menu_screen"]
    if screen in ("tutorial", "tutorial_prompt", "popup"):
        return [{"action": "menu_select", "option": o["name"]} for o in state["options"] if o["enabled"]]
    names = [o if isinstance(o, str) else o["name"] for o in state.get("options", ())]
    return [{"action": "menu_select", "option": _MENU[screen]}] if _MENU[screen] in names else []


OFFERED: dict[str, Callable[[Payload], list[Action]]] = {
    "monster": _combat,
    "elite": _combat,
    "boss": _combat,
    "hand_select": _hand_select,
    "rewards": _rewards,
    "card_reward": _card_reward,
    "card_select": _card_select,
    "bundle_select": _bundle,
    "relic_select": _relic,
    "crystal_sphere": _crystal,
    "map": _map,
    "event": _event,
    "rest_site": _rest,
    "shop": _shop,
    "fake_merchant": _fake_merchant,
    "treasure": _treasure,
    "menu": _menu,
}

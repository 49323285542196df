"""A player that reads payloads and takes random legal-looking actions; it waits when a screen offers none."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

from sts2fsm.clock import Clock
from sts2fsm.errors import GameTimeout

Payload = dict[str, Any]
Action = dict[str, Any]
PAUSE = 0.3  # seconds between a reply and the next read


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


LEGAL: dict[str, Callable[[Payload], list[Action]]] = {
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


class Report:
    """What a run showed. `states` counts payloads by state_type, `refused` refusals by text; `last` is the final
    payload."""

    def __init__(self) -> None:
        self.states: Counter[str] = Counter()
        self.refused: Counter[str] = Counter()
        self.timeouts = 0
        self.faulty_reads = 0
        self.steps = 0
        self.floor = 0
        self.last: Payload = {}


class Agent:
    """Plays one run on anything with get() and post(). `watch` sees every payload."""

    def __init__(self, game: Any, clock: Clock, seed: int, watch: Callable[[Payload], None] | None = None) -> None:
        self.game = game
        self.clock = clock
        self.rng = random.Random(seed)
        self.watch = watch
        self.report = Report()
        self._confirms = 0

    def read(self) -> Payload | None:
        """One GET; None when it failed or was not answered."""
        try:
            status, body = self.game.get()
        except GameTimeout:
            self.report.timeouts += 1
            return None
        if status != 200:
            self.report.faulty_reads += 1
            return None
        self.report.states[body["state_type"]] += 1
        if self.watch is not None:
            self.watch(body)
        return body  # type: ignore[no-any-return]

    def send(self, action: Action) -> None:
        """One POST."""
        try:
            status, body = self.game.post(action)
        except GameTimeout:
            self.report.timeouts += 1
            return
        assert status == 200, (action, body)
        if body["status"] == "error":
            self.report.refused[f"{action['action']}: {body['error']}"] += 1

    def patient(self, action: Action) -> Action:
        """Cancel instead of a third confirm in a row: a preview may be stale."""
        self._confirms = self._confirms + 1 if action["action"] == "confirm_selection" else 0
        if self._confirms < 3:
            return action
        self._confirms = 0
        return {"action": "cancel_selection"}

    def play_once(self, state: Payload) -> None:
        """One action that the payload allows, if any, then a pause."""
        actions = LEGAL[state["state_type"]](state) if state["state_type"] in LEGAL else []
        if actions:
            self.send(self.patient(self.rng.choice(actions)))
        self.clock.sleep(PAUSE)

    def play(self, max_steps: int = 6000) -> Report:
        """Until game over. Raises AssertionError when that takes more than max_steps reads."""
        while self.report.steps < max_steps:
            self.report.steps += 1
            state = self.read()
            if state is None:
                continue
            self.report.last = state
            self.report.floor = state.get("run", {}).get("floor", self.report.floor)
            if state["state_type"] == "game_over":
                return self.report
            self.play_once(state)
        raise AssertionError(f"no end after {max_steps} reads: {str(self.report.last)[:300]}")

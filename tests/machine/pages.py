"""One page for each state of the machine, all of one run, and how to get the machine into the states that hide."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from functools import cache
from typing import Any

from attrs import frozen

from sts2fsm.states import State
from sts2fsm.wire.actions import (
    Action,
    ChooseMapNode,
    ClaimReward,
    ConfirmSelection,
    EndTurn,
    MenuSelect,
    PlayCard,
    Proceed,
    UsePotion,
)
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.fixture_files import fixture

S = State
RUN = {"act": 1, "floor": 5, "ascension": 0}
CHARACTER = "The Ironclad"
OK = Reply(accepted=True, text="asked")
NO = Reply(accepted=False, text="not now")

# The page of each state that one payload shows.
PAGES: Mapping[State, str] = {
    S.MENU: "menu-main",
    S.MENU_POPUP: "menu-popup",
    S.MENU_BLOCKED: "menu-main-blocked-timeline",
    S.GAME_OVER: "game_over",
    S.MONSTER: "monster-two-nibbits-player-turn",
    S.ELITE: "elite-phrog-parasite",
    S.BOSS: "boss-vantom",
    S.COMBAT_SETTLING: "monster-enemy-turn",
    S.HAND_SELECT: "hand_select-exhaust-one",
    S.REWARDS: "rewards-gold-potion-card",
    S.CARD_REWARD: "card_reward-three-cards",
    S.MAP: "map-three-ways",
    S.MAP_IN_COMBAT: "map-in-combat",
    S.EVENT: "event-byrdonis-nest",
    S.EVENT_DIALOGUE: "event-dialogue",
    S.EVENT_RESOLVING: "event-resolving",
    S.REST_SITE: "rest_site-healthy-with-heal-and-smith",
    S.SHOP: "shop-rich",
    S.FAKE_MERCHANT: "fake_merchant-open",
    S.TREASURE: "treasure-relic-shown",
    S.TREASURE_OPENING: "treasure-opening",
    S.CARD_SELECT: "card_select-upgrade-choosing",
    S.CARD_SELECT_PREVIEW: "card_select-upgrade-preview",
    S.BUNDLE_SELECT: "bundle_select-choosing",
    S.BUNDLE_SELECT_PREVIEW: "bundle_select-preview",
    S.RELIC_SELECT: "relic_select-three",
    S.CRYSTAL_SPHERE: "crystal_sphere-three-left",
    S.OVERLAY: "overlay-unheard-of",
    S.UNKNOWN: "unknown-room",
}
SHOWN = tuple(PAGES)

_reader = WireReader()


def page(name: str, *edits: tuple[str, Any], character: str = CHARACTER, floor: int = 5) -> Observation:
    """A fixture as a page of the one run, with edits ("player.gold", 7): a dotted path and the new value."""
    payload = copy.deepcopy(fixture(name))
    if "run" in payload:
        payload["run"] = {**RUN, "floor": floor}
    if "player" in payload:
        payload["player"]["character"] = character
    for path, value in edits:
        *way, last = path.split(".")
        at: Any = payload
        for step in way:
            at = at[int(step)] if isinstance(at, list) else at[step]
        at[last] = value
    return _reader.observation(payload)


@cache
def shows(state: State) -> Observation:
    """The page of a state."""
    return page(PAGES[state])


def changed(seen: Observation) -> Observation:
    """The same screen with a little less gold: another page, the same state."""
    payload = copy.deepcopy(dict(seen.raw))
    payload["player"]["gold"] -= 1
    return _reader.observation(payload)


@frozen
class Look:
    """One look: what was sent before it and answered, what is seen `after` seconds later, which state that must be.

    `reply` None: no answer came.
    """

    to: State
    seen: Observation
    sent: Action | None = None
    reply: Reply | None = OK
    after: float = 0.1


SELECT_SCREEN = page("menu-character-select")
REWARD_LIST = shows(S.REWARDS)
LIST_WITHOUT_GOLD = page(
    PAGES[S.REWARDS],
    (
        "rewards.items",
        [{**item, "index": i} for i, item in enumerate(fixture(PAGES[S.REWARDS])["rewards"]["items"][1:])],
    ),
)
PREVIEW = shows(S.CARD_SELECT_PREVIEW)
AIMED = PlayCard(0, "NIBBIT_0")
THROWN = UsePotion(0, "NIBBIT_0")

# How to come into each hidden state, from the page that it hides behind; the action is then awaited.
HIDDEN: Mapping[State, tuple[Look, ...]] = {
    S.MENU_EMBARKING: (
        Look(S.MENU, SELECT_SCREEN),
        Look(S.MENU_EMBARKING, SELECT_SCREEN, MenuSelect("embark")),
    ),
    S.ACTIONS_DISABLED: (
        Look(S.MONSTER, shows(S.MONSTER)),
        Look(S.ACTIONS_DISABLED, shows(S.MONSTER), EndTurn()),
    ),
    S.REWARDS_REINDEXED: (
        Look(S.REWARDS, REWARD_LIST),
        Look(S.REWARDS_REINDEXED, LIST_WITHOUT_GOLD, ClaimReward(0)),
    ),
    S.MAP_TRAVELLING: (Look(S.MAP, shows(S.MAP)), Look(S.MAP_TRAVELLING, shows(S.MAP), ChooseMapNode(0))),
    S.SHOP_LEAVING: (Look(S.SHOP, shows(S.SHOP)), Look(S.SHOP_LEAVING, shows(S.SHOP), Proceed())),
    S.CARD_SELECT_STALE: (
        Look(S.CARD_SELECT_PREVIEW, PREVIEW),
        Look(S.CARD_SELECT_PREVIEW, PREVIEW, ConfirmSelection()),
        Look(S.CARD_SELECT_STALE, PREVIEW, after=5.0),
    ),
}


def disabled(fight: State, by: str) -> tuple[Look, ...]:
    """Into the disabled moment of a fight: by the end of the turn, or by a play or a potion that was refused."""
    action, reply = DISABLED_BY[by]
    return Look(fight, shows(fight)), Look(S.ACTIONS_DISABLED, shows(fight), action, reply)


DISABLED_BY: Mapping[str, tuple[Action, Reply]] = {
    "end_turn": (EndTurn(), OK),
    "play_card": (AIMED, NO),
    "use_potion": (THROWN, NO),
}


def route(state: State) -> tuple[Look, ...]:
    """From the first look into a state."""
    return HIDDEN[state] if state in HIDDEN else (Look(state, shows(state)),)


def behind(state: State) -> Observation:
    """The page that is shown while the machine is in a state."""
    return route(state)[-1].seen

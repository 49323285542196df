"""Strategies of whole GET payloads, one for each screen, and of what a state of the machine shows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

import attrs
from hypothesis import strategies as st

from sts2fsm.states import State, visible_state
from sts2fsm.wire.common import Player
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import COMBAT_SCREENS, Observation, Screen
from tests.strategies import truths
from tests.strategies.choices import SIZE, Choices
from tests.strategies.records import make, make_field

_RUN = ("run", "player")
_MENU_KEYS = tuple(
    name
    for name in (attribute.name for attribute in attrs.fields(Observation))
    if name in ("options", "blocked_options", "message") or any(name in keys for keys in truths.OWN_KEYS.values())
)
# The keys that a screen may have besides state_type; a screen that is not named here has its own block, run and player.
PARTS: Mapping[Screen, tuple[str, ...]] = {
    **{screen: (*_RUN, screen.value) for screen in Screen},
    **dict.fromkeys(COMBAT_SCREENS, (*_RUN, "battle", "message")),
    Screen.HAND_SELECT: (*_RUN, "battle", "hand_select"),
    Screen.MENU: (*_RUN, *_MENU_KEYS),
    Screen.UNKNOWN: (*_RUN, "room_type"),
}
UNKNOWN_WORDS = ("unknown", "unknown", "brand_new_screen", "boss_rush")
SCREEN_OF: Mapping[State, Screen] = {
    **{State(screen.value): screen for screen in Screen},
    State.MENU_POPUP: Screen.MENU,
    State.MENU_BLOCKED: Screen.MENU,
    State.COMBAT_SETTLING: Screen.MONSTER,
    State.MAP_IN_COMBAT: Screen.MAP,
    State.EVENT_DIALOGUE: Screen.EVENT,
    State.EVENT_RESOLVING: Screen.EVENT,
    State.TREASURE_OPENING: Screen.TREASURE,
    State.CARD_SELECT_PREVIEW: Screen.CARD_SELECT,
    State.BUNDLE_SELECT_PREVIEW: Screen.BUNDLE_SELECT,
}
_Source = st.binary(min_size=SIZE, max_size=SIZE)
_reader = WireReader()


def build(screen: Screen, source: bytes) -> dict[str, Any]:
    """The payload of `screen` that these bytes stand for."""
    choices = Choices(source)
    payload: dict[str, Any] = {"state_type": screen.value}
    if screen is Screen.UNKNOWN:
        payload["state_type"] = choices.pick(UNKNOWN_WORDS)
    for name in PARTS[screen]:
        payload[name] = make_field(Observation, name, choices)
    if "player" in payload:  # whether they stay is a matter of the screen
        for name in truths.ALWAYS_IN_COMBAT:
            if payload["player"].get(name) is None:
                payload["player"][name] = make_field(Player, name, choices)
    truths.settle_payload(payload, screen, choices)
    made: dict[str, Any] = json.loads(json.dumps(payload))  # a tree: truths put the same object in two places
    return made


@cache
def payload(screen: Screen) -> st.SearchStrategy[dict[str, Any]]:
    """Payloads of one screen, as JSON; every one is valid on the wire."""
    return _Source.map(lambda source: build(screen, source))


@cache
def any_payload() -> st.SearchStrategy[dict[str, Any]]:
    """Payloads of all screens alike."""
    return st.tuples(st.sampled_from(tuple(Screen)), _Source).map(lambda drawn: build(*drawn))


@cache
def payload_showing(state: State) -> st.SearchStrategy[dict[str, Any]]:
    """Payloads whose `visible_state` is `state`. Raises KeyError for a state that no payload shows by itself."""
    return payload(SCREEN_OF[state]).filter(lambda made: visible_state(_reader.observation(made)) is state)


@cache
def any_record(kind: type) -> st.SearchStrategy[dict[str, Any]]:
    """One record of the wire, such as a `Player` or a `Card`, as JSON."""
    return _Source.map(lambda source: make(kind, Choices(source)))

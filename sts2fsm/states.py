"""The machine's states: the 20 `state_type`s and the sub-states that the API hides.

A sub-state is *visible* when one payload shows it (a preview is open, a chest is opening) and *hidden* when only the
history tells (we have travelled and the map has not gone yet).
`visible_state` knows the first kind; named edges lead into the second.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum

from sts2fsm.wire.observation import COMBAT_SCREENS, Observation, Screen


class State(StrEnum):
    """A state of the machine. The first 20 are named as the wire names them."""

    MENU = "menu"
    GAME_OVER = "game_over"
    MONSTER = "monster"
    ELITE = "elite"
    BOSS = "boss"
    HAND_SELECT = "hand_select"
    REWARDS = "rewards"
    CARD_REWARD = "card_reward"
    MAP = "map"
    EVENT = "event"
    REST_SITE = "rest_site"
    SHOP = "shop"
    FAKE_MERCHANT = "fake_merchant"
    TREASURE = "treasure"
    CARD_SELECT = "card_select"
    BUNDLE_SELECT = "bundle_select"
    RELIC_SELECT = "relic_select"
    CRYSTAL_SPHERE = "crystal_sphere"
    OVERLAY = "overlay"
    UNKNOWN = "unknown"
    # visible sub-states
    MENU_POPUP = "menu_popup"
    MENU_BLOCKED = "menu_blocked"
    COMBAT_SETTLING = "combat_settling"
    MAP_IN_COMBAT = "map_in_combat"
    EVENT_DIALOGUE = "event_dialogue"
    EVENT_RESOLVING = "event_resolving"
    TREASURE_OPENING = "treasure_opening"
    CARD_SELECT_PREVIEW = "card_select_preview"
    BUNDLE_SELECT_PREVIEW = "bundle_select_preview"
    # hidden sub-states
    MENU_EMBARKING = "menu_embarking"
    ACTIONS_DISABLED = "actions_disabled"
    REWARDS_REINDEXED = "rewards_reindexed"
    MAP_TRAVELLING = "map_travelling"
    SHOP_LEAVING = "shop_leaving"
    CARD_SELECT_STALE = "card_select_stale"


COMBAT_STATES = (State.MONSTER, State.ELITE, State.BOSS)

# Which visible states a hidden one may hide behind: the payload looks like one of these.
HIDDEN_BEHIND: Mapping[State, tuple[State, ...]] = {
    State.MENU_EMBARKING: (State.MENU,),
    State.ACTIONS_DISABLED: COMBAT_STATES,
    State.REWARDS_REINDEXED: (State.REWARDS,),
    State.MAP_TRAVELLING: (State.MAP,),
    State.SHOP_LEAVING: (State.SHOP,),
    State.CARD_SELECT_STALE: (State.CARD_SELECT_PREVIEW, State.CARD_SELECT),
}

# Hidden states in which the last action is awaited however the page changes, until another state is seen or patience
# ends.
AWAITING = frozenset({State.MENU_EMBARKING, State.ACTIONS_DISABLED, State.MAP_TRAVELLING, State.SHOP_LEAVING})

POPUP_SCREENS = frozenset({"tutorial_prompt", "tutorial", "popup"})


def _popup(seen: Observation) -> bool:
    return seen.menu_screen in POPUP_SCREENS


def _needs_human(seen: Observation) -> bool:
    """Epochs wait on the Timeline and nothing that starts a run is offered (behaviour W89, the seed's blocker)."""
    offered = {option.name for option in seen.options if option.enabled}
    pending = any(option.pending_epoch_ids for option in seen.blocked_options)
    return seen.menu_screen == "main" and pending and not offered & {"singleplayer", "continue"}


def _fight_unreadable(seen: Observation) -> bool:
    """The mod could not read the fight: its block holds an error and nothing else, so nothing is known (behaviour W40).
    It is no page of the fight: what was asked there is still awaited.
    """
    return seen.battle is not None and seen.battle.error is not None


def _fight_settling(seen: Observation) -> bool:
    """Not yet begun, over, between waves, or not the player's to act in (api.md rows 18, 19; behaviours W29, W39); or
    shown without the hand that is acted with."""
    battle = seen.battle
    unarmed = seen.player is None or seen.player.hand is None
    return battle is None or not battle.is_play_phase or not battle.enemies or unarmed


def _map_in_combat(seen: Observation) -> bool:
    return seen.in_combat


def _dialogue(seen: Observation) -> bool:
    return seen.event is not None and seen.event.in_dialogue


def _event_resolving(seen: Observation) -> bool:
    """The buttons are cleared after a choice and while a screen of the event's own loads (behaviours W56, W60)."""
    event = seen.event
    return event is not None and (not event.options or any(option.was_chosen for option in event.options))


def _chest_opening(seen: Observation) -> bool:
    """`relics` is absent until the chest is open; an empty chest goes straight to can_proceed (behaviours W82, W83)."""
    treasure = seen.treasure
    return treasure is not None and treasure.relics is None and not treasure.can_proceed


def _card_preview(seen: Observation) -> bool:
    return seen.card_select is not None and seen.card_select.preview_showing


def _bundle_preview(seen: Observation) -> bool:
    return seen.bundle_select is not None and seen.bundle_select.preview_showing


Look = Callable[[Observation], bool]
_UNREADABLE: tuple[tuple[State, Look], ...] = ((State.UNKNOWN, _fight_unreadable),)
_COMBAT_LOOKS: tuple[tuple[State, Look], ...] = (*_UNREADABLE, (State.COMBAT_SETTLING, _fight_settling))
VISIBLE_SUBSTATES: Mapping[Screen, tuple[tuple[State, Look], ...]] = {
    Screen.MENU: ((State.MENU_POPUP, _popup), (State.MENU_BLOCKED, _needs_human)),
    **dict.fromkeys(COMBAT_SCREENS, _COMBAT_LOOKS),
    Screen.HAND_SELECT: _UNREADABLE,
    Screen.MAP: ((State.MAP_IN_COMBAT, _map_in_combat),),
    Screen.EVENT: ((State.EVENT_DIALOGUE, _dialogue), (State.EVENT_RESOLVING, _event_resolving)),
    Screen.TREASURE: ((State.TREASURE_OPENING, _chest_opening),),
    Screen.CARD_SELECT: ((State.CARD_SELECT_PREVIEW, _card_preview),),
    Screen.BUNDLE_SELECT: ((State.BUNDLE_SELECT_PREVIEW, _bundle_preview),),
}


def visible_state(seen: Observation) -> State:
    """The state that this payload alone shows."""
    for state, looks in VISIBLE_SUBSTATES.get(seen.screen, ()):
        if looks(seen):
            return state
    return State(seen.screen)


def could_be(state: State, visible: State) -> bool:
    """Whether a payload that shows `visible` is compatible with the machine being in `state`."""
    return visible is state or visible in HIDDEN_BEHIND.get(state, ())

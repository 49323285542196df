"""One GET payload as a frozen record: which of the 20 screens it is, and that screen's block."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from attrs import field, frozen

from sts2fsm.wire.common import Player, Run
from sts2fsm.wire.fields import part, several, text
from sts2fsm.wire.menu import BlockedOption, Character, Epoch, MenuOption
from sts2fsm.wire.screens import (
    Battle,
    CardReward,
    Event,
    FakeMerchant,
    GameOver,
    HandSelect,
    Map,
    Overlay,
    RestSite,
    Rewards,
    Shop,
    Treasure,
)
from sts2fsm.wire.selections import BundleSelect, CardSelect, CrystalSphere, RelicSelect


class Screen(StrEnum):
    """The mod's `state_type`s."""

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


COMBAT_SCREENS = frozenset({Screen.MONSTER, Screen.ELITE, Screen.BOSS})
# A screen that shows nothing but its own block needs that block; these may come without (api.md section 2, row 19).
BLOCK_MAY_BE_ABSENT = COMBAT_SCREENS | {Screen.MENU, Screen.UNKNOWN, Screen.GAME_OVER, Screen.OVERLAY}
_SCREENS = {str(screen): screen for screen in Screen}


@frozen(kw_only=True)
class Observation:
    """A payload of GET /api/v1/singleplayer. Absent and null keys are the same.

    `screen` is UNKNOWN for a `state_type` of a later mod; `state_type` keeps the word. `raw` is the payload as it came
    and
    `unknown_keys` the dotted keys in it that no record here knows; neither takes part in comparisons.
    """

    state_type: str
    run: Run | None = part()
    player: Player | None = part()
    message: str | None = text()
    battle: Battle | None = part()
    hand_select: HandSelect | None = part()
    rewards: Rewards | None = part()
    card_reward: CardReward | None = part()
    map: Map | None = part()
    event: Event | None = part()
    rest_site: RestSite | None = part()
    shop: Shop | None = part()
    fake_merchant: FakeMerchant | None = part()
    treasure: Treasure | None = part()
    card_select: CardSelect | None = part()
    bundle_select: BundleSelect | None = part()
    relic_select: RelicSelect | None = part()
    crystal_sphere: CrystalSphere | None = part()
    overlay: Overlay | None = part()
    game_over: GameOver | None = part()
    menu_screen: str | None = text()
    options: tuple[MenuOption, ...] = several(0, 4)
    blocked_options: tuple[BlockedOption, ...] = several(0, 1)
    characters: tuple[Character, ...] = several(0, 2)
    epochs: tuple[Epoch, ...] = several(0, 1)
    total_slots: int | None = part()
    completed_count: int | None = part()
    revealed_count: int | None = part()
    obtained_unrevealed_count: int | None = part()
    locked_count: int | None = part()
    no_slot_count: int | None = part()
    current_profile_id: int | None = part()
    body: str | None = text()
    room_type: str | None = text()
    raw: Mapping[str, Any] = field(factory=dict, eq=False, repr=False)
    unknown_keys: tuple[str, ...] = field(default=(), eq=False, repr=False)
    fingerprint: str = field(default="", eq=False, repr=False)

    @property
    def screen(self) -> Screen:
        return _SCREENS.get(self.state_type, Screen.UNKNOWN)

    @property
    def in_combat(self) -> bool:
        """A fight is in progress, even where another screen lies on top of it."""
        return self.player is not None and self.player.in_combat

    @property
    def unreadable(self) -> str | None:
        """The mod's words where it shows an error in place of a fight or of goods (behaviours W40, W76); else None."""
        merchant = self.fake_merchant
        tent = merchant.shop if merchant is not None and not merchant.started_fight else None
        return next(
            (block.error for block in (self.battle, self.shop, tent) if block is not None and block.error), None
        )

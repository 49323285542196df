"""The hand-written payloads of `fixtures/`: a loader, and the table of the state that each of them shows.

Names are file names without `.json`, and say what the payload is an example of. Nothing in them is copied from the game
but ids, names and numbers.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from sts2fsm.states import State

FOLDER = Path(__file__).resolve().parent.parent / "fixtures"


def fixture(name: str) -> dict[str, Any]:
    """A fresh copy of the payload in `fixtures/<name>.json`; the suffix may be given too."""
    path = FOLDER / (name if name.endswith(".json") else f"{name}.json")
    loaded: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    return loaded


def fixture_names() -> list[str]:
    """All files there are, sorted, without `.json`."""
    return sorted(path.stem for path in FOLDER.glob("*.json"))


BY_STATE: Mapping[State, list[str]] = {
    State.MENU: [
        "menu-character-select",
        "menu-character-select-lingering",
        "menu-compendium",
        "menu-main",
        "menu-main-continue",
        "menu-main-not-ready",
        "menu-main-timeline-waits-but-run-can-start",
        "menu-profile-select",
        "menu-singleplayer",
        "menu-timeline",
        "menu-unheard-of",
    ],
    State.GAME_OVER: ["game_over", "game_over-button-not-there-yet"],
    State.MONSTER: [
        "monster-chinese-labels",
        "monster-defect-with-orbs",
        "monster-empty-hand-energy-left",
        "monster-must-block",
        "monster-necrobinder-with-osty",
        "monster-nothing-playable",
        "monster-one-strike-kills",
        "monster-second-twin-left-renumbered",
        "monster-two-nibbits-player-turn",
    ],
    State.ELITE: ["elite-phrog-parasite"],
    State.BOSS: ["boss-vantom"],
    State.HAND_SELECT: [
        "hand_select-exhaust-one",
        "hand_select-exhaust-one-selected",
        "hand_select-none-is-allowed",
        "hand_select-upgrade",
    ],
    State.REWARDS: [
        "rewards-cannot-proceed-yet",
        "rewards-elite-with-relic",
        "rewards-emptied",
        "rewards-gold-potion-card",
        "rewards-potion-full-belt",
        "rewards-special",
        "rewards-two-cards",
    ],
    State.CARD_REWARD: ["card_reward-cannot-skip", "card_reward-three-cards"],
    State.MAP: ["map-before-the-boss", "map-elite-or-rest", "map-first-choice", "map-no-options-yet", "map-three-ways"],
    State.EVENT: [
        "event-byrdonis-nest",
        "event-leave",
        "event-neow",
        "event-one-option-locked",
        "event-slippery-bridge-low-health",
        "event-unheard-of",
    ],
    State.REST_SITE: [
        "rest_site-done",
        "rest_site-healthy-with-heal-and-smith",
        "rest_site-hurt-with-heal-and-smith",
        "rest_site-lift-and-dig",
        "rest_site-option-resolving",
        "rest_site-smith-disabled",
    ],
    State.SHOP: ["shop-not-ready", "shop-poor", "shop-potions-full-belt", "shop-rich", "shop-sold-out-entries"],
    State.FAKE_MERCHANT: ["fake_merchant-after-the-fight", "fake_merchant-not-ready", "fake_merchant-open"],
    State.TREASURE: ["treasure-empty", "treasure-relic-shown", "treasure-taken"],
    State.CARD_SELECT: [
        "card_select-choose-from-potion",
        "card_select-enchant-confirmable",
        "card_select-not-laid-out-yet",
        "card_select-remove",
        "card_select-simple-from-discard-pile",
        "card_select-transform-choosing-two",
        "card_select-upgrade-choosing",
    ],
    State.BUNDLE_SELECT: ["bundle_select-choosing"],
    State.RELIC_SELECT: ["relic_select-cannot-skip", "relic_select-three"],
    State.CRYSTAL_SPHERE: ["crystal_sphere-done", "crystal_sphere-three-left"],
    State.OVERLAY: ["overlay-in-combat", "overlay-unheard-of"],
    State.UNKNOWN: ["boss-battle-gone", "unknown-bare", "unknown-new-word", "unknown-room"],
    State.MENU_POPUP: [
        "menu-popup",
        "menu-popup-german",
        "menu-tutorial",
        "menu-tutorial-not-clickable-yet",
        "menu-tutorial-prompt",
    ],
    State.MENU_BLOCKED: ["menu-main-blocked-timeline"],
    State.COMBAT_SETTLING: [
        "elite-after-the-fight",
        "monster-before-the-fight",
        "monster-between-waves",
        "monster-enemy-turn",
        "monster-turn-starting",
    ],
    State.MAP_IN_COMBAT: ["map-in-combat"],
    State.EVENT_DIALOGUE: ["event-dialogue", "event-dialogue-without-options"],
    State.EVENT_RESOLVING: ["event-already-chosen", "event-resolving"],
    State.TREASURE_OPENING: ["treasure-just-clicked", "treasure-opening"],
    State.CARD_SELECT_PREVIEW: [
        "card_select-remove-preview",
        "card_select-transform-preview-first-revision",
        "card_select-upgrade-preview",
    ],
    State.BUNDLE_SELECT_PREVIEW: ["bundle_select-preview"],
}

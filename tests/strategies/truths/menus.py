"""Truths about menus."""

from __future__ import annotations

from collections.abc import Mapping

from tests.strategies.choices import Choices
from tests.strategies.truths.tools import RARE_FORM, Json, drop, items, put

MENU_OPTIONS: Mapping[str, tuple[str, ...]] = {
    "main": ("continue", "abandon_run", "singleplayer", "multiplayer", "compendium", "timeline", "settings", "quit"),
    "singleplayer": ("standard", "daily", "custom", "back"),
    "character_select": ("IRONCLAD", "SILENT", "REGENT", "NECROBINDER", "DEFECT", "confirm", "embark", "back"),
    "tutorial_prompt": ("no", "yes"),
    "tutorial": ("advance", "proceed"),
    "popup": ("ok", "cancel", "continue", "weiter", "好"),
    "timeline": ("advance", "back"),
    "compendium": (),
    "settings": (),
    "profile_select": ("profile_1", "profile_2", "back"),
    "multiplayer": ("host", "join", "back"),
    "multiplayer_host": ("back",),
    "multiplayer_join": ("back",),
    "multiplayer_load_lobby": ("back",),
    "brand_new_screen": ("back", "brand_new_option"),
}
OVER_A_RUN = ("tutorial_prompt", "tutorial", "popup")  # reported without run and player, even in the middle of one
OWN_KEYS: Mapping[str, tuple[str, ...]] = {  # what only one menu screen shows
    "character_select": ("characters",),
    "timeline": (
        "epochs", "total_slots", "completed_count", "revealed_count", "obtained_unrevealed_count", "locked_count",
        "no_slot_count",
    ),
    "profile_select": ("current_profile_id",),
}  # fmt: skip


def menu(payload: Json, choices: Choices) -> None:
    screen = "main" if choices.chance(RARE_FORM) else choices.pick(tuple(MENU_OPTIONS))
    payload["menu_screen"] = screen
    for owner, keys in OWN_KEYS.items():
        if owner != screen:
            drop(payload, *keys)
    names = choices.some(MENU_OPTIONS[screen], 8)
    payload["options"] = (
        names if screen == "main" else [{"name": name, "enabled": not choices.chance(RARE_FORM)} for name in names]
    )
    if not names:
        drop(payload, "options")
    if screen == "main" and items(payload, "blocked_options"):
        hidden = ("timeline", "singleplayer", "continue")[: 3 if choices.chance(2) else 1]
        put(payload, "options", [name for name in names if name not in hidden])
        for blocked in payload["blocked_options"]:
            blocked.update(name="timeline", enabled=False, reason="manual_epoch_reveal_required")
    else:
        drop(payload, "blocked_options")
    if screen != "character_select" or not choices.chance(RARE_FORM):
        drop(payload, "run", "player")

"""Menu payloads: options come as plain names on some screens and as records on others (api.md 2.1, behaviour W90)."""

from __future__ import annotations

from attrs import frozen

from sts2fsm.wire.fields import REQUIRED, count, flag, ident, several, text

MENU_SCREENS = (
    "main", "singleplayer", "character_select", "tutorial_prompt", "tutorial", "popup", "timeline", "compendium",
    "settings", "profile_select", "multiplayer", "multiplayer_host", "multiplayer_join", "multiplayer_load_lobby",
)  # fmt: skip


@frozen(kw_only=True)
class MenuOption:
    """An entry that `menu_select` takes by name. Names that arrive as plain text are enabled ones."""

    name: str = text(REQUIRED)
    enabled: bool = flag(True)


@frozen(kw_only=True)
class BlockedOption:
    """An entry that only a person can open; `pending_epoch_ids` wait to be revealed on the Timeline."""

    name: str = text(REQUIRED)
    enabled: bool = flag()
    reason: str | None = text()
    pending_epoch_ids: tuple[str, ...] = several(0, 2)


@frozen(kw_only=True)
class StartingRelic:
    name: str | None = text()
    description: str | None = text()


@frozen(kw_only=True)
class Character:
    id: str = ident("characters")
    name: str | None = text()
    locked: bool = flag()
    hp: int | None = count(1, 90, None)
    gold: int | None = count(0, 99, None)
    energy: int | None = count(3, 3, None)
    description: str | None = text()
    starting_relics: tuple[StartingRelic, ...] = several(0, 1)
    starting_deck: tuple[str, ...] = several(0, 2)
    total_cards: int | None = count(0, 99, None)
    total_relics: int | None = count(0, 9, None)
    total_potions: int | None = count(0, 9, None)


@frozen(kw_only=True)
class Epoch:
    id: str | None = text()
    name: str | None = text()
    state: str | None = text()
    obtained: bool | None = flag(None)

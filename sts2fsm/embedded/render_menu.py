"""Menu screens, tutorials and popups."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from sts2fsm.content import load

from .menu import MODES, MULTIPLAYER, PENDING_EPOCHS, Menu, Popup
from .offers import pools
from .render_player import Json

if TYPE_CHECKING:
    from .world import World

_MESSAGES: Mapping[str, str] = {
    "main": "Main menu.",
    "singleplayer": "Select game mode.",
    "multiplayer": "Multiplayer menu.",
    "character_select": "Select a character.",
    "timeline": "Timeline.",
    "compendium": "Compendium.",
    "settings": "Settings.",
    "tutorial_prompt": "Enable tutorials?",
    "tutorial": "A tutorial is open.",
    "popup": "A popup is open.",
}


def popup_state(popup: Popup) -> Json:
    """A tutorial prompt, tutorial or popup: no run, no player, even in a run."""
    return {
        "state_type": "menu",
        "menu_screen": popup.kind,
        "message": _MESSAGES[popup.kind],
        "options": [{"name": name, "enabled": popup.enabled} for name in popup.options],
    }


def menu_state(world: World) -> Json:
    """The menu screen that is shown."""
    screen = world.menu.screen
    assert screen is not None
    if screen == "loading":
        return {"state_type": "unknown"}
    made: Json = {"state_type": "menu", "menu_screen": screen, "message": _MESSAGES[screen]}
    fill = _FILL.get(screen)
    if fill is not None:
        fill(world.menu, made)
    return made


def _options(rows: tuple[tuple[str, bool], ...]) -> list[Json]:
    return [{"name": name, "enabled": enabled} for name, enabled in rows]


def _main(menu: Menu, made: Json) -> None:
    made["options"] = menu.main_options()
    if menu.blocked:
        row: Json = {"name": "timeline", "enabled": False, "reason": "manual_epoch_reveal_required"}
        made["blocked_options"] = [{**row, "pending_epoch_ids": list(PENDING_EPOCHS)}]


def _singleplayer(_menu: Menu, made: Json) -> None:
    made["options"] = _options(MODES)


def _multiplayer(_menu: Menu, made: Json) -> None:
    made["options"] = _options(MULTIPLAYER)


def _timeline(_menu: Menu, made: Json) -> None:
    made["options"] = _options((("advance", True), ("back", True)))


def _character_select(menu: Menu, made: Json) -> None:
    rows = [dict(row) for row in _characters(menu.world.build, tuple(menu.playable()))]
    made["characters"] = rows
    names = [(row["id"], not row["locked"]) for row in rows]
    made["options"] = _options((*names, *((button, not menu.embarking) for button in ("confirm", "embark", "back"))))


@cache
def _characters(build: str, playable: tuple[str, ...]) -> list[Json]:
    content = load(build)
    rows: list[Any] = []
    for character in content.characters.values():
        relics = [content.relics[r] for r in character.relics if r in content.relics]
        mine = pools(content.build, character.pool, "character")
        rows.append(
            {
                "id": character.id,
                "name": character.name,
                "locked": character.id not in playable,
                "hp": character.hp,
                "gold": character.gold,
                "energy": character.energy,
                "description": f"{character.name}: {character.hp} HP, {character.gold} Gold.",
                "starting_relics": [{"name": r.name, "description": f"{r.name}."} for r in relics],
                "starting_deck": [content.cards[c].name for c in character.deck if c in content.cards],
                "total_cards": len(mine),
                "total_relics": sum(r.pool == character.pool for r in content.relics.values()),
                "total_potions": sum(p.pool == character.pool for p in content.potions.values()),
            }
        )
    return rows


_FILL: Mapping[str, Callable[[Menu, Json], None]] = {
    "main": _main,
    "singleplayer": _singleplayer,
    "multiplayer": _multiplayer,
    "timeline": _timeline,
    "character_select": _character_select,
}

"""The reported behaviours, read from the shared reference; and small payloads for the pages around them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any

from tests.shared import captures, shared_dir

Body = dict[str, Any]
PARTS = ("reference", "behaviours.jsonl")
RUN: Body = {"act": 1, "floor": 5, "ascension": 0}
PLAYER: Body = {
    "character": "C", "hp": 50, "max_hp": 80, "block": 0, "gold": 100, "status": [], "relics": [], "potions": [],
    "max_potion_slots": 3,
}  # fmt: skip


@cache
def _read(path: Path) -> Mapping[str, Mapping[str, Any]]:
    rows = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    return {row["id"]: row for row in rows}


def behaviour_ids() -> list[str]:
    """All ids, for the test that compares them with the tests there are; empty without the reference."""
    path = shared_dir().joinpath(*PARTS)
    return list(_read(path)) if path.exists() else []


def sequence(id_: str, *, wrong: Iterable[int] = (), **names: str) -> list[Body]:
    """What the server does in one behaviour, names like "$RUN" replaced. Skips the test without the reference.

    `wrong` are places of rows that show a wrong move (see scripted.py). `names` replaces ids of the rows, such as
    A="BASH": the rows' cards are all alike, and a test may need one that is worth more.
    """
    row = _read(captures(*PARTS))[id_]
    steps = [_renamed(_expanded(step), names) for step in row["seq"]]
    for place in wrong:
        assert "post" in steps[place], f"row {place} of {id_} is no request"
        steps[place]["wrong"] = True
    return steps


def page(id_: str, number: int = 0, **names: str) -> Body:
    """The n-th GET body of a behaviour."""
    return pages(sequence(id_, **names))[number]


def pages(rows: Iterable[Body]) -> list[Body]:
    """The GET bodies of rows."""
    return [row["get"] for row in rows if "get" in row]


def _renamed(value: Any, names: Mapping[str, str]) -> Any:
    if isinstance(value, dict):
        new = {key: _renamed(item, names) for key, item in value.items()}
        return {**new, "id": names[value["id"]], "name": names[value["id"]]} if value.get("id") in names else new
    return [_renamed(item, names) for item in value] if isinstance(value, list) else value


def _expanded(value: Any) -> Any:
    if value == "$RUN":
        return dict(RUN)
    if value == "$PLAYER":
        return dict(PLAYER)
    if isinstance(value, dict):
        base = dict(PLAYER) if value.get("$ext") == "PLAYER" else {}
        return {**base, **{key: _expanded(item) for key, item in value.items() if key != "$ext"}}
    if isinstance(value, list):
        return [_expanded(item) for item in value]
    return value


def post(name: str) -> Body:
    """A row that answers an action with ok and moves on."""
    return {"post": {"action": name}, "reply": {"status": "ok", "message": "m"}}


# --- pages of our own -------------------------------------------------------------------------------------------------
def card(index: int, id_: str = "STRIKE_IRONCLAD", **more: Any) -> Body:
    """A card in hand; costs 1 and is aimed at an enemy."""
    return {
        "index": index, "id": id_, "name": id_, "type": "Attack", "cost": "1", "star_cost": None,
        "target_type": "AnyEnemy", "can_play": True, "unplayable_reason": None, **more,
    }  # fmt: skip


def enemy(combat_id: int = 1, entity_id: str = "X_0", **more: Any) -> Body:
    """An enemy of 20 hp that means to attack for 7."""
    return {
        "entity_id": entity_id, "combat_id": combat_id, "name": entity_id, "hp": 20, "max_hp": 40, "block": 0,
        "status": [], "intents": [{"type": "Attack", "label": "7"}], **more,
    }  # fmt: skip


def fight(
    hand: list[Body], *, enemies: list[Body] | None = None, round_: int = 1, energy: int = 3, **more: Any
) -> Body:
    """A fight in the player's turn; `more` goes over the player."""
    return {
        "state_type": "monster",
        "run": dict(RUN),
        "player": {**PLAYER, "energy": energy, "max_energy": 3, "hand": hand, **more},
        "battle": {
            "round": 1, "turn": "player", "is_play_phase": True,
            "enemies": [enemy()] if enemies is None else enemies,
        },
    }  # fmt: skip


def screen(state_type: str, block: Body, *, floor: int = 5, **player: Any) -> Body:
    """Any screen with a run."""
    return {"state_type": state_type, state_type: block, "run": {**RUN, "floor": floor}, "player": {**PLAYER, **player}}


def a_map(*types: str, floor: int = 5, row: int = 1, **player: Any) -> Body:
    """A map with one node a type, in columns 0, 1, ..."""
    options = [{"index": i, "col": i, "row": row, "type": kind} for i, kind in enumerate(types or ("Monster",))]
    return screen("map", {"next_options": options, "visited": [], "nodes": []}, floor=floor, **player)


def rewards(*items: Body, can_proceed: bool = True, **player: Any) -> Body:
    """A rewards screen; items get their indices by position."""
    return screen(
        "rewards",
        {"items": [{**item, "index": i} for i, item in enumerate(items)], "can_proceed": can_proceed},
        **player,
    )


def potion(slot: int, id_: str = "P", **more: Any) -> Body:
    return {
        "id": id_, "name": id_, "slot": slot, "can_use_in_combat": True, "target_type": "Self", "keywords": [], **more,
    }  # fmt: skip


def event_page(*titles: str, **more: Any) -> Body:
    """An event page with one open option a title."""
    options = [
        {
            "index": i, "title": title, "description": "d", "is_locked": False, "is_proceed": False,
            "was_chosen": False, "keywords": [],
        }
        for i, title in enumerate(titles)
    ]  # fmt: skip
    block = {"event_id": "EV", "event_name": "Ev", "is_ancient": False, "in_dialogue": False, "body": None}
    return screen("event", {**block, "options": options, **more})


GAME_OVER: Body = {
    "state_type": "game_over", "game_over": {"message": "m", "options": ["main_menu"]}, "run": dict(RUN),
    "player": {**PLAYER, "hp": 0},
}  # fmt: skip

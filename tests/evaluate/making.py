"""Run documents and stored rows made by hand, for the tests of this folder."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sts2fsm.evaluate.tasks import Fought, Played

STEAM_ID = 76561190000000042  # of nobody


def stats(player: Any = 1, *, hp: int = 60, lost: int = 0, **more: Any) -> dict[str, Any]:
    """What a player did on a floor."""
    return {"player_id": player, "current_hp": hp, "max_hp": 80, "current_gold": 99, "damage_taken": lost, **more}


def floor(point: str, *players: dict[str, Any], rooms: list[dict[str, Any]] | None = None) -> dict[str, Any]:
    """A floor; by default with the one room that the map showed."""
    shown = [{"room_type": point, "turns_taken": 0}] if rooms is None else rooms
    return {"map_point_type": point, "player_stats": list(players or (stats(),)), "rooms": shown}


def fight(room: str, encounter: str, turns: int = 3) -> dict[str, Any]:
    return {"room_type": room, "model_id": f"ENCOUNTER.{encounter}", "monster_ids": ["MONSTER.X"], "turns_taken": turns}


def document(*acts: list[dict[str, Any]], **more: Any) -> dict[str, Any]:
    """A whole history of one Ironclad, lost unless told otherwise."""
    return {
        "schema_version": 9, "build_id": "v0.107.1", "seed": "ABC", "start_time": 1_800_000_000, "run_time": 600,
        "ascension": 0, "win": False, "was_abandoned": False, "killed_by_encounter": "NONE.NONE",
        "killed_by_event": "NONE.NONE", "game_mode": "standard", "platform_type": "steam", "modifiers": [],
        "acts": ["ACT.OVERGROWTH", "ACT.HIVE", "ACT.GLORY"], "map_point_history": list(acts),
        "players": [{"id": 1, "character": "CHARACTER.IRONCLAD", "deck": [], "relics": []}], **more,
    }  # fmt: skip


def write(path: Path, content: dict[str, Any] | str | bytes) -> Path:
    """A file with the content; a document becomes JSON."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if isinstance(content, bytes):
        path.write_bytes(content)
    else:
        path.write_text(content if isinstance(content, str) else json.dumps(content), encoding="utf-8")
    return path


def played(seed: int, result: str = "loss", floors: int = 10, *, policy: str = "aaa", **more: Any) -> Played:
    """A stored run of one policy."""
    given = {"act": 1, "why": "", "character": "IRONCLAD", "ascension": 0, "code": "c", **more}
    counts = {"decisions": {"code": 5}, "forecast": {"checked": 4, "exact": 3}}
    return Played(policy=policy, seed=seed, result=result, floors=floors, **{**counts, **given})


def fought(run: Played, floor: int, encounter: str, lost: int, *, mixed: bool = False) -> Fought:
    """A stored fight of a run."""
    return Fought(
        policy=run.policy, character=run.character, ascension=run.ascension, seed=run.seed, code=run.code, act=1,
        floor=floor, room="monster", encounter=encounter, turns=3, hp_before=60, hp_lost=lost, hp_after=60 - lost,
        mixed=mixed, survived=True,
    )  # fmt: skip

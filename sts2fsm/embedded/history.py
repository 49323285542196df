"""The run's history, floor by floor, and the `.run` file in the game's schema 9 (ids and numbers, no texts)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .run import Run
    from .run_cards import DeckCard

SCHEMA = 9
ROOM_TYPES = {
    "Monster": "monster",
    "Elite": "elite",
    "Boss": "boss",
    "RestSite": "rest_site",
    "Shop": "shop",
    "Treasure": "treasure",
    "Unknown": "unknown",
    "Ancient": "ancient",
}
_COUNTS = (
    "damage_taken",
    "gold_gained",
    "gold_lost",
    "gold_spent",
    "gold_stolen",
    "hp_healed",
    "max_hp_gained",
    "max_hp_lost",
)


class FloorLog:
    """One floor: numbers summed up and lists of what happened."""

    def __init__(self, point_type: str, act: int) -> None:
        self.point_type = point_type
        self.act = act
        self.rooms: list[dict[str, Any]] = []
        self.counts = dict.fromkeys(_COUNTS, 0)
        self.lists: dict[str, list[Any]] = {}
        self.state = (0, 0, 0)  # gold, hp, max hp when last seen

    def add(self, key: str, value: Any) -> None:
        """Append to one of the optional lists (card_choices, relic_choices, ...)."""
        self.lists.setdefault(key, []).append(value)


class History:
    """Floor logs of a run; `here` is the current floor's."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self.floors: list[FloorLog] = []
        self.killed_by = ""
        self.killed_by_event = ""
        self.abandoned = False

    @property
    def here(self) -> FloorLog:
        """The current floor. Raises IndexError before the first."""
        return self.floors[-1]

    def enter(self, point_type: str) -> None:
        """Start a floor."""
        self.leave()
        self.floors.append(FloorLog(ROOM_TYPES[point_type], self._run.act_no))

    def leave(self) -> None:
        """Note gold and hp as they stand at the end of the current floor."""
        if self.floors:
            self.here.state = (self._run.gold, self._run.hp, self._run.max_hp)

    def room(self, room_type: str, model_id: str | None = None, monsters: list[str] | None = None) -> dict[str, Any]:
        """Add a room to the current floor; the returned row's `turns_taken` may be raised later."""
        row: dict[str, Any] = {}
        if model_id is not None:
            row["model_id"] = model_id
        if monsters is not None:
            row["monster_ids"] = monsters
        row["room_type"] = room_type
        row["turns_taken"] = 0
        self.here.rooms.append(row)
        return row

    def _floor(self, log: FloorLog) -> dict[str, Any]:
        gold, hp, max_hp = log.state
        stats: dict[str, Any] = {
            **log.lists,
            **log.counts,
            "current_gold": gold,
            "current_hp": hp,
            "max_hp": max_hp,
            "player_id": 1,
            "stolen_loot": 0,
        }
        return {
            "map_point_type": log.point_type,
            "player_stats": [dict(sorted(stats.items()))],
            "rooms": log.rooms,
        }

    def document(self, run_time: int) -> dict[str, Any]:
        """The `.run` document."""
        run = self._run
        self.leave()
        player = {
            "badges": [],
            "character": f"CHARACTER.{run.character.id}",
            "deck": [card_row(c) for c in run.deck],
            "id": 1,
            "max_potion_slot_count": len(run.potions),
            "potions": [{"id": f"POTION.{p}", "slot_index": i} for i, p in enumerate(run.potions) if p],
            "relics": [{"floor_added_to_deck": r.floor, "id": f"RELIC.{r.id}"} for r in run.relics],
        }
        return {
            "acts": [f"ACT.{a}" for a in run.act_ids],
            "ascension": run.ascension,
            "build_id": run.build,
            "game_mode": "standard",
            "killed_by_encounter": f"ENCOUNTER.{self.killed_by}" if self.killed_by else "NONE.NONE",
            "killed_by_event": f"EVENT.{self.killed_by_event}" if self.killed_by_event else "NONE.NONE",
            "map_point_history": [
                [self._floor(log) for log in self.floors if log.act == act]
                for act in range(run.first_act, run.act_no + 1)
            ],
            "modifiers": [],
            "platform_type": "none",
            "players": [player],
            "run_time": run_time,
            "schema_version": SCHEMA,
            "seed": run.seed_name,
            "start_time": run.start_time,
            "was_abandoned": self.abandoned,
            "win": run.won,
        }

    def write(self, folder: Path, run_time: int) -> Path:
        """Write `<start_time>.run` into the folder (made if absent) and return its path."""
        folder.mkdir(parents=True, exist_ok=True)
        path = folder / f"{self._run.start_time}.run"
        path.write_text(json.dumps(self.document(run_time), indent=2), encoding="utf-8")
        return path


def card_row(card: DeckCard, with_floor: bool = True) -> dict[str, Any]:
    """A card as the history writes it."""
    row: dict[str, Any] = {}
    if card.upgrades:
        row["current_upgrade_level"] = card.upgrades
    if card.enchantment:
        kind, amount = card.enchantment
        row["enchantment"] = {"amount": amount, "id": f"ENCHANTMENT.{kind}"}
    if with_floor:
        row["floor_added_to_deck"] = card.floor
    row["id"] = f"CARD.{card.id}"
    return row

"""A run as flat rows, for statistics here and for whoever opens the CSV files in pandas or polars."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Any, Self, TextIO

from attrs import asdict, fields, frozen

from sts2fsm.errors import BadInput
from sts2fsm.evaluate.folders import Source
from sts2fsm.evaluate.masking import masked
from sts2fsm.evaluate.records import Floor, RunFile, bare

FIGHTS = frozenset({"monster", "elite", "boss"})


@frozen
class RunRow:
    """One run. `killer` is empty after a win; `time_s` is the game's own count of seconds played."""

    file: str
    saves: str
    seed: str
    start_time: int
    build: str
    schema: int
    mode: str
    players: int
    characters: str
    ascension: int
    result: str
    killer: str | None
    act: int
    floors: int
    time_s: int
    policy: str | None


@frozen
class FloorRow:
    """One floor of one player, as it was left."""

    file: str
    seat: int
    character: str
    act: int
    floor: int
    map_point: str
    rooms: str
    rest: str
    hp: int
    max_hp: int
    gold: int
    hp_lost: int
    hp_healed: int
    gold_gained: int
    gold_spent: int


@frozen
class FightRow:
    """One fight of one player. `hp_lost` is the floor's: if `mixed`, an event on the same floor may have had a part."""

    file: str
    seat: int
    character: str
    act: int
    floor: int
    room: str
    encounter: str
    turns: int
    hp_before: int | None
    hp_lost: int
    hp_after: int
    mixed: bool
    survived: bool


@frozen
class CardRow:
    """One card that was offered, `where` by the floor's last room. A shop lists what was not bought too."""

    file: str
    seat: int
    character: str
    act: int
    floor: int
    where: str
    card: str
    picked: bool


@frozen
class RelicRow:
    """One relic in the bag at the end."""

    file: str
    seat: int
    character: str
    relic: str
    floor: int | None


Row = RunRow | FloorRow | FightRow | CardRow | RelicRow
TABLES: dict[str, type[Row]] = {
    "runs": RunRow, "floors": FloorRow, "fights": FightRow, "cards": CardRow, "relics": RelicRow,
}  # fmt: skip


def run_row(source: Source, run: RunFile, policy: str | None = None) -> RunRow:
    return RunRow(
        file=masked(source.path), saves=source.kind, seed=run.seed, start_time=run.start_time, build=run.build_id,
        schema=run.schema_version, mode=run.game_mode, players=len(run.players),
        characters="+".join(bare(player.character) for player in run.players), ascension=run.ascension,
        result=run.result, killer=run.killer, act=run.act, floors=run.floors, time_s=run.run_time, policy=policy,
    )  # fmt: skip


def numbered(run: RunFile) -> Iterator[tuple[int, int, Floor]]:
    """Act and floor, both from 1, the floors counted through the whole run."""
    number = 0
    for act, floors in enumerate(run.map_point_history, 1):
        for floor in floors:
            number += 1
            yield act, number, floor


def floor_rows(run: RunFile, file: str = "") -> Iterator[FloorRow]:
    names = _names(run)
    for act, number, floor in numbered(run):
        rooms = "+".join(room.room_type for room in floor.rooms)
        for one in floor.player_stats:
            yield FloorRow(
                file, one.player_id, names[one.player_id], act, number, floor.map_point_type, rooms,
                "+".join(one.rest_site_choices), one.current_hp, one.max_hp, one.current_gold, one.damage_taken,
                one.hp_healed, one.gold_gained, one.gold_spent,
            )  # fmt: skip


def fight_rows(run: RunFile, file: str = "") -> Iterator[FightRow]:
    """A fight is survived when anything came after it, or the run was won, or health was left at its end and no killer
    is named (a run abandoned on the rewards)."""
    names, before, last = _names(run), dict[int, int](), run.floors
    for act, number, floor in numbered(run):
        for room in floor.rooms:
            if room.room_type not in FIGHTS:
                continue
            for one in floor.player_stats:
                left = number < last or run.win or (run.killer is None and one.current_hp > 0)
                yield FightRow(
                    file, one.player_id, names[one.player_id], act, number, room.room_type,
                    bare(room.model_id or "UNKNOWN"), room.turns_taken, before.get(one.player_id), one.damage_taken,
                    one.current_hp, len(floor.rooms) > 1, left,
                )  # fmt: skip
        before |= {one.player_id: one.current_hp for one in floor.player_stats}


def card_rows(run: RunFile, file: str = "") -> Iterator[CardRow]:
    names = _names(run)
    for act, number, floor in numbered(run):
        where = floor.rooms[-1].room_type if floor.rooms else floor.map_point_type
        for one in floor.player_stats:
            for choice in one.card_choices:
                name = bare(choice.card.id)
                yield CardRow(
                    file, one.player_id, names[one.player_id], act, number, where, name, choice.was_picked
                )  # fmt: skip


def relic_rows(run: RunFile, file: str = "") -> Iterator[RelicRow]:
    for player in run.players:
        for relic in player.relics:
            yield RelicRow(file, player.id, bare(player.character), bare(relic.id), relic.floor_added_to_deck)


def _names(run: RunFile) -> dict[int, str]:
    return {player.id: bare(player.character) for player in run.players}


class Tables:
    """The flat tables as CSV files of a folder, written as the runs come. Raises BadInput when it cannot be written."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._files: list[TextIO] = []
        self._writers: dict[str, Any] = {}
        try:
            folder.mkdir(parents=True, exist_ok=True)
            for name, kind in TABLES.items():
                file = (folder / f"{name}.csv").open("w", encoding="utf-8", newline="")
                self._files.append(file)
                self._writers[name] = csv.writer(file, lineterminator="\n")
                self._writers[name].writerow([one.name for one in fields(kind)])
        except OSError as fault:
            raise BadInput(f"--csv {folder}: cannot be written: {fault.strerror or fault}") from None

    def add(self, row: RunRow, run: RunFile) -> None:
        """All rows of one run."""
        makers: dict[str, Callable[[RunFile, str], Iterator[Row]]] = {
            "floors": floor_rows, "fights": fight_rows, "cards": card_rows, "relics": relic_rows,
        }  # fmt: skip
        self._writers["runs"].writerow(asdict(row).values())
        for name, make in makers.items():
            self._writers[name].writerows(asdict(one).values() for one in make(run, row.file))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        for file in self._files:
            file.close()

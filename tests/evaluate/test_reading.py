"""`.run` files: what is read, what is borne, and what every kind of broken file is called."""

from __future__ import annotations

import json
import pickle
from pathlib import Path

import pytest

from sts2fsm.evaluate.folders import Source, sources
from sts2fsm.evaluate.reading import RunReader, UnreadableRun
from sts2fsm.evaluate.records import RunFile
from tests.evaluate.making import STEAM_ID, document, fight, floor, stats, write
from tests.shared import captures


def read(path: Path) -> RunFile:
    return RunReader().read(path)


def complaint(path: Path) -> str:
    with pytest.raises(UnreadableRun) as caught:
        RunReader().read(path)
    return str(caught.value)


def test_all_captured_histories_are_read() -> None:
    """60 files of schema 8 and 9, five of them co-op: no problem, and no key that nobody knows."""
    reader = RunReader()
    runs = [run for _, run in reader.all(sources([captures("captures", "runs")]))]
    assert (len(runs), reader.problems, dict(reader.foreign)) == (60, [], {})
    assert {run.schema_version for run in runs} == {8, 9}
    assert sorted(len(run.players) for run in runs if run.coop) == [2, 2, 2, 4, 4]
    seats = {row.player_id for run in runs for floor in run.map_point_history[0] for row in floor.player_stats}
    assert seats == {1, 2, 3, 4}


def test_a_loss_names_its_killer_and_floor(tmp_path: Path) -> None:
    """Result, killer without its kind, act and floors of a small run."""
    lost = document(
        [floor("monster"), floor("rest_site")],
        [floor("elite", stats(hp=0, lost=60), rooms=[fight("elite", "TERROR_EEL_ELITE")])],
        killed_by_encounter="ENCOUNTER.TERROR_EEL_ELITE",
    )
    run = read(write(tmp_path / "1.run", lost))
    assert (run.result, run.killer, run.act, run.floors) == ("loss", "TERROR_EEL_ELITE", 2, 3)


@pytest.mark.parametrize(
    ("win", "abandoned", "result"),
    [(True, False, "win"), (False, True, "abandoned"), (False, False, "loss"), (True, True, "win")],
)
def test_results(tmp_path: Path, win: bool, abandoned: bool, result: str) -> None:
    """A win stays one; otherwise an abandoned run is no loss."""
    assert read(write(tmp_path / "1.run", document([], win=win, was_abandoned=abandoned))).result == result


def test_foreign_keys_are_borne_and_named(tmp_path: Path) -> None:
    """What an exporter added anywhere is passed over, and its name is told once a file."""
    strange = document(
        [floor("monster", stats(uploaded=True)), floor("monster", stats(uploaded=True))], exporter="x 1.2"
    )
    reader = RunReader()
    assert reader.read(write(tmp_path / "1.run", strange)).floors == 2
    assert dict(reader.foreign) == {"RunFile.exporter": 1, "PlayerFloor.uploaded": 1}


def test_schema_10_is_read_and_said_to_be_unseen(tmp_path: Path) -> None:
    """It counts, with a note that is not a fault; 7 and 11 do not count."""
    found = [Source(write(tmp_path / f"{n}.run", document([], schema_version=n)), "given") for n in (7, 8, 9, 10, 11)]
    reader = RunReader()
    assert [run.schema_version for _, run in reader.all(found)] == [8, 9, 10]
    assert [(Path(problem.path).name, problem.fatal) for problem in reader.problems] == [
        ("7.run", True), ("10.run", False), ("11.run", True),
    ]  # fmt: skip
    assert "never seen" in str(reader.problems[1])


WHOLE = json.dumps(document([floor("monster"), floor("monster")]))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"", "is empty"),
        (b"\0\0\0\0", "holds nothing but blanks"),
        (WHOLE[: len(WHOLE) // 2].encode(), "breaks off"),
        (WHOLE[: WHOLE.index("}") + 1].encode(), "breaks off"),
        (b"hello", "is not JSON"),
        (b"[1, 2]", "must hold a JSON object"),
        (b'{"a": "\xff"}', "is not UTF-8"),
        (b"[" * 100_000, "is not JSON"),
        (b"{}", "schema_version is null"),
        (json.dumps({**document([]), "schema_version": "9"}).encode(), 'schema_version is "9"'),
        (json.dumps({**document([]), "schema_version": True}).encode(), "schema_version is true"),
        (json.dumps({**document([]), "win": 1}).encode(), "win: must be true or false, not 1"),
        (json.dumps({**document([]), "players": []}).encode(), "players: nobody played"),
        (WHOLE.replace('"seed"', '"sead"').encode(), "'seed' is missing"),
        (WHOLE.replace('"current_hp": 60', '"current_hp": "5"').encode(), "current_hp: must be a whole number"),
    ],
)  # fmt: skip
def test_each_fault_is_named_with_its_file(tmp_path: Path, content: bytes, says: str) -> None:
    """One sentence: which file, what is wrong."""
    path = write(tmp_path / "bad.run", content)
    assert complaint(path).startswith(f"{path}: ")
    assert says in complaint(path)


def test_a_bad_file_does_not_hide_the_good_ones(tmp_path: Path) -> None:
    """The others are read on, in order, a byte order mark included."""
    write(tmp_path / "1.run", document([], seed="A"))
    write(tmp_path / "2.run", WHOLE[:100])
    write(tmp_path / "3.run", b"\xef\xbb\xbf" + json.dumps(document([], seed="C")).encode())
    reader = RunReader()
    assert [run.seed for _, run in reader.all(sources([tmp_path]))] == ["A", "C"]
    assert [Path(problem.path).name for problem in reader.problems] == ["2.run"]


def test_accounts_become_seats(tmp_path: Path) -> None:
    """Players are numbered in the file's order, whoever is named first on a floor; no number of an account is left."""
    players = [{"id": STEAM_ID + n, "character": f"CHARACTER.{name}"} for n, name in enumerate(("SILENT", "DEFECT"))]
    both = floor("monster", stats(STEAM_ID + 1, hp=11), stats(STEAM_ID, hp=22))
    run = read(write(tmp_path / "1.run", document([both], players=players)))
    assert [(player.id, player.character) for player in run.players] == [
        (1, "CHARACTER.SILENT"),
        (2, "CHARACTER.DEFECT"),
    ]
    assert [(row.player_id, row.current_hp) for row in run.map_point_history[0][0].player_stats] == [(2, 11), (1, 22)]
    assert str(STEAM_ID)[:10] not in repr(run)


def test_alone_a_replaced_id_does_not_matter(tmp_path: Path) -> None:
    """An exporter that hid the id in one place leaves a solo run readable; among several it would be a guess."""
    solo = document([floor("monster", stats(1))], players=[{"id": "hidden", "character": "CHARACTER.SILENT"}])
    assert read(write(tmp_path / "1.run", solo)).map_point_history[0][0].player_stats[0].player_id == 1
    two = [{"id": "hidden", "character": "CHARACTER.SILENT"}, {"id": 2, "character": "CHARACTER.DEFECT"}]
    bad = write(tmp_path / "2.run", document([floor("monster", stats(1))], players=two))
    assert "not among the players" in complaint(bad)


def test_no_complaint_tells_an_account(tmp_path: Path) -> None:
    """Ids in a path or in a wrong value are masked, also after a journey to another process."""
    folder = tmp_path / "steam" / str(STEAM_ID) / "profile1"
    path = write(folder / "1.run", document([], killed_by_event=STEAM_ID))
    with pytest.raises(UnreadableRun) as caught:
        RunReader().read(path)
    there = pickle.loads(pickle.dumps(caught.value))
    assert str(there) == str(caught.value)
    assert str(STEAM_ID) not in str(there)
    assert str(there).count("<steam id>") == 2

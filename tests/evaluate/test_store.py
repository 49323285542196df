"""The store keeps every whole row through kills, and never mixes what different code played."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from attrs import evolve

from sts2fsm.errors import BadInput
from sts2fsm.evaluate.store import FIGHTS, RUNS, Store, StoreBusy, stamped
from sts2fsm.evaluate.tasks import Result
from tests.evaluate.making import fought, played


def result(seed: int, *, code: str = "c") -> Result:
    run = played(seed, bosses={"1": True}, code=code)
    return Result(run, (fought(run, 2, "NIBBITS_WEAK", 5), fought(run, 3, "SLIMES_WEAK", 9)))


def filled(folder: Path, *seeds: int) -> Path:
    with Store(folder) as store:
        for seed in seeds:
            store.add(result(seed))
    return folder


def test_what_was_added_is_there_after_reopening(tmp_path: Path) -> None:
    """Runs come back equal, in order of key whatever order they came in, with their fights."""
    store = Store(filled(tmp_path, 3, 1, 2), write=False)
    assert list(store.runs().values()) == [result(seed).run for seed in (1, 2, 3)]
    assert store.fights(result(2).run) == list(result(2).fights)


@pytest.mark.parametrize("cut", [1, 40])
def test_a_torn_run_is_dropped_with_its_fights(tmp_path: Path, cut: int) -> None:
    """A kill while the last run's row was written: that run is gone, the files are whole again, others are kept."""
    path = filled(tmp_path, 1, 2) / RUNS
    path.write_bytes(path.read_bytes()[:-cut])
    with Store(tmp_path) as store:
        assert [run.seed for run in store.runs().values()] == [1]
        store.add(result(2))
    assert len((tmp_path / RUNS).read_text(encoding="utf-8").splitlines()) == 2
    assert len((tmp_path / FIGHTS).read_text(encoding="utf-8").splitlines()) == 4


def test_fights_without_their_run_are_dropped(tmp_path: Path) -> None:
    """A kill between the two files leaves fights, the last of them torn, and no run: they go."""
    path = filled(tmp_path, 1) / FIGHTS
    whole = path.read_text(encoding="utf-8")
    path.write_text(whole + whole.replace('"seed":1', '"seed":2')[:-9], encoding="utf-8")
    with Store(tmp_path) as store:
        assert store.fights(result(1).run) == list(result(1).fights)
    assert path.read_text(encoding="utf-8") == whole


def test_reading_touches_nothing(tmp_path: Path) -> None:
    """A store that is only read is not mended: somebody may be writing it."""
    path = filled(tmp_path, 1) / RUNS
    path.write_bytes(path.read_bytes() + b'{"pol')
    before = path.read_bytes()
    assert len(Store(tmp_path, write=False).runs()) == 1
    assert path.read_bytes() == before


def test_a_bad_line_elsewhere_is_an_error(tmp_path: Path) -> None:
    """Only the end can be torn by a kill; anything else is named by line."""
    path = filled(tmp_path, 1) / RUNS
    path.write_text("{}\n" + path.read_text(encoding="utf-8"), encoding="utf-8")
    with pytest.raises(BadInput, match=r"runs\.jsonl:1: is no row"):
        Store(tmp_path)


def test_rows_of_later_versions_are_borne(tmp_path: Path) -> None:
    """A column that we do not know is passed over."""
    path = filled(tmp_path, 1) / RUNS
    path.write_text(path.read_text(encoding="utf-8").replace("{", '{"mood":"good",', 1), encoding="utf-8")
    assert list(Store(tmp_path, write=False).runs().values()) == [result(1).run]


def test_other_code_has_rows_of_its_own(tmp_path: Path) -> None:
    """The same seed played by two codes is two rows; without a choice the newer counts."""
    with Store(tmp_path) as store:
        for code in ("old", "new"):
            store.add(stamped(result(1), code, "commit"))
        assert [store.runs(code)[result(1).run.key].code for code in ("old", "new")] == ["old", "new"]
        assert [run.code for run in store.runs().values()] == ["new"]
        assert {fight.code for fight in store.fights(store.runs("old")[result(1).run.key])} == {"old"}


def test_the_same_row_twice_is_kept_once(tmp_path: Path) -> None:
    """The first of two rows for one key and code stays, in memory and on disk."""
    with Store(filled(tmp_path, 1)) as store:
        store.add(Result(evolve(result(1).run, floors=99)))
    text = (tmp_path / RUNS).read_text(encoding="utf-8")
    (tmp_path / RUNS).write_text(text + text.replace('"floors":10', '"floors":77'), encoding="utf-8")
    with Store(tmp_path) as store:
        assert [run.floors for run in store.runs().values()] == [10]
    assert (tmp_path / RUNS).read_text(encoding="utf-8") == text


def test_a_second_writer_is_refused_and_a_reader_is_not(tmp_path: Path) -> None:
    """Two evaluations in one folder would mend away each other's rows: the second is told who writes, and may read."""
    with Store(filled(tmp_path, 1)) as store:
        with pytest.raises(StoreBusy, match=rf"another evaluation writes there \(pid {os.getpid()}, started"):
            Store(tmp_path)
        assert list(Store(tmp_path, write=False).runs()) == list(store.runs())
    with Store(tmp_path) as again:
        assert list(again.runs()) == list(store.runs())


def test_a_store_that_cannot_be_read_is_let_go(tmp_path: Path) -> None:
    """A bad line is an error, and the next start finds the store free once the line is mended."""
    path = filled(tmp_path, 1) / RUNS
    whole = path.read_text(encoding="utf-8")
    path.write_text("no row\n" + whole, encoding="utf-8")
    with pytest.raises(BadInput, match="is no row of an evaluation"):
        Store(tmp_path)
    path.write_text(whole, encoding="utf-8")
    with Store(tmp_path) as store:
        assert len(store.runs()) == 1


def test_a_store_copied_onto_another_counts_each_run_and_fight_once(tmp_path: Path) -> None:
    """Both files twice over, as after `cat`: one run, its two fights, and files that say so."""
    filled(tmp_path, 1)
    for name in (RUNS, FIGHTS):
        path = tmp_path / name
        path.write_text(path.read_text(encoding="utf-8") * 2, encoding="utf-8")
    with Store(tmp_path) as store:
        assert store.fights(result(1).run) == list(result(1).fights)
    assert len((tmp_path / FIGHTS).read_text(encoding="utf-8").splitlines()) == 2

"""What is written when things go wrong: the bug report, and a journal on a disk that is full."""

from __future__ import annotations

import errno
import json
import os
from io import RawIOBase
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.errors import BadInput, Stuck
from sts2fsm.handler import Decision
from sts2fsm.journal import Journal, read
from sts2fsm.recovery.bundle import Recorder
from sts2fsm.recovery.files import read_whole, slug, write_whole
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.wire.actions import ChooseRestOption, Proceed
from sts2fsm.wire.reply import Reply
from tests.commands.calling import call
from tests.recovery.scenes import look, mind, rest, view, waiting

OK = Reply(accepted=True, text="m")


def test_the_bug_report_is_replayed_by_trace(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Three steps with a refusal among them: trace follows them without a surprise, and about.json says what we are."""
    recorder = Recorder(60)
    recorder.add(None, None, look(rest()))
    recorder.add(None, None, look(rest()))
    recorder.add(ChooseRestOption(0), Reply(accepted=False, text="not now"), look(rest()))
    recorder.add(ChooseRestOption(0), OK, look(rest(gold=98)))
    place = recorder.write(tmp_path, 1764547200.0, "stuck: because", {"policy_hash": "abc"})
    assert place is not None and place.name == "stuck-20251201T000000Z"
    (replayed,) = call(capsys, "trace", place / "trace.jsonl").json()
    assert replayed["steps"] == 3 and not replayed["unexpected_edges"] and not replayed["illegal"]
    about = json.loads((place / "about.json").read_text(encoding="utf-8"))
    assert about["why"] == "stuck: because" and {"version", "python", "system", "policy_hash"} <= about.keys()


def test_the_report_keeps_the_last_steps_and_never_overwrites(tmp_path: Path) -> None:
    """Two of five steps are kept; the second report of a second has a folder of its own."""
    recorder = Recorder(2)
    for gold in range(5):
        recorder.add(Proceed(), OK, look(rest(gold=gold)))
    places = [recorder.write(tmp_path, 0.0, "why", {}) for _ in range(2)]
    assert len({str(place) for place in places}) == 2 and places[0] is not None
    lines = [json.loads(line) for line in (places[0] / "trace.jsonl").read_text().splitlines()]
    assert [line["state"]["player"]["gold"] for line in lines] == [3, 4]
    assert lines[0]["action"] is None, "what led to the first page is not known"


def test_no_report_where_nothing_can_be_written(tmp_path: Path) -> None:
    """A file stands where the folder should be: no error on top of the error."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    assert Recorder(5).write(tmp_path / "file", 0.0, "why", {}) is None


def test_stuck_names_its_report(tmp_path: Path) -> None:
    """The message of exit 5 says where the report is, and it is there."""
    recovery = Recovery(mind(), VirtualClock(), bundles=tmp_path)
    recovery.saw(look(rest()), None, None, None, 0.0)

    def stand_still() -> Decision:
        for now in range(1000):
            recovery.review(view(rest(), float(now)), waiting())
        raise AssertionError("it never stopped")

    with pytest.raises(Stuck) as stuck:
        stand_still()
    place = Path(str(stuck.value).split("Bug report: ")[1])
    assert place.parent == tmp_path and (place / "trace.jsonl").is_file()


class FullDisk(RawIOBase):
    """Takes `room` bytes and then no more; what was written lies in `kept`."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.kept = bytearray()

    def write(self, data: Any) -> int:
        part = bytes(data)[: self.room - len(self.kept)]
        if not part:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        self.kept += part
        return len(part)

    def truncate(self, size: int | None = None) -> int:
        del self.kept[size:]
        return len(self.kept)

    def seek(self, offset: int, whence: int = 0) -> int:
        return offset


def test_a_full_disk_costs_lines_and_never_the_play(tmp_path: Path) -> None:
    """Told once; no torn line remains; when there is room again writing goes on, and the lost lines are counted."""
    said: list[str] = []
    journal = Journal(tmp_path / "j.jsonl", tell=said.append)
    disk = FullDisk(50)
    journal._file.close()
    journal._file = disk
    for number in range(5):
        journal.write({"kind": "step", "step": number})
    assert [json.loads(line)["step"] for line in disk.kept.splitlines()] == [0, 1]
    assert len(said) == 1 and "No space left" in said[0]
    disk.room = 500
    journal.write({"kind": "step", "step": 5})
    kept = disk.kept
    journal.close()
    assert [json.loads(line).get("step") for line in kept.splitlines()][:3] == [0, 1, 5]
    assert json.loads(kept.splitlines()[-1]) == {"kind": "left_out", "steps": 3}


def test_a_folder_for_nobody_is_refused_at_the_start(tmp_path: Path) -> None:
    """A journal below a file: exit 1 before anything is played."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(BadInput, match="cannot write"):
        Journal(tmp_path / "file" / "j.jsonl")


def test_every_line_is_whole_at_every_moment(tmp_path: Path) -> None:
    """Nothing waits in a buffer: each line, small or of a megabyte, is on disk when `write` returns."""
    journal = Journal(tmp_path / "j.jsonl")
    for size in (1, 10_000, 1_000_000):
        journal.write({"kind": "x", "text": "ä\ud800" * size})
        assert (tmp_path / "j.jsonl").read_bytes().endswith(b'"}\n')
    assert len(list(read(tmp_path / "j.jsonl"))) == 3
    journal.close()


def test_files_are_old_or_new(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A write that breaks off leaves the old content and no litter."""
    path = tmp_path / "s.json"
    write_whole(path, {"a": 1})

    def full(*_: Any, **__: Any) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(Path, "replace", full)
    with pytest.raises(OSError, match="full"):
        write_whole(path, {"a": 2})
    assert read_whole(path) == {"a": 1} and [p.name for p in tmp_path.iterdir()] == ["s.json"]


@pytest.mark.parametrize(
    ("one", "other"), [("http://localhost:15526", "127.0.0.1:15526"), ("http://127.0.0.1", "http://127.0.0.1:80/")]
)
def test_one_game_has_one_name(one: str, other: str) -> None:
    """Two ways to write an address are one lock."""
    assert slug(one) == slug(other)


def test_texts_with_separators_of_their_own_are_read_back(tmp_path: Path) -> None:
    """U+2028, U+2029 and U+0085 end no line: a localised text with them is one record, the last one too."""
    text = "a\u2028b\u2029c\u0085d"
    with Journal(tmp_path / "journal.jsonl") as journal:
        for number in range(2):
            journal.write({"kind": "step", "step": number, "text": text})
    assert [record["text"] for record in read(tmp_path / "journal.jsonl")] == [text, text]

"""Which policies played a run, from our own journals."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sts2fsm.evaluate.journals import Journals, journals
from sts2fsm.evaluate.reading import RunReader
from sts2fsm.evaluate.records import RunFile
from tests.evaluate.making import document, write

START = 1_800_000_000


def run(path: Path, **more: Any) -> RunFile:
    return RunReader().read(write(path / "x.run", document([], start_time=START, **more)))


def header(wall: float, policy: str = "aaa", runs: int = 1) -> dict[str, Any]:
    settings = {"runs": runs, "character": "IRONCLAD", "seed": None}
    return {"kind": "header", "wall": wall, "policy_hash": policy, "settings": settings}


def end(seconds: float, policy: str = "aaa", *, seed: Any = None, character: str | None = "IRONCLAD") -> dict[str, Any]:
    return {
        "kind": "end", "result": "loss", "seconds": seconds, "policy_hash": policy, "seed": seed,
        "character": character, "decisions": {"code": 7, "llm": 1}, "forecast": {"checked": 5, "exact": 4},
        "steps": 90, "waits": 80, "rejected": 1, "unexpected_edges": 2, "recoveries": 0, "longest_wait": 1.5,
    }  # fmt: skip


def written(folder: Path, *records: dict[str, Any], name: str = "a.jsonl", torn: str = "") -> Journals:
    lines = "".join(json.dumps(record, separators=(",", ":")) + "\n" for record in records)
    write(folder / "journals" / name, lines + torn)
    return journals([folder / "journals"])


def test_a_run_is_joined_by_when_it_began(tmp_path: Path) -> None:
    """A journal that was playing at the game's start of the run names the policies; an earlier one does not."""
    assert written(tmp_path, header(START - 20), end(700)).policy_of(run(tmp_path)) == "aaa"
    assert written(tmp_path, header(START - 5000), end(700)).policy_of(run(tmp_path)) is None


def test_each_run_of_a_journal_has_its_own_time(tmp_path: Path) -> None:
    """The second run began when the first had ended; its policies are its own."""
    ours = written(tmp_path, header(START - 1000, runs=2), end(990, "first"), end(500, "second"))
    assert ours.policy_of(run(tmp_path)) == "second"


def test_character_and_seed_must_agree(tmp_path: Path) -> None:
    """A journal of another character, or of another seed, is not of this run."""
    other = written(tmp_path, header(START), end(700, character="SILENT"))
    assert other.policy_of(run(tmp_path)) is None
    seeded = written(tmp_path, header(START), end(700, seed=5))
    assert seeded.policy_of(run(tmp_path, seed="ABC")) is None
    assert seeded.policy_of(run(tmp_path, seed="5")) == "aaa"


def test_a_killed_run_is_known_by_its_header(tmp_path: Path) -> None:
    """Without an end there is still a beginning; a torn last line is no fault, steps are passed over."""
    ours = written(tmp_path, header(START - 1, "killed"), {"kind": "step", "step": 1}, torn='{"kind":"st')
    assert ours.policy_of(run(tmp_path)) == "killed"
    assert ours.figures() == {}


def test_the_nearest_journal_decides(tmp_path: Path) -> None:
    """Of three that fit, the one that began closest to the run."""
    written(tmp_path, header(START - 100, "before"), end(700, "before"))
    written(tmp_path, header(START - 3, "near"), end(700, "near"), name="b.jsonl")
    ours = written(tmp_path, header(START + 90, "after"), end(700, "after"), name="c.jsonl")
    assert ours.policy_of(run(tmp_path)) == "near"


def test_figures_add_up_by_policy(tmp_path: Path) -> None:
    """Sums over the runs of one hash, the longest wait of all."""
    ours = written(tmp_path, header(0, runs=2), end(10), {**end(10), "longest_wait": 3.5})
    assert ours.figures() == {
        "aaa": {
            "runs": 2, "results": {"loss": 2}, "steps": 180, "waits": 160, "rejected": 2, "unexpected_edges": 4,
            "recoveries": 0, "longest_wait_s": 3.5, "decisions": {"code": 14, "llm": 2},
            "forecast": {"checked": 10, "exact": 8}, "oracle": None,
        }
    }  # fmt: skip


def test_what_asking_cost_adds_up_over_the_runs_that_asked(tmp_path: Path) -> None:
    """Calls, tokens, money and time of two runs with an oracle and one without; the mean is of the two."""
    one = {
        "name": "typesafe", "calls": 30, "changed": 4, "input_tokens": 9000, "output_tokens": 60, "usd": 0.0004,
        "seconds": 21.0, "longest_s": 1.5, "ended": {"answered": 28, "timeout": 2},
        "decided": {"passed": 20, "low_confidence": 8, "unanswered:timeout": 2},
    }  # fmt: skip
    two = {**one, "calls": 10, "seconds": 7.0, "longest_s": 3.0, "ended": {"answered": 10}, "decided": {"passed": 10}}
    ours = written(tmp_path, header(0, runs=3), {**end(10), "oracle": one}, {**end(10), "oracle": two}, end(10))
    told = ours.figures()["aaa"]["oracle"]
    assert (told["runs"], told["calls"], told["longest_s"], told["seconds"]) == (2, 40, 3.0, 28.0)
    assert told["ended"] == {"answered": 38, "timeout": 2} and told["decided"]["passed"] == 30
    assert told["usd"] == 0.0008
    assert told["per_run"] == {
        "calls": 20, "changed": 4, "input_tokens": 9000, "output_tokens": 60, "usd": 0.0004, "seconds": 14.0,
    }  # fmt: skip


def test_what_is_no_journal_is_named(tmp_path: Path) -> None:
    """Another JSON lines file in the folder is passed over and told."""
    assert [path.name for path in written(tmp_path, {"hello": 1}).unread] == ["a.jsonl"]
    assert [path.name for path in written(tmp_path, end(1)).unread] == ["a.jsonl"]

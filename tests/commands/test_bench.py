"""`bench`: every part is measured, profiles and refusals, and a random run that goes wrong is an exit code."""

from __future__ import annotations

from pathlib import Path

import pytest

from sts2fsm.commands.bench import MEASURES, budgets, memory, randomly
from sts2fsm.commands.bench.measure import rate, spread
from sts2fsm.embedded.wanderer import Walk
from tests.commands.calling import call

FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"
SMALL = (
    "--repeat", "1", "--runs", "1", "--fights", "2", "--random", "3", "--positions", "5", "--memory", "4",
)  # fmt: skip


def test_every_part_is_measured_and_none_is_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Figures for each part of a step, runs of the bot and of random actions, the rules, both budgets, and memory."""
    monkeypatch.setattr(budgets, "STEPS", 150)  # of the runs whose fights are searched
    (record,) = call(capsys, "bench", FIXTURES / "map-three-ways.json", *SMALL, "--json").json()
    assert record["payloads"]["count"] == 1
    assert all(record[part]["median_ms"] > 0 for part in ("parse", "advance", "decide", "all", "render"))
    assert record["runs"]["runs_per_s"] > 0
    assert record["rules"]["cards_played"] > 0
    assert record["plays"]["cards_per_s"] > 0
    assert sum(record["plays"]["mix"]["types"].values()) == pytest.approx(1, abs=0.01)
    assert (record["random"]["runs"], record["random"]["wrong"]) == (3, 0)
    assert record["random"]["runs_per_s"] > 0
    for budget in ("reflex", "default"):
        row = record["budgets"][budget]
        assert 0 < row["median_ms"] <= row["p99_ms"] <= row["max_ms"]
        assert row["nodes"] > row["with_lines"] > 0
    assert len(record["memory"]["points"]) == 4


def test_only_what_is_named_is_measured_and_profiled(capsys: pytest.CaptureFixture[str]) -> None:
    """--only leaves the rest out; --profile names functions of the rules, the most own time first."""
    (record,) = call(capsys, "bench", "--only", "rules", *SMALL, "--profile", "9", "--json").json()
    assert set(record) == {"plays", "rules", "profile"}
    top = record["profile"]["rules"]
    assert len(top) == 9
    assert [row["own_s"] for row in top] == sorted((row["own_s"] for row in top), reverse=True)
    assert any("sts2fsm/rules/" in row["function"] for row in top)


def test_text_names_every_measure(capsys: pytest.CaptureFixture[str]) -> None:
    """What people read has cards a second, random runs and the profile under it."""
    out = call(capsys, "bench", "--only", "rules,random", *SMALL, "--check", "--profile", "3").out
    assert "a copy of the state before every play" in out
    assert "3 runs of random actions" in out
    assert "invariants checked after every action" in out
    assert out.count(" calls  ") == 6


def test_wrong_names_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown measure is a usage error that names the known ones; memory wants its number of runs."""
    said = call(capsys, "bench", "--only", "speed")
    assert said.code == 2
    assert all(name in said.err for name in ("speed", *MEASURES))
    assert call(capsys, "bench", "--only", "memory").code == 2
    said = call(capsys, "bench", "--only", "rules", FIXTURES / "map-three-ways.json")
    assert said.code == 2 and "map-three-ways.json: only the measure `steps` reads payloads" in said.err
    for empty in ("", " , "):
        said = call(capsys, "bench", "--only", empty)
        assert said.code == 2 and "--only" in said.err and all(name in said.err for name in MEASURES)


@pytest.mark.parametrize("text", ["# Words", "[]", '{"state_type": 5}', '{"error": "not now"}'])
def test_a_file_that_is_no_payload_is_named(capsys: pytest.CaptureFixture[str], tmp_path: Path, text: str) -> None:
    """Exit 1 and the file, whatever is wrong inside, as many may be given."""
    path = tmp_path / "README.md"
    path.write_text(text, encoding="utf-8")
    said = call(capsys, "bench", "--only", "steps", FIXTURES / "map-three-ways.json", path)
    assert said.code == 1 and f"{path}: " in said.err and said.err.count("\n") == 1


def test_memory_that_the_system_does_not_tell_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Where there is no such file: exit code 1, and what is missing is named."""
    monkeypatch.setattr(memory, "STATM", tmp_path / "statm")
    said = call(capsys, "bench", "--only", "memory", "--memory", "3")
    assert said.code == 1
    assert "statm" in said.err


def test_a_random_run_that_goes_wrong_is_told(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit code 5, and the run is named with its seed and its fault."""

    def wrong(seed: int, character: str, ascension: int, **_: object) -> Walk:
        return Walk(seed, character, ascension, why="-3 block", floor=7)

    monkeypatch.setattr(randomly, "wander", wrong)
    said = call(capsys, "bench", "--only", "random", "--random", "1", "--repeat", "1")
    assert said.code == 5
    assert "IRONCLAD A0 seed 0 floor 7: -3 block" in said.out


def test_figures_are_medians_of_repeats_and_shares_of_a_hundred() -> None:
    """`rate` works as often as it is told and hands the counts on; `spread` orders what it is given."""
    worked: list[int] = []

    def work() -> dict[str, int]:
        worked.append(sum(range(20_000)))
        return {"things": 7}

    figures = rate(3, work)
    assert len(worked) == 3
    assert figures["things"] == 7
    low, high = figures["things_per_s_range"]
    assert 0 < low <= figures["things_per_s"] <= high
    assert spread([3.0, 1.0, 2.0, 100.0]) == {
        "median_ms": 2.5, "mean_ms": 26.5, "p95_ms": 100.0, "p99_ms": 100.0, "max_ms": 100.0,
    }  # fmt: skip

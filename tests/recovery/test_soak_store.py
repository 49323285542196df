"""A soak in pieces: what was played is kept, passed over the next time, and counted together."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sts2fsm.errors import BadInput, UsageError
from sts2fsm.recovery.soak import HTTP, IN_PROCESS, WHOLE, SoakRun, allowed_wait, drawn
from sts2fsm.recovery.soak_store import SoakStore
from tests.commands.calling import call
from tests.recovery.scenes import POLICIES


def soaked(seed: int, how: str = IN_PROCESS, **more: object) -> SoakRun:
    words: dict[str, object] = {"result": "win", "why": "w", "struck": {}, "posts": 7, "doubles": 0, **more}
    return SoakRun(how=how, seed=seed, faults=("read_500",), **words)  # type: ignore[arg-type]


def test_runs_are_there_again(tmp_path: Path) -> None:
    """Two runs of one seed, one of each kind, come back equal."""
    path = tmp_path / "soak.jsonl"
    runs = [soaked(1), soaked(1, HTTP, kills=3), soaked(2, acts=None, struck={"read_500": 4})]
    with SoakStore(path) as store:
        for run in runs:
            store.add(run)
    with SoakStore(path) as store:
        assert list(store.runs.values()) == runs


def test_a_torn_last_line_is_taken_out(tmp_path: Path) -> None:
    """A kill in the middle of a write costs that run alone, and the next one stands on a line of its own."""
    path = tmp_path / "soak.jsonl"
    with SoakStore(path) as store:
        store.add(soaked(1))
    path.write_bytes(path.read_bytes() + b'{"how":"in pro')
    with SoakStore(path) as store:
        assert len(store.runs) == 1
        store.add(soaked(2))
    with SoakStore(path) as store:
        assert [seed for _, seed in store.runs] == [1, 2]


@pytest.mark.parametrize("line", ["[1]", "{}", "nonsense", '{"how": 1}'])
def test_a_foreign_line_is_refused_by_its_number(line: str, tmp_path: Path) -> None:
    """Another file is not written into; and afterwards it is free."""
    path = tmp_path / "soak.jsonl"
    path.write_text(f"{line}\n", encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BadInput, match=r"soak\.jsonl:1: is no run of a soak"):
            SoakStore(path)
    assert path.read_text(encoding="utf-8") == f"{line}\n"


def test_one_soak_at_a_time(tmp_path: Path) -> None:
    """The second is refused, with the first one's process."""
    with SoakStore(tmp_path / "s.jsonl"), pytest.raises(UsageError, match="another soak writes there"):
        SoakStore(tmp_path / "s.jsonl")


def test_the_command_goes_on_where_it_was(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Two runs, then three wanted: one is played, and the figures are of all; a fourth time nothing is."""
    store = tmp_path / "s.jsonl"

    def soak(runs: int) -> list[dict[str, object]]:
        words = ("--kills", "0", "--seed", "4", "--faults", "read_500", "--quick", "--acts", "1", "--json")
        ended = call(capsys, "soak", "--runs", str(runs), *words, "--store", store)
        assert ended.code == 0, ended.err
        return ended.json()

    assert [line.get("seed") for line in soak(2)] == [4, 5, None]
    assert [line.get("seed") for line in soak(3)] == [6, None]
    (figures,) = soak(3)
    assert (figures["runs"], figures["bad"]) == (3, 0)
    assert len({json.loads(line)["code"] for line in store.read_text().splitlines()}) == 1


def test_cases_cover_characters_ascensions_and_lengths() -> None:
    """The seed alone says what is played; over 400 seeds all five characters, all eleven ascensions, and some whole
    runs."""
    cases = [drawn(seed) for seed in range(400)]
    assert cases == [drawn(seed) for seed in range(400)]
    assert len({case.character for case in cases}) == 5 and {case.ascension for case in cases} == set(range(11))
    whole = sum(case.acts is None for case in cases)
    assert 0 < whole < 400 * WHOLE * 2
    assert drawn(3, ["read_500"], 2).faults == ("read_500",) and drawn(3, None, 2).acts == 2


@pytest.mark.parametrize(
    ("more", "good"),
    [
        ({}, True), ({"result": "stopped", "why": "Stuck: x"}, True), ({"result": "stopped", "why": ""}, False),
        ({"result": "hang"}, False), ({"result": "crash"}, False), ({"doubles": 1}, False), ({"torn": 1}, False),
        ({"lost": 1}, False), ({"longest_wait": 9.0, "allowed_wait": 8.0}, False),
    ],
)  # fmt: skip
def test_what_makes_a_run_good(more: dict[str, object], good: bool) -> None:
    """Ended or stopped by name, nothing twice, no line torn or lost, and no wait beyond the allowed."""
    assert soaked(1, **more).good is good


def test_the_allowed_wait_is_the_policies_own() -> None:
    """360 s of a game that may be paused, 90 s of one that is away, 30 s of one look: 480 s in the shipped file."""
    assert allowed_wait(POLICIES) == 480.0

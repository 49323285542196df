"""`play`: runs on the embedded game, in process and over HTTP, their summaries, journals and story."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calling import Called, call, journal, records
from tests.shared import ROOT

IN_PROCESS = ("play", "--game", "embedded", "--seed", "1")
TIMES = re.compile(r'"(?:t|wall|seconds|longest_wait|journal)":\s*(?:"[^"]*"|[-\d.e]+)')


def test_json_ends_with_the_promised_keys(capsys: pytest.CaptureFixture[str]) -> None:
    """One line on stdout and nothing else: result, where, how many of what, and under which policies."""
    called = call(capsys, *IN_PROCESS, "--json", "--no-journal")
    (summary,) = called.json()
    assert called.code == 0
    assert {
        "result", "act", "floor", "steps", "seconds", "decisions", "waits", "rejected", "unexpected_edges",
        "recoveries", "forecast", "seed", "character", "ascension", "policy_hash", "journal",
    } <= summary.keys()  # fmt: skip
    assert summary["result"] in ("win", "loss")
    assert (summary["seed"], summary["character"], summary["ascension"]) == (1, "IRONCLAD", 0)
    assert summary["decisions"].keys() == {"code", "oracle", "llm", "fallback"}


def test_play_is_the_default_command(capsys: pytest.CaptureFixture[str]) -> None:
    """Flags without a command are those of play."""
    assert "stopped" in call(capsys, "--game", "embedded", "--max-steps", "3", "--no-journal").out


def test_same_seed_same_journal_but_for_times(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Two starts with one seed write the same lines, step by step."""
    for name in ("a", "b"):
        call(capsys, *IN_PROCESS, "--max-steps", "700", "--journal", tmp_path / name, "-q")
    first, second = (TIMES.sub("", journal(tmp_path / name).read_text(encoding="utf-8")) for name in ("a", "b"))
    assert len(first.splitlines()) == 702
    assert first == second


def test_journals_are_never_overwritten(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Starts within one second, by one process, with one seed, leave a journal each."""
    for _ in range(3):
        assert call(capsys, *IN_PROCESS, "--max-steps", "2", "--journal", tmp_path, "-q").code == 0
    assert len(list(tmp_path.glob("*-seed-1-pid-*.jsonl"))) == 3


def test_runs_count_the_seed_up(capsys: pytest.CaptureFixture[str], poor: Path) -> None:
    """--runs plays one after another, a JSON line each; the second of two is what its own seed alone would give."""
    argv = ("play", "--game", "embedded", "--no-journal", "--json", "--policies", poor)
    both = call(capsys, *argv, "--seed", "3", "--runs", "2").json()
    (alone,) = call(capsys, *argv, "--seed", "4").json()
    assert [run["seed"] for run in both] == [3, 4]
    assert (both[1]["result"], both[1]["floor"]) == (alone["result"], alone["floor"])


def test_dry_run_says_what_it_would_do(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--dry-run ends where the first action would be sent, and sends none."""
    called = call(capsys, *IN_PROCESS, "--dry-run", "--journal", tmp_path)
    assert "dry run: would singleplayer" in called.out
    assert not [step for step in records(journal(tmp_path)) if step.get("reply")]


def test_flags_override_the_menu_section(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--ascension changes the hash as an overlay of the same words does, and a flag that says what the file says does
    not."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text("menu:\n  ascension: 5\n", encoding="utf-8")

    def hash_of(*flags: str | Path) -> Any:
        argv = ("play", "--game", "embedded", "--max-steps", "1", "--json", "--no-journal", *flags)
        return call(capsys, *argv).json()[0]["policy_hash"]

    shipped, flagged = hash_of(), hash_of("--ascension", "5")
    assert flagged == hash_of("--policies", overlay) != shipped
    assert hash_of("--character", "ironclad") == shipped


def test_auto_falls_back_to_the_embedded_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody at --url: it says so, and says which game it plays instead."""
    called = call(capsys, "--url", "http://127.0.0.1:9", "--seed", "1", "--max-steps", "5", "--no-journal")
    assert called.code == 0
    assert "No game at http://127.0.0.1:9: it refuses connections." in called.out
    assert "Playing the embedded game: seed 1" in called.out


@pytest.mark.parametrize(("level", "lines"), [("-v", 33), ("-q", 3)])
def test_how_much_is_told(capsys: pytest.CaptureFixture[str], level: str, lines: int) -> None:
    """-v tells every step, -q only the summary (two lines of table and the reason)."""
    called = call(capsys, *IN_PROCESS, "--max-steps", "29", "--no-journal", level)
    assert len([line for line in called.out.splitlines() if line.strip()]) == lines


def test_the_story_is_plain_in_a_pipe(capsys: pytest.CaptureFixture[str]) -> None:
    """No escape codes, no frames, whole lines; cards and enemies by name, the reason last."""
    called = call(capsys, *IN_PROCESS, "--max-steps", "300", "--no-journal")
    assert "\x1b" not in called.out and "─" not in called.out
    turns = [line for line in called.out.splitlines() if "turn 1 against " in line]
    assert turns
    assert re.fullmatch(r" +F\d+ +\w+ +\d+/\d+ +turn 1 against \w[\w ()]* \d+.*: .+ {2}\([\w ,]+\)", turns[0])


def told_actions(path: Path) -> list[Any]:
    """What was done in fights and on the map, in order: rewards may be claimed in another order over HTTP."""
    told = ("play_card", "use_potion", "end_turn", "choose_map_node", "choose_event_option")
    return [step["action"] for step in records(path) if "action" in step and step["action"]["action"] in told]


def test_loopback_plays_the_same_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Over real HTTP and in real time (sped up) the same seed is the same run as in this process."""
    call(
        capsys, "play", "--loopback", "--speed", "20", "--seed", "1", "--max-steps", "130", "--journal", tmp_path / "h"
    )
    call(capsys, *IN_PROCESS, "--max-steps", "900", "--journal", tmp_path / "p", "-q")
    over_http, in_process = (told_actions(journal(tmp_path / name)) for name in ("h", "p"))
    assert len(over_http) >= 10
    assert over_http == in_process[: len(over_http)]


@contextmanager
def served(*flags: str) -> Iterator[str]:
    """`sts2fsm serve` in a process of its own; its URL."""
    command = [sys.executable, "-m", "sts2fsm", "serve", "--port", "0", *flags]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://127\.0\.0\.1:\d+", server.stdout.readline())
            assert found
            yield found[0]
        finally:
            server.terminate()


def test_serve_and_play_live_is_the_same_run(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A live game that `serve` offers is played as in process, and a second start takes the run up where it stands."""

    def live(url: str, steps: str, folder: str) -> Called:
        argv = ("--game", "live", "--url", url, "--max-steps", steps)
        return call(capsys, *argv, "--journal", tmp_path / folder)

    with served("--seed", "1") as url:
        first = live(url, "75", "first")
        second = live(url, "12", "second")
    call(capsys, *IN_PROCESS, "--max-steps", "400", "--journal", tmp_path / "p", "-q")
    over_http = told_actions(journal(tmp_path / "first"))
    assert len(over_http) >= 2
    assert over_http == told_actions(journal(tmp_path / "p"))[: len(over_http)]
    assert f"Playing the game at {url}." in first.out
    assert "A run is in progress" not in first.out
    assert "A run is in progress and is taken up where it stands: The Ironclad, ascension 0, act 1" in second.out

"""Plays with a server: the key stays out of everything that is written, a replay asks nobody, and a bad server costs a
few deadlines and no more."""

from __future__ import annotations

import json
import socket
from pathlib import Path
from typing import Any

import pytest
from jevcompat.mock import MockConfig

from sts2fsm.cli import main
from tests.game.bare_server import bare, http
from tests.oracle.parts import SECRET, mock

STEPS = 300  # a few fights
# Much is asked, whatever the shipped policies call near.
OFTEN = """
ask:
  near: {combat: 30, card_reward: 30, map: 30, event: 30, rest_site: 30}
  more_hp_lost: 20
"""
IMPATIENT = "oracle: {connect_s: 0.2, read_s: 0.2}"


def play(capsys: pytest.CaptureFixture[str], folder: Path, *args: object, more: str = "") -> tuple[dict[str, Any], str]:
    """The summary of a short play of the embedded game, and all that was printed."""
    overlay = folder.with_suffix(".yaml")
    overlay.write_text(OFTEN + more)
    given = ["play", "--game", "embedded", "--seed", "3", "--max-steps", STEPS, "--policies", overlay]
    given += ["--journal", folder, "--json", *args]
    assert main(list(map(str, given))) == 0
    out, err = capsys.readouterr()
    return json.loads(out.splitlines()[-1]), out + err


def steps(folder: Path) -> list[dict[str, Any]]:
    (journal,) = folder.glob("*.jsonl")
    return [record for line in journal.read_text().splitlines() if (record := json.loads(line))["kind"] == "step"]


def acted(folder: Path) -> list[tuple[Any, ...]]:
    return [(one["state"], one["because"], one["source"], one["action"]) for one in steps(folder) if "action" in one]


def test_a_play_with_a_key_writes_it_nowhere_and_can_be_replayed(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server took the key; journal, summary and output do not hold it; and `recorded:` plays the same actions by
    the same sources with nobody to ask."""
    monkeypatch.setenv("TYPESAFE_API_KEY", SECRET)
    config = MockConfig(key=SECRET)
    with mock(config) as url:
        summary, printed = play(capsys, tmp_path / "played", "--oracle", url)
    assert summary["oracle"]["ended"] == {"answered": config.requests}
    assert config.requests > 5 and summary["decisions"]["oracle"] > 0
    (journal,) = (tmp_path / "played").glob("*.jsonl")
    assert SECRET not in journal.read_text() + printed
    monkeypatch.delenv("TYPESAFE_API_KEY")
    again, _ = play(capsys, tmp_path / "again", "--oracle", f"recorded:{journal}")
    assert acted(tmp_path / "again") == acted(tmp_path / "played")
    assert again["oracle"]["ended"] == summary["oracle"]["ended"]
    assert config.requests == sum(summary["oracle"]["ended"].values()), "a replay asks nobody"


def test_each_recorded_call_says_what_code_would_have_answered(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """`calibrate` has something to go by: an option of the question, for every choice that was put."""
    with mock() as url:
        play(capsys, tmp_path / "played", "--oracle", url)
    asked = [one["asked"] for one in steps(tmp_path / "played") if "asked" in one]
    assert len(asked) > 5
    for one in asked:
        for name, question in one["questions"].items():
            if question["type"] == "choice" and name != "target":
                assert one["best"][name] in question["criteria"]


def overloaded(connection: socket.socket, _: bytes) -> None:
    connection.sendall(http(529, b"{}", **{"Retry-After": "0"}))


def lying(connection: socket.socket, _: bytes) -> None:
    connection.sendall(http(200, b'{"model": "jev-1.13.0", "answers": {"line": {"type": "noul", "noul": 7}}}'))


def slow(connection: socket.socket, _: bytes) -> None:
    connection.recv(1)


@pytest.mark.parametrize(
    ("serve", "means"),
    [(overloaded, "overloaded"), (lying, "bad_answer"), (slow, "timeout")],
    ids=["529", "lies", "slow"],
)
def test_a_bad_server_is_asked_a_few_times_and_code_plays_on(
    serve: Any, means: str, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Three calls, then the breaker: every action is code's, the same as without an oracle; the summary says why."""
    with bare(serve) as server:
        summary, _ = play(capsys, tmp_path / "bad", "--oracle", server.url, more=IMPATIENT if serve is slow else "")
        asked = len(server.lines)
    ended = summary["oracle"]["ended"]
    assert asked == ended[means] == 3
    assert ended["breaker_open"] > 2 and set(ended) == {means, "breaker_open"}
    assert summary["decisions"]["oracle"] == 0
    play(capsys, tmp_path / "none", "--oracle", "none")
    assert [one[3] for one in acted(tmp_path / "bad")] == [one[3] for one in acted(tmp_path / "none")]

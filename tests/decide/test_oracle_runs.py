"""Plays with a server of the wire that nobody here wrote: decisions by source, figures, who is asked, and the key that
is nowhere."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from jevcompat.mock import MockConfig

from sts2fsm.handler import Decision, Seen
from sts2fsm.recovery.recovery import Recovery
from tests.commands.calling import FIXTURES, Called, call, journal, records
from tests.game.bare_server import bare, says
from tests.oracle.parts import SECRET, mock

STEPS = "1000"
KEYS = ("TYPESAFE_API_KEY", "TYPESAFEAI_API_KEY")


@pytest.fixture(autouse=True)
def no_key_of_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def overlay(folder: Path) -> Path:
    """Patience for a test: half a second a call. Every near option is asked about, so that there is much to ask."""
    path = folder / "quick.yaml"
    path.write_text(
        f"oracle: {{key_file: {folder / 'no-key'}, connect_s: 0.25, read_s: 0.25,"
        " breaker: {failures: 3, open_s: 3600, open_max_s: 86400}}\n"
        "ask: {near: {combat: 1000, card_reward: 1000, map: 1000}, more_hp_lost: 200}\n",
        encoding="utf-8",
    )
    return path


def play(capsys: pytest.CaptureFixture[str], folder: Path, oracle: str, *more: str) -> Called:
    return call(
        capsys, "play", "--game", "embedded", "--seed", "7", "--max-steps", STEPS, "--oracle", oracle,
        "--policies", overlay(folder), "--journal", folder / "journals", "--json", *more,
    )  # fmt: skip


def steps(folder: Path) -> list[dict[str, Any]]:
    return [record for record in records(journal(folder)) if record["kind"] == "step"]


def actions(folder: Path) -> list[Any]:
    return [(step["action"], step["source"]) for step in steps(folder) if "action" in step]


def test_a_play_with_the_mock_server_asks_and_follows_it(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Every call is answered and counted; a decision is the oracle's exactly where an answer passed the gate, else
    code's; tokens and money are as the server reported."""
    with mock() as url:
        (summary,) = play(capsys, tmp_path, url).json()
    told, asked = summary["oracle"], [step for step in steps(tmp_path / "journals") if "asked" in step]
    assert told["calls"] == len(asked) > 20
    assert told["ended"] == {"answered": told["calls"]}
    assert set(told["decided"]) == {"passed", "low_confidence"}
    by_oracle = [step for step in asked if step["source"] == "oracle"]
    assert len(by_oracle) == told["decided"]["passed"] == summary["decisions"]["oracle"]
    assert all(step["asked"]["decided"] == "passed" for step in by_oracle)
    assert told["changed"] == sum(step["asked"]["changed"] for step in asked) > 0
    assert told["input_tokens"] == sum(step["asked"]["input_tokens"] for step in asked) > 0
    assert told["usd"] == pytest.approx(told["input_tokens"] * 0.042e-6, abs=1e-6)


def test_the_key_is_in_nothing_that_is_written(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not in the journal, the summary, the story, `explain`, `decide` or an error; and the server did get it."""
    monkeypatch.setenv(KEYS[0], SECRET)
    with mock(MockConfig(key=SECRET)) as url:
        called = play(capsys, tmp_path, url, "--verbose")
        assert called.json()[0]["oracle"]["ended"].keys() == {"answered"}
    path = journal(tmp_path / "journals")
    told = call(capsys, "explain", path, "--verbose")
    assert "asked about combat" in told.out and "Which turn helps most?" not in told.out
    assert f"Asked {url}" in told.out and "tokens in" in told.out
    with mock(MockConfig(key="another")) as url:
        page = FIXTURES / "card_reward-cannot-skip.json"
        refused = call(capsys, "decide", page, "--oracle", url, "--policies", overlay(tmp_path))
    assert refused.json()[0]["decision"]["asked"]["reason"] == "wrong_key"
    everything = [
        called.out,
        called.err,
        told.out,
        told.err,
        refused.out,
        refused.err,
        path.read_text(encoding="utf-8"),
    ]
    assert not any(SECRET in text for text in everything)


@pytest.mark.parametrize("kind", ["dead", "rate-limiting"])
def test_a_server_that_does_not_serve_costs_a_few_calls(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, kind: str
) -> None:
    """At most three calls are sent, and the actions are those of a play that asks nobody. (More servers, and replays:
    tests/oracle/test_whole_plays.py.)"""
    with bare(says(429, {})) as server:
        url = "http://127.0.0.1:9" if kind == "dead" else server.url
        (summary,) = play(capsys, tmp_path, url).json()
        sent = len(server.lines)
    ended = summary["oracle"]["ended"]
    assert ended.keys() - {"breaker_open"} == {"unreachable" if kind == "dead" else "rate_limited"}
    assert sum(ended.values()) > 10 and sent <= 3
    assert summary["decisions"]["oracle"] == 0
    by_failing = actions(tmp_path / "journals")
    journal(tmp_path / "journals").unlink()
    play(capsys, tmp_path, "none")
    assert by_failing == actions(tmp_path / "journals")


@pytest.mark.parametrize(
    ("oracle", "code", "says_"),
    [
        ("jev", 2, "--oracle jev: must be none, typesafe, a URL, recorded:JOURNAL or random:SEED"),
        ("typesafe", 2, "TYPESAFE_API_KEY or TYPESAFEAI_API_KEY"),
        ("recorded:no/such/journal", 1, "no/such/journal"),
        ("recorded:", 2, "must be"),
    ],
)
def test_who_cannot_be_asked_is_told_before_anything_starts(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, oracle: str, code: int, says_: str
) -> None:
    """One line with the remedy, and no journal."""
    called = play(capsys, tmp_path, oracle)
    assert (called.code, len(called.err.splitlines())) == (code, 1)
    assert says_ in called.err
    assert not (tmp_path / "journals").exists()


def test_the_policies_name_who_is_asked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`oracle.use` asks as the flag does, and what the flag says goes before it; the hash is of what is in effect."""
    named = tmp_path / "named.yaml"
    named.write_text("oracle: {use: 'random:1'}\n", encoding="utf-8")
    argv = ("play", "--game", "embedded", "--seed", "7", "--max-steps", "900", "--no-journal", "--json")
    argv += ("--policies", str(overlay(tmp_path)))
    (by_file,) = call(capsys, *argv, "--policies", named).json()
    (by_flag,) = call(capsys, *argv, "--oracle", "random:1").json()
    (overruled,) = call(capsys, *argv, "--policies", named, "--oracle", "none").json()
    assert by_file["oracle"]["name"] == "random:1" and by_file["oracle"]["calls"] > 0
    assert by_file["policy_hash"] == by_flag["policy_hash"] and by_file["oracle"] == by_flag["oracle"]
    assert overruled["oracle"] == {} and overruled["policy_hash"] != by_file["policy_hash"]


def test_the_story_and_evaluate_tell_who_decided(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """`--verbose` marks decisions that were not code's; `evaluate` says what asking came to a run, and its JSON holds
    the figures; a side that asks nobody has none."""
    told = call(
        capsys, "play", "--game", "embedded", "--seed", "7", "--max-steps", "600", "--oracle", "random:1",
        "--no-journal", "--policies", overlay(tmp_path), "--verbose",
    )  # fmt: skip
    assert ", by oracle)" in told.out
    asks = tmp_path / "asks.yaml"
    asks.write_text("oracle: {use: 'random:1'}\nask: {near: {combat: 1000, card_reward: 1000}}\n", encoding="utf-8")
    argv = ("evaluate", "--seeds", "1", "--workers", "1", "--max-steps", "600", "--against", asks, "--all-seeds")
    (result,) = call(capsys, *argv, "--store", tmp_path / "store", "--json").json()
    alone, asked = (side["groups"][0]["deciding"] for side in result["sides"])
    assert alone["oracle"] is None
    assert asked["oracle"]["calls"] > 0 and asked["oracle"]["ended"] == {"answered": asked["oracle"]["calls"]}
    shown = call(capsys, *argv, "--store", tmp_path / "store")
    assert "times a run" in shown.out
    keyless = tmp_path / "keyless.yaml"
    keyless.write_text(f"oracle: {{use: typesafe, key_file: {tmp_path / 'no-key'}}}\n", encoding="utf-8")
    refused = call(capsys, *argv[:-3], "--against", keyless, "--store", tmp_path / "store")
    assert (refused.code, len(refused.err.splitlines())) == (2, 1) and "no key" in refused.err


def test_what_was_asked_is_told_though_another_decision_was_taken(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The watchdog may do something else than the answer said: the call was paid for, so the journal has it."""
    review = Recovery.review

    def replaced(self: Recovery, seen: Seen, decision: Decision) -> Decision:
        return evolve(review(self, seen, decision), asked=None)

    monkeypatch.setattr(Recovery, "review", replaced)
    (summary,) = play(capsys, tmp_path, "random:1").json()
    asked = [step for step in steps(tmp_path / "journals") if "asked" in step]
    assert summary["oracle"]["calls"] == len(asked) > 20

"""`decide` and `trace`: a JSON line for everything, errors included."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.commands.calling import FIXTURES, call
from tests.facts.fights import enemy, fight
from tests.fixture_files import BY_STATE, fixture
from tests.shared import capture_names, captures


@pytest.fixture
def trace_file(tmp_path: Path) -> Path:
    return tmp_path / "trace.jsonl"


def write_trace(path: Path, *steps: tuple[dict[str, Any] | None, dict[str, Any]]) -> Path:
    """A recording of (action, state that followed) pairs, every action answered with ok."""
    lines = [
        {"action": action, "reply": {"status": "ok"} if action else None, "state": state} for action, state in steps
    ]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    return path


# --- decide -----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("state", BY_STATE)
def test_every_fixture_gets_a_legal_decision_or_a_reason(capsys: pytest.CaptureFixture[str], state: str) -> None:
    """A payload of each state is read as that state; an action is one of the legal ones, anything else has a reason."""
    names = BY_STATE[state]  # type: ignore[index]
    called = call(capsys, "decide", *(FIXTURES / f"{name}.json" for name in names))
    lines = called.json()
    assert called.code == 0
    assert [line["state"] for line in lines] == [state] * len(names)
    for line in lines:
        decision = line["decision"]
        assert decision["because"] and decision["source"] in ("code", "fallback")
        given = [key for key in ("action", "wait", "stop") if decision[key] is not None]
        assert len(given) == 1
        assert given != ["action"] or decision["action"] in line["legal"]
        assert line["ms"] > 0


@pytest.mark.parametrize("name", capture_names("captures/states/*.json"))
def test_every_captured_payload_gets_a_decision(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """No captured payload is an error, and none holds a key we do not know."""
    called = call(capsys, "decide", captures(name))
    (line,) = called.json()
    assert called.code == 0
    assert line["decision"]["action"] is None or line["decision"]["action"] in line["legal"]
    assert line["unknown_keys"] == []


def test_a_fight_shows_its_facts(capsys: pytest.CaptureFixture[str]) -> None:
    """Facts of a fight are numbers and wire actions: what comes in, and what each play does."""
    (line,) = call(capsys, "decide", FIXTURES / "monster-one-strike-kills.json").json()
    assert line["decision"]["action"] == {"action": "play_card", "card_index": 0, "target": "NIBBIT_0"}
    assert line["facts"]["lethal"] == [line["decision"]["action"]]
    assert {play["action"]["action"] for play in line["facts"]["plays"]} == {"play_card"}


def test_a_fight_shows_its_lines_and_what_comes_in_told_twice(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """The best lines with their forecasts, and the damage by the labels and by the move tables."""
    payload = fight(["STRIKE_IRONCLAD", "DEFEND_IRONCLAD"], [enemy("NIBBIT", 0, 30, ("Attack", "12"))], block=4).raw
    path = tmp_path / "fight.json"
    path.write_text(json.dumps(payload), encoding="utf-8")
    (line,) = call(capsys, "decide", path).json()
    assert line["incoming"] == {"labels": {"1": 12}, "tables": {"1": 12}}
    assert line["threat"]["idle_loss"] == line["facts"]["deficit"]
    assert line["lines"][0]["action"] == line["decision"]["action"]
    assert {"worth", "hp", "won", "dies", "unmodelled"} <= line["lines"][0].keys()
    (quiet,) = call(capsys, "decide", FIXTURES / "map-three-ways.json").json()
    assert (quiet["incoming"], quiet["lines"]) == (None, [])


def test_a_page_counts_as_settled(capsys: pytest.CaptureFixture[str]) -> None:
    """A single payload is decided on, not waited upon until it is seen twice."""
    (line,) = call(capsys, "decide", FIXTURES / "map-three-ways.json").json()
    assert line["decision"]["action"]["action"] == "choose_map_node"
    assert line["decision"]["ranked"][0]["parts"]


def test_bad_payloads_are_error_lines_and_exit_1(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file that is missing, no JSON, no payload or of a wrong type is an error line; the good one is decided."""
    bad = {"text.json": "not json", "list.json": "[1]", "type.json": '{"state_type": 5}'}
    for name, text in bad.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    called = call(
        capsys, "decide", tmp_path / "gone.json", *(tmp_path / name for name in bad), FIXTURES / "map-three-ways.json"
    )
    lines = called.json()
    assert called.code == 1
    assert ["error" in line for line in lines] == [True, True, True, True, False]
    assert "state_type" in lines[3]["error"]


def test_jsonl_reads_one_payload_a_line(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """--jsonl names file and line of each payload, blank lines aside."""
    path = tmp_path / "many.jsonl"
    path.write_text(
        "\n\n".join(json.dumps(fixture(name)) for name in ("menu-main", "map-three-ways")), encoding="utf-8"
    )
    lines = call(capsys, "decide", "--jsonl", path).json()
    assert [(line["file"], line["screen"]) for line in lines] == [(f"{path}:1", "menu"), (f"{path}:3", "map")]


def test_stdin_is_read_for_a_dash(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """`-` is stdin, and its line names no file."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(json.dumps(fixture("menu-main"))))
    (line,) = call(capsys, "decide", "-").json()
    assert line["screen"] == "menu"
    assert "file" not in line


# --- trace ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", capture_names("captures/*.jsonl"))
def test_the_captured_run_surprises_nobody(capsys: pytest.CaptureFixture[str], name: str) -> None:
    """Every recorded step goes along a row of the machine, and no recorded action is called illegal."""
    called = call(capsys, "trace", captures(name))
    (line,) = called.json()
    assert (called.code, line["steps"], line["unexpected_edges"], line["illegal"]) == (0, 121, [], [])
    assert line["forecast"].keys() == {"checked", "exact", "within2", "random", "unmodelled", "misses"}
    assert line["worst"] == {"cards": {}, "powers": {}}
    told = line["incoming"]
    assert (told["states"], told["turns"]) == (87, 22)
    assert told["differs"] == told["lost_otherwise"] == told["without_lines"] == []


def test_what_the_machine_does_not_know_is_named(capsys: pytest.CaptureFixture[str], trace_file: Path) -> None:
    """A map that turns into the crystal sphere without an action is an unexpected edge, with its line."""
    write_trace(trace_file, (None, fixture("map-three-ways")), (None, fixture("crystal_sphere-three-left")))
    (line,) = call(capsys, "trace", trace_file).json()
    assert line["unexpected_edges"] == [{"line": 2, "edge": "map --observe--> crystal_sphere"}]


def test_a_missed_forecast_names_its_card_and_power(capsys: pytest.CaptureFixture[str], trace_file: Path) -> None:
    """A Bash after which the enemy has no Vulnerable: the card and the power are the worst, by their ids."""
    before = fight(["BASH"], [enemy("NIBBIT", 0, 30, ("Attack", "12"))]).raw
    after = fight([], [enemy("NIBBIT", 0, 22, ("Attack", "12"))], energy=1).raw
    write_trace(trace_file, (None, before), ({"action": "play_card", "card_index": 0, "target": "NIBBIT_0"}, after))
    (line,) = call(capsys, "trace", trace_file).json()
    assert line["worst"] == {"cards": {"BASH": 1}, "powers": {"VULNERABLE_POWER": 1}}


def test_illegal_recorded_actions_are_named(capsys: pytest.CaptureFixture[str], trace_file: Path) -> None:
    """A node that the map did not offer was no legal action."""
    state, action = fixture("map-three-ways"), {"action": "choose_map_node", "index": 7}
    write_trace(trace_file, (None, state), (action, state))
    (line,) = call(capsys, "trace", trace_file).json()
    assert line["illegal"] == [{"line": 2, "state": "map", "action": action}]


@pytest.mark.parametrize(("target", "illegal"), [("NIBBIT_1", 0), ("2", 0), ("3", 1), ("NIBBIT_2", 1)])
def test_targets_may_be_combat_ids(
    capsys: pytest.CaptureFixture[str], trace_file: Path, target: str, illegal: int
) -> None:
    """The mod takes an enemy's combat_id for its entity_id; the second Nibbit's is 2, and there is no third."""
    state = fixture("monster-two-nibbits-player-turn")
    write_trace(trace_file, (None, state), ({"action": "play_card", "card_index": 3, "target": target}, state))
    (line,) = call(capsys, "trace", trace_file).json()
    assert len(line["illegal"]) == illegal


@pytest.mark.parametrize(
    "text", ["nonsense", '{"action": {"action": "sing"}, "state": {"state_type": "unknown"}}', "{}"]
)
def test_a_broken_recording_is_an_error_line(capsys: pytest.CaptureFixture[str], trace_file: Path, text: str) -> None:
    """It names file and line, and ends with 1."""
    trace_file.write_text(text, encoding="utf-8")
    called = call(capsys, "trace", trace_file)
    (line,) = called.json()
    assert called.code == 1
    assert f"{trace_file}:1" in line["error"]

"""An answer that ends the play is kept whole: in a bug report, and in the journal (behaviour W11)."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.errors import PayloadError, ReadFault, WrongMode
from sts2fsm.game.answers import KEPT, kept
from tests.commands.calling import call
from tests.game.bare_server import Serve, bare, http, says
from tests.recovery.scenes import rest

IMPATIENT = "game: {connect_s: 1, read_s: 1, get_tries: 1}\nrecovery: {bad_answers: 0, reconnect_s: 0}\n"
HELLO = http(200, json.dumps({"message": "Hello from STS2 MCP v0.4.0", "status": "ok"}).encode())
TRACE = {"error": "Failed to read", "exception_type": "System.NullReferenceException", "stack_trace": "at Room.Enter"}
MISFIT = {"error": "Method not found: 'X'", "exception_type": "System.MissingMethodException", "stack_trace": "at Y"}


def first_then(answer: Serve, good: int = 0) -> Serve:
    """The mod's greeting, so many good states, then this for ever."""
    left = [good]

    def serve(connection: Any, line: bytes) -> None:
        if line.split()[1] == b"/":
            connection.sendall(HELLO)
        elif b"compendium" in line.split()[1]:
            says(404, {"error": "no"})(connection, line)
        elif left[0] > 0:
            left[0] -= 1
            says(200, rest())(connection, line)
        else:
            answer(connection, line)

    return serve


LASTING: Mapping[str, tuple[Serve, Mapping[str, Any]]] = {
    "a read that fails inside the game": (says(500, TRACE), {"status": 500, "body": TRACE}),
    "a mod that does not fit": (says(500, MISFIT), {"status": 500, "body": MISFIT}),
    "a wrong type": (says(200, {"state_type": 7}), {"status": 200, "body": {"state_type": 7}}),
    "HTML": (
        lambda connection, _: connection.sendall(http(200, b"<p>Hi</p>", "text/html")),
        {"status": 200, "text": "<p>Hi</p>", "bytes": 9},
    ),
}


@pytest.mark.parametrize("good", [0, 3], ids=["at the first look", "in the run"])
@pytest.mark.parametrize("name", LASTING)
def test_a_read_that_fails_for_good_is_kept(
    name: str, good: int, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Exit by the error's own code; the bug report holds the answer, what came before it, and why; so does the
    journal."""
    monkeypatch.setenv("STS2FSM_STATE", str(tmp_path / "state"))
    overlay = tmp_path / "impatient.yaml"
    overlay.write_text(IMPATIENT, encoding="utf-8")
    serve, answer = LASTING[name]
    with bare(first_then(serve, good)) as server:
        words = ("--url", server.url, "--policies", overlay, "--journal", tmp_path / "j", "--max-steps", "9")
        ended = call(capsys, "play", "--game", "live", *words)
    assert ended.code == (1 if "wrong" in name or name == "HTML" else 4)
    (report,) = (tmp_path / "j").glob("stuck-*")
    assert json.loads((report / "answer.json").read_text(encoding="utf-8")) == answer
    assert str(report) in ended.err + ended.out
    steps = (report / "trace.jsonl").read_text(encoding="utf-8").splitlines()
    assert (len(steps) > 0) == (good > 0)
    (journal,) = (tmp_path / "j").glob("*.jsonl")
    records = [json.loads(line) for line in journal.read_text(encoding="utf-8").splitlines()]
    (record,) = [record for record in records if record["kind"] == "unreadable"]
    assert record["answer"] == answer and record["report"] == str(report)
    assert record["why"] == json.loads((report / "about.json").read_text(encoding="utf-8"))["why"]
    assert records[-1]["kind"] == "end" and records[-1]["result"] == "stopped"


def test_another_mode_is_no_bug(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """HTTP 409, a multiplayer run, ends the play with exit 4 and leaves no report."""
    monkeypatch.setenv("STS2FSM_STATE", str(tmp_path / "state"))
    with bare(first_then(says(409, {"error": "multiplayer"}))) as server:
        ended = call(capsys, "play", "--game", "live", "--url", server.url, "--journal", tmp_path / "j")
    assert ended.code == 4 and "multiplayer" in ended.err
    assert not list((tmp_path / "j").glob("stuck-*"))


def test_a_huge_answer_is_cut() -> None:
    """Bytes or an object beyond the limit: their beginning as text, and their whole size."""
    assert kept(200, b"x" * (KEPT + 5)) == {"status": 200, "text": "x" * KEPT, "bytes": KEPT + 5}
    cut = kept(200, {"text": "y" * KEPT})
    assert cut["bytes"] == KEPT + len('{"text": ""}') and len(cut["text"]) == KEPT
    assert kept(500, b"\xff")["text"] == "�"


def test_errors_of_our_own_carry_no_answer() -> None:
    """Only what a game said is kept: an error without an answer says so."""
    assert PayloadError("a", "b").answer is None and ReadFault("x").answer is None and WrongMode("y").answer is None

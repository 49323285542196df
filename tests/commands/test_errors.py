"""What goes wrong is one line on stderr and the promised exit code, never a traceback."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from sts2fsm.cli import main
from sts2fsm.commands import play
from sts2fsm.commands.serve import Server
from sts2fsm.story import Story
from tests.commands.calling import call, journal, records

NOBODY = "http://127.0.0.1:9"  # the discard port: nothing listens there


@pytest.mark.parametrize(
    ("argv", "code", "says"),
    [
        (("play", "--game", "live", "--url", NOBODY), 4, "refuses connections"),
        (("play", "--game", "live", "--url", "ftp://here"), 1, "--url ftp://here"),
        (("--game", "live", "--seed", "3"), 2, "--seed is for the embedded game"),
        (("--game", "live", "--faults", "all"), 2, "--faults is for the embedded game"),
        (("--game", "live", "--loopback"), 2, "--loopback"),
        (("--oracle", "jev"), 2, "--oracle jev: must be none, typesafe, a URL, recorded:JOURNAL or random:SEED"),
        (("--journal", "x", "--no-journal"), 2, "choose one"),
        (("--game", "embedded", "--faults", "gremlins"), 1, "unknown fault gremlins"),
        (("--game", "embedded", "--rooms", "ballroom"), 1, "ballroom"),
        (("--game", "embedded", "--character", "merlin"), 1, "MERLIN"),
        (("explain", "no/such/journal"), 1, "no/such/journal"),
        (("coverage", "no/such/journal"), 1, "no/such/journal"),
        (("bench", "no/such/payload"), 1, "no/such/payload"),
        (("soak", "--faults", "bogus"), 2, "unknown bogus"),
        (("soak", "--acts", "9"), 2, "--acts 9"),
        (("soak", "--from", "."), 2, "needs --payloads"),
        (("serve", "--port", "99999"), 1, "--port 99999"),
        (("serve", "--port", "0", "--ascension", "11"), 1, "ascension 11"),
    ],
)
def test_one_line_and_the_exit_code(
    capsys: pytest.CaptureFixture[str], argv: tuple[str, ...], code: int, says: str
) -> None:
    """Every deliberate error names itself in one line that starts with the program's name."""
    called = call(capsys, *argv)
    assert (called.code, len(called.err.splitlines())) == (code, 1)
    assert called.err.startswith("sts2fsm: ")
    assert says in called.err


@pytest.mark.parametrize(
    "argv",
    [("sing",), ("play", "--ascension", "11"), ("play", "--runs", "0"), ("soak", "--payloads", "0"), ("-v", "-q")],
)
def test_usage_errors_end_with_2(capsys: pytest.CaptureFixture[str], argv: tuple[str, ...]) -> None:
    """A command line that cannot be read ends with 2 and says how it is used."""
    called = call(capsys, *argv)
    assert called.code == 2
    assert "usage: sts2fsm" in called.err


@pytest.mark.parametrize("command", [("policies", "check"), ("play", "--game", "embedded"), ("policies", "show")])
def test_five_mistakes_are_five_lines(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, command: tuple[str, ...]
) -> None:
    """All faults of a policy file come at once, a line each with file and line number, and nothing starts."""
    overlay = tmp_path / "mine.yaml"
    overlay.write_text(
        "rest_site:\n  heal_below: 1.7\n  heal_belov: 0.5\n"
        "combat:\n  damage: much\nresting: {}\nmenu:\n  ascension: 3.7\n",
        encoding="utf-8",
    )
    called = call(capsys, *command, "--policies", overlay)
    assert (called.code, called.out) == (2, "")
    assert [line.removeprefix(f"{overlay}:").split(":")[0] for line in called.err.splitlines()] == list("23568")


def test_a_story_cut_off_by_its_reader_ends_quietly(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """`sts2fsm | head` is no fault: no traceback, and 141 as shells have it."""

    class Closed(io.StringIO):
        def write(self, text: str) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    called = call(capsys, "policies", "show")
    assert (called.code, called.err) == (141, "")


def test_ctrl_c_loses_nothing(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Interrupted in mid-run: exit 130, the summary so far on stdout and in the journal."""
    told = 0

    def interrupted(self: Story, moment: object) -> None:
        nonlocal told
        told += 1
        if told == 40:
            raise KeyboardInterrupt

    monkeypatch.setattr(play.Story, "moment", interrupted)
    called = call(capsys, "--game", "embedded", "--seed", "1", "--json", "--journal", tmp_path)
    (summary,) = called.json()
    assert called.code == 130
    assert (summary["result"], summary["why"], summary["steps"]) == ("stopped", "interrupted", 40)
    assert list(records(journal(tmp_path)))[-1]["kind"] == "end"


def test_a_fault_of_ours_keeps_the_summary_too(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake in the program itself is not hidden, and what was played is told all the same."""

    def broken(self: Story, moment: object) -> None:
        raise ZeroDivisionError("a mistake")

    monkeypatch.setattr(play.Story, "moment", broken)
    with pytest.raises(ZeroDivisionError):
        main(["--game", "embedded", "--seed", "1", "--json", "--no-journal"])
    summary = json.loads(capsys.readouterr().out)
    assert (summary["result"], summary["why"], summary["steps"]) == ("stopped", "a mistake", 1)


def test_an_error_after_a_run_keeps_its_summary(capsys: pytest.CaptureFixture[str], poor: Path) -> None:
    """A timeline that only a person can move on, after the first of two runs, ends with 3 and both summaries."""
    argv = ("--game", "embedded", "--seed", "10", "--runs", "2", "--rooms", "timeline_blocked")
    called = call(capsys, *argv, "--json", "--no-journal", "--policies", poor)
    first, second = called.json()
    assert called.code == 3
    assert first["result"] in ("win", "loss")
    assert (second["result"], second["seed"]) == ("stopped", 11)
    assert "Timeline" in second["why"]
    assert called.err.splitlines()[-1].startswith("sts2fsm: the Timeline")


def test_serve_ends_cleanly_with_ctrl_c(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C is how serving is meant to end: exit 0."""

    def interrupted(self: Server, poll_interval: float = 0.5) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Server, "serve_forever", interrupted)
    called = call(capsys, "serve", "--port", "0", "--seed", "7")
    assert called.code == 0
    assert "seed 7, is at http://127.0.0.1:" in called.out


def test_a_taken_port_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """Serving where somebody listens already is an error with a remedy."""
    with Server(game=None, port=0) as taken:  # type: ignore[arg-type]  # it never answers
        port = str(taken.server_address[1])
        called = call(capsys, "serve", "--port", port)
    assert called.code == 1
    assert f"--port {port}: cannot listen there" in called.err


def test_help_and_version_need_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    """--help lists the commands and the exit codes; --version the version; both end with 0."""
    helped, version = call(capsys, "--help"), call(capsys, "--version")
    assert (helped.code, version.code) == (0, 0)
    assert all(word in helped.out for word in ("play", "decide", "trace", "serve", "5 stuck"))
    assert version.out.startswith("sts2fsm ")

"""`runs` and `evaluate` as a shell sees them."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from sts2fsm.cli import main
from sts2fsm.evaluate.store import RUNS, Store, stamped
from sts2fsm.evaluate.tasks import Result
from tests.commands.calling import Called, call
from tests.evaluate.making import STEAM_ID, document, fight, floor, fought, played, stats, write
from tests.shared import ROOT, captures

QUICK = "planner:\n  budget: none\n"
IDLE = QUICK + "combat:\n  least: 100\n"  # no card is worth its energy: every turn is ended at once


# --- runs -------------------------------------------------------------------------------------------------------------
def saves(home: Path, kind: str, **more: Any) -> Path:
    """A history of one lost run, in the folders of an account."""
    below = {"vanilla": "profile1", "modded": "modded/profile1"}[kind]
    place = home / "steam" / str(STEAM_ID) / below / "saves" / "history" / "1.run"
    hurt = floor("monster", stats(STEAM_ID, hp=0, lost=60), rooms=[fight("monster", "NIBBITS_WEAK")])
    players = [{"id": STEAM_ID, "character": "CHARACTER.SILENT", "deck": [], "relics": [{"id": "RELIC.ANCHOR"}]}]
    return write(place, document([hurt], players=players, killed_by_encounter="ENCOUNTER.NIBBITS_WEAK", **more))


def test_runs_of_the_captures(capsys: pytest.CaptureFixture[str]) -> None:
    """All 60 are read and told, as one JSON line and as tables."""
    folder = captures("captures", "runs")
    (told,) = call(capsys, "runs", folder, "--json").json()
    assert (told["files"], told["read"], told["problems"]) == (60, 60, [])
    assert told["saves"]["given"]["runs"] == 60
    shown = call(capsys, "runs", folder).out
    assert "60 runs (given): 14 won, 40 lost, 6 abandoned." in shown
    assert "23 % (14 to 35)" in shown
    assert "too few runs" in shown


def test_no_output_tells_an_account(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Terminal, JSON, CSV and complaints: the number stands nowhere, although it is in files and in their paths."""
    good = saves(tmp_path, "modded")
    write(good.with_name("2.run"), "{")
    write(good.with_name("3.run"), good.read_text(encoding="utf-8").replace("600", f'"{STEAM_ID}"'))
    outputs = [call(capsys, "runs", tmp_path, "--csv", tmp_path / "csv"), call(capsys, "runs", tmp_path, "--json")]
    texts = [text for called in outputs for text in (called.out, called.err)]
    texts += [path.read_text(encoding="utf-8") for path in (tmp_path / "csv").glob("*.csv")]
    assert outputs[0].err.count("<steam id>") == 3
    assert [text for text in texts if str(STEAM_ID) in text] == []


def test_vanilla_and_modded_are_never_added_up(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One call, two sets of figures."""
    saves(tmp_path, "vanilla", win=True)
    saves(tmp_path, "modded")
    (told,) = call(capsys, "runs", tmp_path, "--json", "--least", "1").json()
    assert {kind: one["wins"] for kind, one in told["saves"].items()} == {"vanilla": 1, "modded": 0}


def test_only_what_was_asked_for(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A filter takes a value as the summary spells it, in any case; nothing that fits is no error."""
    for n, ascension in enumerate((0, 5, 5)):
        write(tmp_path / f"{n}.run", document([], ascension=ascension, start_time=n))
    (told,) = call(capsys, "runs", tmp_path, "--json", "--ascension", "5", "--character", "ironclad").json()
    assert told["saves"]["given"]["runs"] == 2
    assert "No run is of the kind" in call(capsys, "runs", tmp_path, "--character", "SILENT").out


def test_csv_tables_hold_every_row(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """One row a run, floor, fight, card and relic, under their names."""
    saves(tmp_path, "vanilla")
    assert call(capsys, "runs", tmp_path, "--csv", tmp_path / "csv").code == 0
    rows = {}
    for path in (tmp_path / "csv").glob("*.csv"):
        with path.open(encoding="utf-8", newline="") as file:
            rows[path.stem] = list(csv.DictReader(file))
    assert {name: len(some) for name, some in rows.items()} == {
        "runs": 1, "floors": 1, "fights": 1, "cards": 0, "relics": 1,
    }  # fmt: skip
    assert (rows["runs"][0]["result"], rows["runs"][0]["killer"]) == ("loss", "NIBBITS_WEAK")
    assert (rows["fights"][0]["hp_lost"], rows["fights"][0]["survived"]) == ("60", "False")
    assert (rows["relics"][0]["character"], rows["relics"][0]["relic"]) == ("SILENT", "ANCHOR")


def test_broken_files_end_it_only_when_nothing_else_is_there(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    """Exit 0 with a good file beside a broken one, 1 with broken ones alone, 1 with no file at all."""
    write(tmp_path / "bad" / "1.run", "")
    write(tmp_path / "good" / "2.run", document([]))
    both = call(capsys, "runs", tmp_path)
    assert (both.code, "1.run: is empty" in both.err) == (0, True)
    assert call(capsys, "runs", tmp_path / "bad").code == 1
    (tmp_path / "none").mkdir()
    nothing = call(capsys, "runs", tmp_path / "none")
    assert (nothing.code, "no .run file there" in nothing.err) == (1, True)


def test_policies_come_from_our_journals(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A run played by the embedded game with its journal written: the history is told under the policies' hash."""
    argv = ("play", "--game", "embedded", "--seed", "3", "--policies", write(tmp_path / "idle.yaml", IDLE), "--json")
    where = ("--journal", tmp_path / "journals", "--history", tmp_path / "runs")
    (summary,) = call(capsys, *argv, *where).json()
    (told,) = call(capsys, "runs", tmp_path / "runs", "--journals", tmp_path / "journals", "--json").json()
    assert list(told["saves"]["given"]["by"]["policy"]) == [summary["policy_hash"]]
    assert told["journals"][summary["policy_hash"]]["decisions"] == summary["decisions"]


# --- evaluate ---------------------------------------------------------------------------------------------------------
STEPS = ("--workers", "1", "--max-steps", "700")


FOLDER = TemporaryDirectory(prefix="sts2fsm-test-")  # goes when the tests end


@cache
def crippled() -> tuple[Path, Path, Path]:
    """A store in which a quick policy and a crippled one played eight seeds, and the two files."""
    folder = Path(FOLDER.name)
    quick, idle = write(folder / "quick.yaml", QUICK), write(folder / "idle.yaml", IDLE)
    return folder / "store", quick, idle


def evaluated(capsys: pytest.CaptureFixture[str], *more: str | Path, seeds: int = 8) -> Called:
    store, quick, _ = crippled()
    return call(capsys, "evaluate", "--seeds", str(seeds), "--policies", quick, "--store", store, *STEPS, *more)


def test_a_crippled_policy_is_found(capsys: pytest.CaptureFixture[str]) -> None:
    """Eight seeds are enough to see, in floors, that a player who never plays a card is worse; wins cannot tell."""
    _, _, idle = crippled()
    (told,) = evaluated(capsys, "--against", idle, "--json").json()
    weighed = told["comparison"]
    assert weighed["found"] == ["floors"]
    assert weighed["wins"]["pairs"] == 8
    assert weighed["floors"]["difference"] < 0 and weighed["floors"]["high"] < 0
    assert [side["policies"] for side in told["sides"]] == ["quick.yaml", "idle.yaml"]
    assert [side["groups"][0]["runs"] for side in told["sides"]] == [8, 8]
    shown = evaluated(capsys, "--against", idle)
    assert "A difference was found in: floors" in shown.out
    assert "8 pairs see no difference of any size in wins" in shown.out
    assert "16 of 16 runs are in the store already" in shown.err


def test_a_policy_against_itself_is_no_different(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Another file that says the same has the same hash, the same runs and no difference."""
    twin = write(tmp_path / "twin.yaml", "# the same\n" + QUICK)
    assert "no difference was found" in evaluated(capsys, "--against", twin, seeds=2).out
    (told,) = evaluated(capsys, "--against", twin, "--json", seeds=2).json()
    assert told["comparison"]["found"] == []
    assert told["sides"][0]["policy_hash"] == told["sides"][1]["policy_hash"]


def test_killed_and_started_again_is_the_same(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A real kill, of the parent of two workers, in the middle: what follows equals an unbroken evaluation."""
    argv = ("evaluate", "--seeds", "6", "--policies", str(crippled()[2]), "--max-steps", "300", "--workers")
    broken = [sys.executable, "-m", "sts2fsm", *argv, "2", "--store", str(tmp_path / "broken")]
    process = subprocess.Popen(broken, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    rows = tmp_path / "broken" / RUNS
    while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") >= 1):
        time.sleep(0.01)
    assert process.poll() is None, "it ended before it could be killed"
    process.kill()
    process.wait()
    told = [
        call(capsys, *argv, "1", "--store", tmp_path / name, "--json").json()[0] for name in ("broken", "unbroken")
    ]  # fmt: skip
    assert told[0] == told[1]
    both = [Store(tmp_path / name, write=False) for name in ("broken", "unbroken")]
    assert both[0].runs() == both[1].runs()
    assert [both[0].fights(run) for run in both[0].runs().values()] == [
        both[1].fights(run) for run in both[1].runs().values()
    ]


@pytest.mark.skipif(os.name == "nt", reason="Ctrl-C cannot be sent to one process group on Windows")
def test_ctrl_c_keeps_what_is_finished(tmp_path: Path) -> None:
    """Sent to all processes, as a terminal does: exit 130, the runs in progress are kept, and no traceback."""
    argv = ("evaluate", "--seeds", "40", "--policies", str(crippled()[1]), "--max-steps", "300", "--workers", "2")
    process = subprocess.Popen(
        [sys.executable, "-m", "sts2fsm", *argv, "--store", str(tmp_path)], cwd=ROOT, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True, preexec_fn=_hear_ctrl_c,
    )  # fmt: skip
    rows = tmp_path / RUNS
    while process.poll() is None and not (rows.exists() and rows.read_bytes().count(b"\n") >= 1):
        time.sleep(0.01)
    assert process.poll() is None, "it ended before it could be interrupted"
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate()
    kept = len(Store(tmp_path, write=False).runs())
    assert process.returncode == 130
    assert 1 <= kept < 40
    assert f"{kept} of 40 runs are kept" in said
    assert "Traceback" not in said


def _hear_ctrl_c() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a test runner in the background may ignore it


@pytest.mark.parametrize(
    ("flags", "says"),
    [
        (("--characters", "NOBODY"), "--characters NOBODY: known are"),
        (("--ascension", "11"), "--ascension"),
        (("--seeds", "0"), "--seeds"),
        (("--write", "docs"), "--write goes with --report"),
        (("--ascension", "x"), "must be numbers from 0 to 10, each once"),
        (("--players", "none"), "--players goes with --suite"),
        (("--worths", "--players", "none"), "--players goes with --suite"),
        (("--suite", "elites", "--worths"), "--suite and --worths"),
        (("--suite", "elites", "--players", ""), "must be names of players, each once"),
        (("--suite", "elites", "--players", "none,none"), "must be names of players, each once"),
        (("--suite", "elites", "--store", "x"), "--suite plays fights: --store goes with whole runs"),
        (("--suite", "elites", "--all-seeds"), "--suite plays fights: --all-seeds goes with whole runs"),
    ],
)
def test_flags_that_cannot_be(capsys: pytest.CaptureFixture[str], flags: tuple[str, ...], says: str) -> None:
    """Usage errors before anything is played."""
    called = call(capsys, "evaluate", *flags)
    assert called.code == 2
    assert says in called.err


# --- the page of results ----------------------------------------------------------------------------------------------
def stored(folder: Path, policy: str, wins: int, losses: int, *, code: str, first: int = 1) -> None:
    """Made-up runs: so many won through act 1, the rest lost, every other one to its boss."""
    with Store(folder) as store:
        for seed in range(first, first + wins + losses):
            won = seed < first + wins
            killer = None if won else ("VANTOM_BOSS" if seed % 2 else "BYRDONIS_ELITE")
            bosses = {"1": won} if won or killer == "VANTOM_BOSS" else {}
            run = played(seed, "win" if won else "loss", 17, policy=policy, killer=killer, bosses=bosses, build="v1")
            store.add(stamped(Result(run, (fought(run, 2, "X", 3),)), code, "abc123"))


def report(capsys: pytest.CaptureFixture[str], store: Path, *more: str | Path) -> Called:
    return call(capsys, "evaluate", "--report", "--store", store, *more)


def the_hash(capsys: pytest.CaptureFixture[str], *files: Path) -> str:
    flags = [part for file in files for part in ("--policies", str(file))]
    main(["policies", "check", *flags, "--json"])
    told: dict[str, Any] = json.loads(capsys.readouterr().out)
    return str(told["hash"])


def test_the_page_says_n_beside_each_rate(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Counts and interval, killers with shares, the command that plays the same again, commit, code and hash."""
    from sts2fsm.evaluate.provenance import code

    stored(tmp_path / "s", the_hash(capsys), 10, 10, code=code())
    called = report(capsys, tmp_path / "s", "--write", tmp_path)
    assert called.code == 0
    page = (tmp_path / "results.md").read_text(encoding="utf-8")
    assert "| IRONCLAD | 0 | 1 to 20 | 20 | 10 | 50 % (30 to 70) | 15 | 10: too few runs | 17.0 |" in page
    assert "| VANTOM_BOSS | 5 | 50 % | 5 |" in page
    assert "python -m sts2fsm evaluate --seeds 20 --first 1 --characters IRONCLAD --ascension 0\n" in page
    assert "abc123" in page and code() in page and the_hash(capsys) in page
    assert "60 exact" not in page and "60 of 80" in page  # 3 of 4 forecasts, 20 runs
    assert "the embedded game ends today" in page


def test_the_page_takes_one_code_unless_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Runs of older code do not count; with --any-code they do, and the page warns."""
    stored(tmp_path, the_hash(capsys), 10, 10, code="old")
    refused = report(capsys, tmp_path)
    assert (refused.code, "--any-code" in refused.err) == (1, True)
    stored(tmp_path, the_hash(capsys), 1, 1, code="older", first=21)
    page = report(capsys, tmp_path, "--any-code").out
    assert "1 to 22 | 22 | 11 |" in page
    assert "played by different code" in page


def test_the_page_compares_on_request(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Another policy of the store, paired by seed."""
    from sts2fsm.evaluate.provenance import code

    idle = write(tmp_path / "idle.yaml", IDLE)
    stored(tmp_path / "s", the_hash(capsys), 12, 0, code=code())
    stored(tmp_path / "s", the_hash(capsys, idle), 0, 12, code=code())
    page = report(capsys, tmp_path / "s", "--against", idle).out
    assert "### idle.yaml" in page
    assert "Wins of 12 seeds: these 12, it 0; only these 12, only it 0; p = 0.000488" in page


def test_no_store_no_page(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A folder that is not there is named, and not made."""
    assert report(capsys, tmp_path / "none").code == 1
    assert not (tmp_path / "none").exists()

"""Runs over HTTP on loopback whose player is killed without warning at random moments, and started again."""

from __future__ import annotations

import contextlib
import json
import os
import random
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import asdict, define, field, frozen

from sts2fsm.assembly import policies
from sts2fsm.clock import Clock, FasterClock
from sts2fsm.embedded import Server
from sts2fsm.recovery.ledger import LoggedGame, Posted
from sts2fsm.recovery.soak import ENDED, HTTP, Case, SoakRun, allowed_wait

INTERRUPTED = 130
OVERLAY = """game: {connect_s: 1.0, read_s: 0.4, get_tries: 6}
recovery: {reconnect_s: 240}
"""  # the game's own time passes faster here, so a frozen one thaws sooner


@frozen
class Killing:
    """How a run is tormented: `speed` of the game's time, `kills` at most, and seconds until each and until the end.
    A start takes most of the first second."""

    speed: float = 32.0
    kills: int = 3
    before_kill: tuple[float, float] = (0.8, 3.5)
    longest: float = 150.0
    least: float = 5.0  # the last start lives at least so long
    still: float = 30.0  # without an action for so long at the end, it hangs


@define
class Journals:
    """What the journals of one run say: torn lines, steps missing in a file, and actions the server has and they lack
    beyond the one that each kill may cost."""

    torn: int = 0
    lost: int = 0
    surprises: list[str] = field(factory=list)  # unexpected edges, by name


def over_http(case: Case, folder: Path, clock: Clock, how: Killing, overlays: Sequence[Path] = ()) -> SoakRun:
    """One run. `folder` is emptied of nothing and must be fresh; `clock` is the real one."""
    source = random.Random(f"killing {case.seed}")
    game = LoggedGame(
        FasterClock(clock, how.speed), case.seed, case.character, case.ascension, faults=case.faults,
        history_dir=folder / "history", acts=case.acts,
    )  # fmt: skip
    overlay = folder / "soak.yaml"
    overlay.parent.mkdir(parents=True, exist_ok=True)
    overlay.write_text(OVERLAY, encoding="utf-8")
    server = Server(game).start()
    kills, code, said = 0, None, ""
    starts = 0  # that did not end by themselves
    try:
        began = clock.now()
        while code is None:
            killed = kills < how.kills
            wait = source.uniform(*how.before_kill) if killed else how.longest - (clock.now() - began)
            command = _command(server.url, folder, [overlay, *overlays], kills, how.speed, case.character)
            code, said = _play(command, folder / "state", wait if killed else max(wait, how.least), killed)
            if code is None:
                kills += 1
                starts += 1
        last = game.posts[-1].at if game.posts else 0.0
        hangs = code == INTERRUPTED and (game.clock.now() - last) / how.speed > how.still
    finally:
        server.stop()
    result, why, summary = _told(code, said)
    if hangs:
        result, why = "hang", f"no action for {how.still:.0f} s"
    checked = check(folder, game.posts, starts)
    return SoakRun(
        how=HTTP,
        **asdict(case),
        result=result,
        why=why,
        struck={name: times for name, times in game.faults.struck.items() if times},
        posts=len(game.posts),
        doubles=len(game.doubles),
        rejected=int(summary.get("rejected", 0)),
        unexpected=len(checked.surprises),
        surprises=tuple(checked.surprises),
        recoveries=int(summary.get("recoveries", 0)),
        longest_wait=float(summary.get("longest_wait", 0.0)),
        allowed_wait=allowed_wait(policies([overlay, *overlays])),
        kills=kills,
        torn=checked.torn,
        lost=checked.lost,
    )


def _command(url: str, folder: Path, overlays: Sequence[Path], number: int, speed: float, character: str) -> list[str]:
    """The command line of the player's `number`-th start."""
    command = [sys.executable, "-m", "sts2fsm", "play", "--game", "live", "--url", url, "--json"]
    command += ["--clock-speed", str(speed), "--character", character]
    command += ["--journal", str(folder / f"journal-{number:02}"), "--history", str(folder / "history")]
    return command + [part for path in overlays for part in ("--policies", str(path))]


def _play(command: Sequence[str], state: Path, wait: float, kill: bool) -> tuple[int | None, str]:
    """One start of the player: its exit code and output, or None when it was killed. After `wait` seconds it is killed,
    or else interrupted as by Ctrl-C."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # as in a shell's background: the player would inherit it
        with contextlib.suppress(ValueError):  # only the main thread may
            signal.signal(signal.SIGINT, signal.default_int_handler)
    environment = {**os.environ, "STS2FSM_STATE": str(state)}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as player:
        try:
            out, err = player.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            player.kill() if kill else player.send_signal(signal.SIGINT)
            out, err = player.communicate(timeout=60)
            if kill:
                return None, ""
        lines = [*err.strip().splitlines()[-1:], *out.strip().splitlines()[-1:]]
        return player.returncode, "\n".join(lines)


def _told(code: int | None, said: str) -> tuple[str, str, dict[str, Any]]:
    """Result, reason and summary of the last start."""
    summary: dict[str, Any] = {}
    for line in said.splitlines():
        try:
            told = json.loads(line)
        except ValueError:
            continue
        if isinstance(told, dict):
            summary = told
    if summary.get("result") in ENDED:  # also when our own Ctrl-C came while it was leaving
        return str(summary["result"]), str(summary["why"]), summary
    if code == INTERRUPTED:
        return "stopped", "exit 130: still playing when its time was up", summary
    if code in (3, 4, 5):
        return "stopped", f"exit {code}: {summary.get('why', said)}", summary
    return "crash", f"exit {code}: {said}", summary


def check(folder: Path, posts: Sequence[Posted], killed: int) -> Journals:
    """Compare the journals, in order, with what the server carried out; each kill may cost the line of one action."""
    found = Journals()
    told: list[Any] = []
    for path in sorted(folder.glob("journal-*/*.jsonl")):
        text = path.read_bytes()
        found.torn += bool(text) and not text.endswith(b"\n")
        number = 0
        for line in text.splitlines():
            try:
                record = json.loads(line)
            except ValueError:
                found.torn += 1
                continue
            if record.get("kind") != "step":
                continue
            found.lost += record["step"] not in (number, number + 1)  # a stop is told with the number of the last step
            number = record["step"]
            if "unexpected" in record:
                found.surprises.append(str(record["unexpected"]))
            if "action" in record:
                told.append(record["action"])
    found.lost += max(0, len(posts) - _common([posted.body for posted in posts], told) - killed)
    return found


def _common(one: Sequence[Any], other: Sequence[Any]) -> int:
    """The length of the longest sequence that is in both, in order."""
    row = [0] * (len(other) + 1)
    for left in one:
        before = 0
        for place, right in enumerate(other, 1):
            before, row[place] = row[place], before + 1 if left == right else max(row[place], row[place - 1])
    return row[-1]

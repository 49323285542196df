"""Runs over HTTP on loopback whose player is killed without warning at random moments, and started again."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from attrs import define, frozen

from sts2fsm.clock import Clock, FasterClock
from sts2fsm.embedded import Server
from sts2fsm.recovery.ledger import LoggedGame, Posted
from sts2fsm.recovery.soak import SoakRun

OVERLAY = """game: {connect_s: 1.0, read_s: 2.5, get_tries: 6}
recovery: {reconnect_s: 20}
"""  # the game's own time passes faster here, so a frozen one thaws sooner


@frozen
class Killing:
    """How a run is tormented: `speed` of the game's time, `kills` at most, and seconds until each and until the end."""

    speed: float = 8.0
    kills: int = 3
    before_kill: tuple[float, float] = (1.2, 5.0)
    longest: float = 150.0
    acts: int | None = None


@define
class Journals:
    """What the journals of one run say: torn lines, steps missing in a file, and actions the server has and they lack
    beyond the one that each kill may cost."""

    torn: int = 0
    lost: int = 0


def over_http(
    seed: int, faults: Sequence[str], folder: Path, clock: Clock, how: Killing, policies: Sequence[Path] = ()
) -> SoakRun:
    """One run. `folder` is emptied of nothing and must be fresh; `clock` is the real one."""
    source = random.Random(f"killing {seed}")
    game = LoggedGame(FasterClock(clock, how.speed), seed, faults=faults, history_dir=folder / "history", acts=how.acts)
    overlay = folder / "soak.yaml"
    overlay.parent.mkdir(parents=True, exist_ok=True)
    overlay.write_text(OVERLAY, encoding="utf-8")
    server = Server(game).start()
    kills, code, said = 0, None, ""
    borders: list[int] = []
    try:
        began = clock.now()
        while code is None and clock.now() - began < how.longest:
            killed = kills < how.kills
            wait = source.uniform(*how.before_kill) if killed else how.longest - (clock.now() - began)
            code, said = _play(server.url, folder, [overlay, *policies], kills, wait)
            if code is None:
                kills += killed
                borders.append(len(game.posts))
    finally:
        server.stop()
    result, why, summary = _told(code, said)
    checked = check(folder, game.posts)
    return SoakRun(
        how="over HTTP, killed",
        seed=seed,
        faults=tuple(faults),
        result=result,
        why=why,
        struck={name: times for name, times in game.faults.struck.items() if times},
        posts=len(game.posts),
        doubles=len(game.doubles),
        rejected=int(summary.get("rejected", 0)),
        unexpected=int(summary.get("unexpected_edges", 0)),
        recoveries=int(summary.get("recoveries", 0)),
        longest_wait=float(summary.get("longest_wait", 0.0)),
        kills=kills,
        torn=checked.torn,
        lost=checked.lost,
    )


def _play(url: str, folder: Path, policies: Sequence[Path], number: int, wait: float) -> tuple[int | None, str]:
    """One start of the player: its exit code and output, or None when it was killed."""
    command = [sys.executable, "-m", "sts2fsm", "play", "--game", "live", "--url", url, "--json"]
    command += ["--journal", str(folder / f"journal-{number:02}"), "--history", str(folder / "history")]
    command += [part for path in policies for part in ("--policies", str(path))]
    environment = {**os.environ, "STS2FSM_STATE": str(folder / "state")}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as player:
        try:
            out, err = player.communicate(timeout=wait)
        except subprocess.TimeoutExpired:
            player.kill()
            player.communicate()
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
    if code is None:
        return "hang", "it was not over in the longest time", summary
    if code == 0 and summary:
        return str(summary["result"]), str(summary["why"]), summary
    if code in (3, 4, 5):
        return "stopped", f"exit {code}: {summary.get('why', said)}", summary
    return "crash", f"exit {code}: {said}", summary


def check(folder: Path, posts: Sequence[Posted]) -> Journals:
    """Compare the journals, in order, with what the server was sent."""
    found = Journals()
    at = 0
    paths = sorted(folder.glob("journal-*/*.jsonl"))
    for path in paths:
        text = path.read_bytes()
        if text and not text.endswith(b"\n"):
            found.torn += 1
        number = 0
        for line in text.split(b"\n"):
            if not line:
                continue
            try:
                record = json.loads(line)
            except ValueError:
                found.torn += 1
                continue
            if record.get("kind") != "step" or (record.get("reply") is None and "action" not in record):
                number = record.get("step", number)
                continue
            found.lost += record["step"] != number + 1 and number != 0
            number = record["step"]
            skipped = _next(posts, at, record["action"])
            if skipped is None:
                continue  # sent and lost on its way, or carried out later: the server's own order tells
            found.lost += max(0, skipped - at - 1)
            at = skipped + 1
    found.lost += max(0, len(posts) - at - 1)
    return found


def _next(posts: Sequence[Posted], at: int, action: object) -> int | None:
    """Where the server has this action, within the next few."""
    return next((place for place in range(at, min(at + 3, len(posts))) if posts[place].body == action), None)

"""Win or loss: the wire never says. Health 0 is a loss; else the run's own `.run` file decides; else it is unknown,
with the reason."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from attrs import frozen

from sts2fsm.wire.observation import Observation

SLACK_S = 120  # seconds by which the game's clock may name the start earlier or later than we saw it


@frozen
class Outcome:
    """`result` is win, loss, unknown or stopped; `why` says how we know, or why we don't."""

    result: str
    why: str


def outcome(last: Observation | None, history: Iterable[Path], started: float) -> Outcome:
    """The result of a run that is over. `last` is the last observation that showed its player, `started` Unix
    seconds."""
    if last is not None and last.player is not None and last.player.hp <= 0:
        return Outcome("loss", "health was 0")
    folders = list(history)
    for folder in folders:
        record = _record_since(folder, started)
        if record is not None:
            return Outcome("win" if record.get("win") is True else "loss", "the game's history file")
    reason = "no new file in the history folder" if folders else "no history folder is known (--history)"
    return Outcome("unknown", reason)


def _record_since(folder: Path, started: float) -> Mapping[str, Any] | None:
    """The newest record of a run that started when ours did; None when there is none yet."""
    fitting = []
    for path in folder.glob("*.run") if folder.is_dir() else ():
        try:
            record = json.loads(path.read_text(encoding="utf-8"))
        except (OSError, ValueError):
            continue  # half written: it will be there at the next look
        start = record.get("start_time") if isinstance(record, dict) else None
        if isinstance(start, int | float) and start >= started - SLACK_S:
            fitting.append((start, record))
    return max(fitting, key=lambda pair: pair[0])[1] if fitting else None

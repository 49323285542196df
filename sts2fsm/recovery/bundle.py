"""What a bug report needs: the last steps as `trace` replays them, and what this program and machine are."""

from __future__ import annotations

import json
import platform
from collections import deque
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from sts2fsm import __version__
from sts2fsm.recovery.files import write_whole
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply


class Recorder:
    """Keeps the last `limit` steps that changed something."""

    def __init__(self, limit: int) -> None:
        self._steps: deque[dict[str, Any]] = deque(maxlen=limit)
        self._last = ""

    def add(self, action: Action | None, reply: Reply | None, seen: Observation) -> None:
        """One step: what was sent before, how it was answered, and what was then seen."""
        if action is None and seen.fingerprint == self._last:
            return
        self._last = seen.fingerprint
        body = {"status": "ok", "message": reply.text} if reply is not None and reply.accepted else None
        if reply is not None and not reply.accepted:
            body = {"status": "error", "error": reply.text}
        self._steps.append(
            {"action": action.to_wire() if action is not None else None, "reply": body, "state": dict(seen.raw)}
        )

    def write(
        self, folder: Path, wall: float, why: str, about: Mapping[str, Any], answer: Mapping[str, Any] | None = None
    ) -> Path | None:
        """A new folder below `folder` with trace.jsonl, about.json and, where an answer of the game is the cause,
        answer.json; None when it cannot be written."""
        stem = datetime.fromtimestamp(wall, UTC).strftime("stuck-%Y%m%dT%H%M%SZ")
        place, again = folder / stem, 1
        while place.exists():
            again += 1
            place = folder / f"{stem}-{again}"
        steps = list(self._steps)
        if steps:
            steps[0] = {**steps[0], "action": None, "reply": None}  # what led to the first page is not known
        try:
            place.mkdir(parents=True)
            text = "".join(json.dumps(step, ensure_ascii=True) + "\n" for step in steps)
            (place / "trace.jsonl").write_text(text, encoding="ascii")
            if answer is not None:
                write_whole(place / "answer.json", answer)
            write_whole(
                place / "about.json",
                {
                    "why": why,
                    "version": __version__,
                    "python": platform.python_version(),
                    "system": platform.system(),
                    "machine": platform.machine(),
                    **about,
                },
            )
        except OSError:
            return None
        return place

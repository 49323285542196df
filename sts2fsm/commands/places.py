"""Where things are on this machine: our journals, and the folders in which the real game keeps its run histories."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from sts2fsm.evaluate.folders import histories
from sts2fsm.recovery.files import state_folder


def journal_folder() -> Path:
    """The folder of journals when none is named."""
    return state_folder() / "journals"


def journal_path(folder: Path, wall: float, seed: int | str | None) -> Path:
    """A name that no earlier journal has: the start in UTC, the seed, our process."""
    began = datetime.fromtimestamp(wall, UTC).strftime("%Y%m%dT%H%M%SZ")
    label = "".join(letter for letter in str(seed) if letter.isalnum() or letter in "-_")[:32]
    stem = f"{began}-{f'seed-{label}-' if seed is not None else ''}pid-{os.getpid()}"
    path, again = folder / f"{stem}.jsonl", 1
    while path.exists():
        again += 1
        path = folder / f"{stem}-{again}.jsonl"
    return path


def game_histories(home: Path | None = None, platform: str = sys.platform) -> list[Path]:
    """The real game's history folders that exist here, of every Steam account and profile; a mod is loaded, so the
    modded saves are the ones that grow."""
    return histories("modded", home, platform)

"""Small files that are either the old ones or the new ones, whatever happens while they are written."""

from __future__ import annotations

import contextlib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from platformdirs import user_state_path

LONGEST = 200  # characters; systems allow 255 a name, endings included


def state_folder() -> Path:
    """Where locks, sessions and bug reports go: with the user's state, or where STS2FSM_STATE says."""
    chosen = os.environ.get("STS2FSM_STATE")
    return Path(chosen) if chosen else user_state_path("sts2fsm", appauthor=False)


def slug(url: str) -> str:
    """A file name for a game's address: the same game, the same name. Whoever connects says what is wrong with an
    address that is none; it has a name all the same."""
    try:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        host = "127.0.0.1" if parts.hostname in (None, "localhost") else parts.hostname
        name = f"{host}-{parts.port or 80}"
    except ValueError:
        name = url
    return re.sub(r"[^A-Za-z0-9.-]", "_", name)[:LONGEST]


def write_whole(path: Path, record: Mapping[str, Any]) -> None:
    """Write a JSON file by way of a neighbour that then takes its name. Raises OSError."""
    path.parent.mkdir(parents=True, exist_ok=True)
    neighbour = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        neighbour.write_text(json.dumps(record, ensure_ascii=True, separators=(",", ":")), encoding="ascii")
        neighbour.replace(path)
    except OSError:
        with contextlib.suppress(OSError):
            neighbour.unlink()
        raise


def read_whole(path: Path) -> dict[str, Any] | None:
    """The object in a JSON file; None when there is none, or it is not ours."""
    try:
        record = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError, RecursionError):
        return None
    return record if isinstance(record, dict) else None

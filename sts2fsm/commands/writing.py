"""Generated pages: to a file or to the terminal, with the same bytes on every system."""

from __future__ import annotations

import sys
from pathlib import Path

from sts2fsm.errors import BadInput


def write(text: str, path: Path | None) -> None:
    """Write `text` to `path` (its folder is made), or to stdout. Raises BadInput."""
    if path is None:
        sys.stdout.write(text)
        return
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")
    except OSError as fault:
        raise BadInput(f"{path}: cannot be written: {fault.strerror or fault}") from None
    print(f"wrote {path}")

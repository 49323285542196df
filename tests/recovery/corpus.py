"""Writes payloads of the strategies into a folder, for `soak`: `python -m tests.recovery.corpus DIR COUNT`."""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sts2fsm.wire.observation import Screen
from tests.strategies.choices import SIZE
from tests.strategies.payloads import build


def made(count: int, seed: int = 0) -> Iterator[dict[str, Any]]:
    """So many payloads, each screen in turn."""
    source = random.Random(f"corpus {seed}")
    for number in range(count):
        yield build(tuple(Screen)[number % len(Screen)], source.randbytes(SIZE))


if __name__ == "__main__":
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    lines = (json.dumps({"state": payload}) + "\n" for payload in made(int(sys.argv[2])))
    (folder / "strategies.jsonl").write_text("".join(lines), encoding="ascii")

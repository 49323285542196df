"""Memory over many runs in a row: what a run leaves behind must not grow."""

from __future__ import annotations

import gc
import os
from pathlib import Path

from sts2fsm.commands.bench.measure import Asked, Figures, Measure
from sts2fsm.commands.bench.randomly import walk
from sts2fsm.errors import BadInput

POINTS = 10
STATM = Path("/proc/self/statm")  # Linux: pages in memory now, not at the peak


def work(asked: Asked) -> Figures:
    """MiB of this process at ten points of the runs; `grown` from the first to the last of them."""
    every = max(1, asked.memory // POINTS)
    walk(0, asked)
    _resident()  # where it cannot be told, say so at once
    points: list[list[float]] = []
    for number in range(asked.memory):
        walk(number, asked)
        if (number + 1) % every == 0:
            gc.collect()
            points.append([number + 1, _resident()])
    grown = points[-1][1] - points[0][1]
    return {"memory": {"runs": asked.memory, "points": points, "grown_mib": round(grown, 2)}}


def _resident() -> float:
    """MiB in memory. Raises BadInput where the system does not tell."""
    try:
        pages = int(STATM.read_text(encoding="ascii").split()[1])
    except OSError:
        raise BadInput(f"--memory: this system has no {STATM} to read; measure on Linux") from None
    return round(pages * os.sysconf("SC_PAGESIZE") / 2**20, 2)


def tell(figures: Figures) -> list[str]:
    one = figures["memory"]
    points = ", ".join(f"{mib:.1f} after {number:.0f}" for number, mib in one["points"])
    return [f"memory over {one['runs']} random runs in a row: {points} MiB; grown by {one['grown_mib']:g}"]


MEASURE = Measure(help="memory over many random runs", work=work, tell=tell)

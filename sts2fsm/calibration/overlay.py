"""Fitted thresholds as a file that `--policies` takes."""

from __future__ import annotations

import json
from collections.abc import Sequence

from sts2fsm.calibration.fitting import Fit


def overlay(fitted: Sequence[Fit]) -> str:
    """The thresholds as a section of policies.yaml."""
    lines = ["gate:"]
    for table in sorted({one.table for one in fitted}):
        lines.append(f"  {table}:")
        for one in fitted:
            if one.table == table and one.figures:
                lines.append(f"    {json.dumps(one.question)}:")
                lines += [f"      {name}: {value:g}" for name, value in zip(one.figures, one.threshold, strict=True)]
            elif one.table == table:
                lines.append(f"    {json.dumps(one.question)}: {one.threshold[0]:g}")
    return "\n".join(lines) + "\n"

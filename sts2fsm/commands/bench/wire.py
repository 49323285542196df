"""Whole runs of the bot on the embedded game's wire, in this process: every step through the wire's dictionaries."""

from __future__ import annotations

from sts2fsm.commands.bench.measure import Asked, Figures, Measure, rate
from sts2fsm.commands.rehearsal import rehearse
from sts2fsm.errors import Sts2Error


def work(asked: Asked) -> Figures:
    """Runs, steps and actions a second; every run once, for they are long."""
    failed: list[str] = []

    def play() -> dict[str, int]:
        steps = actions = 0
        for seed in range(1, asked.runs + 1):
            try:
                summary, _ = rehearse(asked.policies, seed)
            except Sts2Error as fault:
                failed.append(f"seed {seed}: {type(fault).__name__}: {fault}")
                continue
            steps += summary.steps
            actions += sum(summary.decisions.values())
        return {"runs": asked.runs, "steps": steps, "actions": actions}

    return {"runs": {**rate(1, play), "count": asked.runs, "failed": len(failed), "faults": failed}}


def tell(figures: Figures) -> list[str]:
    runs = figures["runs"]
    line = (
        f"{runs['count']} runs of the bot over the wire's dictionaries in {runs['seconds']:.1f} s: "
        f"{runs['runs_per_s']:g} runs/s, {runs['steps_per_s']:g} steps/s, {runs['actions_per_s']:g} actions/s"
    )
    return [line, *(f"  failed: {fault}" for fault in runs["faults"])]


MEASURE = Measure(help="whole runs of the bot", work=work, tell=tell)

"""What `evaluate` shows: progress while it plays, tables at the end."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import TracebackType
from typing import Any, Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn
from rich.table import Table

from sts2fsm.evaluate.intervals import Rate
from sts2fsm.evaluate.tasks import Played, Result

MOST_TROUBLES = 5  # lines for each character and ascension
TOLD_EVERY = 10  # parts: without a screen, a line for each tenth
ESTIMATE_S = 900  # seconds of the past that the time left is guessed from: runs differ much


class Watching:
    """A bar on a screen, a line now and then in a pipe. `already` are runs that the store had."""

    def __init__(self, out: Console, total: int, already: Sequence[Played]) -> None:
        self.count = len(already)
        self._out = out
        self._total = total
        self._won = sum(run.won for run in already)
        self._broken = sum(run.result in ("stopped", "error") for run in already)
        if already:
            out.print(f"{self.count} of {total} runs are in the store already.")
        self._bar = Progress(
            TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
            TextColumn("left"), TimeRemainingColumn(),
            console=out, disable=not out.is_terminal, speed_estimate_period=ESTIMATE_S,
        )  # fmt: skip
        self._task = self._bar.add_task(self._says(), total=total, completed=self.count)

    def done(self, result: Result) -> None:
        """One more run."""
        self.count += 1
        self._won += result.run.won
        self._broken += result.run.result in ("stopped", "error")
        self._bar.update(self._task, completed=self.count, description=self._says())
        step = max(1, self._total // TOLD_EVERY)
        if not self._out.is_terminal and (self.count % step == 0 or self.count == self._total):
            self._out.print(f"{self.count} of {self._total} runs, {self._says()}")

    def _says(self) -> str:
        return f"{self._won} won" + (f", {self._broken} not ended" if self._broken else "")

    def leaving(self) -> None:
        """Interrupted: say why it still takes a moment."""
        self._bar.stop()
        self._out.print("The runs in progress are finished first, and kept.")

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._bar.stop()


def show(out: Console, told: Mapping[str, Any], sentences: Sequence[str]) -> None:
    """The table of each side, then the comparison."""
    for one in told["sides"]:
        out.print(f"Policies {one['policies']} ({one['policy_hash']}), seeds from {told['seeds']['first']}:")
        table = Table(box=None, pad_edge=False, header_style="bold")
        heads = ("character", "ascension", "runs", "won", "rate (95 %)", "floors", "bosses beaten", "lost most to")
        for place, head in enumerate(heads):
            table.add_column(head, justify="left" if place in (0, 7) else "right")
        for group in one["groups"]:
            table.add_row(*_row(group))
        out.print(table)
        for group in one["groups"]:
            _trouble(out, group)
            _asking(out, group)
    for line in sentences:
        out.print(line)


def _trouble(out: Console, group: Mapping[str, Any]) -> None:
    """What should not happen, where it did."""
    where = f"{group['character']} at {group['ascension']}"
    for run in group["not_ended"][:MOST_TROUBLES]:
        out.print(f"  {where}, seed {run['seed']}: {run['result']}, {run['why']}")
    if len(group["not_ended"]) > MOST_TROUBLES:
        out.print(f"  {where}: {len(group['not_ended']) - MOST_TROUBLES} more that did not end")
    for name in ("rejected", "unexpected_edges"):
        if group["deciding"][name]:
            out.print(f"  {where}: {group['deciding'][name]} {name.replace('_', ' ')}")


def _asking(out: Console, group: Mapping[str, Any]) -> None:
    """What a decision service cost a run, where one was asked."""
    asked = group["deciding"]["oracle"]
    if asked is not None:
        run = asked["per_run"]
        out.print(
            f"  {group['character']} at {group['ascension']}: asked {run['calls']:.1f} times a run,"
            f" {run['changed']:.1f} decisions otherwise than code's;"
            f" {run['input_tokens']:.0f} tokens and ${run['usd']:.4f} a run, waited"
            f" {run['seconds']:.1f} s a run, {asked['longest_s']:.1f} s at most."
        )


def _row(group: Mapping[str, Any]) -> tuple[str, ...]:
    bosses = ", ".join(f"{rate['hits']} of {rate['n']} (act {act})" for act, rate in group["act_bosses"].items())
    killers = ", ".join(f"{killer} {n}" for killer, n in list(group["killers"].items())[:3])
    wins = Rate(group["wins"]["hits"], group["wins"]["n"])
    return (
        group["character"], str(group["ascension"]), str(group["runs"]), str(wins.hits), wins.percent,
        f"{group['floors']['mean']:.1f}", bosses, killers,
    )  # fmt: skip

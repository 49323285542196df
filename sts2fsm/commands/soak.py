"""Plays many runs on the embedded game with faults drawn at random, in this process and over HTTP with kill -9, and
checks that every one ends or stops with a named reason and that nothing is sent twice."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from attrs import asdict
from rich import box
from rich.console import Console
from rich.table import Table

from sts2fsm.assembly import policies
from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import add_json, add_policies, at_least_zero, console, names, positive, print_json
from sts2fsm.embedded.faults import FAULTS
from sts2fsm.errors import BadInput
from sts2fsm.policy import Policies
from sts2fsm.recovery.killing import Killing, over_http
from sts2fsm.recovery.soak import SoakRun, by_fault, in_process, mixture

HELP = "plays many runs with random faults and kills, and counts what went wrong"
FAILED = 5
COLUMNS = ("runs", "struck", "ended", "stopped", "bad", "rejected", "unexpected", "recoveries", "doubles")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=int, default=20, metavar="N", help="runs in this process (default: 20)")
    parser.add_argument("--kills", type=int, default=2, metavar="N", help="runs over HTTP with kill -9 (default: 2)")
    parser.add_argument("--seconds", type=at_least_zero, metavar="S", help="begin no further run after S seconds")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed; each run adds 1 (default: 0)")
    parser.add_argument(
        "--faults", metavar="NAMES", type=names, help="these in every run, instead of a mixture drawn by the seed"
    )
    parser.add_argument(
        "--acts", type=positive, default=1, help="how many acts a run has (default: 1; deaths apart, a third of a run)"
    )
    parser.add_argument(
        "--speed", type=at_least_zero, default=Killing().speed, help="of the game's time over HTTP (default: 8)"
    )
    add_policies(parser)
    add_json(parser, "a JSON line a run, then one with the figures by fault")


def run(args: argparse.Namespace) -> int:
    """0 when every run was good, else 5."""
    chosen = policies(args.policies)
    unknown = sorted(set(args.faults or ()) - FAULTS.keys() - {"all"})
    if unknown:
        raise BadInput(f"--faults: unknown {', '.join(unknown)}: known are {', '.join(FAULTS)}, all")
    told = console(stderr=args.json)
    runs: list[SoakRun] = []
    for one in _runs(args, chosen):
        runs.append(one)
        if args.json:
            print_json(asdict(one))
        if not one.good:
            told.print(f"seed {one.seed}, {one.how}, faults {','.join(one.faults) or 'none'}: {_wrong(one)}")
    figures = by_fault(runs)
    if args.json:
        print_json({"runs": len(runs), "bad": sum(not one.good for one in runs), "by_fault": figures})
    _tell(told, runs, figures)
    return 0 if all(one.good for one in runs) else FAILED


def _runs(args: argparse.Namespace, chosen: Policies) -> Iterator[SoakRun]:
    """The runs over HTTP spread among those in this process, so that a short soak has both."""
    clock = SystemClock()
    began = clock.now()
    total = args.runs + args.kills
    killed = 0
    for number in range(total):
        if args.seconds is not None and clock.now() - began >= args.seconds:
            return
        seed = args.seed + number
        faults: Sequence[str] = mixture(seed) if args.faults is None else args.faults
        with tempfile.TemporaryDirectory(prefix="sts2fsm-soak-") as name:
            if killed * total < args.kills * (number + 1):
                killed += 1
                how = Killing(speed=args.speed, acts=args.acts)
                yield over_http(seed, faults, Path(name), clock, how, args.policies)
            else:
                yield in_process(seed, faults, chosen, Path(name), args.acts)


def _wrong(one: SoakRun) -> str:
    parts = [f"{one.result}: {one.why}"]
    parts += [f"{count} {what}" for count, what in _counts(one) if count]
    return "; ".join(parts)


def _counts(one: SoakRun) -> tuple[tuple[int, str], ...]:
    return (
        (one.doubles, "actions sent twice"),
        (one.torn, "torn journal lines"),
        (one.lost, "lost journal lines"),
    )


def _tell(told: Console, runs: Sequence[SoakRun], figures: Mapping[str, Mapping[str, Any]]) -> None:
    table = Table(box=box.SIMPLE_HEAD if told.is_terminal else None, pad_edge=False)
    table.add_column("fault")
    for column in (*COLUMNS, "longest wait"):
        table.add_column(column, justify="right")
    for name, row in figures.items():
        table.add_row(name, *(str(row[column]) for column in COLUMNS), f"{row['longest_wait']:.0f} s")
    told.print(table)
    reasons = figures["all runs"]["reasons"] if runs else {}
    for reason, times in sorted(reasons.items(), key=lambda pair: -pair[1]):
        told.print(f"stopped {times}: {reason}")
    kills = sum(one.kills for one in runs)
    posts = sum(one.posts for one in runs)
    torn, lost = sum(one.torn for one in runs), sum(one.lost for one in runs)
    told.print(f"{len(runs)} runs, {kills} kills, {posts} actions; torn journal lines: {torn}, lost: {lost}")

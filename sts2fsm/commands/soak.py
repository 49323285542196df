"""Plays many runs on the embedded game with faults drawn at random, in this process and over HTTP with kill -9, and
checks that every one ends or stops with a named reason and that nothing is sent twice. With --payloads: decides on
payloads with mistakes drawn at random instead, and checks that each gets a decision or a named refusal."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from attrs import asdict, evolve
from rich import box
from rich.console import Console
from rich.table import Table

from sts2fsm.assembly import policies
from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import add_json, add_policies, at_least_zero, console, names, positive, print_json
from sts2fsm.content.run_tables import ACTS
from sts2fsm.embedded.faults import FAULTS
from sts2fsm.errors import UsageError
from sts2fsm.evaluate.provenance import code
from sts2fsm.recovery.killing import Killing, over_http
from sts2fsm.recovery.mutations import many, payloads
from sts2fsm.recovery.soak import HTTP, IN_PROCESS, SoakRun, by_fault, drawn, in_process
from sts2fsm.recovery.soak_store import Key, SoakStore

HELP = "plays many runs with random faults and kills, and counts what went wrong"
FAILED = 5
RUNS, KILLS = 20, 2
QUICK = """planner: {budget: none}
waits: {poll_ms: 150}
"""
COLUMNS = ("runs", "struck", "ended", "stopped", "bad", "rejected", "unexpected", "recoveries", "doubles")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--runs", type=count, metavar="N", help="runs in this process (default: 20)")
    parser.add_argument("--kills", type=count, metavar="N", help="runs over HTTP with kill -9 (default: 2)")
    parser.add_argument(
        "--payloads", type=positive, metavar="N", help="decide on so many payloads with mistakes, and no runs"
    )
    parser.add_argument(
        "--from", type=Path, dest="sources", metavar="DIR", action="append", default=[],
        help="where those are: .json files, or .jsonl with a `state` a line; may be given several times",
    )  # fmt: skip
    parser.add_argument("--seconds", type=at_least_zero, metavar="S", help="begin no further run after S seconds")
    parser.add_argument("--seed", type=int, default=0, metavar="N", help="the first seed; each run adds 1 (default: 0)")
    parser.add_argument(
        "--faults", metavar="NAMES", type=names, help="these in every run, instead of a mixture drawn by the seed"
    )
    parser.add_argument(
        "--acts", type=positive, help="how many acts a run has (default: 1, in every twentieth run all)"
    )
    parser.add_argument(
        "--speed", type=positive, default=Killing().speed, help="of the game's time over HTTP (default: %(default)g)"
    )
    parser.add_argument(
        "--quick", action="store_true", help="play card by card and look at the game less often: a quarter of the time"
    )
    parser.add_argument(
        "--store", metavar="FILE", type=Path,
        help="append every run to this file and pass over those that are there; the figures are of all in it",
    )  # fmt: skip
    add_policies(parser)
    add_json(parser, "a JSON line a run, then one with the figures by fault")


def run(args: argparse.Namespace) -> int:
    """0 when every run was good, else 5."""
    unknown = sorted(set(args.faults or ()) - FAULTS.keys() - {"all"})
    if unknown:
        raise UsageError(f"--faults: unknown {', '.join(unknown)}: known are {', '.join(FAULTS)}, all")
    if args.acts is not None and args.acts > ACTS:
        raise UsageError(f"--acts {args.acts}: a run has {ACTS} at most")
    if args.sources and args.payloads is None:
        raise UsageError("--from says where payloads are taken from: it needs --payloads")
    told = console(stderr=args.json)
    if args.payloads is not None:
        return _payloads(args, told)
    made_by = code()
    with ExitStack() as stack:
        overlays = list(args.policies)
        if args.quick:
            folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="sts2fsm-soak-")))
            (folder / "quick.yaml").write_text(QUICK, encoding="utf-8")
            overlays.insert(0, folder / "quick.yaml")
        store = stack.enter_context(SoakStore(args.store)) if args.store else None
        runs = list(store.runs.values()) if store else []
        for played in _runs(args, overlays, frozenset(store.runs if store else ())):
            one = evolve(played, code=made_by)
            runs.append(one)
            if store:
                store.add(one)
            if args.json:
                print_json(asdict(one))
            if not one.good:
                told.print(f"seed {one.seed}, {one.how}, faults {','.join(one.faults) or 'none'}: {_wrong(one)}")
    figures = by_fault(runs)
    if args.json:
        print_json({"runs": len(runs), "bad": sum(not one.good for one in runs), "by_fault": figures})
    _tell(told, runs, figures)
    return 0 if all(one.good for one in runs) else FAILED


def _payloads(args: argparse.Namespace, told: Console) -> int:
    """0 when every payload got a decision or a named refusal, else FAILED."""
    if not args.sources:
        raise UsageError("--payloads needs --from: where are payloads to be mutated?")
    sources = [payload for folder in args.sources for payload in payloads(folder)]
    verdicts = many(range(args.payloads), args.seed, sources, policies(args.policies))
    if args.json:
        print_json({"payloads": args.payloads, "sources": len(sources), **asdict(verdicts)})
    for number, why in verdicts.bad.items():
        told.print(f"payload {number} of seed {args.seed}: {why}")
    reasons = ", ".join(f"{times} {name}" for name, times in sorted(verdicts.reasons.items()))
    told.print(
        f"{args.payloads} payloads from {len(sources)}: {verdicts.decided} decided in {len(verdicts.states)} states, "
        f"{verdicts.refused} refused ({reasons}), {len(verdicts.bad)} bad"
    )
    return FAILED if verdicts.bad else 0


def _runs(args: argparse.Namespace, overlays: Sequence[Path], there: frozenset[Key]) -> Iterator[SoakRun]:
    """The runs that are not there yet; those over HTTP spread among those in this process, so that a short soak has
    both."""
    clock, chosen = SystemClock(), policies(overlays)
    began = clock.now()
    runs, kills = (RUNS if args.runs is None else args.runs), (KILLS if args.kills is None else args.kills)
    for over_wire, seed in _spread(runs, kills, args.seed):
        if (HTTP if over_wire else IN_PROCESS, seed) in there:
            continue
        if args.seconds is not None and clock.now() - began >= args.seconds:
            return
        case = drawn(seed, args.faults, args.acts)
        with tempfile.TemporaryDirectory(prefix="sts2fsm-soak-") as name:
            if over_wire:
                yield over_http(case, Path(name), clock, Killing(speed=args.speed), overlays)
            else:
                yield in_process(case, chosen, Path(name))


def _spread(runs: int, kills: int, first: int) -> Iterator[tuple[bool, int]]:
    """Whether it is one over HTTP, and the seed: each of the two kinds counts up from `first`."""
    done = 0
    for number in range(runs + kills):
        if done * (runs + kills) < kills * (number + 1):
            yield True, first + done
            done += 1
        else:
            yield False, first + number - done


def _wrong(one: SoakRun) -> str:
    parts = [f"{one.result}: {one.why}"]
    parts += [f"{count} {what}" for count, what in _counts(one) if count]
    return "; ".join(parts)


def count(text: str) -> int:
    """A whole number from 0 on."""
    number = int(text)
    if number < 0:
        raise argparse.ArgumentTypeError("must be 0 or more")
    return number


def _counts(one: SoakRun) -> tuple[tuple[int, str], ...]:
    return (
        (one.doubles, "actions sent twice"),
        (one.torn, "torn journal lines"),
        (one.lost, "lost journal lines"),
        (one.longest_wait > one.allowed_wait, f"wait of {one.longest_wait:.0f} s"),
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
    versions = len({one.code for one in runs})
    if versions > 1:
        told.print(f"made by {versions} versions of the code")

"""How long things take: the parts of a step, whole runs, the rules alone, the planner's budgets; and memory.

Seconds are of computing by this process on one core, so that a busy machine matters less; repeats are told as median
and range.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from functools import partial

from attrs import evolve

from sts2fsm.assembly import policies
from sts2fsm.commands.bench import budgets, memory, plays, randomly, steps, wire
from sts2fsm.commands.bench.measure import Asked, Figures, Measure, profiled
from sts2fsm.commands.common import add_json, add_policies, names, positive, print_json
from sts2fsm.errors import UsageError

HELP = "how long parse, advance, decide and search take, and how many cards and runs a second"
WRONG = 5
TOP = 15  # functions of a profile
MEASURES: Mapping[str, Measure] = {
    "steps": steps.MEASURE,
    "wire": wire.MEASURE,
    "random": randomly.MEASURE,
    "rules": plays.MEASURE,
    "budgets": budgets.MEASURE,
    "memory": memory.MEASURE,
}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="payloads (default: fixtures/ or an embedded run's)")
    parser.add_argument(
        "--only", metavar="NAMES", type=_measures, default=(),
        help="measure only these: " + "; ".join(f"{name} ({one.help})" for name, one in MEASURES.items()),
    )  # fmt: skip
    parser.add_argument("--repeat", type=positive, default=5, help="how often each thing is measured (default: 5)")
    parser.add_argument("--runs", type=positive, default=3, help="runs of the bot (default: 3)")
    parser.add_argument("--random", type=positive, default=40, help="runs of random actions (default: 40)")
    parser.add_argument("--check", action="store_true", help="check invariants after every random action")
    parser.add_argument("--fit", action="store_true", help="random runs of a character that wins its fights")
    parser.add_argument("--fights", type=positive, default=60, help="fights of the rules (default: 60)")
    parser.add_argument("--positions", type=positive, default=120, help="positions to search from (default: 120)")
    parser.add_argument("--memory", type=positive, metavar="N", help="watch memory over N random runs in a row")
    parser.add_argument(
        "--profile", type=positive, nargs="?", const=TOP, metavar="N",
        help=f"show the N functions with the most own time under each measure (default: {TOP})",
    )  # fmt: skip
    add_policies(parser)
    add_json(parser, "the figures as one JSON line")


def run(args: argparse.Namespace) -> int:
    """0; 5 when a random run went wrong."""
    chosen = _chosen(args)
    asked = Asked(
        policies=policies(args.policies),
        files=args.files,
        repeat=args.repeat,
        runs=args.runs,
        random=args.random,
        fights=args.fights,
        positions=args.positions,
        memory=args.memory or 0,
        check=args.check,
        fit=args.fit,
    )
    figures: Figures = {}
    for name in chosen:
        measure = MEASURES[name]
        made = measure.work(asked)
        figures |= made
        if not args.json:
            print("\n".join(measure.tell(made)), flush=True)
        if args.profile:
            top = profiled(partial(measure.work, evolve(asked, repeat=1)), args.profile)
            figures.setdefault("profile", {})[name] = top
            if not args.json:
                print("\n".join(_profile(top)), flush=True)
    if args.json:
        print_json(figures)
    return WRONG if figures.get("random", {}).get("wrong") else 0


def _measures(text: str) -> Sequence[str]:
    given = names(text)
    if not given:
        raise argparse.ArgumentTypeError(f"names none of {', '.join(MEASURES)}")
    return given


def _chosen(args: argparse.Namespace) -> Sequence[str]:
    """The measures asked for; memory takes long, and is measured when its number of runs is given."""
    unknown = [name for name in args.only if name not in MEASURES]
    if unknown:
        raise UsageError(f"--only {unknown[0]}: known are {', '.join(MEASURES)}")
    if "memory" in args.only and not args.memory:
        raise UsageError("--only memory: --memory says over how many runs")
    if args.files and args.only and "steps" not in args.only:
        raise UsageError(f"{args.files[0]}: only the measure `steps` reads payloads, and --only leaves it out")
    return [name for name in args.only or MEASURES if name != "memory" or args.memory]


def _profile(top: Sequence[Figures]) -> list[str]:
    return [
        f"    {row['share']:>6.1%} {row['own_s']:>8.3f} s {row['calls']:>9} calls  {row['function']}" for row in top
    ]

"""Plays seeds of the embedded game and says how good the policies are, alone or against others on the same seeds."""

from __future__ import annotations

import argparse
import importlib.util
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import define, field

from sts2fsm import __version__
from sts2fsm.assembly import policies
from sts2fsm.commands import suite, worths
from sts2fsm.commands.common import add_json, add_policies, console, names, positive, print_json
from sts2fsm.commands.evaluate_view import Watching, show
from sts2fsm.commands.places import journal_folder
from sts2fsm.commands.writing import write
from sts2fsm.content import load
from sts2fsm.errors import BadInput, UsageError
from sts2fsm.evaluate import provenance
from sts2fsm.evaluate.campaign import Code, Course, Side, campaign, side, work
from sts2fsm.evaluate.masking import masked
from sts2fsm.evaluate.pool import cores, executor
from sts2fsm.evaluate.report import PAGE, Compared, page
from sts2fsm.evaluate.store import Store
from sts2fsm.evaluate.summary import groups, told
from sts2fsm.evaluate.tasks import MAX_STEPS, Played
from sts2fsm.oracle.open import in_use

if TYPE_CHECKING:  # needs the extra `evaluate`, which only comparing does
    from sts2fsm.evaluate.compare import Comparison, Pair

HELP = "plays seeds: how good the policies are, alone or against others"
RUNS_ALONE: Mapping[str, object] = {  # flags that only whole runs heed, and what they are when not given
    "against": [], "all_seeds": False, "store": None, "any_code": False, "keep_runs": False, "max_steps": MAX_STEPS,
    "report": False, "write": None,
}  # fmt: skip
RUNS = "histories"  # below the store, with --keep-runs


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seeds", metavar="N", type=positive, default=50, help="how many seeds (default: 50)")
    parser.add_argument("--first", metavar="S", type=positive, default=1, help="the first seed (default: 1)")
    parser.add_argument(
        "--characters", metavar="IDS", type=_upper, default=("IRONCLAD",), help="as A,B (default: IRONCLAD)"
    )
    parser.add_argument("--ascension", metavar="0..10", type=_ascensions, default=(0,), help="as 0,5,10 (default: 0)")
    add_policies(parser)
    parser.add_argument(
        "--against", metavar="FILE", type=Path, action="append", default=[],
        help="also play the seeds with this file over the shipped policies, and compare; may be given several times",
    )  # fmt: skip
    parser.add_argument("--all-seeds", action="store_true", help="do not stop early when a comparison is decided")
    parser.add_argument("--workers", type=positive, help="processes (default: one for each core)")
    parser.add_argument("--store", metavar="DIR", type=Path, help="folder of results (default: with the user's state)")
    parser.add_argument("--any-code", action="store_true", help="count stored runs that other code played, too")
    parser.add_argument("--keep-runs", action="store_true", help=f"keep the .run files, in {RUNS}/ of the store")
    parser.add_argument(
        "--max-steps", type=positive, default=MAX_STEPS, help=f"stop a run after so many (default: {MAX_STEPS})"
    )
    parser.add_argument("--report", action="store_true", help=f"play nothing: write {PAGE} from what the store has")
    parser.add_argument(
        "--write", metavar="DIR", type=Path, help=f"with --report: write DIR/{PAGE} instead of printing"
    )
    suite.add(parser)
    worths.add(parser)
    add_json(parser, "end with one JSON line on stdout; progress goes to stderr")


def run(args: argparse.Namespace) -> int:
    """0 when everything was played, or decided early."""
    _check(args)
    if args.suite:
        return suite.run(args)
    if args.worths:
        return worths.run(args)
    folder = args.store or journal_folder().parent / "evaluations"
    mine = side(args.policies)
    if args.report:
        return _report(args, folder, mine)
    other = side(args.against) if args.against else None
    for files in (args.policies, args.against):
        in_use(policies(files))  # an oracle without its key is told here, and not by every run
    course = Course(range(args.first, args.first + args.seeds), args.characters, args.ascension)
    code = Code(_code(args), provenance.commit(), args.any_code)
    with Store(folder) as store:
        outcome = _play(args, store, course, (mine, other) if other else (mine,), code)
        if args.json:
            print_json(outcome.as_dict())
        else:
            show(console(), outcome.as_dict(), outcome.sentences())
    if _code(args) != code.fingerprint:
        console(stderr=True).print("sts2fsm: the code changed while it was evaluated: runs may be of either")
    return 0


def _check(args: argparse.Namespace) -> None:
    known = load().characters
    wrong = [name for name in args.characters if name not in known]
    if wrong:
        raise UsageError(f"--characters {wrong[0]}: known are {', '.join(known)}")
    if args.suite and args.worths:
        raise UsageError("--suite and --worths play fights of different kinds: give one of them")
    if args.players is not None and not args.suite:
        raise UsageError("--players goes with --suite")
    if args.suite or args.worths:
        unheeded = [name for name, usual in RUNS_ALONE.items() if getattr(args, name) != usual]
        if unheeded:
            flag = "--suite" if args.suite else "--worths"
            raise UsageError(f"{flag} plays fights: --{unheeded[0].replace('_', '-')} goes with whole runs")
    if args.write is not None and not args.report:
        raise UsageError("--write goes with --report")
    if args.against and importlib.util.find_spec("scipy") is None:
        raise UsageError("--against needs scipy: pip install 'sts2fsm[evaluate]'")


def _code(args: argparse.Namespace) -> str:
    """What plays: the code, and the step limit where it is not the usual one, as that can end a run too."""
    limit = "" if args.max_steps == MAX_STEPS else f"/{args.max_steps}"
    return provenance.code() + limit


# --- playing ----------------------------------------------------------------------------------------------------------
@define
class Outcome:
    """Everything that is told at the end."""

    course: Course
    sides: Sequence[Side]
    code: Code
    runs: list[list[Played]]  # by side
    comparison: Comparison | None = None
    decided: int | None = None
    pairs: int = 0

    def as_dict(self) -> dict[str, Any]:
        played = [
            {"policies": one.name, "policy_hash": one.hash, "groups": [group.as_dict() for group in groups(runs)]}
            for one, runs in zip(self.sides, self.runs, strict=True)
        ]
        return {
            "seeds": {"first": self.course.seeds.start, "count": len(self.course.seeds)},
            "version": __version__,
            "commit": self.code.commit,
            "code": self.code.fingerprint,
            "sides": played,
            "comparison": self.comparison,
            "decided_after": self.decided,
        }

    def sentences(self) -> list[str]:
        if self.comparison is None:
            return []
        if self.sides[0].hash == self.sides[1].hash:
            return ["Both say the same, value by value: the runs are the same, and no difference was found."]
        one, other = _names(self.sides[0], self.sides[1])
        return told(self.comparison, one, other, decided=self.decided)


def _play(args: argparse.Namespace, store: Store, course: Course, sides: Sequence[Side], code: Code) -> Outcome:
    tasks = work(course, sides, max_steps=args.max_steps, keep=store.folder / RUNS if args.keep_runs else None)
    workers = args.workers or cores()
    looking = Looking(store, course, sides, code, stops=len(sides) > 1 and not args.all_seeds)
    there = store.runs(code.wanted)
    done = [there[task.key] for task in tasks if task.key in there]
    with Watching(console(stderr=True), len(tasks), done) as watching:
        try:
            campaign(
                tasks, store, code, partial(executor, workers), ahead=workers + 1 if workers > 1 else 1,
                done=watching.done, enough=looking.decided, leaving=watching.leaving,
            )  # fmt: skip
        except BaseException:
            safe = Store(store.folder, write=False).runs(code.wanted)
            count = sum(task.key in safe for task in tasks)
            kept = f"{count} of {len(tasks)} runs are kept in {masked(store.folder)}"
            console(stderr=True).print(f"sts2fsm: {kept}; the same command goes on from there")
            raise
    chosen = store.runs(code.wanted)
    runs = [[chosen[key] for key in course.keys(one.hash) if key in chosen] for one in sides]
    outcome = Outcome(course, sides, code, runs)
    if len(sides) > 1:
        from sts2fsm.evaluate.compare import compare

        pairs = looking.pairs()
        outcome.decided = looking.after
        outcome.comparison = compare(pairs[: looking.after])
    return outcome


@define
class Looking:
    """Watches a comparison for being decided, at fixed numbers of pairs in order of seeds."""

    store: Store
    course: Course
    sides: Sequence[Side]
    code: Code
    stops: bool
    after: int | None = None
    _looked: int = field(default=0)

    def pairs(self) -> list[Pair]:
        """Every pair up to the first that is not whole."""
        from sts2fsm.evaluate.compare import paired

        there = self.store.runs(self.code.wanted)
        one, other = (self.course.keys(side.hash) for side in self.sides)
        return paired([(there.get(a), there.get(b)) for a, b in zip(one, other, strict=True)], self.store.fights)

    def decided(self) -> bool:
        if not self.stops:
            return False
        from sts2fsm.evaluate.compare import LOOK_EVERY, decided_after

        pairs = self.pairs()
        if len(pairs) // LOOK_EVERY > self._looked:
            self._looked = len(pairs) // LOOK_EVERY
            self.after = decided_after(pairs)
        return self.after is not None


# --- the page of results ----------------------------------------------------------------------------------------------
def _report(args: argparse.Namespace, folder: Path, mine: Side) -> int:
    if not folder.is_dir():
        raise BadInput(f"--store {masked(folder)}: there is no such folder; `evaluate` makes it")
    store = Store(folder, write=False)
    code = _code(args)
    runs = {key: run for key, run in store.runs(None if args.any_code else code).items() if key[0] == mine.hash}
    if not runs:
        other = "" if args.any_code else f" by this code ({code}; --any-code counts others, too)"
        raise BadInput(f"--store {masked(folder)}: holds no run of these policies ({mine.hash}){other}")
    compared = [_compared(store, runs, side([path]), None if args.any_code else code) for path in args.against]
    write(page(list(runs.values()), mine.name, compared), args.write / PAGE if args.write else None)
    return 0


def _compared(store: Store, runs: dict[Any, Played], other: Side, code: str | None) -> Compared:
    from sts2fsm.evaluate.compare import Pair, compare, decided_after

    there = store.runs(code)
    pairs = []
    for key, one in sorted(runs.items(), key=lambda item: (item[0][3], item[0])):  # seed by seed, as they were played
        match = there.get((other.hash, *key[1:]))
        if match is not None:
            pairs.append(Pair(one, match, tuple(store.fights(one)), tuple(store.fights(match))))
    if not pairs:
        raise BadInput(f"{other.name}: the store has no seed that both have played; `evaluate --against` plays them")
    after = decided_after(pairs)
    return Compared(other.name, other.hash, tuple(told(compare(pairs[:after]), "these", "it", decided=after)))


# --- flags ------------------------------------------------------------------------------------------------------------
def _names(one: Side, other: Side) -> tuple[str, str]:
    return (one.name, other.name) if one.name != other.name else (f"{one.name} (1)", f"{other.name} (2)")


def _upper(text: str) -> tuple[str, ...]:
    given = tuple(name.upper() for name in names(text))
    if not given or len(set(given)) < len(given):
        raise argparse.ArgumentTypeError("must be ids of characters, each once")
    return given


def _ascensions(text: str) -> tuple[int, ...]:
    given = names(text)
    known = {str(number): number for number in range(11)}
    if not given or len(set(given)) < len(given) or not set(given) <= set(known):
        raise argparse.ArgumentTypeError("must be numbers from 0 to 10, each once")
    return tuple(known[part] for part in given)

"""What run histories say: results, killers, cards, fights. Reads the game's `.run` files, its folders or any other."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from sts2fsm.commands.common import add_json, console, positive, print_json
from sts2fsm.commands.places import journal_folder
from sts2fsm.commands.runs_view import show
from sts2fsm.errors import BadInput
from sts2fsm.evaluate.figures import BY, Figures
from sts2fsm.evaluate.flat import Tables, run_row
from sts2fsm.evaluate.folders import HISTORIES, Source, histories, sources
from sts2fsm.evaluate.intervals import LEAST
from sts2fsm.evaluate.journals import Journals, journals
from sts2fsm.evaluate.masking import masked
from sts2fsm.evaluate.reading import RunReader
from sts2fsm.evaluate.records import RunFile

HELP = "run histories: results, killers, cards, fights"
MOST_PROBLEMS = 20  # lines; --json has all
FILTERS = ("character", "ascension", "build", "mode", "policy")


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", metavar="PATH", type=Path, nargs="*",
        help=".run files, or folders with such files at any depth (default: the game's own history folders)",
    )  # fmt: skip
    parser.add_argument("--saves", choices=tuple(HISTORIES), help="without PATH: only these saves of the game")
    for name in FILTERS:
        parser.add_argument(f"--{name}", metavar="X", help=f"only runs of this {name}, spelled as in the summary")
    parser.add_argument(
        "--journals", metavar="DIR", type=Path, action="append", default=[],
        help="journals that tell which policies played a run (default: the folder that `play` writes to)",
    )  # fmt: skip
    parser.add_argument(
        "--least", metavar="N", type=positive, default=LEAST, help=f"runs from which a rate is told (default: {LEAST})"
    )
    parser.add_argument("--csv", metavar="DIR", type=Path, help="also write the flat tables there, as CSV files")
    add_json(parser, "everything as one JSON line")


def run(args: argparse.Namespace) -> int:
    """0 when any file could be read. Files that could not be are named on stderr and passed over."""
    found = list(sources(args.paths or _own_folders(args.saves)))
    if not found:
        raise BadInput(f"{', '.join(map(masked, args.paths)) or 'the history folders'}: no .run file there")
    ours = journals(args.journals or [folder for folder in (journal_folder(),) if folder.is_dir()])
    reader, figures = RunReader(), dict[str, Figures]()
    with ExitStack() as stack:
        tables = stack.enter_context(Tables(args.csv)) if args.csv is not None else None
        for source, run, policy in _wanted(reader.all(found), ours, args):
            figures.setdefault(source.kind, Figures()).add(run, policy)
            if tables is not None:
                tables.add(run_row(source, run, policy), run)
    if args.json:
        print_json(_told(found, reader, figures, ours, args.least))
    else:
        out = console()
        for kind, some in figures.items():
            show(out, kind, some, args.least)
        if not figures:
            out.print("No run is of the kind that was asked for.")
    _complain(reader, ours, quiet=args.json)
    broken = sum(problem.fatal for problem in reader.problems)
    return 1 if broken == len(found) else 0


def _own_folders(saves: str | None) -> list[Path]:
    """The game's history folders on this machine. Raises BadInput when there is none."""
    folders = [folder for kind in HISTORIES if saves in (None, kind) for folder in histories(kind)]
    if not folders:
        raise BadInput("no history folder of the game was found on this machine: name a folder or files")
    return folders


def _wanted(
    read: Iterator[tuple[Source, RunFile]], ours: Journals, args: argparse.Namespace
) -> Iterator[tuple[Source, RunFile, str | None]]:
    for source, run in read:
        policy = ours.policy_of(run)
        asked = {name: getattr(args, name) for name in FILTERS if getattr(args, name) is not None}
        if all(BY[name](run, policy).lower() == wanted.lower() for name, wanted in asked.items()):
            yield source, run, policy


def _told(
    found: Sequence[Source], reader: RunReader, figures: dict[str, Figures], ours: Journals, least: int
) -> dict[str, Any]:
    return {
        "files": len(found),
        "read": len(found) - sum(problem.fatal for problem in reader.problems),
        "problems": [
            {"path": masked(problem.path), "what": masked(problem.what), "fatal": problem.fatal}
            for problem in reader.problems
        ],
        "foreign_keys": dict(reader.foreign.most_common()),
        "saves": {kind: some.as_dict(least) for kind, some in figures.items()},
        "journals": ours.figures(),
    }


def _complain(reader: RunReader, ours: Journals, *, quiet: bool) -> None:
    """Problems on stderr, a line each."""
    out = console(stderr=True)
    for problem in reader.problems[:MOST_PROBLEMS]:
        out.print(f"sts2fsm: {problem}")
    if len(reader.problems) > MOST_PROBLEMS:
        out.print(f"sts2fsm: and {len(reader.problems) - MOST_PROBLEMS} more like these; --json lists all")
    for path in ours.unread:
        out.print(f"sts2fsm: {masked(path)}: is no journal")
    if reader.foreign and not quiet:
        out.print(f"sts2fsm: keys nobody here knows, passed over: {', '.join(sorted(reader.foreign))}")

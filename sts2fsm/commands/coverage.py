"""What was never exercised: rows of the machine that nothing fired, content without behaviour, events missing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from pathlib import Path

from sts2fsm.assembly import brain, policies
from sts2fsm.commands.checkout import facts_dir, proofs, wanted
from sts2fsm.commands.common import STDIN, add_json, lines, names, positive, print_json, read_text
from sts2fsm.commands.machine_view import all_rows
from sts2fsm.commands.rehearsal import rehearse
from sts2fsm.commands.trace import replay
from sts2fsm.content import BUILDS
from sts2fsm.content.coverage import Count, count
from sts2fsm.embedded import EVENTS_MISSING
from sts2fsm.embedded.faults import Faults
from sts2fsm.embedded.placement import Placement
from sts2fsm.errors import BadInput, UsageError
from sts2fsm.journal import files

HELP = "rows of the machine never fired, and what the content lacks, table by table and build by build"
COLUMNS = ("present", "behave", "unsure", "multiplayer", "tested")
SHOWN = 12  # rows of one origin that are listed without -v


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "files", metavar="FILE", nargs="*", help="journals and traces whose rows count as fired, or folders of journals"
    )  # fmt: skip
    parser.add_argument("--play", metavar="N", type=positive, help="also play seeds 1 to N on the embedded game")
    parser.add_argument("--faults", metavar="NAMES", type=names, default=(), help="with --play: faults switched on")
    parser.add_argument("--rooms", metavar="NAMES", type=names, default=(), help="with --play: rare screens to place")
    parser.add_argument("--build", choices=BUILDS, help="whose content is counted (without it: every build's)")
    parser.add_argument("--facts", metavar="DIR", help="the published facts that tell what there should be")
    parser.add_argument(
        "-v", "--verbose", action="store_true", help="list every row that was never fired, and every unsure entity"
    )
    add_json(parser, "one JSON line, with every row that was never fired")


def run(args: argparse.Namespace) -> int:
    """0; 1 while something of the content is absent, has no behaviour or no test."""
    _check(args)
    fired = _fired(args)
    table = all_rows()
    never: dict[str, list[str]] = {}
    for row in table:
        if str(row) not in fired:
            never.setdefault(row.origin, []).append(str(row))
    folder = facts_dir(args.facts)
    builds = (args.build,) if args.build else BUILDS
    content = {build: count(build, wanted(folder, build) if folder else None, proofs(build)) for build in builds}
    code = int(bool(EVENTS_MISSING) or any(one.missing for tables in content.values() for one in tables.values()))
    if args.json:
        counts = {"total": len(table), "fired": len(table) - sum(map(len, never.values())), "never": never}
        print_json({"rows": counts, "content": content, "facts": folder is not None, "events_missing": EVENTS_MISSING})
        return code
    totals: dict[str, int] = {}
    for row in table:
        totals[row.origin] = totals.get(row.origin, 0) + 1
    _print_rows(totals, never, verbose=args.verbose, given=bool(args.files or args.play))
    _print_content(content, facts=folder is not None, verbose=args.verbose)
    return code


def _check(args: argparse.Namespace) -> None:
    """Raises UsageError for faults and rooms that nothing would play, or that there are not."""
    for flag, given in (("--faults", args.faults), ("--rooms", args.rooms)):
        if given and not args.play:
            raise UsageError(f"{flag} goes with --play")
    try:
        Faults(args.faults, 1), Placement(args.rooms)
    except BadInput as fault:
        raise UsageError(f"--faults and --rooms: {fault}") from None


def _fired(args: argparse.Namespace) -> set[str]:
    fired: set[str] = set()
    for name in args.files:
        for file in (name,) if name == STDIN else map(str, files([Path(name)])):
            fired |= fired_in(file)
    if args.play:
        chosen = policies()
        for seed in range(1, args.play + 1):
            _, mind = rehearse(chosen, seed, faults=args.faults, rooms=args.rooms)
            fired |= set(map(str, mind.tracker.fired))
    return fired


def fired_in(name: str) -> set[str]:
    """The rows that a journal names, or that a recorded trace fires. Raises BadInput for anything else."""
    text = read_text(name)
    first = next((line for _, line in lines(text)), "")
    try:
        record = json.loads(first)
    except ValueError:
        raise BadInput(f"{name}: is neither a journal nor a trace: its first line is not JSON") from None
    if isinstance(record, dict) and "kind" in record:
        numbered = list(lines(text))
        edges = (_edge(name, number, line, number == numbered[-1][0]) for number, line in numbered)
        return {edge for edge in edges if edge}
    if isinstance(record, dict) and "state" in record:
        mind = brain(policies())
        replay(name, mind)
        return set(map(str, mind.tracker.fired))
    raise BadInput(f"{name}: is neither a journal (`kind`) nor a trace (`state`)")


def _edge(name: str, number: int, line: str, last: bool) -> str | None:
    """The row of a journal's line; a torn last line has none. Raises BadInput for any other that is no record."""
    try:
        record = json.loads(line)
    except ValueError:
        record = {} if last else None
    if not isinstance(record, dict):
        raise BadInput(f"{name}:{number}: is no record of a journal")
    return str(record["edge"]) if record.get("edge") else None


def _print_rows(totals: Mapping[str, int], never: Mapping[str, list[str]], *, verbose: bool, given: bool) -> None:
    if not given:
        print("Rows of the machine: name journals or traces, or --play N, to see which were never fired.")
    for origin, total in totals.items():
        missing = never.get(origin, [])
        print(f"{origin:<24}{total - len(missing):>5} of {total:>5} rows fired")
        if given:
            shown = missing if verbose else missing[:SHOWN] if origin not in ("interrupts", "common") else []
            for row in shown:
                print(f"    never: {row}")
            if len(missing) > len(shown):
                print(f"    and {len(missing) - len(shown)} more (-v)")


def _print_content(content: Mapping[str, Mapping[str, Count]], *, facts: bool, verbose: bool) -> None:
    for build, tables in content.items():
        print(f"\nContent of build {build}:")
        print(f"{'':<16}" + "".join(f"{word:>13}" for word in COLUMNS))
        for table, one in tables.items():
            tested = "-" if one.tested is None else one.tested
            cells = (one.present, one.behaves, len(one.unsure), len(one.multiplayer), tested)
            print(f"{table:<16}" + "".join(f"{cell:>13}" for cell in cells))
        for table, one in tables.items():
            if verbose and one.unsure:
                print(f"  {table} unsure ({len(one.unsure)}): {', '.join(one.unsure)}")
            for why, ids in (("absent", one.absent), ("without behaviour", one.idle), ("untested", one.untested)):
                if ids:
                    print(f"  {table} {why} ({len(ids)}): {', '.join(ids)}")
    if not facts:
        print("\nCounted against the tables themselves: no facts here (--facts DIR).")
    print(f"\nEvents that the embedded game does not play yet: {len(EVENTS_MISSING)}")
    for name, why in EVENTS_MISSING.items():
        print(f"    {name}: {why}")

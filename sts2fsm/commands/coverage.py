"""What was never exercised: rows of the machine that nothing fired, content without behaviour, events missing."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Mapping
from typing import Any

from sts2fsm.assembly import brain, policies
from sts2fsm.commands.common import add_json, lines, names, positive, print_json, read_text
from sts2fsm.commands.machine_view import all_rows
from sts2fsm.commands.rehearsal import rehearse
from sts2fsm.commands.trace import replay
from sts2fsm.content import BUILDS, DEFAULT_BUILD, load
from sts2fsm.content.run_tables import run_tables
from sts2fsm.embedded import EVENTS_MISSING
from sts2fsm.errors import BadInput

HELP = "rows of the machine never fired, and what the content tables lack"
KINDS = ("cards", "powers", "monsters", "potions", "relics")
SHOWN = 12  # rows of one origin that are listed without -v


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="journals and traces whose rows count as fired")
    parser.add_argument("--play", metavar="N", type=positive, help="also play seeds 1 to N on the embedded game")
    parser.add_argument("--faults", metavar="NAMES", type=names, default=(), help="with --play: faults switched on")
    parser.add_argument("--rooms", metavar="NAMES", type=names, default=(), help="with --play: rare screens to place")
    parser.add_argument("--build", choices=BUILDS, default=DEFAULT_BUILD, help="whose content is counted")
    parser.add_argument("-v", "--verbose", action="store_true", help="list every row that was never fired")
    add_json(parser, "one JSON line, with every row that was never fired")


def run(args: argparse.Namespace) -> int:
    """0."""
    fired = _fired(args)
    table = all_rows()
    never: dict[str, list[str]] = {}
    for row in table:
        if str(row) not in fired:
            never.setdefault(row.origin, []).append(str(row))
    content = content_counts(args.build)
    if args.json:
        counts = {"total": len(table), "fired": len(table) - sum(map(len, never.values())), "never": never}
        print_json({"rows": counts, "content": content, "events_missing": EVENTS_MISSING})
        return 0
    totals: dict[str, int] = {}
    for row in table:
        totals[row.origin] = totals.get(row.origin, 0) + 1
    _print_rows(totals, never, verbose=args.verbose, given=bool(args.files or args.play))
    _print_content(content, args.build)
    return 0


def _fired(args: argparse.Namespace) -> set[str]:
    fired: set[str] = set()
    for name in args.files:
        fired |= fired_in(name)
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
        edges = (_edge(line) for _, line in lines(text))
        return {edge for edge in edges if edge}
    if isinstance(record, dict) and "state" in record:
        mind = brain(policies())
        replay(name, mind)
        return set(map(str, mind.tracker.fired))
    raise BadInput(f"{name}: is neither a journal (`kind`) nor a trace (`state`)")


def _edge(line: str) -> str | None:
    """The row of a journal's line; a torn last line has none."""
    try:
        edge = json.loads(line).get("edge")
    except ValueError:
        return None
    return str(edge) if edge else None


def content_counts(build: str) -> dict[str, dict[str, int]]:
    """For each kind of thing: how many there are, behave as in the game, and rest on an unsure fact."""
    content = load(build)
    counted = {
        kind: _counts(getattr(content, kind).values(), behaves=lambda one: one.behaves, unsure=lambda one: one.unsure)
        for kind in KINDS
    }
    monsters = {name for name, one in content.monsters.items() if one.behaves}
    counted["encounters"] = _counts(
        content.encounters.values(), behaves=lambda one: _roster(one.monsters, one.possible) <= monsters
    )
    counted["characters"] = _counts(
        content.characters.values(),
        behaves=lambda one: all(content.cards[card].behaves for card in one.deck if card in content.cards),
    )
    events = run_tables(build).events
    counted["events"] = {
        "total": len(events) + len(EVENTS_MISSING),
        "behaves": len(events),
        "unsure": sum(event.unsure for event in events.values()),
    }
    return counted


def _roster(monsters: Any, possible: Iterable[str]) -> set[str]:
    """Every monster id that an encounter's line-up can name; a variant stands after a colon."""
    if isinstance(monsters, str):
        return {monsters.split(":")[0]}
    found = {name.split(":")[0] for name in possible}
    return found or {name for item in monsters if isinstance(item, str) for name in _roster(item, ())}


def _counts(things: Iterable[Any], *, behaves: Any, unsure: Any = None) -> dict[str, int]:
    listed = list(things)
    return {
        "total": len(listed),
        "behaves": sum(bool(behaves(one)) for one in listed),
        "unsure": sum(bool(unsure(one)) for one in listed) if unsure else 0,
    }


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


def _print_content(content: Mapping[str, Mapping[str, int]], build: str) -> None:
    print(f"\nContent of build {build}:")
    for kind, count in content.items():
        print(f"{kind:<12}{count['behaves']:>5} of {count['total']:>4} behave, {count['unsure']} with an unsure fact")
    print(f"\nEvents that the embedded game does not play yet ({len(EVENTS_MISSING)}):")
    for name, why in EVENTS_MISSING.items():
        print(f"    {name}: {why}")

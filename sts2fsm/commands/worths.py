"""`evaluate --worths`: what cards and relics bring in fights of random decks, for the tables of policies.yaml."""

from __future__ import annotations

import argparse
import importlib.util
from concurrent.futures import Future
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.progress import Progress

from sts2fsm.commands.common import console, print_json
from sts2fsm.errors import UsageError
from sts2fsm.evaluate.campaign import side
from sts2fsm.evaluate.pool import cores, executor

if TYPE_CHECKING:  # needs the extra `evaluate`
    from sts2fsm.evaluate.worths import Coefficient, Trial


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--worths", action="store_true",
        help="play --seeds fights of random decks instead of runs, and tell what each card and relic brings",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """0. Raises UsageError for a flag that it takes no notice of, and without numpy."""
    if importlib.util.find_spec("numpy") is None:
        raise UsageError("--worths needs numpy: pip install 'sts2fsm[evaluate]'")
    if args.ascension != (0,):
        raise UsageError("--worths plays fights without an ascension: --ascension goes with runs and --suite")
    from sts2fsm.evaluate.worths import coefficients

    mine = side(args.policies)
    told: dict[str, Any] = {}
    for character in args.characters:
        cards, relics = coefficients(_played(args, character, mine.overlays))
        told[character] = {"cards": cards, "relics": relics}
        if not args.json:
            _show(character, cards, relics)
    if args.json:
        print_json({"policy_hash": mine.hash, "fights": args.seeds, "characters": told})
    return 0


def _played(args: argparse.Namespace, character: str, overlays: tuple[Path, ...]) -> list[Trial]:
    from sts2fsm.evaluate.worths import DraftTask, play_draft

    err = console(stderr=True)
    futures: list[Future[Trial]] = []
    with Progress(console=err, disable=not err.is_terminal) as bar, executor(args.workers or cores()) as pool:
        shown = bar.add_task(character, total=args.seeds)
        for number in range(args.first, args.first + args.seeds):
            futures.append(pool.submit(play_draft, DraftTask(character, number, overlays)))
            futures[-1].add_done_callback(lambda _: bar.advance(shown))
        return [future.result() for future in futures]


def _show(character: str, cards: list[Coefficient], relics: list[Coefficient]) -> None:
    out = console()
    out.print(f"{character}: points of health a copy brings, against the average one, and the standard error")
    for kind, found in (("cards", cards), ("relics", relics)):
        known = [f"{one.name} {one.points:+.1f} ({one.error:.1f})" for one in found if one.points is not None]
        few = [f"too few fights to tell of {len(found) - len(known)}"] if len(known) < len(found) else []
        out.print(f"  {kind}: " + "; ".join([*filter(None, [", ".join(known)]), *few]))

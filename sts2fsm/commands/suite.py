"""`evaluate --suite`: fights against elites and bosses with fixed decks, each player on the same ones."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from concurrent.futures import Future

from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from sts2fsm import __version__
from sts2fsm.commands.common import console, names, print_json
from sts2fsm.errors import UsageError
from sts2fsm.evaluate import provenance
from sts2fsm.evaluate.campaign import side
from sts2fsm.evaluate.fight_figures import Apart, Row, apart, rows
from sts2fsm.evaluate.fights import PLAYERS, FightResult, FightTask, play_fight
from sts2fsm.evaluate.pool import cores, executor
from sts2fsm.evaluate.suites import SUITES

USUAL = ("none", "greedy", "reflex")
REFERENCE = "reflex"  # whom the others are measured against, where it plays
FAULTS_TOLD = 5


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--suite", choices=tuple(SUITES), help="play the fights of a suite instead of whole runs")
    parser.add_argument(
        "--players", metavar="NAMES", type=_players,
        help=f"with --suite: who plays, of {', '.join(PLAYERS)} (default: {','.join(USUAL)})",
    )  # fmt: skip


def run(args: argparse.Namespace) -> int:
    """0. Raises UsageError for a player nobody knows."""
    players: tuple[str, ...] = args.players or USUAL
    wrong = [name for name in players if name not in PLAYERS]
    if wrong:
        raise UsageError(f"--players {wrong[0]}: known are {', '.join(PLAYERS)}")
    mine = side(args.policies)
    tasks = [
        FightTask(scene, character, player, seed, ascension, mine.overlays)
        for seed in range(args.first, args.first + args.seeds)
        for ascension in args.ascension
        for character in args.characters
        for scene in SUITES[args.suite]
        for player in players
    ]
    results = _played(tasks, args.workers or cores())
    reference = REFERENCE if REFERENCE in players else players[0]
    told, between = rows(results), apart(results, reference)
    if args.json:
        print_json(
            {
                "suite": args.suite,
                "seeds": {"first": args.first, "count": args.seeds},
                "version": __version__,
                "commit": provenance.commit(),
                "code": provenance.code(),
                "policy_hash": mine.hash,
                "rows": [{**_plain(row), "wins": row.wins.as_dict()} for row in told],
                "apart": between,
                "faults": [f"{one.task.scene.encounter} {one.task.seed}: {one.why}" for one in results if one.why],
            }
        )
    else:
        _show(console(), told, between, results)
    return 0


def _players(text: str) -> tuple[str, ...]:
    given = names(text)
    if not given or len(set(given)) < len(given):
        raise argparse.ArgumentTypeError("must be names of players, each once")
    return given


def _plain(row: Row) -> dict[str, object]:
    return {
        "encounter": row.encounter, "character": row.character, "player": row.player, "hp_lost": row.hp_lost,
        "turns": row.turns,
    }  # fmt: skip


def _played(tasks: Sequence[FightTask], workers: int) -> list[FightResult]:
    err = console(stderr=True)
    futures: list[Future[FightResult]] = []
    with Progress(console=err, disable=not err.is_terminal) as bar, executor(workers) as pool:
        shown = bar.add_task("fights", total=len(tasks))
        for task in tasks:
            futures.append(pool.submit(play_fight, task))
            futures[-1].add_done_callback(lambda _: bar.advance(shown))
        return [future.result() for future in futures]


def _show(out: Console, told: Sequence[Row], between: Sequence[Apart], results: Sequence[FightResult]) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, head in enumerate(
        ("encounter", "character", "player", "fights", "won (95 %)", "health lost, mean (95 %)", "turns")
    ):
        table.add_column(head, justify="left" if place < 3 else "right")
    for row in told:
        table.add_row(
            row.encounter, row.character, row.player, str(row.wins.n), row.wins.percent, str(row.hp_lost),
            f"{row.turns:.1f}",
        )  # fmt: skip
    out.print(table)
    for one in between:
        out.print(
            f"{one.player} against {one.reference}, {one.hp_lost.n} fights both played: health lost {one.hp_lost}; "
            f"only {one.player} won {one.only_player}, only {one.reference} {one.only_reference}"
        )
    faults = [one for one in results if one.why]
    for fault in faults[:FAULTS_TOLD]:
        out.print(f"  {fault.task.scene.encounter}, {fault.task.character}, seed {fault.task.seed}: {fault.why}")
    if len(faults) > FAULTS_TOLD:
        out.print(f"  {len(faults) - FAULTS_TOLD} more that ended in a fault")

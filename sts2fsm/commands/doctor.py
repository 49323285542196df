"""Examines the installation: the game and its mod, folders, policies. A table with a verdict and what to do."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from attrs import asdict
from rich import box
from rich.table import Table
from rich.text import Text

from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import add_json, add_policies, console, print_json
from sts2fsm.commands.places import journal_folder
from sts2fsm.commands.play import URL
from sts2fsm.doctor import Check, Machine, Verdict, examine, exit_code
from sts2fsm.recovery.files import state_folder

HELP = "examines the installation and says what to do"
STYLE = {Verdict.OK: "green", Verdict.NOTE: "yellow", Verdict.UNKNOWN: "yellow", Verdict.FAIL: "bold red"}


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--url", default=URL, help=f"where the mod listens (default: {URL})")
    parser.add_argument("--journal", metavar="DIR", type=Path, help="the folder that journals will go to")
    add_policies(parser)
    add_json(parser, "one JSON line a check")


def run(args: argparse.Namespace) -> int:
    """0 when `play --game live` would work, else the code it would end with."""
    machine = Machine(
        url=args.url,
        home=Path.home(),
        platform=sys.platform,
        environment=os.environ,
        journals=args.journal or journal_folder(),
        state=state_folder(),
        overlays=args.policies,
    )
    checks: list[Check] = []
    for check in examine(machine, SystemClock()):
        checks.append(check)
        if args.json:
            print_json(asdict(check))
    if not args.json:
        _tell(checks)
    return exit_code(checks)


def _tell(checks: list[Check]) -> None:
    terminal = console()
    table = Table(box=box.SIMPLE_HEAD if terminal.is_terminal else None, pad_edge=False)
    for column in ("check", "verdict", "found", "what to do"):
        table.add_column(column, overflow="fold")
    for check in checks:
        table.add_row(check.name, Text(check.verdict, STYLE[check.verdict]), check.found, check.todo)
    terminal.print(table)
    code = exit_code(checks)
    terminal.print("The game can be played." if code == 0 else f"play --game live would end with exit code {code}.")

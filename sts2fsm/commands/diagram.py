"""The machine as a Mermaid diagram, a table of all rows, and a picture."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from pathlib import Path

from handlers import HANDLERS
from sts2fsm.commands.machine_view import Line, all_rows, arrows, box_of, boxes, lines_declared_once, lines_of, title
from sts2fsm.commands.picture import svg
from sts2fsm.commands.writing import write
from sts2fsm.handler import OBSERVE
from sts2fsm.machine.interrupts import INTERRUPTS
from sts2fsm.states import State

HELP = "the machine as Mermaid, a table of all rows, or a picture"
PAGE, PICTURE = "fsm.md", "fsm.svg"
MANY = 8  # more names than this are said as all but a few

HEAD = """# The machine

Written by `python -m sts2fsm diagram --write docs`; do not edit.

The machine follows the game. A row is taken when its action was sent (or nothing was: `observe`), the payload shows its
target, and its guard holds. Rows are tried in the order of these tables: a screen's own, then the interrupts, then the
common ones. An observation that no row admits is an *unexpected edge*: it is recorded with both payloads, and the
machine takes the state that is seen.

A line here stands for one row for each of its states, actions and targets.
"""
TABLE_HEAD = "| from | action | guard | meaning | to | memory |\n|---|---|---|---|---|---|"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--format", choices=("mermaid", "table", "svg"), default="mermaid", help="(default: mermaid)")
    parser.add_argument("--write", metavar="DIR", type=Path, help=f"write DIR/{PAGE} and DIR/{PICTURE} instead")


def run(args: argparse.Namespace) -> int:
    """0."""
    if args.write is not None:
        write(page(), args.write / PAGE)
        write(svg(), args.write / PICTURE)
    else:
        write({"mermaid": mermaid, "table": tables, "svg": svg}[args.format](), None)
    return 0


def page() -> str:
    """The Markdown page docs/fsm.md."""
    total = len(all_rows())
    counted = f"{total} rows, {len(State)} states, {len(HANDLERS)} handlers."
    picture = (
        f"![Every screen with its states, and where each leads]({PICTURE})\n\n"
        "Arrows have the colour of the screen they leave. What comes and goes over any screen is named at the bottom."
    )
    return "\n".join((HEAD, counted, "", picture, "", "```mermaid", mermaid().rstrip(), "```", "", tables()))


# --- mermaid ----------------------------------------------------------------------------------------------------------
def mermaid() -> str:
    """Screens as groups of their states; arrows within and between them; interrupts as one note."""
    return "\n".join((*_mermaid_lines(), ""))


def _mermaid_lines() -> Iterator[str]:
    table, of = all_rows(), box_of()
    inner = [arrow for arrow in arrows(str, table) if of(State(arrow.source)) == of(State(arrow.dest))]
    yield "stateDiagram-v2"
    yield "    direction LR"
    for box in boxes():
        yield f'    state "{box.title}" as {box.name} {{'
        yield from (f"        {state}" for state in box.states)
        for arrow in inner:
            if of(State(arrow.source)) == box.name:
                yield f"        {arrow.source} --> {arrow.dest}: {', '.join(arrow.triggers)}"
        yield "    }"
    for arrow in arrows(of, table):
        yield f"    {arrow.source} --> {arrow.dest}: {', '.join(arrow.triggers)}"
    yield f"    note right of {box_of()(State.UNKNOWN)}"
    yield f"        from any state and back: {', '.join(INTERRUPTS)}"
    yield "        from any state of a run: game_over"
    yield "    end note"


# --- table ------------------------------------------------------------------------------------------------------------
def tables() -> str:
    """Every row: one table a screen, then what is declared once for all."""
    table = all_rows()
    parts = [_section(title(handler).capitalize(), lines_of(handler)) for handler in HANDLERS if handler.edges]
    parts.append(_section("Interrupts, on every screen", lines_declared_once("interrupts", table)))
    parts.append(_section("Common, on every screen", lines_declared_once("common", table)))
    return "\n".join(parts)


def _section(name: str, lines: Sequence[Line]) -> str:
    count = sum(line.rows for line in lines)
    return "\n".join((f"## {name} ({count} rows)", "", TABLE_HEAD, *map(_row, lines), ""))


def _row(line: Line) -> str:
    cells = (
        _states(line.sources),
        _actions(line.triggers),
        f"`{line.guard}`",
        line.means,
        _states(line.dests) if line.dests else "(stays)",
        ", ".join(f"`{update}`" for update in line.memory),
    )
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def _states(names: Sequence[State]) -> str:
    """The states; nearly all of them as the few that are missing."""
    missing = [state for state in State if state not in names]
    if len(names) <= MANY or len(missing) > len(names):
        return ", ".join(names)
    return "every state" + (f" but {', '.join(missing)}" if missing else "")


def _actions(names: Sequence[str]) -> str:
    """The triggers; many of them are always all that the states they leave know."""
    if len(names) <= MANY:
        return ", ".join(names)
    return "every action sent there" + (f", {OBSERVE}" if OBSERVE in names else "")

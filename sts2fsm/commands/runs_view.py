"""The summary that `runs` shows: a few tables, most telling first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Console
from rich.table import Table

from sts2fsm.evaluate.figures import Figures, Play, Results
from sts2fsm.evaluate.intervals import Rate

MOST = 10  # rows of a table that could be long
CURVE_EVERY = 5  # floors
GROUPS = {"character": "character", "ascension": "ascension", "build": "build", "mode": "mode", "policy": "policy"}


def show(out: Console, kind: str, figures: Figures, least: int) -> None:
    """All tables of one kind of saves."""
    results, play = figures.results, figures.play
    told = results.as_dict(least)
    out.print()
    out.print(
        f"{results.runs} runs ({kind}): {told['wins']} won, {told['losses']} lost, {told['abandoned']} abandoned."
    )
    out.print(f"Rate of wins, abandoned runs counted as not won: {results.rate(least).percent}.")
    if figures.copies:
        out.print(f"{figures.copies} files hold a run that another file holds too; they are counted.")
    for name in GROUPS:
        _groups(out, name, figures.by[name], least)
    _killers(out, results)
    _fights(out, play, least)
    _cards(out, play, least)
    _relics(out, play, least)
    _ways(out, play)


def _groups(out: Console, name: str, groups: Mapping[str, Results], least: int) -> None:
    if len(groups) < 2:
        return
    rows = []
    for key, one in sorted(groups.items(), key=lambda item: (int(item[0]) if item[0].isdigit() else -1, item[0])):
        told = one.as_dict(least)
        floors, time = told["floors"]["mean"], _time(told["time_s"]["median"])
        rows.append((key, one.runs, told["wins"], one.rate(least).percent, floors, time))
    _table(out, ("by " + name, "runs", "won", "rate (95 %)", "floors, mean", "time, median"), rows)


def _killers(out: Console, results: Results) -> None:
    rows = [(killer, n) for killer, n in results.killers.most_common(MOST)]
    _table(out, ("lost to", "runs"), rows, left_out=len(results.killers) - len(rows))


def _fights(out: Console, play: Play, least: int) -> None:
    rows = [
        (room, one.n, one.survived, one.turns.mean(1), one.hp_lost.mean(1)) for room, one in sorted(play.fights.items())
    ]
    _table(out, ("fights, by player", "number", "survived", "turns, mean", "health lost, mean"), rows)
    bosses = [(act, Rate(ends["passed"], ends.total(), least)) for act, ends in sorted(play.bosses.items())]
    _table(out, ("boss of act", "met", "beaten", "rate (95 %)"), [(a, r.n, r.hits, r.percent) for a, r in bosses])


def _cards(out: Console, play: Play, least: int) -> None:
    skips = Rate(play.skipped, play.rewards, least)
    if play.rewards:
        out.print(f"Card rewards skipped: {skips}. The cards most often picked:")
    often = sorted(play.cards.items(), key=lambda item: (-item[1].taken, item[0]))[:MOST]
    rows = [
        (
            name, one.offered, one.taken, Rate(one.taken, one.offered, least).percent,
            Rate(one.wins_with, one.runs_with, least).percent, Rate(one.wins_without, one.runs_without, least).percent,
        )
        for name, one in often
    ]  # fmt: skip
    heads = ("card", "offered", "picked", "pick rate", "wins, picked", "wins, left")
    _table(out, heads, rows, left_out=len(play.cards) - len(rows))


def _relics(out: Console, play: Play, least: int) -> None:
    often = sorted(play.relics.items(), key=lambda item: (-item[1].runs_with, item[0]))[:MOST]
    rows = [(name, one.runs_with, Rate(one.wins_with, one.runs_with, least).percent) for name, one in often]
    _table(out, ("relic", "runs", "wins"), rows, left_out=len(play.relics) - len(rows))


def _ways(out: Console, play: Play) -> None:
    rests = [
        (what, n, _percent(play.hp_at_rest[what].mean(3) if what in play.hp_at_rest else None))
        for what, n in play.rests.most_common()
    ]
    _table(out, ("rest sites", "times", "health before"), rests)
    _table(out, ("points of the map", "floors"), play.points.most_common())
    _table(out, ("unknown turned out as", "floors"), play.unknowns.most_common())
    curve = [
        (floor, one.n, _percent(one.mean(3)))
        for floor, one in sorted(play.hp_curve.items())
        if floor == 1 or floor % CURVE_EVERY == 0
    ]
    _table(out, ("floor", "players alive", "health, mean"), curve)
    gold = ", ".join(f"{name.replace('_', ' ')} {one.mean(0):.0f}" for name, one in play.gold.items() if one.n)
    out.print(f"Gold a player: {gold}.")


def _table(out: Console, heads: Sequence[str], rows: Iterable[Sequence[Any]], left_out: int = 0) -> None:
    filled = list(rows)
    if not filled:
        return
    table = Table(box=None, pad_edge=False, header_style="bold")
    for place, head in enumerate(heads):
        table.add_column(head, justify="left" if place == 0 else "right")
    for row in filled:
        table.add_row(*("" if cell is None else str(cell) for cell in row))
    out.print()
    out.print(table)
    if left_out > 0:
        out.print(f"  and {left_out} more (--json)")


def _percent(share: float | None) -> str:
    return "" if share is None else f"{100 * share:.0f} %"


def _time(seconds: float | None) -> str:
    return "" if seconds is None else f"{seconds / 60:.0f} min"

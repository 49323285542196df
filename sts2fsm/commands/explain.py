"""A journal as prose: floor by floor what was done and why, and everything that surprised."""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from attrs import define, field

from sts2fsm.commands.common import add_json, console, print_json
from sts2fsm.commands.explain_asked import account, consulted
from sts2fsm.commands.explain_plans import planned
from sts2fsm.commands.places import journal_folder
from sts2fsm.errors import BadInput
from sts2fsm.foresight import worst
from sts2fsm.journal import read
from sts2fsm.states import State
from sts2fsm.story import COUNTED_AS_FIGHT, ENDING, TOLD_AS, counted
from sts2fsm.words import spaced

HELP = "a journal as prose, or its figures with --json"
LONG_WAIT_S = 5.0  # a wait longer than this is worth a sentence
Record = Mapping[str, Any]


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("journal", metavar="JOURNAL", type=Path, nargs="?", help="(default: the newest of the folder)")
    parser.add_argument("-v", "--verbose", action="store_true", help="add the parts of every worth")
    add_json(parser, "the figures as one JSON line")


def run(args: argparse.Namespace) -> int:
    """0."""
    path = _found(args.journal or journal_folder())
    header, parts = _parts(path)
    if args.json:
        print_json({"journal": path, **_header_figures(header), "runs": [part.figures() for part in parts]})
        return 0
    out = console()
    for line in _told(path, header, parts, verbose=args.verbose):
        out.print(line)
    return 0


def _found(path: Path) -> Path:
    """The journal, or the newest one of a folder. Raises BadInput when there is none."""
    if not path.is_dir():
        return path
    inside = sorted(path.glob("*.jsonl"), key=lambda one: (one.stat().st_mtime, one.name))
    if not inside:
        raise BadInput(f"{path}: holds no journal; `play` writes one unless --no-journal")
    return inside[-1]


# --- what a journal holds ---------------------------------------------------------------------------------------------
@define
class Part:
    """One run of a journal: its steps, and its end unless the program was killed."""

    steps: list[Record] = field(factory=list)
    plans: list[Record] = field(factory=list)  # what a language model was asked (explain_plans.py)
    misses: list[Record] = field(factory=list)  # forecasts that went otherwise
    end: Record | None = None

    def actions(self) -> list[Record]:
        return [step for step in self.steps if "action" in step]

    def surprises(self) -> Iterator[tuple[Record, str]]:
        """Steps that went otherwise than asked, each with a sentence."""
        for step in self.steps:
            reply = step.get("reply")
            if step.get("unexpected"):
                yield step, f"an edge that no row admits: {step['unexpected']}"
            if reply is not None and not reply["accepted"]:
                yield step, f"{step.get('what', step['state'])!r} was refused: {reply['text']}"
            elif "action" in step and reply is None and "reply" in step and step.get("edge"):
                yield step, f"{step.get('what', step['state'])!r} got no answer; its outcome was read from the game"
            if step["source"] == "fallback":
                yield step, f"no rule applied at {step['state']}"
        for first, seconds in self.long_waits():
            yield first, f"waited {seconds:.1f} s at {spaced(first['state'])} ({first['because']})"

    def long_waits(self) -> Iterator[tuple[Record, float]]:
        """First step and length in seconds of every longer wait on one page."""
        for _, group in groupby(self.steps, key=lambda step: ("wait" in step, step["fingerprint"])):
            waits = list(group)
            seconds = waits[-1]["t"] - waits[0]["t"]
            if "wait" in waits[0] and seconds >= LONG_WAIT_S:
                yield waits[0], seconds

    def figures(self) -> dict[str, Any]:
        actions = self.actions()
        end = self.end or {}
        health = {step["floor"]: step["hp"] for step in self.steps if step["floor"] is not None}
        known = ("result", "why", "act", "floor", "seed", "character", "ascension", "seconds", "rejected")
        return {
            **{name: end.get(name) for name in known},
            "steps": len(self.steps),
            "actions": len(actions),
            "unexpected_edges": sum("unexpected" in step for step in self.steps),
            "by_rule": dict(Counter(step["because"] for step in actions)),
            "by_state": dict(Counter(step["state"] for step in actions)),
            "hp_by_floor": [[floor, hp] for floor, hp in health.items()],
            "strategies": self.plans,
            "forecast": end.get("forecast"),
            "worst": worst(self.misses),
            "surprises": [{"step": step["step"], "what": what} for step, what in self.surprises()],
        }


def _parts(path: Path) -> tuple[Record, list[Part]]:
    header: Record = {}
    parts = [Part()]
    for record in read(path):
        kind = record["kind"]
        if kind == "header":
            header = record
        elif kind == "step":
            parts[-1].steps.append(record)
        elif kind == "strategy":
            parts[-1].plans.append(record)
        elif kind == "forecast":
            parts[-1].misses.append(record)
        elif kind == "end":
            parts[-1].end = record
            parts.append(Part())
    if not header:
        raise BadInput(f"{path}: has no header line; is this a journal?")
    return header, [part for part in parts if part.steps or part.end]


def _header_figures(header: Record) -> dict[str, Any]:
    return {name: header.get(name) for name in ("version", "policy_hash", "game", "settings")}


# --- prose ------------------------------------------------------------------------------------------------------------
def _told(path: Path, header: Record, parts: Sequence[Part], *, verbose: bool) -> Iterator[str]:
    yield f"{path.name}: sts2fsm {header.get('version')} on {header.get('game')}, policies {header.get('policy_hash')}."
    for number, part in enumerate(parts, 1):
        yield ""
        yield _opening(number, part)
        plans = list(part.plans)
        for (floor, screen), steps in _screens(part.steps):
            while plans and plans[0]["step"] <= steps[-1]["step"]:
                yield from planned(plans.pop(0))
            yield from _screen(floor, screen, steps, verbose=verbose)
        surprises = [f"  step {step['step']}{_on(step)}: {what}." for step, what in part.surprises()]
        yield ""
        yield "Nothing surprised." if not surprises else f"Surprises ({len(surprises)}):"
        yield from surprises
        yield from account(part.end)
        yield from _forecasts(part)
        yield _closing(part)


def _on(step: Record) -> str:
    return "" if step["floor"] is None else f", floor {step['floor']}"


def _opening(number: int, part: Part) -> str:
    end = part.end or {}
    of = [f"{name} {end[name]}" for name in ("seed", "character", "ascension") if end.get(name) is not None]
    return f"Run {number}{': ' if of else ''}{', '.join(of)}."


def _forecasts(part: Part) -> Iterator[str]:
    """How the forecasts of combat actions did, and what missed most often."""
    found = (part.end or {}).get("forecast") or {}
    if not found.get("checked"):
        return
    blamed = worst(part.misses)
    named = [f"{name} ({times})" for kind in ("cards", "powers") for name, times in blamed[kind].items()]
    told = f" Worst: {', '.join(named)}." if named else ""
    yield f"Forecasts: {found['exact']} of {found['checked']} combat actions went exactly as foreseen.{told}"


def _closing(part: Part) -> str:
    end = part.end
    if end is None:
        return "The journal ends before the run does: the program was killed."
    where = "" if end["floor"] is None else f" on floor {end['floor']}"
    did = f"{end['steps']} steps, {sum(end['decisions'].values())} actions, {end['seconds']:.0f} s"
    return f"The end: {end['result']}{where} ({end['why']}). {did}."


def _screens(steps: Iterable[Record]) -> Iterator[tuple[tuple[int | None, str], list[Record]]]:
    """Steps with an action, by floor and what a player calls one screen. A fight's choices belong to the fight."""
    before: tuple[int | None, str] = (None, "")

    def place(step: Record) -> tuple[int | None, str]:
        nonlocal before
        state = State(step["state"])
        name = TOLD_AS.get(state, spaced(state))
        inside = state in COUNTED_AS_FIGHT and before[1] in ("monster", "elite", "boss") and before[0] == step["floor"]
        before = before if inside else (step["floor"], name)
        return before

    for where, group in groupby((step for step in steps if "action" in step), key=place):
        yield where, list(group)


def _screen(floor: int | None, screen: str, steps: Sequence[Record], *, verbose: bool) -> Iterator[str]:
    where = screen.capitalize() if floor is None else f"Floor {floor}, {screen}"
    hp = [step["hp"] for step in steps if step["hp"] is not None]
    health = "" if not hp else f", {hp[0]} hp" + (f" to {hp[-1]}" if hp[-1] != hp[0] else "")
    turns = list(_turns(steps))
    if len(turns) == 1 and not verbose:
        yield f"{where}{health}: {_phrases(turns[0])}."
        yield from (f"    {line}" for step in turns[0] for line in consulted(step, verbose=verbose))
        return
    yield f"{where}{health}:"
    for turn in turns:
        yield f"  {_phrases(turn)}."
        for step in turn:
            if verbose:
                yield from (f"    {line}" for line in _worth(step))
            yield from (f"    {line}" for line in consulted(step, verbose=verbose))


def _turns(steps: Sequence[Record]) -> Iterator[list[Record]]:
    """Up to and with each end of a turn; outside fights all at once."""
    turn: list[Record] = []
    for step in steps:
        turn.append(step)
        if step["action"]["action"] == "end_turn":
            yield turn
            turn = []
    if turn:
        yield turn


def _phrases(steps: Sequence[Record]) -> str:
    """`rule: what, what; rule: what`."""
    parts = []
    for rule, group in groupby(steps, key=lambda step: step["because"]):
        did = ", ".join(counted([_what(step) for step in group]))
        parts.append(did if rule in (ENDING, did) else f"{rule}: {did}")
    return "; ".join(parts)


def _what(step: Record) -> str:
    return str(step.get("what") or step["action"]["action"])


def _worth(step: Record) -> Iterator[str]:
    for one in step.get("ranked", ()):
        what, parts = one["what"], one["parts"]
        shown = ", ".join(f"{name} {value:g}" for name, value in parts.items() if value)
        yield f"{what or _what(step)}: worth {sum(parts.values()):.1f} ({shown or 'nothing counts'})"

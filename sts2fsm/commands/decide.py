"""One decision for each GET payload, with empty memory: a JSON line each. A page counts as settled."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import closing
from typing import Any

from sts2fsm.account import asked_record
from sts2fsm.assembly import brain, policies
from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import STDIN, add_policies, lines, print_json, read_text
from sts2fsm.commands.oracle import add_oracle, with_oracle
from sts2fsm.errors import BadInput, Sts2Error
from sts2fsm.facts.lines import Line
from sts2fsm.handler import Decision, Seen
from sts2fsm.oracle.open import in_use
from sts2fsm.oracle.port import Oracle
from sts2fsm.policy import Policies
from sts2fsm.wire.convert import WireReader, parse_json

HELP = "one decision per GET payload, as JSON lines"
LINES_SHOWN = 5
SETTLED_S = 3.0  # the page is shown twice, so far apart


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="a payload of GET /api/v1/singleplayer; - is stdin")
    parser.add_argument("--jsonl", action="store_true", help="the files hold one payload a line")
    add_policies(parser)
    add_oracle(parser)


def run(args: argparse.Namespace) -> int:
    """0, or 1 when a line is an error."""
    chosen, reader = with_oracle(policies(args.policies), args.oracle), WireReader()
    with closing(in_use(chosen)) as oracle:
        failed = False
        for name in args.files:
            for place, text in _payloads(name, args.jsonl):
                record: dict[str, Any] = {} if place == STDIN else {"file": place}
                if isinstance(text, Sts2Error):
                    record["error"] = str(text)
                else:
                    record |= decided(text, chosen, reader, oracle)
                failed |= "error" in record
                print_json(record)
    return BadInput.exit_code if failed else 0


def _payloads(name: str, by_line: bool) -> Iterator[tuple[str, str | Sts2Error]]:
    """Place and text of each payload; in place of the text the error of a file that cannot be read."""
    try:
        text = read_text(name)
    except BadInput as fault:
        yield name, fault
        return
    if not by_line:
        yield name, text
        return
    for number, line in lines(text):
        yield f"{name}:{number}", line


def decided(text: str, chosen: Policies, reader: WireReader, oracle: Oracle | None = None) -> dict[str, Any]:
    """What is decided on one payload; `error` alone when it cannot be read or nothing can be decided."""
    stopwatch, mind = SystemClock(), brain(chosen, oracle)
    began = stopwatch.now()
    try:
        observed = reader.observation(parse_json(text, "payload"))
        mind.tracker.advance(0.0, observed)
        advance = mind.tracker.advance(SETTLED_S, observed)
        seen = mind.decider.seen(observed, advance.state, advance.memory, SETTLED_S)
        decision = mind.decider.decide(seen)
    except Sts2Error as fault:
        return {"error": str(fault)}
    taken = (stopwatch.now() - began) * 1000
    return {**shown(seen, decision), "ms": round(taken, 3)}


def _line(line: Line) -> dict[str, Any]:
    return {
        "line": str(line),
        "action": line.action,
        "worth": line.worth.value,
        "hp": line.hp,
        "enemy_hp": line.enemy_hp,
        "won": line.won,
        "dies": line.dies,
        "chancy": line.chancy,
        "unmodelled": line.unmodelled,
    }


def shown(seen: Seen, decision: Decision) -> dict[str, Any]:
    """A decision with what it was made upon, as the line of `decide`."""
    threat = seen.threat()
    return {
        "screen": seen.observation.state_type,
        "state": seen.state,
        "legal": seen.legal,
        "decision": {
            "action": decision.action,
            "wait": decision.wait.ms if decision.wait else None,
            "stop": decision.stop.why if decision.stop else None,
            "source": decision.source,
            "because": decision.because,
            "ranked": [
                {"action": option.action, "what": option.what, "value": option.value, "parts": option.parts}
                for option in decision.ranked
            ],
            **({} if decision.asked is None else asked_record(decision.asked)),
        },
        "facts": seen.facts,
        "incoming": None if threat is None else {"labels": threat.labels, "tables": threat.tables},
        "threat": threat,
        "lines": [_line(line) for line in seen.plan().lines[:LINES_SHOWN]],
        "potions": seen.plan().potions,
        "deck": seen.deck,
        "unknown_keys": seen.observation.unknown_keys,
    }

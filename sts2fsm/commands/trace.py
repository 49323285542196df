"""Replays recorded {action, reply, state} lines with memory across them: one JSON line per file."""

from __future__ import annotations

import argparse
from typing import Any

from attrs import define, evolve, field

from sts2fsm.assembly import Brain, brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.commands.common import add_policies, lines, print_json, read_text
from sts2fsm.errors import BadInput, PayloadError, Sts2Error
from sts2fsm.facts.forecast import Forecast, Score, forecast, score
from sts2fsm.foresight import Reckoning, subject, worst
from sts2fsm.handler import Seen
from sts2fsm.wire.actions import Action, EndTurn, PlayCard, UsePotion, read_action
from sts2fsm.wire.convert import WireReader, parse_json
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply, read_reply

HELP = "replays recorded steps and says what surprised the machine"
COUNTS = ("checked", "exact", "within2", "random", "unmodelled")
STEP_S = 1.0  # a recording does not tell its times: a second lies between two lines


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+", help="JSON lines of {action, reply, state}; - is stdin")
    add_policies(parser)


def run(args: argparse.Namespace) -> int:
    """0, or 1 when a file cannot be replayed."""
    chosen = policies(args.policies)
    failed = False
    for name in args.files:
        try:
            replayed = replay(name, brain(chosen))
            print_json({"file": name, **replayed.as_dict()})
        except Sts2Error as fault:
            failed = True
            print_json({"file": name, "error": str(fault)})
    return BadInput.exit_code if failed else 0


@define
class Replay:
    """What a recording showed. `steps` counts lines."""

    steps: int = 0
    unexpected: list[dict[str, Any]] = field(factory=list)
    illegal: list[dict[str, Any]] = field(factory=list)
    forecast: dict[str, Any] = field(factory=lambda: {**dict.fromkeys(COUNTS, 0), "misses": []})
    blamed: list[dict[str, Any]] = field(factory=list)  # misses, by the card instead of the action
    incoming: Reckoning = field(factory=Reckoning)

    def as_dict(self) -> dict[str, Any]:
        return {
            "steps": self.steps,
            "unexpected_edges": self.unexpected,
            "illegal": self.illegal,
            "forecast": self.forecast,
            "worst": worst(self.blamed),
            "incoming": self.incoming.as_dict(),
        }

    def score(self, line: int, scored: Score, action: Action, before: Observation) -> None:
        """Count one combat action against what was seen after it; a miss is named with its line."""
        counted = (True, scored.exact, scored.within2, scored.random, bool(scored.unmodelled))
        for name, holds in zip(COUNTS, counted, strict=True):
            self.forecast[name] += holds
        if not scored.exact:
            self.forecast["misses"].append(
                {"line": line, "action": action, "differs": scored.misses, "unmodelled": scored.unmodelled}
            )
            self.blamed.append({"action": subject(action, before), "differs": scored.misses})


def replay(name: str, mind: Brain) -> Replay:
    """Follow one recording with `mind`, whose tracker keeps the rows that fired. Raises BadInput and PayloadError."""
    clock, reader, result = VirtualClock(), WireReader(), Replay()
    build: str = mind.policies.section("planner").build
    seen: Seen | None = None
    for number, line in lines(read_text(name)):
        place = f"{name}:{number}"
        step = parse_json(line, place)
        try:
            observed = reader.observation(step.get("state"))
            action, reply = _sent(step, seen.observation if seen else None)
        except PayloadError as fault:
            raise PayloadError(f"{place}: {fault.path}", fault.problem) from None
        clock.sleep(STEP_S)
        if action is not None and seen is not None and action not in seen.legal:
            result.illegal.append({"line": number, "state": seen.state, "action": step["action"]})
        foreseen = _foreseen(action, seen, build)
        scored = score(foreseen, observed) if foreseen is not None else None
        if action is not None and scored is not None and seen is not None:
            result.score(number, scored, action, seen.observation)
            if isinstance(action, EndTurn):
                result.incoming.ended(seen, observed, number)
        advance = mind.tracker.advance(clock.now(), observed, action, reply)
        if advance.unexpected is not None:
            result.unexpected.append({"line": number, "edge": str(advance.unexpected)})
        seen = mind.decider.seen(observed, advance.state, advance.memory, clock.now())
        result.incoming.look(seen, number)
        result.steps += 1
    return result


def _foreseen(action: Action | None, seen: Seen | None, build: str) -> Forecast | None:
    """What the rules say that an action will do; None outside fights."""
    if action is None or seen is None:
        return None
    return forecast(seen.observation, seen.memory.fight, action, build)


def _sent(step: Any, before: Observation | None) -> tuple[Action | None, Reply | None]:
    """The action of a line and its answer; an action without a recorded answer counts as accepted."""
    body = step.get("action")
    if body is None:
        return None, None
    if not isinstance(body, dict):
        raise PayloadError("action", "must be a JSON object or null")
    action, reply = read_action(body), step.get("reply")
    if isinstance(action, PlayCard | UsePotion):
        action = evolve(action, target=_entity(action.target, before))
    return action, Reply(accepted=True) if reply is None else read_reply(reply)


def _entity(target: str | None, before: Observation | None) -> str | None:
    """The mod takes a creature's combat_id as target too; our own actions name its entity_id."""
    if target is None or before is None or before.battle is None:
        return target
    by_number = {str(enemy.combat_id): enemy.entity_id for enemy in before.battle.enemies}
    return by_number.get(target, target)

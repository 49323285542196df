"""How long things take: reading a payload, advancing the machine, deciding; whole runs in process; the rules alone."""

from __future__ import annotations

import argparse
import json
import statistics
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from sts2fsm.assembly import Brain, brain, policies
from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import add_json, add_policies, positive, print_json, read_text
from sts2fsm.commands.decide import SETTLED_S
from sts2fsm.commands.rehearsal import rehearsal, rehearse
from sts2fsm.content import load
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import BadInput, Sts2Error
from sts2fsm.policy import Policies
from sts2fsm.rules import combat as rules
from sts2fsm.runner import Moment
from sts2fsm.states import COMBAT_STATES
from sts2fsm.wire.convert import WireReader, parse_json

HELP = "how long parse, advance and decide take, and how many runs a second"
FIXTURES = Path(__file__).resolve().parents[2] / "fixtures"  # in a checkout only
SAMPLE = 80  # payloads taken from an embedded run where there are no files
STEPS_WITH_FIGHTS = 600  # of a run, to measure rendering in
ROUNDS = 40  # a fight of the rules' measurement ends after so many turns


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="*", help="payloads (default: fixtures/ or an embedded run's)")
    parser.add_argument("--repeat", type=positive, default=5, help="how often each payload is measured (default: 5)")
    parser.add_argument("--runs", type=positive, default=3, help="embedded runs to time (default: 3)")
    parser.add_argument("--fights", type=positive, default=60, help="fights of the rules to time (default: 60)")
    add_policies(parser)
    add_json(parser, "the figures as one JSON line")


def run(args: argparse.Namespace) -> int:
    """0."""
    chosen = policies(args.policies)
    where, texts = _payloads(args.files, chosen)
    figures: dict[str, Any] = {
        "payloads": {"from": where, "count": len(texts), "repeat": args.repeat},
        **_steps(texts, chosen, args.repeat),
        "render": _summary(_render(chosen, 20 * args.repeat)),
        "runs": _runs(chosen, args.runs),
        "rules": _rules(args.fights),
    }
    if args.json:
        print_json(figures)
    else:
        _print(figures)
    return 0


# --- payloads ---------------------------------------------------------------------------------------------------------
def _payloads(files: Sequence[str], chosen: Policies) -> tuple[str, list[str]]:
    if files:
        return "the files given", [read_text(name) for name in files]
    if FIXTURES.is_dir():
        return "fixtures/", [path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.json"))]
    collected: list[str] = []

    def keep(moment: Moment) -> None:
        if moment.decision.action is not None:
            collected.append(json.dumps(moment.seen.observation.raw))

    rehearse(chosen, 1, watch=keep)
    return "an embedded run", collected[:: max(1, len(collected) // SAMPLE)]


def _steps(texts: Sequence[str], chosen: Policies, repeat: int) -> dict[str, Any]:
    """Milliseconds of each part of a step, every payload with empty memory. Unreadable payloads are an error."""
    reader, watch = WireReader(), SystemClock()
    taken: dict[str, list[float]] = {"parse": [], "advance": [], "decide": [], "all": []}
    for text in texts:
        best: dict[str, float] = {}
        for _ in range(repeat):
            mind = brain(chosen)
            marks = [watch.now()]
            for part in _one_step(text, reader, mind):
                part()
                marks.append(watch.now())
            for name, start, end in zip(("parse", "advance", "decide"), marks[:-1], marks[1:], strict=True):
                best[name] = min(best.get(name, 1e9), (end - start) * 1000)
        for name, value in best.items():
            taken[name].append(value)
        taken["all"].append(sum(best.values()))
    return {name: _summary(values) for name, values in taken.items()}


def _one_step(text: str, reader: WireReader, mind: Brain) -> tuple[Callable[[], None], ...]:
    held: dict[str, Any] = {}

    def parse() -> None:
        held["seen"] = reader.observation(parse_json(text, "payload"))

    def advance() -> None:
        mind.tracker.advance(0.0, held["seen"])
        held["advance"] = mind.tracker.advance(SETTLED_S, held["seen"])

    def decide() -> None:
        moved = held["advance"]
        mind.decider.decide(mind.decider.seen(held["seen"], moved.state, moved.memory, SETTLED_S))

    return parse, advance, decide


def _summary(milliseconds: Sequence[float]) -> dict[str, float]:
    ordered = sorted(milliseconds)
    if not ordered:
        raise BadInput("bench: no payloads to measure")
    return {
        "median_ms": round(statistics.median(ordered), 3),
        "p95_ms": round(ordered[min(len(ordered) - 1, int(len(ordered) * 0.95))], 3),
        "max_ms": round(ordered[-1], 3),
    }


# --- the embedded game ------------------------------------------------------------------------------------------------
def _render(chosen: Policies, count: int) -> list[float]:
    """Milliseconds of a GET inside the embedded game, in the fights of a run."""
    clock = SystemClock()
    taken: list[float] = []
    games: list[EmbeddedGame] = []

    def measure(moment: Moment) -> None:
        if moment.seen.state in COMBAT_STATES and len(taken) < count:
            taken.append(_timed(clock, games[0].get) * 1000)

    with rehearsal(chosen, 1, max_steps=STEPS_WITH_FIGHTS, watch=measure) as (game, player, _):
        games.append(game)
        player.play()
    return taken


def _timed(watch: SystemClock, what: Callable[[], object]) -> float:
    began = watch.now()
    what()
    return watch.now() - began


def _runs(chosen: Policies, count: int) -> dict[str, Any]:
    watch = SystemClock()
    began, steps, actions, failed = watch.now(), 0, 0, 0
    for seed in range(1, count + 1):
        try:
            summary, _ = rehearse(chosen, seed)
        except Sts2Error:
            failed += 1
            continue
        steps += summary.steps
        actions += sum(summary.decisions.values())
    seconds = watch.now() - began
    return {
        "count": count,
        "failed": failed,
        "seconds": round(seconds, 3),
        "runs_per_s": round(count / seconds, 3),
        "steps_per_s": round(steps / seconds, 1),
        "actions_per_s": round(actions / seconds, 1),
    }


# --- the rules --------------------------------------------------------------------------------------------------------
def _rules(fights: int) -> dict[str, Any]:
    """Cards played per second by the rules alone: the Ironclad's deck, always the first card that can be played."""
    content, watch = load(), SystemClock()
    hero = content.characters["IRONCLAD"]
    deck = tuple(rules.CardSpec(card) for card in hero.deck)
    encounters = [name for name, one in content.encounters.items() if one.room == "monster" and _known(one, content)]
    played, began = 0, watch.now()
    for number in range(fights):
        setup = rules.CombatSetup(
            deck=deck, hp=hero.hp, max_hp=hero.hp, encounter=encounters[number % len(encounters)], seed=number
        )
        played += _fight(rules.start(setup))
    seconds = watch.now() - began
    return {"fights": fights, "cards_played": played, "cards_per_s": round(played / seconds, 1)}


def _known(encounter: Any, content: Any) -> bool:
    names = encounter.possible or [name for name in encounter.monsters if isinstance(name, str)]
    return bool(names) and all(name.split(":")[0] in content.monsters for name in names)


def _fight(fight: rules.Combat) -> int:
    played = 0
    for _ in range(ROUNDS):
        while fight.outcome is None and (index := _first_playable(fight)) is not None:
            targets = rules.valid_targets(fight)
            aimed = rules.target_type(fight.hand[index]) == "AnyEnemy"
            rules.play_card(fight, index, targets[0] if aimed else None)
            played += 1
        if fight.outcome is not None:
            break
        rules.end_turn(fight)
    return played


def _first_playable(fight: rules.Combat) -> int | None:
    return next((i for i in range(len(fight.hand)) if rules.unplayable_reason(fight, i) is None), None)


# --- output -----------------------------------------------------------------------------------------------------------
def _print(figures: Mapping[str, Any]) -> None:
    payloads, runs, paced = figures["payloads"], figures["runs"], figures["rules"]
    print(f"{payloads['count']} payloads from {payloads['from']}, the best of {payloads['repeat']} each:")
    for name in ("parse", "advance", "decide", "all", "render"):
        one = figures[name]
        print(f"  {name:<8}{one['median_ms']:>8.3f} ms median{one['p95_ms']:>9.3f} p95{one['max_ms']:>9.3f} max")
    print(
        f"{runs['count']} embedded runs in {runs['seconds']:.1f} s: {runs['runs_per_s']:g} runs/s, "
        f"{runs['steps_per_s']:g} steps/s, {runs['actions_per_s']:g} actions/s"
        + (f", {runs['failed']} failed" if runs["failed"] else "")
    )
    print(f"rules: {paced['cards_per_s']:g} cards/s ({paced['cards_played']} cards in {paced['fights']} fights)")

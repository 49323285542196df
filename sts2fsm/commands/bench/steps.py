"""The parts of one step of the bot: reading a payload, advancing the machine, deciding; and the game's rendering."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

from sts2fsm.assembly import Brain, brain
from sts2fsm.commands.bench.measure import FIXTURES, Asked, Figures, Measure, seconds, spread
from sts2fsm.commands.common import read_text
from sts2fsm.commands.decide import SETTLED_S
from sts2fsm.commands.rehearsal import rehearsal, rehearse
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import BadInput, GameFault, PayloadError
from sts2fsm.policy import Policies
from sts2fsm.runner import Moment
from sts2fsm.states import COMBAT_STATES
from sts2fsm.wire.convert import WireReader, parse_json

SAMPLE = 80  # payloads taken from an embedded run where there are no files
STEPS_WITH_FIGHTS = 600  # of a run, to measure rendering in
RENDERED = 20  # payloads rendered, a repeat
PARTS = ("parse", "advance", "decide")


def work(asked: Asked) -> Figures:
    """Milliseconds of each part, every payload with empty memory. An unreadable payload raises BadInput."""
    where, texts = _payloads(asked.files, asked.policies)
    return {
        "payloads": {"from": where, "count": len(texts), "repeat": asked.repeat},
        **_steps(texts, asked.policies, asked.repeat),
        "render": spread(_render(asked.policies, RENDERED * asked.repeat)),
    }


def _payloads(files: Sequence[str], chosen: Policies) -> tuple[str, list[str]]:
    if files:
        return "the files given", [_payload(name) for name in files]
    if FIXTURES.is_dir():
        return "fixtures/", [path.read_text(encoding="utf-8") for path in sorted(FIXTURES.glob("*.json"))]
    collected: list[str] = []

    def keep(moment: Moment) -> None:
        if moment.decision.action is not None:
            collected.append(json.dumps(moment.seen.observation.raw))

    rehearse(chosen, 1, watch=keep)
    return "an embedded run", collected[:: max(1, len(collected) // SAMPLE)]


def _payload(name: str) -> str:
    """A file's text. Raises BadInput, which names the file, where it is no payload of the mod."""
    text = read_text(name)
    try:
        WireReader().observation(parse_json(text, "payload"))
    except (PayloadError, GameFault) as fault:
        raise BadInput(f"{name}: {fault}") from None
    return text


def _steps(texts: Sequence[str], chosen: Policies, repeat: int) -> Figures:
    reader = WireReader()
    taken: dict[str, list[float]] = {name: [] for name in (*PARTS, "all")}
    for text in texts:
        best: dict[str, float] = {}
        for _ in range(repeat):
            mind = brain(chosen)
            for name, part in zip(PARTS, _one_step(text, reader, mind), strict=True):
                best[name] = min(best.get(name, 1e9), seconds(part) * 1000)
        for name, value in best.items():
            taken[name].append(value)
        taken["all"].append(sum(best.values()))
    return {name: spread(values) for name, values in taken.items()}


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


def _render(chosen: Policies, count: int) -> list[float]:
    """Milliseconds of a GET inside the embedded game, in the fights of a run."""
    taken: list[float] = []
    games: list[EmbeddedGame] = []

    def measure(moment: Moment) -> None:
        if moment.seen.state in COMBAT_STATES and len(taken) < count:
            taken.append(seconds(games[0].get) * 1000)

    with rehearsal(chosen, 1, max_steps=STEPS_WITH_FIGHTS, watch=measure) as (game, player, _):
        games.append(game)
        player.play()
    return taken


def tell(figures: Figures) -> list[str]:
    payloads = figures["payloads"]
    lines = [f"{payloads['count']} payloads from {payloads['from']}, the best of {payloads['repeat']} each:"]
    for name in (*PARTS, "all", "render"):
        one = figures[name]
        lines.append(f"  {name:<8}{one['median_ms']:>8.3f} ms median{one['p95_ms']:>9.3f} p95{one['max_ms']:>9.3f} max")
    return lines


MEASURE = Measure(help="reading a payload, advancing, deciding, rendering", work=work, tell=tell)

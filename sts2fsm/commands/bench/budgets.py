"""The planner's two budgets: how long a search takes in positions of fights, and how many plays it tries a second.

Positions are those in which the bot acts in fights of embedded runs, one character after the other, and those of the
hand-written payloads where there are any. Each is searched with each budget, the best of some tries counts.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from sts2fsm.assembly import brain
from sts2fsm.commands.bench.measure import CHARACTERS, FIXTURES, Asked, Figures, Measure, seconds, spread
from sts2fsm.commands.rehearsal import rehearsal
from sts2fsm.decide import Decider
from sts2fsm.handler import Seen
from sts2fsm.memory import EMPTY
from sts2fsm.policy import Policies, Table
from sts2fsm.runner import Moment
from sts2fsm.states import COMBAT_STATES, visible_state
from sts2fsm.wire.convert import WireReader, parse_json

BUDGETS = ("reflex", "default")
TRIES = 3  # at most, of one position
STEPS = 3000  # of a run: some fights of the first act and of the second
# What the two budgets must keep on one core: (figure, milliseconds).
LIMITS = {
    "reflex": (("median_ms", 10.0), ("p99_ms", 100.0)),
    "default": (("mean_ms", 60.0), ("p99_ms", 300.0)),
}


def work(asked: Asked) -> Figures:
    """Milliseconds a search and plays tried a second, by budget."""
    found = [*_written(asked.policies), *_played(asked)]
    rows = {name: _searched(found, name, asked) for name in BUDGETS}
    return {"budgets": {"positions": len(found), "repeat": min(asked.repeat, TRIES), **rows}}


def with_budget(chosen: Policies, name: str) -> Policies:
    """The policies with another budget in use."""
    planner = evolve(chosen.section("planner"), budget=name)
    return evolve(chosen, sections=Table({**chosen.sections, "planner": planner}))


def _searched(found: list[Seen], name: str, asked: Asked) -> Figures:
    decider = brain(with_budget(asked.policies, name)).decider
    taken: list[float] = []
    nodes = lines = 0
    for seen in found:
        tries = [_again(decider, seen) for _ in range(min(asked.repeat, TRIES))]
        taken.append(1000 * min(seconds(one.searched) for one in tries))
        plan = tries[0].searched()
        nodes += plan.nodes
        lines += bool(plan.lines)
    figures = spread(taken)
    kept = all(figures[figure] <= most for figure, most in LIMITS[name])
    total = sum(taken) / 1000
    return {**figures, "nodes": nodes, "nodes_per_s": round(nodes / total, 1), "with_lines": lines, "kept": kept}


def _again(decider: Decider, seen: Seen) -> Seen:
    return decider.seen(seen.observation, seen.state, seen.memory, seen.now)


def _written(chosen: Policies) -> Iterator[Seen]:
    if not FIXTURES.is_dir():
        return
    reader, decider = WireReader(), brain(chosen).decider
    for path in sorted(FIXTURES.glob("*.json")):
        observation = reader.observation(parse_json(path.read_text(encoding="utf-8"), path.name))
        state = visible_state(observation)
        if state in COMBAT_STATES:
            yield decider.seen(observation, state, EMPTY, 0.0)


def _played(asked: Asked) -> Iterator[Seen]:
    share = max(1, asked.positions // len(CHARACTERS))
    for seed, character in enumerate(CHARACTERS, 1):
        collected = _fought(asked.policies, seed, character)
        yield from collected[:: max(1, len(collected) // share)][:share]


def _fought(chosen: Policies, seed: int, character: str) -> list[Seen]:
    """Every moment of a run in which the bot acts in a fight."""
    menu = evolve(chosen.section("menu"), character=character)
    mine = with_budget(evolve(chosen, sections=Table({**chosen.sections, "menu": menu})), "reflex")
    collected: list[Seen] = []

    def keep(moment: Moment) -> None:
        if moment.seen.state in COMBAT_STATES and moment.decision.action is not None:
            collected.append(moment.seen)

    with rehearsal(mine, seed, max_steps=STEPS, watch=keep) as (_, player, _mind):
        player.play()
    return collected


def tell(figures: Figures) -> list[str]:
    one = figures["budgets"]
    lines = [f"searches in {one['positions']} positions of fights, the best of {one['repeat']} each:"]
    for name in BUDGETS:
        row = one[name]
        limits = ", ".join(f"{figure.removesuffix('_ms')} at most {most:g}" for figure, most in LIMITS[name])
        lines.append(
            f"  {name:<8}{row['median_ms']:>8.2f} ms median{row['mean_ms']:>9.2f} mean{row['p99_ms']:>9.2f} p99"
            f"{row['max_ms']:>9.2f} max; {row['nodes_per_s']:,.0f} nodes/s; "
            f"{'keeps' if row['kept'] else 'DOES NOT KEEP'} its limits ({limits})"
        )
    return lines


MEASURE = Measure(help="the planner's budgets", work=work, tell=tell)

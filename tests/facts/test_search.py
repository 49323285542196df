"""The search of whole turns against an exhaustive one that neither merges nor prunes, and the hard rules on its
lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from random import Random
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.assembly import policies
from sts2fsm.clock import VirtualClock
from sts2fsm.facts.evaluation import Start, worth
from sts2fsm.facts.judge import Judge
from sts2fsm.facts.lines import Plan, plan
from sts2fsm.facts.model import model
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.facts.search import Node, turn_ends
from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Combat
from sts2fsm.wire.actions import EndTurn, PlayCard
from sts2fsm.wire.observation import Observation
from tests.facts.fights import enemy, fight, power

PLANNER: PlannerPolicy = policies().section(PlannerPolicy)
WEIGHTS = PLANNER.weights["default"]
STRIKE, DEFEND, BASH = "STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "BASH"
# Cards whose effects are all certain: no draws, no dice, no choices.
CERTAIN = (
    STRIKE, DEFEND, BASH, "TWIN_STRIKE", "IRON_WAVE", "BLUDGEON", "THUNDERCLAP", "INFLAME", "BODY_SLAM", "HEMOKINESIS",
    "BLOODLETTING", "UPPERCUT", "BREAKTHROUGH", "TAUNT", "RAGE", "SETUP_STRIKE",
)  # fmt: skip
ENEMIES = (("NIBBIT", "Attack", "12"), ("MAWLER", "Attack", "14"), ("SHRINKER_BEETLE", "Attack", "7"))


def exhaustive(combat: Combat) -> Iterator[Combat]:
    """Every state in which the turn can end, reached by every order of plays."""
    yield combat
    if combat.outcome is not None:
        return
    for place in range(len(combat.hand)):
        if rules.unplayable_reason(combat, place) is not None:
            continue
        aims: list[int | None] = [None]
        if rules.target_type(combat.hand[place]) == "AnyEnemy":
            aims = list(rules.valid_targets(combat))
        for aim in aims:
            after = combat.copy()
            rules.play_card(after, place, aim)
            yield from exhaustive(after)


def value(combat: Combat, start: Start) -> Any:
    end = combat
    if combat.outcome is None:
        end = combat.copy()
        rules.end_turn(end)
    return worth(end, start, WEIGHTS, PLANNER.comparisons, chancy=False, partial=False).rank


def small_fight(rng: Random) -> Observation:
    """Hands of five or fewer certain cards, one to three enemies, 1 to 3 energy, sometimes Strength or Weak."""
    hand = [rng.choice(CERTAIN) for _ in range(rng.randint(1, 5))]
    enemies = [
        enemy(kind, 0, rng.randint(1, 30), (intent, label), combat_id=number + 1, block=rng.choice((0, 0, 4)))
        for number, (kind, intent, label) in enumerate(rng.sample(ENEMIES, rng.randint(1, 3)))
    ]
    status = (
        [power(*rng.choice((("STRENGTH_POWER", 2), ("WEAK_POWER", 1), ("VIGOR_POWER", 3))))]
        if rng.random() < 0.5
        else []
    )
    return fight(
        hand, enemies, hp=rng.randint(5, 60), block=rng.randint(0, 8), energy=rng.choice((1, 2, 2, 3)), status=status
    )


@pytest.mark.parametrize("hundred", range(10))
def test_the_searchs_best_value_equals_an_exhaustive_searchs(hundred: int) -> None:
    """On 1,000 random small states: merging equal states loses nothing, the best rank over all orders of plays is found
    exactly."""
    wrong = []
    for seed in range(100 * hundred, 100 * hundred + 100):
        base = model(small_fight(Random(seed)), None, PLANNER.build)
        assert base is not None and base.unmodelled == ()
        combat = base.combat
        start = Start(
            hp=combat.player.hp,
            max_hp=80,
            enemies={enemy.combat_id: enemy.hp for enemy in combat.enemies},
            potions=tuple(combat.potions),
            dear=1.0,
            potion_worth=lambda _: 0.0,
            next_phase=PLANNER.next_phase,
        )
        ends, _ = turn_ends(combat.copy(), 100_000, False, lambda _: 0.0)
        best = max(value(node.combat, start) for node in ends)
        if best != max(value(end, start) for end in exhaustive(combat.copy())):
            wrong.append(seed)
    assert wrong == []


def lines(seen: Observation, **changes: Any) -> Plan:
    return plan(seen, None, PLANNER, lambda _: 10.0, **changes)


def test_a_turn_that_wins_is_taken() -> None:
    """Three Strikes kill 18 health: the first line wins, whatever the block could save."""
    found = lines(fight([STRIKE, STRIKE, STRIKE, DEFEND], [enemy("NIBBIT", 0, 18, ("Attack", "12"))]))
    assert found.best is not None and found.best.won
    assert isinstance(found.best.action, PlayCard)


def test_no_fatal_line_while_one_survives() -> None:
    """At 8 health against 12 damage only two Defends survive; more damage is no reason to die."""
    seen = fight([STRIKE, STRIKE, STRIKE, DEFEND, DEFEND], [enemy("NIBBIT", 0, 40, ("Attack", "12"))], hp=8)
    best = lines(seen).best
    assert best is not None and not best.dies
    assert sorted(move.what for move in best.moves).count(DEFEND) == 2


def test_with_nothing_to_fear_everything_attacks() -> None:
    """An enemy that only buffs: no energy goes into block."""
    seen = fight([STRIKE, STRIKE, STRIKE, DEFEND], [enemy("NIBBIT", 0, 40, ("Buff", ""))])
    best = lines(seen).best
    assert best is not None and [move.what for move in best.moves] == [STRIKE] * 3


def test_an_empty_hand_ends_the_turn() -> None:
    """Nothing to play: the only line is the end of the turn."""
    best = lines(fight([], [enemy("NIBBIT", 0, 40, ("Attack", "12"))])).best
    assert best is not None and best.action == EndTurn()


def test_the_same_observation_gives_the_same_lines() -> None:
    """The search has no chance of its own."""
    seen = fight([STRIKE, BASH, DEFEND, "POMMEL_STRIKE", "SHRUG_IT_OFF"], [enemy("NIBBIT", 0, 40, ("Attack", "12"))])
    assert lines(seen) == lines(seen)


def test_the_budget_bounds_the_plays_that_are_tried() -> None:
    """A large hand with free cards stays near the node budget of policies.yaml."""
    hand = ["ANGER", "BLOODLETTING", "RAGE", STRIKE, DEFEND, BASH, "TWIN_STRIKE", "IRON_WAVE", "THUNDERCLAP", "INFLAME"]
    seen = fight(hand, [enemy("NIBBIT", i, 40, ("Attack", "12")) for i in range(3)], energy=6)
    budget = getattr(PLANNER, PLANNER.budget)
    assert lines(seen).nodes < budget.nodes + 60


def ticking(step: float) -> Callable[[], float]:
    """A clock that is `step` seconds on at every look."""
    ticks = count()
    return lambda: next(ticks) * step


BIG = fight(
    [STRIKE, STRIKE, DEFEND, DEFEND, BASH],
    [enemy("NIBBIT", 0, 40, ("Attack", "12")), enemy("NIBBIT", 1, 40, ("Attack", "7"), combat_id=2)],
)


def test_at_the_deadline_the_best_so_far_is_taken() -> None:
    """A second for the search and 50 ms a look: some plays are tried, fewer than without, and the best of those found
    is played."""
    whole, cut = lines(BIG), lines(BIG, now=ticking(0.05))
    assert 0 < cut.nodes < whole.nodes
    assert cut.best is not None and whole.best is not None
    assert cut.best.moves
    assert whole.best.worth.rank >= cut.best.worth.rank == max(line.worth.rank for line in cut.lines)


def test_a_deadline_that_is_over_at_once_leaves_a_line() -> None:
    """However slow the machine is, there is something to do."""
    found = lines(BIG, now=ticking(100.0))
    assert len(found.lines) == 1


def test_simulated_time_never_ends_a_search() -> None:
    """The embedded game's time stands still meanwhile: the same lines as without a clock."""
    clock = VirtualClock()
    assert lines(BIG, now=clock.now) == lines(BIG)


def test_the_look_ahead_is_left_out_at_the_deadline() -> None:
    """Finalists are compared by the same measure: all are played on, or none."""
    policy = evolve(PLANNER, budget="default", default=evolve(PLANNER.default, ms=1000))
    cut = plan(BIG, None, policy, lambda _: 10.0, now=ticking(0.05))
    plain = plan(BIG, None, evolve(policy, default=evolve(policy.default, turns=0)), lambda _: 10.0, now=ticking(0.05))
    assert cut == plain


def test_a_machine_that_stalls_still_plays_a_promising_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deadline passes while the first end is weighed: that end was the most promising one, not the empty turn."""
    late = False
    ended = Judge.ended

    def stalling(self: Judge, node: Node) -> Combat:
        nonlocal late
        late = True
        return ended(self, node)

    monkeypatch.setattr(Judge, "ended", stalling)
    (only,) = lines(BIG, now=lambda: 100.0 if late else 0.0).lines
    assert only.moves


def test_turns_that_win_other_gold_are_not_the_same_turn() -> None:
    """Hand of Greed pays 20 gold for a kill: Strike first and Greed for the kill is found, in whichever order they
    stand."""
    for hand in (["HAND_OF_GREED", STRIKE], [STRIKE, "HAND_OF_GREED"]):
        best = lines(fight(hand, [enemy("NIBBIT", 0, 26, ("Attack", "12"))], energy=3)).best
        assert best is not None and best.won
        assert [move.what for move in best.moves] == [STRIKE, "HAND_OF_GREED"]

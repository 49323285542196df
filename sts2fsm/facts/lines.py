"""Lines: whole turns with what they achieve, best first. The first action of the best is played; then everything is
looked at anew."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile

from attrs import frozen

from sts2fsm.facts.combat import incoming
from sts2fsm.facts.deadline import NEVER, Deadline, Now
from sts2fsm.facts.evaluation import Start, Worth
from sts2fsm.facts.fight import Fight
from sts2fsm.facts.judge import Judge
from sts2fsm.facts.model import Model, model
from sts2fsm.facts.planner import Budget, PlannerPolicy, Weights
from sts2fsm.facts.search import Move, Node, turn_ends
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.state import Combat
from sts2fsm.wire.actions import Action, EndTurn, PlayCard, UsePotion
from sts2fsm.wire.common import NEEDS_TARGET
from sts2fsm.wire.observation import Observation

_KEPT = 12  # lines handed on: enough for a choice among them, few enough to read


@frozen(kw_only=True)
class Line:
    """A turn: its moves, the action that begins it, and its worth. `hp` is the health after the enemies' turn (points).

    `won` within this turn; `dies` in the enemies' turn; `chancy`: a draw or the dice had a part; `unmodelled` names
    what the
    forecast leaves out; `kills` are the combat_ids of enemies that our own moves kill.
    """

    moves: tuple[Move, ...]
    action: Action
    worth: Worth
    hp: int
    won: bool
    dies: bool
    enemy_hp: int
    chancy: bool
    unmodelled: tuple[str, ...]
    kills: tuple[int, ...] = ()

    @property
    def then(self) -> tuple[tuple[tuple[str, bool], ...], ...]:
        """What the choices pick that the first move opens, as (id, upgraded), choice by choice."""
        return tuple(move.chosen for move in takewhile(lambda move: move.kind == "choose", self.moves[1:]))

    def __str__(self) -> str:
        return ", ".join(move.what for move in self.moves) or "nothing"


@frozen(kw_only=True)
class PotionFacts:
    """What a held potion is worth in this turn: by how many points of worth the best line that drinks it is better than
    the best that drinks none, its price left out. `saves`: it survives, or wins, where that does not."""

    potion: str
    gain: float
    saves: bool


@frozen(kw_only=True)
class Plan:
    """Lines, best first; `nodes` plays tried; `potions` as far as lines were found that drink them."""

    lines: tuple[Line, ...]
    nodes: int
    potions: tuple[PotionFacts, ...] = ()

    @property
    def best(self) -> Line | None:
        return self.lines[0] if self.lines else None


def weights_for(seen: Observation, policy: PlannerPolicy) -> Weights:
    """The weights of the boss that is fought, else of the screen, else the usual ones."""
    enemies = seen.battle.enemies if seen.battle else ()
    ids = [enemy.entity_id.rsplit("_", 1)[0] for enemy in enemies]
    return next(
        (policy.weights[name] for name in (*ids, seen.state_type) if name in policy.weights), policy.weights["default"]
    )


def plan(
    seen: Observation,
    fight: Fight | None,
    policy: PlannerPolicy,
    potion_worth: Callable[[str], float],
    potions: bool = True,
    now: Now | None = None,
) -> Plan:
    """Lines of the turn that `seen` shows; none when there is nothing to model or the budget is `none`. With `now`, a
    real clock's seconds, the best found by the budget's deadline."""
    budget: Budget | None = {"reflex": policy.reflex, "default": policy.default}.get(policy.budget)
    seed = int(seen.fingerprint or "0", 16) & 0x7FFFFFFF
    base = model(seen, fight, policy.build, seed) if budget is not None else None
    if base is None or budget is None:
        return Plan(lines=(), nodes=0)
    unread = _unread(base.combat, seen, policy.unknown_attack)
    start = _start(base.combat, seen.state_type, policy, potion_worth)
    judge = Judge(start, weights_for(seen, policy), policy, bool(base.unmodelled), unread)
    found, nodes = _searched(base, budget, judge, potions, Deadline(budget.ms, now))
    lines = [_line(node, end, value, base, seen) for node, end, value in found[:_KEPT]]
    return Plan(lines=tuple(lines), nodes=nodes, potions=_potions(found))


def best_turn(
    combat: Combat,
    budget: Budget,
    policy: PlannerPolicy,
    potion_worth: Callable[[str], float],
) -> tuple[Move, ...]:
    """The moves of the best turn in a fight of the rules' own, without what an observation tells; none: end the turn.

    The caller hides what a player cannot know: `combat` comes with another order of the draw pile and other dice.
    """
    room = combat.setup.room
    ids = [enemy.id for enemy in combat.enemies if enemy.alive]
    weights = next((policy.weights[name] for name in (*ids, room) if name in policy.weights), policy.weights["default"])
    judge = Judge(_start(combat, room, policy, potion_worth), weights, policy, False, {})
    found, _ = _searched(Model(combat=combat, unmodelled=()), budget, judge, True, NEVER)
    return found[0][0].moves() if found else ()


def _start(combat: Combat, room: str, policy: PlannerPolicy, potion_worth: Callable[[str], float]) -> Start:
    return Start(
        hp=combat.player.hp,
        max_hp=combat.player.max_hp,
        enemies={enemy.combat_id: enemy.hp for enemy in combat.enemies if enemy.alive},
        potions=tuple(combat.potions),
        dear=policy.potion_rooms.get(room, policy.potion_rooms["default"]),
        potion_worth=potion_worth,
        next_phase=policy.next_phase,
    )


def _unread(combat: Combat, seen: Observation, unknown_attack: int) -> dict[int, int]:
    """Damage that the labels threaten of enemies whose move no table tells: the model would let them do nothing."""
    lost = {enemy.combat_id for enemy in combat.enemies if enemy.alive and not enemy.move}
    by_enemy, _ = incoming(seen.battle.enemies if lost and seen.battle else (), unknown_attack)
    return {who: damage for who, damage in by_enemy.items() if who in lost}


Found = tuple[Node, Combat, Worth]


def _potions(found: Sequence[Found]) -> tuple[PotionFacts, ...]:
    """`found` is in order, the best first: of each potion the first line counts that drinks it and no other."""
    best: dict[str, Worth] = {}
    for node, _, value in found:
        drunk = [move.what for move in node.moves() if move.kind == "potion"]
        if len(drunk) <= 1:
            best.setdefault(drunk[0] if drunk else "", value)
    dry = best.pop("", None)
    if dry is None:
        return ()
    return tuple(
        PotionFacts(
            potion=potion,
            gain=(value.value - value.parts["potions"]) - (dry.value - dry.parts["potions"]),
            saves=value.better > dry.better,
        )
        for potion, value in best.items()
    )


def _searched(base: Model, budget: Budget, judge: Judge, potions: bool, deadline: Deadline) -> tuple[list[Found], int]:
    ends, nodes = turn_ends(base.combat, budget.nodes, potions, judge.promise, deadline)
    if len(ends) > budget.ends:
        ends.sort(key=lambda node: -judge.promise(node.combat))
        ends = ends[: budget.ends]
    found = _weighed(ends, judge, deadline)
    found.sort(key=lambda item: item[2].rank, reverse=True)
    if budget.turns:
        played: list[Found] = []
        for node, end, value in found[: budget.finalists]:
            if deadline.over():  # finalists are compared by the same measure: all of them or none
                return found, nodes
            played.append((node, end, _played_on(node, end, value, budget, judge)))
        played.sort(key=lambda item: item[2].rank, reverse=True)
        found[: budget.finalists] = played
    return found, nodes


def _weighed(ends: Sequence[Node], judge: Judge, deadline: Deadline) -> list[Found]:
    """The ends with their worth, in the order given. Those are left out to which the deadline leaves no time: the least
    promising, and never all."""
    places = list(range(len(ends)))
    if deadline.there:
        places.sort(key=lambda place: -judge.promise(ends[place].combat))
    found: dict[int, Found] = {}
    for place in places:
        if found and deadline.over():
            break
        node = ends[place]
        end = judge.ended(node)
        found[place] = (node, end, judge.worth(end, node.chancy))
    return [found[place] for place in sorted(found)]


def _played_on(node: Node, end: Combat, value: Worth, budget: Budget, judge: Judge) -> Worth:
    """The worth of an end by where the fight goes from there, the mean over some orders of the draw pile, from which
    the next hand comes too. What is compared first stays as it is: only the weighing looks ahead."""
    if end.outcome is not None:
        return value
    total: dict[str, float] = {}
    for shuffle in range(budget.shuffles):
        future = judge.ended(_reshuffled(node, shuffle)) if shuffle else end.copy()
        parts = judge.played_on(future, budget.turns).parts
        for name, part in parts.items():
            total[name] = total.get(name, 0.0) + part / budget.shuffles
    total["chance"], total["unmodelled"] = value.parts["chance"], value.parts["unmodelled"]
    return Worth(better=value.better, parts=total)


def _reshuffled(node: Node, shuffle: int) -> Node:
    """The same state before the enemies' turn, with other dice and another order of the draw pile."""
    combat = node.combat.copy()
    combat.rng = Rng(shuffle)
    combat.rng.shuffle(combat.draw)
    return Node(combat, None, None, node.chancy)


def _line(node: Node, end: Combat, value: Worth, base: Model, seen: Observation) -> Line:
    moves = node.moves()
    return Line(
        moves=moves,
        action=_wire(moves[0], base.places, seen) if moves else EndTurn(),
        worth=value,
        hp=rules.summary(end).hp,
        won=end.outcome == "won",
        dies=end.outcome == "lost" or end.player.hp <= 0,
        enemy_hp=sum(enemy.hp for enemy in end.enemies if enemy.alive),
        chancy=node.chancy,
        unmodelled=base.unmodelled,
        kills=_kills(node, base),
    )


def _kills(node: Node, base: Model) -> tuple[int, ...]:
    stood = {enemy.combat_id for enemy in base.combat.enemies if enemy.alive}
    return tuple(enemy.combat_id for enemy in node.combat.enemies if not enemy.alive and enemy.combat_id in stood)


def _wire(move: Move, places: Sequence[int], seen: Observation) -> Action:
    """A first move as the wire takes it: hand index and entity id of this very read. Whether a target is sent is the
    wire's own
    word, where the tables have another."""
    enemies = {enemy.combat_id: enemy.entity_id for enemy in seen.battle.enemies} if seen.battle else {}
    player = seen.player
    if move.kind == "play":
        index = places[move.index]
        kinds = {card.index: card.target_type for card in player.hand or ()} if player else {}
        return PlayCard(index, _target(move, kinds.get(index), enemies))
    kinds = {potion.slot: potion.target_type for potion in player.potions} if player else {}
    return UsePotion(move.index, _target(move, kinds.get(move.index), enemies))


def _target(move: Move, kind: str | None, enemies: Mapping[int, str]) -> str | None:
    if kind != NEEDS_TARGET:
        return None
    return enemies.get(move.target) if move.target is not None else next(iter(enemies.values()), None)

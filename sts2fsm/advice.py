"""What a strategy adds to the worth of options: one named part, `strategy`, bounded by `llm.most`, and nothing else.

It never takes an option away and no rule asks for it. In a fight it has one word only: a potion that is held for the
boss is dearer to drink elsewhere, after everything that is compared before any weighing (a line that lives stays before
one that dies). Without a strategy every function here returns nothing.
"""

from __future__ import annotations

from functools import cache

from attrs import evolve

from sts2fsm.facts.evaluation import Worth
from sts2fsm.facts.lines import Line, Plan
from sts2fsm.handler import Seen
from sts2fsm.strategy import Strategy
from sts2fsm.strategy_policy import LlmPolicy
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import Map, MapOption

PART = "strategy"
Parts = dict[str, float]


def _policy(seen: Seen) -> LlmPolicy:
    policy: LlmPolicy = seen.policies.section(LlmPolicy)
    return policy


def _part(amount: float, seen: Seen) -> Parts:
    most = _policy(seen).most
    bounded = min(max(amount, -most), most)
    return {PART: bounded} if bounded else {}


def _outside_fights(seen: Seen) -> Strategy | None:
    """The strategy, where the deck, the purse or the way is concerned; in a fight the facts alone decide."""
    player = seen.observation.player
    return None if seen.observation.in_combat or (player is not None and player.in_combat) else seen.strategy


def without_strategy(seen: Seen) -> Seen:
    """The same view as if there were no strategy."""
    return evolve(seen, memory=evolve(seen.memory, strategy=None), plan=seen.searched)


# --- cards, relics ----------------------------------------------------------------------------------------------------
def _wish(card: str, strategy: Strategy, policy: LlmPolicy) -> float:
    if card in strategy.wanted:
        return policy.wanted
    return -policy.unwanted if card in strategy.unwanted else 0.0


def for_card(card: str | None, seen: Seen) -> Parts:
    """For having a card in the deck, or for upgrading one."""
    strategy = _outside_fights(seen)
    return {} if strategy is None or card is None else _part(_wish(card, strategy, _policy(seen)), seen)


def without_card(card: str | None, seen: Seen) -> Parts:
    """For taking a card out of the deck."""
    return {name: -amount for name, amount in for_card(card, seen).items()}


def for_relic(relic: str | None, seen: Seen) -> Parts:
    strategy = _outside_fights(seen)
    wanted = strategy is not None and relic in strategy.relics
    return _part(_policy(seen).wanted, seen) if wanted else {}


# --- the way ----------------------------------------------------------------------------------------------------------
def for_node(option: MapOption, map_: Map, seen: Seen) -> Parts:
    """For travelling to a node: the word on its type, and on the best way on as it sees it."""
    strategy = _outside_fights(seen)
    if strategy is None or not strategy.route:
        return {}
    route, ahead = strategy.route, _policy(seen).ahead
    nodes = {(node.col, node.row): node for node in map_.nodes}

    @cache
    def onward(place: tuple[int, int]) -> float:
        children = nodes[place].children if place in nodes else ()
        ways = [
            route.get(nodes[child].type or "", 0.0) + onward(child)
            for child in children
            if child in nodes and child[1] > place[1]
        ]
        return ahead * max(ways, default=0.0)

    return _part(route.get(option.type or "", 0.0) + onward((option.col, option.row)), seen)


# --- potions ----------------------------------------------------------------------------------------------------------
def held(potion: str | None, seen: Seen) -> float:
    """What drinking or throwing away this potion costs besides its worth, because it is held for the boss."""
    strategy = seen.strategy
    kept = strategy is not None and potion in strategy.hold and seen.observation.screen is not Screen.BOSS
    policy = _policy(seen)
    return min(policy.hold, policy.most) if kept else 0.0


def without_potion(potion: str | None, seen: Seen) -> Parts:
    """For drinking a potion, or throwing it away."""
    cost = held(potion, seen)
    return {PART: -cost} if cost else {}


def held_back(plan: Plan, seen: Seen) -> Plan:
    """The same lines, those that drink what is held for the boss weighed less. All others keep their worth and order,
    so only whether such a potion is drunk can change."""
    player = seen.observation.player
    cost = {potion.slot: held(potion.id, seen) for potion in player.potions} if player else {}
    if not any(cost.values()):
        return plan
    again = evolve(plan, lines=tuple(sorted((_dearer(line, cost, seen) for line in plan.lines), key=_rank)))
    fatal = again.best is not None and again.best.dies and plan.best is not None and not plan.best.dies
    return plan if fatal else again  # whatever the policies compare first


def _dearer(line: Line, cost: dict[int, float], seen: Seen) -> Line:
    drunk = sum(cost.get(move.index, 0.0) for move in line.moves if move.kind == "potion")
    part = _part(-drunk, seen)
    if not part:
        return line
    return evolve(line, worth=Worth(better=line.worth.better, parts={**line.worth.parts, **part}))


def _rank(line: Line) -> tuple[tuple[bool, ...], float]:
    better, value = line.worth.rank
    return tuple(not one for one in better), -value

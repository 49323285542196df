"""The whole way to the act's boss, over places and health: what each room gives, what it costs, and what may kill.

Health decides what can be dared further on, so a place is worth something different for each health it is reached with.
A fight costs little or much: two outcomes stand for the spread that runs show.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from math import erf, sqrt

from attrs import frozen

from sts2fsm.policy import at, group, number, share, table
from sts2fsm.wire.screens import Map, MapNode, MapPoint

Place = tuple[int, int]  # column, row
MONSTER, REST, SHOP, BOSS, OTHER = "Monster", "RestSite", "Shop", "Boss", "Unassigned"  # types of rooms on the wire
_STEP = 3  # hp: healths so near to each other are one


@group
class RoutePolicy:
    """What rooms give and cost. Costs are points of health of an average character in act 1."""

    gain: Mapping[str, float] = table("worth of what a room gives, by its type", low=-100, high=500, default="required")
    smith: float = number(float, "worth of an upgrade at a rest site", low=0, high=500)
    shop_gold: int = number(
        int, "gold that makes a shop worth its gain; with more or less, in proportion", unit="gold", low=1, high=1000
    )
    boss: float = number(float, "worth of getting past the boss alive", low=0, high=10000)
    loss: Mapping[str, float] = table(
        "health that a room costs, by its type", low=0, high=300, unit="hp", default="required"
    )
    later: float = number(float, "how much more rooms cost, per act after the first", low=0, high=10)
    ascension: float = number(float, "how much more rooms cost, per level of ascension", low=0, high=1)
    frailty: Mapping[str, float] = table(
        "how often as much rooms cost a character, by its id", low=0, high=10, default="required"
    )
    weak_rows: int = number(int, "rows at the start of act 1 whose common fights are easy", low=0, high=17)
    weak: float = share("what those cost, of the usual")
    bad: float = share("part of the rooms that cost more than the mean")
    bad_loss: float = number(float, "what those cost, in means", low=1, high=10)
    boss_spread: float = number(float, "standard deviation of what a boss costs, in means", low=0, high=3)
    heal: float = share("part of the maximum that a rest heals")


@frozen(kw_only=True)
class Traveller:
    """Who goes: health now and at most (points), gold, character id, act and ascension."""

    hp: int
    max_hp: int
    gold: int
    character: str
    act: int
    ascension: int


def gain_of(kind: str, who: Traveller, policy: RoutePolicy) -> float:
    """Worth of what a room gives."""
    gain = at(policy.gain, kind)
    return gain * who.gold / policy.shop_gold if kind == SHOP else gain


def mean_loss(kind: str, row: int, who: Traveller, policy: RoutePolicy) -> float:
    """Points of health that a room costs on average."""
    loss = at(policy.loss, kind) * (1 + policy.later * (who.act - 1))
    loss *= at(policy.frailty, who.character) * (1 + policy.ascension * who.ascension)
    return loss * policy.weak if kind == MONSTER and who.act == 1 and row <= policy.weak_rows else loss


def boss_odds(hp: float, who: Traveller, policy: RoutePolicy) -> float:
    """Chance that the boss costs less than `hp`, its cost being normally distributed."""
    mean = mean_loss(BOSS, 0, who, policy)
    spread = policy.boss_spread * mean
    return 0.5 * (1 + erf((hp - mean) / (spread * sqrt(2)))) if spread > 0 else float(hp > mean)


def way_worths(map_: Map, who: Traveller, policy: RoutePolicy) -> Mapping[Place, float]:
    """Worth of entering each place that can be reached next, with the best way on from there."""
    nodes = {(node.col, node.row): node for node in map_.nodes}
    for option in map_.next_options:  # a map without its nodes still tells one step more
        if (option.col, option.row) not in nodes:
            nodes |= {(p.col, p.row): _node(p, ()) for p in option.leads_to if (p.col, p.row) not in nodes}
            nodes[option.col, option.row] = _node(option, tuple((p.col, p.row) for p in option.leads_to))
    entered = _walk(nodes, who, policy)
    return {(o.col, o.row): entered((o.col, o.row), round(who.hp / _STEP)) for o in map_.next_options}


def _node(point: MapPoint, children: tuple[Place, ...]) -> MapNode:
    return MapNode(col=point.col, row=point.row, type=point.type, children=children)


def _walk(nodes: Mapping[Place, MapNode], who: Traveller, policy: RoutePolicy) -> Callable[[Place, int], float]:
    """Worth of entering a place with so many steps of health; a run that ends there is worth 0."""

    @cache
    def entered(place: Place, steps: int) -> float:
        node, hp = nodes[place], steps * _STEP
        kind = node.type or OTHER
        if kind == BOSS:
            return policy.boss * boss_odds(hp, who, policy)
        children = tuple(
            child for child in node.children if child in nodes and child[1] > node.row
        )  # maps lead upwards
        if kind == REST:
            return at(policy.gain, kind) + max(
                onward(children, min(who.max_hp, hp + policy.heal * who.max_hp)), policy.smith + onward(children, hp)
            )
        gain, mean = gain_of(kind, who, policy), mean_loss(kind, node.row, who, policy)
        rest = (1 - policy.bad * policy.bad_loss) / (1 - policy.bad) if policy.bad < 1 else 1.0
        outcomes = ((1 - policy.bad, max(0.0, mean * rest)), (policy.bad, mean * policy.bad_loss))
        return sum(odds * (gain + onward(children, hp - loss)) for odds, loss in outcomes if odds and hp > loss)

    def onward(children: tuple[Place, ...], hp: float) -> float:
        if not children:  # the map shows no further: what is left of the health is for the boss
            return policy.boss * boss_odds(hp, who, policy)
        return max(entered(child, max(1, round(hp / _STEP))) for child in children)

    return entered

"""Map: the path of highest worth from here to the boss; one travel per floor; never out of a fight."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from handlers.common import FIGHT_CHOICES, ROOMS, SETTLE, can, highest, wait
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always
from sts2fsm.memory import Memory
from sts2fsm.policy import at, names, number, section, share, table
from sts2fsm.states import State
from sts2fsm.updates import enter_room, note_failure
from sts2fsm.wire.actions import Action, ChooseMapNode, UsePotion
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import Map, MapOption

# Where travelling ends: a room, a choice at the start of a fight, or a fight under the map that is fading still.
ARRIVED = (*ROOMS, *FIGHT_CHOICES, State.MAP_IN_COMBAT)


@section("map")
class MapPolicy:
    """Which way to go."""

    settle_ms: int = number(int, "equal reads this far apart before travelling", unit="ms", low=0, high=10000)
    node: Mapping[str, float] = table("worth of a node, by its type", low=-100, high=100, default="required")
    hurt_node: Mapping[str, float] = table(
        "added to a node's worth when hurt, by its type", low=-100, high=100, default="required"
    )
    hurt_below: float = share("hp share under which we count as hurt")
    elite_above: float = share("hp share that an elite asks for; below it `elite_fear` is taken off")
    elite_fear: float = number(float, "taken off an elite's worth below elite_above", low=0, high=500)
    shop_gold: int = number(int, "gold that makes a shop worth a visit", unit="gold", low=0, high=1000)
    poor_shop: float = number(float, "taken off a shop's worth with less gold", low=0, high=100)
    ahead: float = share("what a node one step further counts, relative to this one")
    drink: tuple[str, ...] = names("potions with a lasting gain, drunk as soon as the map is shown")


def node_worth(kind: str | None, seen: Seen, policy: MapPolicy) -> float:
    """The worth of one node at the present health and gold."""
    player = seen.observation.player
    kind = kind or "Unassigned"
    worth = at(policy.node, kind)
    if seen.hp_share < policy.hurt_below:
        worth += at(policy.hurt_node, kind)
    if kind == "Elite" and seen.hp_share < policy.elite_above:
        worth -= policy.elite_fear
    if kind == "Shop" and player is not None and player.gold < policy.shop_gold:
        worth -= policy.poor_shop
    return worth


def path_worth(option: MapOption, map_: Map, seen: Seen, policy: MapPolicy) -> float:
    """Worth of the best way on from an option's children to the boss, each row counting `ahead` of the one before."""
    nodes = {(node.col, node.row): node for node in map_.nodes}
    if (option.col, option.row) not in nodes:
        onward = [node_worth(point.type, seen, policy) for point in option.leads_to]
        return policy.ahead * max(onward, default=0.0)

    @cache
    def from_node(place: tuple[int, int]) -> float:
        node = nodes.get(place)
        if node is None:
            return 0.0
        children = [child for child in node.children if child[1] > place[1]]  # a map only leads upwards
        return node_worth(node.type, seen, policy) + policy.ahead * max((from_node(c) for c in children), default=0.0)

    children = [child for child in nodes[option.col, option.row].children if child[1] > option.row]
    return policy.ahead * max((from_node(child) for child in children), default=0.0)


def value(option: MapOption, seen: Seen, policy: MapPolicy) -> Ranked:
    """The worth of travelling to one node: the node itself and the way on."""
    map_ = seen.observation.map
    assert map_ is not None
    parts = {"node": node_worth(option.type, seen, policy), "way on": path_worth(option, map_, seen, policy)}
    return Ranked(ChooseMapNode(option.index), parts, f"{option.type} at {option.col},{option.row}")


def ranked(seen: Seen, policy: MapPolicy) -> list[Ranked]:
    map_ = seen.observation.map
    open_ = {action.index for action in seen.open(ChooseMapNode)}
    return [value(option, seen, policy) for option in map_.next_options if option.index in open_] if map_ else []


def lasting_gain(seen: Seen, policy: MapPolicy) -> Move | None:
    """A potion that changes the rest of the run is worth most at once."""
    player = seen.observation.player
    kinds = {potion.slot: potion.id for potion in player.potions} if player else {}
    return next((use for use in seen.open(UsePotion) if kinds.get(use.slot) in policy.drink), None)


def still_the_map(step: Step) -> bool:
    """Travel was asked for and the map is still shown, perhaps with the next floor already: it fades, or the room loads
    (behaviours W68, W69)."""
    return step.asked and not step.overdue


def never_arrived(step: Step) -> bool:
    """No room has opened for longer than travelling takes: choose again."""
    return step.overdue


def enter_other_room(memory: Memory, step: Step) -> Memory:
    """A room without a travel of ours just now: it came late, or a person chose it; or the map was closed again."""
    before, after = step.before, step.after
    same = before is not None and before.run is not None and before.run == after.run
    return memory if same else enter_room(memory, step)


class MapHandler(Handler):
    screens = (Screen.MAP,)
    states = (State.MAP_TRAVELLING, State.MAP_IN_COMBAT)
    policy = MapPolicy
    rules = (
        Rule("wait for the fight", at=(State.MAP_IN_COMBAT,), when=always, do=wait("the map lies over a fight")),
        Rule("wait to arrive", at=(State.MAP_TRAVELLING,), when=always, do=wait("travelling")),
        SETTLE,
        Rule("drink what lasts", when=can(UsePotion), do=lasting_gain, emits=("use_potion",)),
        Rule("best way", when=can(ChooseMapNode), do=highest(ranked), emits=("choose_map_node",)),
        Rule("wait for a way", when=always, do=wait("no node can be reached yet")),
    )
    edges = (
        Edge("choose_map_node", ARRIVED, remember=(enter_room,)),
        Edge("choose_map_node", State.MAP_TRAVELLING, when=still_the_map, instead=("not_done_yet",)),
        Edge("choose_map_node", HERE, when=still_the_map, at=(State.MAP_TRAVELLING,)),
        Edge("choose_map_node", State.MAP, when=never_arrived, at=(State.MAP_TRAVELLING,), remember=(note_failure,)),
        Edge("choose_map_node", ARRIVED, at=(State.MAP_TRAVELLING,), remember=(enter_room,)),
        Edge(OBSERVE, ARRIVED, remember=(enter_other_room,)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        map_ = seen.observation.map
        if map_ is None or seen.state in (State.MAP_TRAVELLING, State.MAP_IN_COMBAT):
            return []
        return [ChooseMapNode(option.index) for option in map_.next_options]

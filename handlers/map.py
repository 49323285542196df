"""Map: the way of highest worth to the boss, over rooms and health; one travel per floor; never out of a fight."""

from __future__ import annotations

from collections.abc import Mapping

from handlers.asks import choice
from handlers.common import FIGHT_CHOICES, ROOMS, SETTLE, can, highest, wait
from sts2fsm import advice
from sts2fsm.facts.fight import character_of
from sts2fsm.facts.route import OTHER, RoutePolicy, Traveller, gain_of, way_worths
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always
from sts2fsm.memory import Memory
from sts2fsm.policy import names, nested, number, section
from sts2fsm.states import State
from sts2fsm.updates import enter_room, note_failure
from sts2fsm.wire.actions import Action, ChooseMapNode, UsePotion
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import MapOption

# Where travelling ends: a room, a choice at the start of a fight, or a fight under the map that is fading still.
ARRIVED = (*ROOMS, *FIGHT_CHOICES, State.MAP_IN_COMBAT)


@section("map")
class MapPolicy:
    """Which way to go."""

    settle_ms: int = number(int, "equal reads this far apart before travelling", unit="ms", low=0, high=10000)
    route: RoutePolicy = nested("the whole way to the boss, over rooms and health", RoutePolicy)
    drink: tuple[str, ...] = names("potions with a lasting gain, drunk as soon as the map is shown")


def traveller(seen: Seen) -> Traveller | None:
    """Who goes; None where the payload shows no player or no run."""
    player, run = seen.observation.player, seen.observation.run
    if player is None or run is None:
        return None
    return Traveller(
        hp=player.hp, max_hp=player.max_hp, gold=player.gold, character=character_of(player) or "",
        act=run.act, ascension=run.ascension,
    )  # fmt: skip


def value(option: MapOption, whole: float, who: Traveller, seen: Seen, policy: MapPolicy) -> Ranked:
    """The worth of travelling to one node: the room itself, and the best way on at the health it leaves."""
    map_ = seen.observation.map
    assert map_ is not None
    room = gain_of(option.type or OTHER, who, policy.route)
    parts = {"room": room, "way on": whole - room, **advice.for_node(option, map_, seen)}
    return Ranked(ChooseMapNode(option.index), parts, f"{option.type} at {option.col},{option.row}")


def ranked(seen: Seen, policy: MapPolicy) -> list[Ranked]:
    map_, who = seen.observation.map, traveller(seen)
    if map_ is None or who is None:
        return []
    open_ = {action.index for action in seen.open(ChooseMapNode)}
    ways = way_worths(map_, who, policy.route)
    return [
        value(option, ways[option.col, option.row], who, seen, policy)
        for option in map_.next_options
        if option.index in open_
    ]


def way_words(option: Ranked, seen: Seen, policy: MapPolicy) -> str:
    """The next room, and the rooms that may follow it."""
    map_ = seen.observation.map
    shown = [one for one in map_.next_options if ChooseMapNode(one.index) == option.action] if map_ else []
    if not shown:
        return _ROOMS["Unassigned"]
    after = dict.fromkeys(_room(point.type) for point in shown[0].leads_to)
    onward = f"; from there we may go to {' or '.join(after)}" if after else ""
    return f"{_room(shown[0].type)}{onward}"


def _room(kind: str | None) -> str:
    return _ROOMS.get(kind or "Unassigned", _ROOMS["Unassigned"])


_ROOMS: Mapping[str, str] = {
    "Unassigned": "a room of unknown kind",
    "Unknown": "a room that is not shown: an event, a fight, a shop or a chest",
    "Shop": "a shop",
    "Treasure": "a treasure chest",
    "RestSite": "a rest site",
    "Monster": "a common fight",
    "Elite": "a fight against an elite, with a relic to win",
    "Boss": "the boss of the act",
    "Ancient": "an Ancient with a gift",
}

WAY = choice("map", "Which room next?", ranked, way_words, "We choose our way on the map.")


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
        Rule("best way", when=can(ChooseMapNode), do=highest(ranked), emits=("choose_map_node",), asks=(WAY,)),
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

"""Moving on the map and entering rooms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from . import acts, delays, ledger
from .mapgen import BOSS, ELITE, MONSTER, REST, SHOP, START, TREASURE, UNKNOWN, Point
from .room_combat import CombatRoom
from .room_event import EventRoom
from .room_fake_merchant import FakeMerchantRoom
from .room_rest import RestRoom
from .room_shop import ShopRoom
from .room_treasure import TreasureRoom
from .screens import Other

if TYPE_CHECKING:
    from .world import World

OVERLAY_CLASS = "NEmbeddedOverlay"  # of the placed overlay; no class of the real game
EVENT = "Event"  # not a map symbol: what an unknown node holds when nothing else was rolled


def enter_start(world: World) -> None:
    """The first room of the run, entered without a click on the map; later acts begin on it."""
    run = world.live_run
    run.position = run.map.start
    run.visited = [run.map.start]
    run.floor = 1
    run.history.enter(START)
    acts.enter_ancient(world)
    if world.placement.overlay:
        overlay = Other(world.now, OVERLAY_CLASS)
        world.open(overlay)
        world.after(delays.OVERLAY, lambda: world.close(overlay))


def reload(world: World) -> None:
    """Continue a saved run: the map, or the room it was left in, entered again with nothing over it."""
    run = world.live_run
    world.screens.clear()
    arrived = world.traveling_to is not None and world.traveling_to == run.position
    world.traveling_to = None
    if world.room is None:  # between two acts: nothing but the new map
        world.open_map()
    elif arrived or not world.map_open:
        world.map_open = False
        world.room.reload()


def options(world: World) -> list[Point]:
    """Travelable points by column; the fading map over a new room already shows the next row's."""
    run = world.live_run
    if run.position is None:
        return [run.map.start]
    if world.now < world.map_ready_at:
        return []
    points = set(run.map.children[run.position])
    if run.position[1] < run.map.rooms and any(r.counter for r, _ in run.hooks("any_node")):
        points.update(run.map.row(run.position[1] + 1))
    return sorted(points)


def start_travel(world: World, point: Point) -> None:
    """Vote for a point: the token walks, then the room is entered and the map fades."""
    world.traveling_to = point
    world.after(delays.TRAVEL, lambda: _arrive(world, point))


def _arrive(world: World, point: Point) -> None:
    run = world.live_run
    if run.position is not None and point not in run.map.children[run.position]:
        for relic, _ in run.hooks("any_node"):
            relic.counter = max(0, (relic.counter or 0) - 1)
            break
    previous = run.map.types[run.position] if run.position is not None else START
    run.position = point
    run.visited.append(point)
    run.floor += 1
    run.history.enter(run.map.types[point])
    linger = world.faults.delay("lingering_map")
    opening = world.map_opening
    world.after(delays.MAP_FADE + linger, lambda: _map_gone(world, opening))
    _enter(world, run.map.types[point], previous)


def _map_gone(world: World, opening: int) -> None:
    if world.map_opening == opening:
        world.map_open = False
        world.traveling_to = None


def _enter(world: World, point_type: str, previous: str) -> None:
    run = world.live_run
    if point_type == UNKNOWN:
        for _, amount in run.hooks("unknown_enter_heal"):
            ledger.heal(run, amount)
    for relic, gold in run.hooks("room_gold"):
        if not relic.counter:
            ledger.gain_gold(run, gold)
    placed = world.placement.at(run.visited[-1][1]) if run.act_no == run.first_act else None
    if placed is not None:
        kind, which = placed
        _PLACED[kind](world, which)
        return
    kind = _unknown(world, previous) if point_type == UNKNOWN else point_type
    _ROOMS[kind](world)


def _unknown(world: World, previous: str) -> str:
    """What an unknown node holds: odds grow by their base with each miss and fall back on a hit; the rest are
    events."""
    run = world.live_run
    if run.events_only:
        return EVENT
    base = run.tables.odds["unknown_room"]
    banned = {MONSTER} if run.has_hook("no_unknown_monsters") else set()
    upper = [run.map.types[p] for p in run.map.children[run.visited[-1]]]
    if previous == SHOP or (upper and all(t == SHOP for t in upper)):
        banned.add(SHOP)
    roll = run.rng["unknown"].below(1_000_000) / 1_000_000
    found = EVENT
    for kind, odds in run.unknown_odds.items():
        if kind not in banned and roll < odds:
            found = kind
            break
        roll -= odds if kind not in banned else 0.0
    for kind, start in base.items():
        run.unknown_odds[kind] = start if kind == found else run.unknown_odds[kind] + start
    return found


def _ancient(world: World, _which: str = "") -> None:
    acts.enter_ancient(world)


def _monster(world: World, which: str = "") -> None:
    world.room = CombatRoom(world, "monster", which or world.live_run.fights.monster())


def _elite(world: World, which: str = "") -> None:
    world.room = CombatRoom(world, "elite", which or world.live_run.fights.elite())


def _boss(world: World, which: str = "") -> None:
    run = world.live_run
    place = run.map.bosses.index(run.position) if run.position in run.map.bosses else 0
    world.room = CombatRoom(world, "boss", which or run.fights.bosses[place])


def _event(world: World, which: str = "") -> None:
    run = world.live_run
    event = run.tables.events[which] if which else run.events.next()
    world.room = FakeMerchantRoom(world, event) if event.room == "fake_merchant" else EventRoom(world, event)


def _shop(world: World, _which: str = "") -> None:
    world.room = ShopRoom(world)


def _rest(world: World, _which: str = "") -> None:
    world.room = RestRoom(world)


def _treasure(world: World, _which: str = "") -> None:
    world.room = TreasureRoom(world)


def _treasure_empty(world: World, _which: str = "") -> None:
    world.room = TreasureRoom(world, empty=True)


_ROOMS: Mapping[str, Callable[[World], None]] = {
    START: _ancient,
    MONSTER: _monster,
    ELITE: _elite,
    BOSS: _boss,
    EVENT: _event,
    SHOP: _shop,
    REST: _rest,
    TREASURE: _treasure,
}
_PLACED: Mapping[str, Callable[[World, str], None]] = {
    "monster": _monster,
    "elite": _elite,
    "boss": _boss,
    "event": _event,
    "shop": _shop,
    "rest_site": _rest,
    "treasure": _treasure,
    "treasure_empty": _treasure_empty,
}

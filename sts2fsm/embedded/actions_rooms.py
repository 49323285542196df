"""Actions on rooms and the map."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import travel
from .actions_screens import leave_rewards
from .reply import Refusal, in_range, need_int
from .room_event import EventRoom
from .room_fake_merchant import FakeMerchantRoom
from .room_rest import RestRoom
from .room_shop import ShopRoom
from .room_treasure import OPEN, TreasureRoom
from .screens import Rewards

if TYPE_CHECKING:
    from .world import World

_LEAVABLE = (RestRoom, ShopRoom, FakeMerchantRoom, TreasureRoom)


def choose_map_node(world: World, body: Mapping[str, Any]) -> str:
    """Vote for a node. On the way, and while the map fades over the new room, nothing more happens."""
    if not world.map_open:
        raise Refusal("Map is not open")
    index = need_int(body, "index")
    points = travel.options(world)
    if not points:
        raise Refusal("No travelable map points")
    point = points[in_range(index, len(points), "Map point")]
    if world.traveling_to is None:
        travel.start_travel(world, point)
    return f"Traveling to {world.live_run.map.types[point]} at ({point[0]},{point[1]})"


def choose_event_option(world: World, body: Mapping[str, Any]) -> str:
    """Click an event's button."""
    room = world.room
    if not isinstance(room, EventRoom):
        raise Refusal("Not in an event")
    index = need_int(body, "index")
    if not room.options:
        raise Refusal("No event options are available")
    return f"Choosing event option: {room.choose(in_range(index, len(room.options), 'Event option'))}"


def advance_dialogue(world: World, _body: Mapping[str, Any]) -> str:
    """Click an ancient's dialogue away."""
    room = world.room
    if not isinstance(room, EventRoom):
        raise Refusal("Not in an event")
    if not room.is_ancient:
        raise Refusal("Event has no dialogue")
    if not room.in_dialogue:
        raise Refusal("Dialogue hitbox is not available")
    room.advance()
    return "Advancing dialogue"


def choose_rest_option(world: World, body: Mapping[str, Any]) -> str:
    """Click a rest option."""
    index = need_int(body, "index")
    room = world.room
    if not isinstance(room, RestRoom):
        raise Refusal("Not at a rest site")
    if not room.options:
        raise Refusal("No rest site options are available")
    return f"Selecting rest site option: {room.choose(in_range(index, len(room.options), 'Rest option'))}"


def shop_purchase(world: World, body: Mapping[str, Any]) -> str:
    """Buy a thing; opens the inventory first."""
    room = world.room
    if not isinstance(room, (ShopRoom, FakeMerchantRoom)):
        raise Refusal("Not in a shop")
    room.open = True
    if not room.ready:
        raise Refusal("Shop inventory not ready")
    item = room.items[in_range(need_int(body, "index"), len(room.items), "Shop item")]
    if not item.stocked:
        raise Refusal("Item is sold out")
    if world.live_run.gold < item.price:
        raise Refusal("Not enough gold")
    message = f"Purchasing {item.category} for {item.price} gold"
    room.buy(room.items.index(item))
    return message


def claim_treasure_relic(world: World, body: Mapping[str, Any]) -> str:
    """Take a relic out of the chest."""
    room = world.room
    if not isinstance(room, TreasureRoom):
        raise Refusal("Not in a treasure room")
    if room.phase != OPEN:
        raise Refusal("Relic collection is not visible")
    relic = room.claim(in_range(need_int(body, "index"), len(room.relics), "Relic"))
    return f"Claiming relic: {world.live_run.content.relics[relic].name}"


def proceed(world: World, _body: Mapping[str, Any]) -> str:
    """The first proceed button found: rewards, rest site, merchant, fake merchant, treasure. Never an event's."""
    screen = world.top
    if isinstance(screen, Rewards):
        return leave_rewards(world, screen)
    room = world.room
    if not isinstance(room, _LEAVABLE):
        raise Refusal("No proceed button is available")
    return str(room.proceed())


ROOM_ACTIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "choose_map_node": choose_map_node,
    "choose_event_option": choose_event_option,
    "advance_dialogue": advance_dialogue,
    "choose_rest_option": choose_rest_option,
    "shop_purchase": shop_purchase,
    "claim_treasure_relic": claim_treasure_relic,
    "proceed": proceed,
}

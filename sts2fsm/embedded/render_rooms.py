"""Rooms outside fights: event, rest site, shop, fake merchant, treasure. A read opens inventories and chests, as the
mod's does."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import describe
from .effects_rewards import rest_heal_amount
from .render_player import Json, base_card, potion_text, relic_text
from .room_event import EventRoom, ShownOption
from .room_fake_merchant import FakeMerchantRoom
from .room_rest import RestRoom
from .room_shop import Item, ShopRoom
from .room_treasure import CLOSED, LOADING, OPEN, OPENING, TreasureRoom
from .run_cards import DeckCard

if TYPE_CHECKING:
    from .run import Run
    from .world import World


def _event_option(room: EventRoom, index: int, button: ShownOption) -> Json:
    run = room.run
    row: Json = {
        "index": index,
        "title": button.title,
        "description": "" if button.proceed else describe.ops_text(run.content, button.option.do, room.vars),
        "is_locked": button.locked,
        "is_proceed": button.proceed,
        "was_chosen": button.chosen,
    }
    if button.relic:
        text = relic_text(run, button.relic)
        row["description"] = text
        row["relic_name"] = run.content.relics[button.relic].name
        row["relic_description"] = text
    elif isinstance(button.shown, DeckCard):
        row["description"] += f" ({run.content.cards[button.shown.id].name})"
    else:
        row["description"] += _exchange(room, button)
    row["keywords"] = []
    return row


def _exchange(room: EventRoom, button: ShownOption) -> str:
    """The relics that an option gives or takes, by name."""
    names = room.run.content.relics
    words = []
    for op in button.option.do:
        place = int(op.get("place", 0))
        if op["op"] == "trade_relic" and place < len(room.kept["relics"]):
            words.append(f" Lose {names[room.kept['relics'][place].id].name}.")
        if op["op"] in ("trade_relic", "gain_offer"):
            words.append(f" Gain {names[room.kept['offers'][place]].name}.")
    return "".join(words)


def event_state(world: World) -> Json:
    """An event; options are empty while one resolves."""
    room: EventRoom = world.room
    block = {
        "event_id": room.event_id,
        "event_name": room.name,
        "is_ancient": room.is_ancient,
        "in_dialogue": room.in_dialogue,
        "body": None,
        "options": [_event_option(room, i, button) for i, button in enumerate(room.options)],
    }
    return {"state_type": "event", "event": block}


def _rest_text(world: World, option: str) -> str:
    if option == "HEAL":
        return f"Heal {rest_heal_amount(world)} HP."
    words = {"SMITH": "Upgrade a card.", "LIFT": "Start fights with 1 more Strength."}
    run = world.live_run
    return (
        words[option]
        if option in words
        else describe.ops_text(run.content, run.tables.odds["rest_options"][option]["do"], {})
    )


def rest_state(world: World) -> Json:
    """A rest site."""
    room: RestRoom = world.room
    options = [
        {
            "index": i,
            "id": option,
            "name": room.title(option),
            "description": _rest_text(world, option),
            "is_enabled": room.enabled(option),
        }
        for i, option in enumerate(room.options)
    ]
    return {"state_type": "rest_site", "rest_site": {"options": options, "can_proceed": room.can_proceed}}


def _card_fields(run: Run, what: Any) -> Json:
    full = base_card(run.content, what.id, what.upgrades)
    flat = {f"card_{key}": full[key] for key in ("id", "name", "type", "cost", "star_cost", "rarity", "description")}
    flat["keywords"] = full["keywords"]
    return flat


def _relic_fields(run: Run, what: Any) -> Json:
    name = run.content.relics[what].name
    return {"relic_id": what, "relic_name": name, "relic_description": relic_text(run, what), "keywords": []}


def _potion_fields(run: Run, what: Any) -> Json:
    name = run.content.potions[what].name
    return {"potion_id": what, "potion_name": name, "potion_description": potion_text(run, what), "keywords": []}


_FIELDS: Mapping[str, Callable[[Run, Any], Json]] = {
    "card": _card_fields,
    "relic": _relic_fields,
    "potion": _potion_fields,
}


def _item(run: Run, index: int, item: Item) -> Json:
    row: Json = {
        "index": index,
        "category": item.category,
        "price": item.price,
        "is_stocked": item.stocked,
        "can_afford": run.gold >= item.price,
    }
    if item.category == "card":
        row["on_sale"] = item.on_sale
    if item.what is not None:
        row.update(_FIELDS[item.category](run, item.what))
    return row


def _inventory(room: ShopRoom | FakeMerchantRoom) -> Json:
    """Opens the inventory; the game disables proceed while it is open."""
    if not room.ready:
        return {"items": [], "can_proceed": False, "error": "Shop inventory is not ready yet"}
    room.open = True
    return {"items": [_item(room.run, i, item) for i, item in enumerate(room.items)], "can_proceed": False}


def shop_state(world: World) -> Json:
    """The merchant."""
    return {"state_type": "shop", "shop": _inventory(world.room)}


def fake_merchant_state(world: World) -> Json:
    """The Merchant???."""
    room: FakeMerchantRoom = world.room
    block = {
        "event_id": room.event_id,
        "event_name": room.name,
        "started_fight": room.started_fight,
        "shop": _inventory(room),
    }
    return {"state_type": "fake_merchant", "fake_merchant": block}


def treasure_state(world: World) -> Json:
    """The chest: loading, clicked by this very read, opening, open, done."""
    room: TreasureRoom = world.room
    return {"state_type": "treasure", "treasure": _chest(room)}


def _chest(room: TreasureRoom) -> Json:
    if room.phase == LOADING:
        return {"message": "Treasure room is loading..."}
    if room.phase == CLOSED and room.touch():
        return {"message": "Opening chest..."}
    if room.phase == OPENING:
        return {"can_proceed": False}
    relics = [
        {
            "index": i,
            "id": relic,
            "name": room.run.content.relics[relic].name,
            "description": relic_text(room.run, relic),
            "rarity": room.run.content.relics[relic].rarity,
            "keywords": [],
        }
        for i, relic in enumerate(room.relics)
    ]
    if room.phase == OPEN:
        return {"relics": relics, "can_proceed": False}
    return {"relics": [], "can_proceed": room.phase == "done"}

"""Truths about rewards, the map, rooms and selections."""

from __future__ import annotations

from tests.strategies.choices import Choices
from tests.strategies.truths.tools import Json, distinct, drop, items, number, put


def reward(item: Json, choices: Choices) -> None:
    if item["type"] != "gold":
        drop(item, "gold_amount")
    if item["type"] != "potion":
        drop(item, "potion_id", "potion_name", "potion_description")


LAST_ROW = 16


def map_block(block: Json, choices: Choices) -> None:
    here = block.get("current_position")
    row = 0 if here is None else here["row"] + 1
    if here is not None and row > LAST_ROW:
        here["row"], row = LAST_ROW - 1, LAST_ROW
    put(block, "visited", [*items(block, "visited"), here] if here else [])
    boss = {"col": 3, "row": LAST_ROW, "type": "Boss", "children": [], "id": "VANTOM_BOSS", "name": "Vantom"}
    options = items(block, "next_options")
    if row == LAST_ROW:
        options = options[:1]
        for option in options:
            option.update(col=3, type="Boss", leads_to=[])
    options.sort(key=lambda option: option["col"])
    options[:] = distinct(options, "col")
    nodes = {(node["col"], node["row"]): node for node in items(block, "nodes")}
    for option in options:
        option["row"] = row
        children = distinct(items(option, "leads_to"), "col")
        for child in children:
            child["row"] = row + 1
        put(option, "leads_to", children)
        ahead = [[child["col"], child["row"]] for child in children]
        nodes[option["col"], row] = {"col": option["col"], "row": row, "type": option.get("type"), "children": ahead}
        for child in children:
            nodes.setdefault(
                (child["col"], row + 1),
                {"col": child["col"], "row": row + 1, "type": child.get("type"), "children": []},
            )
    nodes = {place: node for place, node in nodes.items() if place[1] < LAST_ROW}
    for (_, at), node in nodes.items():
        put(node, "children", [[column, at + 1] for column, _ in node.get("children") or ()])
        drop(node, "id", "name")
    number(options)
    put(block, "next_options", options)
    put(block, "nodes", [*nodes.values(), boss])
    put(block, "boss", {key: boss[key] for key in ("col", "row", "id", "name")})
    put(block, "bosses", [{key: boss[key] for key in ("col", "row", "id", "name")}])


def event(event: Json, choices: Choices) -> None:
    if not event.get("is_ancient"):
        put(event, "in_dialogue", False)
    options = items(event, "options")
    number(options)
    for option in options:
        put(option, "was_chosen", choices.chance(12))
        put(option, "is_locked", choices.chance(6))
        if option.get("is_proceed"):
            put(option, "is_locked", False)
        if not event.get("is_ancient"):
            drop(option, "relic_name", "relic_description")


def rest_site(block: Json, choices: Choices) -> None:
    options = distinct(items(block, "options"), "id")
    number(options)
    put(block, "options", options)


GOODS = {"card": "card_", "relic": "relic_", "potion": "potion_", "card_removal": "-"}
ON_SHELF = ("index", "category", "price", "cost", "on_sale", "is_stocked", "can_afford")


def shop_item(item: Json, choices: Choices) -> None:
    if choices.chance(12):
        drop(item, "price")  # the mod's document calls it `cost`
    else:
        drop(item, "cost")
    if item["category"] != "card":
        drop(item, "on_sale")
    sold = not item.get("is_stocked") and item["category"] != "card_removal"
    for key in list(item):
        if key not in ON_SHELF and (sold or not (key == "keywords" or key.startswith(GOODS[item["category"]]))):
            del item[key]
    if item["category"] == "card" and not sold:
        item.setdefault("card_id", "STRIKE_IRONCLAD")


def shop(shop: Json, choices: Choices) -> None:
    if choices.chance(12):
        shop.update(items=[], can_proceed=False, error="The inventory is not ready.")
    else:
        drop(shop, "error")
    number(items(shop, "items"))


def fake_merchant(block: Json, choices: Choices) -> None:
    if block.get("started_fight"):
        drop(block, "shop")
        return
    drop(block, "message")
    if shop := block.get("shop"):
        put(shop, "items", [item for item in items(shop, "items") if item["category"] == "relic"])
        number(items(shop, "items"))


TREASURE_FORMS: tuple[Json, ...] = (
    {"relics": "shown", "can_proceed": False},  # open
    {"message": "A chest."},  # loading, or this very read clicked it
    {"can_proceed": False},  # opening
    {"relics": [], "can_proceed": True},  # taken
    {"can_proceed": True},  # an empty chest
)


def treasure(block: Json, choices: Choices) -> None:
    relics = distinct(items(block, "relics"), "id")
    form = choices.pick(TREASURE_FORMS)
    if form.get("relics") == "shown":
        form = {**form, "relics": relics, "can_proceed": not relics}
    number(relics)
    block.clear()
    block.update(form)


def card_select(block: Json, choices: Choices) -> None:
    number(items(block, "cards"))
    if block.get("screen_type") == "choose":
        put(block, "preview_showing", False)
        put(block, "can_confirm", False)
    else:
        drop(block, "can_skip")
    if block.get("preview_showing"):
        number(items(block, "preview_cards"))  # missing in the mod's first revision
    else:
        drop(block, "preview_cards")


def bundle(bundle: Json, choices: Choices) -> None:
    number(items(bundle, "cards"))
    put(bundle, "card_count", len(items(bundle, "cards")))


def bundle_select(block: Json, choices: Choices) -> None:
    number(items(block, "bundles"))
    put(block, "can_confirm", bool(block.get("preview_showing")))
    number(items(block, "preview_cards"))
    if not block.get("preview_showing"):
        put(block, "preview_cards", [])


def crystal_sphere(block: Json, choices: Choices) -> None:
    put(block, "grid_width", 11)
    put(block, "grid_height", 11)
    cells = distinct(items(block, "cells"), "x", "y")
    for cell in cells:
        if cell.get("is_hidden"):
            drop(cell, "item_type", "is_good")
        else:
            put(cell, "is_clickable", False)
    put(block, "cells", cells)
    clickable = [
        {"x": cell["x"], "y": cell["y"]} for cell in cells if cell.get("is_hidden") and cell.get("is_clickable")
    ]
    put(block, "clickable_cells", clickable)


def game_over(block: Json, choices: Choices) -> None:
    put(block, "options", ["main_menu"] if items(block, "options") else [])

"""Overlays: grids, choose-a-card, bundles, relics, rewards, card rewards, crystal sphere, game over, anything else."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from .crystal import Crystal
from .render_player import Json, card, indexed, potion_text, relic_text
from .screens import Bundle, CardReward, Choose, GameOver, Grid, Other, RelicChoice, Reward, Rewards

if TYPE_CHECKING:
    from .run import Run
    from .world import World


def _grid(world: World, screen: Grid) -> Json:
    block: Json = {
        "screen_type": screen.screen_type,
        "prompt": screen.prompt,
        "cards": indexed(world, screen.order(world.now)),
        "preview_showing": screen.preview_showing,
    }
    if screen.preview_showing:
        shown = [card(world, screen.preview(c) if screen.preview else c) for c in screen.picked]
        if "rotating_preview" in world.faults.names and len(shown) > 1 and world.faults.coin("rotating_preview"):
            shown.reverse()
        block["preview_cards"] = shown
    block["can_cancel"] = screen.can_cancel
    block["can_confirm"] = screen.can_confirm
    return {"state_type": "card_select", "card_select": block}


def _choose(world: World, screen: Choose) -> Json:
    block = {
        "screen_type": "choose",
        "prompt": "Choose a card.",
        "cards": indexed(world, screen.cards),
        "preview_showing": False,
        "can_cancel": screen.can_skip,
        "can_confirm": False,
        "can_skip": screen.can_skip,
    }
    return {"state_type": "card_select", "card_select": block}


def _bundle(world: World, screen: Bundle) -> Json:
    picked = screen.picked
    bundles = [
        {"index": i, "card_count": len(cards), "cards": indexed(world, cards)} for i, cards in enumerate(screen.bundles)
    ]
    block = {
        "screen_type": "bundle",
        "prompt": "Choose a bundle.",
        "bundles": bundles,
        "preview_showing": picked is not None,
        "preview_cards": [card(world, c) for c in screen.bundles[picked]] if picked is not None else [],
        "can_cancel": picked is not None,
        "can_confirm": picked is not None,
    }
    return {"state_type": "bundle_select", "bundle_select": block}


def _relics(world: World, screen: RelicChoice) -> Json:
    run = world.live_run
    rows = [
        {
            "index": i,
            "id": relic,
            "name": run.content.relics[relic].name,
            "description": relic_text(run, relic),
            "rarity": run.content.relics[relic].rarity,
            "keywords": [],
        }
        for i, relic in enumerate(screen.relics)
    ]
    block = {"prompt": "Choose a relic.", "relics": rows, "can_skip": screen.can_skip}
    return {"state_type": "relic_select", "relic_select": block}


def _reward_text(run: Run, item: Reward) -> str:
    if item.type == "gold":
        return f"{item.amount} Gold"
    if item.type == "potion":
        return str(run.content.potions[item.id].name)
    if item.type == "relic":
        return str(run.content.relics[item.id].name)
    if item.type == "special_card":
        return f"Add {run.content.cards[item.id].name} to your deck."
    return "Add a card to your deck."


def _reward(run: Run, index: int, item: Reward) -> Json:
    row: Json = {"index": index, "type": item.type, "description": _reward_text(run, item)}
    if item.type == "gold":
        row["gold_amount"] = item.amount
    elif item.type == "potion":
        row["potion_id"] = item.id
        row["potion_name"] = run.content.potions[item.id].name
        row["potion_description"] = potion_text(run, item.id)
    return row


def _rewards(world: World, screen: Rewards) -> Json:
    items = [_reward(world.live_run, i, item) for i, item in enumerate(screen.buttons())]
    return {"state_type": "rewards", "rewards": {"items": items, "can_proceed": True}}


def _card_reward(world: World, screen: CardReward) -> Json:
    block = {"cards": indexed(world, screen.order(world.now)), "can_skip": screen.can_skip}
    return {"state_type": "card_reward", "card_reward": block}


def _crystal(_world: World, screen: Crystal) -> Json:
    cells = []
    clickable = []
    for y in range(screen.height):
        for x in range(screen.width):
            hidden = (x, y) in screen.hidden
            can_click = hidden and (x, y) in screen.covered
            row: Json = {"x": x, "y": y, "is_hidden": hidden, "is_clickable": can_click}
            row.update(is_highlighted=False, is_hovered=False)
            item = screen.item_at((x, y))
            if item is not None:
                row["item_type"] = item.kind
                row["is_good"] = item.good
            cells.append(row)
            if can_click:
                clickable.append({"x": x, "y": y})
    revealed = [
        {"item_type": i.kind, "x": i.x, "y": i.y, "width": i.width, "height": i.height, "is_good": i.good}
        for i in screen.revealed()
    ]
    playing = screen.clicks > 0
    block: Json = {
        "instructions_title": "Divine",
        "instructions_description": "Uncover cells; an item uncovered whole is yours, for good or bad.",
        "grid_width": screen.width,
        "grid_height": screen.height,
        "cells": cells,
        "clickable_cells": clickable,
        "revealed_items": revealed,
        "tool": screen.tool if playing else "none",
        "can_use_big_tool": playing,
        "can_use_small_tool": playing,
        "divinations_left_text": f"{screen.clicks} left",
        "can_proceed": screen.can_proceed,
    }
    return {"state_type": "crystal_sphere", "crystal_sphere": block}


def _game_over(_world: World, _screen: GameOver) -> Json:
    return {"state_type": "game_over", "game_over": {"message": "Run ended.", "options": ["main_menu"]}}


def _other(_world: World, screen: Other) -> Json:
    block = {"screen_type": screen.class_name, "message": "An overlay without actions is open."}
    return {"state_type": "overlay", "overlay": block}


SCREENS: Mapping[type, Callable[[World, Any], Json]] = {
    Grid: _grid,
    Choose: _choose,
    Bundle: _bundle,
    RelicChoice: _relics,
    Rewards: _rewards,
    CardReward: _card_reward,
    Crystal: _crystal,
    GameOver: _game_over,
    Other: _other,
}
# These are hidden by an open map; the others lie over it (api.md 2, rows 7 to 16).
UNDER_MAP = (Crystal, CardReward, Rewards)

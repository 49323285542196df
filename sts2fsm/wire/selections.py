"""The blocks of screens that ask to pick something: cards, bundles, relics, cells of the Crystal Sphere."""

from __future__ import annotations

from attrs import frozen

from sts2fsm.wire.common import Card
from sts2fsm.wire.fields import REQUIRED, choice, count, flag, part, several, text
from sts2fsm.wire.screens import OfferedRelic


@frozen(kw_only=True)
class CardSelect:
    """A card grid or a choose-a-card overlay. What is selected, and how many may be, is not shown."""

    screen_type: str | None = choice(
        "transform", "upgrade", "select", "simple_select", "choose", "NDeckEnchantSelectScreen", default=None
    )
    prompt: str | None = text()
    cards: tuple[Card, ...] = several(0, 6)
    preview_showing: bool = flag()
    preview_cards: tuple[Card, ...] | None = part()
    can_confirm: bool = flag()
    can_cancel: bool = flag()
    can_skip: bool | None = flag(None)


@frozen(kw_only=True)
class Bundle:
    index: int = count(0, 3, REQUIRED)
    card_count: int | None = count(0, 4, None)
    cards: tuple[Card, ...] = several(0, 3)


@frozen(kw_only=True)
class BundleSelect:
    screen_type: str | None = text()
    prompt: str | None = text()
    bundles: tuple[Bundle, ...] = several(0, 3)
    preview_showing: bool = flag()
    preview_cards: tuple[Card, ...] = several(0, 3)
    can_cancel: bool = flag()
    can_confirm: bool = flag()


@frozen(kw_only=True)
class RelicSelect:
    prompt: str | None = text()
    relics: tuple[OfferedRelic, ...] = several(0, 3)
    can_skip: bool = flag()


@frozen(kw_only=True)
class Cell:
    x: int = count(0, 10, REQUIRED)
    y: int = count(0, 10, REQUIRED)
    is_hidden: bool = flag()
    is_clickable: bool = flag()
    is_highlighted: bool = flag()
    is_hovered: bool = flag()
    item_type: str | None = text()
    is_good: bool | None = flag(None)


@frozen(kw_only=True)
class ClickableCell:
    x: int = count(0, 10, REQUIRED)
    y: int = count(0, 10, REQUIRED)


@frozen(kw_only=True)
class RevealedItem:
    item_type: str | None = text()
    x: int = count(0, 10, REQUIRED)
    y: int = count(0, 10, REQUIRED)
    width: int = count(1, 4)
    height: int = count(1, 4)
    is_good: bool | None = flag(None)


@frozen(kw_only=True)
class CrystalSphere:
    instructions_title: str | None = text()
    instructions_description: str | None = text()
    grid_width: int = count(1, 11)
    grid_height: int = count(1, 11)
    cells: tuple[Cell, ...] = several(0, 4)
    clickable_cells: tuple[ClickableCell, ...] = several(0, 4)
    revealed_items: tuple[RevealedItem, ...] = several(0, 2)
    tool: str | None = choice("big", "small", "none", default=None)
    can_use_big_tool: bool = flag()
    can_use_small_tool: bool = flag()
    divinations_left_text: str | None = text()
    can_proceed: bool = flag()

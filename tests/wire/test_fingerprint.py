"""The fingerprint of a payload: blind to what moves by itself, awake to what we act upon."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.wire.fingerprint import fingerprint
from tests.fixture_files import fixture
from tests.strategies import any_payload

Change = Callable[[dict[str, Any]], Any]
FIGHT = "monster-two-nibbits-player-turn"
SHOP = "shop-rich"
TEXTS = frozenset({"description", "message", "prompt", "keywords", "body"})


def set_at(*path: Any) -> Change:
    """Sets the value that is last in `path`."""
    *steps, key, value = path

    def change(made: dict[str, Any]) -> None:
        place: Any = made
        for step in steps:
            place = place[step]
        place[key] = value

    return change


def reverse(*path: Any) -> Change:
    def change(made: dict[str, Any]) -> None:
        place: Any = made
        for step in path:
            place = place[step]
        place.reverse()

    return change


SAME: list[tuple[str, str, Change]] = [
    ("a relic's counter", FIGHT, set_at("player", "relics", 0, "counter", 7)),
    ("a card's text", FIGHT, set_at("player", "hand", 0, "description", "Other words.")),
    ("a card's keywords", FIGHT, set_at("player", "hand", 0, "keywords", [{"name": "New", "description": None}])),
    ("an intent's text", FIGHT, set_at("battle", "enemies", 0, "intents", 0, "description", None)),
    ("a power's text", "elite-phrog-parasite", set_at("battle", "enemies", 0, "status", 0, "description", "Other.")),
    ("the order of the draw pile", FIGHT, reverse("player", "draw_pile")),
    ("a text in a pile", FIGHT, set_at("player", "draw_pile", 0, "description", "Other words.")),
    ("rotating previews", "card_select-upgrade-preview", set_at("card_select", "preview_cards", [])),
    ("a prompt", "card_select-upgrade-preview", set_at("card_select", "prompt", "Other words.")),
    ("a message", "treasure-just-clicked", set_at("treasure", "message", "Other words.")),
    ("an event's body", "event-byrdonis-nest", set_at("event", "body", "Other words.")),
    ("a shop card's text", SHOP, set_at("shop", "items", 0, "card_description", "Other.")),
    ("a hovered cell", "crystal_sphere-three-left", set_at("crystal_sphere", "cells", 40, "is_hovered", True)),
    ("a highlighted cell", "crystal_sphere-three-left", set_at("crystal_sphere", "cells", 40, "is_highlighted", True)),
    ("a key that is null", FIGHT, set_at("player", "pets", None)),
]  # fmt: skip
OTHER: list[tuple[str, str, Change]] = [
    ("health", FIGHT, set_at("player", "hp", 63)),
    ("energy", FIGHT, set_at("player", "energy", 2)),
    ("block", FIGHT, set_at("player", "block", 5)),
    ("gold", FIGHT, set_at("player", "gold", 121)),
    ("a card left the hand", FIGHT, lambda made: made["player"]["hand"].pop()),
    ("the order of the hand", FIGHT, reverse("player", "hand")),
    ("a card upgraded", FIGHT, set_at("player", "hand", 0, "is_upgraded", True)),
    ("a cost", FIGHT, set_at("player", "hand", 0, "cost", "0")),
    ("a card in a pile", FIGHT, set_at("player", "draw_pile", 0, "name", "Wound")),
    ("a potion drunk", FIGHT, lambda made: made["player"]["potions"].pop()),
    ("an enemy's health", FIGHT, set_at("battle", "enemies", 0, "hp", 42)),
    ("an enemy died", FIGHT, lambda made: made["battle"]["enemies"].pop(0)),
    ("an intent", FIGHT, set_at("battle", "enemies", 0, "intents", 0, "label", "13")),
    ("a power's amount", "elite-phrog-parasite", set_at("battle", "enemies", 0, "status", 0, "amount", 3)),
    ("the round", FIGHT, set_at("battle", "round", 2)),
    ("whose turn", FIGHT, set_at("battle", "turn", "enemy")),
    ("the phase", FIGHT, set_at("battle", "is_play_phase", False)),
    ("a relic gained", FIGHT, lambda made: made["player"]["relics"].append({"id": "ANCHOR", "name": "Anchor"})),
    ("the floor", "map-three-ways", set_at("run", "floor", 2)),
    ("a way less", "map-three-ways", lambda made: made["map"]["next_options"].pop()),
    ("a reward claimed", "rewards-gold-potion-card", lambda made: made["rewards"]["items"].pop()),
    ("may proceed", "rewards-cannot-proceed-yet", set_at("rewards", "can_proceed", True)),
    ("an event's option", "event-byrdonis-nest", set_at("event", "options", 0, "title", "Other")),
    ("an option was chosen", "event-byrdonis-nest", set_at("event", "options", 0, "was_chosen", True)),
    ("an option locked", "event-byrdonis-nest", set_at("event", "options", 0, "is_locked", True)),
    ("an item sold", SHOP, set_at("shop", "items", 0, "is_stocked", False)),
    ("can confirm", "card_select-upgrade-choosing", set_at("card_select", "can_confirm", True)),
    ("a preview opened", "card_select-upgrade-choosing", set_at("card_select", "preview_showing", True)),
    ("the chest opened", "treasure-opening", set_at("treasure", "relics", [])),
    ("a cell uncovered", "crystal_sphere-three-left", set_at("crystal_sphere", "cells", 40, "is_hidden", False)),
    ("divinations left", "crystal_sphere-three-left", set_at("crystal_sphere", "divinations_left_text", "2 left")),
    ("a menu screen", "menu-main", set_at("menu_screen", "settings")),
    ("a menu option", "menu-main", lambda made: made["options"].pop()),
    ("an option enabled", "menu-tutorial-not-clickable-yet", set_at("options", 0, "enabled", True)),
]  # fmt: skip


@pytest.mark.parametrize(("name", "change"), [case[1:] for case in SAME], ids=[case[0] for case in SAME])
def test_what_moves_by_itself_leaves_the_fingerprint(name: str, change: Change) -> None:
    """Counters, texts, previews, hover marks and the order of piles are not a change of page."""
    before, after = fixture(name), fixture(name)
    change(after)
    assert after != before
    assert fingerprint(after) == fingerprint(before)


@pytest.mark.parametrize(("name", "change"), [case[1:] for case in OTHER], ids=[case[0] for case in OTHER])
def test_what_we_act_upon_changes_the_fingerprint(name: str, change: Change) -> None:
    """Anything that an action can bring about, or a decision rests on, is a change of page."""
    before, after = fixture(name), fixture(name)
    change(after)
    assert fingerprint(after) != fingerprint(before)


@given(any_payload())
def test_fingerprint_is_sixteen_hex_digits(made: dict[str, Any]) -> None:
    """Every payload has one, and always the same."""
    assert re.fullmatch("[0-9a-f]{16}", fingerprint(made))
    assert fingerprint(made) == fingerprint(made)


@given(any_payload(), st.text(max_size=5))
def test_no_text_for_people_reaches_the_fingerprint(made: dict[str, Any], words: str) -> None:
    """Other words in every description, message and prompt: the same page."""

    def reworded(value: Any) -> Any:
        if isinstance(value, dict):
            return {
                key: words if key in TEXTS - {"keywords"} and isinstance(item, str) else reworded(item)
                for key, item in value.items()
            }
        return [reworded(item) for item in value] if isinstance(value, list) else value

    assert fingerprint(reworded(made)) == fingerprint(made)

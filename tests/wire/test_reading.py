"""From JSON to records: everything valid is read, whatever keys are missing, null or new."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.errors import GameFault, GameIncompatible, PayloadError
from sts2fsm.wire.common import HandCard, Potion
from sts2fsm.wire.convert import WireReader, parse_json
from sts2fsm.wire.menu import MenuOption
from sts2fsm.wire.observation import Observation, Screen
from tests.fixture_files import fixture
from tests.shared import capture_names, captures
from tests.strategies import any_payload, payload

STATE_TYPES = {
    "menu", "game_over", "monster", "elite", "boss", "hand_select", "rewards", "card_reward", "map", "event",
    "rest_site", "shop", "fake_merchant", "treasure", "card_select", "bundle_select", "relic_select", "crystal_sphere",
    "overlay", "unknown",
}  # fmt: skip


READER = WireReader()  # making one takes longer than many reads


def read(made: Any) -> Observation:
    return READER.observation(made)


def without_nulls(value: Any) -> Any:
    """The same JSON with null keys left out."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    return [without_nulls(item) for item in value] if isinstance(value, list) else value


# --- what is valid ----------------------------------------------------------------------------------------------------
def test_screens_are_the_wires_twenty() -> None:
    """The words of `state_type` are those of wire.md."""
    assert {screen.value for screen in Screen} == STATE_TYPES
    assert len(Screen) == 20


@pytest.mark.parametrize("screen", Screen)
def test_payload_of_each_screen_is_read_whole(screen: Screen) -> None:
    """No made-up payload of a screen raises or has a key that the records do not know."""

    @given(payload(screen))
    def check(made: dict[str, Any]) -> None:
        seen = read(made)
        assert seen.screen is screen
        assert seen.unknown_keys == ()
        assert seen.raw == made

    check()


@given(any_payload())
def test_null_and_absent_read_the_same(made: dict[str, Any]) -> None:
    """Leaving out every null key changes neither the observation nor its fingerprint (behaviour W15)."""
    with_nulls, bare = read(made), read(without_nulls(made))
    assert with_nulls == bare
    assert with_nulls.fingerprint == bare.fingerprint


@given(any_payload())
def test_reading_does_not_depend_on_key_order(made: dict[str, Any]) -> None:
    """JSON objects have no order."""
    turned = json.loads(json.dumps(made, sort_keys=True))
    assert read(turned) == read(made)
    assert read(turned).fingerprint == read(made).fingerprint


@pytest.mark.parametrize("name", capture_names("captures/states/*.json"))
def test_captured_payload_is_read_whole(name: str) -> None:
    """Each recorded payload is read with no unknown key, and its screen is in its name."""
    seen = read(json.loads(captures(name).read_text(encoding="utf-8")))
    assert seen.unknown_keys == ()
    assert seen.state_type == name.rpartition("/")[2].partition("-")[0]


def test_trace_is_read_whole() -> None:
    """All 121 recorded states of one run are read with no unknown key."""
    lines = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8").splitlines()
    reader = WireReader()
    seen = [reader.observation(json.loads(line)["state"]) for line in lines]
    assert len(seen) == 121
    assert reader.unknown == {}
    assert all(observed.run is not None and observed.run.ascension == 10 for observed in seen)


def test_values_arrive_in_the_records() -> None:
    """A fight's payload becomes records with the values it has."""
    seen = read(fixture("monster-two-nibbits-player-turn"))
    assert seen.screen is Screen.MONSTER
    assert seen.in_combat
    assert seen.player is not None and seen.battle is not None and seen.run is not None
    assert (seen.run.act, seen.run.floor, seen.player.hp, seen.player.max_hp, seen.player.energy) == (1, 3, 64, 80, 3)
    assert [(enemy.entity_id, enemy.combat_id, enemy.hp) for enemy in seen.battle.enemies] == [
        ("NIBBIT_0", 1, 43),
        ("NIBBIT_1", 2, 45),
    ]
    assert seen.battle.enemies[1].intents is not None
    assert [(intent.type, intent.label) for intent in seen.battle.enemies[1].intents] == [
        ("Attack", "6"),
        ("Defend", ""),
    ]
    assert seen.player.hand is not None
    bash = seen.player.hand[3]
    assert isinstance(bash, HandCard)
    assert (bash.id, bash.index, bash.cost, bash.target_type, bash.can_play) == ("BASH", 3, "2", "AnyEnemy", True)
    assert [(potion.id, potion.slot) for potion in seen.player.potions] == [("FIRE_POTION", 1)]
    assert not seen.player.belt_full


def test_belt_is_full_by_count_of_potions_not_by_slots() -> None:
    """Two potions fill a belt of two (ascension), and not one of three."""
    full = fixture("rewards-potion-full-belt")
    roomy = fixture("rewards-potion-full-belt")
    roomy["player"]["max_potion_slots"] = 3
    first, second = read(full).player, read(roomy).player
    assert first is not None and first.belt_full
    assert second is not None and not second.belt_full


@pytest.mark.parametrize("name", ["map-in-combat", "overlay-in-combat", "card_select-choose-from-potion"])
def test_fight_below_another_screen_is_seen(name: str) -> None:
    """The player's combat fields tell of a fight where the screen has no battle."""
    seen = read(fixture(name))
    assert seen.battle is None
    assert seen.in_combat


# --- what is new ------------------------------------------------------------------------------------------------------
def test_unknown_keys_are_counted_by_record() -> None:
    """Keys of a later mod are borne, named with their record, and added up over reads."""
    made = fixture("monster-two-nibbits-player-turn")
    made["brand_new"] = {"deep": 1}
    for enemy in made["battle"]["enemies"]:
        enemy["mood"] = "bad"
    reader = WireReader()
    seen = reader.observation(made)
    assert sorted(seen.unknown_keys) == ["Enemy.mood", "Enemy.mood", "Observation.brand_new"]
    assert seen == read(fixture("monster-two-nibbits-player-turn"))
    reader.observation(made)
    assert reader.unknown == {"Observation.brand_new": 2, "Enemy.mood": 4}


@pytest.mark.parametrize("key", ["raw", "unknown_keys", "fingerprint", "screen", "__class__"])
def test_wire_cannot_set_our_own_fields(key: str) -> None:
    """A key with the name of a field of ours is an unknown key."""
    made = {**fixture("overlay-unheard-of"), key: "x"}
    seen = read(made)
    assert seen.unknown_keys == (f"Observation.{key}",)
    assert seen.raw == made
    assert seen.fingerprint != "x"


@pytest.mark.parametrize("word", ["brand_new", "", "Monster", "raw", "player", "in_combat"])
def test_new_state_type_is_unknown_and_keeps_its_word(word: str) -> None:
    """A screen of a later mod reads as unknown, whatever its name, and says which it was."""
    seen = read({"state_type": word})
    assert seen.screen is Screen.UNKNOWN
    assert seen.state_type == word


# --- menus ------------------------------------------------------------------------------------------------------------
def test_menu_options_come_as_names_or_records() -> None:
    """Both shapes become the same records; plain names are enabled (behaviour W90)."""
    plain = read({"state_type": "menu", "menu_screen": "main", "options": ["singleplayer", "quit"]})
    records = [{"name": "singleplayer", "enabled": True}, {"name": "quit", "enabled": False}]
    full = read({"state_type": "menu", "menu_screen": "main", "options": [*records, "back", {"name": "bare"}]})
    assert plain.options == (MenuOption(name="singleplayer"), MenuOption(name="quit", enabled=True))
    assert [(option.name, option.enabled) for option in full.options] == [
        ("singleplayer", True),
        ("quit", False),
        ("back", True),
        ("bare", True),
    ]


@pytest.mark.parametrize("extra", [{}, {"options": None}, {"options": []}])
def test_menu_without_options_has_none(extra: dict[str, Any]) -> None:
    """Some menu screens list nothing."""
    assert read({"state_type": "menu", "menu_screen": "settings", **extra}).options == ()


# --- what is refused --------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "screen", sorted(STATE_TYPES - {"menu", "game_over", "monster", "elite", "boss", "overlay", "unknown"})
)
def test_screen_without_its_block_is_refused(screen: str) -> None:
    """A screen that is nothing but its block must carry it; the fault names the key."""
    for made in ({"state_type": screen}, {"state_type": screen, screen: None}):
        with pytest.raises(PayloadError) as caught:
            read(made)
        assert caught.value.path == screen


@pytest.mark.parametrize("screen", ["menu", "game_over", "monster", "elite", "boss", "overlay", "unknown"])
def test_screen_that_may_come_bare_is_read(screen: str) -> None:
    """Fights before they begin, menus and the catch-alls come without a block."""
    assert read({"state_type": screen}).screen == screen


@pytest.mark.parametrize("made", [None, [], "monster", 3, True])
def test_payload_that_is_no_object_is_refused(made: Any) -> None:
    """The fault shows what came instead."""
    with pytest.raises(PayloadError) as caught:
        read(made)
    assert caught.value.path == "payload"
    assert json.dumps(made) in str(caught.value)


def test_error_instead_of_a_state_is_a_fault_of_the_game() -> None:
    """A body that only says `error` is passed on with its text."""
    with pytest.raises(GameFault, match="Something broke"):
        read({"error": "Something broke"})


@pytest.mark.parametrize("made", [{}, {"state_type": None}, {"player": None}])
def test_payload_without_state_type_is_refused(made: dict[str, Any]) -> None:
    """The fault names the missing key."""
    with pytest.raises(PayloadError) as caught:
        read(made)
    assert caught.value.path == "state_type"


def test_older_layout_of_fights_is_named() -> None:
    """The player inside `battle` is the layout of 0.3.x, and the message says what to install (behaviour W14)."""
    made = {"state_type": "elite", "battle": {"round": 1, "player": {"hp": 5, "max_hp": 9}, "enemies": []}}
    with pytest.raises(GameIncompatible, match=r"0\.3\.x.*install STS2MCP 0\.4\.0"):
        read(made)


def test_older_layout_of_shops_is_named() -> None:
    """Nested shop cards are an early release's, and no item of it is guessed at."""
    made = fixture("shop-rich")
    made["shop"]["items"][0] = {"index": 0, "category": "card", "price": 52, "card": {"id": "ANGER"}}
    with pytest.raises(GameIncompatible, match="nested"):
        read(made)


@pytest.mark.parametrize("text", ["", "{", "[1]", "null", "3", '{"a": }', b"\xff\xfe"])
def test_text_that_is_no_json_object_is_refused(text: str | bytes) -> None:
    """The fault names the place that the text came from."""
    with pytest.raises(PayloadError) as caught:
        parse_json(text, "reply")
    assert caught.value.path == "reply"


@given(st.data())
def test_one_record_reads_like_in_a_payload(data: st.DataObject) -> None:
    """`record` reads any single record the same way."""
    made = data.draw(payload(Screen.REWARDS))
    reader = WireReader()
    seen = reader.observation(made)
    assert seen.player is not None
    potions = made["player"].get("potions") or []
    assert tuple(reader.record(potion, Potion) for potion in potions) == seen.player.potions

"""Made-up payloads keep the wire's truths: what several fields must agree on (api.md sections 2 to 6)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sts2fsm.states import HIDDEN_BEHIND, State, visible_state
from sts2fsm.wire.common import Player
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Screen
from tests.strategies import action_for, any_payload, any_record, build, payload, payload_showing, taken
from tests.strategies.choices import SIZE

COMBAT_KEYS = {"energy", "max_energy", "hand", "draw_pile", "draw_pile_count", "discard_pile", "discard_pile_count"}
VISIBLE = sorted(set(State) - set(HIDDEN_BEHIND))


def lists(value: Any) -> Iterator[list[Any]]:
    """Every list in a payload."""
    if isinstance(value, list):
        yield value
    for item in value.values() if isinstance(value, dict) else value if isinstance(value, list) else ():
        yield from lists(item)


@given(any_payload())
def test_indices_are_positions(made: dict[str, Any]) -> None:
    """Wherever the members of a list have an `index`, it is their place; selected cards number among themselves."""
    for members in lists(made):
        indexed = [member["index"] for member in members if isinstance(member, dict) and "index" in member]
        assert indexed in ([], list(range(len(members)))), members


@given(any_record(Player))
def test_player_is_possible(made: dict[str, Any]) -> None:
    """No more health than the maximum, and potions in different slots that the belt has, in their order."""
    assert 0 <= made["hp"] <= made["max_hp"]
    slots = [potion["slot"] for potion in made.get("potions") or ()]
    assert slots == sorted(set(slots))
    assert all(slot < (made.get("max_potion_slots") or 0) for slot in slots)


@given(any_payload())
def test_fight_fields_come_together(made: dict[str, Any]) -> None:
    """All of the fight's keys are there, or none; with them the piles count what they list."""
    player = made.get("player")
    if player is None:
        return
    present = COMBAT_KEYS & set(player)
    assert present in (set(), COMBAT_KEYS)
    if present:
        for pile in ("draw_pile", "discard_pile", "exhaust_pile"):
            assert player[f"{pile}_count"] == len(player[pile])
    elif player.get("block"):
        pytest.fail("block outside a fight")


@given(st.sampled_from([Screen.MONSTER, Screen.ELITE, Screen.BOSS]).flatmap(payload))
def test_fight_is_on_exactly_with_a_battle(made: dict[str, Any]) -> None:
    """On a fight's own screens the player has the fight's keys when there is a battle, and not before or after."""
    assert ("energy" in made["player"]) == (made.get("battle") is not None)


@given(payload(Screen.MONSTER))
def test_enemies_are_told_apart(made: dict[str, Any]) -> None:
    """`entity_id` counts the living of one kind from 0, `combat_id` is never twice, none has more than full health."""
    enemies = (made.get("battle") or {}).get("enemies") or []
    seen: Counter[str] = Counter()
    for enemy in enemies:
        kind, _, number = enemy["entity_id"].rpartition("_")
        assert int(number) == seen[kind]
        seen[kind] += 1
        assert 1 <= enemy["hp"] <= enemy["max_hp"]
    assert len({enemy["combat_id"] for enemy in enemies}) == len(enemies)


@given(payload(Screen.HAND_SELECT))
def test_hand_selection_shows_the_hand(made: dict[str, Any]) -> None:
    """Its cards and the selected ones are the hand."""
    block = made["hand_select"]
    if block.get("cards") is not None:
        assert len(block["cards"]) + len(block.get("selected_cards") or ()) == len(made["player"]["hand"])


@given(payload(Screen.MAP))
def test_ways_are_nodes_of_the_next_row(made: dict[str, Any]) -> None:
    """Options are nodes one row on, sorted by column; children are one row on; no node is there twice."""
    block = made["map"]
    here = block.get("current_position")
    row = here["row"] + 1 if here else 0
    options = block.get("next_options") or []
    assert [option["row"] for option in options] == [row] * len(options)
    assert [option["col"] for option in options] == sorted({option["col"] for option in options})
    if block.get("nodes") is not None:
        nodes = [(node["col"], node["row"]) for node in block["nodes"]]
        assert len(nodes) == len(set(nodes))
        assert all((option["col"], option["row"]) in nodes for option in options)
        for node in block["nodes"]:
            assert all(child[1] == node["row"] + 1 for child in node.get("children") or ())


@given(payload(Screen.SHOP))
def test_shop_knows_the_purse(made: dict[str, Any]) -> None:
    """What can be afforded costs no more than there is; what is sold lost its details; goods have one kind's keys."""
    gold = made["player"].get("gold") or 0
    for item in made["shop"].get("items") or ():
        price = item["price"] if item.get("price") is not None else item.get("cost")
        if item.get("can_afford") is not None:
            assert item["can_afford"] == (price is not None and gold >= price)
        kinds = {key.partition("_")[0] for key in item if key.startswith(("card_", "relic_", "potion_"))}
        assert kinds <= {item["category"]} - {"card_removal"}
        if not item.get("is_stocked"):
            assert kinds == set()


@given(payload(Screen.TREASURE))
def test_chest_has_one_of_its_forms(made: dict[str, Any]) -> None:
    """A message alone, opening, shown, taken, or empty."""
    block = made["treasure"]
    assert set(block) in ({"message"}, {"can_proceed"}, {"relics", "can_proceed"})
    if block.get("relics"):
        assert block["can_proceed"] is False


@given(payload(Screen.CARD_SELECT))
def test_previews_only_while_showing(made: dict[str, Any]) -> None:
    """Preview cards need an open preview, and choose-a-card has neither preview nor confirmation."""
    block = made["card_select"]
    assert not block.get("preview_cards") or block["preview_showing"]
    if block.get("screen_type") == "choose":
        assert not block.get("preview_showing")
        assert not block.get("can_confirm")
    else:
        assert "can_skip" not in block


@given(payload(Screen.MENU))
def test_menu_shows_no_run_but_at_character_select(made: dict[str, Any]) -> None:
    """Popups hide the run; only character_select may linger over one. Main lists names, others objects."""
    if "player" in made:
        assert made["menu_screen"] == "character_select"
    kind = str if made["menu_screen"] == "main" else dict
    assert all(type(option) is kind for option in made.get("options") or ())


@pytest.mark.parametrize("state", VISIBLE)
def test_every_visible_state_is_made(state: State) -> None:
    """There is a strategy for each state that a payload can show, and it shows that state."""

    @settings(max_examples=5, suppress_health_check=[HealthCheck.filter_too_much])
    @given(payload_showing(state))
    def check(made: dict[str, Any]) -> None:
        assert visible_state(WireReader().observation(made)) is state

    check()


def test_hidden_state_has_no_payload() -> None:
    """What no payload shows cannot be asked for."""
    with pytest.raises(KeyError):
        payload_showing(State.MAP_TRAVELLING)


def test_equal_bytes_make_equal_payloads() -> None:
    """A payload is a function of its bytes, and other bytes make another."""
    first, second = bytes(range(SIZE)), bytes(reversed(range(SIZE)))
    for screen in Screen:
        assert build(screen, first) == build(screen, first)
    assert build(Screen.MONSTER, first) != build(Screen.MONSTER, second)


def test_unknown_ids_and_gaps_are_made() -> None:
    """There are payloads with an id of no table, with a null, and with a missing key."""
    source = random.Random(0)
    relics = [
        relic
        for _ in range(300)
        for relic in build(Screen.RELIC_SELECT, source.randbytes(SIZE))["relic_select"].get("relics") or ()
    ]
    assert any(relic["id"] == "BRAND_NEW_THING" for relic in relics)
    assert any(relic.get("name", "") is None for relic in relics)
    assert any("name" not in relic for relic in relics)


@given(st.data())
def test_actions_fit_their_payload(data: st.DataObject) -> None:
    """What is offered for a payload names indices that it shows."""
    made = data.draw(payload(Screen.SHOP))
    count = len(made["shop"].get("items") or ())
    assert sum(action.name == "shop_purchase" for action in taken(made)) == count
    action = data.draw(action_for(made))
    assert action.name in {"shop_purchase", "proceed", "use_potion", "discard_potion"}

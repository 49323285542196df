"""Actions: their JSON bodies, and reading them back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.errors import PayloadError
from sts2fsm.wire import actions as wire
from sts2fsm.wire.actions import ACTIONS, Action, read_action
from tests.shared import captures
from tests.strategies import action_for, any_action, any_payload

# wire.md's table of POST bodies: the name, the parameters it must have and those it may have.
BODIES: dict[str, tuple[dict[str, Any], dict[str, Any]]] = {
    "menu_select": ({"option": "embark"}, {"seed": "ABC"}),
    "play_card": ({"card_index": 2}, {"target": "NIBBIT_0"}),
    "use_potion": ({"slot": 1}, {"target": "NIBBIT_0"}),
    "discard_potion": ({"slot": 0}, {}),
    "end_turn": ({}, {}),
    "combat_select_card": ({"card_index": 0}, {}),
    "combat_confirm_selection": ({}, {}),
    "claim_reward": ({"index": 1}, {}),
    "select_card_reward": ({"card_index": 2}, {}),
    "skip_card_reward": ({}, {}),
    "proceed": ({}, {}),
    "choose_map_node": ({"index": 1}, {}),
    "choose_event_option": ({"index": 1}, {}),
    "advance_dialogue": ({}, {}),
    "choose_rest_option": ({"index": 1}, {}),
    "shop_purchase": ({"index": 5}, {}),
    "claim_treasure_relic": ({"index": 0}, {}),
    "select_card": ({"index": 3}, {}),
    "confirm_selection": ({}, {}),
    "cancel_selection": ({}, {}),
    "select_bundle": ({"index": 1}, {}),
    "confirm_bundle_selection": ({}, {}),
    "cancel_bundle_selection": ({}, {}),
    "select_relic": ({"index": 1}, {}),
    "skip_relic_selection": ({}, {}),
    "crystal_sphere_set_tool": ({"tool": "big"}, {}),
    "crystal_sphere_click_cell": ({"x": 3, "y": 4}, {}),
    "crystal_sphere_proceed": ({}, {}),
}


def refusal(body: Any) -> PayloadError:
    with pytest.raises(PayloadError) as caught:
        read_action(body)
    return caught.value


def test_all_actions_of_the_wire_are_known() -> None:
    """The actions are those of wire.md, no more and no fewer."""
    assert set(ACTIONS) == set(BODIES)


@pytest.mark.parametrize("name", BODIES)
def test_body_is_read_and_rendered_as_the_wire_has_it(name: str) -> None:
    """With and without its optional parameters a body becomes an action that renders the same body."""
    must, may = BODIES[name]
    for body in ({"action": name, **must}, {"action": name, **must, **may}):
        action = read_action(body)
        assert action.name == name
        assert action.to_wire() == body


@given(any_action())
def test_action_round_trip_through_json(action: Action) -> None:
    """Any action comes back equal from the JSON of its body, and unset parameters are not sent."""
    body = json.loads(json.dumps(action.to_wire()))
    assert read_action(body) == action
    assert None not in body.values()


@given(st.data())
def test_action_made_for_a_payload_round_trips(data: st.DataObject) -> None:
    """What the strategies offer for a payload is an action of the wire."""
    action = data.draw(action_for(data.draw(any_payload())))
    assert read_action(action.to_wire()) == action


def test_null_parameter_is_an_absent_one() -> None:
    """A null target reads as no target; a null index is missing."""
    assert read_action({"action": "play_card", "card_index": 1, "target": None}) == wire.PlayCard(1)
    assert refusal({"action": "play_card", "card_index": None}).path == "play_card.card_index"


def test_multiplayer_action_is_refused_with_the_reason() -> None:
    """The one action that only multiplayer has is refused in words a player understands."""
    fault = refusal({"action": "undo_end_turn"})
    assert fault.path == "action"
    assert "multiplayer" in str(fault)


@pytest.mark.parametrize("name", ["", "PLAY_CARD", "dance", None, 3, True, [], {}])
def test_unknown_action_is_refused(name: Any) -> None:
    """Names are case-sensitive text; the message repeats what was given and lists what there is."""
    fault = refusal({"action": name})
    assert fault.path == "action"
    assert repr(name) in str(fault)
    assert "play_card" in str(fault)


def test_body_without_action_is_refused() -> None:
    """A body that names no action is refused at `action`."""
    assert refusal({"card_index": 1}).path == "action"


@pytest.mark.parametrize(
    ("body", "path"),
    [
        ({"action": "play_card"}, "play_card.card_index"),
        ({"action": "play_card", "card_index": "1"}, "play_card.card_index"),
        ({"action": "play_card", "card_index": 1.0}, "play_card.card_index"),
        ({"action": "play_card", "card_index": True}, "play_card.card_index"),
        ({"action": "play_card", "card_index": 1, "target": 2}, "play_card.target"),
        ({"action": "play_card", "card_index": 1, "index": 2}, "play_card.index"),
        ({"action": "end_turn", "card_index": 1}, "end_turn.card_index"),
        ({"action": "crystal_sphere_click_cell", "x": 1}, "crystal_sphere_click_cell.y"),
        ({"action": "crystal_sphere_set_tool", "tool": 1}, "crystal_sphere_set_tool.tool"),
        ({"action": "menu_select", "option": ["a"]}, "menu_select.option"),
    ],
)
def test_wrong_parameter_is_refused_by_name(body: dict[str, Any], path: str) -> None:
    """What the mod would answer with HTTP 500 never leaves: a parameter that is missing, unknown or of a wrong type."""
    assert refusal(body).path == path


def test_captured_actions_are_read() -> None:
    """Every action of the recorded run is one of ours and renders as it was sent."""
    lines = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8").splitlines()
    sent = [step["action"] for step in map(json.loads, lines) if step["action"] is not None]
    assert len(sent) >= 100
    assert [read_action(body).to_wire() for body in sent] == sent

"""HTTP shapes and the order of checks around actions (api.md 1.3, 1.4), in process."""

from __future__ import annotations

from typing import Any

import pytest

from tests.embedded.desk import Desk, at


@pytest.mark.parametrize(
    ("body", "status", "reply"),
    [
        ([], 400, {"error": "Invalid JSON"}),
        ("text", 400, {"error": "Invalid JSON"}),
        (None, 400, {"error": "Missing 'action' field"}),
        ({}, 400, {"error": "Missing 'action' field"}),
        ({"index": 1}, 400, {"error": "Missing 'action' field"}),
    ],
)
def test_bodies_without_an_action_are_http_400_without_status(body: Any, status: int, reply: dict[str, str]) -> None:
    """Bad bodies answer 400 and carry no `status` key."""
    assert Desk().game.post(body) == (status, reply)


@pytest.mark.parametrize("action", [5, True, {"a": 1}])
def test_an_action_that_is_no_string_is_http_500(action: Any) -> None:
    """The mod throws outside its inner try."""
    status, body = Desk().game.post({"action": action})
    assert status == 500
    assert body["error"].startswith("Internal error: ")


def test_unknown_action_on_the_menu_reports_no_run() -> None:
    """Without a run the run is missing, not the action; in a run the error names the action."""
    desk = Desk()
    assert "run" in desk.refused("no_such_action")
    desk.embark()
    assert "no_such_action" in desk.refused("no_such_action")
    assert "PLAY_CARD" in desk.refused("PLAY_CARD")


@pytest.mark.parametrize("value", ["0", 1.5, True, None, [0]])
def test_mistyped_index_is_http_500(value: Any) -> None:
    """Any JSON but an integer makes GetInt32 throw, even null."""
    desk = at("monster:NIBBITS_WEAK")
    status, body = desk.game.post({"action": "play_card", "card_index": value})
    assert status == 500
    assert body["error"].startswith("Action failed: ")
    assert set(body) == {"error"}


def test_missing_parameter_is_a_refusal() -> None:
    """A missing index is HTTP 200 with status error."""
    desk = at("monster:NIBBITS_WEAK")
    assert "card_index" in desk.refused("play_card")
    assert "slot" in desk.refused("use_potion")


def test_numeric_target_that_is_no_string_is_http_500() -> None:
    """A combat_id has to be sent as a string."""
    desk = at("monster:NIBBITS_WEAK")
    hand = desk.read()["player"]["hand"]
    strike = next(c["index"] for c in hand if c["target_type"] == "AnyEnemy")
    assert desk.game.post({"action": "play_card", "card_index": strike, "target": 1})[0] == 500
    desk.ok("play_card", card_index=strike, target="1")


def test_popup_blocks_every_gameplay_action_even_unknown_ones() -> None:
    """A tutorial that came after the read makes every action fail, until it is dismissed."""
    desk = Desk(rooms=["tutorial_prompt"])
    state = desk.embark()
    assert (state["menu_screen"], "run" in state) == ("tutorial_prompt", False)
    assert "popup" in desk.refused("advance_dialogue").lower()
    assert "popup" in desk.refused("no_such_action").lower()
    desk.ok("menu_select", option=" NO ")
    desk.ok("advance_dialogue")


def test_multiplayer_route_is_409_and_unknown_paths_are_404() -> None:
    """Errors of routes carry only `error`."""
    game = Desk().game
    assert game.get("/api/v1/multiplayer")[0] == 409
    status, body = game.get("/nothing")
    assert (status, set(body)) == (404, {"error"})
    assert game.get("/api/v1/wiki")[0] == 400
    assert game.get("/api/v1/wiki", "query=Strike")[0] == 200


def test_compendium_tells_run_id_and_seed_only_in_a_run() -> None:
    """current_run carries run_id "{scope}:profile{id}:{start_time}" once a run was saved."""
    desk = Desk(seed=5)
    assert desk.game.get("/api/v1/compendium")[1]["current_run"]["is_in_progress"] is False
    desk.embark()
    current = desk.game.get("/api/v1/compendium")[1]["current_run"]
    assert current["run_id"] == f"modded:profile1:{current['start_time']}"
    assert len(current["seed"]) == 10


def test_nulls_are_written_and_conditional_keys_are_absent() -> None:
    """counter and star_cost are explicit nulls; fight fields are absent outside fights."""
    desk = at("shop")
    state = desk.wait()
    assert state["player"]["relics"][0]["counter"] is None
    assert state["shop"]["items"][0]["card_star_cost"] is None
    assert "energy" not in state["player"]
    assert "error" not in state["shop"]

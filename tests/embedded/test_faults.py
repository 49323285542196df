"""Each fault does what its name says."""

from __future__ import annotations

from typing import Any

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import FAULTS, EmbeddedGame
from sts2fsm.errors import BadInput, GameTimeout
from tests.embedded.desk import Desk, at


def strike(state: dict[str, Any]) -> dict[str, Any]:
    index = next(c["index"] for c in state["player"]["hand"] if c["id"] == "STRIKE_IRONCLAD")
    return {"card_index": index, "target": state["battle"]["enemies"][0]["entity_id"]}


def test_unknown_fault_and_room_names_fail_at_once() -> None:
    """The message names what is known."""
    with pytest.raises(BadInput, match="lost_request"):
        EmbeddedGame(VirtualClock(), faults=["lost_reqest"])
    with pytest.raises(BadInput, match="crystal_sphere"):
        EmbeddedGame(VirtualClock(), rooms=["cristal"])


def test_frozen_main_thread_times_out_and_carries_a_post_out_at_the_thaw() -> None:
    """The caller waits its deadline; the action happens when the thread thaws."""
    desk = Desk(faults=["frozen_main_thread"])
    while True:
        before = desk.clock.now()
        try:
            desk.game.post({"action": "menu_select", "option": "singleplayer"}, deadline=2.0)
            desk.game.post({"action": "menu_select", "option": "back"}, deadline=2.0)
        except GameTimeout:
            break
    assert desk.clock.now() - before == pytest.approx(2.0)
    with pytest.raises(GameTimeout):
        desk.game.get(deadline=1.0)
    desk.clock.sleep(FAULTS["frozen_main_thread"].seconds)
    assert desk.game.get(deadline=20.0)[0] == 200


def test_lost_request_costs_the_whole_deadline() -> None:
    """No answer, ever: the clock moves by the deadline."""
    desk = Desk(faults=["lost_request"])
    for _ in range(2000):
        before = desk.clock.now()
        try:
            desk.game.get(deadline=3.0)
        except GameTimeout:
            assert desk.clock.now() - before == pytest.approx(3.0)
            return
    raise AssertionError("never struck")


def test_read_500_names_the_exception() -> None:
    """error, exception_type, stack_trace; the next reads work."""
    desk = Desk(faults=["read_500"])
    replies = [desk.game.get() for _ in range(500)]
    failed = [body for status, body in replies if status == 500]
    assert failed
    assert set(failed[0]) == {"error", "exception_type", "stack_trace"}
    assert failed[0]["exception_type"] == "System.NullReferenceException"
    assert len(failed) < 100


def test_silent_cancel_answers_ok_and_changes_nothing() -> None:
    """Over many plays some leave the hand as it was."""
    desk = at("monster:NIBBITS_WEAK", faults=["silent_cancel"])
    kept = 0
    for _ in range(60):
        state = desk.read()
        if not any(c["can_play"] and c["id"] == "STRIKE_IRONCLAD" for c in state["player"]["hand"]):
            desk.ok("end_turn")
            desk.game.world.room.combat.player.hp = 80
            desk.game.world.room.combat.enemies[0].hp = 45
            desk.wait()
            continue
        desk.ok("play_card", **strike(state))
        kept += len(desk.wait()["player"]["hand"]) == len(state["player"]["hand"])
    assert kept > 0


def test_disabled_actions_window_refuses_while_the_play_phase_is_true() -> None:
    """A refusal although is_play_phase is true, gone after its time."""
    desk = at("monster:NIBBITS_WEAK", faults=["disabled_actions_window"])
    for _ in range(40):
        state = desk.read()
        if not any(c["can_play"] and c["id"] == "STRIKE_IRONCLAD" for c in state["player"]["hand"]):
            desk.ok("end_turn")
            desk.game.world.room.combat.player.hp = 80
            desk.wait(4.0)
            continue
        desk.game.world.room.combat.enemies[0].hp = 45
        desk.ok("play_card", **strike(state))
        state = desk.wait(0.3)
        assert state["battle"]["is_play_phase"] is True
        reply = desk.act("end_turn")
        if reply["status"] == "error":
            assert reply["error"] == "Player actions are currently disabled"
            desk.wait(FAULTS["disabled_actions_window"].seconds)
            desk.ok("end_turn")
            return
        desk.wait(4.0)
    raise AssertionError("never struck")


def test_lingering_map_stays_for_seconds_after_the_travel() -> None:
    """The room is there, and the map is still reported five seconds later in some run."""
    for seed in range(12):
        desk = Desk(seed=seed, faults=["lingering_map"], rooms=["neow:GOLDEN_PEARL", "rest_site"])
        desk.to_map()
        desk.ok("choose_map_node", index=0)
        if desk.wait(6.0)["state_type"] == "map":
            assert desk.read()["run"]["floor"] == 2
            assert desk.wait(6.0)["state_type"] == "rest_site"
            return
    raise AssertionError("never struck")


def test_click_guard_lasts_longer() -> None:
    """After 0.6 s a click is still ignored; after 1.5 s it is not."""
    desk = Desk(rooms=["card_select_choose"], faults=["click_guard"])
    desk.embark()
    desk.ok("advance_dialogue")
    desk.wait()
    desk.ok("choose_event_option", index=0)
    desk.wait(0.8)
    desk.ok("select_card", index=0)
    assert desk.read()["state_type"] == "card_select"
    desk.wait(1.0)
    desk.ok("select_card", index=0)
    assert desk.read()["state_type"] == "event"


def test_reopening_shop_needs_a_second_proceed() -> None:
    """ok, and the shop is still there, open again; the second one leaves."""
    desk = at("shop", faults=["reopening_shop"])
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "shop"
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_truncated_grid_shows_ten_cards() -> None:
    """The starting deck has ten plus one here; ten are shown."""
    desk = at("event:WELLSPRING", "card:ANGER", faults=["truncated_grid"])
    desk.ok("choose_event_option", index=1)
    assert len(desk.wait()["card_select"]["cards"]) == 10


def test_stale_preview_takes_no_confirm_until_it_is_cancelled() -> None:
    """confirm is ok and nothing changes; cancel, choose again, confirm."""
    for seed in range(12):
        desk = at("event:WELLSPRING", seed=seed, faults=["stale_preview"])
        desk.ok("choose_event_option", index=1)
        desk.wait()
        desk.ok("select_card", index=0)
        desk.ok("confirm_selection")
        if desk.read()["state_type"] == "card_select":
            assert desk.read()["card_select"]["preview_showing"] is True
            desk.ok("cancel_selection")
            desk.ok("select_card", index=1)
            desk.ok("confirm_selection")
            assert desk.read()["state_type"] == "event"
            return
    raise AssertionError("never struck")


def test_invisible_multi_select_loses_clicks() -> None:
    """Two different cards clicked, and in some run no preview came."""
    missed = 0
    for seed in range(12):
        desk = at("event:MORPHIC_GROVE", seed=seed, faults=["invisible_multi_select"])
        desk.ok("choose_event_option", index=0)
        desk.wait()
        for index in (0, 1):
            desk.ok("select_card", index=index)
        missed += not desk.read()["card_select"]["preview_showing"]
    assert 0 < missed < 12


def test_twin_renumbering_swaps_entity_ids_between_rounds() -> None:
    """NIBBIT_0 of round 2 has the other combat_id."""
    desk = at("monster:NIBBITS_NORMAL", faults=["twin_renumbering"])
    before = {e["entity_id"]: e["combat_id"] for e in desk.read()["battle"]["enemies"]}
    desk.ok("end_turn")
    after = {e["entity_id"]: e["combat_id"] for e in desk.wait()["battle"]["enemies"]}
    assert after == {"NIBBIT_0": before["NIBBIT_1"], "NIBBIT_1": before["NIBBIT_0"]}


def test_full_belt_claim_fills_the_belt_from_the_start() -> None:
    """Three potions at Neow."""
    assert len(Desk(faults=["full_belt_claim"]).embark()["player"]["potions"]) == 3


def test_tutorial_mid_run_shows_a_menu_without_run() -> None:
    """Between two reads a tutorial is there."""
    desk = at("rest_site", faults=["tutorial_mid_run"])
    for _ in range(500):
        state = desk.wait(0.1)
        if state["state_type"] == "menu":
            assert (state["menu_screen"], "run" in state) == ("tutorial", False)
            return
    raise AssertionError("never struck")


def test_rotating_preview_changes_the_order_of_a_preview() -> None:
    """Two picked cards come in both orders."""
    desk = at("event:MORPHIC_GROVE", faults=["rotating_preview"])
    desk.ok("choose_event_option", index=0)
    desk.wait()
    for index in (0, 9):
        desk.ok("select_card", index=index)
    assert len({tuple(c["id"] for c in desk.read()["card_select"]["preview_cards"]) for _ in range(20)}) > 1


def test_late_queue_delays_a_card() -> None:
    """A second after the ok some card has still not been played, and later it has."""
    for seed in range(12):
        desk = at("monster:NIBBITS_WEAK", seed=seed, faults=["late_queue"])
        state = desk.read()
        if not any(c["id"] == "STRIKE_IRONCLAD" for c in state["player"]["hand"]):
            continue
        desk.ok("play_card", **strike(state))
        if len(desk.wait(1.0)["player"]["hand"]) == 5:
            assert len(desk.wait()["player"]["hand"]) == 4
            return
    raise AssertionError("never struck")


def test_empty_wave_lists_no_enemies_at_a_turns_start_and_then_them_again() -> None:
    """The play phase is on, the fight goes on, enemies are there a moment later (W39)."""
    for seed in range(40):
        desk = at("monster:NIBBITS_WEAK", seed=seed, faults=["empty_wave"])
        for _ in range(12):
            battle = desk.wait(0.15)["battle"]
            if battle["is_play_phase"] and not battle["enemies"]:
                assert desk.wait(2.0)["battle"]["enemies"]
                return
        desk.ok("end_turn")
        for _ in range(12):
            battle = desk.wait(0.2).get("battle", {})
            if battle.get("is_play_phase") and not battle["enemies"]:
                assert desk.wait(2.0)["battle"]["enemies"]
                return
    raise AssertionError("never struck")


def test_battle_error_shows_nothing_but_an_error() -> None:
    """One read's battle block has only `error`; the next ones are whole (W40)."""
    desk = at("monster:NIBBITS_WEAK", faults=["battle_error"])
    for _ in range(400):
        battle = desk.read()["battle"]
        if "error" in battle:
            assert set(battle) == {"error"}
            break
    else:
        raise AssertionError("never struck")

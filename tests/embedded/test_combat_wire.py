"""A fight on the wire: phases, the queue, targets, renumbering, hand selection (api.md 3.5, 4)."""

from __future__ import annotations

from typing import Any

from tests.embedded.desk import Desk, at

Payload = dict[str, Any]


def card(state: Payload, card_id: str) -> int:
    """The hand index of a card."""
    return next(c["index"] for c in state["player"]["hand"] if c["id"] == card_id)


def ids(state: Payload) -> list[str]:
    return [e["entity_id"] for e in state["battle"]["enemies"]]


def test_a_pushed_fight_has_no_battle_before_it_starts_and_after_it_ended() -> None:
    """Same state_type, a message, no battle, no fight fields."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "monster:NIBBITS_WEAK", *["relic:VAJRA"] * 60])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    before = desk.wait(1.25)
    assert before["state_type"] == "monster"
    assert "battle" not in before
    assert "energy" not in before["player"]
    state = desk.wait()
    assert state["battle"]["round"] == 1
    desk.ok("play_card", card_index=card(state, "STRIKE_IRONCLAD"), target="NIBBIT_0")
    after = desk.wait(0.5)
    assert (after["state_type"], "battle" in after) == ("monster", False)
    assert desk.refused("end_turn") == "Not in combat"
    assert desk.wait()["state_type"] == "rewards"


def test_player_turn_starts_with_an_empty_hand_outside_the_play_phase() -> None:
    """Draw and upkeep: turn player, play phase false, no cards and no energy yet, but the pile counts are whole."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "monster:NIBBITS_WEAK"])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    state = desk.wait(1.6)
    assert (state["battle"]["turn"], state["battle"]["is_play_phase"]) == ("player", False)
    assert (state["player"]["hand"], state["player"]["energy"], state["player"]["draw_pile_count"]) == ([], 0, 10)


def test_end_of_turn_runs_through_its_phases() -> None:
    """Accepted: play phase stays true and the hand full while every action is refused; then flush, enemy, next
    round."""
    desk = at("monster:NIBBITS_WEAK")
    desk.ok("end_turn")
    settling = desk.read()
    assert settling["battle"]["is_play_phase"] is True
    assert len(settling["player"]["hand"]) == 5
    assert desk.refused("play_card", card_index=0, target="NIBBIT_0") == "Player actions are currently disabled"
    assert desk.refused("end_turn") == "Player actions are currently disabled"
    flush = desk.wait(0.4)
    assert (flush["battle"]["turn"], flush["battle"]["is_play_phase"], flush["player"]["hand"]) == ("player", False, [])
    enemy = desk.wait(0.4)
    assert (enemy["battle"]["turn"], enemy["battle"]["round"]) == ("enemy", 1)
    later = desk.wait()
    assert (later["battle"]["round"], later["battle"]["is_play_phase"]) == (2, True)


def test_can_play_ignores_phase_and_knows_energy() -> None:
    """While the turn ends the cards still say can_play; without energy the reason is EnergyCostTooHigh."""
    desk = at("monster:NIBBITS_WEAK")
    desk.ok("end_turn")
    assert all(c["can_play"] for c in desk.read()["player"]["hand"])
    state = desk.wait()
    for _ in range(3):
        cheap = [c for c in state["player"]["hand"] if c["can_play"] and c["cost"] == "1"]
        if not cheap:
            break
        extra = {"target": "NIBBIT_0"} if cheap[0]["target_type"] == "AnyEnemy" else {}
        desk.ok("play_card", card_index=cheap[0]["index"], **extra)
        state = desk.wait()
    poor = [c for c in state["player"]["hand"] if int(c["cost"]) > state["player"]["energy"]]
    assert poor
    assert {c["unplayable_reason"] for c in poor} == {"EnergyCostTooHigh"}
    assert "EnergyCostTooHigh" in desk.refused("play_card", card_index=poor[0]["index"])


def test_hand_is_stale_after_ok_and_a_second_card_of_it_still_resolves() -> None:
    """Both plays are queued on the stale hand; each card is found again when its turn comes."""
    desk = at("monster:NIBBITS_WEAK")
    state = desk.read()
    strikes = [c["index"] for c in state["player"]["hand"] if c["id"] == "STRIKE_IRONCLAD"]
    hp = state["battle"]["enemies"][0]["hp"]
    desk.ok("play_card", card_index=strikes[0], target="NIBBIT_0")
    assert desk.read()["player"]["hand"] == state["player"]["hand"]
    desk.ok("play_card", card_index=strikes[1], target="NIBBIT_0")
    assert "card is being played" in desk.refused("end_turn")
    after = desk.wait()
    assert after["battle"]["enemies"][0]["hp"] == hp - 12
    assert len(after["player"]["hand"]) == len(state["player"]["hand"]) - 2


def test_same_card_sent_twice_is_ok_and_played_once() -> None:
    """The second request is accepted and silently cancelled when its turn comes."""
    desk = at("monster:NIBBITS_WEAK")
    state = desk.read()
    strike = card(state, "STRIKE_IRONCLAD")
    hp = state["battle"]["enemies"][0]["hp"]
    for _ in range(2):
        desk.ok("play_card", card_index=strike, target="NIBBIT_0")
    assert desk.wait()["battle"]["enemies"][0]["hp"] == hp - 6


def test_missing_and_unknown_targets_are_refused_and_the_player_as_target_is_not() -> None:
    """AnyEnemy needs a target that is found; a combat_id is not checked for side or life, so 0 is accepted and
    cancelled."""
    desk = at("monster:NIBBITS_WEAK")
    state = desk.read()
    strike = card(state, "STRIKE_IRONCLAD")
    assert "target" in desk.refused("play_card", card_index=strike)
    assert "nibbit_0" in desk.refused("play_card", card_index=strike, target="nibbit_0")
    assert "99" in desk.refused("play_card", card_index=strike, target="99")
    desk.ok("play_card", card_index=strike, target="0")
    assert len(desk.wait()["player"]["hand"]) == 5


def test_entity_ids_renumber_when_a_twin_dies_and_combat_ids_do_not() -> None:
    """Kill NIBBIT_0 and the old NIBBIT_1 is NIBBIT_0, with its combat_id unchanged; the dead one's number is
    accepted and cancelled."""
    desk = at("monster:NIBBITS_NORMAL", *["relic:VAJRA"] * 60)
    state = desk.read()
    assert ids(state) == ["NIBBIT_0", "NIBBIT_1"]
    first, second = (e["combat_id"] for e in state["battle"]["enemies"])
    desk.ok("play_card", card_index=card(state, "STRIKE_IRONCLAD"), target="NIBBIT_0")
    state = desk.wait()
    assert [(e["entity_id"], e["combat_id"]) for e in state["battle"]["enemies"]] == [("NIBBIT_0", second)]
    desk.ok("play_card", card_index=card(state, "STRIKE_IRONCLAD"), target=str(first))
    assert ids(desk.wait()) == ["NIBBIT_0"]


def test_draw_pile_is_sorted_by_rarity_then_id() -> None:
    """Never the order of drawing: names follow rarity and id, whatever was shuffled."""
    desk = at("monster:NIBBITS_WEAK", "card:INFLAME", "card:ANGER", "card:BARRICADE", seed=4)
    names = [c["name"] for c in desk.read()["player"]["draw_pile"]]
    order = ["Bash", "Defend", "Strike", "Anger", "Inflame", "Barricade"]  # basic, common, uncommon, rare
    assert names == sorted(names, key=order.index)


def test_potion_slots_are_sparse_and_double_use_is_refused() -> None:
    """Only filled slots are listed, with their slot; a queued potion can't be queued again."""
    desk = at("monster:NIBBITS_WEAK", "potion:BLOCK_POTION", "potion:FIRE_POTION")
    desk.ok("use_potion", slot=0)
    assert "already queued" in desk.refused("use_potion", slot=0)
    state = desk.wait()
    assert state["player"]["block"] == 12
    assert [(p["id"], p["slot"]) for p in state["player"]["potions"]] == [("FIRE_POTION", 1)]
    assert "empty" in desk.refused("use_potion", slot=0)
    assert "target" in desk.refused("use_potion", slot=1)
    desk.ok("discard_potion", slot=1)
    assert desk.read()["player"]["potions"] == []


def test_anytime_potion_is_accepted_in_the_enemy_turn_and_drunk_later() -> None:
    """No phase check for AnyTime; a CombatOnly potion is refused then."""
    desk = at("monster:NIBBITS_WEAK", "potion:FRUIT_JUICE", "potion:BLOCK_POTION")
    desk.ok("end_turn")
    state = desk.wait(0.7)
    assert state["battle"]["is_play_phase"] is False
    desk.ok("use_potion", slot=0)
    assert "play phase" in desk.refused("use_potion", slot=1)
    assert desk.read()["player"]["max_hp"] == 80
    assert desk.wait()["player"]["max_hp"] == 85


def test_automatic_potion_is_refused() -> None:
    """A Fairy works by itself; can_use_in_combat is false."""
    desk = at("monster:NIBBITS_WEAK", "potion:FAIRY_IN_A_BOTTLE")
    assert desk.read()["player"]["potions"][0]["can_use_in_combat"] is False
    assert "automatically" in desk.refused("use_potion", slot=0)


def test_armaments_asks_in_the_hand_and_a_second_pick_replaces_the_first() -> None:
    """upgrade_select: cards are the visible holders; confirm is always needed; the upgraded card's name gets a plus."""
    desk = at("monster:NIBBITS_WEAK", *["card:ARMAMENTS"] * 8)
    state = desk.read()
    desk.ok("play_card", card_index=card(state, "ARMAMENTS"))
    state = desk.wait()
    block = state["hand_select"]
    assert (block["mode"], block["can_confirm"], "selected_cards" in block) == ("upgrade_select", False, False)
    assert "battle" in state
    assert "enabled" in desk.refused("combat_confirm_selection")
    desk.ok("combat_select_card", card_index=0)
    first = desk.read()["hand_select"]["selected_cards"]
    desk.ok("combat_select_card", card_index=len(block["cards"]) - 2)
    block = desk.read()["hand_select"]
    assert len(block["selected_cards"]) == len(first) == 1
    assert block["can_confirm"] is True
    assert "selection mode" in desk.refused("end_turn")
    desk.ok("combat_confirm_selection")
    after = desk.wait()
    assert after["state_type"] == "monster"
    assert sum(c["name"].endswith("+") for c in after["player"]["hand"]) == 1


def test_headbutt_opens_a_pile_grid_without_battle_but_with_fight_fields() -> None:
    """A pile choice is a card_select; it carries no battle key, and the fight shows in player."""
    desk = at("monster:NIBBITS_WEAK", *["card:HEADBUTT"] * 12)
    desk.ok("end_turn")  # five cards in the discard pile: a single one would be moved without asking
    state = desk.wait()
    desk.ok("play_card", card_index=card(state, "HEADBUTT"), target="NIBBIT_0")
    state = desk.wait()
    assert state["state_type"] == "card_select"
    assert "battle" not in state
    assert len(state["card_select"]["cards"]) == 5
    assert state["player"]["energy"] == 2
    assert "being played" in desk.refused("end_turn")
    desk.ok("select_card", index=0)
    assert desk.wait()["state_type"] == "monster"

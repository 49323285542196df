"""The eight endless loops of the seed's first bot, each by its name, played against a server that provokes it."""

from __future__ import annotations

import copy
from typing import Any

from sts2fsm.errors import HumanNeeded
from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import Body, a_map, card, fight, post, potion, rewards, screen
from tests.behaviours.scripted import Answer

OK: Body = {"status": "ok", "message": "m"}


def grid(screen_type: str = "select", *, cards: str = "AB", **more: Any) -> Body:
    """A card grid of cards A, B, ..."""
    listed = [{"index": i, "id": f"CARD_{name}", "name": name} for i, name in enumerate(cards)]
    shown = {"preview_showing": False, "can_cancel": False, "can_confirm": False}
    return screen("card_select", {"screen_type": screen_type, "prompt": "pick", "cards": listed, **shown, **more})


def claim(index: int) -> Body:
    return {"post": {"action": "claim_reward", "index": index}, "reply": OK}


def test_right_to_left_claims() -> None:
    """Three rewards are claimed from the right, one a reading, until the list is empty; no index is sent in vain."""
    gold = {"type": "gold", "description": "g"}
    relic = {"type": "relic", "description": "r"}
    flask = {"type": "potion", "description": "p"}
    left = [rewards(gold, relic, flask), rewards(gold, relic), rewards(gold), rewards()]
    rows = [row for index, shown in enumerate(left[:3]) for row in ({"get": shown}, claim(2 - index))]
    played = play([*rows, {"get": left[3]}, post("proceed")], ending=[a_map()], until=sent("choose_map_node"))
    assert [body["index"] for body in played.sent if body["action"] == "claim_reward"] == [2, 1, 0]
    assert played.actions == ["claim_reward"] * 3 + ["proceed", "choose_map_node"]


def test_potion_with_a_full_belt_discards_the_weakest_first() -> None:
    """The belt is full and the offer better: the weakest by the table goes (slot 2), then the claim counts."""
    belt = [potion(0, "FIRE_POTION"), potion(1, "STRENGTH_POTION"), potion(2, "ASHWATER")]
    offer = {"type": "potion", "description": "p", "potion_id": "FAIRY_IN_A_BOTTLE"}
    rows = [{"get": rewards(offer, potions=belt)}, post("discard_potion"), {"get": rewards(offer, potions=belt[:2])}]
    played = play([*rows, claim(0), {"get": rewards(potions=belt)}, post("proceed")], until=sent("proceed"))
    assert played.sent[0] == {"action": "discard_potion", "slot": 2}
    assert played.actions == ["discard_potion", "claim_reward", "proceed"]


def test_potion_with_a_full_belt_is_left_when_it_is_the_weakest() -> None:
    """No better than what is held: neither discarded for nor claimed; the room is left."""
    belt = [potion(slot, "FAIRY_IN_A_BOTTLE") for slot in range(3)]
    offer = {"type": "potion", "description": "p", "potion_id": "ASHWATER"}
    played = play([{"get": rewards(offer, potions=belt)}, post("proceed")], ending=[a_map()], until=sent("proceed"))
    assert played.actions == ["proceed"]


def test_toggled_select() -> None:
    """The pick shows nowhere for 2 s, and the preview comes then: the same card is not clicked again."""
    shown = grid("upgrade", cards="A")
    preview = grid("upgrade", cards="A", preview_showing=True, can_confirm=True, can_cancel=True)
    rows = [{"get": shown}, post("select_card"), {"get": shown}, {"wait_ms": 2000}, {"get": preview}]
    played = play([*rows, post("confirm_selection")], ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["select_card", "confirm_selection", "choose_map_node"]


def test_stale_preview() -> None:
    """Confirm is answered ok and the preview stays: it is cancelled, and another card is chosen the next time."""
    opened = grid("upgrade", preview_showing=True, can_confirm=True, can_cancel=True)
    rows = [
        {"get": grid("upgrade")}, post("select_card"), {"get": opened}, post("confirm_selection"), {"get": opened},
        post("cancel_selection"), {"get": grid("upgrade")}, post("select_card"), {"get": opened},
        post("confirm_selection"),
    ]  # fmt: skip
    played = play([*rows, *[{"get": a_map()}]], serves=200, until=sent("choose_map_node"))
    assert played.actions == [
        "select_card", "confirm_selection", "cancel_selection", "select_card", "confirm_selection", "choose_map_node",
    ]  # fmt: skip
    first, second = (body["index"] for body in played.sent if body["action"] == "select_card")
    assert first != second
    assert State.CARD_SELECT_STALE in played.states


def test_name_and_is_enabled_at_rest_sites() -> None:
    """Options have `name` and `is_enabled`, no `title`: the disabled one is passed over, however hurt we are."""
    options = [
        {"index": 0, "id": "HEAL", "name": "Rest", "description": "d", "is_enabled": False},
        {"index": 1, "id": "SMITH", "name": "Smith", "description": "d", "is_enabled": True},
    ]
    shown = screen("rest_site", {"options": options, "can_proceed": False}, hp=5)
    played = play([{"get": shown}], until=sent("choose_rest_option"))
    assert played.sent == [{"action": "choose_rest_option", "index": 1}]
    assert played.moments[-1].decision.ranked[0].what == "Smith"


def test_chest_that_opens_by_itself() -> None:
    """`relics` is absent while the chest opens: nothing is claimed or left before it is there."""
    relic = {"index": 0, "id": "ANCHOR", "name": "n", "description": "d", "rarity": "Common", "keywords": []}
    shut = screen("treasure", {"can_proceed": False})
    open_ = screen("treasure", {"relics": [relic], "can_proceed": False})
    taken = screen("treasure", {"relics": [], "can_proceed": True})
    rows = [{"get": screen("treasure", {"message": "m"})}, {"get": shut}, {"wait_ms": 2500}, {"get": open_}]
    played = play(
        [*rows, post("claim_treasure_relic"), {"get": taken}, post("proceed")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.actions == ["claim_treasure_relic", "proceed", "choose_map_node"]
    assert played.times("claim_treasure_relic")[0] >= 2.5
    assert played.states[0] == State.TREASURE_OPENING


def test_acting_during_transitions_one_travel_a_floor() -> None:
    """The map stays for 5 s after the travel, then shows the next floor for 3 s more: one choose_map_node in all."""
    here, arrived, room = a_map("Monster"), a_map("Elite", floor=6, row=2), fight([card(0)])
    room["run"]["floor"] = 6
    rows = [
        {"get": here}, post("choose_map_node"), {"get": here}, {"wait_ms": 5000}, {"get": arrived}, {"wait_ms": 3000},
        {"get": room},
    ]  # fmt: skip
    played = play(rows, until=sent("play_card"))
    assert played.actions == ["choose_map_node", "play_card"]


def test_acting_during_transitions_nothing_in_the_enemy_turn() -> None:
    """After end_turn: the old hand for 1 s, the enemy's turn for 4 s, the new turn's draw for 1 s; then we play."""
    ending = fight([card(0, can_play=False)])
    theirs = copy.deepcopy(fight([card(0)]))
    theirs["battle"].update(turn="enemy", is_play_phase=False)
    drawing = copy.deepcopy(fight([card(0)]))
    drawing["battle"].update(round=2, is_play_phase=False)
    ours = copy.deepcopy(drawing)
    ours["battle"].update(is_play_phase=True)
    rows = [
        {"get": ending}, post("end_turn"), {"get": fight([card(0)])}, {"wait_ms": 1000}, {"get": theirs},
        {"wait_ms": 4000}, {"get": drawing}, {"wait_ms": 1000}, {"get": ours},
    ]  # fmt: skip
    played = play(rows, until=sent("play_card"))
    assert played.actions == ["end_turn", "play_card"]
    assert played.times("play_card")[0] - played.times("end_turn")[0] >= 6


def test_acting_during_transitions_an_interrupt_does_not_end_the_waiting() -> None:
    """A tutorial pops up after end_turn; under it the old hand still shows for 5 s, and is not played."""
    old, ours = fight([card(0)]), fight([card(0)])
    ours["battle"]["round"] = 2
    tutorial = {"state_type": "menu", "menu_screen": "tutorial", "options": [{"name": "advance", "enabled": True}]}
    rows = [
        {"get": fight([card(0, can_play=False)])}, post("end_turn"), {"get": tutorial}, post("menu_select"),
        {"get": old}, {"wait_ms": 5000}, {"get": ours},
    ]  # fmt: skip
    played = play(rows, until=sent("play_card"))
    assert played.actions == ["end_turn", "menu_select", "play_card"]
    assert played.times("play_card")[0] - played.times("menu_select")[0] >= 5


def test_acting_during_transitions_waits_when_it_landed_and_decides_again_when_it_was_refused() -> None:
    """Nothing changed: after an ok the client looks again without acting; after a refusal it decides anew, soon."""
    shown = screen("treasure", {"relics": [], "can_proceed": True})

    def second_try(answer: Answer) -> float:
        played = play([{"get": shown}], otherwise=lambda _: answer, until=sent("proceed", 2))
        first, second = played.times("proceed")
        return second - first

    assert second_try((200, OK)) >= 3
    assert second_try((200, {"status": "error", "error": "no"})) < 1.5


def test_overlay_and_unknown_are_transitions() -> None:
    """Five seconds of overlay and `unknown` between two rooms: no action, no stop; then the room is played."""
    over = screen("overlay", {"screen_type": "NTransition", "message": "m"})
    rows = [{"get": over}, {"wait_ms": 3000}, {"get": {"state_type": "unknown"}}, {"wait_ms": 2000}]
    played = play([*rows, {"get": a_map()}], until=sent("choose_map_node"))
    assert played.actions == ["choose_map_node"]
    assert played.times("choose_map_node")[0] >= 5


def test_overlay_and_unknown_have_a_limit() -> None:
    """`unknown` for ever: exit 3 within some minutes, with a word on what to do."""
    played = play([{"get": {"state_type": "unknown", "room_type": None}}], seconds=600, steps=4000)
    assert isinstance(played.error, HumanNeeded)
    assert played.clock.now() <= 180 and played.sent == []

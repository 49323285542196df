"""W50 to W59: rewards, card rewards, and what hides behind other screens."""

from __future__ import annotations

import copy

from sts2fsm.errors import Stuck
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import Body, a_map, event_page, page, post, potion, rewards, screen, sequence

OK: Body = {"status": "ok", "message": "m"}
CARD: Body = {"type": "card", "description": "card"}


def test_w50_after_a_skip_the_card_is_not_opened_again() -> None:
    """The rewards still list the card after the skip: leave it and proceed."""
    rows = sequence("W50")
    played = play(
        [post("claim_reward"), *rows, post("proceed")],
        opening=[rewards(CARD)],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.actions == ["claim_reward", "skip_card_reward", "proceed", "choose_map_node"]


def test_w50_a_skip_that_does_not_skip_counts_as_a_failure() -> None:
    """The card screen stays: skip is given up after two tries and a card is picked instead."""
    played = play([{"get": page("W50")}], until=sent("select_card_reward"), seconds=60)
    assert played.actions == ["skip_card_reward", "skip_card_reward", "select_card_reward"]


def test_w51_a_skipped_card_is_remembered() -> None:
    """claim, skip, and then proceed instead of claim again."""
    played = play(sequence("W51"), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["claim_reward", "skip_card_reward", "proceed", "choose_map_node"]


def test_w52_a_potion_is_not_claimed_into_a_full_belt() -> None:
    """The offered potion is worth no more than those held: it is left, and never claimed."""
    full = page("W52")
    played = play([{"get": full}, post("proceed")], ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["proceed", "choose_map_node"]


def test_w52_room_is_made_for_a_better_potion() -> None:
    """Worth more than the weakest held: discard that one first, then claim; the item is claimed once."""
    rows = sequence("W52")
    full, freed = copy.deepcopy(rows[0]["get"]), copy.deepcopy(rows[0]["get"])
    for shown in (full, freed):
        shown["rewards"]["items"][0]["potion_id"] = "FAIRY_IN_A_BOTTLE"
    full["player"]["potions"][1]["id"] = "ASHWATER"
    freed["player"]["potions"] = [p for p in full["player"]["potions"] if p["slot"] != 1]
    played = play(
        [{"get": full}, rows[3], {"get": freed}, rows[4], {"get": rewards()}, post("proceed")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.sent[:2] == [{"action": "discard_potion", "slot": 1}, {"action": "claim_reward", "index": 0}]
    assert played.actions == ["discard_potion", "claim_reward", "proceed", "choose_map_node"]


def test_w52_the_same_item_is_not_claimed_again_without_a_change() -> None:
    """A claim that is answered ok and changes nothing (a relic forbids potions) is tried twice, then left."""
    played = play(
        [{"get": rewards({"type": "potion", "description": "p"})}], until=sent("proceed"), seconds=60
    )  # an empty belt
    assert played.actions[-1] == "proceed" and 1 <= played.actions.count("claim_reward") <= 2


def test_w53_one_claim_per_reading_of_the_list() -> None:
    """After each claim the shorter list is read twice before the next; every index is one of the list as it is."""
    played = play(sequence("W53"), seconds=3)
    claims = [m for m in played.moments if m.decision.action is not None and m.decision.action.name == "claim_reward"]
    assert len(claims) == 2
    for moment in claims:
        items = moment.seen.observation.rewards.items  # type: ignore[union-attr]
        assert moment.decision.action.index in {item.index for item in items}  # type: ignore[union-attr]
        assert moment.seen.memory.reads >= 2
    assert "rewards_reindexed" in played.states


def test_w54_a_card_reward_may_stand_alone() -> None:
    """No rewards screen before or after: the card is taken and the event goes on."""
    played = play(sequence("W54"), until=sent("choose_event_option"))
    assert played.actions == ["select_card_reward", "choose_event_option"]


def test_w55_a_room_without_progress_is_probed() -> None:
    """Resting did nothing, twice: claim_reward 0 or proceed are tried, which act on what lies on top unseen."""
    rows = sequence("W55")
    taken = {"get": rewards()}
    played = play([*rows, taken, post("proceed")], ending=[a_map()], until=sent("choose_map_node"), seconds=60)
    assert played.actions.count("choose_rest_option") <= 2
    assert "claim_reward" in played.actions or "proceed" in played.actions
    assert played.actions[-1] == "choose_map_node"


def test_w56_an_event_without_options_is_waited_out() -> None:
    """No options while a card screen opens: nothing is sent; nor is a card screen skipped before its cards."""
    rows = sequence("W56")
    loaded = copy.deepcopy(rows[1]["get"])
    loaded["card_reward"]["cards"] = [{"index": 0, "id": "OFFERING", "name": "O"}]
    played = play([*rows, {"wait_ms": 1500}, {"get": loaded}], serves=4, until=sent("select_card_reward"), seconds=30)
    assert played.actions == ["select_card_reward"]


def test_w56_an_event_that_never_shows_options_is_reported() -> None:
    """After the bound: exit 5, and still nothing was sent."""
    played = play([{"get": page("W56")}], seconds=400, steps=2000)
    assert isinstance(played.error, Stuck)
    assert played.sent == []


def test_w57_rewards_without_details_are_claimed() -> None:
    """A relic and a special card without ids or names: both are claimed, right to left."""
    rows = sequence("W57")
    relic = copy.deepcopy(rows[0]["get"])
    relic["rewards"]["items"].pop()
    got = {"id": "ANCHOR", "name": "Anchor", "description": "d", "counter": None, "keywords": []}
    played = play(
        [*rows, post("claim_reward"), {"get": relic}, post("claim_reward"), {"get": rewards(relics=[got])}],
        until=sent("proceed"),
    )
    assert [body.get("index") for body in played.sent] == [1, 0, None]
    assert [r.id for r in played.moments[-1].seen.observation.player.relics] == ["ANCHOR"]  # type: ignore[union-attr]


def test_w58_no_proceed_on_a_screen_that_has_closed() -> None:
    """The emptied rewards are gone and an event stands there: its option is chosen, no proceed is sent."""
    played = play(sequence("W58"), until=sent("choose_event_option"))
    assert played.actions == ["claim_reward", "choose_event_option"]


def test_w59_items_left_are_claimed_while_the_door_is_shut() -> None:
    """can_proceed is false: the card is claimed, proceed never sent; when nothing helps the program says so."""
    played = play(sequence("W59"), seconds=400, steps=3000)
    assert played.actions and set(played.actions) == {"claim_reward"}
    assert isinstance(played.error, Stuck)


def test_w59_the_door_opens_later() -> None:
    """can_proceed turns true with the card let go: the room is left."""
    shut, open_ = page("W59"), page("W59")
    open_["rewards"]["can_proceed"] = True
    cards = screen("card_reward", {"cards": [{"index": 0, "id": "A", "name": "A"}], "can_skip": True})
    played = play(
        [{"get": shut}, post("claim_reward"), {"get": cards}, post("skip_card_reward"), {"get": shut},
         {"wait_ms": 2000}, {"get": open_}, post("proceed")],
        ending=[event_page("Go")],
        until=sent("choose_event_option"),
    )  # fmt: skip
    assert played.actions == ["claim_reward", "skip_card_reward", "proceed", "choose_event_option"]


def test_w34_a_sparse_belt_is_not_a_full_one() -> None:
    """Slots 0 and 2 of three are filled: the potion fits and is claimed without a discard."""
    shown = rewards({"type": "potion", "description": "p"}, potions=[potion(0), potion(2)])
    played = play([{"get": shown}], until=sent("claim_reward"))
    assert played.actions == ["claim_reward"]

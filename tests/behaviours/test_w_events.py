"""W60 to W67: events, the fake merchant, and screens without a handler of their own."""

from __future__ import annotations

import copy

from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import (
    Body,
    a_map,
    event_page,
    page,
    pages,
    post,
    sequence,
)

OK: Body = {"status": "ok", "message": "m"}


# --- events -----------------------------------------------------------------------------------------------------------
def test_w60_an_event_option_is_sent_once() -> None:
    """The fight starts late: the chosen page is shown for 4 s more, and nothing is chosen again."""
    rows = sequence("W60")
    rows.insert(3, {"wait_ms": 4000})
    played = play(rows, until=sent("play_card"))
    assert played.actions == ["choose_event_option", "play_card"]


def test_w60_unchanged_options_are_not_chosen_again_within_five_seconds() -> None:
    """The page stays as it was, without was_chosen: the second try comes 5 s later at the soonest."""
    played = play([{"get": page("W60")}], until=sent("choose_event_option", 2))
    first, second = played.times("choose_event_option")
    assert second - first >= 5


def test_w61_lost_health_shows_that_the_choice_counted() -> None:
    """Same options, 3 hp less: that is a new page, and the next choice follows without waiting for another sign."""
    played = play(sequence("W61"), until=sent("choose_event_option", 2))
    first, second = played.times("choose_event_option")
    assert second - first < 5
    assert played.moments[-1].seen.memory.fails(played.moments[-1].seen.observation.fingerprint, "x") == 0


def test_w61_a_costly_choice_is_not_repeated_to_the_end() -> None:
    """Each repeat costs 3 hp: the other option is taken while there is health to keep."""
    hps = range(50, 0, -3)
    steps: list[Body] = []
    for hp in hps:
        shown = copy.deepcopy(page("W61", 1))
        shown["player"]["hp"] = hp
        stay = {"post": {"action": "choose_event_option", "index": 0}, "reply": OK}
        steps += [{"get": shown}, stay]

    leaving = {"action": "choose_event_option", "index": 1}

    played = play(steps, until=lambda so_far: leaving in so_far.sent, seconds=60)
    assert leaving in played.sent
    assert played.moments[-1].seen.observation.player.hp >= 10  # type: ignore[union-attr]


def test_w62_options_that_flash_back_are_not_chosen() -> None:
    """Back from the grid the old page shows for some reads, then the map: no option is chosen."""
    rows = sequence("W62")
    grid = page("W44")
    played = play(rows, opening=[grid], serves=5, until=sent("choose_map_node"))
    assert played.actions == ["select_card", "choose_map_node"]


def test_w62_an_open_page_must_be_seen_twice_half_a_second_apart() -> None:
    """Options flash back unmarked for one read: 500 ms of an equal page are asked for before a choice."""
    flash, real = event_page("P", "Q"), event_page("R")
    played = play([{"get": flash}, {"get": real}], until=sent("choose_event_option"))
    chosen = played.moments[-1]
    assert [o.title for o in chosen.seen.observation.event.options] == ["R"]  # type: ignore[union-attr]
    assert chosen.seen.shown_for >= 0.5


def test_w63_dialogue_is_advanced_first() -> None:
    """in_dialogue: advance until it is over, then choose; three lines are three advances."""
    rows = sequence("W63")
    played = play([*rows[:2], *rows[:2], *rows], until=sent("choose_event_option"))
    assert played.actions[-1] == "choose_event_option"
    assert played.actions.count("advance_dialogue") == 3


def test_w63_a_refused_advance_means_that_it_is_done() -> None:
    """ "hitbox not available" and the options are there: go on, do not advance again and again."""
    rows = sequence("W63")
    refusal = {"post": rows[1]["post"], "reply": {"status": "error", "error": "hitbox not available"}}
    played = play([rows[0], refusal, rows[2]], until=sent("choose_event_option"))
    assert played.actions == ["advance_dialogue", "choose_event_option"]
    stuck = play([rows[0]], otherwise=lambda _: (200, refusal["reply"]), seconds=60)
    assert stuck.actions.count("advance_dialogue") <= 2


def test_w64_an_event_is_left_by_its_own_option() -> None:
    """is_proceed is chosen as an option; `proceed` is never sent."""
    played = play(sequence("W64", wrong=(1,)), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["choose_event_option", "choose_map_node"]


def test_w65_the_fake_merchant_is_waited_for_and_left_after_his_fight() -> None:
    """`error` means not ready: nothing is sent; started_fight: just proceed."""
    rows = sequence("W65")
    played = play([*rows, post("proceed")], serves=10, ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["proceed", "choose_map_node"]


def test_w65_only_a_relic_worth_its_price_is_bought_of_him() -> None:
    """`price` is gold: a cheap strong relic is bought, then the room is left."""
    shown = copy.deepcopy(pages(sequence("W65"))[0])
    del shown["fake_merchant"]["shop"]["error"]
    item = {
        "index": 3,
        "category": "relic",
        "price": 10,
        "is_stocked": True,
        "can_afford": True,
        "relic_id": "FAKE_ANCHOR",
    }
    bought = copy.deepcopy(shown)
    shown["fake_merchant"]["shop"]["items"] = [item]
    played = play(
        [{"get": shown}, post("shop_purchase"), {"get": bought}, post("proceed")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.sent[0] == {"action": "shop_purchase", "index": 3}
    assert played.actions == ["shop_purchase", "proceed", "choose_map_node"]


def test_w66_an_option_that_could_kill_is_not_taken() -> None:
    """ "Lose 60 HP" at 50 hp: the other option, although the first stands first."""
    played = play(sequence("W66"), until=sent("choose_event_option"))
    assert played.sent == [{"action": "choose_event_option", "index": 1}]


# --- screens without a handler of their own ---------------------------------------------------------------------------
def test_w67_any_grid_or_card_reward_is_played_and_the_rest_is_an_overlay() -> None:
    """A grid of an unknown type is picked from; an unknown overlay is waited through without an action."""
    draft = page("W44")
    draft["card_select"]["screen_type"] = "NDraftScreen"
    assert play([{"get": draft}], until=sent("select_card")).actions == ["select_card"]
    played = play(sequence("W67"), ending=[], seconds=5)
    assert played.sent == [] and played.states == [State.OVERLAY]

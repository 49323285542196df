"""W41 to W49: card grids and choose-a-card overlays."""

from __future__ import annotations

import copy

import pytest

from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import Body, a_map, card, fight, page, pages, post, screen, sequence
from tests.behaviours.scripted import Answer

OK: Body = {"status": "ok", "message": "m"}


def test_w41_a_choose_overlay_is_clicked_after_half_a_second_and_again_after_one() -> None:
    """The first click is not before 500 ms after the overlay appeared; ignored, it is repeated 1 to 2 s later."""
    played = play(sequence("W41"), until=sent("choose_map_node"))
    first, second = played.times("select_card")
    assert first >= 0.5
    assert 1.0 <= second - first <= 2.0
    assert played.actions == ["select_card", "select_card", "choose_map_node"]
    assert len({body["index"] for body in played.sent if body["action"] == "select_card"}) == 1


def test_w41_the_half_second_counts_from_the_overlay_and_not_from_the_play() -> None:
    """The overlay comes up late: the click keeps its distance from that moment."""
    overlay = page("W41")
    played = play([{"get": fight([])}, post("end_turn"), {"get": overlay}], until=sent("select_card"))
    appeared = next(m.seen.now for m in played.moments if m.seen.state is State.CARD_SELECT)
    assert played.times("select_card")[0] - appeared >= 0.5


def test_w42_a_card_is_chosen_from_an_order_seen_twice() -> None:
    """The order changes after the first read: the index sent is that of the later order, 300 ms after it was seen."""
    rows = sequence("W42", B="OFFERING")
    played = play(rows, until=sent("select_card_reward"))
    assert played.sent == [{"action": "select_card_reward", "card_index": 1}]
    order = next(m for m in played.moments if m.seen.observation.card_reward.cards[0].id == "A")  # type: ignore[union-attr]
    assert played.times("select_card_reward")[0] - order.seen.now >= 0.3


def test_w43_only_listed_cards_are_picked() -> None:
    """The grid shows 25 cards of a bigger deck: the pick is the best of those, at an index below 25, without a wait."""
    rows = sequence("W43", wrong=(1,), CARD_7="INFLAME")
    preview = copy.deepcopy(rows[0]["get"])
    preview["card_select"].update(preview_showing=True, can_confirm=True, can_cancel=True)
    played = play(
        [*rows, post("select_card"), {"get": preview}, post("confirm_selection")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.sent[0] == {"action": "select_card", "index": 7}
    assert played.actions == ["select_card", "confirm_selection", "choose_map_node"]
    assert played.times("select_card")[0] < 2


def test_w44_no_card_of_a_grid_is_clicked_twice() -> None:
    """Two picks that the wire does not show, of two different cards; then the preview, and confirm."""
    played = play(sequence("W44"), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["select_card", "select_card", "confirm_selection", "choose_map_node"]
    first, second = (body["index"] for body in played.sent[:2])
    assert first != second


def test_w44_stuck_with_every_card_picked_it_is_cancelled_and_begun_anew() -> None:
    """Four picks bring no preview: cancel, then start over with picks that are forgotten; each index once per try."""
    grid = page("W44")
    grid["card_select"]["can_cancel"] = True
    played = play([{"get": grid}], until=sent("cancel_selection"), seconds=20)
    assert [body["index"] for body in played.sent if body["action"] == "select_card"] == [0, 1, 2, 3]
    assert played.actions[-1] == "cancel_selection"


def test_w45_confirm_is_repeated_while_it_can_be_confirmed() -> None:
    """The first confirm opens the preview, the second commits."""
    played = play(sequence("W45"), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["confirm_selection", "confirm_selection", "choose_map_node"]


def test_w45_confirm_is_sent_three_times_at_most() -> None:
    """A grid that stays although it can be confirmed: no more than three confirms."""
    played = play([{"get": page("W45")}], seconds=60)
    assert 2 <= played.actions.count("confirm_selection") <= 3


def test_w46_a_selection_that_closes_by_itself_needs_no_confirm() -> None:
    """After the pick the fight is back: no confirm is sent, and the fight goes on."""
    played = play(sequence("W46", wrong=(2,)), until=sent("play_card"))
    assert played.actions == ["select_card", "play_card"]


def test_w46_no_screen_open_after_a_pick_is_success() -> None:
    """The confirm comes too late and is refused: the client goes on with what it sees then."""
    rows = sequence("W46")
    confirmable = copy.deepcopy(rows[0]["get"])
    confirmable["card_select"]["can_confirm"] = True
    played = play([*rows[:2], {"get": confirmable}, *rows[2:]], until=sent("play_card"))
    assert played.error is None
    assert played.actions == ["select_card", "confirm_selection", "play_card"]


def test_w47_any_screen_type_is_picked_from_and_confirmed() -> None:
    """The enchant screen, named by its class: one pick, then confirm."""
    played = play(sequence("W47"), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["select_card", "confirm_selection", "choose_map_node"]


def test_w47_nothing_more_is_picked_once_it_can_be_confirmed() -> None:
    """The confirm does nothing: no other card is clicked for it."""
    played = play(sequence("W47"), seconds=60)
    assert played.actions.count("select_card") == 1
    assert set(played.actions) == {"select_card", "confirm_selection"}


def test_w48_a_stuck_preview_is_cancelled_although_the_screen_says_it_cannot_be() -> None:
    """can_cancel is false, can_confirm too: after some seconds cancel_selection is sent."""
    played = play(sequence("W48"), ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["cancel_selection", "choose_map_node"]
    assert 1 <= played.times("cancel_selection")[0] <= 10


@pytest.mark.parametrize("refusal", ["No card selection screen is open", "Missing 'index'", "", "整数"])
def test_w49_the_words_of_a_refusal_decide_nothing(refusal: str) -> None:
    """Whatever a refusal says, the same actions follow at the same times."""
    words = sequence("W49")[0]["reply"]["error"]

    def plays(said: str) -> list[tuple[float, Body]]:
        def answers(body: Body) -> Answer:
            refused = body["action"] == "select_card"
            return 200, {"status": "error", "error": said} if refused else OK

        grid = pages(sequence("W44"))[0]
        played = play([{"get": grid}], otherwise=answers, seconds=20)
        return [(round(request.at, 3), dict(request.body)) for request in played.requests if request.body is not None]

    assert plays(refusal) == plays(words) != []


def test_w36_skip_is_a_choice_where_nothing_is_worth_taking() -> None:
    """A choose overlay of curses that can be skipped is skipped, with cancel_selection."""
    overlay = screen(
        "card_select",
        {
            "screen_type": "choose", "cards": [{"index": 0, "id": "ASCENDERS_BANE", "name": "x"}],
            "preview_showing": False, "can_cancel": False, "can_confirm": False, "can_skip": True,
        },
    )  # fmt: skip
    played = play([{"get": overlay}, post("cancel_selection")], ending=[fight([card(0)])], until=sent("play_card"))
    assert played.actions == ["cancel_selection", "play_card"]

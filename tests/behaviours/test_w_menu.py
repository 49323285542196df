"""W87 to W96: menus, the end of a run, overlays, and plays that go round in circles."""

from __future__ import annotations

import copy
import itertools

from sts2fsm.errors import HumanNeeded, Stuck
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import GAME_OVER, Body, a_map, event_page, fight, page, pages, post, screen, sequence

OK: Body = {"status": "ok", "message": "m"}


def menu(screen_name: str, *options: str, enabled: bool = True) -> Body:
    """A menu page; the main menu names its options plainly, the others as records."""
    shown = list(options) if screen_name == "main" else [{"name": name, "enabled": enabled} for name in options]
    return {"state_type": "menu", "menu_screen": screen_name, "message": "m", "options": shown}


def chosen(played_sent: list[Body]) -> list[str]:
    return [str(body["option"]) for body in played_sent if body["action"] == "menu_select"]


def test_w87_a_popup_in_any_language_is_answered_by_position() -> None:
    """Unknown labels: the first enabled one, sent as it stands there."""
    rows = sequence("W87")
    played = play(rows, ending=[a_map()], until=sent("choose_map_node"))
    assert chosen(played.sent) == [pages(rows)[0]["options"][0]["name"]]
    known = play([{"get": menu("popup", "cancel", "confirm")}], until=sent("menu_select"))
    assert chosen(known.sent) == ["confirm"]


def test_w88_a_tutorial_is_polled_until_it_can_be_dismissed() -> None:
    """Disabled for 5 s: nothing is sent; then advance."""
    rows = sequence("W88", wrong=(1,))
    rows.insert(1, {"wait_ms": 5000})
    played = play(rows, until=sent("menu_select"))
    assert chosen(played.sent) == ["advance"]
    assert played.times("menu_select")[0] >= 5


def test_w88_a_tutorial_of_many_pages_is_advanced_to_its_end() -> None:
    """Eight pages that look alike: eight times advance, within a minute."""
    shown = pages(sequence("W88"))[1]
    rows = [row for number in range(8) for row in ({"get": {**shown, "message": f"{number}"}}, post("menu_select"))]
    played = play(rows, ending=[a_map()], until=sent("choose_map_node"), steps=2000)
    assert played.actions == ["menu_select"] * 8 + ["choose_map_node"]


def test_w89_runs_are_started_past_a_blocked_timeline() -> None:
    """singleplayer is offered: choose it, never timeline."""
    rows = sequence("W89", wrong=(1,))
    played = play(rows, until=sent("menu_select"))
    assert chosen(played.sent) == ["singleplayer"]


def test_w89_where_nothing_else_is_offered_a_person_is_asked_once() -> None:
    """Only settings and quit beside the blocked timeline: exit 3 with the epoch's name, and no request sent."""
    shown = page("W89")
    shown["options"] = ["settings", "quit"]
    played = play([{"get": shown}])
    assert isinstance(played.error, HumanNeeded) and played.error.exit_code == 3
    assert "E1" in str(played.error) and "Timeline" in str(played.error)
    assert played.sent == []


def test_w90_options_are_read_in_both_shapes() -> None:
    """Plain names on main, records elsewhere, none at all on settings: each is read; a disabled one is not chosen."""
    rows = sequence("W90")
    played = play([rows[0], post("menu_select"), rows[1]], until=sent("menu_select", 2))
    assert chosen(played.sent) == ["continue", "standard"]
    bare = {"state_type": "menu", "menu_screen": "settings", "message": "m"}
    assert play([{"get": bare}], seconds=10).sent == []


def test_w91_a_main_menu_without_singleplayer_is_polled_and_then_reported() -> None:
    """It comes after 5 s and is chosen; where it never comes, exit 5. timeline and quit are never chosen."""
    rows = sequence("W91")
    rows.insert(1, {"wait_ms": 5000})
    played = play(rows, until=sent("menu_select"))
    assert chosen(played.sent) == ["singleplayer"]
    never = play(rows[:1], seconds=400, steps=2000)
    assert isinstance(never.error, Stuck) and never.sent == []


def test_w92_the_summary_is_shown_a_while_and_left_by_the_main_menu() -> None:
    """game_over for 2 s, then main_menu once; the menu's return ends the run."""
    rows = sequence("W92", wrong=(1,))
    rows.insert(3, {"get": copy.deepcopy(rows[0]["get"])})
    rows.insert(4, {"wait_ms": 2000})
    played = play(rows, steps=100)
    assert chosen(played.sent) == ["main_menu"]
    assert played.times("menu_select")[0] >= 2
    assert played.summary.steps > 0 and played.error is None and played.done


def test_w92_leaving_the_summary_is_retried_within_a_bound() -> None:
    """The menu never comes: at most a few tries, then exit 5."""
    played = play([{"get": GAME_OVER}], seconds=400, steps=2000)
    assert isinstance(played.error, Stuck)
    assert 2 <= len(played.sent) <= 5 and set(chosen(played.sent)) == {"main_menu"}


def test_w93_an_overlay_is_waited_for_probed_once_each_way_and_then_a_persons() -> None:
    """Some seconds of patience, then proceed, confirm, cancel and the skips once each, then exit 3."""
    rows = sequence("W93")
    played = play(rows[:1], seconds=300, steps=2000)
    assert isinstance(played.error, HumanNeeded) and "NCapstoneX" in str(played.error)
    assert sorted(played.actions) == [
        "cancel_selection", "confirm_selection", "proceed", "skip_card_reward", "skip_relic_selection",
    ]  # fmt: skip
    first = next(request.at for request in played.requests if request.body is not None)
    assert first >= 3


def test_w93_an_unknown_state_type_is_waited_for_and_named() -> None:
    """A word of a later mod: no crash, no blind action without a run, and the word is in the message."""
    played = play(sequence("W93"), seconds=300, steps=2000)
    assert isinstance(played.error, HumanNeeded) and "brand_new" in str(played.error)
    assert played.sent == []


def test_w94_no_progress_brings_patience_and_then_a_word_to_the_user() -> None:
    """end_turn is answered ok and nothing changes: not repeated within 15 s, looks become rare, exit 5."""
    opening = fight([])
    rows = [sequence("W94")[0], {"get": opening}]
    played = play(rows, opening=[opening], seconds=600, steps=4000)
    times = played.times("end_turn")
    assert all(later - earlier >= 15 for earlier, later in itertools.pairwise(times))
    assert isinstance(played.error, Stuck) and "Close what covers the game" in str(played.error)
    assert len(played.requests) < played.clock.now() * 3


def test_w94_the_play_goes_on_when_the_person_comes_back() -> None:
    """Five seconds paused, then the next round: the play goes on by itself."""
    rows = sequence("W94")
    back = rows[-1]["get"]
    back["battle"]["round"] = 2
    paused = copy.deepcopy(rows[1]["get"])
    paused["player"]["hand"] = []
    rows[1] = {"get": paused}
    played = play(rows, opening=[paused], until=sent("play_card"))
    assert played.actions == ["end_turn", "play_card"]
    assert played.times("play_card")[0] - played.times("end_turn")[0] >= 5


def test_w95_a_circle_of_screens_is_broken() -> None:
    """Map to shop to map to shop for ever, each answer ok: the same travel is sent a few times, then no more."""
    here, there = pages(sequence("W95"))[:2]
    rows = [{"get": here}, post("choose_map_node"), {"get": there}, post("proceed")] * 40
    played = play(rows, steps=6000, seconds=1200)
    assert isinstance(played.error, Stuck | HumanNeeded)
    assert played.actions.count("choose_map_node") <= 10


def test_w95_an_alternative_is_forced_before_the_end() -> None:
    """Two nodes, one of which leads back here each time: the other is taken."""
    here = a_map("Shop", "Monster", gold=999)
    shop = screen("shop", {"items": [], "can_proceed": False})
    other = {"action": "choose_map_node", "index": 1}
    first = {"post": {"action": "choose_map_node", "index": 0}, "reply": OK}
    rows = [{"get": here}, first, {"get": shop}, post("proceed")] * 30
    for shown in pages(rows):
        if shown["state_type"] == "map":
            shown["map"]["next_options"][0]["type"] = "Treasure"
    played = play(rows, until=lambda so_far: other in so_far.sent, steps=3000, seconds=600)
    assert other in played.sent


def test_w96_every_decision_follows_a_look_after_the_last_action() -> None:
    """end_turn, and the game is over: the next thing sent is for that screen, after a GET that started later."""
    played = play(sequence("W96"), opening=[fight([])], until=sent("menu_select"))
    assert played.actions == ["end_turn", "menu_select"]
    kinds = "".join(request.method[0] for request in played.requests)
    assert "PP" not in kinds and kinds.count("P") == 2


def test_w92_the_next_run_starts_unattended() -> None:
    """Two runs: after the first summary the menu is walked to the select screen, a character chosen, and embarked."""
    select = {
        **menu("character_select", "IRONCLAD", "SILENT", "confirm", "back"),
        "characters": [
            {"id": "IRONCLAD", "name": "I", "locked": False},
            {"id": "SILENT", "name": "S", "locked": False},
        ],
    }
    rows = [
        {"get": GAME_OVER}, post("menu_select"), {"get": menu("main", "singleplayer", "quit")}, post("menu_select"),
        {"get": menu("singleplayer", "standard", "back")}, post("menu_select"), {"get": select}, post("menu_select"),
        {"get": select}, post("menu_select"), {"get": event_page("Go")},
    ]  # fmt: skip
    played = play(rows, runs=2, until=sent("choose_event_option"), seconds=90)
    assert chosen(played.sent) == ["main_menu", "singleplayer", "standard", "IRONCLAD", "confirm"]

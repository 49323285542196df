"""W68 to W86: map, rest sites, shops, treasure and the crystal sphere."""

from __future__ import annotations

import copy

import pytest

from sts2fsm.assembly import policies
from sts2fsm.errors import HumanNeeded, Stuck
from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import (
    Body,
    a_map,
    card,
    fight,
    page,
    pages,
    post,
    screen,
    sequence,
)
from tests.behaviours.scripted import Answer

OK: Body = {"status": "ok", "message": "m"}


def rest(*ids: str, can_proceed: bool = False, hp: int = 20) -> Body:
    options = [
        {"index": i, "id": id_, "name": id_, "description": "d", "is_enabled": True} for i, id_ in enumerate(ids)
    ]
    return screen("rest_site", {"options": options, "can_proceed": can_proceed}, hp=hp)


# --- map --------------------------------------------------------------------------------------------------------------
def test_w68_one_travel_a_floor() -> None:
    """The map lingers for 9 s, with the next floor's nodes: choose_map_node is sent exactly once."""
    rows = sequence("W68")
    rows.insert(3, {"wait_ms": 9000})
    played = play(rows, seconds=20)
    assert played.actions == ["choose_map_node"]
    assert State.MAP_TRAVELLING in played.states and played.states[-1] == State.REST_SITE


def test_w68_after_ten_seconds_one_more_try() -> None:
    """Nothing comes of the travel: the second try is 10 s after the first, and there is no third."""
    played = play(sequence("W68")[:1], seconds=60)
    first, second = played.times("choose_map_node")
    assert second - first >= 10


def test_w69_the_same_node_again_is_a_wait() -> None:
    """ok and nothing moves: no second travel within 10 s."""
    played = play(sequence("W69")[:1], opening=[a_map()], seconds=10)
    assert played.actions == ["choose_map_node"]


def test_w70_no_travel_out_of_a_fight() -> None:
    """The map lies over a fight: nothing is sent; when it closes, the fight goes on."""
    rows = sequence("W70")
    played = play([*rows, {"wait_ms": 20000}], ending=[fight([card(0)])], until=sent("play_card"))
    assert played.actions == ["play_card"]
    assert played.states[0] == State.MAP_IN_COMBAT
    stuck = play(rows, seconds=400, steps=2000)
    assert stuck.sent == [] and isinstance(stuck.error, Stuck) and "Close" in str(stuck.error)


def test_w71_a_map_without_options_is_waited_out() -> None:
    """No option, no action, no proceed; then the way is taken."""
    rows = sequence("W71")
    played = play([*rows, {"wait_ms": 10000}], ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["choose_map_node"]
    assert played.times("choose_map_node")[0] >= 10


def test_w72_a_node_is_resolved_from_the_same_read() -> None:
    """The options swap places between two reads: the index sent is the wanted node's in the last one."""
    rows = sequence("W72")
    swapped = copy.deepcopy(rows[0]["get"])
    first, second = swapped["map"]["next_options"]
    swapped["map"]["next_options"] = [{**second, "index": 0}, {**first, "index": 1}]
    plain = play(rows, until=sent("choose_map_node"))
    played = play([*rows, {"get": swapped}], until=sent("choose_map_node"))
    [wanted] = plain.sent  # which of the two is the policies' business
    assert played.sent == [{"action": "choose_map_node", "index": {0: 1, 1: 0}[wanted["index"]]}]


# --- rest sites -------------------------------------------------------------------------------------------------------
def test_w73_the_door_of_a_rest_site_is_polled() -> None:
    """can_proceed comes 3 s after resting: proceed is sent once, then."""
    rows = sequence("W73")
    rows[3] = {"wait_ms": 3000}  # instead of the wrong move: a proceed that comes too early
    played = play(rows, ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["choose_rest_option", "proceed", "choose_map_node"]
    assert played.times("proceed")[0] - played.times("choose_rest_option")[0] >= 3


def test_w74_no_second_option_while_the_first_takes_effect() -> None:
    """The list stays for 2 s after HEAL: no choice; then SMITH alone is left and is chosen."""
    rows = sequence("W74")
    for shown in pages(rows):
        shown["player"]["hp"] = 20
    rows.insert(3, {"wait_ms": 2000})
    played = play(rows, until=sent("choose_rest_option", 2))
    assert played.sent == [{"action": "choose_rest_option", "index": 0}] * 2
    first, second = played.times("choose_rest_option")
    assert second - first >= 2


def test_w75_a_cancelled_smith_is_not_chosen_for_ever() -> None:
    """Smith opens a grid that leads nowhere and is cancelled: after few rounds the other option is taken."""
    rows = sequence("W75")
    site, grid = pages(rows)[1], pages(rows)[0]
    site["player"]["hp"] = grid["player"]["hp"] = 80
    smith = {"post": {"action": "choose_rest_option", "index": 1}, "reply": OK}
    loop = [{"get": site}, smith, {"get": grid}, post("cancel_selection")]
    heal = {"action": "choose_rest_option", "index": 0}
    played = play(loop * 8, until=lambda so_far: heal in so_far.sent, steps=900, seconds=120)
    assert heal in played.sent
    assert 1 <= played.sent.count({"action": "choose_rest_option", "index": 1}) <= 3


# --- shops ------------------------------------------------------------------------------------------------------------
def test_w76_a_shop_that_is_not_ready_is_waited_for() -> None:
    """`error`: neither a purchase nor proceed; then the goods are there and something is bought."""
    rows = sequence("W76", wrong=(1,), A="OFFERING")
    rows[2]["get"]["shop"]["items"][0].update(card_id="OFFERING", card_rarity="Rare", price=10)
    played = play([rows[0], {"wait_ms": 3000}, rows[1], rows[2]], until=sent("shop_purchase"))
    assert played.actions == ["shop_purchase"]
    assert played.times("shop_purchase")[0] >= 3


def test_w77_an_open_shop_is_left_although_it_says_it_cannot_be() -> None:
    """can_proceed is false in every page: proceed is sent when nothing is worth buying."""
    rows = sequence("W77")
    rows[0]["get"]["shop"]["items"][0]["price"] = 400
    played = play(rows, until=sent("choose_map_node"))
    assert played.actions == ["proceed", "choose_map_node"]


def test_w78_a_tutorial_at_the_shop_door_is_dismissed_and_the_shop_left() -> None:
    """proceed opens a tutorial; it is advanced; back in the shop, proceed again."""
    rows = sequence("W78")
    shop = pages(rows)[1]
    shop["shop"]["items"][0]["can_afford"] = False
    played = play(rows, opening=[shop], ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["proceed", "menu_select", "proceed", "choose_map_node"]
    assert played.sent[1] == {"action": "menu_select", "option": "advance"}


def test_w79_sold_out_entries_are_passed_over() -> None:
    """Index 0 is sold out, whatever it says of affording: the removal at index 1 is what is bought, once."""
    rows = sequence("W79")
    after = copy.deepcopy(rows[0]["get"])
    after["shop"]["items"][1]["is_stocked"] = False
    played = play([*rows, post("shop_purchase"), {"get": after}], until=sent("proceed"))
    assert played.sent == [{"action": "shop_purchase", "index": 1}, {"action": "proceed"}]


def test_w80_a_removal_is_completed() -> None:
    """The purchase opens a grid: a card is picked and confirmed, then the shop is left."""
    rows = sequence("W80")
    shop, sold = page("W79"), page("W79")
    sold["shop"]["items"][1]["is_stocked"] = False
    preview = copy.deepcopy(rows[1]["get"])
    preview["card_select"].update(preview_showing=True, can_confirm=True)
    played = play(
        [*rows, post("select_card"), {"get": preview}, post("confirm_selection"), {"get": sold}],
        opening=[shop],
        until=sent("proceed"),
    )
    assert played.actions == ["shop_purchase", "select_card", "confirm_selection", "proceed"]


def test_w80_a_cancelled_removal_is_not_bought_again() -> None:
    """The grid is closed without a removal: the shop is left without a second purchase."""
    shop = page("W79")
    rows = [*sequence("W80"), post("cancel_selection"), {"get": shop}]
    played = play(rows, opening=[shop], until=sent("proceed"), seconds=30)
    assert played.actions.count("shop_purchase") == 1
    assert played.actions[-2:] == ["cancel_selection", "proceed"]


@pytest.mark.parametrize("key", ["price", "cost"])
def test_w81_the_gold_is_price_or_cost(key: str) -> None:
    """A relic of 150 gold costs as much under either name."""
    rows = sequence("W81")
    item = rows[0]["get"]["shop"]["items"][0]
    item.update(can_afford=True)
    item[key] = item.pop("cost")
    rows[0]["get"]["player"]["gold"] = 999
    played = play(rows, until=sent("shop_purchase"), seconds=5)
    ranked = played.moments[-1].decision.ranked[0]
    assert ranked.parts["price"] == pytest.approx(-150 * policies().section("shop").gold_worth)


# --- treasure ---------------------------------------------------------------------------------------------------------
def test_w82_an_empty_chest_is_left_without_a_claim() -> None:
    """Opening, then can_proceed without relics: proceed."""
    played = play(sequence("W82"), serves=10, ending=[a_map()], until=sent("choose_map_node"))
    assert played.actions == ["proceed", "choose_map_node"]


def test_w83_a_treasure_room_is_left_when_the_pick_is_finished() -> None:
    """can_proceed is false for 3 s after the chest opened: no proceed before."""
    shut = sequence("W83")[0]  # the row after it is the wrong move: a proceed that comes too early
    played = play(
        [shut, {"wait_ms": 3000}, {"get": screen("treasure", {"can_proceed": True})}, post("proceed")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.actions == ["proceed", "choose_map_node"]
    assert played.times("proceed")[0] >= 3


# --- crystal sphere ---------------------------------------------------------------------------------------------------
def test_w84_a_sphere_that_stays_is_left_by_the_map_or_reported() -> None:
    """proceed is answered ok twice and the sphere stays: the map is tried; then the program stops and says so."""
    rows = sequence("W84")
    played = play(rows[:3], until=sent("choose_map_node"), seconds=60)
    assert played.actions == ["crystal_sphere_proceed", "crystal_sphere_proceed", "choose_map_node"]
    stuck = play(rows[:1], seconds=900, steps=4000)
    assert isinstance(stuck.error, Stuck | HumanNeeded)
    assert len(stuck.sent) <= 6


def test_w85_a_cell_is_clicked_once_until_it_shows() -> None:
    """The cell is hidden for 1 s after the click: no second click; then the other cell."""
    rows = sequence("W85")
    del rows[2]
    cells = copy.deepcopy(rows[0])
    played = play(
        [*rows[:2], cells, {"wait_ms": 1000}, rows[2]], until=sent("crystal_sphere_click_cell", 2), seconds=20
    )
    places = [(body["x"], body["y"]) for body in played.sent]
    assert sorted(places) == [(0, 0), (1, 0)]


def test_w86_a_refused_tool_leaves_the_current_one() -> None:
    """set_tool is refused: the cells are clicked with the tool there is."""
    shown = page("W85")
    shown["crystal_sphere"]["tool"] = "small"
    refusal = sequence("W86")[0]["reply"]

    def answers(body: Body) -> Answer:
        return 200, refusal if body["action"] == "crystal_sphere_set_tool" else OK

    played = play([{"get": shown}], otherwise=answers, until=sent("crystal_sphere_click_cell"), seconds=30)
    assert 1 <= played.actions.count("crystal_sphere_set_tool") <= 2
    assert played.actions[-1] == "crystal_sphere_click_cell"


def test_w51_and_w55_rewards_that_close_are_not_probed() -> None:
    """A rest site that works needs no probe: no claim_reward is sent."""
    played = play(
        [{"get": rest("HEAL", "SMITH")}, post("choose_rest_option"), {"get": rest(can_proceed=True)}, post("proceed")],
        ending=[a_map()],
        until=sent("choose_map_node"),
    )
    assert played.actions == ["choose_rest_option", "proceed", "choose_map_node"]

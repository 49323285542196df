"""Rooms and the map on the wire: events, rest sites, shops, chests, travel (api.md 4, 6)."""

from __future__ import annotations

from typing import Any

from tests.embedded.desk import Desk, at

Payload = dict[str, Any]


def test_neow_talks_first_then_offers_three_relics_and_heals_less_from_a2_on() -> None:
    """Dialogue with no options, then three; A2 starts at 0.8 of 80."""
    desk = Desk(ascension=2)
    state = desk.embark()
    assert (state["player"]["hp"], state["run"]["floor"]) == (64, 1)
    assert (state["event"]["in_dialogue"], state["event"]["options"]) == (True, [])
    assert "No event options" in desk.refused("choose_event_option", index=0)
    desk.ok("advance_dialogue")
    options = desk.wait()["event"]["options"]
    assert len({o["relic_name"] for o in options}) == 3
    assert "not available" in desk.refused("advance_dialogue")


def test_event_option_stays_clicked_then_clears_then_the_next_page_comes() -> None:
    """was_chosen, then no options, then Proceed, which opens the map; a page's numbers are in its text."""
    desk = at("event:MORPHIC_GROVE")
    state = desk.read()
    titles = [o["title"] for o in state["event"]["options"]]
    assert titles == ["Group", "Loner"]
    desk.ok("choose_event_option", index=1)
    assert [o["was_chosen"] for o in desk.read()["event"]["options"]] == [False, True]
    assert desk.wait(0.2)["event"]["options"] == []
    state = desk.wait()
    assert state["player"]["max_hp"] == 85
    assert [(o["title"], o["is_proceed"]) for o in state["event"]["options"]] == [("Proceed", True)]
    desk.ok("choose_event_option", index=0)
    assert desk.wait()["state_type"] == "map"


def test_event_option_sent_twice_runs_twice() -> None:
    """Nothing checks was_chosen: Loner twice is +10 max hp."""
    desk = at("event:MORPHIC_GROVE")
    for _ in range(2):
        desk.ok("choose_event_option", index=1)
    assert desk.wait()["player"]["max_hp"] == 90


def test_locked_options_keep_their_index_and_are_refused() -> None:
    """With 99 gold Ember Tea (150) is locked; its index stands."""
    desk = at("event:TEA_MASTER")
    desk.game.world.live_run.gold = 60
    desk.game.world.room.show("INITIAL")
    options = desk.read()["event"]["options"]
    assert [o["is_locked"] for o in options] == [False, True, False]
    assert "locked" in desk.refused("choose_event_option", index=1)
    desk.ok("choose_event_option", index=2)
    assert "TEA_OF_DISCOURTESY" in [r["id"] for r in desk.wait()["player"]["relics"]]


def test_event_pages_follow_each_other_and_can_kill() -> None:
    """Tablet of Truth: 3, 6, 12, 24 max hp and then all but one."""
    desk = at("event:TABLET_OF_TRUTH")
    lost = []
    for _ in range(5):
        before = desk.read()["player"]["max_hp"]
        desk.ok("choose_event_option", index=0)
        lost.append(before - desk.wait()["player"]["max_hp"])
    assert lost == [3, 6, 12, 24, 34]
    assert all(c.upgrades for c in desk.game.world.live_run.deck if c.id != "ASCENDERS_BANE")


def test_event_fight_pays_rewards_and_leads_to_the_map() -> None:
    """Dense Vegetation: rest, then fight four Wrigglers; the event does not resume."""
    desk = at("event_fight", *["relic:VAJRA"] * 60, "card:THUNDERCLAP", "card:THUNDERCLAP", "card:THUNDERCLAP", seed=2)
    desk.ok("choose_event_option", index=1)
    assert desk.wait()["event"]["options"][0]["title"] == "Fight!"
    desk.ok("choose_event_option", index=0)
    state = desk.wait()
    assert len(state["battle"]["enemies"]) == 4


def test_rest_heals_thirty_percent_and_proceed_comes_later() -> None:
    """80 max hp: 24. Proceed is refused until the animation is through; the second option can't be had."""
    desk = at("rest_site")
    desk.game.world.live_run.hp = 20
    block = desk.read()["rest_site"]
    assert [(o["index"], o["id"], o["is_enabled"]) for o in block["options"]] == [(0, "HEAL", True), (1, "SMITH", True)]
    assert "proceed" in desk.refused("proceed").lower()
    desk.ok("choose_rest_option", index=0)
    assert desk.read()["rest_site"]["options"]
    state = desk.wait(0.3)
    assert (state["player"]["hp"], state["rest_site"]) == (44, {"options": [], "can_proceed": False})
    desk.refused("proceed")
    assert desk.wait()["rest_site"]["can_proceed"] is True
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_rest_option_sent_twice_is_used_once() -> None:
    """An in-flight second pick is accepted and finds the option gone."""
    desk = at("rest_site")
    desk.game.world.live_run.hp = 20
    desk.ok("choose_rest_option", index=0)
    desk.ok("choose_rest_option", index=0)
    assert desk.wait()["player"]["hp"] == 44


def test_shop_layout_prices_and_can_proceed_is_false_in_a_leavable_shop() -> None:
    """Seven cards, three relics, three potions, removal for 75; one class card on sale; can_proceed false; proceed
    leaves."""
    desk = at("shop")
    block = desk.wait()["shop"]
    categories = [i["category"] for i in block["items"]]
    assert categories == ["card"] * 7 + ["relic"] * 3 + ["potion"] * 3 + ["card_removal"]
    assert [i["card_type"] for i in block["items"][:5]] == ["Attack", "Attack", "Skill", "Skill", "Power"]
    assert [i["card_rarity"] for i in block["items"][5:7]] == ["Uncommon", "Rare"]
    assert sum(i["on_sale"] for i in block["items"][:7]) == 1
    assert block["items"][-1]["price"] == 75
    assert block["can_proceed"] is False
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_shop_is_not_ready_at_first() -> None:
    """An error in the block, and purchases refused."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "shop"])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    desk.clock.sleep(0.85)
    desk.game.advance()
    desk.game.world.map_open = False
    block = desk.read()["shop"]
    assert (block["items"], "error" in block) == ([], True)
    assert desk.refused("shop_purchase", index=0) == "Shop inventory not ready"


def test_sold_card_keeps_its_index_and_loses_its_fields() -> None:
    """Index, category, price, flags only; buying it again is refused; gold is paid once."""
    desk = at("shop")
    state = desk.wait()
    cheap = next(i for i in state["shop"]["items"] if i["category"] == "card" and i["can_afford"])
    desk.ok("shop_purchase", index=cheap["index"])
    after = desk.wait()
    sold = after["shop"]["items"][cheap["index"]]
    assert set(sold) == {"index", "category", "price", "is_stocked", "can_afford", "on_sale"}
    assert sold["is_stocked"] is False
    assert after["player"]["gold"] == state["player"]["gold"] - cheap["price"]
    assert "sold" in desk.refused("shop_purchase", index=cheap["index"])


def test_shop_removal_is_paid_when_a_card_is_chosen_and_grows_dearer() -> None:
    """Cancelled: nothing paid. Done: 75 gold, and the next one costs 100."""
    desk = at("shop")
    state = desk.wait()
    gold = state["player"]["gold"]
    desk.ok("shop_purchase", index=13)
    assert desk.wait()["state_type"] == "card_select"
    desk.ok("cancel_selection")
    assert desk.wait()["player"]["gold"] == gold
    desk.ok("shop_purchase", index=13)
    desk.wait()
    desk.ok("select_card", index=0)
    desk.ok("confirm_selection")
    assert desk.wait()["player"]["gold"] == gold - 75
    assert desk.game.world.room.removal_price() == 100


def test_potion_bought_with_a_full_belt_is_ok_and_costs_nothing() -> None:
    """The reply is ok, the gold stays."""
    desk = at("shop", *["potion:FIRE_POTION"] * 3)
    state = desk.wait()
    potion = next(i for i in state["shop"]["items"] if i["category"] == "potion" and i["can_afford"])
    desk.ok("shop_purchase", index=potion["index"])
    after = desk.wait()
    assert after["player"]["gold"] == state["player"]["gold"]
    assert after["shop"]["items"][potion["index"]]["is_stocked"] is True


def test_fake_merchant_sells_relics_at_about_fifty() -> None:
    """Six fake relics, price from 43 to 57, key `price`."""
    desk = at("fake_merchant")
    block = desk.wait()["fake_merchant"]
    assert len(block["shop"]["items"]) == 6
    assert all(43 <= i["price"] <= 57 and i["relic_id"].startswith("FAKE_") for i in block["shop"]["items"])
    desk.ok("shop_purchase", index=0)
    assert block["shop"]["items"][0]["relic_id"] in [r["id"] for r in desk.wait()["player"]["relics"]]
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_chest_goes_through_its_phases_and_a_read_opens_it() -> None:
    """Loading, this read clicks, animating, relics, taken; gold comes with the click."""
    desk = Desk(rooms=["neow:NUTRITIOUS_OYSTER", "treasure"])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    clicked = desk.wait(1.25)
    assert set(clicked["treasure"]) == {"message"}
    assert 99 + 42 <= clicked["player"]["gold"] <= 99 + 52
    assert desk.read()["treasure"] == {"can_proceed": False}
    block = desk.wait()["treasure"]
    assert (len(block["relics"]), block["can_proceed"]) == (1, False)
    assert "proceed" in desk.refused("proceed").lower()
    desk.ok("claim_treasure_relic", index=0)
    assert desk.read()["treasure"]["can_proceed"] is False
    state = desk.wait()
    assert state["treasure"] == {"relics": [], "can_proceed": True}
    assert block["relics"][0]["id"] == state["player"]["relics"][-1]["id"]
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_empty_chest_can_be_left_without_a_claim() -> None:
    """It goes from animating straight to can_proceed."""
    desk = at("treasure_empty")
    desk.read()
    block = desk.wait()["treasure"]
    assert (block["relics"], block["can_proceed"]) == ([], True)
    desk.ok("proceed")


def test_map_lingers_over_the_new_room_and_more_votes_do_nothing() -> None:
    """Before arrival the old map, then the new position and floor on the fading map; a vote then is ok and changes
    nothing."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", "rest_site"])
    state = desk.to_map()
    assert state["run"]["floor"] == 1
    desk.ok("choose_map_node", index=0)
    assert desk.read()["map"] == state["map"]
    desk.ok("choose_map_node", index=0)
    fading = desk.wait(0.9)
    assert (fading["state_type"], fading["run"]["floor"], fading["map"]["current_position"]["row"]) == ("map", 2, 1)
    desk.ok("choose_map_node", index=0)
    state = desk.wait()
    assert (state["state_type"], state["run"]["floor"]) == ("rest_site", 2)
    assert "not open" in desk.refused("choose_map_node", index=0)


def test_map_options_are_sorted_by_column_and_lead_where_the_nodes_say() -> None:
    """Options are the children of the current node; leads_to are theirs; the boss is the last node."""
    desk = Desk()
    block = desk.to_map()["map"]
    nodes = {(n["col"], n["row"]): n for n in block["nodes"]}
    here = nodes[(block["current_position"]["col"], block["current_position"]["row"])]
    assert [[o["col"], o["row"]] for o in block["next_options"]] == sorted(here["children"])
    for option in block["next_options"]:
        assert [[p["col"], p["row"]] for p in option["leads_to"]] == nodes[(option["col"], option["row"])]["children"]
    assert block["nodes"][-1]["type"] == "Boss"
    assert block["boss"] == block["bosses"][0]
    assert block["boss"]["id"] in ("VANTOM_BOSS", "CEREMONIAL_BEAST_BOSS", "THE_KIN_BOSS")


def test_continue_after_quitting_starts_the_fight_again() -> None:
    """The main menu offers continue and abandon_run; the fight begins anew with the same enemy."""
    desk = at("monster:NIBBITS_WEAK")
    enemy = desk.read()["battle"]["enemies"][0]
    desk.ok("end_turn")
    desk.wait()
    desk.game.save_and_quit()
    options = desk.wait()["options"]
    assert options[:2] == ["continue", "abandon_run"]
    assert "singleplayer" not in options
    desk.ok("menu_select", option="continue")
    assert desk.read() == {"state_type": "unknown"}
    state = desk.wait(5.0)
    assert (state["battle"]["round"], state["battle"]["enemies"][0]) == (1, enemy)


def test_an_egg_hatches_at_the_rest_site() -> None:
    """HATCH is offered with the egg in the deck; the egg becomes Byrd Swoop and Byrdpip is held."""
    desk = at("rest_site", "card:BYRDONIS_EGG")
    assert [o["id"] for o in desk.read()["rest_site"]["options"]] == ["HEAL", "SMITH", "HATCH"]
    desk.ok("choose_rest_option", index=2)
    state = desk.wait()
    assert state["player"]["relics"][-1]["id"] == "BYRDPIP"
    deck = [c.id for c in desk.game.world.live_run.deck]
    assert ("BYRDONIS_EGG" in deck, "BYRD_SWOOP" in deck) == (False, True)


def test_guilty_leaves_the_deck_after_five_fights() -> None:
    """Four fights keep it, the fifth removes it (facts: rules, in_hand_cards)."""
    desk = at(*["monster:NIBBITS_WEAK"] * 5, "card:GUILTY", *["relic:VAJRA"] * 60)
    for fight in range(1, 6):
        assert "GUILTY" in [c.id for c in desk.game.world.live_run.deck]
        for _ in range(12):
            state = desk.wait()
            if state["state_type"] == "rewards":
                break
            hand = state["player"].get("hand", ())
            strike = next((c["index"] for c in hand if c["id"] in ("STRIKE_IRONCLAD", "BASH") and c["can_play"]), None)
            if strike is not None:
                desk.ok("play_card", card_index=strike, target="NIBBIT_0")
            elif hand:
                desk.ok("end_turn")
        desk.ok("proceed")
        desk.wait()
        if fight < 5:
            desk.ok("choose_map_node", index=0)
    assert "GUILTY" not in [c.id for c in desk.game.world.live_run.deck]

"""Overlays: grids with their previews and guards, card rewards, rewards, bundles, relics, the crystal sphere (api.md
4, 6)."""

from __future__ import annotations

from typing import Any

from tests.embedded.desk import Desk, at

Payload = dict[str, Any]


def option(desk: Desk, title: str) -> None:
    """Choose an event's option by its title."""
    options = desk.read()["event"]["options"]
    desk.ok("choose_event_option", index=next(o["index"] for o in options if o["title"] == title))


def deck_size(desk: Desk) -> int:
    return len(desk.game.world.live_run.deck)


def test_single_removal_previews_by_itself_and_can_be_backed_out() -> None:
    """select: the preview opens at the maximum, covers the grid, and cancel clears the pick; confirm commits."""
    desk = at("event:WELLSPRING")
    option(desk, "Bathe")
    block = desk.wait()["card_select"]
    assert (block["screen_type"], block["can_confirm"], block["can_cancel"]) == ("select", False, False)
    assert "preview_cards" not in block
    desk.ok("select_card", index=2)
    block = desk.read()["card_select"]
    assert (block["preview_showing"], block["can_confirm"], block["can_cancel"]) == (True, True, True)
    assert len(block["preview_cards"]) == 1
    desk.ok("cancel_selection")
    assert desk.read()["card_select"]["preview_showing"] is False
    desk.ok("select_card", index=2)
    before = deck_size(desk)
    desk.ok("confirm_selection")
    assert desk.wait()["state_type"] == "event"
    assert deck_size(desk) == before  # one removed, Guilty added
    assert "GUILTY" in [c.id for c in desk.game.world.live_run.deck]


def test_second_click_on_a_selected_card_takes_it_back() -> None:
    """A grid click toggles and nothing on the wire tells; only two different cards reach the preview."""
    desk = at("event:MORPHIC_GROVE")
    option(desk, "Group")
    desk.wait()
    for index in (0, 0, 1):
        desk.ok("select_card", index=index)
        block = desk.read()["card_select"]
        assert (block["preview_showing"], block["can_confirm"]) == (False, False)
    desk.ok("select_card", index=2)
    assert desk.read()["card_select"]["preview_showing"] is True


def test_transform_preview_is_another_sample_on_every_read() -> None:
    """Ten reads of the same preview show more than one card."""
    desk = at("event:AROMA_OF_CHAOS")
    option(desk, "Let Go")
    desk.wait()
    desk.ok("select_card", index=0)
    shown = {desk.read()["card_select"]["preview_cards"][0]["id"] for _ in range(10)}
    assert len(shown) > 1


def test_upgrade_preview_shows_the_upgraded_card() -> None:
    """Smith: one pick, preview of the better card, confirm; the rest site's buttons are gone."""
    desk = at("rest_site")
    desk.ok("choose_rest_option", index=1)
    block = desk.wait()["card_select"]
    assert (block["screen_type"], block["can_cancel"]) == ("upgrade", True)
    desk.ok("select_card", index=0)
    preview = desk.read()["card_select"]["preview_cards"][0]
    assert preview["name"].endswith("+")
    assert preview["is_upgraded"] is True
    desk.ok("confirm_selection")
    assert desk.wait()["rest_site"] == {"options": [], "can_proceed": True}


def test_smith_can_be_cancelled_and_keeps_its_option() -> None:
    """Closing the grid leaves the rest site as it was."""
    desk = at("rest_site")
    desk.ok("choose_rest_option", index=1)
    desk.wait()
    desk.ok("cancel_selection")
    block = desk.wait()["rest_site"]
    assert [o["id"] for o in block["options"]] == ["HEAL", "SMITH"]
    assert block["can_proceed"] is False


def test_enchant_preview_is_invisible_and_has_no_way_back() -> None:
    """preview_showing stays false though can_confirm is true; cancel is refused."""
    desk = at("event:SELF_HELP_BOOK")
    option(desk, "Read the Back")
    block = desk.wait()["card_select"]
    assert block["screen_type"] == "NDeckEnchantSelectScreen"
    desk.ok("select_card", index=0)
    block = desk.read()["card_select"]
    assert (block["preview_showing"], block["can_confirm"], block["can_cancel"]) == (False, True, False)
    desk.refused("cancel_selection")
    desk.ok("confirm_selection")
    assert desk.wait()["state_type"] == "event"
    assert ("SHARP", 2) in [c.enchantment for c in desk.game.world.live_run.deck]


def test_simple_select_closes_by_itself_and_confirm_then_finds_no_screen() -> None:
    """Two commons of eight: the second pick ends it."""
    desk = at("event:ROOM_FULL_OF_CHEESE")
    option(desk, "Gorge")
    block = desk.wait()["card_select"]
    assert (block["screen_type"], len(block["cards"])) == ("simple_select", 8)
    assert {c["rarity"] for c in block["cards"]} == {"Common"}
    before = deck_size(desk)
    desk.ok("select_card", index=0)
    assert desk.read()["card_select"]["can_confirm"] is False
    desk.ok("select_card", index=1)
    assert desk.refused("confirm_selection") == "No card selection screen is open"
    assert deck_size(desk) == before + 2


def test_select_card_checks_the_index_before_the_screen() -> None:
    """Without index the index is missing, even when no screen is open."""
    desk = at("rest_site")
    assert "index" in desk.refused("select_card")
    assert desk.refused("select_card", index=0) == "No card selection screen is open"


def test_choose_a_card_ignores_the_first_350_ms() -> None:
    """A click at once is ok and does nothing; half a second later it picks."""
    desk = Desk(rooms=["neow:LEAD_PAPERWEIGHT"])
    desk.embark()
    desk.ok("advance_dialogue")
    desk.wait()
    desk.ok("choose_event_option", index=0)
    block = desk.wait(0.13)["card_select"]
    assert (block["screen_type"], block["can_skip"], len(block["cards"])) == ("choose", True, 2)
    desk.ok("select_card", index=0)
    assert desk.read()["state_type"] == "card_select"
    assert "confirm" in desk.refused("confirm_selection")
    desk.wait(0.5)
    before = deck_size(desk)
    desk.ok("select_card", index=0)
    assert deck_size(desk) == before + 1


def test_order_of_a_grid_differs_in_its_first_moments() -> None:
    """While the cards fly in they sort otherwise; the action uses the order of its own moment."""
    desk = at("event:WELLSPRING")
    option(desk, "Bathe")
    early = [c["id"] for c in desk.wait(0.15)["card_select"]["cards"]]
    late = [c["id"] for c in desk.wait(1.0)["card_select"]["cards"]]
    assert early != late
    assert sorted(early) == sorted(late)


def test_big_decks_show_only_a_window() -> None:
    """A deck of 60 shows 30 cards; the others can't be picked."""
    desk = at("event:WELLSPRING", *["card:ANGER"] * 50)
    option(desk, "Bathe")
    assert len(desk.wait()["card_select"]["cards"]) == 30
    assert "range" in desk.refused("select_card", index=30)


def test_rewards_reindex_after_each_claim_and_a_card_reward_can_be_skipped_and_reopened() -> None:
    """Gold first, then the rest moves up; skip brings the same cards back."""
    desk = at("monster:NIBBITS_WEAK", *["relic:VAJRA"] * 60)
    hand = desk.read()["player"]["hand"]
    strike = next(c["index"] for c in hand if c["id"] == "STRIKE_IRONCLAD")
    desk.ok("play_card", card_index=strike, target="NIBBIT_0")
    desk.wait()
    items = desk.wait()["rewards"]["items"]
    assert items[0]["type"] == "gold"
    assert items[-1]["type"] == "card"
    gold = desk.read()["player"]["gold"]
    desk.ok("claim_reward", index=0)
    assert [i["type"] for i in desk.read()["rewards"]["items"]] == [i["type"] for i in items[1:]]
    assert desk.wait()["player"]["gold"] == gold + items[0]["gold_amount"]
    last = len(items) - 2
    desk.ok("claim_reward", index=last)
    first = desk.wait()["card_reward"]["cards"]
    desk.ok("skip_card_reward")
    assert desk.wait()["rewards"]["items"][last]["type"] == "card"
    desk.ok("claim_reward", index=last)
    state = desk.wait()
    assert state["card_reward"]["cards"] == first
    desk.ok("select_card_reward", card_index=1)
    desk.wait()
    assert desk.game.world.live_run.deck[-1].id == first[1]["id"]
    desk.ok("proceed")
    assert desk.wait()["state_type"] == "map"


def test_potion_reward_with_a_full_belt_is_ok_and_comes_back() -> None:
    """Nothing gained, the button is there again; after a discard it is taken."""
    belt = ["potion:FIRE_POTION"] * 3
    desk = at("monster:NIBBITS_WEAK", *belt, *["relic:VAJRA"] * 60, "relic:WHITE_BEAST_STATUE")
    hand = desk.read()["player"]["hand"]
    strike = next(c["index"] for c in hand if c["id"] == "STRIKE_IRONCLAD")
    desk.ok("play_card", card_index=strike, target="NIBBIT_0")
    desk.wait()
    items = desk.wait()["rewards"]["items"]
    potion = next(i for i in items if i["type"] == "potion")
    desk.ok("claim_reward", index=potion["index"])
    assert len(desk.read()["rewards"]["items"]) == len(items) - 1
    assert desk.wait()["rewards"]["items"] == items
    desk.ok("discard_potion", slot=1)
    desk.ok("claim_reward", index=potion["index"])
    state = desk.wait()
    assert state["player"]["potions"][1]["id"] == potion["potion_id"]


def test_emptied_event_rewards_close_by_themselves() -> None:
    """Brain Leech: the card reward is taken, the screen goes, the event says Proceed; proceed doesn't leave events."""
    desk = at("event:BRAIN_LEECH")
    option(desk, "Rip the Leech Off")
    assert desk.wait()["rewards"] == {
        "items": [{"index": 0, "type": "card", "description": "Add a card to your deck."}],
        "can_proceed": True,
    }
    desk.ok("claim_reward", index=0)
    cards = desk.wait()["card_reward"]["cards"]
    assert len(cards) == 3
    desk.ok("select_card_reward", card_index=0)
    state = desk.wait()
    assert [o["is_proceed"] for o in state["event"]["options"]] == [True]
    desk.refused("proceed")


def test_bundle_is_previewed_then_taken() -> None:
    """Scroll Boxes: two packs of three, two commons and an uncommon each."""
    desk = Desk(rooms=["bundle_select"])
    desk.embark()
    desk.ok("advance_dialogue")
    desk.wait()
    desk.ok("choose_event_option", index=0)
    block = desk.wait()["bundle_select"]
    assert [b["card_count"] for b in block["bundles"]] == [3, 3]
    assert [c["rarity"] for c in block["bundles"][0]["cards"]] == ["Common", "Common", "Uncommon"]
    assert (block["preview_cards"], block["can_confirm"]) == ([], False)
    desk.refused("confirm_bundle_selection")
    desk.ok("select_bundle", index=1)
    assert [c["id"] for c in desk.read()["bundle_select"]["preview_cards"]] == [
        c["id"] for c in block["bundles"][1]["cards"]
    ]
    assert "already open" in desk.refused("select_bundle", index=0)
    desk.ok("cancel_bundle_selection")
    desk.ok("select_bundle", index=0)
    desk.ok("confirm_bundle_selection")
    assert [c.id for c in desk.game.world.live_run.deck[-3:]] == [c["id"] for c in block["bundles"][0]["cards"]]


def test_relic_choice_gives_the_chosen_relic() -> None:
    """Three relics, one taken."""
    desk = at("relic_select")
    desk.ok("choose_event_option", index=0)
    block = desk.wait()["relic_select"]
    assert (len(block["relics"]), block["can_skip"]) == (3, True)
    desk.ok("select_relic", index=2)
    assert block["relics"][2]["id"] in [r["id"] for r in desk.wait()["player"]["relics"]]


def test_crystal_sphere_opens_one_or_nine_cells_and_ends_with_its_divinations() -> None:
    """Payment Plan: six clicks; a small one opens one cell, a big one nine; then the tools are gone and proceed is
    there."""
    desk = at("crystal_sphere", seed=3)
    option(desk, "Payment Plan")
    block = desk.wait()["crystal_sphere"]
    assert (block["grid_width"], block["grid_height"], len(block["cells"])) == (11, 11, 121)
    hidden = len(block["clickable_cells"])
    assert hidden == 121 - 4 * 6  # a triangle of six cells is open in each corner
    assert block["tool"] == "big"
    desk.ok("crystal_sphere_click_cell", x=5, y=5)
    assert "not clickable" in desk.refused("crystal_sphere_click_cell", x=5, y=5)
    assert len(desk.wait()["crystal_sphere"]["clickable_cells"]) == hidden - 9
    desk.ok("crystal_sphere_set_tool", tool="small")
    desk.ok("crystal_sphere_click_cell", x=0, y=5)
    assert len(desk.wait()["crystal_sphere"]["clickable_cells"]) == hidden - 10
    desk.refused("crystal_sphere_proceed")
    for y in (2, 3, 7, 8):
        desk.ok("crystal_sphere_click_cell", x=5, y=y)
    block = desk.wait()["crystal_sphere"]
    assert (block["tool"], block["can_use_big_tool"], block["can_proceed"]) == ("none", False, True)
    assert "not available" in desk.refused("crystal_sphere_set_tool", tool="big")
    desk.ok("crystal_sphere_proceed")
    assert desk.wait()["state_type"] in ("rewards", "event")


def test_old_options_flash_back_after_a_sub_selection() -> None:
    """Right after the confirm the old buttons show again, the chosen one marked; then none; then Proceed."""
    desk = at("event:WELLSPRING")
    option(desk, "Bathe")
    desk.wait()
    desk.ok("select_card", index=0)
    desk.ok("confirm_selection")
    assert [(o["title"], o["was_chosen"]) for o in desk.read()["event"]["options"]] == [
        ("Bottle", False),
        ("Bathe", True),
    ]
    assert desk.wait(0.2)["event"]["options"] == []
    assert desk.wait()["event"]["options"][0]["is_proceed"] is True

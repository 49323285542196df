"""What relics do in rooms and on the map: numbers by hand from the relic facts."""

from __future__ import annotations

from collections import Counter

from sts2fsm.embedded import ledger, travel
from sts2fsm.embedded.run import Run
from sts2fsm.embedded.taking import gain_relic
from tests.embedded.desk import Desk, at


def run_of(desk: Desk) -> Run:
    return desk.game.world.live_run


def test_dragon_fruit_feeds_on_gold() -> None:
    """1 max hp each time gold is gained."""
    run = run_of(at("rest_site", "relic:DRAGON_FRUIT"))
    assert run.max_hp == 81  # Neow's pearl
    ledger.gain_gold(run, 30)
    ledger.gain_gold(run, 5)
    assert run.max_hp == 83


def test_cooking_takes_two_cards_for_nine_max_hp() -> None:
    """Meat Cleaver's rest option, with two removable cards."""
    desk = at("rest_site", "relic:MEAT_CLEAVER")
    options = [option["id"] for option in desk.read()["rest_site"]["options"]]
    assert options == ["HEAL", "SMITH", "COOK"]
    desk.ok("choose_rest_option", index=2)
    for index in (0, 1):
        desk.wait()
        desk.ok("select_card", index=index)
    for _ in range(6):
        if desk.wait()["state_type"] == "card_select":
            desk.ok("confirm_selection")
    run = run_of(desk)
    assert (len(run.deck), run.max_hp) == (8, 89)
    for size, shown in ((1, False), (2, True), (3, True)):
        desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", "relic:MEAT_CLEAVER"])
        desk.to_map()
        run_of(desk).deck = run_of(desk).deck[:size]
        desk.ok("choose_map_node", index=0)
        assert ("COOK" in [option["id"] for option in desk.wait()["rest_site"]["options"]]) is shown


def test_girya_is_lifted_three_times() -> None:
    """The option is there until the third lift."""
    for lifts, shown in ((0, True), (2, True), (3, False)):
        desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", "relic:GIRYA"])
        desk.to_map()
        girya = run_of(desk).relic("GIRYA")
        assert girya is not None
        girya.counter = lifts
        desk.ok("choose_map_node", index=0)
        assert ("LIFT" in [option["id"] for option in desk.wait()["rest_site"]["options"]]) is shown


def test_paels_growth_clones_at_the_rest_site() -> None:
    """Every card with Clone is copied."""
    desk = at("rest_site", "relic:PAELS_GROWTH")
    run = run_of(desk)
    run.deck[0].enchantment = ("CLONE", 4)
    options = [option["id"] for option in desk.read()["rest_site"]["options"]]
    desk.ok("choose_rest_option", index=options.index("CLONE"))
    desk.wait()
    assert sum(card.enchantment is not None and card.enchantment[0] == "CLONE" for card in run.deck) == 2


def test_paels_wing_turns_every_second_sacrifice_into_a_relic() -> None:
    """The button before skip gives the offered cards up for good."""
    desk = at("rest_site", "relic:PAELS_WING")
    gain_relic(desk.game.world, "ORRERY")
    run = run_of(desk)
    relics = []
    for _ in range(4):
        desk.wait()
        desk.ok("claim_reward", index=0)
        desk.wait()
        desk.ok("skip_card_reward")
        desk.wait()
        relics.append(len(run.relics) - 4)  # starter, pearl, Wing, Orrery
    assert relics == [0, 1, 1, 2]
    assert len(desk.read()["rewards"]["items"]) == 1
    assert len(run.deck) == 10


def test_planisphere_heals_in_unknown_rooms() -> None:
    """5 hp on entering one."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "event:TRASH_HEAP", "relic:PLANISPHERE"])
    desk.to_map()
    run_of(desk).hp = 50
    desk.ok("choose_map_node", index=0)
    assert desk.wait()["player"]["hp"] == 55


def test_juzu_bracelet_keeps_fights_out_of_unknown_rooms() -> None:
    """Without it some of 40 unknown rooms are fights."""
    fights = {}
    for relics in ((), ("relic:JUZU_BRACELET",)):
        kinds: Counter[str] = Counter()
        for seed in range(1, 5):
            world = at("rest_site", *relics, seed=seed).game.world
            kinds.update(travel._unknown(world, "RestSite") for _ in range(10))
        fights[bool(relics)] = kinds["Monster"]
    assert fights[False] > fights[True] == 0


def test_the_courier_sells_at_four_fifths() -> None:
    """Removal costs 60 instead of 75; what was bought is stocked again."""
    assert at("shop", "relic:THE_COURIER").wait()["shop"]["items"][-1]["price"] == 60


def test_winged_boots_count_down_from_three() -> None:
    """Any node of the next row is open while they last."""
    for left, more in ((3, True), (1, True), (0, False)):
        desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", "rest_site", "relic:WINGED_BOOTS"])
        desk.to_map()
        boots = run_of(desk).relic("WINGED_BOOTS")
        assert boots is not None
        assert boots.counter == 3
        boots.counter = left
        desk.ok("choose_map_node", index=0)
        desk.wait()
        desk.ok("choose_rest_option", index=0)
        desk.wait()
        desk.ok("proceed")
        block = desk.wait()["map"]
        row = [node for node in block["nodes"] if node["row"] == 2]
        assert (len(block["next_options"]) == len(row)) is more

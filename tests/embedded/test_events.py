"""Events: every option of each can be played to its end, and what the ones with rules of their own do."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from sts2fsm.content.run_tables import run_tables
from sts2fsm.embedded.run_cards import DeckCard
from tests.embedded.agent import Agent
from tests.embedded.desk import Desk, at
from tests.embedded.strong import STRONG

EVENTS = sorted(e.id for e in run_tables().events.values() if e.pages and e.id != "THE_ARCHITECT")
THINGS = ("potion:FIRE_POTION", "potion:BLOCK_POTION", "card:LANTERN_KEY", *["relic:PEAR"] * 5)


def chosen(event: str, *path: int, **settings: Any) -> Desk:
    """A desk in an event after clicking options one after another."""
    desk = at(f"event:{event}", *THINGS, **settings)
    desk.game.world.live_run.gold = 400
    for index in path:
        desk.ok("choose_event_option", index=index)
        desk.wait()
    return desk


def titles(desk: Desk) -> list[str]:
    return [o["title"] for o in desk.read()["event"]["options"]]


@pytest.mark.parametrize("event", EVENTS)
def test_every_option_leads_out_of_its_event(event: str) -> None:
    """Each first option in turn, then whatever comes: the map opens or the run ends, nothing is refused."""
    count = len(at(f"event:{event}", *THINGS).read()["event"]["options"])
    for first in range(count):
        desk = at(f"event:{event}", *THINGS, *STRONG)
        run = desk.game.world.live_run
        run.gold = 400
        run.hp = run.max_hp - 15
        option = desk.wait()["event"]["options"][first]
        if option["is_locked"]:
            continue
        desk.ok("choose_event_option", index=first)
        agent = Agent(desk.game, desk.clock, first)
        for _ in range(400):
            state = desk.wait(0.3)
            if state["state_type"] in ("map", "game_over"):
                break
            agent.play_once(state)
        assert state["state_type"] in ("map", "game_over"), state
        assert not agent.report.refused


def test_ranwid_takes_a_potion_gold_or_a_relic() -> None:
    """The shown potion for a relic; 100 gold for one; the shown relic for two."""
    for index, lost_relics, gained_relics in ((0, 0, 1), (1, 0, 1), (2, 1, 2)):
        desk = at("event:RANWID_THE_ELDER", *THINGS)
        run = desk.game.world.live_run
        run.gold = 400
        held = Counter(r.id for r in run.relics)
        desk.ok("choose_event_option", index=index)
        desk.wait()
        now = Counter(r.id for r in run.relics)
        assert (held - now).total() == lost_relics
        assert (now - held).total() == gained_relics
        here = run.history.here
        assert here.counts["gold_lost"] == (100 if index == 1 else 0)
        assert len(here.lists.get("potion_discarded", ())) == (1 if index == 0 else 0)


def test_trader_swaps_the_relic_at_its_place() -> None:
    """One of three shown relics for the one beside it."""
    desk = at("event:RELIC_TRADER", *THINGS)
    room = desk.game.world.event_room
    offers = list(room.kept["offers"])
    own = room.kept["relics"][1]
    desk.ok("choose_event_option", index=1)
    desk.wait()
    run = desk.game.world.live_run
    assert own not in run.relics
    assert run.relic(offers[1]) is not None
    assert run.relic(offers[0]) is None


def test_stone_of_all_time_takes_a_potion_for_ten_max_hp_or_six_hp_for_vigor() -> None:
    """Lift: a potion, 10 max hp. Push: 6 hp, then an Attack is enchanted with 8."""
    run = chosen("STONE_OF_ALL_TIME", 0).game.world.live_run
    assert (run.max_hp, sum(p is not None for p in run.potions)) == (90, 1)
    desk = chosen("STONE_OF_ALL_TIME", 1)
    assert desk.game.world.live_run.hp == 74
    assert desk.read()["card_select"]["screen_type"] == "NDeckEnchantSelectScreen"


def test_conveyor_sells_dishes_for_forty_and_every_fifth_is_salad() -> None:
    """The price is 40 but for the golden fish; the fifth dish rolled is the salad, never the same twice in a row."""
    desk = chosen("ENDLESS_CONVEYOR")
    room = desk.game.world.event_room
    run = desk.game.world.live_run
    run.gold = 10_000
    dishes = [room.kept["dish"]["key"]]
    while len(dishes) < 10:
        before, free = run.gold, room.kept["dish"].get("free")
        desk.ok("choose_event_option", index=0)
        for _ in range(12):
            state = desk.wait(1.0)
            if state["state_type"] == "event" and state["event"]["options"] and not _chosen(state):
                break
            Agent(desk.game, desk.clock, 0).play_once(state) if state["state_type"] != "event" else None
        assert run.gold == before + (75 if free else -40)
        dishes.append(room.kept["dish"]["key"])
    assert (dishes[4], dishes[9]) == ("SEAPUNK_SALAD", "SEAPUNK_SALAD")
    assert all(a != b for a, b in pairwise(dishes))
    assert titles(desk)[1] == "Leave"


def _chosen(state: dict[str, Any]) -> bool:
    return any(o["was_chosen"] for o in state["event"]["options"])


def test_conveyor_is_locked_below_forty_gold() -> None:
    """Even for the free dish."""
    desk = at("event:ENDLESS_CONVEYOR")
    desk.game.world.live_run.gold = 39
    desk.game.world.event_room.show("INITIAL")
    assert [o["is_locked"] for o in desk.read()["event"]["options"]] == [True, False]


def test_tinker_time_builds_the_card_of_the_chosen_kind() -> None:
    """Two of three kinds, two of its three riders; the card carries both."""
    desk = chosen("TINKER_TIME", 0)
    kinds = titles(desk)
    assert len(kinds) == 2
    number = {"Weapon": 1, "Protector": 2, "Gadget": 3}[kinds[0]]
    desk.ok("choose_event_option", index=0)
    desk.wait()
    riders = ("Sapping", "Violence", "Choking", "Energized", "Wisdom", "Chaos", "Expertise", "Curious", "Improvement")
    shown = [riders.index(t) + 1 for t in titles(desk)]
    assert len(shown) == 2
    assert all((rider - 1) // 3 + 1 == number for rider in shown)
    desk.ok("choose_event_option", index=1)
    desk.wait()
    card = desk.game.world.live_run.deck[-1]
    assert card.id == "MAD_SCIENCE"
    assert card.counters == (("tinker_time_rider", shown[1]), ("tinker_time_type", number))


def test_trial_doubled_down_on_ends_the_run() -> None:
    """Reject, then Double Down: lost, killed by the event."""
    desk = chosen("TRIAL", 1, 1)
    assert desk.wait()["state_type"] == "game_over"
    assert desk.game.result == "loss"
    assert desk.game.world.live_run.history.document(0)["killed_by_event"] == "EVENT.TRIAL"


def test_wongos_featured_item_and_ticket() -> None:
    """200 gold for the shown rare relic; 300 for the ticket, which pays three relics with the fifth fight."""
    desk = at("event:WELCOME_TO_WONGOS")
    desk.game.world.live_run.gold = 400
    desk.game.world.event_room.show("INITIAL")
    offer = desk.game.world.event_room.kept["offers"][0]
    desk.ok("choose_event_option", index=1)
    desk.wait()
    run = desk.game.world.live_run
    assert run.relic(offer) is not None
    assert run.content.relics[offer].rarity == "Rare"
    assert titles(desk) == ["Proceed"]
    assert desk.game.world.wongo_points == 16


def test_wongos_badge_comes_with_two_thousand_points_across_runs() -> None:
    """1990 points and the bargain bin's 32."""
    desk = at("event:WELCOME_TO_WONGOS")
    desk.game.world.live_run.gold = 400
    desk.game.world.wongo_points = 1990
    desk.game.world.event_room.show("INITIAL")
    desk.ok("choose_event_option", index=0)
    desk.wait(6.0)
    assert desk.game.world.live_run.relic("WONGO_CUSTOMER_APPRECIATION_BADGE") is not None


def test_doll_room_shows_two_or_three_dolls() -> None:
    """Five hp for two, fifteen for all three."""
    desk = chosen("DOLL_ROOM", 1)
    assert (len(titles(desk)), desk.game.world.live_run.hp) == (2, 75)
    desk = chosen("DOLL_ROOM", 2)
    assert titles(desk) == ["Daughter of the Wind", "Mr. Struggles", "Bing Bong"]
    assert desk.game.world.live_run.hp == 65


def test_philosophers_show_three_other_characters() -> None:
    """Never the own colour (Ironclad's is red); three card rewards follow one another, common first."""
    desk = chosen("COLORFUL_PHILOSOPHERS")
    shown = titles(desk)
    assert len(shown) == 3
    assert "Red" not in shown
    desk.ok("choose_event_option", index=0)
    for rarity in ("Common", "Uncommon", "Rare"):
        desk.wait()
        desk.ok("claim_reward", index=0)
        cards = desk.wait()["card_reward"]["cards"]
        assert {c["rarity"] for c in cards} == {rarity}
        desk.ok("select_card_reward", card_index=0)
    assert desk.wait()["event"]["options"][0]["is_proceed"]


@pytest.mark.parametrize(("setting", "potions", "upgrades", "relics"), [(0, 1, 0, 0), (1, 0, 2, 0), (2, 0, 0, 1)])
def test_dummies_pay_their_prize_when_beaten_in_time(setting: int, potions: int, upgrades: int, relics: int) -> None:
    """75, 150 and 300 hp within three turns: a potion, two upgrades, a relic; no other rewards."""
    desk = at("event:BATTLEWORN_DUMMY", *STRONG)
    run = desk.game.world.live_run
    held = len(run.relics)
    desk.ok("choose_event_option", index=setting)
    agent = Agent(desk.game, desk.clock, 3)
    for _ in range(200):
        state = desk.wait(0.3)
        if state["state_type"] == "map":
            break
        assert state["state_type"] != "rewards" or relics
        agent.play_once(state)
    assert state["state_type"] == "map"
    assert sum(p is not None for p in run.potions) >= potions
    assert sum(c.upgrades for c in run.deck) >= upgrades
    assert len(run.relics) >= held + relics


def test_dummy_not_beaten_in_time_pays_nothing() -> None:
    """Three ended turns: the map opens, nothing gained."""
    desk = at("event:BATTLEWORN_DUMMY")
    run = desk.game.world.live_run
    desk.ok("choose_event_option", index=2)
    desk.wait()
    for _ in range(3):
        desk.ok("end_turn")
        state = desk.wait(4.0)
    assert state["state_type"] == "map"
    assert run.potions == [None] * 3
    assert len(run.relics) == 2


def test_lantern_key_is_fought_for() -> None:
    """The knight's rewards end with the key as a card of its own."""
    desk = chosen("THE_LANTERN_KEY", 1)
    desk.game.world.live_run.relics += [desk.game.world.live_run.make_relic("VAJRA") for _ in range(90)]
    desk.ok("choose_event_option", index=0)
    agent = Agent(desk.game, desk.clock, 5)
    for _ in range(200):
        state = desk.wait(0.3)
        if state["state_type"] == "rewards":
            break
        agent.play_once(state)
    assert state["rewards"]["items"][-1]["type"] == "special_card"
    desk.ok("claim_reward", index=len(state["rewards"]["items"]) - 1)
    desk.wait()
    assert sum(c.id == "LANTERN_KEY" for c in desk.game.world.live_run.deck) == 2


def test_historian_frees_the_cage_for_the_key() -> None:
    """Placed only: the event is disabled in both builds."""
    desk = chosen("WAR_HISTORIAN_REPY", 0)
    run = desk.game.world.live_run
    assert run.relic("HISTORY_COURSE") is not None
    assert all(c.id != "LANTERN_KEY" for c in run.deck)


def test_driftwood_rerolls_a_card_reward_once() -> None:
    """The first skip shows other cards, the second one skips (which button comes first is unsure)."""
    desk = at("monster:NIBBITS_WEAK", "relic:DRIFTWOOD", *STRONG)
    agent = Agent(desk.game, desk.clock, 2)
    for _ in range(100):
        state = desk.wait(0.3)
        if state["state_type"] == "rewards":
            break
        agent.play_once(state)
    index = next(i["index"] for i in state["rewards"]["items"] if i["type"] == "card")
    desk.ok("claim_reward", index=index)
    before = [c["id"] for c in desk.wait()["card_reward"]["cards"]]
    desk.ok("skip_card_reward")
    after = desk.wait()
    assert after["state_type"] == "card_reward"
    assert [c["id"] for c in after["card_reward"]["cards"]] != before
    desk.ok("skip_card_reward")
    assert desk.wait()["state_type"] == "rewards"


def test_toy_box_wax_melts_and_paels_tooth_gives_back() -> None:
    """Every third won fight takes the leftmost wax relic; each gives one stored card back, upgraded."""
    rooms = ["neow:GOLDEN_PEARL", "monster:NIBBITS_WEAK", "relic:TOY_BOX", "relic:PAELS_TOOTH", "relic:PEAR", *STRONG]
    desk = Desk(rooms=rooms)
    desk.to_map()
    run = desk.game.world.live_run
    box, tooth, pear = run.relic("TOY_BOX"), run.relic("PAELS_TOOTH"), run.relic("PEAR")
    assert box is not None
    assert tooth is not None
    assert pear is not None
    box.counter, pear.wax = 2, True
    tooth.stored = [DeckCard("BASH")]
    desk.ok("choose_map_node", index=0)
    agent = Agent(desk.game, desk.clock, 2)
    for _ in range(100):
        state = desk.wait(0.3)
        if state["state_type"] == "rewards":
            break
        agent.play_once(state)
    assert pear not in run.relics
    assert [c.upgrades for c in run.deck if c.id == "BASH"] == [0, 1]


def test_foul_potion_starts_the_fake_merchants_fight_and_pays_at_the_real_one() -> None:
    """The fight: 300 gold, the rug and the six unsold fakes. At the merchant 100 gold."""
    desk = at("event:FAKE_MERCHANT", "potion:FOUL_POTION", *STRONG)
    unsold = {str(i.what) for i in desk.game.world.room.items}
    desk.ok("use_potion", slot=0)
    agent = Agent(desk.game, desk.clock, 2)
    for _ in range(200):
        state = desk.wait(0.3)
        if state["state_type"] == "rewards":
            break
        assert state["state_type"] in ("fake_merchant", "monster")
        if state["state_type"] == "monster":
            agent.play_once(state)
    items = desk.game.world.screens[-1].items  # type: ignore[attr-defined]
    assert [i.amount for i in items if i.type == "gold"] == [300]
    assert {i.id for i in items if i.type == "relic"} == unsold | {"FAKE_MERCHANTS_RUG"}
    shop = at("shop", "potion:FOUL_POTION")
    shop.ok("use_potion", slot=0)
    assert shop.wait()["player"]["gold"] == 249 + 100


@pytest.mark.parametrize(("act", "relics"), [("OVERGROWTH", 2), ("HIVE", 0)])
def test_lava_rock_pays_two_relics_for_the_first_acts_boss_only(act: str, relics: int) -> None:
    """Bosses give none themselves."""
    desk = Desk(rooms=[f"act:{act}", "neow:GOLDEN_PEARL", "boss:VANTOM_BOSS", "relic:LAVA_ROCK", *STRONG])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    agent = Agent(desk.game, desk.clock, 2)
    for _ in range(200):
        state = desk.wait(0.3)
        if state["state_type"] == "rewards":
            break
        agent.play_once(state)
    assert [i["type"] for i in state["rewards"]["items"]].count("relic") == relics

"""Buttons of events that make or name things of their own, by hand from the event facts."""

from __future__ import annotations

import pytest

from tests.embedded.desk import Desk, at
from tests.figures.event_desk import change, ready, with_button

DOLLS = ("DAUGHTER_OF_THE_WIND", "MR_STRUGGLES", "BING_BONG")
RIDERS = ("SAPPING", "VIOLENCE", "CHOKING", "ENERGIZED", "WISDOM", "CHAOS", "EXPERTISE", "CURIOUS", "IMPROVEMENT")


@pytest.mark.parametrize("page", ["TAKE_SOME_TIME", "EXAMINE"])
@pytest.mark.parametrize("doll", DOLLS)
def test_the_doll_of_the_button_is_taken(page: str, doll: str) -> None:
    """DOLL_ROOM: the one that is named, and the event is over."""
    found = change(with_button("DOLL_ROOM", page, doll), doll)
    assert (found.relics, found.page) == ({doll: 1}, "")


def test_the_doll_room_gives_one_of_three_at_random() -> None:
    """DOLL_ROOM RANDOM, over seeds all three; TAKE_SOME_TIME costs 5 hp, EXAMINE 15."""
    seen = set()
    for seed in range(1, 16):
        seen |= set(change(ready("DOLL_ROOM", seed=seed), "RANDOM").relics)
    assert seen == set(DOLLS)
    assert [change(ready("DOLL_ROOM"), key).hp for key in ("TAKE_SOME_TIME", "EXAMINE")] == [-5, -15]


@pytest.mark.parametrize(("kind", "number"), [("ATTACK", 1), ("SKILL", 2), ("POWER", 3)])
def test_tinker_time_asks_for_a_rider_of_the_kind(kind: str, number: int) -> None:
    """TINKER_TIME CHOOSE_CARD_TYPE: only riders of that kind are shown next."""
    desk = with_button("TINKER_TIME", "CHOOSE_CARD_TYPE", kind)
    assert change(desk, kind).page == "CHOOSE_RIDER"
    shown = {option.option.key for option in desk.game.world.event_room.options}
    assert len(shown) == 2
    assert shown <= set(RIDERS[number * 3 - 3 : number * 3])


@pytest.mark.parametrize("rider", RIDERS)
def test_tinker_time_adds_a_card_with_its_rider(rider: str) -> None:
    """TINKER_TIME CHOOSE_RIDER: kind 1 to 3 and rider 1 to 9 stand in the card's counters."""
    number = RIDERS.index(rider) + 1
    kind = (number + 2) // 3
    for seed in range(1, 20):
        desk = ready("TINKER_TIME", seed=seed)
        room = desk.game.world.event_room
        room.vars["type"] = kind
        room.show("CHOOSE_RIDER")
        if any(option.option.key == rider for option in room.options):
            break
    assert change(desk, rider).cards == {"MAD_SCIENCE": 1}
    card = desk.game.world.live_run.deck[-1]
    assert dict(card.counters) == {"tinker_time_type": kind, "tinker_time_rider": number}


def test_the_conveyor_lets_one_watch_or_leave() -> None:
    """ENDLESS_CONVEYOR: OBSERVE_CHEF upgrades one card, LEAVE does nothing; GRAB costs 40 and shows the next dish."""
    found = change(ready("ENDLESS_CONVEYOR"), "OBSERVE_CHEF")
    assert (found.upgrades, found.gold, found.page) == (1, 0, "")
    found = change(ready("ENDLESS_CONVEYOR", "GRAB_SOMETHING_OFF_THE_BELT"), "LEAVE")
    assert (found.gold, found.deck, found.page) == (0, 0, "")
    for page in ("INITIAL", "GRAB_SOMETHING_OFF_THE_BELT"):
        desk = ready("ENDLESS_CONVEYOR", page)
        free = desk.game.world.event_room.kept["dish"].get("free")
        found = change(desk, "GRAB")
        assert found.gold == (75 if free else -40)
        assert found.page == "GRAB_SOMETHING_OFF_THE_BELT"


@pytest.mark.parametrize(
    ("dish", "hp", "max_hp", "upgrades", "deck", "potions"),
    [
        ("CAVIAR", 4, 4, 0, 0, 0),
        ("CLAM_ROLL", 10, 0, 0, 0, 0),
        ("FRIED_EEL", 0, 0, 0, 1, 0),
        ("SPICY_SNAPPY", 0, 0, 1, 0, 0),
        ("SUSPICIOUS_CONDIMENT", 0, 0, 0, 0, 1),
        ("SEAPUNK_SALAD", 0, 0, 0, 1, 0),
    ],
)
def test_a_dish_of_the_conveyor(dish: str, hp: int, max_hp: int, upgrades: int, deck: int, potions: int) -> None:
    """ENDLESS_CONVEYOR GRAB for 40 gold."""
    desk = ready("ENDLESS_CONVEYOR")
    room = desk.game.world.event_room
    room.kept["dish"] = next(row for row in room.event.more["dishes"] if row["key"] == dish)
    found = change(desk, "GRAB")
    assert (found.hp, found.max_hp, found.upgrades, found.deck) == (hp, max_hp, upgrades, deck)
    assert (sum(found.potions.values()), found.gold) == (potions, -40)


def test_the_bridge_takes_a_card_or_three_and_then_four_hp() -> None:
    """SLIPPERY_BRIDGE: OVERCOME costs the shown card; each HOLD_ON 1 hp more, and another card is shown."""
    desk = ready("SLIPPERY_BRIDGE")
    for lost in (-3, -4, -5):
        found = change(desk, "HOLD_ON")
        assert (found.hp, found.page, found.deck) == (lost, "INITIAL", 0)
    shown = desk.game.world.event_room.shown.id
    found = change(desk, "OVERCOME")
    assert (found.cards, found.hp, found.page) == ({shown: -1}, 0, "")


@pytest.mark.parametrize(
    ("index", "potion", "rarity"), [(0, "FIRE_POTION", "Common"), (1, "GAMBLERS_BREW", "Uncommon")]
)
def test_a_potion_is_turned_into_a_choice_of_upgraded_cards(index: int, potion: str, rarity: str) -> None:
    """THE_FUTURE_OF_POTIONS POTION: three upgraded cards of the potion's rarity, one of which is taken."""
    desk = at("event:THE_FUTURE_OF_POTIONS", "potion:FIRE_POTION", "potion:GAMBLERS_BREW")
    run = desk.game.world.live_run
    desk.ok("choose_event_option", index=index)
    state = desk.wait()
    if state["state_type"] == "rewards":
        desk.ok("claim_reward", index=0)
        state = desk.wait()
    cards = state["card_reward"]["cards"]
    assert [(c["rarity"], c["is_upgraded"]) for c in cards] == [(rarity, True)] * 3
    desk.ok("select_card_reward", card_index=0)
    desk.wait()
    assert potion not in run.potions
    assert (len(run.deck), run.deck[-1].upgrades) == (11, 1)


@pytest.mark.parametrize(
    ("option", "clicks", "low", "high", "debts"), [("UNCOVER_FUTURE", 3, 51, 99, 0), ("PAYMENT_PLAN", 6, 0, 0, 1)]
)
def test_the_crystal_sphere_costs_gold_or_debt(option: str, clicks: int, low: int, high: int, debts: int) -> None:
    """CRYSTAL_SPHERE: 3 divinations for 51 to 99 gold, 6 for a Debt."""
    paid = set()
    for seed in range(1, 25 if high else 2):
        desk = ready("CRYSTAL_SPHERE", seed=seed)
        run = desk.game.world.live_run
        found = change(desk, option)
        paid.add(-found.gold)
        assert (found.state, found.cards.get("DEBT", 0)) == ("crystal_sphere", debts)
        assert desk.game.world.screens[-1].clicks == clicks  # type: ignore[attr-defined]
        assert run.gold == 400 + found.gold
    assert low <= min(paid) <= max(paid) <= high
    if high:
        assert (min(paid) <= 58, max(paid) >= 92) == (True, True)  # both ends of the range, over 24 rolls


@pytest.mark.parametrize(("option", "place"), [("TOP", 0), ("MIDDLE", 1), ("BOTTOM", 2)])
def test_the_trader_takes_one_of_three(option: str, place: int) -> None:
    """RELIC_TRADER: the relic at that place for the one beside it."""
    desk = at("event:RELIC_TRADER", *[f"relic:{r}" for r in ("VAJRA", "ANCHOR", "LANTERN", "PEAR", "MANGO")])
    room = desk.game.world.event_room
    own, offered = room.kept["relics"][place], room.kept["offers"][place]
    found = change(desk, option)
    assert (found.relics, found.page) == ({own.id: -1, offered: 1}, "")


def test_without_relics_the_trader_lets_one_go() -> None:
    """RELIC_TRADER NO_TRADE PROCEED opens the map."""
    found = change(with_button("RELIC_TRADER", "NO_TRADE", "PROCEED"), "PROCEED")
    assert (found.state, found.relics) == ("map", {})


def keys(desk: Desk) -> int:
    """Lantern Keys in the deck."""
    return sum(card.id == "LANTERN_KEY" for card in desk.game.world.live_run.deck)


@pytest.mark.parametrize(
    ("page", "option", "course", "relics", "potions"),
    [
        ("INITIAL", "UNLOCK_CAGE", 1, 1, 0),
        ("INITIAL", "UNLOCK_CHEST", 0, 2, 2),
        ("UNLOCK_CAGE", "UNLOCK_CHEST", 0, 2, 2),
        ("UNLOCK_CHEST", "UNLOCK_CAGE", 1, 1, 0),
    ],
)
@pytest.mark.parametrize("held", [1, 2])
def test_the_historian_takes_a_key(page: str, option: str, course: int, relics: int, potions: int, held: int) -> None:
    """WAR_HISTORIAN_REPY: the cage for History Course, the chest for two relics and two potions; a second key opens
    the other one, and the second page takes all keys."""
    desk = ready("WAR_HISTORIAN_REPY", page)
    run = desk.game.world.live_run
    run.deck = [card for card in run.deck if card.id != "LANTERN_KEY"]
    run.deck += [type(run.deck[0])("LANTERN_KEY") for _ in range(held)]
    found = change(desk, option)
    assert (found.relics.get("HISTORY_COURSE", 0), sum(found.relics.values())) == (course, relics)
    assert sum(found.potions.values()) == potions
    first = page == "INITIAL"
    assert keys(desk) == (held - 1 if first else 0)
    assert found.page == (option if first and held > 1 else "")


def test_the_architect_talks_on_and_ends_the_run() -> None:
    """THE_ARCHITECT DIALOGUE: CONTINUE leads to more of the same, PROCEED wins."""
    desk = ready("THE_ARCHITECT", "DIALOGUE")
    room = desk.game.world.event_room
    desk.ok("choose_event_option", index=0)
    desk.wait()
    assert [option.option.key for option in room.options] == ["CONTINUE", "PROCEED"]
    desk.ok("choose_event_option", index=1)
    desk.wait()
    assert desk.game.world.live_run.won

"""What relics do outside fights; numbers by hand from the facts."""

from __future__ import annotations

import pytest

from tests.embedded.desk import Desk, at

STRONG = ["relic:VAJRA"] * 60


def won(*rooms: str, **settings: object) -> Desk:
    """A desk before the rewards of a won first fight against one Nibbit."""
    desk = at("monster:NIBBITS_WEAK", *rooms, *STRONG, **settings)  # type: ignore[arg-type]
    for _ in range(12):
        state = desk.read()
        if state["state_type"] == "rewards":
            return desk
        hand = state["player"].get("hand", ())
        hit = next((c["index"] for c in hand if c["id"] in ("STRIKE_IRONCLAD", "BASH") and c["can_play"]), None)
        if hit is not None:
            desk.ok("play_card", card_index=hit, target="NIBBIT_0")
        elif hand:
            desk.ok("end_turn")
        desk.wait()
    raise AssertionError(desk.read())


def kinds(desk: Desk) -> list[str]:
    return [item["type"] for item in desk.read()["rewards"]["items"]]


@pytest.mark.parametrize(
    ("relic", "healed"),
    [("BURNING_BLOOD", 24), ("REGAL_PILLOW", 39), ("STONE_HUMIDIFIER", 29)],
)
def test_resting_with_relics(relic: str, healed: int) -> None:
    """30 % of 80 is 24; Regal Pillow adds 15; Stone Humidifier then adds 5 max hp, which heals 5."""
    desk = at("rest_site", f"relic:{relic}")
    desk.game.world.live_run.hp = 10
    desk.ok("choose_rest_option", index=0)
    assert desk.wait()["player"]["hp"] == 10 + healed


def test_eternal_feather_heals_three_for_each_five_cards() -> None:
    """Ten cards: 6 hp on entering a rest site."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", "relic:ETERNAL_FEATHER"])
    desk.to_map()
    desk.game.world.live_run.hp = 50
    desk.ok("choose_map_node", index=0)
    assert desk.wait()["player"]["hp"] == 56


def test_meal_ticket_heals_fifteen_in_a_shop() -> None:
    """On entering."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "shop", "relic:MEAL_TICKET"])
    desk.to_map()
    desk.game.world.live_run.hp = 50
    desk.ok("choose_map_node", index=0)
    assert desk.wait()["player"]["hp"] == 65


def test_girya_lifts_three_times_and_shovel_digs_a_relic() -> None:
    """LIFT counts up and goes after three; DIG opens a rewards screen with a relic."""
    desk = at("rest_site", "relic:GIRYA", "relic:SHOVEL")
    assert [o["id"] for o in desk.read()["rest_site"]["options"]] == ["HEAL", "SMITH", "LIFT", "DIG"]
    desk.ok("choose_rest_option", index=2)
    girya = desk.game.world.live_run.relic("GIRYA")
    desk.wait()
    assert girya.counter == 1
    desk = at("rest_site", "relic:GIRYA", "relic:SHOVEL")
    desk.ok("choose_rest_option", index=3)
    desk.wait()
    assert kinds(desk) == ["relic"]


def test_miniature_tent_allows_several_options() -> None:
    """After healing, SMITH is still there."""
    desk = at("rest_site", "relic:MINIATURE_TENT")
    desk.ok("choose_rest_option", index=0)
    block = desk.wait()["rest_site"]
    assert ([o["id"] for o in block["options"]], block["can_proceed"]) == (["SMITH"], True)


def test_tiny_mailbox_offers_two_potions_when_resting() -> None:
    """A rewards screen over the rest site."""
    desk = at("rest_site", "relic:TINY_MAILBOX")
    desk.ok("choose_rest_option", index=0)
    desk.wait()
    assert kinds(desk) == ["potion", "potion"]


def test_membership_card_halves_prices() -> None:
    """The removal costs 38 instead of 75 (rounded), cards about 25 to 83."""
    block = at("shop", "relic:MEMBERSHIP_CARD").wait()["shop"]
    assert block["items"][-1]["price"] == round(75 * 0.5)
    assert max(i["price"] for i in block["items"] if i["category"] == "card") <= 150 * 1.15 * 1.05 / 2 + 1


def test_the_courier_refills_what_was_bought() -> None:
    """The slot is stocked again with another thing."""
    desk = at("shop", "relic:THE_COURIER")
    state = desk.wait()
    potion = next(i for i in state["shop"]["items"] if i["category"] == "potion" and i["can_afford"])
    desk.ok("shop_purchase", index=potion["index"])
    assert desk.wait()["shop"]["items"][potion["index"]]["is_stocked"] is True


def test_molten_egg_upgrades_attacks_in_the_shop() -> None:
    """The two attacks for sale have a plus."""
    items = at("shop", "relic:MOLTEN_EGG").wait()["shop"]["items"]
    assert [i["card_name"].endswith("+") for i in items[:5]] == [True, True, False, False, False]


def test_fight_rewards_with_relics() -> None:
    """Amethyst Aubergine: 15 gold more. White Beast Statue: a potion each time. Prayer Wheel: a second card reward."""
    desk = won("relic:AMETHYST_AUBERGINE", "relic:WHITE_BEAST_STATUE", "relic:PRAYER_WHEEL")
    items = desk.read()["rewards"]["items"]
    assert [i["type"] for i in items] == ["gold", "potion", "card", "card"]
    assert 25 <= items[0]["gold_amount"] <= 35


def test_silver_crucible_upgrades_three_rewards_and_empties_the_first_chest() -> None:
    """All cards of the first reward have a plus; the counter falls to 2."""
    desk = won("relic:SILVER_CRUCIBLE")
    desk.ok("claim_reward", index=len(kinds(desk)) - 1)
    cards = desk.wait()["card_reward"]["cards"]
    assert all(c["is_upgraded"] for c in cards)
    assert desk.game.world.live_run.relic("SILVER_CRUCIBLE").counter == 2
    desk = at("treasure", "relic:SILVER_CRUCIBLE")
    desk.read()
    assert desk.wait()["treasure"]["relics"] == []


def test_winged_boots_reach_any_node_of_the_next_row_three_times() -> None:
    """All nodes of row 2 are options; going to one that is no child uses a charge."""
    desk = at("rest_site", "rest_site", "relic:WINGED_BOOTS")
    desk.ok("choose_rest_option", index=0)
    desk.wait()
    desk.ok("proceed")
    block = desk.wait()["map"]
    row = [n for n in block["nodes"] if n["row"] == 2]
    assert len(block["next_options"]) == len(row)
    here = block["current_position"]
    children = next(n["children"] for n in block["nodes"] if (n["col"], n["row"]) == (here["col"], here["row"]))
    far = next(o for o in block["next_options"] if [o["col"], o["row"]] not in children)
    desk.ok("choose_map_node", index=far["index"])
    assert desk.wait()["state_type"] == "rest_site"
    assert desk.game.world.live_run.relic("WINGED_BOOTS").counter == 2


def test_pickups_that_choose_cards() -> None:
    """Pomander upgrades one, Precise Scissors remove one, New Leaf transforms one; Hefty Tablet adds Injury to a
    rare."""
    before = 10
    for relic, size in (("POMANDER", before), ("PRECISE_SCISSORS", before - 1), ("NEW_LEAF", before)):
        desk = Desk(rooms=[f"neow:{relic}"])
        desk.to_map()
        assert len(desk.game.world.live_run.deck) == size
    desk = Desk(rooms=["neow:HEFTY_TABLET"])
    desk.to_map()
    rare, injury = desk.game.world.live_run.deck[-2:]
    assert injury.id == "INJURY"
    assert desk.game.world.live_run.content.cards[rare.id].rarity == "Rare"


def test_plain_pickups_of_neow() -> None:
    """Gold 150 and 333, max hp 11 and -12, two slots and potions, a strike and a defend."""
    gold = {"GOLDEN_PEARL": 249, "CURSED_PEARL": 432}
    for relic, expected in gold.items():
        assert Desk(rooms=[f"neow:{relic}"]).to_map()["player"]["gold"] == expected
    assert Desk(rooms=["neow:NUTRITIOUS_OYSTER"]).to_map()["player"]["max_hp"] == 91
    assert Desk(rooms=["neow:LEAFY_POULTICE"]).to_map()["player"]["max_hp"] == 68
    holster = Desk(rooms=["neow:PHIAL_HOLSTER"]).to_map()["player"]
    assert (holster["max_potion_slots"], len(holster["potions"])) == (4, 2)
    desk = Desk(rooms=["neow:NEOWS_TALISMAN"])
    desk.to_map()
    assert [c.id for c in desk.game.world.live_run.deck if c.upgrades] == ["STRIKE_IRONCLAD", "DEFEND_IRONCLAD"]


@pytest.mark.parametrize(
    ("relic", "name", "counts"),
    [
        ("HAPPY_FLOWER", "the first turn", 1),
        ("FAKE_HAPPY_FLOWER", "the first turn", 1),
        ("PENDULUM", "the first turn", 1),
        ("PEN_NIB", "no attack yet", 0),
        ("NUNCHAKU", "no attack yet", 0),
        ("IRON_CLUB", "no card yet", 0),
        ("TUNING_FORK", "no skill yet", 0),
        ("JOSS_PAPER", "nothing exhausted yet", 0),
    ],
)
def test_what_a_relic_counts_is_shown(relic: str, name: str, counts: int) -> None:
    """A relic that does something every so often shows how far it is, from the first fight on: else nobody could
    foresee it."""
    desk = at("monster:NIBBITS_WEAK", f"relic:{relic}")
    shown = {one["id"]: one["counter"] for one in desk.read()["player"]["relics"]}
    assert shown[relic] == counts, name


def test_what_was_counted_outlasts_the_fight() -> None:
    """Nunchaku counts attacks over all fights: those of the first are still counted after it."""
    desk = won("relic:NUNCHAKU")
    counted = {one["id"]: one["counter"] for one in desk.read()["player"]["relics"]}["NUNCHAKU"]
    assert counted and counted > 0

"""The ancients' offers, and what their relics do when taken; numbers by hand from the facts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.content.run_tables import run_tables
from sts2fsm.embedded import EmbeddedGame, ancients
from sts2fsm.embedded.room_treasure import TreasureRoom
from sts2fsm.embedded.run import Run
from sts2fsm.embedded.run_cards import DeckCard
from sts2fsm.embedded.taking import gain_relic
from tests.embedded.desk import Desk, at

SLOTS = {
    "OROBAS": (
        {"ELECTRIC_SHRYMP", "GLASS_EYE", "SAND_CASTLE", "PRISMATIC_GEM", "SEA_GLASS"},
        {"ALCHEMICAL_COFFER", "DRIFTWOOD", "RADIANT_PEARL"},
        {"TOUCH_OF_OROBAS", "ARCHAIC_TOOTH"},
    ),
    "PAEL": (
        {"PAELS_FLESH", "PAELS_HORN", "PAELS_TEARS"},
        {"PAELS_WING", "PAELS_CLAW", "PAELS_TOOTH", "PAELS_GROWTH"},
        {"PAELS_EYE", "PAELS_BLOOD", "PAELS_LEGION"},
    ),
    "TEZCATARA": (
        {"VERY_HOT_COCOA", "YUMMY_COOKIE", "NUTRITIOUS_SOUP"},
        {"BIIIG_HUG", "STORYBOOK", "TOASTY_MITTENS"},
        {"GOLDEN_COMPASS", "PUMPKIN_CANDLE", "TOY_BOX", "SEAL_OF_GOLD"},
    ),
    "VAKUU": (
        {"BLOOD_SOAKED_ROSE", "WHISPERING_EARRING", "FIDDLE"},
        {"PRESERVED_FOG", "SERE_TALON", "DISTINGUISHED_CAPE"},
        {"CHOICES_PARADOX", "MUSIC_BOX", "LORDS_PARASOL", "JEWELED_MASK"},
    ),
}


def run_in(act: str, seed: int = 1, character: str = "IRONCLAD") -> Run:
    game = EmbeddedGame(VirtualClock(), seed=seed, character=character, rooms=[f"act:{act}"])
    return game.world.new_run()


def drawn(ancient: str, act: str = "HIVE", seeds: int = 60) -> list[list[str]]:
    """Offers of an ancient over seeds."""
    definition = run_tables().ancients[ancient]
    return [[o.relic for o in ancients.offers(run_in(act, seed), definition)] for seed in range(seeds)]


@pytest.mark.parametrize("ancient", SLOTS)
def test_each_slot_offers_all_of_its_relics_and_no_other(ancient: str) -> None:
    """Over 60 seeds every relic that a starting deck allows comes in its slot."""
    for slot, wanted in enumerate(SLOTS[ancient]):
        assert {offer[slot] for offer in drawn(ancient)} == wanted


def test_shuffled_pools_offer_three_different_ones_and_keep_conditions() -> None:
    """Tanx and Nonupeipe: TriBoomerang needs three Attacks, BeautifulBracelet four cards; a starting deck has them."""
    for ancient, extra in (("TANX", "TRI_BOOMERANG"), ("NONUPEIPE", "BEAUTIFUL_BRACELET")):
        offers = drawn(ancient, "GLORY")
        assert all(len(set(offer)) == 3 for offer in offers)
        assert any(extra in offer for offer in offers)
    run = run_in("GLORY")
    run.deck = [DeckCard("DEFEND_IRONCLAD")]
    for _ in range(20):
        assert "TRI_BOOMERANG" not in [o.relic for o in ancients.offers(run, run_tables().ancients["TANX"])]


def test_darv_offers_by_act_and_the_tome_half_the_time() -> None:
    """Ectoplasm and Sozu in act 2, PhilosophersStone and VelvetChoker in act 3; of 120 draws 60 have the tome, three
    standard deviations are 16."""
    second = drawn("DARV", "HIVE", 120)
    third = drawn("DARV", "GLORY", 120)
    assert not {"PHILOSOPHERS_STONE", "VELVET_CHOKER"} & {r for offer in second for r in offer}
    assert not {"ECTOPLASM", "SOZU"} & {r for offer in third for r in offer}
    assert 44 <= sum(offer[2] == "DUSTY_TOME" for offer in second) <= 76


def test_every_ancient_comes_and_darv_in_one_act_only() -> None:
    """Over 100 seeds all four ancients of each act appear."""
    seen: dict[str, Counter[str]] = {"HIVE": Counter(), "GLORY": Counter()}
    for act, counts in seen.items():
        for seed in range(100):
            counts[ancients.of_act(run_in(act, seed)).id] += 1
    assert set(seen["HIVE"]) == {"OROBAS", "PAEL", "TEZCATARA", "DARV"}
    assert set(seen["GLORY"]) == {"NONUPEIPE", "TANX", "VAKUU", "DARV"}
    for seed in range(20):
        run = run_in("HIVE", seed)
        assert run.ancient_acts == {"DARV": run.ancient_acts["DARV"]}


def test_sea_glass_is_written_as_the_character_it_names() -> None:
    """As in the one captured choice, whose key is a character's id."""
    offer = ancients.Offer("SEA_GLASS", shown="NECROBINDER")
    assert offer.key == "NECROBINDER"


def taken(relic: str, *rooms: str, character: str = "IRONCLAD", answer: int = 8) -> Desk:
    """A desk after taking a relic at a rest site, grids answered with their first cards."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "rest_site", *rooms], character=character)
    desk.enter()
    desk.game.world.live_run.hp = 50
    gain_relic(desk.game.world, relic)
    for _ in range(answer):
        state = desk.wait(1.0)
        if state["state_type"] == "card_select" and state["card_select"]["preview_showing"]:
            desk.ok("confirm_selection")
        elif state["state_type"] == "card_select":
            _pick_all(desk, state)
        elif state["state_type"] == "rewards":
            desk.ok("proceed")
    return desk


def _pick_all(desk: Desk, state: dict[str, Any]) -> None:
    for card in state["card_select"]["cards"]:
        desk.ok("select_card", index=card["index"])
        if desk.wait(0.5)["state_type"] != "card_select":
            return
    if desk.read()["card_select"]["can_confirm"]:
        desk.ok("confirm_selection")


def ids(desk: Desk) -> Counter[str]:
    return Counter(c.id for c in desk.game.world.live_run.deck)


@pytest.mark.parametrize(
    ("relic", "card", "count"),
    [
        ("BLOOD_SOAKED_ROSE", "ENTHRALLED", 1),
        ("CALLING_BELL", "CURSE_OF_THE_BELL", 1),
        ("DISTINGUISHED_CAPE", "APPARITION", 3),
        ("JEWELRY_BOX", "APOTHEOSIS", 1),
        ("PAELS_HORN", "RELAX", 2),
        ("SERE_TALON", "WISH", 3),
        ("STORYBOOK", "BRIGHTEST_FLAME", 1),
        ("TANXS_WHISTLE", "WHISTLE", 1),
        ("PRESERVED_FOG", "FOLLY", 1),
    ],
)
def test_cards_that_come_with_relics(relic: str, card: str, count: int) -> None:
    """Straight into the deck."""
    assert ids(taken(relic))[card] == count


@pytest.mark.parametrize(("relic", "gone"), [("EMPTY_CAGE", 2), ("BIIIG_HUG", 4), ("PAELS_TOOTH", 5)])
def test_relics_that_take_cards(relic: str, gone: int) -> None:
    """From ten cards; the tooth keeps them."""
    desk = taken(relic)
    assert len(desk.game.world.live_run.deck) == 10 - gone


@pytest.mark.parametrize(
    ("relic", "gold", "max_hp", "slots"),
    [
        ("SIGNET_RING", 999, 0, 0),
        ("BIG_MUSHROOM", 0, 20, 0),
        ("LOOMING_FRUIT", 0, 31, 0),
        ("DISTINGUISHED_CAPE", 0, -9, 0),
        ("ALCHEMICAL_COFFER", 0, 0, 4),
    ],
)
def test_numbers_of_pickups(relic: str, gold: int, max_hp: int, slots: int) -> None:
    """On 249 gold (99 and Neow's 150), 80 max hp, 3 slots; the coffer fills its own."""
    run = taken(relic).game.world.live_run
    assert (run.gold, run.max_hp, len(run.potions)) == (249 + gold, 80 + max_hp, 3 + slots)
    assert sum(p is not None for p in run.potions) == slots


@pytest.mark.parametrize(
    ("character", "old", "new", "relic", "better"),
    [
        ("IRONCLAD", "BASH", "BREAK", "BURNING_BLOOD", "BLACK_BLOOD"),
        ("SILENT", "NEUTRALIZE", "SUPPRESS", "RING_OF_THE_SNAKE", "RING_OF_THE_DRAKE"),
        ("DEFECT", "DUALCAST", "QUADCAST", "CRACKED_CORE", "INFUSED_CORE"),
        ("REGENT", "FALLING_STAR", "METEOR_SHOWER", "DIVINE_RIGHT", "DIVINE_DESTINY"),
        ("NECROBINDER", "UNLEASH", "PROTECTOR", "BOUND_PHYLACTERY", "PHYLACTERY_UNBOUND"),
    ],
)
def test_orobas_turns_starter_card_and_relic(character: str, old: str, new: str, relic: str, better: str) -> None:
    """As the histories show for each character."""
    deck = ids(taken("ARCHAIC_TOOTH", character=character))
    assert (deck[old], deck[new]) == (0, 1)
    held = {r.id for r in taken("TOUCH_OF_OROBAS", character=character).game.world.live_run.relics}
    assert better in held
    assert relic not in held


def test_enchantments_of_whole_groups() -> None:
    """NutritiousSoup: five Strikes; PaelsClaw: four Defends; the Strikes can't be removed any more."""
    run = taken("NUTRITIOUS_SOUP").game.world.live_run
    assert sum(c.enchantment == ("TEZCATARAS_EMBER", 1) for c in run.deck) == 5
    run = taken("PAELS_CLAW").game.world.live_run
    assert sum(c.enchantment == ("GOOPY", 1) for c in run.deck) == 4


def test_pandoras_box_and_astrolabe_transform() -> None:
    """Nine basics become other cards of the pool; the astrolabe's three are upgraded."""
    deck = ids(taken("PANDORAS_BOX"))
    assert (deck["STRIKE_IRONCLAD"], deck["DEFEND_IRONCLAD"], deck.total()) == (0, 0, 10)
    run = taken("ASTROLABE").game.world.live_run
    assert [c.upgrades for c in run.deck].count(1) == 3


@pytest.mark.parametrize(("relic", "count"), [("SAND_CASTLE", 6), ("YUMMY_COOKIE", 4), ("FRAGRANT_MUSHROOM", 2)])
def test_relics_that_upgrade(relic: str, count: int) -> None:
    """Of ten upgradable cards; the mushroom costs 15 of 50 hp."""
    run = taken(relic).game.world.live_run
    assert sum(c.upgrades for c in run.deck) == count
    assert run.hp == (35 if relic == "FRAGRANT_MUSHROOM" else 50)


def test_dusty_tome_gives_the_characters_other_ancient_card_upgraded() -> None:
    """Ironclad's are Break, which Bash turns into, and Corruption."""
    run = taken("DUSTY_TOME").game.world.live_run
    assert [(c.id, c.upgrades) for c in run.deck if c.id == "CORRUPTION"] == [("CORRUPTION", 1)]


def test_ectoplasm_and_sozu_forbid() -> None:
    """No more gold; no more potions."""
    desk = taken("ECTOPLASM")
    gain_relic(desk.game.world, "OLD_COIN")
    assert desk.game.world.live_run.gold == 249
    desk = taken("SOZU")
    gain_relic(desk.game.world, "ALCHEMICAL_COFFER")
    assert desk.game.world.live_run.potions == [None] * 7


def test_bing_bong_copies_and_periapt_feeds_on_curses() -> None:
    """A gained card comes twice; each curse raises max hp by 6."""
    desk = taken("BING_BONG")
    gain_relic(desk.game.world, "JEWELRY_BOX")
    assert ids(desk)["APOTHEOSIS"] == 2
    desk = taken("DARKSTONE_PERIAPT")
    gain_relic(desk.game.world, "BLOOD_SOAKED_ROSE")
    assert desk.game.world.live_run.max_hp == 86


def test_kindle_adds_five_fights_to_the_candle() -> None:
    """A rest option of its own in v0.107.1."""
    desk = at("rest_site", "relic:PUMPKIN_CANDLE")
    options = [o["id"] for o in desk.read()["rest_site"]["options"]]
    assert options == ["HEAL", "SMITH", "KINDLE"]
    desk.ok("choose_rest_option", index=2)
    desk.wait()
    candle = desk.game.world.live_run.relic("PUMPKIN_CANDLE")
    assert candle is not None
    assert candle.counter == 10


def test_dream_catcher_offers_cards_when_resting() -> None:
    """A card reward after the heal."""
    desk = at("rest_site", "relic:DREAM_CATCHER")
    desk.ok("choose_rest_option", index=0)
    assert [i["type"] for i in desk.wait()["rewards"]["items"]] == ["card"]


def test_maw_bank_pays_twelve_a_room_until_something_is_bought() -> None:
    """Into the shop with 249 + 12; a purchase closes it."""
    desk = at("shop", "rest_site", "relic:MAW_BANK")
    state = desk.read()
    assert state["player"]["gold"] == 249 + 12
    cheap = min((i for i in state["shop"]["items"] if i["category"] == "potion"), key=lambda i: i["price"])
    desk.ok("shop_purchase", index=cheap["index"])
    left = desk.wait()["player"]["gold"]
    desk.ok("proceed")
    desk.wait()
    desk.ok("choose_map_node", index=0)
    assert desk.wait()["player"]["gold"] == left


def test_lords_parasol_takes_everything_for_nothing() -> None:
    """Seven cards, three relics, as many potions as fit, and one removal; no gold is spent."""
    desk = at("shop", "relic:LORDS_PARASOL")
    run = desk.game.world.live_run
    for _ in range(30):
        state = desk.wait(1.0)
        if state["state_type"] == "card_select" and state["card_select"]["screen_type"] == "select":
            break
        if state["state_type"] == "card_select":
            _pick_all(desk, state)
        elif state["state_type"] == "rewards":
            desk.ok("proceed")
    assert len(run.relics) >= 6
    assert all(p is not None for p in run.potions)


def test_fur_coat_leaves_enemies_one_hp_in_marked_rooms() -> None:
    """Seven fights ahead are marked; there every enemy has 1 hp."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "monster:NIBBITS_WEAK"])
    desk.to_map()
    run = desk.game.world.live_run
    gain_relic(desk.game.world, "FUR_COAT")
    assert len(run.marked) == 7
    run.marked.update(run.map.row(1))
    desk.ok("choose_map_node", index=0)
    assert {e["hp"] for e in desk.wait()["battle"]["enemies"]} == {1}


def test_golden_compass_replaces_the_map_at_the_start_of_an_act() -> None:
    """Sixteen rows, one node each, then the boss; the ways on are one."""
    desk = Desk(rooms=["act:HIVE"])
    desk.embark()
    desk.game.world.screens.clear()
    gain_relic(desk.game.world, "GOLDEN_COMPASS")
    desk.game.world.open_map()
    block = desk.wait()["map"]
    assert len(block["nodes"]) == 18
    assert len(block["next_options"]) == 1
    assert block["boss"]["row"] == 17


def test_spoils_map_pays_six_hundred_at_its_spot_in_act_two() -> None:
    """One treasure room of act 2; the card goes (as in three histories)."""
    desk = Desk(rooms=["act:HIVE", "treasure"])
    desk.embark()
    run = desk.game.world.live_run
    run.deck.append(DeckCard("SPOILS_MAP"))
    run.enter_act(2)
    assert run.treasure_spot is not None
    assert run.map.types[run.treasure_spot] == "Treasure"
    desk.game.world.screens.clear()
    run.position = run.treasure_spot
    run.history.enter("Treasure")
    desk.game.world.room = TreasureRoom(desk.game.world)
    before = run.gold
    desk.clock.sleep(1.0)
    desk.read()
    assert run.gold - before in range(642, 653)
    assert all(c.id != "SPOILS_MAP" for c in run.deck)

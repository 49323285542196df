"""What is drawn at random keeps its bounds and its rates."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from sts2fsm.embedded import ledger, offers
from sts2fsm.embedded.neow import offers as neow_offers
from sts2fsm.embedded.run import Run
from sts2fsm.embedded.run_cards import DeckCard

BUILD = "v0.107.1"


def fresh(seed: int, ascension: int = 0) -> Run:
    run = Run(seed, "SEED", "IRONCLAD", ascension, BUILD, 0)
    run.history.enter("Monster")
    return run


def test_starting_state_by_ascension() -> None:
    """80 hp, 99 gold, 3 slots, ten cards; A4 one slot less; A5 Ascender's Bane."""
    run = fresh(1)
    assert (run.hp, run.max_hp, run.gold, len(run.potions), len(run.deck)) == (80, 80, 99, 3, 10)
    assert len(fresh(1, 4).potions) == 2
    assert [c.id for c in fresh(1, 5).deck][-1] == "ASCENDERS_BANE"


def test_room_gold_has_its_bounds_and_a3_takes_a_quarter() -> None:
    """Monsters 10 to 20; from A3 on the bounds are 7 to 15, elites 26 to 33, each as likely, as in the run
    histories."""
    run = fresh(2)
    assert {offers.room_gold(run, "monster") for _ in range(600)} == set(range(10, 21))
    run = fresh(2, 3)
    assert {offers.room_gold(run, "monster") for _ in range(600)} == set(range(7, 16))
    assert {offers.room_gold(run, "elite") for _ in range(600)} == set(range(26, 34))
    assert offers.room_gold(run, "boss") == 75


def test_potion_odds_drift_around_forty_percent() -> None:
    """Each drop lowers the chance by 0.1, each miss raises it: the rate settles near one half."""
    run = fresh(3)
    drops = sum(offers.rolls_potion(run, "monster") for _ in range(3000))
    assert 0.45 < drops / 3000 < 0.55
    assert (
        run.potion_odds == 0.4 + 0.1 * (3000 - 2 * drops)
        or abs(run.potion_odds - (0.4 + 0.1 * (3000 - 2 * drops))) < 1e-6
    )


def test_first_reward_is_never_rare_and_rares_come_with_the_drift() -> None:
    """3 % minus 5 % at the start: none; after 90 misses the offset has reached its cap of 0.4 at most."""
    run = fresh(4)
    assert offers.roll_rarity(run, "monster") != "Rare"
    for _ in range(2000):
        offers.roll_rarity(run, "monster")
        assert -0.05 <= run.rare_offset <= 0.4
    counts = Counter(offers.roll_rarity(run, "monster") for _ in range(4000))
    assert 0.33 < counts["Uncommon"] / 4000 < 0.41
    assert 0.03 < counts["Rare"] / 4000 < 0.16


def test_boss_rewards_are_rare_and_cards_on_offer_differ() -> None:
    """Three distinct cards of the character; a boss gives three rares and leaves the offset alone."""
    run = fresh(5)
    for _ in range(200):
        cards = offers.offer_cards(run, 3)
        assert len({c.id for c in cards}) == 3
        assert {run.content.cards[c.id].pool for c in cards} == {"IRONCLAD"}
        assert all(c.upgrades == 0 for c in cards)  # act 1 never upgrades
    offset = run.rare_offset
    assert {run.content.cards[c.id].rarity for c in offers.offer_cards(run, 3, room="boss")} == {"Rare"}
    assert run.rare_offset == offset


def test_first_three_fights_are_weak_and_no_fight_follows_itself() -> None:
    """Overgrowth: weak first; then no repeat, elites neither."""
    for seed in range(40):
        run = fresh(seed)
        fights = [run.fights.monster() for _ in range(12)]
        assert all(f.endswith("_WEAK") for f in fights[:3])
        assert not any(f.endswith("_WEAK") for f in fights[3:])
        elites = [run.fights.elite() for _ in range(6)]
        for row in (fights, elites):
            assert all(a != b for a, b in pairwise(row))


def test_neow_offers_two_good_ones_and_a_curse_without_barred_pairs() -> None:
    """Three different relics; the third is a curse; a curse bars its like among the good ones."""
    curses = {
        "CURSED_PEARL",
        "HEFTY_TABLET",
        "LARGE_CAPSULE",
        "LEAFY_POULTICE",
        "NEOWS_BONES",
        "PRECARIOUS_SHEARS",
        "SILKEN_TRESS",
        "SILVER_CRUCIBLE",
    }
    for seed in range(300):
        offered = neow_offers(fresh(seed), ())
        assert len(set(offered)) == 3
        assert [r in curses for r in offered] == [False, False, True]
        assert not {"CURSED_PEARL", "GOLDEN_PEARL"} <= set(offered)
        assert not {"LARGE_CAPSULE", "SMALL_CAPSULE"} <= set(offered)
        assert "MASSIVE_SCROLL" not in offered


def test_relic_bag_gives_each_relic_once_at_the_rates_of_the_rarities() -> None:
    """50 / 33 / 17 percent, no repeat until the bag is empty, and Circlet after that."""
    run = fresh(6)
    counts = Counter(run.bag.roll_rarity() for _ in range(6000))
    assert 0.47 < counts["Common"] / 6000 < 0.53
    assert 0.14 < counts["Rare"] / 6000 < 0.20
    drawn = [run.bag.draw() for _ in range(150)]
    real = [r for r in drawn if r != "CIRCLET"]
    assert len(set(real)) == len(real)
    assert drawn[-1] == "CIRCLET"


def test_relics_that_watch_the_deck_and_the_purse() -> None:
    """Lucky Fysh: 15 gold a card. Bowler Hat: a quarter more gold.
    Toxic Egg: skills come upgraded. Book of Five Rings: 20 hp each fifth."""
    run = fresh(7)
    run.relics += [run.make_relic(r) for r in ("LUCKY_FYSH", "TOXIC_EGG", "BOOK_OF_FIVE_RINGS")]
    run.hp = 30
    for card in ("ANGER", "SHRUG_IT_OFF", "ANGER", "ANGER", "ANGER"):
        ledger.add_card(run, DeckCard(card))
    assert run.gold == 99 + 5 * 15
    assert [c.upgrades for c in run.deck[-5:]] == [0, 1, 0, 0, 0]
    assert run.hp == 50
    run.relics.append(run.make_relic("BOWLER_HAT"))
    assert ledger.gain_gold(run, 41) == 51


def test_max_hp_gain_heals_and_a_loss_of_all_kills() -> None:
    """+7 raises hp too; losing more than there is ends at hp 0."""
    run = fresh(8)
    run.hp = 10
    ledger.change_max_hp(run, 7)
    assert (run.hp, run.max_hp) == (17, 87)
    ledger.change_max_hp(run, -87)
    assert run.hp == 0

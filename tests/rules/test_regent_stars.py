"""Stars of the Regent, worked out by hand (facts: mechanics stars, powers, relics)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, ids, play
from tests.rules.build_court import regent


def test_stars_stay_between_turns_and_pay_after_energy() -> None:
    """9 - 2 for Falling Star, still 7 next turn."""
    c = regent("FALLING_STAR", stars=9)
    play(c)
    end(c)
    assert c.stars == 7


def test_too_few_stars_block_a_card_and_say_so() -> None:
    """Comet needs 5; with no energy left too, both reasons of Devastate show."""
    c = regent("COMET DEVASTATE VENERATE", stars=3, energy=0)
    assert [rules.unplayable_reason(c, i) for i in range(3)] == [
        "StarCostTooHigh",
        "EnergyCostTooHigh, StarCostTooHigh",
        "EnergyCostTooHigh",
    ]
    with pytest.raises(rules.IllegalPlay, match="StarCostTooHigh"):
        rules.play_card(c, 0, 1)
    assert [rules.star_cost(c, x) for x in c.hand] == ["5", "4", None]


@pytest.mark.parametrize(("name", "each"), [("STARDUST", 5), ("STARDUST+", 7)])
def test_stardust_spends_all_stars(name: str, each: int) -> None:
    """One hit per star; with none it may be played and does nothing."""
    c = regent(name, stars=4)
    assert rules.star_cost(c, c.hand[0]) == "X"
    play(c)
    assert (200 - c.enemies[0].hp, c.stars, c.energy) == (4 * each, 0, 3)
    c = regent(name, stars=0)
    play(c)
    assert c.enemies[0].hp == 200


def test_an_automatic_play_of_stardust_uses_stars_but_spends_none() -> None:
    """Facts: autoplay costs nothing, star-X uses current stars. Havoc plays it from the draw pile."""
    c = regent("HAVOC", draw="STARDUST", stars=3)
    play(c)
    assert (c.enemies[0].hp, c.stars) == (185, 3)


def test_child_of_the_stars_pays_block_per_star_spent() -> None:
    """2 per star; Devastate costs 4. Unpowered: Frail does nothing (powers CHILD_OF_THE_STARS)."""
    c = regent("DEVASTATE", powers={"CHILD_OF_THE_STARS": 2, "FRAIL": 2})
    play(c)
    assert c.player.block == 8


def test_child_of_the_stars_ignores_cards_without_star_cost() -> None:
    """Nothing spent, no block."""
    c = regent("STRIKE_REGENT", powers={"CHILD_OF_THE_STARS": 2})
    play(c)
    assert c.player.block == 0


def test_black_hole_hits_all_once_per_gain_and_once_per_spending_card() -> None:
    """3 for Venerate's gain, 3 after Cloak of Stars; not per star."""
    c = regent("VENERATE CLOAK_OF_STARS", powers={"BLACK_HOLE": 3}, enemies=(enemy(1), enemy(2)))
    play(c, "VENERATE")
    assert [e.hp for e in c.enemies] == [197, 197]
    play(c, "CLOAK_OF_STARS")
    assert [e.hp for e in c.enemies] == [194, 194]


def test_black_hole_and_the_sealed_throne_together() -> None:
    """A Strike: 1 star before it (3 damage to all), then 6."""
    c = regent("STRIKE_REGENT", stars=0, powers={"BLACK_HOLE": 3, "THE_SEALED_THRONE": 1})
    play(c)
    assert (c.enemies[0].hp, c.stars) == (191, 1)


def test_the_sealed_throne_does_not_pay_for_itself() -> None:
    """before_card_played comes before the power is there."""
    c = regent("THE_SEALED_THRONE STRIKE_REGENT", stars=3)
    play(c)
    assert c.stars == 0
    play(c)
    assert c.stars == 1


def test_genesis_and_star_next_turn_pay_with_the_energy() -> None:
    """2 + 3 stars next turn, then 2 a turn."""
    c = regent("HIDDEN_CACHE", stars=0, powers={"GENESIS": 2})
    play(c)
    end(c)
    assert c.stars == 1 + 3 + 2
    end(c)
    assert c.stars == 8


def test_convergence_keeps_the_hand() -> None:
    """Retain Hand for this turn end, 1 energy and 1 star next turn."""
    c = regent("CONVERGENCE DEFEND_REGENT STRIKE_REGENT", stars=0, draw="VENERATE " * 5)
    play(c)
    end(c)
    assert ids(c.hand)[:2] == ["DEFEND_REGENT", "STRIKE_REGENT"]
    assert (len(c.hand), c.energy, c.stars) == (7, 4, 1)


def test_radiate_hits_once_per_star_gained_this_turn() -> None:
    """2 stars of Venerate: 3 + 3 to both."""
    c = regent("VENERATE RADIATE", enemies=(enemy(1), enemy(2)))
    play(c)
    play(c)
    assert [e.hp for e in c.enemies] == [194, 194]


def test_lunar_blast_counts_skills_of_the_turn() -> None:
    """Defend and Venerate: 4 twice; Vulnerable makes it 6 twice."""
    c = regent("DEFEND_REGENT VENERATE LUNAR_BLAST", enemies=(enemy(powers={"VULNERABLE": 2}),))
    for _ in range(3):
        play(c)
    assert c.enemies[0].hp == 188


def test_knockout_blow_pays_stars_for_a_kill_only() -> None:
    """30 damage against 30 hp."""
    c = regent("KNOCKOUT_BLOW", stars=0, enemies=(enemy(1, hp=30), enemy(2)))
    play(c)
    assert c.stars == 5
    c = regent("KNOCKOUT_BLOW", stars=0, enemies=(enemy(1, hp=31), enemy(2)))
    play(c)
    assert c.stars == 0


@pytest.mark.parametrize(("energy", "damage"), [(3, 24), (4, 64)])
def test_heavenly_drill_doubles_from_four_energy(energy: int, damage: int) -> None:
    """8 a hit: 3 hits, 8 hits."""
    c = regent("HEAVENLY_DRILL", energy=energy)
    play(c)
    assert c.enemies[0].hp == 200 - damage


def test_crescent_spear_counts_star_cards_of_all_piles() -> None:
    """Itself, Comet in the draw pile, Devastate discarded, Stardust in hand: 6 + 4 x 2."""
    c = regent("CRESCENT_SPEAR STARDUST", draw="COMET", discard="DEVASTATE STRIKE_REGENT")
    play(c)
    assert c.enemies[0].hp == 186


def test_divine_right_gives_three_stars_at_the_start() -> None:
    """Relic facts: 3 when the fight begins; Divine Destiny 6 in turn 1."""
    c = at_start("DEFEND_REGENT " * 10, character="REGENT", relics=(rules.RelicSpec("DIVINE_RIGHT"),))
    assert c.stars == 3
    c = at_start("DEFEND_REGENT " * 10, character="REGENT", relics=(rules.RelicSpec("DIVINE_DESTINY"),))
    assert c.stars == 6

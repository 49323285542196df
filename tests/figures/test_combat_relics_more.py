"""Relics in fights whose number shows only where it is reached: by hand from the relic facts."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play


def test_paels_eye_gives_one_more_turn_for_one_without_a_play() -> None:
    """The hand is exhausted, the enemy keeps its move and does not act, a new hand comes; once a fight."""
    c = at_start("DEFEND_IRONCLAD " * 20, monsters=("BYRDONIS",), relics=(rules.RelicSpec("PAELS_EYE"),))
    move, hp = c.enemies[0].move, c.player.hp
    end(c)
    assert (c.enemies[0].move, c.player.hp, len(c.exhaust), len(c.hand), c.energy) == (move, hp, 5, 5, 3)
    end(c)
    assert (hp - c.player.hp, len(c.exhaust), len(c.hand)) == (17, 5, 5)


def test_paels_eye_sleeps_after_a_card_played_by_hand() -> None:
    """One Defend: the enemy acts."""
    c = at_start("DEFEND_IRONCLAD " * 20, monsters=("BYRDONIS",), relics=(rules.RelicSpec("PAELS_EYE"),))
    play(c)
    end(c)
    assert (len(c.exhaust), len(c.hand), c.player.hp) == (0, 5, 50 - 17 + 5)


def test_paels_eye_is_not_counted_on_in_a_fight_that_goes_on() -> None:
    """Seen in round 2 or later it may have been used: no extra turn is forecast."""
    c = fight("WOUND", relics=("PAELS_EYE",), enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert (c.player.hp, ids(c.exhaust)) == (38, [])


def test_beating_remnant_caps_the_losses_of_a_turn_at_twenty() -> None:
    """A hit of 112 costs 20."""
    c = fight(relics=("BEATING_REMNANT",), enemies=(enemy(move="BUTT_MOVE", powers={"STRENGTH": 100}),))
    end(c)
    assert c.player.hp == 30


def test_paper_phrog_makes_vulnerable_count_for_more() -> None:
    """(6 + 94) * 1.75."""
    foe = enemy(hp=400, powers={"VULNERABLE": 2})
    c = fight("STRIKE_IRONCLAD", powers={"STRENGTH": 94}, relics=("PAPER_PHROG",), enemies=(foe,))
    play(c)
    assert 400 - c.enemies[0].hp == 175


def test_paper_krane_makes_weak_count_for_more() -> None:
    """(12 + 88) * 0.6 through 50 block: 10 hp."""
    c = fight(block=50, relics=("PAPER_KRANE",), enemies=(enemy(move="BUTT_MOVE", powers={"STRENGTH": 88, "WEAK": 2}),))
    end(c)
    assert c.player.hp == 40


@pytest.mark.parametrize(("played", "lost"), [(2, 6), (3, 12)])
def test_diamond_diadem_halves_after_two_cards_or_fewer(played: int, lost: int) -> None:
    """A 12 damage hit."""
    c = fight(
        "FLEX_POTION" * 0 + "INFLAME " * 3, energy=9, relics=("DIAMOND_DIADEM",), enemies=(enemy(move="BUTT_MOVE"),)
    )
    for _ in range(played):
        play(c)
    end(c)
    assert 50 - c.player.hp == lost


def test_ice_cream_keeps_energy_from_the_second_turn_on() -> None:
    """2 left in round 1 and 3 new."""
    c = fight(energy=2, round=1, relics=("ICE_CREAM",))
    end(c)
    assert c.energy == 5


def test_runic_pyramid_keeps_the_hand() -> None:
    """Whatever the round."""
    c = fight("BASH WOUND", draw="DAZED " * 9, round=1, relics=("RUNIC_PYRAMID",))
    end(c)
    assert ids(c.hand) == ["BASH", "WOUND"] + ["DAZED"] * 5


def test_lizard_tail_heals_half_of_a_large_body() -> None:
    """50 % of 200 is 100."""
    c = fight(hp=5, relics=("LIZARD_TAIL",), enemies=(enemy(move="BUTT_MOVE"),))
    c.player.max_hp = 200
    end(c)
    assert c.player.hp == 100

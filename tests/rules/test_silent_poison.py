"""Poison, damage factors, relics and potions of the Silent, worked out by hand (facts: cards, powers, relics,
potions)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import answer, at_start, end, enemy, ids, play, powers_of
from tests.rules.build_cast import HIT, hurt, silent


def drink(c: rules.Combat, target: int | None = None) -> None:
    """Uses the first potion."""
    rules.use_potion(c, 0, target)
    answer(c)


# Poison (powers POISON, ACCELERANT, NOXIOUS_FUMES, ENVENOM, OUTBREAK, CORROSIVE_WAVE)


@pytest.mark.parametrize(
    ("poison", "accelerant", "lost", "left"), [(5, 0, 5, 4), (5, 1, 9, 3), (5, 2, 12, 2), (1, 2, 1, 0)]
)
def test_poison_ticks_at_its_owners_turn_start(poison: int, accelerant: int, lost: int, left: int) -> None:
    """POISON_POWER: the amount, then one less; once more for each Accelerant, at most as often as it has stacks."""
    powers = {"ACCELERANT": accelerant} if accelerant else {}
    c = silent(powers=powers, enemies=(enemy(powers={"POISON": poison}, block=9),))
    end(c)
    assert (hurt(c), c.enemies[0].amount("POISON_POWER")) == (lost, left)


def test_poison_that_kills_before_the_move_saves_the_player() -> None:
    """turn_start of the enemy side comes before its moves."""
    c = silent(enemies=(enemy(hp=3, move=HIT, powers={"POISON": 3}),))
    end(c)
    assert (c.outcome, c.player.hp) == ("won", 50)


def test_noxious_fumes_poisons_all_at_the_turns_start() -> None:
    """NOXIOUS_FUMES_POWER 2, with Snecko Skull 3 (relics SNECKO_SKULL)."""
    c = silent(powers={"NOXIOUS_FUMES": 2}, enemies=(enemy(1), enemy(2)), relics=("SNECKO_SKULL",))
    end(c)
    assert [powers_of(e)["POISON"] for e in c.enemies] == [3, 3]


def test_envenom_poisons_for_each_unblocked_hit() -> None:
    """ENVENOM_POWER 1: Dagger Spray's two hits of 4 against 5 block: the first is blocked."""
    c = silent("DAGGER_SPRAY", powers={"ENVENOM": 1}, enemies=(enemy(1, block=5), enemy(2)))
    play(c)
    assert [e.amount("POISON_POWER") for e in c.enemies] == [1, 2]


def test_outbreak_bursts_at_every_third_poisoning() -> None:
    """OUTBREAK_POWER 11: Haze on two enemies counts two, Deadly Poison the third; then it starts over."""
    c = silent("HAZE DEADLY_POISON", powers={"OUTBREAK": 11}, energy=4, enemies=(enemy(1), enemy(2)))
    play(c)
    assert hurt(c) == 0
    play(c)
    assert (hurt(c), hurt(c, 1)) == (11, 11)
    assert c.player.powers["OUTBREAK_POWER"].state == 0


def test_corrosive_wave_poisons_all_for_each_card_drawn_this_turn() -> None:
    """CORROSIVE_WAVE_POWER 2: Backflip draws two; gone at the turn's end."""
    c = silent("BACKFLIP", draw="SLICE SLICE", powers={"CORROSIVE_WAVE": 2})
    play(c)
    assert powers_of(c.enemies[0]) == {"POISON": 4}
    end(c)
    assert powers_of(c.player) == {}


def test_bubble_bubble_needs_a_poisoned_target() -> None:
    """cards BUBBLE_BUBBLE: 9 on top of 2."""
    c = silent("BUBBLE_BUBBLE", enemies=(enemy(powers={"POISON": 2}),))
    play(c)
    assert powers_of(c.enemies[0]) == {"POISON": 11}


def test_mirage_blocks_for_the_poison_of_all_enemies() -> None:
    """cards MIRAGE: 5 + 7, and Dexterity 2."""
    c = silent(
        "MIRAGE", powers={"DEXTERITY": 2}, enemies=(enemy(1, powers={"POISON": 5}), enemy(2, powers={"POISON": 7}))
    )
    play(c)
    assert c.player.block == 14


def test_expose_strips_block_and_artifact_before_vulnerable() -> None:
    """cards EXPOSE: Artifact 2 and 9 block go, Vulnerable 2 lands."""
    c = silent("EXPOSE", enemies=(enemy(block=9, powers={"ARTIFACT": 2}),))
    play(c)
    assert (c.enemies[0].block, powers_of(c.enemies[0])) == (0, {"VULNERABLE": 2})


# Damage factors


def test_tracking_multiplies_against_weak_enemies() -> None:
    """TRACKING_POWER 2: 6 doubled; a second Tracking makes it 3."""
    c = silent("SLICE TRACKING+ SLICE", powers={"TRACKING": 2}, enemies=(enemy(powers={"WEAK": 2}),))
    play(c)
    assert hurt(c) == 12
    play(c, "TRACKING")
    play(c)
    assert hurt(c) == 12 + 18


def test_tracking_leaves_other_enemies_alone() -> None:
    """No Weak, no factor."""
    c = silent("SLICE", powers={"TRACKING": 2})
    play(c)
    assert hurt(c) == 6


def test_shadow_step_doubles_the_damage_of_the_next_turn() -> None:
    """SHADOW_STEP_POWER gives DOUBLE_DAMAGE_POWER at the turn start; that one falls at the turn's end."""
    c = silent("SHADOW_STEP", draw="SLICE " * 5)
    play(c)
    end(c)
    assert powers_of(c.player) == {"DOUBLE_DAMAGE": 1}
    play(c)
    assert hurt(c) == 12
    end(c)
    assert powers_of(c.player) == {}


def test_piercing_wail_gives_strength_back_after_the_enemies_moved() -> None:
    """PIERCING_WAIL_POWER 6: a Butt of 12 hits for 6."""
    c = silent("PIERCING_WAIL", enemies=(enemy(move=HIT),))
    play(c)
    end(c)
    assert (c.player.hp, powers_of(c.enemies[0])) == (44, {})


def test_anticipate_lasts_this_turn() -> None:
    """ANTICIPATE_POWER 2: Deflect 4 + 2."""
    c = silent("ANTICIPATE DEFLECT")
    play(c)
    play(c)
    assert c.player.block == 6
    end(c)
    assert powers_of(c.player) == {}


def test_wraith_form_takes_dexterity_each_turn() -> None:
    """WRAITH_FORM_POWER 1 with Intangible 2: a Butt costs 1."""
    c = silent("WRAITH_FORM", enemies=(enemy(move=HIT),))
    play(c)
    end(c)
    assert (c.player.hp, powers_of(c.player)) == (49, {"INTANGIBLE": 1, "WRAITH_FORM": 1, "DEXTERITY": -1})


def test_strangle_hurts_for_each_later_card() -> None:
    """STRANGLE_POWER 2: not for the card that put it on; 2 for each of two Deflects."""
    c = silent("STRANGLE DEFLECT DEFLECT")
    for _ in range(3):
        play(c)
    assert hurt(c) == 8 + 4


def test_the_hunt_pays_a_card_reward_for_a_kill() -> None:
    """cards THE_HUNT."""
    c = silent("THE_HUNT", enemies=(enemy(1, hp=10), enemy(2)))
    play(c)
    assert (rules.summary(c).rewards, powers_of(c.player)) == ((("card", None),), {"THE_HUNT": 1})
    c = silent("THE_HUNT", enemies=(enemy(1, hp=11), enemy(2)))
    play(c)
    assert rules.summary(c).rewards == ()


def test_powers_that_need_other_players_do_nothing_alone() -> None:
    """SNEAKY_POWER and FLANKING_POWER: no block, no factor; Flanking goes with the enemy side."""
    c = silent("FLANKING SLICE", powers={"SNEAKY": 1})
    play(c)
    play(c)
    assert (hurt(c), c.player.block, powers_of(c.enemies[0])) == (6, 0, {"FLANKING": 2})
    end(c)
    assert powers_of(c.enemies[0]) == {"STRENGTH": 2}  # its own move


# Relics and potions


def test_the_silents_opening_relics() -> None:
    """RING_OF_THE_SNAKE: 2 more cards; NINJA_SCROLL: 3 Shivs; TWISTED_FUNNEL: 4 Poison on all."""
    relics = tuple(rules.RelicSpec(r) for r in ("RING_OF_THE_SNAKE", "NINJA_SCROLL", "TWISTED_FUNNEL"))
    c = at_start(monsters=("NIBBIT", "NIBBIT"), relics=relics, character="SILENT")
    assert ids(c.hand) == ["SHIV"] * 3 + ["DEFEND_IRONCLAD"] * 7
    assert [e.amount("POISON_POWER") for e in c.enemies] == [4, 4]
    end(c)
    assert len(c.hand) == 5


def test_helical_dart_gives_dexterity_this_turn_for_shivs() -> None:
    """HELICAL_DART 1: two Shivs, Deflect 4 + 2; gone next turn."""
    c = silent("SHIV SHIV DEFLECT", relics=("HELICAL_DART",))
    for _ in range(3):
        play(c)
    assert c.player.block == 6
    end(c)
    assert powers_of(c.player) == {}


def test_paper_krane_makes_weak_enemies_weaker() -> None:
    """PAPER_KRANE: 12 * 0.6 = 7.2."""
    c = silent(enemies=(enemy(move=HIT, powers={"WEAK": 1}),), relics=("PAPER_KRANE",))
    end(c)
    assert c.player.hp == 43


def test_the_silents_potions() -> None:
    """CUNNING_POTION: 3 Shiv+; POISON_POTION: 6; GHOST_IN_A_JAR: Intangible 1."""
    c = silent(potions=("CUNNING_POTION",))
    drink(c)
    assert ids(c.hand) == ["SHIV+"] * 3
    c = silent(potions=("POISON_POTION",))
    drink(c, 1)
    assert powers_of(c.enemies[0]) == {"POISON": 6}
    c = silent(potions=("GHOST_IN_A_JAR",))
    drink(c)
    assert powers_of(c.player) == {"INTANGIBLE": 1}


def test_a_copy_made_while_a_discard_is_chosen_goes_its_own_way() -> None:
    """Acrobatics suspended: one copy discards Flick-Flack (6 damage), the other a Slice."""
    c = silent("ACROBATICS FLICK_FLACK", draw="SLICE SLICE SLICE")
    rules.play_card(c, 0)
    other = c.copy()
    rules.choose(c, (0,))
    rules.choose(other, (1,))
    assert (hurt(c), hurt(other)) == (6, 0)
    assert ids(other.hand) == ["FLICK_FLACK", "SLICE", "SLICE"]

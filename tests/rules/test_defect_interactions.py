"""Defect cards and powers in play, worked out by hand (facts: cards, powers, mechanics orb_system)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import end, enemy, ids, play, powers_of
from tests.rules.build_cast import HIT, defect, hurt, letters, shown

# Cards


def test_barrage_hits_once_for_each_orb_with_strength() -> None:
    """Three orbs, 5 + 2 each."""
    c = defect("BARRAGE", orbs="LFD", powers={"STRENGTH": 2})
    play(c)
    assert hurt(c) == 21


def test_claws_grow_together() -> None:
    """Marked unsure: 3, then 3 + 2; the third, in the draw pile, has grown by 2 + 2."""
    c = defect("CLAW CLAW", draw="CLAW")
    play(c)
    play(c)
    assert hurt(c) == 3 + 5
    assert rules.card_numbers(c, c.draw[0])["Damage"] == 7


def test_all_for_one_takes_back_cards_that_cost_nothing() -> None:
    """Beam Cell and a free Adaptive Strike; not a Strike, not an X card, not a Wound."""
    c = defect("ADAPTIVE_STRIKE ALL_FOR_ONE", discard="BEAM_CELL STRIKE_DEFECT TEMPEST WOUND", energy=4)
    play(c)
    play(c)
    assert (ids(c.hand), hurt(c)) == (["BEAM_CELL", "ADAPTIVE_STRIKE"], 28)


def test_compact_turns_statuses_into_fuel() -> None:
    """Upgraded: Fuel+."""
    c = defect("COMPACT+ DAZED WOUND STRIKE_DEFECT")
    play(c)
    assert ids(c.hand) == ["FUEL+", "FUEL+", "STRIKE_DEFECT"]


def test_flak_cannon_fires_for_each_status_in_hand_and_exhausts_them() -> None:
    """8 for each of two; Curses stay."""
    c = defect("FLAK_CANNON BURN SLIMED REGRET")
    play(c)
    assert (hurt(c), ids(c.hand), len(c.exhaust)) == (16, ["REGRET"], 2)


def test_scrape_discards_drawn_cards_that_cost_something() -> None:
    """Draws 4: Slice, Beam Cell stay; two Defends go. The Strike held before stays."""
    c = defect("SCRAPE STRIKE_DEFECT", draw="DEFEND_DEFECT SLICE DEFEND_DEFECT BEAM_CELL")
    play(c)
    assert (ids(c.hand), ids(c.discard)) == (
        ["STRIKE_DEFECT", "BEAM_CELL", "SLICE"],
        ["DEFEND_DEFECT", "DEFEND_DEFECT", "SCRAPE"],
    )


def test_go_for_the_eyes_weakens_an_attacker() -> None:
    """1 Weak against a Butt, none against a Hiss."""
    c = defect("GO_FOR_THE_EYES", enemies=(enemy(move=HIT),))
    play(c)
    assert powers_of(c.enemies[0]) == {"WEAK": 1}


@pytest.mark.parametrize(("name", "played", "drawn"), [("FTL", 2, 1), ("FTL", 3, 0), ("FTL+", 3, 1), ("FTL+", 4, 0)])
def test_ftl_draws_only_early_in_a_turn(name: str, played: int, drawn: int) -> None:
    """PlayMax 3 (upgraded 4) counts the cards played before it."""
    c = defect(name, draw="ZAP ZAP", attacks_played=played)
    play(c)
    assert len(c.hand) == drawn


def test_helix_drill_hits_for_the_energy_spent() -> None:
    """Leap (1) and Sunder (3): four times 3."""
    c = defect("LEAP SUNDER HELIX_DRILL", energy=4)
    for _ in range(3):
        play(c)
    assert hurt(c) == 24 + 12


def test_sunder_gives_energy_for_a_kill() -> None:
    """3 - 3 + 3; none when the target lives."""
    c = defect("SUNDER", enemies=(enemy(1, hp=24), enemy(2)))
    play(c)
    assert c.energy == 3


def test_genetic_algorithm_grows_for_good() -> None:
    """1 block, then 4: the counter goes back to the deck card."""
    spec = rules.CardSpec("GENETIC_ALGORITHM")
    setup = rules.CombatSetup(deck=(spec,), hp=50, max_hp=80, monsters=("NIBBIT",), character="DEFECT")
    c = rules.start(setup)
    play(c)
    assert (c.player.block, rules.summary(c).deck_changes) == (1, (("counter", (0, "ramp", 3)),))
    grown = rules.CardSpec("GENETIC_ALGORITHM", counters=(("ramp", 3),))
    c = rules.start(rules.CombatSetup(deck=(grown,), hp=50, max_hp=80, monsters=("NIBBIT",), character="DEFECT"))
    play(c)
    assert c.player.block == 4


def test_momentum_strike_costs_nothing_after_its_first_play() -> None:
    """Marked unsure."""
    c = defect("MOMENTUM_STRIKE")
    play(c)
    assert rules.card_cost(c, c.discard[0]) == "0"


def test_modded_gets_dearer() -> None:
    """0, then 1, for the fight."""
    c = defect("MODDED")
    play(c)
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "1"


def test_tesla_coil_aims_its_lightning() -> None:
    """Marked unsure: 3 and two passives of 3, all at enemy 2."""
    c = defect("TESLA_COIL", orbs="LFL", enemies=(enemy(1), enemy(2)))
    play(c, target=2)
    assert (hurt(c), hurt(c, 1), c.player.block) == (0, 9, 0)


def test_darkness_upgraded_loads_every_dark_orb() -> None:
    """Marked unsure: the old one 6 + 6, the new one 6 + 6."""
    c = defect("DARKNESS+", orbs="D")
    play(c)
    assert shown(c) == [(6, 12), (6, 12)]


def test_voltaic_counts_all_lightning_of_the_fight() -> None:
    """Zap, Ball Lightning, then two more into nine slots."""
    c = defect("ZAP BALL_LIGHTNING VOLTAIC", energy=5, slots=9)
    for _ in range(3):
        play(c)
    assert letters(c) == "LLLL"


def test_chill_channels_for_each_enemy() -> None:
    """Three enemies."""
    c = defect("CHILL", enemies=(enemy(1), enemy(2), enemy(3)))
    play(c)
    assert letters(c) == "FFF"


def test_uproar_plays_an_attack_of_the_draw_pile() -> None:
    """6 * 2 and the only Attack there, a Strike of 6; it costs nothing."""
    c = defect("UPROAR", draw="DEFEND_DEFECT STRIKE_DEFECT ZAP")
    play(c)
    assert (hurt(c), c.energy, ids(c.discard)) == (18, 1, ["STRIKE_DEFECT", "UPROAR"])


def test_synthesis_makes_the_next_power_free() -> None:
    """FREE_POWER_POWER: Echo Form for 0, not the Skill before it."""
    c = defect("SYNTHESIS LEAP ECHO_FORM", energy=3)
    for _ in range(3):
        play(c)
    assert (c.energy, powers_of(c.player)) == (0, {"ECHO_FORM": 1})


# Powers


def test_echo_form_plays_the_first_card_of_each_turn_twice() -> None:
    """ECHO_FORM_POWER 1: Strike twice, the second card once."""
    c = defect("STRIKE_DEFECT STRIKE_DEFECT", powers={"ECHO_FORM": 1})
    play(c)
    assert hurt(c) == 12
    play(c)
    assert hurt(c) == 18


def test_echo_form_counts_the_cards_played_before_it() -> None:
    """Echo Form itself was the first: the Strike after it is played once."""
    c = defect("ECHO_FORM STRIKE_DEFECT", energy=4)
    play(c)
    play(c)
    assert hurt(c) == 6


def test_loop_triggers_the_oldest_orb_after_the_draw() -> None:
    """LOOP_POWER 2 on F L: 2 + 2 block that stay in the new turn; Lightning acted at the turn's end only."""
    c = defect(orbs="FL", powers={"LOOP": 2})
    end(c)
    assert (c.player.block, hurt(c)) == (4, 3)


def test_hailstorm_needs_a_frost_orb_and_comes_before_the_orbs() -> None:
    """HAILSTORM_POWER 6 to all; none without Frost."""
    c = defect(orbs="F", powers={"HAILSTORM": 6}, enemies=(enemy(1), enemy(2)))
    end(c)
    assert (hurt(c), hurt(c, 1)) == (6, 6)
    c = defect(orbs="L", powers={"HAILSTORM": 6})
    end(c)
    assert hurt(c) == 3


def test_coolant_blocks_for_each_kind_of_orb() -> None:
    """COOLANT_POWER 2 with three kinds in four orbs."""
    c = defect(orbs="LFDL", slots=4, powers={"COOLANT": 2})
    end(c)
    assert c.player.block == 6


def test_storm_and_subroutine_answer_power_cards_with_what_they_were() -> None:
    """STORM_POWER 1 and SUBROUTINE_POWER 1: a second Storm channels one more, gives one energy back."""
    c = defect("STORM LEAP", powers={"STORM": 1, "SUBROUTINE": 1})
    play(c)
    assert (letters(c), c.energy) == ("L", 3)
    play(c)
    assert (letters(c), c.energy) == ("L", 2)


def test_thunder_strikes_where_an_evoked_lightning_struck() -> None:
    """THUNDER_POWER 6: 8 + 6, twice; a Frost evoke sets nothing off."""
    c = defect("DUALCAST DUALCAST", orbs="LF", powers={"THUNDER": 6})
    play(c)
    assert hurt(c) == 28
    play(c)
    assert hurt(c) == 28


def test_smokestack_and_trash_to_treasure_answer_statuses_the_player_makes() -> None:
    """SMOKESTACK_POWER 5 and TRASH_TO_TREASURE_POWER 1: Fight Through makes two Wounds."""
    c = defect("FIGHT_THROUGH", slots=9, powers={"SMOKESTACK": 5, "TRASH_TO_TREASURE": 1})
    play(c)
    assert (hurt(c), len(c.orbs)) == (10, 2)


def test_iteration_draws_at_the_first_status_of_a_turn() -> None:
    """ITERATION_POWER 2: of six cards drawn at the turn's start the first is Dazed: two more."""
    c = defect(draw="ZAP ZAP ZAP ZAP ZAP DAZED DAZED", powers={"ITERATION": 2})
    end(c)
    assert len(c.hand) == 7


def test_lightning_rod_and_spinner_channel_when_energy_comes() -> None:
    """LIGHTNING_ROD_POWER 2 falls to 1; SPINNER_POWER 1 each turn."""
    c = defect(powers={"LIGHTNING_ROD": 2, "SPINNER": 1})
    end(c)
    assert (letters(c), powers_of(c.player)) == ("LG", {"LIGHTNING_ROD": 1, "SPINNER": 1})


def test_machine_learning_draws_more() -> None:
    """MACHINE_LEARNING_POWER 2: seven cards."""
    c = defect(draw="ZAP " * 9, powers={"MACHINE_LEARNING": 2})
    end(c)
    assert len(c.hand) == 7


def test_creative_ai_makes_power_cards() -> None:
    """CREATIVE_AI_POWER 2: two Defect Powers before the hand."""
    c = defect(draw="ZAP " * 5, powers={"CREATIVE_AI": 2})
    end(c)
    assert [(card.type, card.code.definition.pool) for card in c.hand[:2]] == [("Power", "DEFECT")] * 2


def test_signal_boost_plays_the_next_power_twice() -> None:
    """SIGNAL_BOOST_POWER 1: Defragment 1 twice; it is gone then."""
    c = defect("DEFRAGMENT", powers={"SIGNAL_BOOST": 1})
    play(c)
    assert powers_of(c.player) == {"FOCUS": 2}


def test_biased_cognition_loses_focus_each_turn() -> None:
    """BIASED_COGNITION_POWER 1: 4, then 3."""
    c = defect("BIASED_COGNITION")
    play(c)
    end(c)
    assert powers_of(c.player) == {"BIASED_COGNITION": 1, "FOCUS": 3}


@pytest.mark.parametrize("name", ["HOTFIX", "FOCUSED_STRIKE+", "SYNCHRONIZE"])
def test_focus_for_a_turn_still_counts_for_the_orbs_at_its_end(name: str) -> None:
    """2 Focus (Synchronize: 2 for one kind of orb): Lightning 5 at the turn's end; gone at the next turn."""
    c = defect(name, orbs="L")
    play(c)
    before = hurt(c)
    end(c)
    assert (hurt(c) - before, powers_of(c.player)) == (5, {})


def test_consuming_shadow_evokes_the_newest_orb_at_the_turns_end() -> None:
    """CONSUMING_SHADOW_POWER 1 on L D: Lightning 3, Dark loads to 12 and goes off."""
    c = defect(orbs="LD", powers={"CONSUMING_SHADOW": 1})
    end(c)
    assert (hurt(c), letters(c)) == (15, "L")


def test_feral_returns_the_first_free_attack_of_a_turn() -> None:
    """FERAL_POWER 1: Beam Cell comes back once, then goes to the discard pile; a Strike that costs 1 does not count."""
    c = defect("STRIKE_DEFECT BEAM_CELL", powers={"FERAL": 1})
    play(c)
    play(c)
    assert ids(c.hand) == ["BEAM_CELL"]
    play(c)
    assert (ids(c.hand), ids(c.discard)) == ([], ["STRIKE_DEFECT", "BEAM_CELL"])
    end(c)
    play(c, "BEAM_CELL")
    assert "BEAM_CELL" in ids(c.hand)

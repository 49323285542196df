"""Other powers and cards of the Regent, worked out by hand from the facts named in each test."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import regent


def test_void_form_ends_the_turn_and_frees_the_first_two_cards_of_the_next() -> None:
    """Energy and stars: Comet and Devastate free, the third card costs again (powers VOID_FORM)."""
    c = regent("VOID_FORM WOUND", draw="COMET DEVASTATE DEVASTATE STRIKE_REGENT STRIKE_REGENT", stars=4)
    play(c)
    assert c.round == 3
    play(c, "COMET")
    play(c, "DEVASTATE")
    assert (c.energy, c.stars) == (3, 4)
    assert rules.card_cost(c, c.hand[0]) == "1"
    play(c, "DEVASTATE")
    assert (c.energy, c.stars) == (2, 0)


def test_monologue_gives_strength_per_card_and_takes_it_back() -> None:
    """Not for itself; 3 Strikes: 6, 7, 8; Strength 0 after the turn (powers MONOLOGUE)."""
    c = regent("MONOLOGUE STRIKE_REGENT STRIKE_REGENT STRIKE_REGENT")
    for _ in range(4):
        play(c)
    assert (c.enemies[0].hp, powers_of(c.player)["STRENGTH"]) == (200 - 6 - 7 - 8, 3)
    end(c)
    assert powers_of(c.player) == {}


def test_two_monologues_stand_side_by_side() -> None:
    """Instanced: the first pays for the second's play, both pay for the Strike."""
    c = regent("MONOLOGUE MONOLOGUE STRIKE_REGENT")
    for _ in range(3):
        play(c)
    assert powers_of(c.player)["STRENGTH"] == 1 + 2


def test_orbit_pays_one_energy_per_four_spent_over_turns() -> None:
    """2 + 1 spent, then 1 in the next turn (powers ORBIT: total over the combat)."""
    c = regent("CELESTIAL_MIGHT STRIKE_REGENT", draw="STRIKE_REGENT " * 5, powers={"ORBIT": 1})
    play(c)
    play(c)
    assert c.energy == 0
    end(c)
    play(c)
    assert c.energy == 3


def test_reflect_deals_back_what_was_blocked_and_falls_off() -> None:
    """The shown attack into 20 block comes back, unpowered; decremented at the turn start (powers REFLECT)."""
    c = regent(block=20, powers={"REFLECT": 1, "STRENGTH": 3}, enemies=(enemy(move="BUTT_MOVE"),))
    before = rules.intents(c, c.enemies[0])[0].label
    end(c)
    assert (c.enemies[0].hp, c.player.hp) == (200 - int(before), 50)
    assert "REFLECT" not in powers_of(c.player)


def test_monarchs_gaze_lowers_strength_per_hit_for_a_turn() -> None:
    """Celestial Might: three hits, -3 Strength, back after the enemy's turn."""
    c = regent("CELESTIAL_MIGHT", powers={"MONARCHS_GAZE": 1}, enemies=(enemy(block=50),))
    play(c)
    assert powers_of(c.enemies[0]) == {"STRENGTH": -3, "MONARCHS_GAZE_STRENGTH_DOWN": 3}


def test_crush_under_gives_strength_back_after_the_enemy_turn() -> None:
    """Hiss gives 2 on top (bosses_elites NIBBIT)."""
    c = regent("CRUSH_UNDER")
    play(c)
    end(c)
    assert powers_of(c.enemies[0]) == {"STRENGTH": 2}


def test_pale_blue_dot_draws_more_after_five_cards() -> None:
    """Five plays: 6 cards; four plays: 5."""
    for plays, drawn in ((5, 6), (4, 5)):
        c = regent("FALLING_STAR " * plays, stars=20, draw="WOUND " * 10, powers={"PALE_BLUE_DOT": 1})
        for _ in range(plays):
            play(c)
        end(c)
        assert len(c.hand) == drawn


def test_tyranny_draws_one_more_and_exhausts_one() -> None:
    """Six drawn, one picked away."""
    c = regent(draw="WOUND " * 10, powers={"TYRANNY": 1})
    end(c)
    assert (len(c.hand), ids(c.exhaust)) == (5, ["WOUND"])


def test_foregone_conclusion_fetches_from_the_draw_pile_first() -> None:
    """Two chosen, then five drawn; gone (powers FOREGONE_CONCLUSION)."""
    c = regent(draw="WOUND " * 6 + "COMET", powers={"FOREGONE_CONCLUSION": 2})
    end(c)
    assert (len(c.hand), powers_of(c.player)) == (7, {})


def test_spectrum_shift_and_orange_dough_make_colorless_cards() -> None:
    """One a turn; two in turn 1."""
    c = regent(draw="WOUND " * 10, powers={"SPECTRUM_SHIFT": 1})
    end(c)
    assert [x.code.definition.pool for x in c.hand].count("COLORLESS") == 1
    c = at_start("DEFEND_REGENT " * 10, character="REGENT", relics=(rules.RelicSpec("ORANGE_DOUGH"),))
    assert len(c.hand) == 7


def test_royalties_pay_after_the_fight() -> None:
    """30 gold as a reward."""
    c = regent("STRIKE_REGENT", powers={"ROYALTIES": 30}, enemies=(enemy(hp=6),))
    play(c)
    assert rules.summary(c).rewards == (("gold", 30),)


def test_bombardment_plays_itself_from_the_exhaust_pile_each_turn() -> None:
    """18 at once, 18 at the next turn start, and it stays exhausted."""
    c = regent("BOMBARDMENT")
    play(c)
    end(c)
    assert (c.enemies[0].hp, ids(c.exhaust)) == (164, ["BOMBARDMENT"])


def test_i_am_invincible_plays_itself_from_the_top_of_the_draw_pile() -> None:
    """10 block before the enemy acts; not from below."""
    c = regent(draw="WOUND I_AM_INVINCIBLE", powers={"BARRICADE": 1})
    end(c)
    assert c.player.block == 10
    c = regent(draw="I_AM_INVINCIBLE WOUND", powers={"BARRICADE": 1})
    end(c)
    assert c.player.block == 0


def test_kingly_cards_change_when_drawn() -> None:
    """Kick 4 - 1, Punch 8 + 4."""
    c = regent(draw="WOUND WOUND WOUND KINGLY_KICK KINGLY_PUNCH")
    end(c)
    kick = next(x for x in c.hand if x.id == "KINGLY_KICK")
    assert rules.card_cost(c, kick) == "3"
    play(c, "KINGLY_PUNCH")
    assert c.enemies[0].hp == 188


def test_make_it_so_comes_back_with_the_third_skill() -> None:
    """From the discard pile."""
    c = regent("VENERATE VENERATE DEFEND_REGENT", discard="MAKE_IT_SO")
    play(c)
    play(c)
    assert ids(c.hand) == ["DEFEND_REGENT"]
    play(c)
    assert ids(c.hand) == ["MAKE_IT_SO"]


def test_decisions_decisions_plays_a_skill_three_times() -> None:
    """Gather Light: 24 block, 3 stars, and the card lies in the discard pile once."""
    c = regent("DECISIONS_DECISIONS GATHER_LIGHT", stars=6)
    play(c)
    assert (c.player.block, c.stars, ids(c.discard)) == (24, 3, ["GATHER_LIGHT"])


def test_particle_wall_may_be_played_again_while_stars_last() -> None:
    """4 stars: twice, 18 block."""
    c = regent("PARTICLE_WALL", stars=4)
    play(c)
    play(c)
    assert (c.player.block, rules.unplayable_reason(c, 0)) == (18, "StarCostTooHigh")


def test_shining_strike_and_cosmic_indifference_stack_the_draw_pile() -> None:
    """The strike itself; then the discarded Comet on top of it."""
    c = regent("SHINING_STRIKE COSMIC_INDIFFERENCE", discard="COMET")
    play(c)
    play(c)
    assert ids(c.draw) == ["SHINING_STRIKE", "COMET"]


def test_heirloom_hammer_copies_a_colorless_card() -> None:
    """Finesse is colorless, Strike is not."""
    c = regent("HEIRLOOM_HAMMER STRIKE_REGENT FINESSE")
    play(c)
    assert ids(c.hand) == ["STRIKE_REGENT", "FINESSE", "FINESSE"]


def test_glow_draws_now_and_next_turn() -> None:
    """1 now, 6 next turn."""
    c = regent("GLOW", draw="WOUND " * 10)
    play(c)
    assert len(c.hand) == 1
    end(c)
    assert len(c.hand) == 6


def test_galactic_dust_counts_stars_over_fights() -> None:
    """8 on the counter and 4 spent: 10 block, 2 left."""
    c = regent("DEVASTATE", relics=(("GALACTIC_DUST", 8),))
    play(c)
    assert (c.player.block, c.relics[0].counter) == (10, 2)


def test_mini_regent_pays_once_a_turn_and_lunar_pastry_at_its_end() -> None:
    """Two star cards: 1 Strength; 1 star after the turn."""
    c = regent("CLOAK_OF_STARS CLOAK_OF_STARS", stars=2, relics=("MINI_REGENT", "LUNAR_PASTRY"))
    play(c)
    play(c)
    assert powers_of(c.player) == {"STRENGTH": 1}
    end(c)
    assert c.stars == 1


def test_regent_potions() -> None:
    """3 stars; three upgraded colorless cards."""
    c = regent(stars=0, potions=("STAR_POTION", "COSMIC_CONCOCTION", None))
    rules.use_potion(c, 0)
    rules.use_potion(c, 1)
    assert (c.stars, len(c.hand)) == (3, 3)
    assert all(x.code.definition.pool == "COLORLESS" and x.upgrades == 1 for x in c.hand)


def test_a_copy_does_not_share_stars_or_forging() -> None:
    """The original stays as it was."""
    c = regent("WROUGHT_IN_WAR", stars=2)
    before = c.key()
    play(c.copy())
    assert c.key() == before


def test_the_older_build_has_its_numbers() -> None:
    """v0.103.2: Astral Pulse 14, Bulwark 13, Monarch's Gaze costs 3."""
    c = fight("ASTRAL_PULSE BULWARK MONARCHS_GAZE", build="v0.103.2", character="REGENT", stars=3)
    assert [rules.card_cost(c, x) for x in c.hand] == ["0", "2", "3"]
    play(c)
    play(c)
    assert (c.enemies[0].hp, c.player.block) == (186, 13)

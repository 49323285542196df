"""The Regent's mechanics and interactions, worked out by hand from the facts named in each test."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import regent


def blades(c: rules.Combat) -> list[int]:
    """Shown damage of every blade, pile by pile."""
    piles = (c.hand, c.draw, c.discard, c.exhaust)
    return [rules.card_numbers(c, x)["Damage"] for p in piles for x in p if x.id == "SOVEREIGN_BLADE"]


# Stars (facts: mechanics stars)


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


# Forge (facts: mechanics forge)


def test_the_first_forge_makes_a_blade_and_later_ones_sharpen_it() -> None:
    """10 + 5 + 8 on the only blade."""
    c = regent("SPOILS_OF_BATTLE SUMMON_FORTH")
    play(c)
    assert blades(c) == [15]
    play(c)
    assert blades(c) == [23]


def test_a_blade_in_the_exhaust_pile_is_sharpened_but_does_not_count_as_there() -> None:
    """A new one is made in hand; both get +5."""
    c = regent("SPOILS_OF_BATTLE", exhaust="SOVEREIGN_BLADE")
    play(c)
    assert blades(c) == [15, 15]


def test_a_blade_in_the_draw_pile_is_enough() -> None:
    """No second one."""
    c = regent("BULWARK", draw="SOVEREIGN_BLADE")
    play(c)
    assert (blades(c), ids(c.hand)) == ([20], [])


def test_a_full_hand_sends_the_new_blade_to_the_discard_pile() -> None:
    """Furnace forges after the draw filled the hand to ten."""
    c = regent("WOUND " * 10, draw="WOUND " * 12, powers={"FURNACE": 4, "RETAIN_HAND": 1})
    end(c)
    assert (ids(c.discard), blades(c), len(c.hand)) == (["SOVEREIGN_BLADE"], [14], 10)


def test_a_blade_hits_with_what_was_forged_and_is_retained() -> None:
    """Costs 2, keeps the bonus over the turn."""
    c = regent("WROUGHT_IN_WAR")
    play(c)
    end(c)
    assert "SOVEREIGN_BLADE" in ids(c.hand)
    play(c, "SOVEREIGN_BLADE")
    assert (c.enemies[0].hp, c.energy) == (200 - 7 - 17, 1)


def test_sword_sage_adds_hits_and_parry_pays_once() -> None:
    """Two hits of 10, block 10 once (powers SWORD_SAGE, PARRY: once per play)."""
    c = regent("SOVEREIGN_BLADE", powers={"SWORD_SAGE": 1, "PARRY": 10})
    play(c)
    assert (c.enemies[0].hp, c.player.block) == (180, 10)


def test_seeking_edge_makes_the_blade_hit_all_without_a_target() -> None:
    """Target type changes with the power."""
    c = regent("SOVEREIGN_BLADE", powers={"SEEKING_EDGE": 1}, enemies=(enemy(1), enemy(2)))
    assert rules.target_type(c.hand[0], c) == "AllEnemies"
    rules.play_card(c, 0)
    assert [e.hp for e in c.enemies] == [190, 190]


def test_conqueror_doubles_blade_hits_until_the_enemy_turn_ends() -> None:
    """10 forged 3 = 13, doubled 26; a Strike stays 6; gone next turn."""
    c = regent("CONQUEROR SOVEREIGN_BLADE STRIKE_REGENT", energy=4)
    play(c, "CONQUEROR")
    play(c, "SOVEREIGN_BLADE")
    play(c, "STRIKE_REGENT")
    assert c.enemies[0].hp == 200 - 26 - 6
    end(c)
    assert "CONQUEROR" not in powers_of(c.enemies[0])


def test_furnace_forges_each_turn() -> None:
    """4 at the next turn start makes a blade of 14, then 18."""
    c = regent("FURNACE", draw="WOUND " * 15)
    play(c)
    end(c)
    assert blades(c) == [14]
    end(c)
    assert blades(c) == [18]


def test_beat_into_shape_forges_more_for_other_hits() -> None:
    """Celestial Might hits three times before: forge 5 + 3 x 5."""
    c = regent("CELESTIAL_MIGHT BEAT_INTO_SHAPE")
    play(c)
    play(c)
    assert blades(c) == [30]


def test_summon_forth_brings_blades_from_all_piles() -> None:
    """Draw, discard and exhaust pile."""
    c = regent("SUMMON_FORTH", draw="SOVEREIGN_BLADE WOUND", discard="SOVEREIGN_BLADE", exhaust="SOVEREIGN_BLADE")
    play(c)
    assert (ids(c.hand), blades(c)) == (["SOVEREIGN_BLADE"] * 3, [18, 18, 18])


def test_fencing_manual_and_kings_courage_forge() -> None:
    """10 in turn 1; the potion 15."""
    c = at_start("DEFEND_REGENT " * 10, character="REGENT", relics=(rules.RelicSpec("FENCING_MANUAL"),))
    assert blades(c) == [20]
    c = regent(potions=("KINGS_COURAGE", None, None))
    rules.use_potion(c, 0)
    assert blades(c) == [25]


# Created cards


def test_created_cards_pay_block_strength_and_supermassive() -> None:
    """Pillar of Creation 3, Arsenal 1 Strength, Regalite 2; then Supermassive 5 + 3 + 1 Strength."""
    c = regent(
        "COLLISION_COURSE SUPERMASSIVE",
        powers={"PILLAR_OF_CREATION": 3, "ARSENAL": 1},
        relics=("REGALITE",),
    )
    play(c)
    assert (c.player.block, powers_of(c.player)["STRENGTH"]) == (5, 1)
    play(c)
    assert c.enemies[0].hp == 200 - 11 - 9


def test_cards_that_enemies_make_do_not_count_as_created() -> None:
    """The Slimed of a Leaf Slime."""
    c = regent(powers={"PILLAR_OF_CREATION": 3, "BARRICADE": 1}, enemies=(enemy(id="LEAF_SLIME_S", move="GOOP_MOVE"),))
    end(c)
    assert "SLIMED" in ids(c.hand + c.draw + c.discard)
    assert c.player.block == 0


def test_transforming_hand_and_draw_pile_cards() -> None:
    """Begone: one Minion Strike; Charge+: two Minion Dive Bombs+; Guards: as many Sacrifices as picked."""
    c = regent("BEGONE WOUND DEFEND_REGENT")
    play(c)
    assert ids(c.hand) == ["MINION_STRIKE", "DEFEND_REGENT"]
    c = regent("CHARGE+", draw="WOUND WOUND")
    play(c)
    assert ids(c.draw) == ["MINION_DIVE_BOMB+", "MINION_DIVE_BOMB+"]
    c = regent("GUARDS WOUND WOUND DEFEND_REGENT")
    rules.play_card(c, 0)
    rules.choose(c, (0, 1))
    assert ids(c.hand) == ["MINION_SACRIFICE", "MINION_SACRIFICE", "DEFEND_REGENT"]


def test_vitruvian_minion_doubles_minion_cards() -> None:
    """Minion Strike 12, Minion Sacrifice 16, a Strike 6."""
    c = regent("MINION_STRIKE MINION_SACRIFICE STRIKE_REGENT", relics=("VITRUVIAN_MINION",))
    for _ in range(3):
        play(c)
    assert (c.enemies[0].hp, c.player.block) == (182, 16)


# Other powers and cards


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

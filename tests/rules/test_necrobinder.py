"""The Necrobinder's mechanics and interactions, worked out by hand from the facts named in each test."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import OstySeen
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import necro, pet


def attacker(**more: object) -> tuple[object, ...]:
    """A Nibbit that butts for 12 (bosses_elites NIBBIT)."""
    return (enemy(move="BUTT_MOVE", **more),)  # type: ignore[arg-type]


def butt(c: rules.Combat) -> int:
    """The damage of the shown attack."""
    return int(rules.intents(c, c.enemies[0])[0].label)


# Osty (facts: mechanics osty)


def test_summoning_creates_grows_and_revives() -> None:
    """Absent: 5/5. At 10/12: 15/17. Dead: comes back with what is summoned, not more."""
    for osty, after in ((None, (5, 5)), ((10, 12), (15, 17)), ((0, 12), (5, 5))):
        c = necro("BODYGUARD", osty=osty)
        play(c)
        assert pet(c) == after
        assert c.osty is not None
        assert (c.osty.alive, powers_of(c.osty)) == (True, {"DIE_FOR_YOU": 1} if osty is None else powers_of(c.osty))


def test_unblocked_attack_damage_goes_to_osty() -> None:
    """Player keeps all hp; block first: 5 of it is used."""
    c = necro(osty=(20, 20), block=5, enemies=attacker())
    damage = butt(c)
    end(c)
    assert (c.player.hp, pet(c)[0]) == (50, 20 - (damage - 5))


def test_overkill_comes_back_to_the_player() -> None:
    """Osty with 4 hp takes 4 and dies; the body stays and takes nothing more."""
    c = necro(osty=(4, 12), enemies=attacker())
    damage = butt(c)
    end(c)
    assert (c.player.hp, pet(c)) == (50 - (damage - 4), (0, 12))
    assert c.osty is not None
    assert not c.osty.alive
    end(c)
    c.player.block = 0


def test_unpowered_damage_and_hp_loss_are_not_redirected() -> None:
    """Burn 2 and Beckon 6 hit the player."""
    c = necro("BURN BECKON", osty=(20, 20))
    end(c)
    assert (c.player.hp, pet(c)) == (42, (20, 20))


def test_several_hits_are_redirected_one_by_one() -> None:
    """Buffer on the player stops no hit on Osty: it counts late, for what the player itself would lose."""
    c = necro(osty=(50, 50), powers={"BUFFER": 1}, enemies=attacker())
    damage = butt(c)
    end(c)
    assert (pet(c)[0], powers_of(c.player)) == (50 - damage, {"BUFFER": 1})


def test_vulnerable_on_the_player_still_counts() -> None:
    """The attack is aimed at the player: half more."""
    c = necro(osty=(50, 50), powers={"VULNERABLE": 3}, enemies=attacker())
    shown = butt(c)
    assert shown == 18
    end(c)
    assert pet(c)[0] == 32


def test_osty_attacks_ignore_the_players_strength_weak_and_vigor() -> None:
    """Poke 6; the target's Vulnerable makes it 9; Vigor stays (attack_mods not_used)."""
    c = necro("POKE", powers={"STRENGTH": 5, "WEAK": 2, "VIGOR": 4}, enemies=(enemy(powers={"VULNERABLE": 1}),))
    play(c)
    assert c.enemies[0].hp == 191
    assert powers_of(c.player)["VIGOR"] == 4


def test_cruelty_does_not_help_osty() -> None:
    """Vulnerable stays at half more."""
    c = necro("POKE", powers={"CRUELTY": 50}, enemies=(enemy(powers={"VULNERABLE": 1}),))
    play(c)
    assert c.enemies[0].hp == 191


def test_calcify_helps_osty_alone() -> None:
    """Poke 6 + 4, a Strike 6."""
    c = necro("POKE STRIKE_NECROBINDER", powers={"CALCIFY": 4})
    assert rules.card_numbers(c, c.hand[0])["OstyDamage"] == 10
    play(c)
    play(c)
    assert c.enemies[0].hp == 184


def test_double_damage_counts_for_the_pet() -> None:
    """Poke 12 (powers DOUBLE_DAMAGE: owner_or_pet)."""
    c = necro("POKE", powers={"DOUBLE_DAMAGE": 1})
    play(c)
    assert c.enemies[0].hp == 188


@pytest.mark.parametrize("osty", [None, (0, 12)])
def test_osty_attacks_do_nothing_without_osty(osty: tuple[int, int] | None) -> None:
    """Poke, Bone Shards, Sacrifice and High Five are spent for nothing."""
    c = necro("POKE BONE_SHARDS SACRIFICE HIGH_FIVE", osty=osty, energy=9)
    for _ in range(4):
        play(c)
    assert (c.enemies[0].hp, c.player.block, powers_of(c.enemies[0])) == (200, 0, {})


def test_unleash_and_protector_read_hp_and_max_hp() -> None:
    """6 + 7 and 10 + 30."""
    c = necro("UNLEASH PROTECTOR", osty=(7, 30))
    play(c)
    play(c)
    assert c.enemies[0].hp == 200 - 13 - 40


def test_sacrifice_gives_twice_the_max_hp_as_block() -> None:
    """Max 20: 40; Osty is dead and can be summoned again."""
    c = necro("SACRIFICE BODYGUARD", osty=(3, 20))
    play(c)
    assert (c.player.block, pet(c)) == (40, (0, 20))
    play(c)
    assert pet(c) == (5, 5)


def test_flatten_is_free_after_an_attack_of_osty() -> None:
    """Costs 2 before, 0 after Poke, 2 again next turn."""
    c = necro("FLATTEN POKE", powers={"RETAIN_HAND": 1})
    assert rules.card_cost(c, c.hand[0]) == "2"
    play(c, "POKE")
    assert rules.card_cost(c, c.hand[0]) == "0"
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "2"


def test_rattle_hits_once_more_per_earlier_attack() -> None:
    """Two Pokes, then 3 x 7."""
    c = necro("POKE POKE RATTLE")
    for _ in range(3):
        play(c)
    assert c.enemies[0].hp == 200 - 12 - 21


def test_squeeze_counts_other_osty_attacks_of_all_piles() -> None:
    """Poke in hand, Snap in the draw pile, Fetch discarded: 25 + 15."""
    c = necro("SQUEEZE POKE", draw="SNAP WOUND", discard="FETCH", exhaust="STRIKE_NECROBINDER")
    assert rules.card_numbers(c, c.hand[0])["Damage"] == 40
    play(c)
    assert c.enemies[0].hp == 160


def test_sic_em_summons_per_hit_of_osty() -> None:
    """2 a hit: Poke once, also with a killing hit; gone after the enemy's turn (powers SIC_EM)."""
    c = necro("SIC_EM POKE", enemies=(enemy(1), enemy(2)))
    play(c)
    assert pet(c) == (10, 12)
    play(c)
    assert pet(c) == (12, 14)
    end(c)
    assert powers_of(c.enemies[0]).keys() == {"STRENGTH"}


def test_fetch_draws_at_its_first_play_of_a_turn() -> None:
    """Played twice in a turn it draws once."""
    c = necro("FETCH", draw="WOUND WOUND")
    play(c)
    c.hand.append(c.discard.pop())
    play(c, "FETCH")
    assert ids(c.hand) == ["WOUND"]


def test_necro_mastery_hits_all_for_what_osty_loses() -> None:
    """Sacrifice of 10 hp: 10 to both, through block; damage redirected too."""
    c = necro("SACRIFICE", powers={"NECRO_MASTERY": 1}, enemies=(enemy(1, block=5), enemy(2)))
    play(c)
    assert [e.hp for e in c.enemies] == [190, 190]
    c = necro(osty=(50, 50), powers={"NECRO_MASTERY": 2}, enemies=attacker())
    damage = butt(c)
    end(c)
    assert c.enemies[0].hp == 200 - 2 * damage


def test_thorns_hurt_osty_behind_the_players_block() -> None:
    """Thorns 3 against 2 block: Osty loses 1 (osty.block: hits on it use the player's block)."""
    c = necro("POKE", block=2, enemies=(enemy(powers={"THORNS": 3}),))
    play(c)
    assert (c.player.block, c.player.hp, pet(c)[0]) == (0, 50, 9)


def test_bone_flute_pays_per_attack_of_osty() -> None:
    """2 block for Poke, 2 for High Five against two."""
    c = necro("POKE HIGH_FIVE", relics=("BONE_FLUTE",), enemies=(enemy(1), enemy(2)))
    play(c)
    play(c)
    assert c.player.block == 4


def test_bound_phylactery_summons_one_a_turn() -> None:
    """1 at the start, 2 in turn 2; the unbound one 5 + 2, then 2 more."""
    for relic, first, second in (("BOUND_PHYLACTERY", 1, 2), ("PHYLACTERY_UNBOUND", 7, 9)):
        c = at_start("WOUND " * 10, character="NECROBINDER", relics=(rules.RelicSpec(relic),))
        assert pet(c) == (first, first)
        c.player.block = 99
        end(c)
        assert pet(c) == (second, second)


def test_invoke_summons_next_turn() -> None:
    """2 hp and 2 energy."""
    c = necro("INVOKE", osty=None)
    play(c)
    assert c.osty is None
    end(c)
    assert (pet(c), c.energy) == ((2, 2), 5)


def test_sentry_mode_makes_gazes_that_hit_at_random() -> None:
    """One in hand next turn: 10 damage, exhausted."""
    c = necro(draw="WOUND " * 5, powers={"SENTRY_MODE": 1})
    end(c)
    assert ids(c.hand)[0] == "SWEEPING_GAZE"
    play(c)
    assert (c.enemies[0].hp, ids(c.exhaust)) == (190, ["SWEEPING_GAZE"])


def test_the_gaze_upgraded_hits_for_fifteen() -> None:
    """A random enemy takes it."""
    c = necro("SWEEPING_GAZE+", enemies=(enemy(1), enemy(2)))
    play(c)
    assert 400 - sum(e.hp for e in c.enemies) == 15


# Doom (facts: mechanics doom)


def test_doom_kills_enemies_at_the_end_of_their_turn() -> None:
    """20 hp and 21 Doom: it still acts, then dies."""
    c = necro(osty=None, enemies=(enemy(1, hp=20, move="BUTT_MOVE", powers={"DOOM": 21}), enemy(2)))
    damage = butt(c)
    end(c)
    assert c.player.hp == 50 - damage
    assert [e.combat_id for e in c.enemies] == [2]


def test_doom_equal_to_hp_kills_and_one_less_does_not() -> None:
    """hp <= amount; block is irrelevant."""
    c = necro(enemies=(enemy(1, hp=20, block=30, powers={"DOOM": 20}), enemy(2, hp=20, powers={"DOOM": 19})))
    end(c)
    assert [e.combat_id for e in c.enemies] == [2]


def test_doomed_enemies_die_in_one_batch_and_the_fight_is_won() -> None:
    """Both at once; Book Repair Knife heals 3 for each."""
    foes = (enemy(1, hp=5, powers={"DOOM": 9}), enemy(2, hp=5, powers={"DOOM": 9}))
    c = necro(relics=("BOOK_REPAIR_KNIFE",), enemies=foes)
    end(c)
    assert (c.outcome, c.player.hp) == ("won", 56)


def test_doom_on_the_player_kills_before_the_discard() -> None:
    """Neurosurge puts 3 a turn; 50 hp hold, 3 don't."""
    c = necro(powers={"NEUROSURGE": 3})
    end(c)
    assert (powers_of(c.player)["DOOM"], c.outcome) == (3, None)
    c = necro(hp=3, powers={"DOOM": 3})
    end(c)
    assert c.outcome == "lost"


def test_no_escape_grows_with_the_doom_that_is_there() -> None:
    """25 Doom: 10 + 5 x 2 more."""
    c = necro("NO_ESCAPE", enemies=(enemy(powers={"DOOM": 25}),))
    play(c)
    assert powers_of(c.enemies[0])["DOOM"] == 45


def test_times_up_deals_the_doom() -> None:
    """30, half more with Vulnerable."""
    c = necro("TIMES_UP", enemies=(enemy(powers={"DOOM": 30, "VULNERABLE": 1}),))
    play(c)
    assert c.enemies[0].hp == 155


def test_deaths_door_blocks_three_times_once_doom_was_given() -> None:
    """6 before, 18 after Scourge in the same turn."""
    c = necro("SCOURGE DEATHS_DOOR")
    play(c)
    play(c)
    assert c.player.block == 18


def test_shroud_pays_per_enemy_that_gets_doom() -> None:
    """End of Days on two enemies: 4; the player's own Doom pays nothing more than its own application."""
    c = necro("END_OF_DAYS", powers={"SHROUD": 2}, enemies=(enemy(1), enemy(2)))
    play(c)
    assert c.player.block == 4


def test_countdown_dooms_a_random_enemy_each_turn() -> None:
    """6 on one of two."""
    c = necro(powers={"COUNTDOWN": 6}, enemies=(enemy(1), enemy(2)))
    end(c)
    assert sum(e.amount("DOOM_POWER") for e in c.enemies) == 6


def test_reaper_form_dooms_for_damage_of_player_and_osty() -> None:
    """Strike 6 into 4 block counts 6; Poke 6 (powers REAPER_FORM: total includes blocked)."""
    c = necro("STRIKE_NECROBINDER POKE", powers={"REAPER_FORM": 1}, enemies=(enemy(block=4),))
    play(c)
    assert c.enemies[0].amount("DOOM_POWER") == 6
    play(c)
    assert c.enemies[0].amount("DOOM_POWER") == 12


def test_oblivion_dooms_per_card_but_not_for_itself() -> None:
    """Two Wisps: 6; gone at the end of the turn; a second one counts the old amount (latched)."""
    c = necro("OBLIVION WISP WISP OBLIVION")
    for _ in range(3):
        play(c)
    assert c.enemies[0].amount("DOOM_POWER") == 6
    play(c, "OBLIVION")
    assert powers_of(c.enemies[0]) == {"OBLIVION": 6, "DOOM": 9}
    end(c)
    assert "OBLIVION" not in powers_of(c.enemies[0])


def test_undying_sigil_halves_attacks_of_the_doomed() -> None:
    """12 Doom on 10 hp: half; on 200 hp: whole."""
    c = necro(relics=("UNDYING_SIGIL",), enemies=(enemy(1, hp=10, move="BUTT_MOVE", powers={"DOOM": 12}),))
    assert butt(c) == 6
    c = necro(relics=("UNDYING_SIGIL",), enemies=attacker(powers={"DOOM": 12}))
    assert butt(c) == 12


# Souls and Ethereal cards


def test_souls_feed_haunt_devour_life_and_soul_storm() -> None:
    """Haunt 6 through block, Osty +1, then 9 + 2 x 2 with two Souls exhausted."""
    c = necro("SOUL SOUL SOUL_STORM", powers={"HAUNT": 6, "DEVOUR_LIFE": 1}, enemies=(enemy(block=4),))
    play(c)
    assert (c.enemies[0].hp, pet(c)) == (194, (11, 13))
    play(c)
    play(c, "SOUL_STORM")
    assert c.enemies[0].hp == 200 - 12 - (13 - 4)


def test_seance_and_dirge_make_souls_in_the_draw_pile() -> None:
    """One card becomes a Soul; X = 2 makes two."""
    c = necro("SEANCE DIRGE", draw="WOUND", energy=3)
    play(c)
    assert ids(c.draw) == ["SOUL"]
    play(c)
    assert (ids(c.draw), pet(c)) == (["SOUL"] * 3, (16, 18))


def test_funerary_mask_big_hat_and_ghouls() -> None:
    """Three Souls in the draw pile, two Ethereal cards in hand; two Souls from the potion."""
    c = at_start("WOUND " * 6, character="NECROBINDER", relics=(rules.RelicSpec("FUNERARY_MASK"),))
    assert ids(c.draw).count("SOUL") == 3
    c = at_start("WOUND " * 6, character="NECROBINDER", relics=(rules.RelicSpec("BIG_HAT"),))
    assert [x.ethereal for x in c.hand].count(True) == 2
    c = necro(potions=("POT_OF_GHOULS", "BONE_BREW", None))
    rules.use_potion(c, 0)
    rules.use_potion(c, 1)
    assert (ids(c.hand), pet(c)) == (["SOUL", "SOUL"], (25, 27))


def test_pull_from_below_counts_ethereal_cards_of_the_turn() -> None:
    """Defy and Fear: two hits of 5, Vulnerable 7 each."""
    c = necro("DEFY FEAR PULL_FROM_BELOW")
    for _ in range(3):
        play(c)
    assert c.enemies[0].hp == 200 - 7 - 14


def test_banshees_cry_gets_cheaper_with_ethereal_cards() -> None:
    """9, 7 after Defy; upgraded 7, 5; 33 to all."""
    c = necro("BANSHEES_CRY BANSHEES_CRY+ DEFY", energy=8, enemies=(enemy(1), enemy(2)))
    assert [rules.card_cost(c, x) for x in c.hand] == ["9", "7", "1"]
    play(c, "DEFY")
    assert [rules.card_cost(c, x) for x in c.hand] == ["7", "5"]
    play(c)
    assert ([e.hp for e in c.enemies], c.energy) == ([167, 167], 0)


def test_spirit_of_ash_and_veilpiercer_watch_ethereal_cards() -> None:
    """4 block before Defile; it costs 0 once, the next one 1."""
    c = necro("DEFILE DEFILE", powers={"SPIRIT_OF_ASH": 4, "VEILPIERCER": 1})
    assert [rules.card_cost(c, x) for x in c.hand] == ["0", "0"]
    play(c)
    assert (c.energy, c.player.block, rules.card_cost(c, c.hand[0])) == (3, 4, "1")


def test_pagestorm_draws_for_drawn_ethereal_cards() -> None:
    """Five drawn, one of them Ethereal: six."""
    c = necro(draw="WOUND " * 6 + "DEFY", powers={"PAGESTORM": 1})
    end(c)
    assert len(c.hand) == 6


def test_call_of_the_void_makes_ethereal_cards() -> None:
    """One a turn, of the character, exhausted when it stays in hand."""
    c = necro(draw="WOUND " * 10, powers={"CALL_OF_THE_VOID": 1})
    end(c)
    made = c.hand[0]
    assert (made.ethereal, made.code.definition.pool, len(c.hand)) == (True, "NECROBINDER", 6)
    end(c)
    assert made.id in ids([x.with_(upgrades=0) for x in c.exhaust])


def test_sculpting_strike_and_snap_give_keywords() -> None:
    """A Wound becomes Ethereal; another gets Retain."""
    c = necro("SCULPTING_STRIKE WOUND")
    play(c)
    end(c)
    assert ids(c.exhaust) == ["WOUND"]
    c = necro("SNAP WOUND")
    play(c)
    end(c)
    assert ids(c.hand) == ["WOUND", "SNAP"]


# Other powers and cards


def test_borrowed_time_makes_cards_dearer_this_turn() -> None:
    """Strike 2, X unchanged; over at the end of the turn."""
    c = necro("BORROWED_TIME STRIKE_NECROBINDER ERADICATE", powers={"RETAIN_HAND": 1})
    play(c)
    assert [rules.card_cost(c, x) for x in c.hand] == ["2", "X"]
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "1"


def test_danse_macabre_and_ivory_tile_watch_costs() -> None:
    """Bury costs 4: 4 block and 1 energy; Strike nothing."""
    c = necro("BURY STRIKE_NECROBINDER", energy=5, powers={"DANSE_MACABRE": 4}, relics=("IVORY_TILE",))
    play(c)
    play(c)
    assert (c.player.block, c.energy) == (4, 1)


def test_debilitate_strengthens_vulnerable_and_weak() -> None:
    """Strike 6 x 2; its attack 12 x 0.5; one less after its turn (powers DEBILITATE)."""
    c = necro("STRIKE_NECROBINDER", enemies=attacker(powers={"DEBILITATE": 3, "VULNERABLE": 5, "WEAK": 5}))
    assert butt(c) == 6
    play(c)
    assert c.enemies[0].hp == 188
    end(c)
    assert c.enemies[0].amount("DEBILITATE_POWER") == 2


def test_hang_doubles_itself() -> None:
    """10, then 20, then 40; a Strike is not changed; Hang 2, 4, 8."""
    c = necro("HANG HANG HANG STRIKE_NECROBINDER", energy=4)
    for hp in (190, 170, 130):
        play(c)
        assert c.enemies[0].hp == hp
    assert c.enemies[0].amount("HANG_POWER") == 8
    play(c)
    assert c.enemies[0].hp == 124


def test_lethality_strengthens_the_first_attack_of_a_turn() -> None:
    """9, then 6; Osty's too: Poke 9."""
    c = necro("STRIKE_NECROBINDER STRIKE_NECROBINDER", powers={"LETHALITY": 50})
    play(c)
    play(c)
    assert c.enemies[0].hp == 185
    c = necro("POKE", powers={"LETHALITY": 50})
    play(c)
    assert c.enemies[0].hp == 191


def test_sleight_of_flesh_hits_for_each_debuff_given() -> None:
    """Putrefy: two debuffs, 9 each; Enfeebling Touch once, for the Strength it takes."""
    c = necro("PUTREFY ENFEEBLING_TOUCH", powers={"SLEIGHT_OF_FLESH": 9})
    play(c)
    assert c.enemies[0].hp == 182
    play(c)
    assert c.enemies[0].hp == 173


def test_misery_copies_debuffs_to_the_others() -> None:
    """Weak 2, Doom 5, Strength -1 go over; Plating does not."""
    c = necro(
        "MISERY", enemies=(enemy(1, powers={"WEAK": 2, "DOOM": 5, "STRENGTH": -1, "PLATING": 3}), enemy(2), enemy(3))
    )
    play(c)
    assert [powers_of(e) for e in c.enemies[1:]] == [{"WEAK": 2, "DOOM": 5, "STRENGTH": -1}] * 2


def test_demesne_and_friendship_raise_energy() -> None:
    """3 + 1 + 1, one more card."""
    c = fight(draw="WOUND " * 10, character="NECROBINDER", powers={"DEMESNE": 1, "FRIENDSHIP": 1})
    end(c)
    assert (c.energy, len(c.hand)) == (5, 6)


def test_eidolon_needs_nine_exhausted_cards() -> None:
    """Nine in hand: Intangible; eight: not."""
    for n, got in ((9, {"INTANGIBLE": 1}), (8, {})):
        c = necro("EIDOLON " + "WOUND " * n)
        play(c)
        assert (powers_of(c.player), len(c.exhaust)) == (got, n)


def test_death_march_counts_cards_drawn_in_the_turn() -> None:
    """Parse draws 3: 8 + 9."""
    c = necro("PARSE DEATH_MARCH", draw="WOUND " * 5)
    play(c)
    play(c, "DEATH_MARCH")
    assert c.enemies[0].hp == 183


def test_the_scythe_grows_for_good() -> None:
    """13, then 16 in the next fight: the deck card carries 3."""
    c = at_start("THE_SCYTHE " + "WOUND " * 4, character="NECROBINDER")
    play(c, "THE_SCYTHE")
    assert rules.summary(c).deck_changes[0][1][1:] == ("scythe_ramp", 3)


def test_melancholy_gets_cheaper_per_death() -> None:
    """3, then 2 once an enemy died."""
    c = necro("MELANCHOLY STRIKE_NECROBINDER", enemies=(enemy(1, hp=6), enemy(2)))
    play(c, "STRIKE_NECROBINDER")
    assert rules.card_cost(c, c.hand[0]) == "2"


def test_right_hand_hand_comes_back_for_costly_cards() -> None:
    """Flatten (2) brings it back, a Strike (1) does not."""
    c = necro("RIGHT_HAND_HAND STRIKE_NECROBINDER DELAY")
    play(c)
    play(c)
    assert ids(c.hand) == ["DELAY"]
    play(c)
    assert ids(c.hand) == ["RIGHT_HAND_HAND"]


def test_drain_power_and_transfigure_change_cards() -> None:
    """Two discarded Strikes upgraded; a Poke is played twice for 1 energy."""
    c = necro("DRAIN_POWER", discard="STRIKE_NECROBINDER STRIKE_NECROBINDER")
    play(c)
    assert ids(c.discard) == ["STRIKE_NECROBINDER+", "STRIKE_NECROBINDER+", "DRAIN_POWER"]
    c = necro("TRANSFIGURE POKE")
    play(c)
    assert rules.card_cost(c, c.hand[0]) == "1"
    play(c)
    assert c.enemies[0].hp == 188


def test_undeath_and_dredge_use_the_discard_pile() -> None:
    """The copy lies there; Dredge takes three back."""
    c = necro("UNDEATH DREDGE", discard="WOUND")
    play(c)
    play(c)
    assert sorted(ids(c.hand)) == ["UNDEATH", "UNDEATH", "WOUND"]


def test_forbidden_grimoire_offers_a_removal() -> None:
    """One reward of that kind."""
    c = necro("STRIKE_NECROBINDER", powers={"FORBIDDEN_GRIMOIRE": 1}, enemies=(enemy(hp=6),))
    play(c)
    assert rules.summary(c).rewards == (("card_removal", None),)


def test_bookmark_makes_a_retained_card_cheaper_until_played() -> None:
    """Reap costs 3, 2 after the turn, 3 once played."""
    c = necro("REAP", relics=("BOOKMARK",))
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "2"
    play(c, "REAP")
    assert rules.card_cost(c, c.discard[-1]) == "3"


def test_a_copy_does_not_share_osty() -> None:
    """What happens to the copy's Osty leaves the original as it was."""
    c = necro("BONE_SHARDS")
    key = c.key()
    play(c.copy())
    assert (c.key(), pet(c)) == (key, (10, 12))


def test_a_snapshot_shows_a_dead_osty_as_a_body() -> None:
    """alive False: no hp whatever is printed; it can be summoned."""
    c = fight("BODYGUARD", character="NECROBINDER", osty=OstySeen(0, 9, False))
    assert c.creature(-2) is c.osty
    play(c)
    assert pet(c) == (5, 5)

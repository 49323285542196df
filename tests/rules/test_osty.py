"""Osty, worked out by hand (facts: mechanics osty, powers, relics)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, ids, play, powers_of
from tests.rules.build_court import attacker, butt, necro, pet


def test_summoning_creates_grows_and_revives() -> None:
    """Absent: 5/5. At 10/12: 15/17. Dead: comes back with what is summoned, not more."""
    for osty, after in ((None, (5, 5)), ((10, 12), (15, 17)), ((0, 12), (5, 5))):
        c = necro("BODYGUARD SACRIFICE BODYGUARD", osty=osty)
        play(c)
        assert (pet(c), c.osty and c.osty.alive) == (after, True)
        play(c)
        play(c)
        assert c.osty is not None
        assert (pet(c), powers_of(c.osty)) == ((5, 5), {"DIE_FOR_YOU": 1})


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
    c.enemies[0].move = "BUTT_MOVE"
    hp, damage = c.player.hp, butt(c)
    end(c)
    assert (c.player.hp, pet(c)) == (hp - damage, (0, 12))


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

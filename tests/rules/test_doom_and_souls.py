"""Doom, Souls and Ethereal cards of the Necrobinder, worked out by hand (facts: mechanics doom, powers)."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, ids, play, powers_of
from tests.rules.build_court import attacker, butt, necro, pet


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

"""Forging, the Sovereign Blade and created cards, worked out by hand (facts: mechanics forge, powers)."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, ids, play, powers_of
from tests.rules.build_court import blades, regent


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

"""Ironclad interactions worked out by hand. Facts: rules.json damage_order and multipliers, cards.json, powers.json."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import answer, end, enemy, fight, ids, play, powers_of


def hp_lost(name: str, *, player: dict[str, int] | None = None, foe: dict[str, int] | None = None, **more: int) -> int:
    """Damage one card deals to a lone enemy under these powers."""
    c = fight(name, powers=player, enemies=(enemy(powers=foe),), energy=5, **more)
    play(c)
    return 200 - c.enemies[0].hp


@pytest.mark.parametrize(
    ("name", "player", "foe", "expected"),
    [
        ("STRIKE_IRONCLAD", {}, {"VULNERABLE": 1}, 9),  # 6 * 1.5
        ("STRIKE_IRONCLAD", {"WEAK": 1}, {}, 4),  # 6 * 0.75 = 4.5
        ("STRIKE_IRONCLAD", {"WEAK": 1}, {"VULNERABLE": 1}, 6),  # 6 * 1.125 = 6.75: one cut, at the end
        ("STRIKE_IRONCLAD", {"STRENGTH": 2}, {"VULNERABLE": 1}, 12),  # (6 + 2) * 1.5
        ("STRIKE_IRONCLAD", {"STRENGTH": -8}, {}, 0),  # not below 0
        ("UNRELENTING+", {"SHRINK": -1}, {"VULNERABLE": 1}, 21),  # 20 * 0.7 * 1.5 = 21 exactly
        ("BASH", {"SHRINK": -1}, {}, 5),  # 8 * 0.7 = 5.6
        ("STRIKE_IRONCLAD", {"CRUELTY": 25}, {"VULNERABLE": 1}, 10),  # 6 * 1.75 = 10.5
        ("BULLY", {}, {"VULNERABLE": 3}, 15),  # (4 + 2 * 3) * 1.5
        ("BULLY+", {}, {"VULNERABLE": 3}, 19),  # (4 + 3 * 3) * 1.5 = 19.5
        ("DISMANTLE", {}, {"VULNERABLE": 1}, 24),  # two hits of 12
        ("TWIN_STRIKE", {"VIGOR": 8}, {}, 26),  # both hits 5 + 8
        ("TWIN_STRIKE", {"GIGANTIFICATION": 1}, {}, 30),  # both hits tripled
        ("STRIKE_IRONCLAD", {}, {"SLIPPERY": 3}, 1),
        ("STRIKE_IRONCLAD", {}, {"INTANGIBLE": 1}, 1),
    ],
)
def test_damage_goes_through_the_pipeline_in_order(
    name: str, player: dict[str, int], foe: dict[str, int], expected: int
) -> None:
    """Additions before factors, factors kept as exact decimals, cut once."""
    assert hp_lost(name, player=player, foe=foe) == expected


def test_vigor_is_spent_by_one_attack_and_gigantification_by_one_stack() -> None:
    """After the attack Vigor is gone and Gigantification has lost one of two."""
    c = fight("TWIN_STRIKE", powers={"VIGOR": 8, "GIGANTIFICATION": 2})
    play(c)
    assert powers_of(c.player) == {"GIGANTIFICATION": 1}


def test_molten_fist_doubles_vulnerable_after_its_damage() -> None:
    """10 * 1.5 damage, Vulnerable 2 becomes 4."""
    c = fight("MOLTEN_FIST", enemies=(enemy(powers={"VULNERABLE": 2}),))
    play(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (185, {"VULNERABLE": 4})


def test_dominate_counts_the_vulnerable_it_just_applied() -> None:
    """Vulnerable 2 becomes 3, so Strength 3."""
    c = fight("DOMINATE", enemies=(enemy(powers={"VULNERABLE": 2}),))
    play(c)
    assert powers_of(c.player) == {"STRENGTH": 3}


def test_rampage_grows_with_each_play_of_that_card() -> None:
    """9, then 9 + 5 when the same card is played again; upgraded 9 + 9."""
    for name, second in (("RAMPAGE", 14), ("RAMPAGE+", 18)):
        c = fight(name)
        play(c)
        c.hand.append(c.discard.pop())
        play(c)
        assert 200 - c.enemies[0].hp == 9 + second


def test_stomp_costs_one_less_for_each_attack_of_the_turn() -> None:
    """3, after two Strikes 1."""
    c = fight("STOMP STRIKE_IRONCLAD STRIKE_IRONCLAD")
    assert rules.card_cost(c, c.hand[0]) == "3"
    play(c, "STRIKE_IRONCLAD")
    play(c, "STRIKE_IRONCLAD")
    assert rules.card_cost(c, c.hand[0]) == "1"


@pytest.mark.parametrize(
    ("name", "count", "expected"),
    [
        ("SPITE", {"hp_losses": 1}, 10),
        ("SPITE+", {"hp_losses": 1}, 15),
        ("TEAR_ASUNDER", {"hp_losses_fight": 2}, 15),
    ],
)
def test_earlier_hp_losses_add_hits(name: str, count: dict[str, int], expected: int) -> None:
    """Spite hits twice (upgraded thrice) after a loss this turn; Tear Asunder once more for each loss of the fight."""
    assert hp_lost(name, **count) == expected


def test_an_exhaust_this_turn_doubles_evil_eye_and_pays_forgotten_ritual() -> None:
    """8 + 8 block, 3 energy (4 upgraded) for 1."""
    c = fight("EVIL_EYE FORGOTTEN_RITUAL FORGOTTEN_RITUAL+", exhausted=1)
    play(c)
    assert c.player.block == 16
    play(c)
    play(c)
    assert c.energy == 3 - 1 - 1 + 3 - 1 + 4


def test_thrash_grows_by_the_exhausted_attack() -> None:
    """Strike (6) is exhausted: the next Thrash deals 2 * (4 + 6)."""
    c = fight("THRASH STRIKE_IRONCLAD")
    play(c, "THRASH")
    assert ids(c.exhaust) == ["STRIKE_IRONCLAD"]
    c.hand.append(c.discard.pop())
    play(c)
    assert 200 - c.enemies[0].hp == 8 + 20


def test_feed_raises_max_hp_only_when_it_kills_a_creature_that_counts() -> None:
    """+3 max hp and hp for a kill, nothing for a minion."""
    c = fight("FEED", enemies=(enemy(1, hp=10), enemy(2)))
    play(c)
    assert (c.player.hp, c.player.max_hp) == (53, 83)
    c = fight("FEED", enemies=(enemy(1, hp=10, powers={"MINION": 1}), enemy(2)))
    play(c)
    assert (c.player.hp, c.player.max_hp) == (50, 80)


def test_pillage_draws_until_something_that_is_no_attack() -> None:
    """Bash and Strike on top, then Defend: three cards."""
    c = fight("PILLAGE", draw="WOUND DEFEND_IRONCLAD STRIKE_IRONCLAD BASH")
    play(c)
    assert ids(c.hand) == ["BASH", "STRIKE_IRONCLAD", "DEFEND_IRONCLAD"]


def test_primal_force_turns_hand_attacks_into_giant_rocks() -> None:
    """Attacks become Giant Rocks (16), upgraded ones (20) with the upgraded card."""
    c = fight("PRIMAL_FORCE STRIKE_IRONCLAD DEFEND_IRONCLAD BASH")
    play(c)
    assert ids(c.hand) == ["GIANT_ROCK", "DEFEND_IRONCLAD", "GIANT_ROCK"]
    play(c, "GIANT_ROCK")
    assert c.enemies[0].hp == 200 - 16
    c = fight("PRIMAL_FORCE+ STRIKE_IRONCLAD")
    play(c)
    play(c, "GIANT_ROCK")
    assert c.enemies[0].hp == 200 - 20


def test_second_wind_with_feel_no_pain_gains_block_twice_per_card() -> None:
    """Two non-attacks: 2 * (3 + 5)."""
    c = fight("SECOND_WIND DEFEND_IRONCLAD WOUND BASH", powers={"FEEL_NO_PAIN": 3})
    play(c)
    assert (c.player.block, ids(c.hand)) == (16, ["BASH"])


def test_corruption_makes_skills_free_and_exhausts_them() -> None:
    """Defend costs 0 and is exhausted; Feel No Pain and Dark Embrace see it."""
    c = fight("DEFEND_IRONCLAD", draw="BASH", powers={"CORRUPTION": 1, "FEEL_NO_PAIN": 3, "DARK_EMBRACE": 1})
    assert rules.card_cost(c, c.hand[0]) == "0"
    play(c)
    assert (c.energy, c.player.block, ids(c.exhaust), ids(c.hand)) == (3, 8, ["DEFEND_IRONCLAD"], ["BASH"])


def test_one_two_punch_repeats_the_next_attack_only() -> None:
    """Defend once, Strike twice, the next Strike once."""
    c = fight("DEFEND_IRONCLAD STRIKE_IRONCLAD STRIKE_IRONCLAD", powers={"ONE_TWO_PUNCH": 1})
    play(c, "DEFEND_IRONCLAD")
    play(c, "STRIKE_IRONCLAD")
    assert (c.player.block, c.enemies[0].hp) == (5, 188)
    play(c, "STRIKE_IRONCLAD")
    assert c.enemies[0].hp == 182


def test_duplication_repeats_any_card_and_ends_with_the_turn() -> None:
    """Defend twice; an unused stack is gone next turn."""
    c = fight("DEFEND_IRONCLAD", powers={"DUPLICATION": 2})
    play(c)
    assert (c.player.block, powers_of(c.player)) == (10, {"DUPLICATION": 1})
    end(c)
    assert powers_of(c.player) == {}


def test_free_attack_pays_for_the_next_attack() -> None:
    """Bash costs 0, the stack is spent."""
    c = fight("BASH", powers={"FREE_ATTACK": 1})
    play(c)
    assert (c.energy, powers_of(c.player)) == (3, {})


def test_rage_gives_block_once_per_attack_card() -> None:
    """Twin Strike: 3, not 6; gone next turn."""
    c = fight("TWIN_STRIKE", powers={"RAGE": 3})
    play(c)
    assert c.player.block == 3
    end(c)
    assert powers_of(c.player) == {}


def test_rupture_pays_after_the_card_that_cost_hp() -> None:
    """Hemokinesis still deals 15; then Strength 1."""
    c = fight("HEMOKINESIS", powers={"RUPTURE": 1})
    play(c)
    assert (c.enemies[0].hp, powers_of(c.player)) == (185, {"RUPTURE": 1, "STRENGTH": 1})


def test_inferno_burns_all_enemies_for_each_own_turn_loss() -> None:
    """Bloodletting: 6 to both; unpowered, so Strength does not count."""
    c = fight("BLOODLETTING", powers={"INFERNO": 6, "STRENGTH": 5}, enemies=(enemy(1), enemy(2)))
    play(c)
    assert [e.hp for e in c.enemies] == [194, 194]


def test_juggernaut_strikes_once_for_each_block_gain() -> None:
    """Evil Eye after an exhaust gains twice: 6 + 6."""
    c = fight("EVIL_EYE", powers={"JUGGERNAUT": 6}, exhausted=1)
    play(c)
    assert c.enemies[0].hp == 188


def test_unmovable_doubles_the_first_card_that_blocks() -> None:
    """10, then 5; both gains of one Evil Eye would double."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD", powers={"UNMOVABLE": 1})
    play(c)
    play(c)
    assert c.player.block == 15
    c = fight("EVIL_EYE", powers={"UNMOVABLE": 1}, exhausted=1)
    play(c)
    assert c.player.block == 32


def test_vicious_draws_for_each_enemy_made_vulnerable_but_not_through_artifact() -> None:
    """Thunderclap on two enemies, one with Artifact: one card."""
    c = fight(
        "THUNDERCLAP",
        draw="WOUND WOUND WOUND",
        powers={"VICIOUS": 1},
        enemies=(enemy(1), enemy(2, powers={"ARTIFACT": 1})),
    )
    play(c)
    assert len(c.hand) == 1
    assert powers_of(c.enemies[1]) == {}


def test_juggling_copies_the_third_attack_of_the_turn() -> None:
    """Three Strikes: a copy of the third in hand; the fourth makes none."""
    c = fight("STRIKE_IRONCLAD " * 3, powers={"JUGGLING": 1}, energy=4)
    for _ in range(3):
        play(c)
    assert ids(c.hand) == ["STRIKE_IRONCLAD"]
    play(c)
    assert c.hand == []


def test_hellraiser_plays_drawn_strikes_in_the_middle_of_a_draw() -> None:
    """Shrug It Off draws Pommel Strike: it plays itself (9) and draws the Wound."""
    c = fight("SHRUG_IT_OFF", draw="WOUND POMMEL_STRIKE", powers={"HELLRAISER": 1})
    play(c)
    assert (c.enemies[0].hp, ids(c.hand), ids(c.discard)) == (191, ["WOUND"], ["POMMEL_STRIKE", "SHRUG_IT_OFF"])


def test_havoc_exhausts_the_attack_it_plays() -> None:
    """Bash from the top: 8 and Vulnerable 2, then exhausted."""
    c = fight("HAVOC", draw="WOUND BASH")
    play(c)
    assert (c.enemies[0].hp, ids(c.exhaust), powers_of(c.enemies[0])) == (192, ["BASH"], {"VULNERABLE": 2})


def test_headbutt_asks_which_discarded_card_goes_on_top() -> None:
    """A grid choice of the discard pile; the picked card is drawn next."""
    c = fight("HEADBUTT", discard="BASH WOUND DEFEND_IRONCLAD")
    rules.play_card(c, 0, 1)
    assert c.pending is not None
    assert (c.pending.kind, c.pending.min, c.pending.max) == ("grid", 1, 1)
    rules.choose(c, (2,))
    assert (ids(c.draw), ids(c.discard)) == (["DEFEND_IRONCLAD"], ["BASH", "WOUND", "HEADBUTT"])


def test_a_pending_choice_can_be_copied_and_both_copies_go_on() -> None:
    """Burning Pact: the copies exhaust different cards and draw two each."""
    c = fight("BURNING_PACT BASH WOUND", draw="DAZED DAZED DAZED")
    rules.play_card(c, 0)
    other = c.copy()
    rules.choose(c, (0,))
    rules.choose(other, (1,))
    assert (ids(c.exhaust), ids(c.hand)) == (["BASH"], ["WOUND", "DAZED", "DAZED"])
    assert (ids(other.exhaust), ids(other.hand)) == (["WOUND"], ["BASH", "DAZED", "DAZED"])


def test_armaments_asks_for_an_upgrade_in_the_hand() -> None:
    """upgrade_select mode; only cards that can be upgraded are offered."""
    c = fight("ARMAMENTS STRIKE_IRONCLAD WOUND BASH")
    rules.play_card(c, 0)
    assert c.pending is not None
    assert (c.pending.kind, c.pending.mode, ids(c.pending.cards)) == (
        "hand",
        "upgrade_select",
        ["STRIKE_IRONCLAD", "BASH"],
    )
    rules.choose(c, (1,))
    assert ids(c.hand) == ["STRIKE_IRONCLAD", "WOUND", "BASH+"]


def test_true_grit_chooses_only_when_upgraded() -> None:
    """Base: random at once. Upgraded: asks."""
    c = fight("TRUE_GRIT WOUND BASH")
    rules.play_card(c, 0)
    assert (c.pending, len(c.exhaust)) == (None, 1)
    c = fight("TRUE_GRIT+ WOUND BASH")
    rules.play_card(c, 0)
    assert c.pending is not None
    answer(c)
    assert ids(c.exhaust) == ["WOUND"]


def test_drum_of_battle_gives_energy_when_exhausted() -> None:
    """Fiend Fire burns a Drum (2) and an upgraded one (3)."""
    c = fight("FIEND_FIRE DRUM_OF_BATTLE DRUM_OF_BATTLE+")
    play(c)
    assert c.energy == 3 - 2 + 2 + 3


def test_expect_a_fight_counts_hand_attacks_then_forbids_energy() -> None:
    """Two attacks: +2; Bloodletting gives nothing after it."""
    c = fight("EXPECT_A_FIGHT STRIKE_IRONCLAD BASH BLOODLETTING")
    play(c)
    assert c.energy == 3 - 2 + 2
    play(c, "BLOODLETTING")
    assert c.energy == 3


def test_no_draw_stops_later_draws_until_the_turn_ends() -> None:
    """Battle Trance draws 3, Pommel Strike nothing; the next hand draw is whole."""
    c = fight("BATTLE_TRANCE POMMEL_STRIKE", draw="DEFEND_IRONCLAD " * 9)
    play(c)
    play(c, "POMMEL_STRIKE")
    assert len(c.hand) == 3
    end(c)
    assert len(c.hand) == 5


def test_whirlwind_spends_all_energy_and_chemical_x_adds_two() -> None:
    """2 energy: 2 * 5 to each; with the relic 4 * 5."""
    for relics, each in (((), 10), (("CHEMICAL_X",), 20)):
        c = fight("WHIRLWIND", energy=2, relics=relics, enemies=(enemy(1), enemy(2)))
        play(c)
        assert ([200 - e.hp for e in c.enemies], c.energy) == ([each, each], 0)


def test_body_slam_reads_block_and_strength_adds() -> None:
    """7 block, Strength 2: 9."""
    assert hp_lost("BODY_SLAM", player={"STRENGTH": 2}, block=7) == 9


def test_killing_the_last_enemy_wins_and_burning_blood_heals() -> None:
    """6 hp at the end; Black Blood 12."""
    for relic, hp in (("BURNING_BLOOD", 56), ("BLACK_BLOOD", 62)):
        c = fight("STRIKE_IRONCLAD", relics=(relic,), enemies=(enemy(hp=6),))
        play(c)
        assert (c.outcome, rules.summary(c).hp) == ("won", hp)


def test_a_set_cost_beats_an_added_one_in_the_newer_build_only() -> None:
    """Free Attack with Tangled 1 on top: 0 in v0.107.1 (sets come last); v0.103.2 takes powers in order, 0 + 1."""
    for build, expected in (("v0.107.1", "0"), ("v0.103.2", "1")):
        vines = enemy(id="VINE_SHAMBLER", move="GRASPING_VINES_MOVE")
        c = fight(draw="STRIKE_IRONCLAD", powers={"FREE_ATTACK": 1}, enemies=(vines,), build=build)
        end(c)
        assert rules.card_cost(c, c.hand[0]) == expected, build


def test_omnislice_passes_overkill_on_and_fisticuffs_blocks_what_it_removed() -> None:
    """8 on an enemy with 3 hp: the other still takes 8. Fisticuffs on one with 3 hp: 3 block."""
    c = fight("OMNISLICE", enemies=(enemy(1, hp=3), enemy(2)))
    play(c)
    assert [e.hp for e in c.enemies] == [192]
    c = fight("FISTICUFFS", enemies=(enemy(1, hp=3), enemy(2)))
    play(c)
    assert c.player.block == 3


def test_neows_fury_lets_the_player_take_up_to_two_discarded_cards() -> None:
    """As the captured screen shows: a pile choice of none to two."""
    c = fight("NEOWS_FURY", discard="BASH WOUND DEFEND_IRONCLAD")
    rules.play_card(c, 0, 1)
    assert c.pending is not None
    assert (c.pending.kind, c.pending.min, c.pending.max, ids(c.pending.cards)) == (
        "grid",
        0,
        2,
        ["BASH", "WOUND", "DEFEND_IRONCLAD"],
    )
    rules.choose(c, (0, 2))
    assert (ids(c.hand), ids(c.discard)) == (["BASH", "DEFEND_IRONCLAD"], ["WOUND"])

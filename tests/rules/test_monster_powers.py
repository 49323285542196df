"""Powers of monsters that answer attacks, wake, shriek or feed, each in a fight worked out by hand."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.idle import idle, one

# Reactions to attacks -------------------------------------------------------------------------------------------------


def test_skittish_blocks_once_a_turn_after_all_hits_of_the_first_attack_that_hurts() -> None:
    """SKITTISH 6: Twin Strike lands both hits (10), then 6 block stand; the next attack meets them, no more come."""
    c = one("TWIN_STRIKE STRIKE_IRONCLAD", foe={"SKITTISH": 6})
    foe = c.enemies[0]
    play(c, "TWIN_STRIKE")
    assert (foe.hp, foe.block) == (190, 6)
    play(c, "STRIKE_IRONCLAD")
    assert (foe.hp, foe.block) == (190, 0)
    end(c)
    play(c)
    assert foe.block == 6


def test_skittish_ignores_blocked_attacks_and_damage_without_a_card() -> None:
    """SKITTISH 6: an attack caught by block starts nothing."""
    c = one("STRIKE_IRONCLAD", foe={"SKITTISH": 6})
    c.enemies[0].block = 50
    play(c)
    assert c.enemies[0].block == 44


def test_curl_up_pays_once_after_the_whole_card() -> None:
    """CURL_UP 14: Twin Strike deals 10, then 14 block and the power is gone."""
    c = one("TWIN_STRIKE STRIKE_IRONCLAD", foe={"CURL_UP": 14})
    play(c, "TWIN_STRIKE")
    assert (c.enemies[0].hp, c.enemies[0].block, powers_of(c.enemies[0])) == (190, 14, {})
    play(c, "STRIKE_IRONCLAD")
    assert c.enemies[0].block == 8


def test_hardened_shell_limits_the_loss_of_a_turn() -> None:
    """HARDENED_SHELL 20: three Strikes (18) cost 18, the fourth 2, the fifth nothing; next turn it starts over."""
    c = one("STRIKE_IRONCLAD " * 5, foe={"HARDENED_SHELL": 20})
    for expected in (194, 188, 182, 180, 180):
        play(c)
        assert c.enemies[0].hp == expected
    end(c)
    play(c)
    assert c.enemies[0].hp == 174


def test_hard_to_kill_caps_each_hit_whatever_it_is() -> None:
    """HARD_TO_KILL 9: Bludgeon's 32 become 9; Strike's 6 stay 6."""
    c = one("BLUDGEON STRIKE_IRONCLAD", foe={"HARD_TO_KILL": 9})
    play(c, "BLUDGEON")
    assert c.enemies[0].hp == 191
    play(c, "STRIKE_IRONCLAD")
    assert c.enemies[0].hp == 185


def test_soar_halves_attacks() -> None:
    """SOAR: Strike's 6 become 3."""
    c = one("STRIKE_IRONCLAD", foe={"SOAR": 1})
    play(c)
    assert c.enemies[0].hp == 197


def test_flutter_halves_attacks_and_its_last_stack_stuns() -> None:
    """FLUTTER 2: Twin Strike deals 2 twice; the Hopper then loses its turn and goes on after the move it showed."""
    c = fight(
        "TWIN_STRIKE", enemies=(enemy(id="THIEVING_HOPPER", move="HAT_TRICK_MOVE", powers={"FLUTTER": 2}),), hp=80
    )
    play(c)
    foe = c.enemies[0]
    assert (foe.hp, powers_of(foe)) == (196, {})
    assert [i.type for i in rules.intents(c, foe)] == ["Stun"]
    end(c)
    assert (c.player.hp, foe.move) == (80, "NAB_MOVE")


def test_personal_hive_shuffles_dazed_in_for_every_hit() -> None:
    """PERSONAL_HIVE 2: Twin Strike's two hits put 4 Dazed into the draw pile."""
    c = one("TWIN_STRIKE", foe={"PERSONAL_HIVE": 2})
    play(c)
    assert ids(c.draw) == ["DAZED"] * 4


def test_enrage_answers_skills_only() -> None:
    """ENRAGE 2: Defend gives it 2 Strength, Strike nothing."""
    c = one("DEFEND_IRONCLAD STRIKE_IRONCLAD", foe={"ENRAGE": 2})
    play(c, "STRIKE_IRONCLAD")
    play(c, "DEFEND_IRONCLAD")
    assert powers_of(c.enemies[0]) == {"ENRAGE": 2, "STRENGTH": 2}


def test_burrowed_keeps_its_block_until_it_breaks_and_then_dazes() -> None:
    """BURROWED: 10 block stay over its turn; breaking them ends it, and DIZZY replaces the move."""
    foe = enemy(id="TUNNELER", move="BELOW_MOVE_1", block=10, powers={"BURROWED": 1})
    c = fight("STRIKE_IRONCLAD STRIKE_IRONCLAD", enemies=(foe,), hp=80)
    play(c)
    assert c.enemies[0].block == 4
    play(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0]), c.enemies[0].move) == (198, {}, "DIZZY_MOVE")
    end(c)
    assert c.enemies[0].move == "BITE_MOVE"
    c = fight(enemies=(enemy(id="TUNNELER", move="BELOW_MOVE_1", block=10, powers={"BURROWED": 1}),), hp=80)
    end(c)
    assert (c.enemies[0].block, c.player.hp) == (10, 57)


# Sleep, shrieks, time limits ------------------------------------------------------------------------------------------


def lagavulin(hand: str = "") -> rules.Combat:
    """A sleeping Matriarch with 3 turns to go and 12 Plating."""
    foe = enemy(id="LAGAVULIN_MATRIARCH", move="SLEEP_MOVE", powers={"PLATING": 12, "ASLEEP": 3})
    return fight(hand, enemies=(foe,), hp=80)


def test_hurting_a_sleeper_stuns_it_and_strips_its_plating() -> None:
    """ASLEEP: a hit that costs hp wakes it: no Plating, a stunned turn, then SLASH."""
    c = lagavulin("STRIKE_IRONCLAD")
    play(c)
    foe = c.enemies[0]
    assert (powers_of(foe), [i.type for i in rules.intents(c, foe)]) == ({}, ["Stun"])
    end(c)
    assert (foe.move, c.player.hp) == ("SLASH_MOVE", 80)


def test_a_sleeper_left_alone_wakes_unstunned_after_three_turns() -> None:
    """ASLEEP 3: two more sleeping turns with Plating's block, then awake without it and SLASH at once."""
    c = lagavulin()
    foe = c.enemies[0]
    end(c)
    assert (foe.move, foe.block, foe.powers["ASLEEP_POWER"].amount) == ("SLEEP_MOVE", 11, 2)
    end(c)
    assert foe.move == "SLEEP_MOVE"
    end(c)
    assert (foe.move, foe.block, powers_of(foe)) == ("SLASH_MOVE", 0, {})


def test_slumber_is_shortened_by_hits_and_by_turns() -> None:
    """SLUMBER 3: a hit takes one, a turn another, the next hit ends it with a stun and ROLL_OUT after it."""
    foe = enemy(id="SLUMBERING_BEETLE", move="SNORE_MOVE", powers={"SLUMBER": 3})
    c = fight("STRIKE_IRONCLAD", enemies=(foe,), hp=80)
    play(c)
    end(c)
    assert (c.enemies[0].move, c.enemies[0].powers["SLUMBER_POWER"].amount) == ("SNORE_MOVE", 1)
    play(c)
    assert (powers_of(c.enemies[0]), [i.type for i in rules.intents(c, c.enemies[0])]) == ({}, ["Stun"])
    end(c)
    assert c.enemies[0].move == "ROLL_OUT_MOVE"


def test_shriek_stuns_the_eel_at_half_hp_and_terror_follows() -> None:
    """SHRIEK 70: a hit that leaves 70 or less stuns; then TERROR (99 Vulnerable), then CRASH again."""
    c = fight(
        "STRIKE_IRONCLAD", enemies=(enemy(id="TERROR_EEL", hp=76, move="CRASH_MOVE", powers={"SHRIEK": 70}),), hp=80
    )
    play(c)
    foe = c.enemies[0]
    assert (foe.hp, foe.move, powers_of(foe)) == (70, "STUN_MOVE", {})
    end(c)
    assert (foe.move, c.player.hp) == ("TERROR_MOVE", 80)
    end(c)
    assert (foe.move, powers_of(c.player)) == ("CRASH_MOVE", {"VULNERABLE": 99})


def test_a_battleworn_dummy_leaves_after_three_turns() -> None:
    """Time limit 3: the fight ends with the third enemy turn; nobody is killed."""
    c = at_start(monsters=("BATTLE_FRIEND_V1",))
    for _ in range(2):
        end(c)
        assert c.outcome is None
    end(c)
    result = rules.summary(c)
    assert (result.outcome, result.escaped, result.killed) == ("won", ("BATTLE_FRIEND_V1",), ())


# Attacks that feed ----------------------------------------------------------------------------------------------------


def test_suck_gains_strength_after_the_attack_for_each_hit_that_hurt() -> None:
    """SUCK 3: LASH 3x2 against 3 block: one hit hurts, the second is not stronger, then 3 Strength."""
    c = fight(enemies=(enemy(id="FOSSIL_STALKER", move="LASH_MOVE", powers={"SUCK": 3}),), block=3)
    end(c)
    assert (c.player.hp, powers_of(c.enemies[0])) == (47, {"SUCK": 3, "STRENGTH": 3})
    c = fight(enemies=(enemy(id="FOSSIL_STALKER", move="LASH_MOVE", powers={"SUCK": 3}),))
    end(c)
    assert (c.player.hp, powers_of(c.enemies[0])) == (44, {"SUCK": 3, "STRENGTH": 6})


def test_paper_cuts_take_max_hp_for_each_hit_that_hurts() -> None:
    """PAPER_CUTS 2: CHEW 5x2 with 5 block: one hit, max hp 80 to 78."""
    c = fight(enemies=(enemy(id="SCROLL_OF_BITING", move="CHEW", powers={"PAPER_CUTS": 2}),), block=5)
    end(c)
    assert (c.player.hp, c.player.max_hp) == (45, 78)


@pytest.mark.parametrize(("block", "move"), [(15, "DIZZY_MOVE"), (14, "HEADBUTT_MOVE"), (0, "HEADBUTT_MOVE")])
def test_a_fully_blocked_headbutt_dizzies_the_rock(block: int, move: str) -> None:
    """IMBALANCED: 15 damage into 15 block: stunned next; into 14: not."""
    c = fight(enemies=(enemy(id="BOWLBUG_ROCK", move="HEADBUTT_MOVE", powers={"IMBALANCED": 1}),), block=block)
    end(c)
    assert c.enemies[0].move == move
    if move == "DIZZY_MOVE":
        end(c)
        assert c.enemies[0].move == "HEADBUTT_MOVE"


def test_thorns_of_toad_and_toadpole_go_with_their_attack() -> None:
    """SPIKE_EXPLOSION takes its 5 Thorns back, SPIKE_SPIT its 2 before hitting."""
    toad = enemy(1, "SPINY_TOAD", 200, "SPIKE_EXPLOSION_MOVE", powers={"THORNS": 5})
    pole = enemy(2, "TOADPOLE", 200, "SPIKE_SPIT_MOVE", powers={"THORNS": 2})
    c = fight(enemies=(toad, pole), hp=80)
    end(c)
    assert [powers_of(e) for e in c.enemies] == [{}, {}]
    assert c.player.hp == 80 - 23 - 9


def test_high_voltage_charges_after_each_turn() -> None:
    """HIGH_VOLTAGE 2: ZAP 14, then 16."""
    c = fight(enemies=(enemy(id="ZAPBOT", move="ZAP", powers={"HIGH_VOLTAGE": 2}),), hp=80)
    end(c)
    assert rules.intents(c, c.enemies[0])[0].label == "16"


def test_an_entomancer_with_three_hives_gains_strength_instead() -> None:
    """PHEROMONE_SPIT: below 3, a hive and 1 Strength; at 3, 2 Strength."""
    c = fight(enemies=(enemy(id="ENTOMANCER", move="PHEROMONE_SPIT_MOVE", powers={"PERSONAL_HIVE": 3}),))
    end(c)
    assert powers_of(c.enemies[0]) == {"PERSONAL_HIVE": 3, "STRENGTH": 2}


def test_a_frog_knight_charges_once_below_half() -> None:
    """After FOR_THE_QUEEN at 99 of 200 hp: BEETLE_CHARGE, later never again."""
    foe = enemy(id="FROG_KNIGHT", hp=99, move="FOR_THE_QUEEN")
    c = fight(enemies=(foe,), hp=80)
    moves = []
    for _ in range(5):
        c.player.hp = 80
        end(c)
        moves.append(c.enemies[0].move)
    assert moves == ["BEETLE_CHARGE", "TONGUE_LASH", "STRIKE_DOWN_EVIL", "FOR_THE_QUEEN", "TONGUE_LASH"]


def test_siphons_and_ponders_heal() -> None:
    """SIPHON heals 10 (15 in the older build), PONDER 30, and not beyond max hp."""
    for build, name, move, hp in (
        ("v0.107.1", "WATERFALL_GIANT", "SIPHON_MOVE", 110),
        ("v0.103.2", "WATERFALL_GIANT", "SIPHON_MOVE", 115),
        ("v0.107.1", "KNOWLEDGE_DEMON", "PONDER_MOVE", 130),
    ):
        c = fight(enemies=(enemy(id=name, hp=100, move=move),), build=build)
        end(c)
        assert c.enemies[0].hp == hp


def test_statuses_go_where_the_facts_say() -> None:
    """BECKON: draw and discard; TOXIC and FLAMETHROWER: the hand; NOISE: draw and discard; GROWL: 5 Burns at A9."""
    for name, move, ascension, hand, elsewhere in (
        ("SOUL_FYSH", "BECKON_MOVE", 0, [], ["BECKON", "BECKON"]),
        ("MYTE", "TOXIC_MOVE", 0, ["TOXIC", "TOXIC"], []),
        ("MECHA_KNIGHT", "FLAMETHROWER_MOVE", 0, ["BURN"] * 4, []),
        ("NOISEBOT", "NOISE_MOVE", 0, [], ["DAZED", "DAZED"]),
        ("TEST_SUBJECT", "BURNING_GROWL_MOVE", 9, [], ["BURN"] * 5),
    ):
        c = fight(enemies=(enemy(id=name, move=move),), powers={"MIND_ROT": 5}, ascension=ascension)
        end(c)
        assert (ids(c.hand), ids(c.draw) + ids(c.discard)) == (hand, elsewhere), name


def test_a_bosss_intangible_lasts_through_the_next_player_turn() -> None:
    """FADE: Intangible 2 is 1 after the enemy turn; Bludgeon costs it 1 hp."""
    c = fight("", draw="BLUDGEON", enemies=(enemy(id="SOUL_FYSH", move="FADE_MOVE"),))
    end(c)
    assert powers_of(c.enemies[0]) == {"INTANGIBLE": 1}
    play(c)
    assert c.enemies[0].hp == 199
    end(c)
    assert powers_of(c.enemies[0]) == {}


def test_an_obscura_strengthens_its_illusion_which_comes_back() -> None:
    """SAIL: Strength 3 for the Parafright only; killed, it revives with 21 hp."""
    c = fight(
        "STRIKE_IRONCLAD",
        enemies=(
            enemy(1, "PARAFRIGHT", 6, "SLAM_MOVE", powers={"ILLUSION": 1, "MINION": 1}),
            enemy(2, "THE_OBSCURA", 200, "SAIL_MOVE"),
        ),
        hp=80,
    )
    c.enemies[0].max_hp = 21
    end(c)
    assert [powers_of(e) for e in c.enemies] == [{"ILLUSION": 1, "MINION": 1, "STRENGTH": 3}, {}]
    play(c)
    assert not c.enemies[0].alive
    end(c)
    assert (c.enemies[0].hp, c.enemies[0].move) == (21, "SLAM_MOVE")


def test_clay_and_gravity_and_bombs() -> None:
    """SELF_FORMING_CLAY 3: 3 block next turn, once; GRAVITY 4: 4 to all per card; MAGIC_BOMB 9: 9 at the end."""
    c = one("DEFEND_IRONCLAD", powers={"SELF_FORMING_CLAY": 3, "GRAVITY": 4, "MAGIC_BOMB": 9})
    play(c)
    assert c.enemies[0].hp == 196
    end(c)
    assert (c.player.hp, c.player.block, powers_of(c.player)) == (46, 3, {})


def test_the_doormaker_of_the_older_build_exhausts_blocks_draws_and_drains() -> None:
    """HUNGER exhausts Attacks and Skills, SCRUTINY forbids drawing by cards, GRASP takes an energy per card."""
    old = "v0.103.2"
    c = fight(enemies=(enemy(id="DOORMAKER", move="DRAMATIC_OPEN_MOVE"),), build=old, draw="DEFEND_IRONCLAD INFLAME")
    end(c)
    play(c, "DEFEND_IRONCLAD")
    play(c, "INFLAME")
    assert ids(c.exhaust) == ["DEFEND_IRONCLAD"]
    foe = idle(powers={"SCRUTINY": 1})
    c = fight("BATTLE_TRANCE", enemies=(foe,), build=old, draw="WOUND " * 5)
    play(c)
    assert ids(c.hand) == []
    foe = idle(powers={"GRASP": 1})
    c = fight("DEFEND_IRONCLAD", enemies=(foe,), build=old)
    play(c)
    assert c.energy == 1

"""Powers and afflictions that monsters bring, each in a fight worked out by hand from powers and mechanics."""

from __future__ import annotations

from itertools import pairwise

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of

IDLE = "NOTHING_MOVE"


def idle(combat_id: int = 1, **more: object) -> object:
    """An enemy that does nothing, with the powers given."""
    return enemy(combat_id, id="BATTLE_FRIEND_V1", move=IDLE, **more)  # type: ignore[arg-type]


def one(hand: str, **more: object) -> rules.Combat:
    """A fight against one idle enemy of 200 hp with the powers given, and energy for everything."""
    powers = more.pop("foe", {})
    return fight(hand, energy=9, enemies=(idle(powers=powers),), **more)  # type: ignore[arg-type]


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


# Sleep, shrieks, time limits -----------------------------------------------------------------------------------------


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


# Deaths, bodies, summons ----------------------------------------------------------------------------------------------


def test_a_corpse_slug_eats_a_fallen_one_and_gains_strength() -> None:
    """RAVENOUS 4: the survivor is stunned, has 4 Strength, then makes the move it showed."""
    slug = {"id": "CORPSE_SLUG", "powers": {"RAVENOUS": 4}}
    c = fight(
        "STRIKE_IRONCLAD",
        enemies=(enemy(1, hp=6, move="GOOP_MOVE", **slug), enemy(2, move="GLOMP_MOVE", **slug)),  # type: ignore[arg-type]
    )
    play(c)
    foe = c.enemies[0]
    assert (foe.combat_id, powers_of(foe)) == (2, {"RAVENOUS": 4, "STRENGTH": 4})
    end(c)
    assert (c.player.hp, foe.move) == (50, "GLOMP_MOVE")
    end(c)
    assert c.player.hp == 38  # 8 + 4


def test_gremlins_jump_out_of_the_coat_and_the_fat_one_carries_the_gold() -> None:
    """SURPRISE and THIEVERY 20: GIMME takes 20 of 100 gold; the Fat Gremlin killed before it flees pays it back."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("GREMLIN_MERC",), gold=100)
    end(c)
    assert (c.gold, c.gold_delta) == (80, -20)
    c.enemies[0].hp = 6
    play(c)
    assert [e.id for e in c.enemies] == ["SNEAKY_GREMLIN", "FAT_GREMLIN"]
    assert powers_of(c.enemies[1]) == {"HEIST": 20}
    assert c.outcome is None
    c.enemies[1].hp = 6
    play(c, target=c.enemies[1].combat_id)
    assert c.rewards == (("gold", 20),)


def test_a_fleeing_gremlin_takes_the_gold_along() -> None:
    """FLEE_MOVE after the stunned turn: it is gone, no reward, and the fight goes on with the other one."""
    c = at_start("DEFEND_IRONCLAD " * 10, monsters=("SNEAKY_GREMLIN", "FAT_GREMLIN"))
    end(c)
    end(c)
    assert [e.id for e in c.enemies] == ["SNEAKY_GREMLIN"]
    assert (rules.summary(c).escaped, c.rewards, c.outcome) == (("FAT_GREMLIN",), (), None)


def test_a_hopper_steals_a_deck_card_for_good_unless_it_dies() -> None:
    """THIEVERY_MOVE: one card is out of the piles and of the deck; killing the thief brings it back to the deck."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("THIEVING_HOPPER",), ascension=0)
    end(c)
    (kind, index), *rest = c.deck_changes
    assert (kind, rest) == ("remove", [])
    assert len(c.hand) + len(c.draw) + len(c.discard) == 9
    assert all(card.deck_index != index for card in (*c.hand, *c.draw, *c.discard))
    c.enemies[0].hp = 1
    play(c)
    assert (c.outcome, c.deck_changes) == ("won", ())


def test_a_hopper_likes_uncommon_cards_best() -> None:
    """As in all 18 thefts of the recorded runs; without one it takes a Common before a Basic."""
    for deck, stolen in (
        ("STRIKE_IRONCLAD " * 8 + "ANGER INFLAME DEMON_FORM", 9),
        ("STRIKE_IRONCLAD " * 9 + "ANGER", 9),
    ):
        c = at_start(deck, monsters=("THIEVING_HOPPER",), seed=3)
        end(c)
        assert c.deck_changes == (("remove", stolen),)


def test_the_giant_holds_out_one_turn_and_blows_up() -> None:
    """STEAM_ERUPTION 21: at 0 hp it stays, stunned, then deals 21 and the fight is won."""
    foe = enemy(id="WATERFALL_GIANT", hp=6, move="STOMP_MOVE", powers={"STEAM_ERUPTION": 21, "STRENGTH": 3})
    c = fight("STRIKE_IRONCLAD", enemies=(foe,), hp=50)
    play(c)
    giant = c.enemies[0]
    assert (giant.alive, giant.hp, powers_of(giant)) == (True, 999999999, {"STEAM_ERUPTION": 21})
    assert [i.type for i in rules.intents(c, giant)] == ["Stun"]
    end(c)
    assert [(i.type, i.label) for i in rules.intents(c, giant)] == [("DeathBlow", "21")]
    assert (c.player.hp, powers_of(giant)) == (50, {})
    end(c)
    assert (c.player.hp, c.outcome, c.killed) == (29, "won", ("WATERFALL_GIANT",))


def test_the_pressure_gun_hits_five_harder_each_time() -> None:
    """PRESSURE_GUN: 20, then 25."""
    c = at_start(monsters=("WATERFALL_GIANT",))
    shown = []
    for _ in range(12):
        c.player.hp = 80
        foe = c.enemies[0]
        if foe.move == "PRESSURE_GUN_MOVE":
            shown.append(rules.intents(c, foe)[0].label)
        end(c)
    assert shown == ["20", "25"]


def test_gas_bombs_explode_and_leave_with_the_fog() -> None:
    """BLOAT brings a bomb that waits, then hits for 8 and dies; killing the fog ends the fight with bombs about."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("LIVING_FOG",))
    end(c)
    end(c)
    assert [e.id for e in c.enemies] == ["GAS_BOMB", "LIVING_FOG"]
    before = c.player.hp
    end(c)
    assert c.player.hp == before - 8 - 8
    assert [e.id for e in c.enemies] == ["LIVING_FOG"]
    end(c)
    assert [e.id for e in c.enemies] == ["GAS_BOMB", "GAS_BOMB", "LIVING_FOG"]
    c.enemies[-1].hp = 1
    play(c, target=1)
    assert c.outcome == "won"


def test_a_rat_calls_one_more_rat_once() -> None:
    """CALL_FOR_BACKUP: never before its third move, one rat at a time, at most five on the field."""
    for seed in range(12):
        c = at_start("DEFEND_IRONCLAD " * 10, encounter="TWO_TAILED_RATS_NORMAL", monsters=(), seed=seed)
        for turn in range(9):
            c.player.hp = 80
            assert turn >= 2 or all(e.move != "CALL_FOR_BACKUP_MOVE" for e in c.enemies)
            assert len(c.enemies) <= 5
            end(c)
        assert max(e.history.count("CALL_FOR_BACKUP_MOVE") for e in c.enemies) == 1


def test_an_axebot_comes_back_stronger_while_it_has_stock() -> None:
    """STOCK 2: after the first death a fresh bot boots up with 10 block and 3 Strength, after the second with 6."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("AXEBOT",))
    for stock, strength in (({"STOCK": 1}, 3), ({}, 6)):
        c.player.hp = 80
        c.enemies[0].hp = 1
        c.enemies[0].block = 0
        play(c, target=c.enemies[0].combat_id)
        (bot,) = c.enemies
        assert (powers_of(bot), bot.move, bot.hp >= 70) == (stock, "BOOT_UP_MOVE", True)
        end(c)
        assert (bot.block, bot.powers["STRENGTH_POWER"].amount, bot.move) == (10, strength, "HAMMER_UPPERCUT_MOVE")
    c.enemies[0].hp = 1
    c.enemies[0].block = 0
    play(c, target=c.enemies[0].combat_id)
    assert c.outcome == "won"


def test_a_segment_lies_a_turn_and_reattaches_with_25_hp() -> None:
    """REATTACH: dead, untargetable, then 25 hp; its debuffs and Strength are gone."""
    low = enemy(
        1, "DECIMILLIPEDE_SEGMENT_FRONT", 6, "WRITHE_MOVE", powers={"REATTACH": 25, "STRENGTH": 2, "VULNERABLE": 1}
    )
    c = fight("STRIKE_IRONCLAD", enemies=(low, idle(2)), hp=80)  # type: ignore[arg-type]
    play(c)
    body = c.enemies[0]
    assert (body.alive, powers_of(body), rules.valid_targets(c), rules.intents(c, body)) == (
        False,
        {"REATTACH": 25},
        [2],
        [],
    )
    end(c)
    assert (body.alive, body.move) == (False, "REATTACH_MOVE")
    end(c)
    assert (body.alive, body.hp) == (True, 25)


def test_all_segments_down_ends_the_fight_and_only_the_last_counts_as_fatal() -> None:
    """Two segments at 6 hp: the first kill is no Fatal one (Feed gives nothing), the second wins and is."""
    segments = tuple(enemy(n, "DECIMILLIPEDE_SEGMENT_FRONT", 6, "WRITHE_MOVE", powers={"REATTACH": 25}) for n in (1, 2))
    c = fight("FEED FEED", enemies=segments)
    play(c, target=1)
    assert (c.outcome, c.player.max_hp) == (None, 80)
    play(c, target=2)
    assert (c.outcome, c.player.max_hp) == ("won", 83)


def test_the_test_subject_has_three_lives() -> None:
    """ADAPTABLE: 100 hp with Enrage; 200 with Painful Stabs; 300 with Nemesis; the third death is the last."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("TEST_SUBJECT",))
    foe = c.enemies[0]
    lives = [(200, {"ADAPTABLE": 1, "PAINFUL_STABS": 1}, "MULTI_CLAW_MOVE"), (300, {"NEMESIS": 1, "INTANGIBLE": 1}, "")]
    for hp, powers, move in lives:
        c.player.hp = 80
        foe.hp = 1
        play(c)
        assert (foe.alive, c.outcome, rules.valid_targets(c)) == (False, None, [])
        end(c)
        assert (foe.alive, foe.hp, foe.max_hp, powers_of(foe)) == (True, hp, hp, powers)
        assert foe.move == (move or "PHASE3_LACERATE_MOVE")
    c.player.hp = 80
    foe.hp = 1
    play(c)
    assert c.outcome == "won"


def test_multi_claw_strikes_once_more_each_time() -> None:
    """MULTI_CLAW: 3 hits, then 4; each hit that hurts puts a Wound away (Painful Stabs 1)."""
    foe = enemy(id="TEST_SUBJECT", move="MULTI_CLAW_MOVE", powers={"ADAPTABLE": 1, "PAINFUL_STABS": 1})
    c = fight(enemies=(foe,), hp=80, block=15)
    assert rules.intents(c, c.enemies[0])[0].label == "10x3"
    end(c)
    assert (c.player.hp, ids(c.discard) + ids(c.hand)) == (65, ["WOUND", "WOUND"])
    assert rules.intents(c, c.enemies[0])[0].label == "10x4"


def test_nemesis_is_intangible_every_other_turn() -> None:
    """NEMESIS: on after the first enemy turn for the whole round, off after the second, on again after the third."""
    c = one("", foe={"NEMESIS": 1})
    seen = []
    for _ in range(3):
        end(c)
        seen.append("INTANGIBLE_POWER" in c.enemies[0].powers)
    assert seen == [True, False, True]


def test_the_queen_rages_when_her_amalgam_falls() -> None:
    """Shown BURN_BRIGHT becomes ENRAGE at once; afterwards OFF_WITH_YOUR_HEAD."""
    c = fight(
        "STRIKE_IRONCLAD",
        enemies=(
            enemy(1, "TORCH_HEAD_AMALGAM", 6, "BEAM_MOVE", powers={"MINION": 1}),
            enemy(2, "QUEEN", 200, "BURN_BRIGHT_FOR_ME_MOVE"),
        ),
    )
    play(c)
    assert [(e.id, e.move) for e in c.enemies] == [("QUEEN", "ENRAGE_MOVE")]
    end(c)
    assert (powers_of(c.enemies[0]), c.enemies[0].move) == ({"STRENGTH": 2}, "OFF_WITH_YOUR_HEAD_MOVE")


def test_burning_bright_strengthens_the_amalgam_and_shields_the_queen() -> None:
    """BURN_BRIGHT: Strength 1 for the other, 20 block for her."""
    c = fight(
        enemies=(
            enemy(1, "TORCH_HEAD_AMALGAM", 200, "TACKLE_1_MOVE", powers={"MINION": 1}),
            enemy(2, "QUEEN", 200, "BURN_BRIGHT_FOR_ME_MOVE"),
        ),
        hp=80,
    )
    end(c)
    assert (powers_of(c.enemies[0]), c.enemies[1].block, c.enemies[1].move) == (
        {"MINION": 1, "STRENGTH": 1},
        20,
        "BURN_BRIGHT_FOR_ME_MOVE",
    )


def test_an_ovicopter_lays_minions_and_lays_again_when_few_are_left() -> None:
    """LAY_EGGS: 3 eggs that hatch next turn; with two others alive it lays again, with three it eats."""
    c = at_start("DEFEND_IRONCLAD " * 10, monsters=("OVICOPTER",))
    end(c)
    assert [e.id for e in c.enemies] == ["TOUGH_EGG"] * 3 + ["OVICOPTER"]
    assert all(powers_of(e) == {"HATCH": 1, "MINION": 1} for e in c.enemies[:3])
    end(c)
    assert all((e.move, powers_of(e)) == ("NIBBLE_MOVE", {"MINION": 1}) for e in c.enemies[:3])
    c.player.hp = 80
    c.enemies.pop(0)
    end(c)
    assert c.enemies[-1].move == "LAY_EGGS_MOVE"


def test_a_fabricator_builds_one_bot_of_each_kind_and_stops_at_four() -> None:
    """FABRICATE: a guard or noise bot and a stab or zap bot, never the same twice in a row; with 4 it disintegrates."""
    for seed in range(10):
        c = at_start("DEFEND_IRONCLAD " * 10, monsters=("FABRICATOR",), seed=seed)
        for _ in range(6):
            c.player.hp = 80
            end(c)
            assert len(c.enemies) <= 5
        assert c.enemies[-1].move == "DISINTEGRATE_MOVE"
        bots = sorted((e.combat_id, e.id) for e in c.enemies[:-1])
        for kind in ({"GUARDBOT", "NOISEBOT"}, {"STABBOT", "ZAPBOT"}):
            line = [name for _, name in bots if name in kind]
            assert all(a != b for a, b in pairwise(line))


def test_a_guardbot_guards_its_fabricator() -> None:
    """GUARD_MOVE: 15 block for the Fabricator, none for itself or another bot."""
    c = fight(
        enemies=(
            enemy(1, "GUARDBOT", 20, "GUARD_MOVE", powers={"MINION": 1}),
            enemy(2, "STABBOT", 20, "STAB_MOVE", powers={"MINION": 1}),
            enemy(3, "FABRICATOR", 100, "DISINTEGRATE_MOVE"),
        ),
        hp=80,
    )
    end(c)
    assert [e.block for e in c.enemies] == [0, 0, 15]


def test_rampart_shields_the_turret_at_the_players_turn_start_and_the_shield_smashes_alone() -> None:
    """RAMPART 25: the Turret Operator has 25 block each turn; when it is gone the Living Shield smashes."""
    c = fight(
        "STRIKE_IRONCLAD",
        enemies=(
            enemy(1, "LIVING_SHIELD", 55, "SHIELD_SLAM_MOVE", powers={"RAMPART": 25}),
            enemy(2, "TURRET_OPERATOR", 1, "RELOAD_MOVE"),
        ),
        hp=80,
    )
    end(c)
    assert [e.block for e in c.enemies] == [0, 25]
    c.enemies[1].block = 0
    play(c, target=2)
    end(c)
    assert c.enemies[0].move == "SMASH_MOVE"


def test_stolen_strength_comes_back_when_the_thief_falls() -> None:
    """POSSESS_STRENGTH: -2 twice, and 4 back at its death."""
    foe = enemy(1, "THE_LOST", 200, "DEBILITATING_SMOG", powers={"POSSESS_STRENGTH": 1})
    c = fight("STRIKE_IRONCLAD", enemies=(foe, idle(2)), hp=80)  # type: ignore[arg-type]
    for _ in range(3):
        end(c)
    assert powers_of(c.player) == {"STRENGTH": -4}
    c.enemies[0].hp = 1
    play(c)
    assert powers_of(c.player) == {}


def test_dread_grows_with_the_forgottens_dexterity() -> None:
    """DREAD: 13, and 15 after one Miasma; its 8 block are 8 (the Dexterity comes after)."""
    c = at_start(monsters=("THE_FORGOTTEN",))
    end(c)
    assert c.enemies[0].block == 8
    assert rules.intents(c, c.enemies[0])[0].label == "15"


# The crabs ------------------------------------------------------------------------------------------------------------


def crabs(hand: str = "", **more: object) -> rules.Combat:
    """Crusher left, Rocket right, the player turned right; both are about to hit (Crusher 12, Rocket 18)."""
    return fight(
        hand,
        enemies=(
            enemy(1, "CRUSHER", 200, "THRASH_MOVE", powers={"BACK_ATTACK_LEFT": 1, "CRAB_RAGE": 1}),
            enemy(2, "ROCKET", 200, "PRECISION_BEAM_MOVE", powers={"BACK_ATTACK_RIGHT": 1, "CRAB_RAGE": 1}),
        ),
        powers={"SURROUNDED": 1},
        hp=80,
        **more,  # type: ignore[arg-type]
    )


def test_the_crab_behind_hits_half_harder_and_a_card_turns_the_player() -> None:
    """SURROUNDED: facing Rocket, Crusher's 12 are 18; after a Strike at Crusher, Rocket's 18 are 27."""
    c = crabs("STRIKE_IRONCLAD DEFEND_IRONCLAD")
    assert [rules.intents(c, e)[0].label for e in c.enemies] == ["18", "18"]
    play(c, "DEFEND_IRONCLAD")
    assert [rules.intents(c, e)[0].label for e in c.enemies] == ["18", "18"]
    play(c, "STRIKE_IRONCLAD", target=1)
    assert [rules.intents(c, e)[0].label for e in c.enemies] == ["12", "27"]


def test_a_thrown_potion_turns_the_player_too() -> None:
    """A Fire Potion at Crusher: now Rocket is behind."""
    c = crabs(potions=("FIRE_POTION", None, None))
    rules.use_potion(c, 0, 1)
    assert [rules.intents(c, e)[0].label for e in c.enemies] == ["12", "27"]


def test_the_last_crab_rages_and_is_faced() -> None:
    """CRAB_RAGE: Strength 6 and 99 block once; the player faces the survivor (12 + 6, not half more)."""
    c = crabs("STRIKE_IRONCLAD")
    c.enemies[1].hp = 6
    play(c, target=2)
    (crusher,) = c.enemies
    assert (crusher.block, powers_of(crusher)) == (99, {"BACK_ATTACK_LEFT": 1, "STRENGTH": 6})
    assert rules.intents(c, crusher)[0].label == "18"


# Debuffs on the player ------------------------------------------------------------------------------------------------


def test_sandpit_swallows_the_player_at_zero_and_escapes_deepen_it() -> None:
    """SANDPIT 2: 1 after an enemy turn; Frantic Escape adds 1 and costs 2 from then on; at 0 the fight is lost."""
    c = fight(
        "FRANTIC_ESCAPE", enemies=(enemy(id="THE_INSATIABLE", move="SALIVATE_MOVE", powers={"SANDPIT": 2}),), hp=80
    )
    play(c)
    foe = c.enemies[0]
    assert (foe.powers["SANDPIT_POWER"].amount, c.energy) == (3, 2)
    assert rules.card_cost(c, c.discard[0]) == "2"
    end(c)
    end(c)
    assert (foe.powers["SANDPIT_POWER"].amount, c.outcome) == (1, None)
    end(c)
    assert (c.outcome, c.player.hp) == ("lost", 0)


def test_the_ground_liquefies_with_six_escapes() -> None:
    """LIQUIFY_GROUND: Sandpit 4, three Frantic Escapes in the draw and three in the discard pile."""
    c = fight(enemies=(enemy(id="THE_INSATIABLE", move="LIQUIFY_GROUND_MOVE"),), draw="WOUND " * 5)
    end(c)
    assert powers_of(c.enemies[0]) == {"SANDPIT": 4}
    assert (ids(c.discard).count("FRANTIC_ESCAPE"), (ids(c.draw) + ids(c.hand)).count("FRANTIC_ESCAPE")) == (3, 3)


def test_the_demon_offers_three_curses_in_turn() -> None:
    """Disintegration 6 or Mind Rot; 7 or Sloth; 8 or Waste Away; no skipping; the choice can be copied over."""
    c = at_start("WOUND " * 10, monsters=("KNOWLEDGE_DEMON",))
    offers = []
    for turn in range(9):
        c.player.hp = 80
        rules.end_turn(c)
        if turn in (0, 4, 8):
            assert c.pending is not None
            assert (c.pending.kind, c.pending.can_skip) == ("choose", False)
            offers.append([card.id for card in c.pending.cards])
            twin = c.copy()
            rules.choose(twin, (0,))
            rules.choose(c, (1,))
    assert offers == [["DISINTEGRATION", "MIND_ROT"], ["DISINTEGRATION", "SLOTH"], ["DISINTEGRATION", "WASTE_AWAY"]]
    assert powers_of(c.player) == {"MIND_ROT": 1, "SLOTH": 3, "WASTE_AWAY": 1}
    assert powers_of(twin.player) == {"MIND_ROT": 1, "SLOTH": 3, "DISINTEGRATION": 8}
    assert (len(c.hand), c.energy, rules.max_energy(c)) == (4, 2, 2)


def test_disintegration_hurts_at_the_turns_end_through_block_left() -> None:
    """DISINTEGRATION 6 against 4 block: 2 hp."""
    c = one("", powers={"DISINTEGRATION": 6}, block=4)
    end(c)
    assert c.player.hp == 48


def test_sloth_lets_three_cards_be_played() -> None:
    """SLOTH 3: the fourth card is blocked, next turn three again."""
    c = one("DEFEND_IRONCLAD " * 4, powers={"SLOTH": 3})
    for _ in range(3):
        play(c)
    assert rules.unplayable_reason(c, 0) == "BlockedByHook"
    end(c)
    assert rules.unplayable_reason(c, 0) is None


def test_tender_takes_strength_and_dexterity_per_card_until_the_turns_end() -> None:
    """TENDER 1: after two Defends (5 + 4) Strike deals 4; then all comes back."""
    c = one("DEFEND_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD", powers={"TENDER": 1})
    play(c, "DEFEND_IRONCLAD")
    play(c, "DEFEND_IRONCLAD")
    assert c.player.block == 9
    play(c, "STRIKE_IRONCLAD")
    assert c.enemies[0].hp == 196
    assert powers_of(c.player) == {"TENDER": 1, "STRENGTH": -3, "DEXTERITY": -3}
    end(c)
    assert powers_of(c.player) == {"TENDER": 1}


def test_chains_bind_the_first_cards_drawn_and_one_of_them_may_be_played() -> None:
    """CHAINS_OF_BINDING 3: three of five drawn are Bound; after one of them the others are blocked; then all free."""
    c = one("", powers={"CHAINS_OF_BINDING": 3}, draw="DEFEND_IRONCLAD " * 9)
    end(c)
    bound = [i for i, card in enumerate(c.hand) if card.affliction == ("BOUND", 1)]
    assert bound == [0, 1, 2]
    rules.play_card(c, 4)
    assert rules.unplayable_reason(c, 0) is None
    rules.play_card(c, 0)
    assert [rules.unplayable_reason(c, i) for i in range(3)] == ["BlockedByHook", "BlockedByHook", None]
    end(c)
    assert sum(card.affliction is not None for card in (*c.hand, *c.discard, *c.draw)) == 3
    assert rules.unplayable_reason(c, 0) is None


def test_hex_makes_cards_ethereal_while_its_knight_lives() -> None:
    """HEX: hand cards exhaust at the turn's end, new cards too; with the knight dead they are as before."""
    knight = enemy(1, "SPECTRAL_KNIGHT", 200, "HEX")
    c = fight("", draw="DEFEND_IRONCLAD STRIKE_IRONCLAD APPARITION", enemies=(knight, idle(2)), hp=80)  # type: ignore[arg-type]
    end(c)
    assert all(card.ethereal and card.affliction is not None for card in c.hand)
    twin = c.copy()
    end(twin)
    assert sorted(ids(twin.exhaust)) == ["APPARITION", "DEFEND_IRONCLAD", "STRIKE_IRONCLAD"]
    c.enemies[0].hp = 1
    play(c, "STRIKE_IRONCLAD")
    assert powers_of(c.player) == {}
    assert {card.id: card.ethereal for card in (*c.hand, *c.discard)} == {
        "DEFEND_IRONCLAD": False,
        "STRIKE_IRONCLAD": False,
        "APPARITION": True,
    }


def test_dampen_lowers_upgraded_cards_and_gives_them_back() -> None:
    """DAMPEN: Strike+ deals 6 and costs as before; after the Magi Knight's death it deals 9 again."""
    c = fight(
        "",
        draw="STRIKE_IRONCLAD+ STRIKE_IRONCLAD+ DEFEND_IRONCLAD",
        enemies=(enemy(1, "MAGI_KNIGHT", 200, "DAMPEN_MOVE"), idle(2)),  # type: ignore[arg-type]
        hp=80,
    )
    end(c)
    assert sorted(ids(c.hand)) == ["DEFEND_IRONCLAD", "STRIKE_IRONCLAD", "STRIKE_IRONCLAD"]
    c.enemies[0].hp = 6
    play(c, "STRIKE_IRONCLAD", target=1)
    assert [e.combat_id for e in c.enemies] == [2]
    assert sorted(ids(c.hand) + ids(c.discard)) == ["DEFEND_IRONCLAD", "STRIKE_IRONCLAD+", "STRIKE_IRONCLAD+"]
    play(c, "STRIKE_IRONCLAD", target=2)
    assert c.enemies[0].hp == 191


def test_galvanized_powers_shock_whoever_plays_them() -> None:
    """GALVANIC 6: playing Inflame costs 6 hp, block first; a Strike costs nothing."""
    c = at_start("INFLAME " * 5, monsters=("GLOBE_HEAD",))
    assert all(card.affliction == ("GALVANIZED", 6) for card in c.hand)
    c.player.block = 2
    play(c, "INFLAME")
    assert c.player.hp == 46


def test_tainted_skills_make_hits_harder_until_the_enemy_turn_ends() -> None:
    """VITAL_SPARK 2 (v0.107.1): after two Defends JAB's 15 are 19; afterwards the debuff is gone."""
    c = at_start("DEFEND_IRONCLAD " * 5, monsters=("INFESTED_PRISM",))
    play(c)
    play(c)
    assert powers_of(c.player) == {"TAINTED": 4}
    assert rules.intents(c, c.enemies[0])[0].label == "19"
    end(c)
    assert (c.player.hp, powers_of(c.player)) == (50 - 9, {})


def test_vital_spark_gave_energy_in_the_older_build() -> None:
    """VITAL_SPARK (v0.103.2): the first attack of a turn that costs hp gives 1 energy."""
    c = fight("STRIKE_IRONCLAD STRIKE_IRONCLAD", enemies=(idle(powers={"VITAL_SPARK": 1}),), build="v0.103.2")  # type: ignore[arg-type]
    play(c)
    assert c.energy == 3
    play(c)
    assert c.energy == 2


def test_wither_comes_with_every_sixth_card_and_grows() -> None:
    """WITHERING_PRESENCE 6: the sixth card brings a Wither of 3 damage; INCREASING_INTENSITY makes all deal 6."""
    foe = enemy(id="AEONGLASS", move="INCREASING_INTENSITY_MOVE", powers={"WITHERING_PRESENCE": 6})
    c = fight("DEFEND_IRONCLAD " * 6, enemies=(foe,), energy=9)
    for n in range(6):
        assert "WITHER" not in ids(c.hand), n
        play(c, "DEFEND_IRONCLAD")
    assert ids(c.hand) == ["WITHER"]
    c.player.block = 0
    end(c)
    assert c.player.hp == 47
    assert [card.counter("growth") for card in (*c.hand, *c.discard, *c.draw) if card.id == "WITHER"] == [3, 3]


def test_increasing_intensity_gains_one_more_each_time() -> None:
    """Aeonglass: Strength 3, then 4 more."""
    c = at_start("WOUND " * 10, monsters=("AEONGLASS",))
    for _ in range(6):
        c.player.hp = 80
        end(c)
    assert c.enemies[0].powers["STRENGTH_POWER"].amount == 7


def test_smog_stops_the_second_skill_of_a_turn() -> None:
    """SMOGGY: after one Skill the others are blocked, Attacks are not; next turn one may be played again."""
    c = one("DEFEND_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD", powers={"SMOGGY": 1})
    play(c, "DEFEND_IRONCLAD")
    assert [rules.unplayable_reason(c, i) for i in range(2)] == ["BlockedByHook", None]
    end(c)
    assert all(rules.unplayable_reason(c, i) is None for i in range(len(c.hand)))


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


def test_the_doormaker_of_the_older_build_exhausts_blocks_draws_and_drains() -> None:
    """HUNGER exhausts Attacks and Skills, SCRUTINY forbids drawing by cards, GRASP takes an energy per card."""
    old = "v0.103.2"
    c = fight(enemies=(enemy(id="DOORMAKER", move="DRAMATIC_OPEN_MOVE"),), build=old, draw="DEFEND_IRONCLAD INFLAME")
    end(c)
    play(c, "DEFEND_IRONCLAD")
    play(c, "INFLAME")
    assert ids(c.exhaust) == ["DEFEND_IRONCLAD"]
    foe = idle(powers={"SCRUTINY": 1})
    c = fight("BATTLE_TRANCE", enemies=(foe,), build=old, draw="WOUND " * 5)  # type: ignore[arg-type]
    play(c)
    assert ids(c.hand) == []
    foe = idle(powers={"GRASP": 1})
    c = fight("DEFEND_IRONCLAD", enemies=(foe,), build=old)  # type: ignore[arg-type]
    play(c)
    assert c.energy == 1

"""Deaths that are no end: bodies that come back, heirs, thieves, summons, the crabs; worked out by hand."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.idle import idle, one

# Deaths, bodies, summons ----------------------------------------------------------------------------------------------


def test_a_corpse_slug_eats_a_fallen_one_and_gains_strength() -> None:
    """RAVENOUS 4: the survivor is stunned, has 4 Strength, then makes the move it showed."""
    slug = {"id": "CORPSE_SLUG", "powers": {"RAVENOUS": 4}}
    c = fight(
        "STRIKE_IRONCLAD",
        enemies=(enemy(1, hp=6, move="GOOP_MOVE", **slug), enemy(2, move="GLOMP_MOVE", **slug)),
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
    c = fight("STRIKE_IRONCLAD", enemies=(low, idle(2)), hp=80)
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
    c = fight("STRIKE_IRONCLAD", enemies=(foe, idle(2)), hp=80)
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


def crabs(hand: str = "", **more: Any) -> rules.Combat:
    """Crusher left, Rocket right, the player turned right; both are about to hit (Crusher 12, Rocket 18)."""
    return fight(
        hand,
        enemies=(
            enemy(1, "CRUSHER", 200, "THRASH_MOVE", powers={"BACK_ATTACK_LEFT": 1, "CRAB_RAGE": 1}),
            enemy(2, "ROCKET", 200, "PRECISION_BEAM_MOVE", powers={"BACK_ATTACK_RIGHT": 1, "CRAB_RAGE": 1}),
        ),
        powers={"SURROUNDED": 1},
        hp=80,
        **more,
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

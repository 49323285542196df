"""Powers, each with numbers worked out by hand from the power facts: hooks, order, what takes them off."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import end, enemy, fight, play, powers_of

BUTT, SLICE, HISS = "BUTT_MOVE", "SLICE_MOVE", "HISS_MOVE"  # Nibbit: 12 damage; 6 and 5 block; Strength 2


def after_enemy_turn(
    powers: dict[str, int], move: str = BUTT, foe: dict[str, int] | None = None, **more: int
) -> tuple[int, dict[str, int]]:
    """hp lost and player powers after one enemy move against these powers."""
    c = fight(powers=powers, enemies=(enemy(move=move, powers=foe),), **more)
    end(c)
    return 50 - c.player.hp, powers_of(c.player)


@pytest.mark.parametrize(
    ("player", "foe", "lost", "left"),
    [
        ({"VULNERABLE": 2}, {}, 18, {"VULNERABLE": 1}),  # 12 * 1.5, ticks at the enemy side's end
        ({"FRAIL": 1}, {}, 12, {}),
        ({"WEAK": 1}, {}, 12, {}),
        ({}, {"WEAK": 1}, 9, {}),
        ({}, {"STRENGTH": 3, "SHRINK": 2}, 10, {}),  # 15 * 0.7 = 10.5
        ({"INTANGIBLE": 2}, {}, 1, {"INTANGIBLE": 1}),
        ({"BUFFER": 1}, {}, 0, {}),
        ({"COLOSSUS": 1}, {"VULNERABLE": 2}, 6, {}),  # half from a Vulnerable attacker
        ({"COLOSSUS": 1}, {}, 12, {}),
        ({"DIAMOND_DIADEM": 1}, {}, 6, {}),
        ({"TANK": 1}, {}, 24, {"TANK": 1}),
        ({"PLATING": 4}, {}, 8, {"PLATING": 3}),  # 4 block at turn end; the stack falls at the next turn start
        ({"REGEN": 3}, {}, 9, {"REGEN": 2}),
        ({"RITUAL": 2}, {}, 12, {"RITUAL": 2, "STRENGTH": 2}),
        ({"DEMON_FORM": 2}, {}, 12, {"DEMON_FORM": 2, "STRENGTH": 2}),
        ({"PREP_TIME": 4}, {}, 12, {"PREP_TIME": 4, "VIGOR": 4}),
        ({"DEMISE": 9}, {}, 21, {"DEMISE": 9}),
        ({"FLEX_POTION": 5, "STRENGTH": 6}, {}, 12, {"STRENGTH": 1}),
        ({"SPEED_POTION": 5, "DEXTERITY": 5}, {}, 12, {}),
        ({"NO_BLOCK": 2}, {}, 12, {"NO_BLOCK": 1}),
        ({"POISON": 3}, {}, 15, {"POISON": 2}),
        ({"RAGE": 3, "REBOUND": 1, "ONE_TWO_PUNCH": 1, "NO_ENERGY_GAIN": 1}, {}, 12, {}),
        ({"RETAIN_HAND": 2}, {}, 12, {"RETAIN_HAND": 1}),
    ],
)
def test_a_power_on_the_player_over_one_enemy_attack_of_twelve(
    player: dict[str, int], foe: dict[str, int], lost: int, left: dict[str, int]
) -> None:
    """What a 12 damage Butt costs, and what is left of the powers at the next turn."""
    assert after_enemy_turn(player, foe=foe) == (lost, left)


def test_a_debuff_newly_put_on_the_player_skips_its_first_tick_but_not_on_restack() -> None:
    """Flyconid's Vulnerable 2 is still 2 next turn, then 1; a re-stack ticks at once."""
    c = fight(enemies=(enemy(id="FLYCONID", move="VULNERABLE_SPORES_MOVE"),), powers={"FRAIL": 2})
    end(c)
    assert powers_of(c.player) == {"FRAIL": 1, "VULNERABLE": 2}
    c.enemies[0].move = "SMASH_MOVE"
    end(c)
    assert powers_of(c.player) == {"VULNERABLE": 1}
    c.enemies[0].move = "VULNERABLE_SPORES_MOVE"
    end(c)
    assert powers_of(c.player) == {"VULNERABLE": 2}


def test_a_debuff_on_an_enemy_ticks_in_the_same_round() -> None:
    """Bash's Vulnerable 2 is 1 at the next player turn."""
    c = fight("BASH", enemies=(enemy(move=HISS),))
    play(c)
    end(c)
    assert powers_of(c.enemies[0]) == {"VULNERABLE": 1, "STRENGTH": 2}


@pytest.mark.parametrize(
    ("powers", "blocked"),
    [
        ({"DEXTERITY": 2}, 7),
        ({"DEXTERITY": -6}, 0),
        ({"FRAIL": 1}, 3),
        ({"DEXTERITY": 2, "FRAIL": 1}, 5),
        ({"NO_BLOCK": 1}, 0),
        ({"FASTEN": 4}, 9),
    ],
)
def test_block_of_a_card_adds_then_multiplies_then_is_cut(powers: dict[str, int], blocked: int) -> None:
    """Defend 5: Dexterity adds, Frail takes a quarter, Fasten counts for Defends, No Block takes all."""
    c = fight("DEFEND_IRONCLAD", powers=powers)
    play(c)
    assert c.player.block == blocked


def test_block_is_cleared_at_the_next_turn_unless_barricade() -> None:
    """20 block minus a 12 hit: 0 left without, 8 with."""
    for powers, left in (({}, 0), ({"BARRICADE": 1}, 8)):
        c = fight(block=20, powers=powers, enemies=(enemy(move=BUTT),))
        end(c)
        assert (c.player.hp, c.player.block) == (50, left)


def test_block_next_turn_and_toric_toughness_come_after_the_clear() -> None:
    """6 block next turn, once; Toric Toughness 5 for two turns."""
    c = fight("TORIC_TOUGHNESS", powers={"BLOCK_NEXT_TURN": 6}, block=3, enemies=(enemy(move=HISS),))
    play(c)
    assert c.player.block == 8
    end(c)
    assert (c.player.block, powers_of(c.player)) == (11, {"TORIC_TOUGHNESS": 1})
    c.enemies[0].move = HISS
    end(c)
    assert (c.player.block, powers_of(c.player)) == (5, {})


def test_thorns_and_flame_barrier_answer_every_hit() -> None:
    """Three pecks of 3: Thorns 3 * 3 before block, Flame Barrier 3 * 4; the barrier is gone next turn."""
    c = fight(block=20, powers={"THORNS": 3, "FLAME_BARRIER": 4}, enemies=(enemy(id="BYRDONIS", move="PECK_MOVE"),))
    end(c)
    assert (c.player.hp, c.enemies[0].hp, powers_of(c.player)) == (50, 200 - 9 - 12, {"THORNS": 3})


def test_enemy_thorns_hurt_the_attacker_per_hit() -> None:
    """Twin Strike into Thorns 2: 4 hp; Thunder-like unpowered damage would not."""
    c = fight("TWIN_STRIKE", enemies=(enemy(powers={"THORNS": 2}),), potions=("FIRE_POTION", None, None))
    play(c)
    assert c.player.hp == 46
    rules.use_potion(c, 0, 1)
    assert c.player.hp == 46


def test_artifact_stops_one_debuff_each() -> None:
    """Uppercut applies Weak and Vulnerable: one stack takes Weak, Vulnerable lands."""
    c = fight("UPPERCUT", enemies=(enemy(powers={"ARTIFACT": 1}),))
    play(c)
    assert powers_of(c.enemies[0]) == {"VULNERABLE": 1}


def test_artifact_stops_a_temporary_strength_loss_as_a_whole() -> None:
    """Mangle into Artifact: no Strength change now or later."""
    c = fight("MANGLE", enemies=(enemy(move=BUTT, powers={"ARTIFACT": 1}),))
    play(c)
    assert powers_of(c.enemies[0]) == {}
    end(c)
    assert (c.player.hp, powers_of(c.enemies[0])) == (38, {})


@pytest.mark.parametrize(("card", "lost"), [("MANGLE", 2), ("DARK_SHACKLES", 3)])
def test_temporary_strength_loss_comes_back_after_the_enemy_turn(card: str, lost: int) -> None:
    """12 - 10 or 12 - 9 damage, then Strength is back at 0."""
    c = fight(card, enemies=(enemy(move=BUTT),))
    play(c)
    end(c)
    assert (50 - c.player.hp, powers_of(c.enemies[0])) == (lost, {})


def test_setup_strike_strength_is_taken_back_at_the_end_of_the_turn() -> None:
    """Strength 2 for this turn only."""
    c = fight("SETUP_STRIKE STRIKE_IRONCLAD", enemies=(enemy(move=HISS),))
    play(c)
    play(c)
    assert c.enemies[0].hp == 200 - 7 - 8
    end(c)
    assert powers_of(c.player) == {}


def test_poison_hurts_at_the_owners_turn_start_and_falls() -> None:
    """Poison 3 through block: 3 hp, then 2."""
    c = fight(enemies=(enemy(block=9, powers={"POISON": 3}),))
    end(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])["POISON"]) == (197, 2)


def test_enemy_ritual_skips_the_first_turn_end() -> None:
    """Put on in the enemy turn it gives nothing then, Strength at the next end."""
    c = fight(round=1, enemies=(enemy(powers={"RITUAL": 3}),))
    end(c)
    assert powers_of(c.enemies[0]) == {"RITUAL": 3, "STRENGTH": 2}
    c.enemies[0].move = BUTT
    end(c)
    assert powers_of(c.enemies[0]) == {"RITUAL": 3, "STRENGTH": 5}


def test_slippery_limits_a_loss_to_one_and_is_spent_when_hp_is_lost() -> None:
    """Twin Strike into Slippery 3: 2 hp, 1 left; a blocked hit spends none (v0.107.1)."""
    c = fight("TWIN_STRIKE STRIKE_IRONCLAD", enemies=(enemy(powers={"SLIPPERY": 3}),))
    play(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (198, {"SLIPPERY": 1})
    c.enemies[0].block = 10
    play(c)
    assert (c.enemies[0].hp, c.enemies[0].block, powers_of(c.enemies[0])) == (198, 4, {"SLIPPERY": 1})


def test_slow_adds_ten_percent_for_each_earlier_card_of_the_turn() -> None:
    """Third card a Bludgeon: 32 * 1.2 = 38.4; next turn it starts over."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD BLUDGEON", energy=5, enemies=(enemy(powers={"SLOW": 1}),))
    play(c)
    play(c)
    play(c)
    assert c.enemies[0].hp == 200 - 38
    end(c)
    play(c, "BLUDGEON")
    assert c.enemies[0].hp == 200 - 38 - 32


def test_constrict_and_shrink_end_with_who_applied_them() -> None:
    """Constrict 3 hurts at the turn's end, through block last; both are gone when the appliers die."""
    c = fight(
        "THUNDERCLAP",
        enemies=(
            enemy(1, id="SLITHERING_STRANGLER", move="CONSTRICT", hp=4),
            enemy(2, id="SHRINKER_BEETLE", move="SHRINKER_MOVE", hp=200),
        ),
    )
    end(c)
    assert powers_of(c.player) == {"CONSTRICT": 3, "SHRINK": -1}
    for e in c.enemies:
        e.move = "LASH" if e.id == "SLITHERING_STRANGLER" else "CHOMP_MOVE"
    end(c)
    assert 50 - c.player.hp == 3 + 12 + 7
    c.enemies[0].hp = 1
    c.hand.append(next(x for x in c.discard + c.draw + c.hand if x.id == "THUNDERCLAP"))
    play(c, "THUNDERCLAP")
    assert powers_of(c.player) == {"SHRINK": -1}


def test_plow_breaks_at_its_threshold_and_stuns() -> None:
    """At or below 150 hp: Strength and Plow go, the next move is the stun, then Beast Cry."""
    beast = enemy(id="CEREMONIAL_BEAST", hp=155, move="PLOW_MOVE", powers={"PLOW": 150, "STRENGTH": 4})
    c = fight("STRIKE_IRONCLAD", enemies=(beast,))
    play(c)
    assert (powers_of(c.enemies[0]), c.enemies[0].move) == ({}, "STUN_MOVE")
    end(c)
    assert (c.player.hp, c.enemies[0].move) == (50, "BEAST_CRY_MOVE")


def test_ringing_allows_one_card_and_ends_with_the_turn() -> None:
    """After one card all others are blocked by a hook."""
    beast = enemy(id="CEREMONIAL_BEAST", move="BEAST_CRY_MOVE")
    c = fight(draw="DEFEND_IRONCLAD " * 5, enemies=(beast,))
    end(c)
    assert powers_of(c.player) == {"RINGING": 1}
    assert rules.unplayable_reason(c, 0) is None
    play(c)
    assert rules.unplayable_reason(c, 0) == "BlockedByHook"
    end(c)
    assert powers_of(c.player) == {}
    play(c)
    assert rules.unplayable_reason(c, 0) is None


def test_tangled_makes_attacks_cost_more_for_a_turn() -> None:
    """Vine Shambler's vines: Strike costs 2, Defend 1; back to 1 after the turn."""
    c = fight(draw="DEFEND_IRONCLAD STRIKE_IRONCLAD", enemies=(enemy(id="VINE_SHAMBLER", move="GRASPING_VINES_MOVE"),))
    end(c)
    assert {x.id: rules.card_cost(c, x) for x in c.hand} == {"STRIKE_IRONCLAD": "2", "DEFEND_IRONCLAD": "1"}
    end(c)
    assert {rules.card_cost(c, x) for x in c.hand} == {"1"}


def test_smoggy_allows_one_skill_a_turn() -> None:
    """After a Defend the other Defend is blocked, Strike is not; next turn it is free again."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD", powers={"SMOGGY": 1})
    play(c)
    assert [rules.unplayable_reason(c, i) for i in range(2)] == ["BlockedByHook", None]
    end(c)
    assert all(rules.unplayable_reason(c, i) is None for i in range(len(c.hand)))

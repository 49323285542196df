"""Powers, each with numbers worked out by hand from the power facts: hooks, order, what takes them off."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Power
from tests.rules.build import answer, cards, end, enemy, fight, ids, play, powers_of

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
    c = fight(enemies=(enemy(powers={"RITUAL": 3}),))
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


def test_territorial_grows_each_enemy_turn() -> None:
    """Byrdonis: Strength 1 at the end of its turn."""
    c = fight(enemies=(enemy(id="BYRDONIS", move="SWOOP_MOVE", powers={"TERRITORIAL": 1}),))
    end(c)
    assert (50 - c.player.hp, powers_of(c.enemies[0])) == (17, {"TERRITORIAL": 1, "STRENGTH": 1})


def test_infested_leaves_four_stunned_wrigglers() -> None:
    """The Phrog dies: the fight goes on with four, which do nothing in the next enemy turn."""
    phrog = enemy(id="PHROG_PARASITE", hp=6, move="LASH_MOVE", powers={"INFESTED": 4})
    c = fight("STRIKE_IRONCLAD", enemies=(phrog,))
    play(c)
    assert (c.outcome, [e.id for e in c.enemies]) == (None, ["WRIGGLER"] * 4)
    assert {rules.intents(c, e)[0].type for e in c.enemies} == {"Stun"}
    end(c)
    assert c.player.hp == 50
    assert [e.move for e in c.enemies] == ["NASTY_BITE_MOVE", "WRIGGLE_MOVE", "NASTY_BITE_MOVE", "WRIGGLE_MOVE"]


def test_minions_leave_when_no_other_enemy_lives() -> None:
    """Killing the Kin Priest wins at once."""
    c = fight(
        "STRIKE_IRONCLAD", enemies=(enemy(1, powers={"MINION": 1}), enemy(2, id="KIN_PRIEST", hp=6, move="BEAM_MOVE"))
    )
    play(c, target=2)
    assert (c.outcome, c.enemies) == ("won", [])


def test_an_illusion_comes_back_with_full_hp() -> None:
    """Eye With Teeth: gone for the turn, not targetable, back in the enemy turn without its debuffs."""
    eye = enemy(1, id="EYE_WITH_TEETH", hp=3, move="DISTRACT_MOVE", powers={"ILLUSION": 1, "MINION": 1, "WEAK": 9})
    c = fight("STRIKE_IRONCLAD", enemies=(eye, enemy(2)))
    play(c)
    assert rules.valid_targets(c) == [2]
    end(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (200, {"ILLUSION": 1, "MINION": 1})
    assert c.enemies[0].move == "DISTRACT_MOVE"
    assert "DAZED" not in ids(c.discard)


def test_dark_embrace_pays_ethereal_exhausts_after_the_discard() -> None:
    """A Dazed in hand: the drawn card stays through to the next hand."""
    c = fight("DAZED BASH", draw="WOUND " * 5 + "DEFEND_IRONCLAD", powers={"DARK_EMBRACE": 1})
    end(c)
    assert sorted(ids(c.hand)) == ["DEFEND_IRONCLAD"] + ["WOUND"] * 5


def test_aggression_returns_an_upgraded_attack_before_the_draw() -> None:
    """One attack in the discard pile: in hand, upgraded."""
    c = fight(discard="BASH DEFEND_IRONCLAD", draw="WOUND " * 5, powers={"AGGRESSION": 1})
    end(c)
    assert ids(c.hand) == ["BASH+"] + ["WOUND"] * 5


def test_crimson_mantle_and_inferno_cost_hp_after_the_hand_draw() -> None:
    """Played: lose 1, gain 8 block; Inferno loses 1 and burns 6 for each of the two losses."""
    c = fight("CRIMSON_MANTLE INFERNO", enemies=(enemy(move=HISS),))
    play(c)
    play(c)
    end(c)
    assert (c.player.hp, c.player.block, c.enemies[0].hp) == (48, 8, 188)


def test_stampede_plays_a_hand_attack_when_the_turn_ends() -> None:
    """Bash is played for free: 8 and Vulnerable before the enemy acts."""
    c = fight("BASH DEFEND_IRONCLAD", powers={"STAMPEDE": 1}, energy=0, enemies=(enemy(move=HISS),))
    end(c)
    assert c.enemies[0].hp == 192


def test_mayhem_plays_the_top_card_at_turn_start() -> None:
    """Draw pile of six: five drawn, the sixth (Bash) played."""
    c = fight(draw="BASH " + "WOUND " * 5, powers={"MAYHEM": 1}, enemies=(enemy(move=HISS),))
    end(c)
    assert (c.enemies[0].hp, ids(c.hand), ids(c.discard)) == (192, ["WOUND"] * 5, ["BASH"])


def test_pyre_energy_next_turn_and_radiance_add_to_the_next_turns_energy() -> None:
    """3 + 1 (Pyre) + 2 (next turn) + 1 (Radiance)."""
    c = fight(powers={"PYRE": 1, "ENERGY_NEXT_TURN": 2, "RADIANCE": 3})
    end(c)
    assert (c.energy, rules.max_energy(c)) == (7, 4)
    assert powers_of(c.player) == {"PYRE": 1, "RADIANCE": 2}


@pytest.mark.parametrize(
    ("powers", "drawn", "left"),
    [({"DRAW_CARDS_NEXT_TURN": 2}, 7, {}), ({"CLARITY": 3}, 6, {"CLARITY": 2})],
)
def test_extra_cards_at_the_hand_draw(powers: dict[str, int], drawn: int, left: dict[str, int]) -> None:
    """Draw Cards Next Turn adds its amount once, Clarity one card whatever its stack."""
    c = fight(draw="WOUND " * 10, powers=powers)
    end(c)
    assert (len(c.hand), powers_of(c.player)) == (drawn, left)


def test_retain_hand_keeps_the_hand_and_retained_cards_stay() -> None:
    """With Retain Hand all stay; without, only Purity (Retain)."""
    c = fight("BASH PURITY", powers={"RETAIN_HAND": 1})
    end(c)
    assert ids(c.hand)[:2] == ["BASH", "PURITY"]
    c = fight("BASH PURITY", draw="WOUND " * 5)
    end(c)
    assert ids(c.hand) == ["PURITY"] + ["WOUND"] * 5


def test_panache_burns_every_fifth_card_and_starts_over_each_turn() -> None:
    """Five cards after Panache itself: 10 to all."""
    c = fight("PANACHE " + "FINESSE " * 5)
    play(c, "PANACHE")
    for n in range(5):
        assert c.enemies[0].hp == 200, n
        play(c, "FINESSE")
    assert c.enemies[0].hp == 190


def test_automation_pays_every_tenth_drawn_card() -> None:
    """Ten cards drawn: 1 energy."""
    c = fight("AUTOMATION", draw="WOUND " * 12, energy=1)
    play(c)
    c.max_energy = 0
    for expected in (0, 1):
        end(c)
        assert c.energy == expected


def test_the_bomb_goes_off_at_the_third_turn_end() -> None:
    """40 to all enemies, then it is gone."""
    c = fight("THE_BOMB", enemies=(enemy(1), enemy(2)))
    play(c)
    for turn in range(3):
        assert c.enemies[0].hp == 200, turn
        end(c)
    assert ([e.hp for e in c.enemies], powers_of(c.player)) == ([160, 160], {})


def test_rolling_boulder_grows_by_five() -> None:
    """5 after the next draw, 10 the turn after."""
    c = fight("ROLLING_BOULDER")
    play(c)
    end(c)
    assert c.enemies[0].hp == 195
    end(c)
    assert c.enemies[0].hp == 185


def test_the_gambit_kills_on_unblocked_attack_damage() -> None:
    """50 block against 12: alive; without block: dead."""
    c = fight("THE_GAMBIT", enemies=(enemy(move=BUTT),))
    play(c)
    end(c)
    assert (c.outcome, c.player.hp) == (None, 50)
    c.enemies[0].move = BUTT
    end(c)
    assert c.outcome == "lost"


def test_rebound_and_nostalgia_put_played_cards_on_the_draw_pile() -> None:
    """Rebound: the next card after it, once. Nostalgia: the first Attack or Skill of the turn."""
    c = fight("REBOUND STRIKE_IRONCLAD DEFEND_IRONCLAD")
    play(c)
    play(c)
    play(c)
    assert (ids(c.draw), ids(c.discard)) == (["STRIKE_IRONCLAD"], ["REBOUND", "DEFEND_IRONCLAD"])
    c = fight("STRIKE_IRONCLAD DEFEND_IRONCLAD", powers={"NOSTALGIA": 1})
    play(c)
    play(c)
    assert (ids(c.draw), ids(c.discard)) == (["STRIKE_IRONCLAD"], ["DEFEND_IRONCLAD"])


def test_stratagem_asks_in_the_middle_of_a_draw() -> None:
    """Pommel Strike+ draws one, shuffles, the player takes a card, then the second is drawn."""
    c = fight("POMMEL_STRIKE+", draw="WOUND", discard="BASH DEFEND_IRONCLAD DAZED", powers={"STRATAGEM": 1})
    rules.play_card(c, 0, 1)
    assert c.pending is not None
    assert (ids(c.hand), ids(c.pending.cards)) == (["WOUND"], ["BASH", "DAZED", "DEFEND_IRONCLAD"])
    rules.choose(c, (0,))
    assert ids(c.hand)[:2] == ["WOUND", "BASH"]
    assert len(c.hand) == 3


def test_calamity_entropy_and_hello_world_make_cards() -> None:
    """Calamity: an attack for an attack. Hello World: a common card at turn start. Entropy: a hand card is
    transformed."""
    c = fight("STRIKE_IRONCLAD", powers={"CALAMITY": 1})
    play(c)
    assert [x.type for x in c.hand] == ["Attack"]
    c = fight(draw="WOUND " * 5, powers={"HELLO_WORLD": 1})
    end(c)
    assert c.hand[0].code.definition.rarity == "Common"
    c = fight(draw="WOUND " * 5, powers={"ENTROPY": 1})
    rules.end_turn(c)
    assert c.pending is not None
    answer(c)
    assert sum(x.id == "WOUND" for x in c.hand) == 4


def test_confused_gives_drawn_cards_a_random_cost_and_curious_cheapens_powers() -> None:
    """Costs 0 to 3 kept for the fight; Demon Form costs 3 - 1."""
    c = fight(draw="BLUDGEON " * 5, powers={"CONFUSED": 1})
    end(c)
    assert all(x.cost_fight in (0, 1, 2, 3) for x in c.hand)
    c = fight("DEMON_FORM", powers={"CURIOUS": 1})
    assert rules.card_cost(c, c.hand[0]) == "2"


def test_strangle_costs_the_enemy_hp_for_each_card() -> None:
    """3 per card, gone at the side's end."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD", enemies=(enemy(powers={"STRANGLE": 3}),))
    play(c)
    play(c)
    assert c.enemies[0].hp == 194
    end(c)
    assert "STRANGLE" not in powers_of(c.enemies[0])


def test_enemy_plating_falls_at_its_turn_start_or_at_its_turn_end_by_build() -> None:
    """Plating 5 after round 1: v0.107.1 falls to 4 and blocks 4; v0.103.2 blocks 5 and falls to 4."""
    for build, blocked in (("v0.107.1", 4), ("v0.103.2", 5)):
        c = fight(enemies=(enemy(powers={"PLATING": 5}),), build=build, round=3)
        end(c)
        assert (c.enemies[0].block, powers_of(c.enemies[0])["PLATING"]) == (blocked, 4), build


def test_howl_from_beyond_plays_itself_from_the_exhaust_pile() -> None:
    """v0.107.1: 16 to all at turn end."""
    c = fight(exhaust="HOWL_FROM_BEYOND", draw="WOUND " * 5, enemies=(enemy(1), enemy(2)))
    end(c)
    assert ([e.hp for e in c.enemies], ids(c.discard)) == ([184, 184], ["HOWL_FROM_BEYOND"])


def test_bolas_come_back_to_the_hand_the_turn_after() -> None:
    """Played last turn: in hand before the draw."""
    c = fight("BOLAS", draw="WOUND " * 5)
    play(c)
    end(c)
    assert ids(c.hand) == ["BOLAS"] + ["WOUND"] * 5


def test_doom_kills_an_enemy_at_or_below_its_amount_when_its_turn_ends() -> None:
    """20 hp and Doom 20: it still attacks (12), then dies; with 21 hp it lives."""
    for hp, outcome in ((20, "won"), (21, None)):
        c = fight(enemies=(enemy(hp=hp, move=BUTT, powers={"DOOM": 20}),))
        end(c)
        assert (c.outcome, c.player.hp) == (outcome, 38)


def test_improvement_upgrades_a_deck_card_after_the_fight() -> None:
    """One random upgradable deck card, told in the summary."""
    setup = rules.CombatSetup(deck=cards("STRIKE_IRONCLAD WOUND WOUND"), hp=50, max_hp=80, monsters=("NIBBIT",))
    c = rules.start(setup)
    c.player.powers["IMPROVEMENT_POWER"] = Power("IMPROVEMENT_POWER", 1, c.code.powers["IMPROVEMENT_POWER"])
    c.enemies[0].hp = 1
    play(c, "STRIKE_IRONCLAD")
    assert rules.summary(c).deck_changes == (("upgrade", 0),)


@pytest.mark.parametrize(("power", "inner"), [("COORDINATE", "STRENGTH"), ("HELICAL_DART", "DEXTERITY")])
def test_other_temporary_powers_are_taken_back_at_the_turns_end(power: str, inner: str) -> None:
    """4 of the inner power go with it, 1 stays."""
    c = fight(powers={power: 4, inner: 5})
    end(c)
    assert powers_of(c.player) == {inner: 1}

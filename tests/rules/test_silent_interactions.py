"""What Silent cards, powers, relics and potions do together, worked out by hand. Each test names the facts rows it
rests on (facts: cards, powers, mechanics sly, relics, potions)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import answer, at_start, end, enemy, ids, play, powers_of
from tests.rules.build_cast import silent

HIT = "BUTT_MOVE"  # Nibbit: 12 damage


def hurt(c: rules.Combat, index: int = 0) -> int:
    """hp that an enemy which had 200 lost."""
    return 200 - c.enemies[index].hp


def drink(c: rules.Combat, target: int | None = None) -> None:
    """Uses the first potion."""
    rules.use_potion(c, 0, target)
    answer(c)


# Shivs (cards SHIV; powers ACCURACY, PHANTOM_BLADES, FAN_OF_KNIVES, INFINITE_BLADES)


@pytest.mark.parametrize(
    ("card", "powers", "damage"),
    [
        ("SHIV", {}, 4),
        ("SHIV+", {}, 6),
        ("SHIV", {"ACCURACY": 4}, 8),
        ("SHIV+", {"ACCURACY": 4, "STRENGTH": 2}, 12),
        ("STRIKE_SILENT", {"ACCURACY": 4}, 6),  # no Shiv
        ("SHIV", {"PHANTOM_BLADES": 9}, 13),
        ("STRIKE_SILENT", {"PHANTOM_BLADES": 9}, 6),
    ],
)
def test_what_adds_to_a_shiv(card: str, powers: dict[str, int], damage: int) -> None:
    """Accuracy and Phantom Blades count for Shivs only."""
    c = silent(card, powers=powers)
    play(c)
    assert hurt(c) == damage


def test_phantom_blades_adds_to_the_first_shiv_of_a_turn_only() -> None:
    """PHANTOM_BLADES_POWER: 4 + 9, then 4; the next turn's first one again 4 + 9."""
    c = silent("SHIV SHIV", draw="SHIV", powers={"PHANTOM_BLADES": 9})
    play(c)
    assert (hurt(c), rules.card_numbers(c, c.hand[0])["Damage"]) == (13, 4)
    play(c)
    assert hurt(c) == 17
    end(c)
    play(c)
    assert hurt(c) == 30


def test_phantom_blades_makes_old_and_new_shivs_retain() -> None:
    """PHANTOM_BLADES_POWER: Shivs in all piles and those made later stay in hand."""
    c = silent("PHANTOM_BLADES SHIV BLADE_DANCE", energy=9)
    play(c, "PHANTOM_BLADES")
    play(c, "BLADE_DANCE")
    end(c)
    assert ids(c.hand).count("SHIV") == 4


def test_fan_of_knives_has_shivs_hit_all_enemies_without_a_target() -> None:
    """FAN_OF_KNIVES_POWER: a Shiv aims at AllEnemies."""
    c = silent("SHIV", powers={"FAN_OF_KNIVES": 1, "ACCURACY": 2}, enemies=(enemy(1), enemy(2)))
    assert rules.target_type(c.hand[0], c) == "AllEnemies"
    rules.play_card(c, 0)
    assert (hurt(c), hurt(c, 1)) == (6, 6)


def test_infinite_blades_gives_shivs_before_the_hand_is_drawn() -> None:
    """INFINITE_BLADES_POWER 2: two Shivs, then five cards."""
    c = silent(draw="DEFEND_SILENT " * 8, powers={"INFINITE_BLADES": 2})
    end(c)
    assert ids(c.hand) == ["SHIV"] * 2 + ["DEFEND_SILENT"] * 5


def test_shivs_beyond_a_full_hand_go_to_the_discard_pile() -> None:
    """mechanics forge hand_full, the general rule: three Shivs, room for one."""
    c = silent("BLADE_DANCE " + "DEFEND_SILENT " * 9)
    play(c)
    assert (len(c.hand), ids(c.discard)) == (10, ["SHIV", "SHIV"])


def test_blade_of_ink_makes_inky_shivs() -> None:
    """cards BLADE_OF_INK with enchantment INKY 1: 2 more damage and 1 Weak."""
    c = silent("BLADE_OF_INK")
    play(c)
    play(c, "SHIV")
    assert (hurt(c), powers_of(c.enemies[0])) == (6, {"WEAK": 1})


def test_knife_trap_plays_every_exhausted_shiv_at_its_target() -> None:
    """cards KNIFE_TRAP: three Shivs at enemy 2, who keeps none of the hits from enemy 1; they exhaust again."""
    c = silent("KNIFE_TRAP", exhaust="SHIV SHIV SHIV+ WOUND", enemies=(enemy(1), enemy(2)))
    play(c, target=2)
    assert (hurt(c), hurt(c, 1), len(c.exhaust)) == (0, 14, 4)


def test_storm_of_steel_upgraded_turns_the_hand_into_upgraded_shivs() -> None:
    """cards STORM_OF_STEEL: three discarded, three made."""
    c = silent("STORM_OF_STEEL+ DEFEND_SILENT STRIKE_SILENT SLICE")
    play(c)
    assert (ids(c.hand), len(c.discard)) == (["SHIV+"] * 3, 4)


def test_up_my_sleeve_gets_cheaper_each_time() -> None:
    """Marked unsure: 2, then 1."""
    c = silent("UP_MY_SLEEVE")
    play(c)
    assert rules.card_cost(c, c.discard[0]) == "1"


def test_finisher_hits_once_for_each_attack_played_before_it() -> None:
    """cards FINISHER: 6 damage for each of two Slices (6 each)."""
    c = silent("SLICE SLICE FINISHER")
    play(c)
    play(c)
    play(c)
    assert hurt(c) == 12 + 12


# Discarding and Sly (mechanics sly)


@pytest.mark.parametrize(
    ("sly", "damage", "block", "energy"),
    [("FLICK_FLACK", 6, 8, 2), ("UNTOUCHABLE", 0, 14, 2), ("TACTICIAN", 0, 8, 3), ("RICOCHET", 12, 8, 2)],
)
def test_a_sly_card_discarded_by_an_effect_plays_itself_for_nothing(
    sly: str, damage: int, block: int, energy: int
) -> None:
    """Survivor (8 block, 1 energy of 3) discards it; it ends in the discard pile as a played card."""
    c = silent(f"SURVIVOR {sly}")
    play(c, "SURVIVOR")
    assert (hurt(c), c.player.block, c.energy) == (damage, block, energy)
    assert ids(c.discard) == [sly, "SURVIVOR"]


def test_a_sly_card_in_hand_at_the_turns_end_is_no_effect_discard() -> None:
    """mechanics sly: the end-of-turn discard is not an effect."""
    c = silent("FLICK_FLACK", enemies=(enemy(move="HISS_MOVE"),))
    end(c)
    assert hurt(c) == 0


def test_calculated_gamble_draws_before_its_sly_cards_play() -> None:
    """mechanics sly: move, own draw, then Reflex: 2 discarded, 2 drawn, then 2 more."""
    c = silent("CALCULATED_GAMBLE REFLEX DEFEND_SILENT", draw="SLICE " * 6)
    play(c)
    assert (ids(c.hand), c.energy) == (["SLICE"] * 4, 3)


def test_sly_cards_play_in_the_order_they_were_discarded() -> None:
    """Abrasive (Dexterity 1) first, then Untouchable: 6 + 1 block."""
    c = silent("CALCULATED_GAMBLE ABRASIVE UNTOUCHABLE")
    play(c)
    assert (c.player.block, powers_of(c.player)) == (7, {"DEXTERITY": 1, "THORNS": 4})


def test_hand_trick_makes_a_skill_sly_for_this_turn_only() -> None:
    """Marked unsure (single-turn Sly): Deflect discarded by Survivor plays itself, next turn it would not."""
    c = silent("HAND_TRICK DEFLECT", draw="SURVIVOR")
    play(c)
    c.hand.append(c.draw.pop())
    play(c, "SURVIVOR")
    assert c.player.block == 7 + 8 + 4
    end(c)
    assert all(not card.kw & 32 for card in (*c.hand, *c.draw, *c.discard))


def test_master_planner_makes_played_skills_sly() -> None:
    """MASTER_PLANNER_POWER: Deflect in the discard pile is Sly, Slice is not."""
    c = silent("DEFLECT SLICE", powers={"MASTER_PLANNER": 1})
    play(c)
    play(c)
    assert [bool(card.kw & 32) for card in c.discard] == [True, False]


def test_tools_of_the_trade_draws_and_discards_and_sets_sly_off() -> None:
    """TOOLS_OF_THE_TRADE_POWER: six cards, one discarded; Flick-Flack plays itself."""
    c = silent(draw="DEFEND_SILENT " * 5 + "FLICK_FLACK", powers={"TOOLS_OF_THE_TRADE": 1})
    end(c)
    assert (len(c.hand), hurt(c)) == (5, 6)


def test_tingsha_and_tough_bandages_answer_each_discard() -> None:
    """relics TINGSHA 3 damage, TOUGH_BANDAGES 3 block: two cards by Hidden Daggers; none at the turn's end."""
    c = silent("HIDDEN_DAGGERS DEFEND_SILENT STRIKE_SILENT", relics=("TINGSHA", "TOUGH_BANDAGES"))
    play(c)
    assert (hurt(c), c.player.block) == (6, 6)
    end(c)
    assert (hurt(c), c.player.block) == (6, 0)


def test_memento_mori_counts_the_cards_discarded_this_turn() -> None:
    """cards MEMENTO_MORI: 9 + 4 for one discarded card."""
    c = silent("SURVIVOR DEFEND_SILENT MEMENTO_MORI")
    play(c)
    play(c, "MEMENTO_MORI")
    assert hurt(c) == 13


def test_dagger_throw_offers_the_whole_hand_to_discard() -> None:
    """cards DAGGER_THROW: the card just drawn included."""
    c = silent("DAGGER_THROW DEFLECT", draw="SLICE")
    rules.play_card(c, 0, 1)
    assert c.pending is not None
    assert [card.id for card in c.pending.cards] == ["DEFLECT", "SLICE"]


# Poison (powers POISON, ACCELERANT, NOXIOUS_FUMES, ENVENOM, OUTBREAK, CORROSIVE_WAVE)


@pytest.mark.parametrize(
    ("poison", "accelerant", "lost", "left"), [(5, 0, 5, 4), (5, 1, 9, 3), (5, 2, 12, 2), (1, 2, 1, 0)]
)
def test_poison_ticks_at_its_owners_turn_start(poison: int, accelerant: int, lost: int, left: int) -> None:
    """POISON_POWER: the amount, then one less; once more for each Accelerant, at most as often as it has stacks."""
    powers = {"ACCELERANT": accelerant} if accelerant else {}
    c = silent(powers=powers, enemies=(enemy(powers={"POISON": poison}, block=9),))
    end(c)
    assert (hurt(c), c.enemies[0].amount("POISON_POWER")) == (lost, left)


def test_poison_that_kills_before_the_move_saves_the_player() -> None:
    """turn_start of the enemy side comes before its moves."""
    c = silent(enemies=(enemy(hp=3, move=HIT, powers={"POISON": 3}),))
    end(c)
    assert (c.outcome, c.player.hp) == ("won", 50)


def test_noxious_fumes_poisons_all_at_the_turns_start() -> None:
    """NOXIOUS_FUMES_POWER 2, with Snecko Skull 3 (relics SNECKO_SKULL)."""
    c = silent(powers={"NOXIOUS_FUMES": 2}, enemies=(enemy(1), enemy(2)), relics=("SNECKO_SKULL",))
    end(c)
    assert [powers_of(e)["POISON"] for e in c.enemies] == [3, 3]


def test_envenom_poisons_for_each_unblocked_hit() -> None:
    """ENVENOM_POWER 1: Dagger Spray's two hits of 4 against 5 block: the first is blocked."""
    c = silent("DAGGER_SPRAY", powers={"ENVENOM": 1}, enemies=(enemy(1, block=5), enemy(2)))
    play(c)
    assert [e.amount("POISON_POWER") for e in c.enemies] == [1, 2]


def test_outbreak_bursts_at_every_third_poisoning() -> None:
    """OUTBREAK_POWER 11: Haze on two enemies counts two, Deadly Poison the third; then it starts over."""
    c = silent("HAZE DEADLY_POISON", powers={"OUTBREAK": 11}, energy=4, enemies=(enemy(1), enemy(2)))
    play(c)
    assert hurt(c) == 0
    play(c)
    assert (hurt(c), hurt(c, 1)) == (11, 11)
    assert c.player.powers["OUTBREAK_POWER"].state == 0


def test_corrosive_wave_poisons_all_for_each_card_drawn_this_turn() -> None:
    """CORROSIVE_WAVE_POWER 2: Backflip draws two; gone at the turn's end."""
    c = silent("BACKFLIP", draw="SLICE SLICE", powers={"CORROSIVE_WAVE": 2})
    play(c)
    assert powers_of(c.enemies[0]) == {"POISON": 4}
    end(c)
    assert powers_of(c.player) == {}


def test_bubble_bubble_needs_a_poisoned_target() -> None:
    """cards BUBBLE_BUBBLE: 9 on top of 2."""
    c = silent("BUBBLE_BUBBLE", enemies=(enemy(powers={"POISON": 2}),))
    play(c)
    assert powers_of(c.enemies[0]) == {"POISON": 11}


def test_mirage_blocks_for_the_poison_of_all_enemies() -> None:
    """cards MIRAGE: 5 + 7, and Dexterity 2."""
    c = silent(
        "MIRAGE", powers={"DEXTERITY": 2}, enemies=(enemy(1, powers={"POISON": 5}), enemy(2, powers={"POISON": 7}))
    )
    play(c)
    assert c.player.block == 14


def test_expose_strips_block_and_artifact_before_vulnerable() -> None:
    """cards EXPOSE: Artifact 2 and 9 block go, Vulnerable 2 lands."""
    c = silent("EXPOSE", enemies=(enemy(block=9, powers={"ARTIFACT": 2}),))
    play(c)
    assert (c.enemies[0].block, powers_of(c.enemies[0])) == (0, {"VULNERABLE": 2})


# Block, draws, replays


def test_afterimage_counts_with_what_it_was_when_the_play_began() -> None:
    """AFTERIMAGE_POWER is latched: the second Afterimage still gives 1, the Deflect after it 2 (and 4)."""
    c = silent("AFTERIMAGE DEFLECT", powers={"AFTERIMAGE": 1})
    play(c)
    assert c.player.block == 1
    play(c)
    assert c.player.block == 1 + 4 + 2


def test_the_first_afterimage_gives_nothing_for_itself() -> None:
    """Latched at 0."""
    c = silent("AFTERIMAGE")
    play(c)
    assert c.player.block == 0


def test_serpent_form_strikes_after_each_card() -> None:
    """SERPENT_FORM_POWER 4, unpowered: Strength does not count."""
    c = silent("DEFLECT SLICE", powers={"SERPENT_FORM": 4, "STRENGTH": 3})
    play(c)
    assert hurt(c) == 4
    play(c)
    assert hurt(c) == 4 + 9 + 4


def test_burst_plays_the_next_skills_twice() -> None:
    """BURST_POWER 1: Slice is no Skill; Deflect 4 twice; then it is gone."""
    c = silent("SLICE DEFLECT DEFLECT", powers={"BURST": 1})
    for _ in range(3):
        play(c)
    assert (c.player.block, hurt(c), powers_of(c.player)) == (12, 6, {})


def test_shadowmeld_doubles_all_block() -> None:
    """SHADOWMELD_POWER has no powered test: Deflect 8 and Afterimage's 1 twice; two stacks would make it four times."""
    c = silent("DEFLECT", powers={"SHADOWMELD": 1, "AFTERIMAGE": 1})
    play(c)
    assert c.player.block == 8 + 2
    c = silent("DEFLECT", powers={"SHADOWMELD": 2})
    assert rules.card_numbers(c, c.hand[0])["Block"] == 16


def test_blur_keeps_block_once() -> None:
    """BLUR_POWER 1: 10 block stay over one turn start, not over the next."""
    c = silent(block=10, powers={"BLUR": 1})
    end(c)
    assert (c.player.block, powers_of(c.player)) == (10, {})
    end(c)
    assert c.player.block == 0


def test_dodge_and_roll_blocks_again_next_turn_with_what_it_gave() -> None:
    """cards DODGE_AND_ROLL: Dexterity 2 counts once, Frail as well: 6 now (then 6 next turn, unpowered)."""
    c = silent("DODGE_AND_ROLL", powers={"DEXTERITY": 2})
    play(c)
    assert c.player.block == 6
    end(c)
    assert c.player.block == 6


def test_bullet_time_makes_the_hand_free_this_turn_wherever_it_goes() -> None:
    """cards BULLET_TIME: Dash costs 0 now, 2 again after the turn, even when Survivor discarded it."""
    c = silent("BULLET_TIME DASH SURVIVOR")
    play(c)
    assert [rules.card_cost(c, card) for card in c.hand] == ["0", "0"]
    play(c, "SURVIVOR")
    dash = next(card for card in c.discard if card.id == "DASH")
    assert rules.card_cost(c, dash) == "0"
    end(c)
    dash = next(card for card in (*c.hand, *c.draw, *c.discard) if card.id == "DASH")
    assert rules.card_cost(c, dash) == "2"


def test_pounce_makes_the_next_skill_free() -> None:
    """FREE_SKILL_POWER: Leg Sweep for 0, the one after it for 2."""
    c = silent("POUNCE LEG_SWEEP LEG_SWEEP", energy=2)
    play(c)
    play(c, "LEG_SWEEP")
    assert (c.player.block, c.energy, rules.card_cost(c, c.hand[0])) == (11, 0, "2")


def test_pinpoint_costs_less_for_each_skill_of_the_turn() -> None:
    """Marked unsure: 3 - 2 after two Skills; an Attack changes nothing."""
    c = silent("DEFLECT DEFLECT SLICE PINPOINT")
    for _ in range(3):
        play(c)
    assert rules.card_cost(c, c.hand[0]) == "1"


def test_speedster_strikes_for_cards_drawn_by_effects_only() -> None:
    """SPEEDSTER_POWER 2: Backflip's two draws, not the hand draw."""
    c = silent("BACKFLIP", draw="SLICE " * 9, powers={"SPEEDSTER": 2})
    play(c)
    assert hurt(c) == 4
    end(c)
    assert hurt(c) == 4


def test_escape_plan_blocks_only_for_a_skill() -> None:
    """cards ESCAPE_PLAN: a Slice gives nothing."""
    c = silent("ESCAPE_PLAN", draw="SLICE")
    play(c)
    assert (c.player.block, ids(c.hand)) == (0, ["SLICE"])


def test_murder_counts_the_cards_drawn_in_the_fight() -> None:
    """Marked unsure: 1 + 2 drawn by Backflip + 5 of the hand draw."""
    c = silent("BACKFLIP", draw="DEFEND_SILENT " * 4 + "MURDER DEFEND_SILENT DEFEND_SILENT")
    play(c)
    end(c)
    play(c, "MURDER")
    assert hurt(c) == 1 + 7


def test_expertise_draws_nothing_with_a_big_hand() -> None:
    """Marked unsure: draws up to six in hand."""
    c = silent("EXPERTISE " + "SLICE " * 6, draw="SLICE SLICE")
    play(c)
    assert len(c.hand) == 6


def test_grand_finale_needs_an_empty_draw_pile() -> None:
    """cards GRAND_FINALE trait: 60 to all."""
    c = silent("GRAND_FINALE", draw="SLICE")
    assert rules.unplayable_reason(c, 0) == "BlockedByCardLogic"
    c = silent("GRAND_FINALE", enemies=(enemy(1), enemy(2)))
    play(c)
    assert (hurt(c), hurt(c, 1)) == (60, 60)


def test_echoing_slash_repeats_for_each_kill() -> None:
    """Marked unsure: 10 to three, two of them with 5 hp die: two more times at the third."""
    c = silent("ECHOING_SLASH", enemies=(enemy(1, hp=5), enemy(2, hp=5), enemy(3)))
    play(c)
    assert [e.hp for e in c.enemies] == [170]


def test_nightmare_brings_three_copies_next_turn() -> None:
    """NIGHTMARE_POWER: copies of the card as it was, before the hand is drawn."""
    c = silent("NIGHTMARE SLICE+", draw="DEFEND_SILENT " * 5)
    play(c)
    end(c)
    assert ids(c.hand)[:3] == ["SLICE+"] * 3
    assert powers_of(c.player) == {}


def test_well_laid_plans_asks_what_to_keep_unless_the_hand_stays() -> None:
    """WELL_LAID_PLANS_POWER 1: one of two cards is kept; with Retain Hand nobody asks."""
    c = silent("SLICE DEFLECT", draw="DEFEND_SILENT " * 5, powers={"WELL_LAID_PLANS": 1})
    rules.end_turn(c)
    assert c.pending is not None
    assert (c.pending.min, c.pending.max, c.pending.can_skip) == (0, 1, True)
    rules.choose(c, (1,))
    assert ids(c.hand) == ["DEFLECT"] + ["DEFEND_SILENT"] * 5
    c = silent("SLICE", powers={"WELL_LAID_PLANS": 1, "RETAIN_HAND": 1})
    rules.end_turn(c)
    assert c.pending is None
    assert c.round == 3


# Damage factors


def test_tracking_multiplies_against_weak_enemies() -> None:
    """TRACKING_POWER 2: 6 doubled; a second Tracking makes it 3."""
    c = silent("SLICE TRACKING+ SLICE", powers={"TRACKING": 2}, enemies=(enemy(powers={"WEAK": 2}),))
    play(c)
    assert hurt(c) == 12
    play(c, "TRACKING")
    play(c)
    assert hurt(c) == 12 + 18


def test_tracking_leaves_other_enemies_alone() -> None:
    """No Weak, no factor."""
    c = silent("SLICE", powers={"TRACKING": 2})
    play(c)
    assert hurt(c) == 6


def test_shadow_step_doubles_the_damage_of_the_next_turn() -> None:
    """SHADOW_STEP_POWER gives DOUBLE_DAMAGE_POWER at the turn start; that one falls at the turn's end."""
    c = silent("SHADOW_STEP", draw="SLICE " * 5)
    play(c)
    end(c)
    assert powers_of(c.player) == {"DOUBLE_DAMAGE": 1}
    play(c)
    assert hurt(c) == 12
    end(c)
    assert powers_of(c.player) == {}


def test_piercing_wail_gives_strength_back_after_the_enemies_moved() -> None:
    """PIERCING_WAIL_POWER 6: a Butt of 12 hits for 6."""
    c = silent("PIERCING_WAIL", enemies=(enemy(move=HIT),))
    play(c)
    end(c)
    assert (c.player.hp, powers_of(c.enemies[0])) == (44, {})


def test_anticipate_lasts_this_turn() -> None:
    """ANTICIPATE_POWER 2: Deflect 4 + 2."""
    c = silent("ANTICIPATE DEFLECT")
    play(c)
    play(c)
    assert c.player.block == 6
    end(c)
    assert powers_of(c.player) == {}


def test_wraith_form_takes_dexterity_each_turn() -> None:
    """WRAITH_FORM_POWER 1 with Intangible 2: a Butt costs 1."""
    c = silent("WRAITH_FORM", enemies=(enemy(move=HIT),))
    play(c)
    end(c)
    assert (c.player.hp, powers_of(c.player)) == (49, {"INTANGIBLE": 1, "WRAITH_FORM": 1, "DEXTERITY": -1})


def test_strangle_hurts_for_each_later_card() -> None:
    """STRANGLE_POWER 2: not for the card that put it on; 2 for each of two Deflects."""
    c = silent("STRANGLE DEFLECT DEFLECT")
    for _ in range(3):
        play(c)
    assert hurt(c) == 8 + 4


def test_the_hunt_pays_a_card_reward_for_a_kill() -> None:
    """cards THE_HUNT."""
    c = silent("THE_HUNT", enemies=(enemy(1, hp=10), enemy(2)))
    play(c)
    assert (rules.summary(c).rewards, powers_of(c.player)) == ((("card", None),), {"THE_HUNT": 1})
    c = silent("THE_HUNT", enemies=(enemy(1, hp=11), enemy(2)))
    play(c)
    assert rules.summary(c).rewards == ()


def test_powers_that_need_other_players_do_nothing_alone() -> None:
    """SNEAKY_POWER and FLANKING_POWER: no block, no factor; Flanking goes with the enemy side."""
    c = silent("FLANKING SLICE", powers={"SNEAKY": 1})
    play(c)
    play(c)
    assert (hurt(c), c.player.block, powers_of(c.enemies[0])) == (6, 0, {"FLANKING": 2})
    end(c)
    assert powers_of(c.enemies[0]) == {"STRENGTH": 2}  # its own move


# Relics and potions


def test_the_silents_opening_relics() -> None:
    """RING_OF_THE_SNAKE: 2 more cards; NINJA_SCROLL: 3 Shivs; TWISTED_FUNNEL: 4 Poison on all."""
    relics = tuple(rules.RelicSpec(r) for r in ("RING_OF_THE_SNAKE", "NINJA_SCROLL", "TWISTED_FUNNEL"))
    c = at_start(monsters=("NIBBIT", "NIBBIT"), relics=relics, character="SILENT")
    assert ids(c.hand) == ["SHIV"] * 3 + ["DEFEND_IRONCLAD"] * 7
    assert [e.amount("POISON_POWER") for e in c.enemies] == [4, 4]
    end(c)
    assert len(c.hand) == 5


def test_helical_dart_gives_dexterity_this_turn_for_shivs() -> None:
    """HELICAL_DART 1: two Shivs, Deflect 4 + 2; gone next turn."""
    c = silent("SHIV SHIV DEFLECT", relics=("HELICAL_DART",))
    for _ in range(3):
        play(c)
    assert c.player.block == 6
    end(c)
    assert powers_of(c.player) == {}


def test_paper_krane_makes_weak_enemies_weaker() -> None:
    """PAPER_KRANE: 12 * 0.6 = 7.2."""
    c = silent(enemies=(enemy(move=HIT, powers={"WEAK": 1}),), relics=("PAPER_KRANE",))
    end(c)
    assert c.player.hp == 43


def test_the_silents_potions() -> None:
    """CUNNING_POTION: 3 Shiv+; POISON_POTION: 6; GHOST_IN_A_JAR: Intangible 1."""
    c = silent(potions=("CUNNING_POTION",))
    drink(c)
    assert ids(c.hand) == ["SHIV+"] * 3
    c = silent(potions=("POISON_POTION",))
    drink(c, 1)
    assert powers_of(c.enemies[0]) == {"POISON": 6}
    c = silent(potions=("GHOST_IN_A_JAR",))
    drink(c)
    assert powers_of(c.player) == {"INTANGIBLE": 1}


def test_a_copy_made_while_a_discard_is_chosen_goes_its_own_way() -> None:
    """Acrobatics suspended: one copy discards Flick-Flack (6 damage), the other a Slice."""
    c = silent("ACROBATICS FLICK_FLACK", draw="SLICE SLICE SLICE")
    rules.play_card(c, 0)
    other = c.copy()
    rules.choose(c, (0,))
    rules.choose(other, (1,))
    assert (hurt(c), hurt(other)) == (6, 0)
    assert ids(other.hand) == ["FLICK_FLACK", "SLICE", "SLICE"]

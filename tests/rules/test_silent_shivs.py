"""Shivs and discards of the Silent, Sly among them, worked out by hand; each test names the facts rows it rests on
(facts: cards, powers, mechanics sly)."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import end, enemy, ids, play, powers_of
from tests.rules.build_cast import hurt, silent

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

"""Relics with memory, relics that react, and relics that change cards; numbers typed from relics.json."""

from __future__ import annotations

from typing import Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.cards import from_spec
from sts2fsm.rules.setup import CombatSetup, RelicSpec
from tests.rules.build import answer, cards, end, enemy, fight, ids, play, powers_of

DECK = "DEFEND_IRONCLAD " * 12


def start(relic: str, counter: int = -1, deck: str = DECK, **more: Any) -> rules.Combat:
    """A fight against two Nibbits from its start with one relic, 50/80 hp."""
    setup = CombatSetup(
        deck=cards(deck),
        hp=50,
        max_hp=80,
        monsters=("NIBBIT", "NIBBIT"),
        relics=(RelicSpec(relic, counter),),
        gold=100,
        **more,
    )
    c = rules.start(setup)
    answer(c)
    return c


def test_pen_nib_doubles_every_tenth_attack() -> None:
    """At counter 9 the next Strike deals 12 and shows it; the one after 6."""
    c = fight("STRIKE_IRONCLAD STRIKE_IRONCLAD", relics=(("PEN_NIB", 9),))
    assert rules.card_numbers(c, c.hand[0])["Damage"] == 12
    play(c)
    assert (c.enemies[0].hp, rules.card_numbers(c, c.hand[0])["Damage"]) == (188, 6)
    play(c)
    assert (c.enemies[0].hp, rules.summary(c).relics[0].counter) == (182, 1)


def test_counting_relics_keep_their_count_for_the_next_fight() -> None:
    """Nunchaku at 9: 1 energy for the tenth attack; Tuning Fork 7 block for the tenth skill; Joss Paper a card for the
    fifth exhaust."""
    c = fight("STRIKE_IRONCLAD STRIKE_IRONCLAD", relics=(("NUNCHAKU", 9),))
    play(c)
    assert c.energy == 3
    play(c)
    assert rules.summary(c).relics[0].counter == 1
    c = fight("FINESSE", relics=(("TUNING_FORK", 9),))
    play(c)
    assert c.player.block == 11
    c = fight("BURNING_PACT WOUND", draw="DAZED " * 4, relics=(("JOSS_PAPER", 4),))
    play(c)
    assert len(c.hand) == 3


def test_relics_that_keep_hands_block_and_energy() -> None:
    """Runic Pyramid the hand, Sturdy Clamp up to 10 block, Ice Cream the energy."""
    c = fight("BASH WOUND", draw="DAZED " * 9, relics=("RUNIC_PYRAMID",))
    end(c)
    assert ids(c.hand) == ["BASH", "WOUND"] + ["DAZED"] * 5
    c = fight(block=25, relics=("STURDY_CLAMP",), enemies=(enemy(move="HISS_MOVE"),))
    end(c)
    assert c.player.block == 10
    c = fight(energy=2, relics=("ICE_CREAM",))
    end(c)
    assert c.energy == 5


def test_red_skull_holds_while_hp_is_low() -> None:
    """Strength 3 at 40 of 80 hp or less, gone when healed above."""
    c = fight("BLOODLETTING NOT_YET", hp=43, relics=("RED_SKULL",), energy=3)
    play(c)
    assert powers_of(c.player) == {"STRENGTH": 3}
    play(c)
    assert powers_of(c.player) == {}


def test_lizard_tail_saves_once_in_a_run() -> None:
    """Half of max hp; the counter shows it is used; a used one does not help."""
    c = fight(hp=5, relics=("LIZARD_TAIL",), enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert (c.player.hp, rules.summary(c).relics[0].counter) == (40, 1)
    c = fight(hp=5, relics=(("LIZARD_TAIL", 1),), enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert c.outcome == "lost"


def test_self_forming_clay_gives_block_next_turn_for_each_loss() -> None:
    """Two losses: 6 block after the clear."""
    c = fight("BLOODLETTING BLOODLETTING", relics=("SELF_FORMING_CLAY",), enemies=(enemy(move="HISS_MOVE"),))
    play(c)
    play(c)
    end(c)
    assert c.player.block == 6


def test_end_of_fight_relics_heal_in_order() -> None:
    """Meat on the Bone looks before Burning Blood heals: 30 + 12 + 6; above half only 6."""
    for hp, expected in ((30, 48), (50, 56)):
        c = fight("STRIKE_IRONCLAD", hp=hp, relics=("BURNING_BLOOD", "MEAT_ON_THE_BONE"), enemies=(enemy(hp=6),))
        play(c)
        assert c.player.hp == expected
    c = fight("STRIKE_IRONCLAD", relics=("CHOSEN_CHEESE",), enemies=(enemy(hp=6),))
    play(c)
    assert (c.player.hp, c.player.max_hp) == (51, 81)


def test_gremlin_horn_hand_drill_and_boot_react_to_enemies() -> None:
    """A death: 1 energy and a card. Broken block: Vulnerable 2. A 4 damage hit takes 5."""
    c = fight("STRIKE_IRONCLAD", draw="WOUND", relics=("GREMLIN_HORN",), enemies=(enemy(1, hp=6), enemy(2)))
    play(c)
    assert (c.energy, ids(c.hand)) == (3, ["WOUND"])
    c = fight("STRIKE_IRONCLAD", relics=("HAND_DRILL",), enemies=(enemy(block=3),))
    play(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (197, {"VULNERABLE": 2})
    c = fight("STRIKE_IRONCLAD", powers={"STRENGTH": -2}, relics=("THE_BOOT",))
    play(c)
    assert c.enemies[0].hp == 195


def test_velvet_choker_and_pocketwatch_count_cards() -> None:
    """Six cards at most; three or fewer cards bring three more next turn."""
    c = fight("FINESSE " * 7, relics=("VELVET_CHOKER",))
    for _ in range(6):
        play(c)
    assert rules.unplayable_reason(c, 0) == "BlockedByHook"
    for played, drawn in ((3, 8), (4, 5)):
        c = fight("FINESSE " * 4, draw="WOUND " * 20, relics=("POCKETWATCH",))
        for _ in range(played):
            play(c, "FINESSE")
        end(c)
        assert len(c.hand) == drawn


def test_art_of_war_pays_after_a_turn_without_attacks() -> None:
    """4 energy then, 3 after an attack."""
    for card, energy in (("DEFEND_IRONCLAD", 4), ("STRIKE_IRONCLAD", 3)):
        c = fight(card, relics=("ART_OF_WAR",))
        play(c)
        end(c)
        assert c.energy == energy


def test_gambling_chip_asks_at_the_first_turn_and_unceasing_top_draws_when_empty() -> None:
    """A hand choice of any number; a drawn card for an empty hand."""
    setup = CombatSetup(deck=cards(DECK), hp=50, max_hp=80, monsters=("NIBBIT",), relics=(RelicSpec("GAMBLING_CHIP"),))
    c = rules.start(setup)
    assert c.pending is not None
    assert (c.pending.kind, c.pending.min, c.pending.max) == ("hand", 0, 5)
    rules.choose(c, (0, 1, 2))
    assert (len(c.hand), len(c.discard)) == (5, 3)
    c = fight("STRIKE_IRONCLAD", draw="WOUND WOUND", relics=("UNCEASING_TOP",))
    play(c)
    assert ids(c.hand) == ["WOUND"]


def test_reshuffles_feed_the_abacus_and_the_big_hug() -> None:
    """6 block; a Soot in the draw pile."""
    c = fight("POMMEL_STRIKE", discard="WOUND WOUND", relics=("THE_ABACUS", "BIIIG_HUG"))
    play(c)
    assert c.player.block == 6
    assert "SOOT" in ids(c.draw) + ids(c.hand)


def test_mummified_hand_and_razor_tooth_change_cards() -> None:
    """A Power makes a costing hand card free this turn; a played Strike comes back upgraded."""
    c = fight("INFLAME BASH", relics=("MUMMIFIED_HAND",))
    play(c)
    assert rules.card_cost(c, c.hand[0]) == "0"
    c = fight("STRIKE_IRONCLAD", relics=("RAZOR_TOOTH",))
    play(c)
    assert ids(c.discard) == ["STRIKE_IRONCLAD+"]


def test_stone_calendar_strikes_in_round_seven() -> None:
    """52 to all at the end of round 7."""
    c = fight(relics=("STONE_CALENDAR",), round=7)
    end(c)
    assert c.enemies[0].hp == 148


def test_history_course_repeats_the_last_card_of_the_turn_before() -> None:
    """A Strike played last turn strikes again at the start of this one."""
    c = fight("DEFEND_IRONCLAD STRIKE_IRONCLAD", draw="WOUND " * 5, relics=("HISTORY_COURSE",))
    play(c)
    play(c)
    end(c)
    assert (c.enemies[0].hp, c.player.block) == (188, 0)
    assert "STRIKE_IRONCLAD" not in ids(c.hand)


def test_relics_that_change_cards_at_the_start() -> None:
    """Bellows and Bone Tea upgrade the first hand, Stone Cracker two to draw, Ghost Seed makes basics ethereal."""
    assert ids(start("BELLOWS").hand) == ["DEFEND_IRONCLAD+"] * 5
    c = start("BONE_TEA", 1)
    assert (ids(c.hand), c.relics[0].counter) == (["DEFEND_IRONCLAD+"] * 5, 0)
    assert ids(start("BONE_TEA", 0).hand) == ["DEFEND_IRONCLAD"] * 5
    c = start("STONE_CRACKER")
    assert ids(c.hand + c.draw).count("DEFEND_IRONCLAD+") == 2
    c = start("GHOST_SEED", deck="DEFEND_IRONCLAD " * 3 + "BASH " * 2)
    assert {x.id: x.ethereal for x in c.hand} == {"DEFEND_IRONCLAD": True, "BASH": False}


def test_relics_that_bring_potions_and_bad_cards() -> None:
    """Delicate Frond fills the belt, Petrified Toad brings a rock, Tea of Discourtesy two Dazed once."""
    assert None not in start("DELICATE_FROND").potions
    assert start("PETRIFIED_TOAD").potions == ["POTION_SHAPED_ROCK", None, None]
    c = start("TEA_OF_DISCOURTESY", 1)
    assert (ids(c.hand + c.draw).count("DAZED"), c.relics[0].counter) == (2, 0)


def test_jeweled_mask_brings_a_free_power() -> None:
    """Demon Form in hand at cost 0 before the draw."""
    c = start("JEWELED_MASK", deck="DEFEND_IRONCLAD " * 9 + "DEMON_FORM")
    form = next(x for x in c.hand if x.id == "DEMON_FORM")
    assert (rules.card_cost(c, form), len(c.hand)) == ("0", 6)


def test_burning_sticks_return_the_first_exhausted_skill() -> None:
    """Once a fight."""
    c = fight("PRODUCTION PRODUCTION", relics=("BURNING_STICKS",))
    play(c)
    assert ids(c.hand) == ["PRODUCTION", "PRODUCTION"]
    play(c)
    assert ids(c.hand) == ["PRODUCTION"]


def test_mystic_lighter_adds_nine_to_enchanted_attacks() -> None:
    """Sharp 1 Strike: 6 + 1 + 9; a plain one 6."""
    c = fight("STRIKE_IRONCLAD", relics=("MYSTIC_LIGHTER",))
    c.hand.append(from_spec(c, rules.CardSpec("STRIKE_IRONCLAD", 0, ("SHARP", 1)), -1))
    play(c)
    play(c)
    assert c.enemies[0].hp == 200 - 6 - 16


def test_paels_relics_count_turns_and_energy() -> None:
    """Legion doubles the block of one card, then sleeps two turns; Tears pay 2 after a turn with energy left."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD", relics=("PAELS_LEGION",), enemies=(enemy(move="HISS_MOVE"),))
    play(c)
    play(c)
    assert (c.player.block, c.relics[0].counter) == (15, 2)
    end(c)
    assert c.relics[0].counter == 1
    for energy, expected in ((1, 5), (0, 3)):
        c = fight(energy=energy, relics=("PAELS_TEARS",))
        end(c)
        assert c.energy == expected


def test_ringing_triangle_keeps_the_first_hand_only() -> None:
    """Five kept and five drawn after round 1."""
    c = start("RINGING_TRIANGLE")
    end(c)
    assert len(c.hand) == 10
    end(c)
    assert len(c.hand) == 5


def test_reptile_trinket_gives_strength_for_the_turn_of_a_potion() -> None:
    """3 until the turn ends."""
    c = fight(relics=("REPTILE_TRINKET",), potions=("BLOCK_POTION", None, None))
    rules.use_potion(c, 0)
    assert powers_of(c.player) == {"STRENGTH": 3, "REPTILE_TRINKET": 3}
    end(c)
    assert powers_of(c.player) == {}


def test_sparkling_rouge_in_round_three_and_the_fake_flower_every_five_turns() -> None:
    """Strength and Dexterity 1 in round 3; 1 energy on the fifth turn."""
    c = fight(relics=("SPARKLING_ROUGE",), round=2)
    end(c)
    assert powers_of(c.player) == {"STRENGTH": 1, "DEXTERITY": 1}
    c = fight(relics=(("FAKE_HAPPY_FLOWER", 4),))
    end(c)
    assert (c.energy, c.relics[0].counter) == (4, 0)


def test_whispering_earring_plays_the_first_turn_itself() -> None:
    """4 energy: four of five Defends are played from the left."""
    c = start("WHISPERING_EARRING")
    assert (c.player.block, c.energy, len(c.hand)) == (20, 0, 1)

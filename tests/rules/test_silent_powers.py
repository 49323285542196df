"""Block, draws and replays of the Silent, worked out by hand (facts: cards, powers)."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from tests.rules.build import end, enemy, ids, play, powers_of
from tests.rules.build_cast import hurt, silent

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

"""What the end of a turn is worth: each part by hand, on fights of the rules."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from sts2fsm.assembly import policies
from sts2fsm.content import load
from sts2fsm.facts.evaluation import Start, worth
from sts2fsm.policy import Table
from sts2fsm.rules import combat as rules
from sts2fsm.rules import effects

WEIGHTS: Any = evolve(
    policies().section("planner").weights["default"],
    orbs=Table({"default": 0.0, "LIGHTNING_ORB": 1.0, "FROST_ORB": 2.0, "DARK_ORB": 0.5}),
    osty=0.5,
    star=0.8,
    forged=0.25,
    power_hp=0,
    own_powers=Table({"default": 0.5, "STRENGTH_POWER": 4.0, "FOCUS_POWER": 5.0}),
    enemy_powers=Table({"default": 0.0, "SANDPIT_POWER": 10.0}),
)


def begun(character: str, *, encounter: str = "BYRDONIS_ELITE") -> rules.Combat:
    """A fight at its first turn, with the character's own deck and relics."""
    hero = load().characters[character]
    return rules.start(
        rules.CombatSetup(
            deck=tuple(rules.CardSpec(card) for card in hero.deck), hp=hero.hp, max_hp=hero.hp, encounter=encounter,
            character=character, relics=tuple(rules.RelicSpec(relic) for relic in hero.relics), max_energy=hero.energy,
        )
    )  # fmt: skip


def part(name: str, fight: rules.Combat, weights: Any = WEIGHTS) -> float:
    start = Start(
        hp=fight.player.hp,
        max_hp=fight.player.max_hp,
        enemies={enemy.combat_id: enemy.hp for enemy in fight.enemies},
        potions=tuple(fight.potions),
        dear=1.0,
        potion_worth=lambda _: 0.0,
        next_phase=40,
    )
    return worth(fight, start, weights, ("survives", "wins"), chancy=False, partial=False).parts[name]


def test_orbs_count_by_what_they_do_and_dark_ones_by_what_they_hold() -> None:
    """Lightning does 3 a turn, Frost 2, the Dark orb holds 12; a point of Focus adds one to the first two."""
    fight = begun("DEFECT")
    fight.orbs = [("LIGHTNING_ORB", 0), ("FROST_ORB", 0), ("DARK_ORB", 12)]
    assert part("orbs", fight) == pytest.approx(3 + 2 * 2 + 0.5 * 12)
    effects.apply_power(fight, fight.player, "FOCUS_POWER", 1, None)
    assert part("orbs", fight) == pytest.approx(4 + 2 * 3 + 0.5 * 12)


def test_osty_and_stars_count_while_the_fight_lasts() -> None:
    """By health and by star; nothing once the fight is won."""
    fight = begun("NECROBINDER")
    assert fight.osty is not None
    assert part("Osty", fight) == pytest.approx(0.5 * fight.osty.hp) != 0
    fight.stars = 5
    assert part("stars", fight) == pytest.approx(4)
    fight.outcome = "won"
    assert (part("Osty", fight), part("stars", fight)) == (0, 0)


def test_a_debuff_that_no_table_lists_counts_against_us() -> None:
    """Strength 2 by the table is 8; a buff that it lacks is half a point each, a debuff half a point off."""
    fight = begun("IRONCLAD")
    before = part("our powers", fight)
    effects.apply_power(fight, fight.player, "STRENGTH_POWER", 2, None)
    assert part("our powers", fight) - before == pytest.approx(8)
    effects.apply_power(fight, fight.player, "CONSTRICT_POWER", 3, None)
    assert part("our powers", fight) - before == pytest.approx(8 - 1.5)


def test_powers_count_less_towards_the_end_where_the_policy_says_so() -> None:
    """Full with 50 hp left of the enemies, half with 25."""
    fight = begun("IRONCLAD")
    effects.apply_power(fight, fight.player, "STRENGTH_POWER", 2, None)
    fading = evolve(WEIGHTS, power_hp=50)
    whole = part("our powers", fight)
    assert part("our powers", fight, fading) == pytest.approx(whole)
    fight.enemies[0].hp = 25
    assert part("our powers", fight, fading) == pytest.approx(whole / 2)


def test_turns_bought_from_the_pit_are_worth_their_energy() -> None:
    """The Insatiable devours us when its count runs out: each turn more is worth 10."""
    fight = begun("IRONCLAD", encounter="THE_INSATIABLE_BOSS")
    effects.apply_power(fight, fight.enemies[0], "SANDPIT_POWER", 4, None)
    assert part("their powers", fight) == pytest.approx(40)

"""What the planner knows of Shivs, orbs and cards kept in hand."""

from __future__ import annotations

from itertools import pairwise

from sts2fsm.assembly import policies
from sts2fsm.facts.fight import followed
from sts2fsm.facts.lines import plan
from sts2fsm.facts.model import model
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.facts.search import turn_ends
from sts2fsm.rules.state import ENERGY_SPENT, FREE_ATTACKS, LIGHTNINGS, SHIVS
from sts2fsm.wire.actions import EndTurn, PlayCard
from sts2fsm.wire.observation import Observation
from tests.facts.fights import card, enemy, fight, power

BUILD = "v0.107.1"
ATTACKER = enemy("NIBBIT", 0, 40, ("Attack", "12"))
LIGHTNING = {"id": "LIGHTNING_ORB", "name": "Lightning", "passive_val": 3, "evoke_val": 8, "keywords": []}
FROST = {"id": "FROST_ORB", "name": "Frost", "passive_val": 2, "evoke_val": 5, "keywords": []}


def test_the_memory_counts_shivs_free_attacks_and_energy_paid() -> None:
    """A Shiv for nothing, a Dash for 2; the model's turn starts from these counts, the next turn from none."""
    first = fight(["SHIV", "DASH", "DEFLECT"], [ATTACKER])
    second = fight(["DASH", "DEFLECT"], [enemy("NIBBIT", 0, 36, ("Attack", "12"))])
    third = fight(["DEFLECT"], [enemy("NIBBIT", 0, 26, ("Attack", "12"))], energy=1, block=10)
    known = followed(followed(None, None, None, first), first, PlayCard(0, "NIBBIT_0"), second)
    known = followed(known, second, PlayCard(0, "NIBBIT_0"), third)
    made = model(third, known, BUILD)
    assert made is not None
    stats = made.combat.turn_stats
    assert (stats[SHIVS], stats[FREE_ATTACKS], stats[ENERGY_SPENT]) == (1, 1, 2)
    later = fight(["SHIV"], [enemy("NIBBIT", 0, 26, ("Buff", ""))])
    made = model(later, followed(known, third, EndTurn(), later), BUILD)
    assert made is not None
    assert made.combat.turn_stats[SHIVS] == 0


def test_the_memory_counts_lightning_channelled_so_far() -> None:
    """One to begin with, a Zap, then Dualcast takes one away: Voltaic still counts two."""

    def shown(hand: list[str], orbs: int) -> Observation:
        queue = [LIGHTNING] * orbs
        return fight(hand, [ATTACKER], energy=9, character="The Defect", orbs=queue, orb_slots=3)

    pages = [shown(["ZAP", "DUALCAST", "VOLTAIC"], 1), shown(["DUALCAST", "VOLTAIC"], 2), shown(["VOLTAIC"], 1)]
    known = followed(None, None, None, pages[0])
    for before, after in pairwise(pages):
        known = followed(known, before, PlayCard(0), after)
    made = model(pages[-1], known, BUILD)
    assert made is not None
    assert made.combat.fight_stats[LIGHTNINGS] == 2


def test_a_shiv_that_shows_two_more_damage_is_an_inky_one() -> None:
    """Blade of Ink's Shivs: 6 instead of 4; a plain one and one under Accuracy stay plain."""
    inky, plain = (card("SHIV", 0, description=f"Deal {n} damage.") for n in (6, 4))
    made = model(fight([inky, plain], [ATTACKER]), None, BUILD)
    assert made is not None
    assert [inst.enchantment for inst in made.combat.hand] == [("INKY", 1), None]
    made = model(fight([inky], [ATTACKER], status=[power("ACCURACY_POWER", 2)]), None, BUILD)
    assert made is not None
    assert made.combat.hand[0].enchantment is None


def test_states_that_differ_in_their_orbs_are_kept_apart() -> None:
    """Zap or Glasswork with 1 energy: the ends differ in their queues, all are found."""
    seen = fight(
        ["ZAP", "GLASSWORK"],
        [ATTACKER],
        energy=1,
        character="The Defect",
        orbs=[LIGHTNING],
        orb_slots=3,
        orb_empty_slots=2,
    )
    made = model(seen, None, BUILD)
    assert made is not None
    ends, _ = turn_ends(made.combat, 100, False, lambda _: 0.0)
    queues = {tuple(kind for kind, _ in node.combat.orbs) for node in ends}
    assert queues == {("LIGHTNING_ORB",), ("LIGHTNING_ORB", "LIGHTNING_ORB"), ("LIGHTNING_ORB", "GLASS_ORB")}


def test_a_line_counts_the_orbs_at_the_turns_end() -> None:
    """Frost's 2 block and Lightning's 3 damage are in the end of a turn in which nothing can be played."""
    seen = fight(
        [], [ATTACKER], energy=0, character="The Defect", orbs=[LIGHTNING, FROST], orb_slots=3, orb_empty_slots=1
    )
    line = plan(seen, None, policies().section(PlannerPolicy), lambda _: 1.0).lines[0]
    assert (line.hp, line.enemy_hp) == (50 - (12 - 2), 37)


def test_a_question_about_what_to_keep_does_not_hide_the_enemies_turn() -> None:
    """Well-Laid Plans asks before the hand goes: the line's end is still the one after the attack of 12."""
    seen = fight(
        ["DEFLECT", "DASH"],
        [ATTACKER],
        energy=0,
        character="The Silent",
        status=[power("WELL_LAID_PLANS_POWER", 1)],
    )
    lines = plan(seen, None, policies().section(PlannerPolicy), lambda _: 1.0).lines
    assert {line.hp for line in lines if not line.moves} == {38}

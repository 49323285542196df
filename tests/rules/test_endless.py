"""A chain of effects without an end is cut off, so that nothing that plans with the rules can hang."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import EnemySeen, PowerSeen, Snapshot, combat_from
from sts2fsm.rules.setup import CardSpec, CombatSetup


def test_a_card_that_plays_itself_again_for_nothing_is_cut_off() -> None:
    """Hellraiser plays each drawn Strike, Pillage draws again after each attack, and at Strength -9 nothing is hurt."""
    fight = combat_from(
        CombatSetup(deck=(), hp=50, max_hp=80),
        Snapshot(
            round=2,
            energy=3,
            enemies=(EnemySeen("NIBBIT", 1, 400, 400, move="HISS_MOVE"),),
            powers=(PowerSeen("HELLRAISER_POWER", 1), PowerSeen("STRENGTH_POWER", -9)),
            hand=(CardSpec("PILLAGE"),),
            draw=(CardSpec("STRIKE_IRONCLAD"),),
        ),
    )
    rules.play_card(fight, 0, 1)
    assert "an endless chain of effects" in fight.notes
    assert fight.outcome is None and fight.enemies[0].hp == 400

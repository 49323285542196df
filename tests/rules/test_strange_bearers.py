"""Powers on monsters that the tables do not give them to: a mod's fight, or a payload of nobody's."""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import end, enemy, fight, play

# Powers that name a move of their usual bearers (content tables, monsters and powers).
NAME_A_MOVE = ("ASLEEP", "SLUMBER", "SHRIEK", "ILLUSION", "REATTACH", "ADAPTABLE", "BURROWED")


@pytest.mark.parametrize("power", NAME_A_MOVE)
def test_a_power_that_names_a_move_its_bearer_lacks_does_no_harm(power: str) -> None:
    """A Nibbit has none of those moves: it is hit, killed or woken, the turns go on, and its own moves come."""
    assert f"{power}_POWER" in load().powers
    for hp in (40, 6):
        combat = fight(hand="STRIKE_IRONCLAD DEFEND_IRONCLAD", enemies=[enemy(hp=hp, powers={power: 1}), enemy(2)])
        play(combat, "STRIKE_IRONCLAD")
        for _ in range(3):
            if combat.outcome is None:
                end(combat)
        for one in combat.enemies:
            assert one.code is not None and (one.move == "" or one.move in one.code.moves)

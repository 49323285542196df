"""Fights against an enemy that does nothing, to see one power at work."""

from __future__ import annotations

from typing import Any

from sts2fsm.rules.observe import EnemySeen
from sts2fsm.rules.state import Combat
from tests.rules.build import enemy, fight


def idle(combat_id: int = 1, **more: Any) -> EnemySeen:
    """An enemy that does nothing, with the powers given."""
    return enemy(combat_id, id="BATTLE_FRIEND_V1", move="NOTHING_MOVE", **more)


def one(hand: str, **more: Any) -> Combat:
    """A fight against one idle enemy of 200 hp with the powers given as `foe`, and energy for everything."""
    powers = more.pop("foe", {})
    return fight(hand, energy=9, enemies=(idle(powers=powers),), **more)

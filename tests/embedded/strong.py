"""A character that wins nearly every fight, for tests that want to see all acts: much Strength and many Thorns."""

from __future__ import annotations

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from tests.embedded.agent import Agent, Report

STRONG = (*["relic:VAJRA"] * 80, *["relic:BRONZE_SCALES"] * 60)


def far(seed: int, character: str = "IRONCLAD", ascension: int = 0, *rooms: str) -> tuple[EmbeddedGame, Report]:
    """A whole run of a strong character, most often won."""
    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=seed, character=character, ascension=ascension, rooms=[*rooms, *STRONG])
    return game, Agent(game, clock, seed).play()

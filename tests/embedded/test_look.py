"""`look` shows what `get` shows, at every moment of whole runs; in a fight it makes nothing anew while nothing
happens."""

from __future__ import annotations

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from tests.embedded.agent import Agent, Payload
from tests.embedded.strong import STRONG


@pytest.mark.parametrize("seed", range(8))
def test_look_and_get_agree_at_every_step(seed: int) -> None:
    """Random runs of five characters, every second one through all acts: in fights the two payloads are equal after
    each action and each pause, whatever lies upon the fight. (Elsewhere reading acts on the game: it opens chests.)"""
    character = ("IRONCLAD", "SILENT", "DEFECT", "NECROBINDER", "REGENT")[seed % 5]
    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=seed, character=character, rooms=STRONG if seed % 2 else ())
    looks: list[Payload] = []
    kept = 0

    def compare(state: Payload) -> None:
        nonlocal kept
        if "hand" not in state.get("player", {}):
            return
        looked = game.look()[1]
        assert looked == state
        kept += bool(looks) and looked is looks[-1]
        looks.append(looked)
        clock.sleep(0.05 * (len(looks) % 4))
        game.advance()
        assert game.look()[1] == game.get()[1]

    Agent(game, clock, seed, compare).play()
    assert len(looks) > 40
    assert kept > 10


def test_a_fight_is_shown_anew_only_when_something_happened() -> None:
    """Two looks in a row give one dictionary; a card that lands, and a pause at whose end something is due, give
    another."""
    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=1)
    agent = Agent(game, clock, 1)
    while (state := game.look()[1])["state_type"] != "monster" or not state.get("battle", {}).get("is_play_phase"):
        agent.play_once(state)
    first = game.look()[1]
    clock.sleep(0.001)
    assert game.look()[1] is first
    card = next(c for c in first["player"]["hand"] if c["can_play"] and c["target_type"] != "AnyEnemy")
    game.post({"action": "play_card", "card_index": card["index"]})
    clock.sleep(5.0)
    after = game.look()[1]
    assert after is not first
    assert len(after["player"]["hand"]) < len(first["player"]["hand"])


def test_under_faults_every_look_is_a_get() -> None:
    """A fault may strike at any read, so nothing is kept."""
    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=1, faults=("read_500",))
    statuses = {game.look()[0] for _ in range(300)}
    assert statuses == {200, 500}

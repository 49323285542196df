"""Any action at any time: half of what is sent is nonsense, and the game neither breaks nor wedges."""

from __future__ import annotations

import random

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.embedded.actions import ACTIONS
from tests.embedded.agent import LEGAL, Agent
from tests.embedded.shapes import payload_faults

PLACED = (["crystal_sphere", "event_fight"], ["fake_merchant", "shop"], ["treasure", "rest_site"], ["relic_select"], [])
GAPS = (0.0, 0.05, 0.1, 0.3, 1.0)  # seconds between requests, down to none


@pytest.mark.parametrize("seed", range(15))
def test_random_actions_with_random_numbers_never_break_the_game(seed: int) -> None:
    """Every reply is HTTP 200, every payload has the wire's shape, invariants hold, and the run still ends."""
    clock = VirtualClock()
    faults = ("stale_preview", "lingering_map", "truncated_grid") if seed % 2 else ()
    game = EmbeddedGame(clock, seed=seed, ascension=seed % 11, faults=faults, rooms=PLACED[seed % 5])
    agent = Agent(game, clock, seed)
    source = random.Random(seed)
    names = sorted(ACTIONS)
    for _ in range(6000):
        state = agent.read()
        assert state is not None
        assert payload_faults(state) == []
        if state["state_type"] == "game_over":
            return
        player = state.get("player")
        if player is not None:
            assert 0 <= player["hp"] <= player["max_hp"]
            assert min(player["gold"], player["block"], player.get("energy", 0)) >= 0
            assert len(player["potions"]) <= player["max_potion_slots"]
        if source.random() < 0.5:
            numbers = {key: source.randrange(6) for key in ("index", "card_index", "slot", "x", "y")}
            body = {"action": source.choice(names), "target": str(source.randrange(4)), "tool": "small", **numbers}
            assert game.post(body)[0] == 200
        elif state["state_type"] in LEGAL and (actions := LEGAL[state["state_type"]](state)):
            agent.send(agent.patient(source.choice(actions)))
        clock.sleep(source.choice(GAPS))
    raise AssertionError(f"no end: {state}")

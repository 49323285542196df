"""Every payload of the embedded game has the keys and types of the wire, and the real captures have them too."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from tests.embedded.agent import Agent
from tests.embedded.desk import at
from tests.embedded.shapes import payload_faults
from tests.embedded.strong import STRONG
from tests.shared import capture_names, captures

SHOWN = {
    "bundle_select": ["bundle_select"],
    "relic_select": ["relic_select"],
    "crystal_sphere": ["crystal_sphere"],
    "fake_merchant": ["fake_merchant"],
    "card_select": ["card_select_transform"],
    "hand_select": ["hand_select_upgrade", "hand_select_simple"],
    "overlay": ["overlay"],
    "shop": ["shop"],
    "treasure": ["treasure"],
    "rest_site": ["rest_site"],
    "boss": ["boss"],
    "elite": ["elite"],
}


@pytest.mark.parametrize("state", sorted(SHOWN))
def test_placed_screens_appear_with_the_shapes_of_the_wire(state: str) -> None:
    """A run with a placed screen shows it, and every payload on the way conforms to wire.md."""
    seen: set[str] = set()

    def watch(payload: dict[str, Any]) -> None:
        seen.add(payload["state_type"])
        assert payload_faults(payload) == []

    for seed in range(12):
        clock = VirtualClock()
        game = EmbeddedGame(clock, seed=seed, rooms=SHOWN[state])
        Agent(game, clock, seed, watch).play()
        if state in seen:
            break
    assert state in seen


# What only one character's fights show (api.md 2.2): keys of the player, and the value at the start of the first turn.
OWN_KEYS = {
    "IRONCLAD": {},
    "SILENT": {},
    "DEFECT": {"orb_slots": 3, "orb_empty_slots": 2},
    "REGENT": {"stars": 3},
    "NECROBINDER": {"pets": None},
}


@pytest.mark.parametrize("character", OWN_KEYS)
def test_fights_of_each_character_have_their_own_fields(character: str) -> None:
    """Orbs, stars and the pet where they belong, from the first turn on; every payload of a run through all acts
    conforms."""
    desk = at("monster:NIBBITS_WEAK", character=character)
    player = desk.read()["player"]
    for key in ("orbs", "orb_slots", "orb_empty_slots", "stars", "pets"):
        assert (key in player) == (key in OWN_KEYS[character] or (key == "orbs" and character == "DEFECT")), key
    assert all(player[key] == value for key, value in OWN_KEYS[character].items() if value is not None)
    if character == "DEFECT":
        assert [o["id"] for o in player["orbs"]] == ["LIGHTNING_ORB"]
        assert (player["orbs"][0]["passive_val"], player["orbs"][0]["evoke_val"]) == (3, 8)
    if character == "NECROBINDER":
        assert [(p["id"], p["alive"], p["hp"]) for p in player["pets"]] == [("OSTY", True, 1)]

    def watch(payload: dict[str, Any]) -> None:
        assert payload_faults(payload) == []

    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=5, character=character, rooms=STRONG)
    Agent(game, clock, 5, watch).play()


def test_popups_and_menus_have_the_shapes_of_the_wire() -> None:
    """Tutorial prompt, tutorial, popup, main menu with a blocked timeline, character select and its lingering."""
    screens: set[str] = set()

    def watch(payload: dict[str, Any]) -> None:
        assert payload_faults(payload) == []
        if payload["state_type"] == "menu":
            screens.add(payload["menu_screen"] + ("+run" if "run" in payload else ""))

    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=3, rooms=["tutorial_prompt", "tutorial", "popup", "timeline_blocked"])
    Agent(game, clock, 3, watch).play()
    assert {"main", "singleplayer", "character_select", "tutorial_prompt", "tutorial", "popup"} <= screens


# Keys that the three abridged captures lack; their authors cut them.
ABRIDGED = "abridged"


@pytest.mark.parametrize("name", [n for n in capture_names("captures/states/*.json") if ABRIDGED not in n])
def test_captured_states_have_the_same_shapes(name: str) -> None:
    """The table of shapes is right: real payloads have no key it lacks and lack none it requires."""
    assert payload_faults(json.loads(captures(name).read_text())) == []


def test_trace_states_have_the_same_shapes() -> None:
    """Every state of the recorded run fits the table too."""
    for line in captures("captures", "trace-ironclad-a10.jsonl").read_text().splitlines():
        assert payload_faults(json.loads(line)["state"]) == []

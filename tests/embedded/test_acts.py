"""Three acts: their maps, the ancients between them, the two last bosses, the Architect, and the history of it all."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.content.run_tables import playable_acts, run_tables
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.embedded.mapgen import generate, one_way
from sts2fsm.embedded.mapprune import prune
from sts2fsm.errors import BadInput
from sts2fsm.rules.rng import Rng
from tests.embedded.agent import Agent
from tests.embedded.desk import Desk
from tests.embedded.strong import STRONG, far

CHARACTERS = ("IRONCLAD", "SILENT", "DEFECT", "REGENT", "NECROBINDER")


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("ascension", [0, 10])
def test_a_strong_character_gets_through_all_acts(character: str, ascension: int) -> None:
    """At least one of three seeds wins: 48 floors (17 + 16 + 15 as in the histories), one more with the second boss,
    nothing refused on the way."""
    wins = 0
    for seed in (1, 2, 3):
        game, report = far(seed, character, ascension)
        assert not report.refused
        if game.result == "win":
            wins += 1
            assert report.floor == (49 if ascension == 10 else 48)
            assert report.states["boss"]
            break
    assert wins


@pytest.mark.parametrize("character", CHARACTERS)
@pytest.mark.parametrize("ascension", [0, 10])
def test_ten_random_runs_of_each_character_end(character: str, ascension: int) -> None:
    """Game over each time, and nothing the payload offered was refused."""
    for seed in range(10):
        clock = VirtualClock()
        game = EmbeddedGame(clock, seed=seed, character=character, ascension=ascension)
        report = Agent(game, clock, seed).play()
        assert report.last["state_type"] == "game_over"
        assert not report.refused


def test_all_acts_are_playable_in_both_builds() -> None:
    """Every monster of every encounter behaves, so both first acts and the two others are there."""
    for build in ("v0.107.1", "v0.103.2"):
        assert [[a.id for a in group] for group in playable_acts(build)] == [
            ["OVERGROWTH", "UNDERDOCKS"],
            ["HIVE"],
            ["GLORY"],
        ]


def test_first_acts_are_drawn_evenly() -> None:
    """Of 200 seeds Underdocks has 100 at even odds; three standard deviations are 21."""
    first = Counter(EmbeddedGame(VirtualClock(), seed=s).world.new_run().act.id for s in range(200))
    assert 79 <= first["UNDERDOCKS"] <= 121
    assert first["UNDERDOCKS"] + first["OVERGROWTH"] == 200


@pytest.mark.parametrize(
    ("act", "rooms", "rests"),
    [("OVERGROWTH", 15, (6, 7)), ("UNDERDOCKS", 15, (6, 7)), ("HIVE", 14, (6, 7)), ("GLORY", 13, (5, 6))],
)
def test_each_acts_map_has_its_rows_and_its_rest_sites(act: str, rooms: int, rests: tuple[int, int]) -> None:
    """Rows by act; first row fights, last row rests, treasure seven rows from the top; other rests within bounds."""
    assert run_tables().acts[act].rooms == rooms
    for seed in range(20):
        act_map = generate(Rng(seed), run_tables().odds, act, rooms, 0)
        prune(act_map, rooms)
        kinds = {row: {act_map.types[p] for p in act_map.row(row)} for row in range(1, rooms + 1)}
        assert (kinds[1], kinds[rooms], kinds[rooms - 6]) == ({"Monster"}, {"RestSite"}, {"Treasure"})
        others = sum(t == "RestSite" for p, t in act_map.types.items() if p[1] < rooms)
        assert others <= rests[1]


def test_second_boss_stands_above_the_first_in_the_last_act_at_a10_only() -> None:
    """Two different bosses on the wire, the second reached from the first alone."""
    desk = Desk(rooms=["act:GLORY"], ascension=10)
    desk.embark()
    run = desk.game.world.live_run
    block = _map(desk)
    first, second = block["bosses"]
    assert first["id"] != second["id"]
    assert (first["row"], second["row"]) == (14, 15)
    assert block["boss"] == first
    assert [n["id"] for n in block["nodes"][-2:]] == [first["id"], second["id"]]
    assert run.map.children[run.map.bosses[0]] == [run.map.bosses[1]]
    for ascension, act in ((9, "GLORY"), (10, "HIVE")):
        other = Desk(rooms=[f"act:{act}"], ascension=ascension)
        other.embark()
        assert len(_map(other)["bosses"]) == 1


def _map(desk: Desk) -> dict[str, Any]:
    desk.game.world.screens.clear()
    desk.game.world.open_map()
    block: dict[str, Any] = desk.wait()["map"]
    return block


def test_next_act_begins_on_its_map_with_the_ancient_as_the_only_way() -> None:
    """After the boss's rewards: act 2 on a new map, no position, floors counting on, unknown odds as at the start."""
    desk, before = _beaten()
    desk.game.world.live_run.unknown_odds["Monster"] = 0.9
    desk.ok("proceed")
    state = desk.wait()
    assert (state["state_type"], state["run"]["act"], state["run"]["floor"]) == ("map", 2, before)
    block = state["map"]
    assert "current_position" not in block
    assert block["visited"] == []
    assert [(o["type"], o["row"]) for o in block["next_options"]] == [("Ancient", 0)]
    assert block["boss"]["id"] in {b for b, _ in run_tables().acts["HIVE"].boss}
    assert desk.game.world.live_run.unknown_odds["Monster"] == 0.1
    desk.ok("choose_map_node", index=0)
    state = desk.wait()
    assert (state["event"]["is_ancient"], state["event"]["in_dialogue"]) == (True, True)
    assert state["run"]["floor"] == before + 1


def _beaten() -> tuple[Desk, int]:
    """A desk before the rewards of a boss that fell on the first floor."""
    desk = Desk(rooms=["neow:GOLDEN_PEARL", "boss:VANTOM_BOSS", "act:OVERGROWTH", *STRONG])
    desk.enter()
    agent = Agent(desk.game, desk.clock, 1)
    for _ in range(200):
        state = desk.read()
        if state["state_type"] == "rewards":
            return desk, state["run"]["floor"]
        agent.play_once(state)
    raise AssertionError(state)


@pytest.mark.parametrize(("ascension", "healed"), [(0, 60), (1, 60), (2, 48), (10, 48)])
def test_ancients_heal_what_is_missing_and_less_from_a2_on(ascension: int, healed: int) -> None:
    """60 of 80 hp missing: all of it, or 80 % = 48."""
    desk, _ = _beaten()
    run = desk.game.world.live_run
    run.ascension = ascension
    desk.ok("proceed")
    desk.wait()
    run.max_hp, run.hp = 80, 20
    desk.ok("choose_map_node", index=0)
    assert desk.wait()["player"]["hp"] == 20 + healed


def test_the_architect_ends_the_won_run() -> None:
    """After the last boss an event that only talks; its proceed button wins, without a floor of its own."""
    desk = Desk(rooms=["act:GLORY", "boss:QUEEN_BOSS", *STRONG])
    desk.to_map()
    desk.ok("choose_map_node", index=0)
    agent = Agent(desk.game, desk.clock, 1)
    for _ in range(400):
        state = desk.wait(0.3)
        if state["state_type"] == "event":
            break
        assert state["state_type"] != "rewards"  # the last act's boss pays nothing
        agent.play_once(state)
    assert state["event"]["event_id"] == "THE_ARCHITECT"
    desk.ok("choose_event_option", index=0)
    options = desk.wait()["event"]["options"]
    assert [o["is_proceed"] for o in options] == [False, True]
    floors = len(desk.game.world.live_run.history.floors)
    desk.ok("choose_event_option", index=1)
    assert desk.wait()["state_type"] == "game_over"
    assert desk.game.result == "win"
    assert len(desk.game.world.live_run.history.floors) == floors


def test_history_of_a_won_run_has_three_acts_of_floors() -> None:
    """17, 16 and 15 floors, each beginning with an ancient and ending with a boss; ids of the game."""
    for seed in range(1, 6):
        game, _ = far(seed)
        if game.result == "win":
            break
    document = json.loads(json.dumps(game.world.live_run.history.document(0)))
    acts = document["map_point_history"]
    assert [len(a) for a in acts] == [17, 16, 15]
    assert document["acts"][1:] == ["ACT.HIVE", "ACT.GLORY"]
    for act in acts:
        assert (act[0]["map_point_type"], act[-1]["map_point_type"]) == ("ancient", "boss")
    assert document["win"] is True
    assert document["killed_by_encounter"] == "NONE.NONE"


def test_acts_can_be_limited_and_wrong_numbers_are_refused() -> None:
    """acts=1 ends with the first boss; 4 acts or an act out of reach are BadInput."""
    with pytest.raises(BadInput, match="acts 4"):
        EmbeddedGame(VirtualClock(), acts=4)
    with pytest.raises(BadInput, match="act HIVE"):
        EmbeddedGame(VirtualClock(), acts=1, rooms=["act:HIVE"])
    with pytest.raises(BadInput, match="no act"):
        EmbeddedGame(VirtualClock(), rooms=["act:ABYSS"])


def test_golden_path_has_no_choices() -> None:
    """Each node leads to one other; the sequence of rooms is that of the one captured run with the compass."""
    kinds = run_tables().odds["golden_path"]
    path = one_way(kinds, 1)
    assert all(len(children) == 1 for p, children in path.children.items() if p != path.boss)
    assert Counter(kinds) == {"Monster": 3, "Unknown": 4, "RestSite": 4, "Treasure": 2, "Shop": 1, "Elite": 2}
    assert path.boss == (3, 17)


def test_no_event_comes_twice_in_a_run() -> None:
    """Over three acts all events of a run differ."""
    game, _ = far(4)
    floors = game.world.live_run.history.floors
    events = [r["model_id"] for f in floors for r in f.rooms if r["room_type"] == "event"]
    assert len(events) == len(set(events))
    assert len(events) > 6


@pytest.mark.parametrize("moment", [0.5, 1.3, 3.0])
def test_a_run_left_between_two_acts_goes_on_at_the_next_ones_map(moment: float) -> None:
    """Left before the new map was made, before it opened, and on it: continued, act 2's map comes (before it was made
    by way of the boss's rewards)."""
    desk, _ = _beaten()
    desk.ok("proceed")
    desk.wait(moment)
    desk.game.save_and_quit()
    desk.wait()
    desk.ok("menu_select", option="continue")
    state = desk.wait(4.0)
    if moment < 1.0:
        assert state["state_type"] == "rewards"
        desk.ok("proceed")
        state = desk.wait()
    assert (state["state_type"], state["run"]["act"]) == ("map", 2)

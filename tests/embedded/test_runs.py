"""Whole runs by a random player: every run ends, whatever is switched on, and a seed is a seed."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import FAULTS, EmbeddedGame
from tests.embedded.agent import Agent, Report
from tests.shared import captures


def run(seed: int, ascension: int = 0, faults: tuple[str, ...] = (), folder: Path | None = None) -> Report:
    clock = VirtualClock()
    game = EmbeddedGame(clock, seed=seed, ascension=ascension, faults=faults, history_dir=folder)
    return Agent(game, clock, seed).play()


@pytest.mark.parametrize("ascension", [0, 10])
def test_fifteen_random_runs_end_without_a_refusal(ascension: int) -> None:
    """15 seeds: game over each time, and nothing the payload offered was refused."""
    for seed in range(15):
        report = run(seed, ascension)
        assert report.last["state_type"] == "game_over"
        assert not report.refused


@pytest.mark.parametrize("fault", [*sorted(FAULTS), "all"])
def test_runs_end_under_every_fault_and_under_all(fault: str) -> None:
    """Faults delay and lose things, but never wedge a run."""
    for seed in range(3):
        assert run(seed, 5, (fault,)).last["state_type"] == "game_over"


def test_same_seed_same_run_and_other_seed_another() -> None:
    """Two runs of a seed end in the same payload; another seed does not."""
    assert run(7).last == run(7).last
    assert run(7, faults=("all",)).last == run(7, faults=("all",)).last
    assert run(7).last != run(8).last


def test_a_run_can_be_won() -> None:
    """With sixty points of Strength from relics the act's boss falls; where one act is all, the run is won, and the
    history says so."""
    clock = VirtualClock()
    rooms = ["boss", *["relic:VAJRA"] * 60]
    game = EmbeddedGame(clock, seed=2, rooms=rooms, acts=1)
    Agent(game, clock, 2).play()
    live = game.world.live_run
    assert live.won
    assert game.result == "win"
    assert live.history.document(0)["win"] is True


def _keys(value: object, path: str = "") -> set[str]:
    """Key paths of a document; list elements are merged."""
    if isinstance(value, dict):
        return {p for k, v in value.items() for p in {f"{path}.{k}", *_keys(v, f"{path}.{k}")}}
    if isinstance(value, list):
        return {p for item in value for p in _keys(item, f"{path}[]")}
    return set()


def test_history_file_has_only_keys_of_the_games_schema(tmp_path: Path) -> None:
    """Each `.run` of ours uses key paths that the captured schema 9 and 8 histories use, and all of their top-level
    ones."""
    files = sorted((captures("captures", "runs", "001-v0.107.1-ironclad.run")).parent.glob("*.run"))
    known: set[str] = set()
    for file in files:
        known |= _keys(json.loads(file.read_text()))
    for seed in range(6):
        run(seed, 3, folder=tmp_path)
    ours = [json.loads(p.read_text()) for p in tmp_path.glob("*.run")]
    assert ours
    for document in ours:
        assert document["schema_version"] == 9
        assert {k for k in _keys(document) if ".variables" not in k} <= known
        assert set(document) == {k[1:] for k in known if k.count(".") == 1 and "[" not in k}


def test_history_adds_up_floor_by_floor(tmp_path: Path) -> None:
    """Gold and hp of each floor follow from the floor before and the floor's own counts."""
    run(11, 0, folder=tmp_path)
    document = json.loads(next(tmp_path.glob("*.run")).read_text())
    gold, hp = 99, 80
    for floor in document["map_point_history"][0]:
        stats = floor["player_stats"][0]
        gold += stats["gold_gained"] - stats["gold_lost"] - stats["gold_spent"] - stats["gold_stolen"]
        hp += stats["hp_healed"] - stats["damage_taken"]
        assert stats["current_gold"] == gold
        assert stats["current_hp"] in (hp, stats["max_hp"])
        hp = stats["current_hp"]

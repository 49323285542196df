"""Runs of random legal actions inside the game: a small slice of what `bench --only random --check` plays."""

from __future__ import annotations

import pytest

from sts2fsm.embedded.run import Run
from sts2fsm.embedded.wanderer import Wanderer, wander
from sts2fsm.errors import BadInput
from sts2fsm.rules import combat as rules

CHARACTERS = ("IRONCLAD", "SILENT", "DEFECT", "NECROBINDER", "REGENT")


@pytest.mark.parametrize("ascension", [0, 10])
@pytest.mark.parametrize("character", CHARACTERS)
def test_random_runs_end_with_every_invariant_kept(character: str, ascension: int) -> None:
    """Four runs each: played to their end, with fights, nothing refused, and sound after every action."""
    for seed in range(1000, 1004):
        walk = wander(seed, character, ascension, check=True)
        assert (walk.why, walk.result) == ("", "loss")
        assert (walk.character, walk.ascension, walk.seed) == (character, ascension, seed)
        assert walk.plays > 10
        assert walk.fights > 0


@pytest.mark.parametrize("character", CHARACTERS)
def test_a_fit_character_wanders_beyond_the_first_act(character: str) -> None:
    """Of two runs with much Strength and many Thorns one gets to the second act at least, and both stay sound."""
    walks = [wander(seed, character, 0, check=True, fit=True) for seed in (1, 2)]
    assert [walk.why for walk in walks] == ["", ""]
    assert max(walk.act for walk in walks) >= 2
    assert len(walks[0].cards | walks[1].cards) > 10


def test_the_same_seed_wanders_the_same_way() -> None:
    """Two runs of a seed are equal in all they count, and another seed's is another."""
    assert wander(5, "SILENT", 10) == wander(5, "SILENT", 10)
    assert wander(5, "SILENT", 10) != wander(6, "SILENT", 10)


def test_a_fault_ends_the_run_and_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    """An exception out of the rules becomes the walk's `why`."""

    def broken(*_: object) -> None:
        raise BadInput("the cards are on fire")

    monkeypatch.setattr(rules, "end_turn", broken)
    walk = wander(1, "IRONCLAD", 0)
    assert walk.why == "BadInput: the cards are on fire"
    assert walk.result == ""


def test_a_broken_invariant_ends_a_checked_run_only(monkeypatch: pytest.MonkeyPatch) -> None:
    """More health than the maximum is found by `check`, and by nothing else."""
    started = Run.__init__

    def too_healthy(self: Run, *args: object, **more: object) -> None:
        started(self, *args, **more)  # type: ignore[arg-type]
        self.gold = -5

    monkeypatch.setattr(Run, "__init__", too_healthy)
    assert "gold -5" in wander(1, "IRONCLAD", 0, check=True).why
    assert "gold" not in wander(1, "IRONCLAD", 0).why


def test_a_run_without_an_end_is_named() -> None:
    """The step limit is a fault, not an end."""
    walk = Wanderer(1).run(max_steps=20)
    assert (walk.why, walk.result, walk.steps) == ("no end after 20 steps", "", 20)

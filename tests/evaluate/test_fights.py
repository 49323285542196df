"""Fights of a suite: decks that the tables know, the same fight for every player, and figures that add up."""

from __future__ import annotations

import json

import pytest

from sts2fsm.cli import main
from sts2fsm.content import load
from sts2fsm.errors import BadInput
from sts2fsm.evaluate.fight_figures import ALL, apart, mean_of, rows
from sts2fsm.evaluate.fights import PLAYERS, FightResult, FightTask, play_fight
from sts2fsm.evaluate.suites import SUITES, Scene, deck, kit

BYRDONIS = Scene("BYRDONIS_ELITE", "OVERGROWTH", "elite")


def result(player: str, seed: int, lost: int, *, won: bool = True, character: str = "IRONCLAD") -> FightResult:
    return FightResult(FightTask(BYRDONIS, character, player, seed), won, lost, 5)


# --- the suites -------------------------------------------------------------------------------------------------------
def test_every_character_has_a_deck_for_every_stage_of_every_suite() -> None:
    """Made of cards that the tables know, at least as many as the starting deck less five."""
    for character in load().characters.values():
        for scene in SUITES["all"]:
            assert len(kit(character.id, scene.stage).cards) >= len(character.deck) - 5


def test_suites_name_each_elite_of_the_first_acts_and_each_boss() -> None:
    """Every encounter of the tables with that room and act, none twice, in the act that it stands in."""
    known = load().encounters.values()
    first = {"OVERGROWTH", "UNDERDOCKS"}
    wanted = {one.id for one in known if one.room == "boss" or (one.room == "elite" and set(one.acts) & first)}
    named = [scene.encounter for scene in SUITES["all"]]
    assert sorted(named) == sorted(wanted)
    assert all(scene.act in load().encounters[scene.encounter].acts for scene in SUITES["all"])


def test_a_deck_is_read_with_its_upgrades_and_counts() -> None:
    """Two upgraded cards and a plain one."""
    assert [(card.id, card.upgrades) for card in deck("BASH+*2 INFLAME")] == [("BASH", 1), ("BASH", 1), ("INFLAME", 0)]
    with pytest.raises(BadInput, match="no card NOTHING"):
        deck("NOTHING+")


# --- playing ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("player", PLAYERS)
def test_a_fight_is_the_same_each_time(player: str) -> None:
    """Nothing but the task decides it, and it comes to its end."""
    task = FightTask(BYRDONIS, "SILENT", player, 7)
    first = play_fight(task)
    assert (first.why, first.turns > 1) == ("", True)
    assert play_fight(task) == first


def test_a_lost_fight_costs_all_the_health_that_was_brought() -> None:
    """The Necrobinder's 66 hp, at 90 %, against a boss of the last act with her first few cards."""
    lost = play_fight(FightTask(Scene("QUEEN_BOSS", "GLORY", "elite"), "NECROBINDER", "none", 1))
    assert (lost.won, lost.hp_lost, lost.why) == (False, 59, "")


# --- figures ----------------------------------------------------------------------------------------------------------
def test_means_have_an_interval_from_twenty_values_on() -> None:
    """0 and 10 in turn, 20 of them: the standard deviation is 10 x sqrt(5 / 19), the interval 1.96 of it by sqrt 20."""
    few, many = mean_of([0, 10]), mean_of([0, 10] * 10)
    assert (few.mean, few.low) == (5, None)
    assert (many.low, many.high) == (pytest.approx(2.752, abs=0.001), pytest.approx(7.248, abs=0.001))


def test_players_are_compared_on_the_fights_that_both_played() -> None:
    """Seed 3 was played by one alone. On the others the reference pays 10 and 20, the other 14 and all of 50."""
    played = [
        result("reflex", 1, 10), result("reflex", 2, 20), result("reflex", 3, 1),
        result("none", 1, 14), result("none", 2, 50, won=False),
    ]  # fmt: skip
    (only,) = apart(played, "reflex")
    assert (only.player, only.hp_lost.n, only.hp_lost.mean) == ("none", 2, 17)
    assert (only.only_player, only.only_reference) == (0, 1)


def test_rows_go_from_all_fights_to_single_ones() -> None:
    """Two characters, one encounter: all, each character, and nothing that only repeats them."""
    told = rows([result("reflex", 1, 10), result("reflex", 1, 30, won=False, character="SILENT")])
    assert [(row.encounter, row.character, row.wins.hits, row.hp_lost.mean) for row in told] == [
        (ALL, ALL, 1, 20),
        (ALL, "IRONCLAD", 1, 10),
        (ALL, "SILENT", 0, 30),
    ]


# --- the command ------------------------------------------------------------------------------------------------------
def test_evaluate_plays_a_suite(capsys: pytest.CaptureFixture[str]) -> None:
    """Six elites with two players: a line of figures, and the pairs."""
    code = main(
        ["evaluate", "--suite", "elites", "--seeds", "1", "--players", "none,greedy", "--workers", "1", "--json"]
    )
    told = json.loads(capsys.readouterr().out)
    assert (code, told["faults"], told["rows"][0]["wins"]["n"]) == (0, [], 6)
    assert [(one["player"], one["reference"], one["hp_lost"]["n"]) for one in told["apart"]] == [("greedy", "none", 6)]


def test_a_suite_refuses_what_goes_with_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """An unknown player, and a report of runs."""
    assert main(["evaluate", "--suite", "elites", "--players", "none,nobody"]) == 2
    assert "--players nobody: known are none, greedy, reflex, default" in capsys.readouterr().err
    assert main(["evaluate", "--suite", "elites", "--report"]) == 2
    assert "--suite plays fights" in capsys.readouterr().err

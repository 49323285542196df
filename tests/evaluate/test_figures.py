"""What histories add up to: recounted independently over the captured ones, and by hand over small ones."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.evaluate.figures import Figures
from sts2fsm.evaluate.folders import sources
from sts2fsm.evaluate.reading import RunReader
from tests.evaluate.making import document, fight, floor, stats, write
from tests.evaluate.recount import recount
from tests.shared import captures


def figures(*paths: Path) -> dict[str, Any]:
    told = Figures()
    for _, run in RunReader().all(sources(paths)):
        told.add(run)
    return told.as_dict(least=1)


def test_captured_runs_equal_an_independent_recount() -> None:
    """Every counted figure of the 60 histories, against a script that shares no code with the program."""
    folder = captures("captures", "runs")
    told, again = figures(folder), recount(sorted(folder.glob("*.run")))
    for name in ("runs", "wins", "losses", "abandoned"):
        assert told[name] == again[name], name
    assert told["floors"]["mean"] == round(again["floors"] / 60, 2)
    assert told["time_s"]["mean"] == round(again["seconds"] / 60, 2)
    assert told["killers"] == dict(again["killers"])
    for name in ("character", "build", "ascension"):
        assert {key: group["runs"] for key, group in told["by"][name].items()} == dict(again[name])
    assert {what: rest["n"] for what, rest in told["rests"].items()} == dict(again["rests"])
    assert told["paths"] == dict(again["paths"])
    assert {name: relic["runs"] for name, relic in told["relics"].items()} == dict(again["relics"])
    cards = told["cards"]
    assert {name: card["offered"] for name, card in cards.items()} == dict(again["offered"])
    assert Counter({name: card["picked"] for name, card in cards.items() if card["picked"]}) == again["picked"]
    with_card = {name: card["win_rate_picked"] for name, card in cards.items() if card["win_rate_picked"]["n"]}
    assert {name: rate["n"] for name, rate in with_card.items()} == dict(again["runs_with"])
    assert Counter({name: rate["hits"] for name, rate in with_card.items() if rate["hits"]}) == again["wins_with"]
    assert (told["card_rewards"], told["card_skips"]["hits"]) == (again["rewards"], again["skipped"])
    assert {room: one["fights"] for room, one in told["fights"].items()} == dict(again["fights"])
    for room, one in told["fights"].items():
        assert one["turns"] == pytest.approx(again["turns"][room] / again["fights"][room], abs=0.005)
    assert told["fights"]["elite"]["hp_lost"] == pytest.approx(again["elite_hp"], abs=0.005)
    assert {act: rate["n"] for act, rate in told["act_bosses"].items()} == dict(again["bosses"])
    assert {act: rate["hits"] for act, rate in told["act_bosses"].items()} == dict(again["passed"])
    total, n = again["first_floor"]
    assert told["hp_curve"][0] == {"floor": 1, "n": n, "share": pytest.approx(total / n, abs=5e-5)}


def test_abandoned_runs_count_as_not_won(tmp_path: Path) -> None:
    """One win, one loss, two abandoned: 1 of 4, and 1 of 2 without them. Where one was left is no killer."""
    write(tmp_path / "1.run", document([], win=True))
    write(tmp_path / "2.run", document([], killed_by_event="EVENT.PUNCH_OFF"))
    write(tmp_path / "3.run", document([], was_abandoned=True, killed_by_encounter="ENCOUNTER.X_ELITE"))
    write(tmp_path / "4.run", document([], was_abandoned=True))
    told = figures(tmp_path)
    assert (told["win_rate"]["hits"], told["win_rate"]["n"]) == (1, 4)
    assert (told["win_rate_without_abandoned"]["hits"], told["win_rate_without_abandoned"]["n"]) == (1, 2)
    assert told["killers"] == {"PUNCH_OFF": 1}
    assert told["abandoned_at"] == {"X_ELITE": 1}


def card(name: str, picked: bool) -> dict[str, Any]:
    return {"card": {"id": f"CARD.{name}"}, "was_picked": picked}


def test_cards_picked_skipped_and_bought(tmp_path: Path) -> None:
    """A run that took a card at least once is one with it; what a shop offered is neither a pick nor a skip."""
    first = floor("monster", stats(card_choices=[card("A", False), card("B", True)]))
    second = floor("monster", stats(card_choices=[card("A", True), card("B", False)]))
    third = floor("monster", stats(card_choices=[card("B", False), card("C", False)]))
    shop = floor("shop", stats(card_choices=[card("D", True), card("E", False)]))
    write(tmp_path / "1.run", document([first, second, third, shop], win=True))
    write(tmp_path / "2.run", document([third]))
    told = figures(tmp_path)
    assert (told["card_rewards"], told["card_skips"]["hits"]) == (4, 2)
    assert told["cards_bought"] == {"D": 1}
    assert set(told["cards"]) == {"A", "B", "C"}
    b = told["cards"]["B"]
    assert (b["offered"], b["picked"]) == (4, 1)
    assert (b["win_rate_picked"]["hits"], b["win_rate_picked"]["n"]) == (1, 1)
    assert (b["win_rate_skipped"]["hits"], b["win_rate_skipped"]["n"]) == (0, 1)
    c = told["cards"]["C"]["win_rate_skipped"]
    assert (c["hits"], c["n"]) == (1, 2)


def test_health_turns_and_bosses(tmp_path: Path) -> None:
    """Means by hand: an event on the same floor keeps that floor's loss out, the dead are not on the curve."""
    boss, event = [fight("boss", "VANTOM_BOSS", 8)], {"room_type": "event", "turns_taken": 0}
    act = [
        floor("monster", stats(hp=60, lost=20), rooms=[fight("monster", "NIBBITS_WEAK", 2)]),
        floor("unknown", stats(hp=40, lost=50), rooms=[event, fight("monster", "DUMMY", 4)]),
        floor("rest_site", stats(hp=64, rest_site_choices=["HEAL"])),
    ]
    dead, alive = (floor("boss", stats(hp=hp, lost=lost), rooms=boss) for hp, lost in ((0, 64), (8, 30)))
    write(tmp_path / "1.run", document([*act, dead], killed_by_encounter="ENCOUNTER.VANTOM_BOSS"))
    write(tmp_path / "2.run", document([*act, alive], win=True))
    told = figures(tmp_path)
    assert told["fights"]["monster"] == {"fights": 4, "survived": 4, "turns": 3.0, "hp_lost": 20.0}
    assert told["fights"]["boss"] == {"fights": 2, "survived": 1, "turns": 8.0, "hp_lost": 47.0}
    assert (told["act_bosses"]["1"]["hits"], told["act_bosses"]["1"]["n"]) == (1, 2)
    assert told["rests"] == {"HEAL": {"n": 2, "hp_share_before": 0.5}}
    assert [(one["floor"], one["n"], one["share"]) for one in told["hp_curve"]] == [
        (1, 2, 0.75), (2, 2, 0.5), (3, 2, 0.8), (4, 1, 0.1),
    ]  # fmt: skip
    assert told["unknown_rooms"] == {"event+monster": 2}


def test_copies_are_counted_and_said(tmp_path: Path) -> None:
    """The same run in two files is two runs, and one of them a copy."""
    for name in ("1.run", "2.run"):
        write(tmp_path / name, document([]))
    write(tmp_path / "3.run", document([], start_time=1_800_000_001))
    assert (figures(tmp_path)["runs"], figures(tmp_path)["copies"]) == (3, 1)


@pytest.mark.parametrize(
    ("hp", "ending", "survived"),
    [
        (30, {"was_abandoned": True}, 1),  # left on the rewards
        (30, {"was_abandoned": True, "killed_by_encounter": "ENCOUNTER.VANTOM_BOSS"}, 0),  # left in the fight
        (0, {}, 0),
        (0, {"win": True}, 1),  # the last boss is beaten, whatever the file says of health
    ],
)
def test_whether_the_last_fight_was_survived(tmp_path: Path, hp: int, ending: dict[str, Any], survived: int) -> None:
    """Nothing comes after it, so the run's end and the health left decide."""
    last = floor("boss", stats(hp=hp), rooms=[fight("boss", "VANTOM_BOSS")])
    write(tmp_path / "1.run", document([last], **ending))
    assert figures(tmp_path)["act_bosses"]["1"]["hits"] == survived

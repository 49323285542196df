"""What cards bring, measured in random decks: drafts that are fair, and coefficients that find what was put in."""

from __future__ import annotations

import json

import pytest
from attrs import evolve

from sts2fsm.cli import main
from sts2fsm.content import load
from sts2fsm.evaluate.worths import DraftTask as Task
from sts2fsm.evaluate.worths import Trial, coefficients, draft, play_draft, setup
from sts2fsm.rules.setup import CardSpec


def test_a_draft_is_the_same_each_time_and_of_the_characters_cards() -> None:
    """By its number alone; cards of the own pool or colorless ones, none of which a reward could not hold."""
    for number in range(12):
        drawn = draft("REGENT", number)
        assert draft("REGENT", number) == drawn
        cards = [load().cards[card.id] for card in drawn.cards]
        assert {card.pool for card in cards} <= {"REGENT", "COLORLESS"}
        assert {card.rarity for card in cards} <= {"Common", "Uncommon", "Rare"}


def test_the_deck_is_the_starting_one_less_strikes_and_with_what_was_drawn() -> None:
    """Act 2: fifteen cards more, four Strikes fewer than the Silent's five."""
    drawn = next(one for one in (draft("SILENT", n) for n in range(20)) if one.scene.stage == "boss2")
    deck = [card.id for card in setup(drawn).deck]
    assert len(deck) == len(load().characters["SILENT"].deck) - 4 + 15
    assert deck.count("STRIKE_SILENT") == 1


def test_a_drafts_fight_comes_to_the_same_end_each_time() -> None:
    """Between everything lost and full health."""
    played = play_draft(Task("DEFECT", 3))
    assert -58 <= played.points <= 75
    assert play_draft(Task("DEFECT", 3)) == played


def test_coefficients_find_what_a_card_brings() -> None:
    """Outcomes made up: every card of one name adds 10, of another takes 4, the rest nothing. Both are found to a
    point or two, the better one first."""
    trials = []
    for number in range(1200):
        drawn = evolve(draft("IRONCLAD", number), relics=())
        extra = [CardSpec("INFLAME")] * (number % 7 == 0) + [CardSpec("HAVOC")] * (number % 8 == 0)
        cards = tuple(card for card in drawn.cards if card.id not in ("INFLAME", "HAVOC")) + tuple(extra)
        worth = sum({"INFLAME": 10.0, "HAVOC": -4.0}.get(card.id, 0.0) for card in cards)
        trials.append(Trial(evolve(drawn, cards=cards), 20 + worth))
    cards, relics = coefficients(trials)
    found = {one.name: one for one in cards}
    assert relics == []
    assert cards[0].name == "INFLAME"
    assert found["INFLAME"].points == pytest.approx(10, abs=1)
    assert found["HAVOC"].points == pytest.approx(-4, abs=1)
    assert found["HAVOC"].n == 150


def test_evaluate_tells_worths(capsys: pytest.CaptureFixture[str]) -> None:
    """A dozen fights are far too few to tell anything, and enough to see that all are there."""
    code = main(["evaluate", "--worths", "--seeds", "12", "--characters", "NECROBINDER", "--workers", "1", "--json"])
    told = json.loads(capsys.readouterr().out)
    assert (code, told["fights"], set(told["characters"])) == (0, 12, {"NECROBINDER"})
    cards = told["characters"]["NECROBINDER"]["cards"]
    assert len(cards) > 30
    assert all((one["points"], one["error"]) == (None, None) and one["n"] > 0 for one in cards)


def test_too_few_fights_are_told_instead_of_a_nought(capsys: pytest.CaptureFixture[str]) -> None:
    """Two fights say nothing of any card: no figure is printed, and why."""
    assert main(["evaluate", "--worths", "--seeds", "2", "--workers", "1"]) == 0
    out = capsys.readouterr().out
    assert "cards: too few fights to tell of" in out and "relics: too few fights to tell of" in out
    assert "0.0" not in out


def test_a_card_of_few_fights_is_not_told_among_many() -> None:
    """1200 fights, one card in nineteen of them and another in twenty: the first has no figure, and comes last."""
    trials = []
    for number in range(1200):
        drawn = evolve(draft("IRONCLAD", number), relics=())
        rest = tuple(card for card in drawn.cards if card.id not in ("INFLAME", "HAVOC"))
        extra = [CardSpec("INFLAME")] * (number < 19) + [CardSpec("HAVOC")] * (number < 20)
        trials.append(Trial(evolve(drawn, cards=(*rest, *extra)), 20.0 + number % 7))
    cards, _ = coefficients(trials)
    found = {one.name: one for one in cards}
    assert (found["INFLAME"].n, found["INFLAME"].points, found["INFLAME"].error) == (19, None, None)
    assert found["HAVOC"].n == 20 and found["HAVOC"].points is not None and found["HAVOC"].error
    assert cards[-1].points is None and cards[0].points is not None


def test_worths_refuse_what_goes_with_runs(capsys: pytest.CaptureFixture[str]) -> None:
    """No flag is passed over in silence."""
    for flags in (("--ascension", "10"), ("--report",), ("--max-steps", "9")):
        assert main(["evaluate", "--worths", *flags]) == 2
        said = capsys.readouterr().err
        assert "--worths plays fights" in said and flags[0] in said

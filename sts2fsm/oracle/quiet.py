"""Oracles that ask nobody: none at all, and one that answers by dice, to measure what the hard rules hold."""

from __future__ import annotations

import random
from collections.abc import Mapping

from sts2fsm.oracle.record import key
from sts2fsm.questions import (
    Answer,
    Choice,
    ChoiceAnswer,
    Consulted,
    Noul,
    NoulAnswer,
    Question,
    Score,
    ScoreAnswer,
    Unanswered,
)


class NoOracle:
    """Code decides alone."""

    name = "none"

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        return Unanswered(reason="off")

    def close(self) -> None:
        return None


class RandomOracle:
    """Confident answers at random: the same ones for the same seed, state and questions, whatever was asked before."""

    def __init__(self, seed: str) -> None:
        self.name = f"random:{seed}"
        self._seed = seed

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        dice = random.Random(f"{self._seed}/{key(state, questions)}")
        answers = {name: _at_random(question, dice) for name, question in questions.items()}
        return Consulted(answers=answers, model=self.name, ms=0.0)

    def close(self) -> None:
        return None


def _at_random(question: Question, dice: random.Random) -> Answer:
    match question:
        case Choice():
            shares = dict(zip(question.criteria, _peaked(len(question.criteria), dice), strict=True))
            return ChoiceAnswer(max(shares, key=lambda option: shares[option]), shares)
        case Score():
            levels = _peaked(len(question.criteria), dice)
            return ScoreAnswer(sum(level * share for level, share in enumerate(levels)), levels)
        case Noul():
            return NoulAnswer(dice.random())


def _peaked(size: int, dice: random.Random) -> tuple[float, ...]:
    """A distribution whose top, at a random place, holds 0.6 to 0.95."""
    top = dice.uniform(0.6, 0.95)
    weights = [dice.uniform(0.5, 1.5) for _ in range(size)]
    place = dice.randrange(size)
    rest = sum(weights) - weights[place]
    return tuple(top if spot == place else (1 - top) * weight / rest for spot, weight in enumerate(weights))

"""Scores every combat action's forecast against what then happened, the same in play and in `trace`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from attrs import define, field

from sts2fsm.facts.fight import Fight
from sts2fsm.facts.forecast import Forecast, Score, forecast, score
from sts2fsm.wire.actions import Action, PlayCard
from sts2fsm.wire.observation import Observation

_MISSES_KEPT = 200  # misses listed; all are counted


@define
class Foresight:
    """Counts of one run. `misses` name the action and what differed; `blamed` counts them by the card or action."""

    build: str
    checked: int = 0
    exact: int = 0
    within2: int = 0
    random: int = 0
    unmodelled: int = 0
    misses: list[dict[str, Any]] = field(factory=list)
    blamed: Counter[str] = field(factory=Counter)
    _pending: tuple[Forecast, str] | None = None

    def foresee(self, before: Observation, fight: Fight | None, action: Action) -> None:
        """Note what `action`, about to be sent, should do; nothing for actions outside a fight's turn."""
        found = forecast(before, fight, action, self.build)
        if found is not None:
            self._pending = (found, _subject(action, before))

    def check(self, after: Observation, step: int) -> Score | None:
        """Score what is pending against a settled observation; None when nothing is, or this one cannot tell."""
        if self._pending is None:
            return None
        foreseen, subject = self._pending
        result = score(foreseen, after)
        if result is None:
            return None
        self._pending = None
        self.checked += 1
        self.exact += result.exact
        self.within2 += result.within2
        self.random += result.random
        self.unmodelled += bool(result.unmodelled)
        if not result.exact:
            self.blamed[subject] += 1
            if len(self.misses) < _MISSES_KEPT:
                self.misses.append(
                    {
                        "step": step,
                        "action": subject,
                        "differs": list(result.misses),
                        "unmodelled": list(result.unmodelled),
                    }
                )
        return result

    def drop(self) -> None:
        """The pending action was refused, or something else was done: there is nothing to score."""
        self._pending = None

    def counts(self) -> dict[str, int]:
        return {
            "checked": self.checked,
            "exact": self.exact,
            "within2": self.within2,
            "random": self.random,
            "unmodelled": self.unmodelled,
        }


def _subject(action: Action, before: Observation) -> str:
    """The card that is played, else the action's name."""
    hand = before.player.hand if before.player else None
    if isinstance(action, PlayCard) and hand and action.card_index < len(hand):
        return hand[action.card_index].id
    return action.name

"""Scores every combat action's forecast against what then happened, the same in play and in `trace`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from attrs import define, field

from sts2fsm.facts.fight import Fight
from sts2fsm.facts.forecast import Forecast, Score, forecast, score
from sts2fsm.handler import Seen
from sts2fsm.wire.actions import Action, PlayCard
from sts2fsm.wire.observation import Observation

_MISSES_KEPT = 200  # misses listed; all are counted
_POWER = re.compile(r"\b[A-Z0-9_]+_POWER\b")


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
    last_miss: dict[str, Any] = field(factory=dict)
    blamed: Counter[str] = field(factory=Counter)
    _pending: tuple[Forecast, str] | None = None

    def foresee(self, before: Observation, fight: Fight | None, action: Action) -> None:
        """Note what `action`, about to be sent, should do; nothing for actions outside a fight's turn."""
        found = forecast(before, fight, action, self.build)
        if found is not None:
            self._pending = (found, subject(action, before))

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
            self.last_miss = {
                "step": step,
                "action": subject,
                "differs": list(result.misses),
                "unmodelled": list(result.unmodelled),
            }
            if len(self.misses) < _MISSES_KEPT:
                self.misses.append(self.last_miss)
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


def worst(misses: Iterable[Mapping[str, Any]], most: int = 5) -> dict[str, dict[str, int]]:
    """Which cards (or other actions) and which powers missed forecasts name most often, the worst first."""
    cards: Counter[str] = Counter()
    powers: Counter[str] = Counter()
    for miss in misses:
        cards[str(miss["action"])] += 1
        powers.update({word for text in miss["differs"] for word in _POWER.findall(text)})
    return {"cards": dict(cards.most_common(most)), "powers": dict(powers.most_common(most))}


@define
class Reckoning:
    """Whether labels and move tables tell the same of what comes in, whether the health lost in the enemies' turn was
    what either told, and which states got lines. `states` are looks at a fight in our turn, each page once."""

    states: int = 0
    differs: list[dict[str, Any]] = field(factory=list)
    turns: int = 0
    lost_otherwise: list[dict[str, Any]] = field(factory=list)
    without_lines: list[int] = field(factory=list)
    unmodelled: Counter[str] = field(factory=Counter)

    def look(self, seen: Seen, step: int) -> None:
        """Compare one look; pages that show no fight of ours to act in count as nothing."""
        told, found = seen.threat(), seen.plan()
        if told is None:
            return
        self.states += 1
        if told.differs:
            self.differs.append({"step": step, "labels": told.labels, "tables": told.tables})
        if not found.lines:
            self.without_lines.append(step)
        self.unmodelled.update(found.lines[0].unmodelled if found.lines else ())

    def ended(self, before: Seen, after: Observation, step: int) -> None:
        """Compare an enemies' turn that is over with what was told before it: labels less our block, and the tables
        with all that ends a turn."""
        told, player = before.threat(), before.observation.player
        if told is None or player is None or after.player is None:
            return
        self.turns += 1
        lost = player.hp - after.player.hp
        by_labels = min(player.hp, max(0, sum(told.labels.values()) - player.block))
        if not lost == by_labels == told.idle_loss:
            self.lost_otherwise.append({"step": step, "labels": by_labels, "tables": told.idle_loss, "lost": lost})

    def as_dict(self) -> dict[str, Any]:
        return {
            "states": self.states,
            "differs": self.differs,
            "turns": self.turns,
            "lost_otherwise": self.lost_otherwise,
            "without_lines": self.without_lines,
            "unmodelled": dict(self.unmodelled.most_common()),
        }


def subject(action: Action, before: Observation) -> str:
    """The card that is played, else the action's name."""
    hand = before.player.hand if before.player else None
    if isinstance(action, PlayCard) and hand and action.card_index in range(len(hand)):
        return hand[action.card_index].id
    return action.name

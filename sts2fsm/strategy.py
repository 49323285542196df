"""A plan for the run as a frozen value: what the deck wants, which rooms, which potions wait for the boss, and when it
ends.

It comes from a language model, so nothing in it is believed: ids that no content table knows are dropped and counted,
numbers are bounded, and its two texts are cut to a short line that is only ever shown. What it may add to a worth is in
`advice.py`. It holds for one run, and for that only until one of its conditions ends it.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from typing import Any

from attrs import field, frozen

from sts2fsm.content import load
from sts2fsm.wire.observation import Observation

# Nodes that a plan may have a word on: the rooms between the Ancient and the boss (wire.md, map).
ROUTED = ("Monster", "Elite", "RestSite", "Shop", "Treasure", "Unknown")
LISTED = 40  # ids kept of one list
_ACTS = (1, 4)
_FLOORS = (1, 60)
_DECK = (1, 200)
_TEXT = {"archetype": 40, "reason": 200}  # characters kept
_UNSHOWN = re.compile(r"[^\w .,:;+()'%/-]+|_{3,}")


@frozen(kw_only=True)
class Until:
    """When a strategy ends: once the act or floor is past, health (share of the maximum) is below, or the deck is
    larger. None: that does not end it."""

    act: int | None = None
    floor: int | None = None
    hp_below: float | None = None
    deck_over: int | None = None


@frozen(kw_only=True)
class Strategy:
    """`run` is the id of the run it was made for, `act` and `floor` where it was made. Lists hold ids of the content
    tables; `route` is worth by node type; `hold` are potions kept for the boss."""

    run: str
    act: int
    floor: int
    archetype: str = ""
    wanted: tuple[str, ...] = ()
    unwanted: tuple[str, ...] = ()
    relics: tuple[str, ...] = ()
    route: Mapping[str, float] = field(factory=dict)
    hold: tuple[str, ...] = ()
    until: Until = Until()
    reason: str = ""
    shadow: bool = False  # written down, and used for nothing


@frozen(kw_only=True)
class Consults:
    """What was asked for in the run of that id: calls, dollars they count for, failures in a row, the floor of the last
    one, and the acts and bosses they were about."""

    run: str | None = None
    calls: int = 0
    charged: float = 0.0
    failures: int = 0
    floor: int | None = None
    acts: tuple[int, ...] = ()
    bosses: tuple[str, ...] = ()


@frozen(kw_only=True)
class Standing:
    """Where a strategy is made or judged. `deck`: number of cards, None while nothing has shown it."""

    run: str
    act: int
    floor: int
    hp_share: float
    deck: int | None = None


def standing(seen: Observation, run: str, deck: int | None) -> Standing | None:
    """None where no run is shown."""
    if seen.run is None or seen.player is None or seen.player.max_hp <= 0:
        return None
    share = seen.player.hp / seen.player.max_hp
    return Standing(run=run, act=seen.run.act, floor=seen.run.floor, hp_share=share, deck=deck)


def ended(strategy: Strategy, now: Standing) -> str | None:
    """Why it holds no longer; None while it does."""
    until = strategy.until
    if now.run != strategy.run:
        return "it was made for another run"
    if now.floor < strategy.floor or now.act < strategy.act:
        return "it was made further on than the run is"
    if until.act is not None and now.act > until.act:
        return f"act {until.act} is over"
    if until.floor is not None and now.floor > until.floor:
        return f"floor {until.floor} is past"
    if until.hp_below is not None and now.hp_share < until.hp_below:
        return f"health is below {until.hp_below:.0%}"
    if until.deck_over is not None and now.deck is not None and now.deck > until.deck_over:
        return f"the deck has more than {until.deck_over} cards"
    return None


# --- reading what a model wrote ---------------------------------------------------------------------------------------
class _Reader:
    """Takes what is usable and counts what is not."""

    def __init__(self, raw: Mapping[str, Any]) -> None:
        self._raw = raw
        self.dropped = 0

    def ids(self, name: str, known: Collection[str]) -> tuple[str, ...]:
        """Known ids, each once, in the order given."""
        found: list[str] = []
        for item in self._list(name):
            if not isinstance(item, str) or item not in known or len(found) == LISTED:
                self.dropped += 1
            elif item not in found:
                found.append(item)
        return tuple(found)

    def _list(self, name: str) -> Sequence[Any]:
        value = self._raw.get(name)
        if value is None:
            return ()
        if isinstance(value, list | tuple):
            return value
        self.dropped += 1
        return ()

    def inside(self, name: str) -> _Reader:
        """The mapping under `name`; an empty one, counted, where it is something else."""
        value = self._raw.get(name)
        if value is not None and not isinstance(value, Mapping):
            self.dropped += 1
        return _Reader(value if isinstance(value, Mapping) else {})

    def number(self, name: str, low: float, high: float) -> float | None:
        """A number, moved to the nearer bound where it is outside, which is counted."""
        value = self._raw.get(name)
        if value is None:
            return None
        if isinstance(value, bool) or not isinstance(value, int | float) or value != value:
            self.dropped += 1
            return None
        bounded = float(min(max(value, low), high))
        self.dropped += bounded != value
        return bounded

    def whole(self, name: str, bounds: tuple[int, int]) -> int | None:
        value = self.number(name, *bounds)
        return None if value is None else round(value)

    def text(self, name: str) -> str:
        """One short line of plain characters: it is shown in quotes, and means nothing to the program."""
        value = self._raw.get(name)
        if not isinstance(value, str):
            self.dropped += value is not None
            return ""
        return " ".join(_UNSHOWN.sub(" ", value[:2000]).split())[: _TEXT[name]].rstrip()

    def others(self, known: Collection[str]) -> int:
        """Keys that mean nothing here."""
        return sum(key not in known for key in self._raw)


def read_strategy(raw: Mapping[str, Any], now: Standing, route_most: float) -> tuple[Strategy, int]:
    """The strategy that `raw` holds, and how many of its items were dropped or bounded. Never raises.

    Keys: `archetype`, `wanted`, `unwanted`, `relics`, `route`, `hold`, `until`, `reason`. A card both wanted and not is
    neither. A condition that holds already when the strategy is made says nothing, and is dropped. Without a last act
    the present one is it.
    """
    tables, reader = load(), _Reader(raw)
    wanted, unwanted = reader.ids("wanted", tables.cards), reader.ids("unwanted", tables.cards)
    both = {id_ for id_ in wanted if id_ in unwanted}
    route = reader.inside("route")
    biases = {name: bias for name in ROUTED if (bias := route.number(name, -route_most, route_most))}
    until = reader.inside("until")
    conditions: dict[str, Any] = {
        "act": until.whole("act", _ACTS),
        "floor": until.whole("floor", _FLOORS),
        "hp_below": until.number("hp_below", 0.0, 1.0),
        "deck_over": until.whole("deck_over", _DECK),
    }
    kept: dict[str, Any] = {"act": now.act}
    for name, value in conditions.items():
        if value is None:
            continue
        alone = Strategy(run=now.run, act=now.act, floor=now.floor, until=Until(**{name: value}))
        if ended(alone, now) is None:
            kept[name] = value
        else:
            reader.dropped += 1
    strategy = Strategy(
        run=now.run,
        act=now.act,
        floor=now.floor,
        archetype=reader.text("archetype"),
        wanted=tuple(id_ for id_ in wanted if id_ not in both),
        unwanted=tuple(id_ for id_ in unwanted if id_ not in both),
        relics=reader.ids("relics", tables.relics),
        route=biases,
        hold=reader.ids("hold", tables.potions),
        until=Until(**kept),
        reason=reader.text("reason"),
    )
    strange = route.others(ROUTED) + until.others(conditions) + 2 * len(both)
    return strategy, reader.dropped + route.dropped + until.dropped + strange

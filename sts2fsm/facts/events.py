"""What an event's option does: from the content tables by event and position, else what its text admits,
pessimistically.

The wire names no option: it gives a position, and titles in the game's language. So a page is recognised by how many
options it has,
and by English titles where they fit (facts/events.json lists options in screen order).
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from attrs import frozen

from sts2fsm.content import load
from sts2fsm.wire.common import Player
from sts2fsm.wire.screens import Event, EventOption

_HP = re.compile(r"(\d+)\s*(?:Max\s+)?HP", re.IGNORECASE)
_GAIN = re.compile(r"\b(gain|heal|raise)\b[^.]*\bHP", re.IGNORECASE)


@frozen(kw_only=True)
class OptionFacts:
    """`effects` are (name of the op, amount); `worst_hp_loss` in hp; `key` the option's name in the tables; `relic` a
    relic's id."""

    known: bool
    key: str | None = None
    effects: tuple[tuple[str, float], ...] = ()
    worst_hp_loss: int = 0
    relic: str | None = None


@cache
def _events() -> Mapping[str, Mapping[str, Any]]:
    return {row["id"]: row for row in load().tables["run_events"]}


@cache
def _relic_ids() -> Mapping[str, str]:
    return {relic.name: relic.id for relic in load().relics.values()}


def option_facts(event: Event, option: EventOption, player: Player | None) -> OptionFacts:
    """Facts of one option of the page that is shown."""
    if option.relic_name is not None:
        relic = _relic_ids().get(option.relic_name)
        return OptionFacts(known=relic is not None, key=relic, relic=relic, worst_hp_loss=_feared(option))
    if option.is_proceed:
        return OptionFacts(known=True)
    row = _option_row(event, option)
    if row is None:
        return OptionFacts(known=False, worst_hp_loss=_feared(option))
    variables = _events()[event.event_id or ""].get("vars", {})
    effects = tuple(_effects(row["do"], variables, player))
    lost = sum(-amount for name, amount in effects if name == "hp" and amount < 0)
    return OptionFacts(known=True, key=row["key"], effects=effects, worst_hp_loss=max(int(lost), _feared(option)))


def _option_row(event: Event, option: EventOption) -> Mapping[str, Any] | None:
    row = _events().get(event.event_id or "")
    pages: Sequence[Any] = row["pages"] if row else ()
    fitting = [page["options"] for page in pages if len(page["options"]) == len(event.options)]
    titled = [p for p in fitting if [o["title"] for o in p] == [shown.title for shown in event.options]]
    pages_left = titled or fitting
    return pages_left[0][option.index] if len(pages_left) == 1 or titled else None


def _effects(program: Any, variables: Mapping[str, Any], player: Player | None) -> list[tuple[str, float]]:
    """Ops of the event tables as (name, amount): health, gold and max hp by points, the rest by count."""
    found: list[tuple[str, float]] = []
    for op in program:
        name, count = op["op"], _amount(op.get("n", 1), variables, player)
        match name:
            case "lose_hp":
                found.append(("hp", -count))
            case "heal" | "rest_heal":
                found.append(("hp", count))
            case "max_hp" | "gold":
                found.append((name, count))
            case "leave" | "page" | "goto" | "var" | "flag" | "meta":
                continue
            case _:
                found.append((name, count))
    return found


def _amount(n: Any, variables: Mapping[str, Any], player: Player | None) -> float:
    """A number of the tables: plain, a variable, a range (its mean), or words such as `missing`, counted from the
    player."""
    if isinstance(n, bool):
        return float(n)
    if isinstance(n, int | float):
        return float(n)
    if isinstance(n, list | tuple) and len(n) == 2 and all(isinstance(part, int | float) for part in n):
        return float(n[0] + n[1]) / 2
    if isinstance(n, str):
        sign = -1.0 if n.startswith("-") else 1.0
        word = n.lstrip("-")
        if word.startswith("$"):
            return sign * _amount(variables.get(word[1:], 1), variables, player)
        if word == "missing" and player is not None:
            return float(player.max_hp - player.hp)
        if word == "all" and player is not None:
            return sign * float(player.gold)
    return 1.0


def _feared(option: EventOption) -> int:
    """Health that the option's text speaks of, unless it speaks of gaining it (behaviour W66). 0 when no number is
    there."""
    text = option.description or ""
    if _GAIN.search(text):
        return 0
    return max((int(number) for number in _HP.findall(text)), default=0)

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


def option_facts(event: Event, option: EventOption, player: Player | None, taken: int = 0) -> OptionFacts:
    """Facts of one option of the page that is shown; `taken` is how often it was chosen here already, for what grows
    with that. Where pages look alike, each counts in part, and the worst of them is feared."""
    if option.relic_name is not None:
        relic = _relic_ids().get(option.relic_name)
        return OptionFacts(known=relic is not None, key=relic, relic=relic, worst_hp_loss=_feared(option))
    if option.is_proceed:
        return OptionFacts(known=True)
    rows = option_rows(event, option)
    if not rows:
        return OptionFacts(known=False, worst_hp_loss=_feared(option))
    variables = _events()[event.event_id or ""].get("vars", {})
    programs = [_effects(row["do"], _grown(row["do"], variables, taken), player) for row in rows]
    lost = max(sum(-amount for name, amount in effects if name == "hp" and amount < 0) for effects in programs)
    effects = tuple((name, amount / len(rows)) for program in programs for name, amount in program)
    return OptionFacts(known=True, key=rows[0]["key"], effects=effects, worst_hp_loss=max(int(lost), _feared(option)))


def option_rows(event: Event, option: EventOption) -> Sequence[Mapping[str, Any]]:
    """The option's rows of the event tables (`key`, `title`, `do`): one, or one of each page that looks like this. A
    page that shows some of its options alone is known by their titles."""
    row = _events().get(event.event_id or "")
    pages: Sequence[Any] = row["pages"] if row else ()
    titles = [shown.title for shown in event.options]
    fitting = [page["options"] for page in pages if len(page["options"]) == len(titles)]
    titled = [options for options in fitting if [o["title"] for o in options] == titles]
    if titled or len(fitting) == 1:
        place = event.options.index(option)  # its index is the mod's word, and need not be its place
        rows = [options[place] for options in titled or fitting]
    else:
        some = [page["options"] for page in pages if page.get("show") and set(titles) <= _titles(page)]
        rows = [o for options in some for o in options if o["title"] == option.title]
    return [one for place, one in enumerate(rows) if one["do"] not in [other["do"] for other in rows[:place]]]


def _titles(page: Mapping[str, Any]) -> set[str]:
    return {option["title"] for option in page["options"]}


def _grown(program: Any, variables: Mapping[str, Any], taken: int) -> Mapping[str, Any]:
    """The event's variables after its option was taken so often: each time it adds to some."""
    added = {op["name"]: op["add"] * taken for op in program if op["op"] == "var" and "add" in op}
    plain = {name: variables[name] + more for name, more in added.items() if isinstance(variables.get(name), int)}
    return {**variables, **plain}


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

"""A made-up set of sections with every kind of field, a sound file for it, and how to load texts."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping
from typing import IO, Any

import pytest

from sts2fsm.errors import PolicyError
from sts2fsm.policy import (
    Policies,
    flag,
    group,
    lists,
    load,
    names,
    nested,
    number,
    section,
    share,
    table,
    variants,
    word,
)


@group
class Waits:
    """How long to wait."""

    first_ms: int = number(int, "first wait", unit="ms", low=0, high=1000)
    growth: float = number(float, "factor for each further wait", low=1, high=4)


@group
class BossPlan:
    """How a boss is fought."""

    race: bool = flag("kill fast instead of blocking")
    block_weight: float = number(float, "worth of a point of block", unit="hp", low=0, high=10)


@section("camp")
class CampPolicy:
    """Where the party rests."""

    heal_below: float = share("hp share under which we heal")
    visits: int = number(int, "visits at most", low=-3, high=9)
    limit: float | None = number(float, "give up after; null never", unit="s", low=0, high=60, nullable=True)
    eager: bool = flag("go early")
    mood: str = word("which | mood", choices=("calm", "wild"))
    title: str = word("a free text")
    order: tuple[str, ...] = names("best first", allowed=("HEAL", "SMITH", "DIG"), complete=True)
    waits: Waits = nested("waiting", Waits)


@section("goods")
class GoodsPolicy:
    """What things are worth."""

    relics: Mapping[str, float] = table("worth", low=-5, high=50, unit="points", default="required")
    counts: Mapping[str, int] = table("how many", int, low=0, high=9, keys=("POTION", "CARD"))
    wishes: Mapping[str, tuple[str, ...]] = lists("wanted by event", allowed=str.isupper, default="allowed")
    bosses: Mapping[str, BossPlan] = variants("by boss", BossPlan, keys=("QUEEN", "INSATIABLE"), default="required")


SECTIONS: dict[str, type] = {"camp": CampPolicy, "goods": GoodsPolicy}

GOOD = """\
# a comment
camp:
  heal_below: 0.5
  visits: 2
  limit: null
  eager: true
  mood: calm
  title: "12"
  order: [HEAL, SMITH, DIG]
  waits:
    first_ms: 250
    growth: 2
goods:
  relics:
    default: 1
    ANCHOR: 7.5
  counts: {POTION: 2}
  wishes:
    SHRINE: [GOLD, LEAVE]
  bosses:
    default:
      race: false
      block_weight: 1.0
    QUEEN:
      race: true
"""


class Text:
    """A file that exists in memory only; as much of a Traversable as the loader uses."""

    def __init__(self, name: str, content: str | bytes) -> None:
        self.name = name
        self.data = content.encode() if isinstance(content, str) else content

    def open(self, mode: str = "r") -> IO[bytes]:
        assert mode == "rb"
        return io.BytesIO(self.data)

    def __str__(self) -> str:
        return self.name


def load_texts(shipped: str | bytes, *overlays: str | bytes, sections: Mapping[str, type] | None = None) -> Policies:
    """Load texts as `policies.yaml`, `mine1.yaml`, `mine2.yaml` and so on."""
    laid: list[Any] = [Text(f"mine{index}.yaml", text) for index, text in enumerate(overlays, start=1)]
    first: Any = Text("policies.yaml", shipped)
    return load(sections or SECTIONS, first, laid)


def problems_of(load_it: Callable[[], Policies]) -> list[str]:
    """The lines of the PolicyError that the call must end with."""
    with pytest.raises(PolicyError) as caught:
        load_it()
    return caught.value.problems


def changed(old: str, new: str) -> str:
    """The sound file with one part, which occurs once, put differently."""
    assert GOOD.count(old) == 1
    return GOOD.replace(old, new)


def overlay_problems(text: str | bytes) -> list[str]:
    """What is wrong with an overlay over the sound file."""
    return problems_of(lambda: load_texts(GOOD, text))

"""The section `llm` of policies.yaml: which language model plans the run, when it is asked, what that may cost, and how
much its plan may weigh."""

from __future__ import annotations

import re
from collections.abc import Mapping
from urllib.parse import urlsplit

from attrs import frozen

from sts2fsm.policy import flag, group, number, section, share, table, variants, word

NONE = "none"
FORMS = "none, anthropic:NAME, openai:NAME or http://host:port/v1#NAME, without user, password or query"
_NAMED = re.compile(r"(?P<provider>anthropic|openai):(?P<name>[A-Za-z0-9][A-Za-z0-9._:/-]{0,99})")
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._:/-]{0,99}")


@frozen
class ModelSpec:
    """A model and who serves it: `provider` is anthropic, openai, or url for any server that speaks OpenAI's chat wire
    at `url`."""

    provider: str
    name: str
    url: str | None = None

    def __str__(self) -> str:
        return f"{self.provider}:{self.name}" if self.url is None else f"{self.url}#{self.name}"


def model_spec(text: str) -> ModelSpec | None:
    """`anthropic:NAME`, `openai:NAME` or `http://host:port/v1#NAME`; None for `none`. ValueError for anything else.

    A URL may hold no user, password or query: those are secrets, and the spec is written into journals.
    """
    if text == NONE:
        return None
    named = _NAMED.fullmatch(text)
    if named is not None:
        return ModelSpec(named["provider"], named["name"])
    try:
        parts = urlsplit(text)
        whole = parts.scheme in ("http", "https") and bool(parts.hostname) and (parts.port is None or parts.port > 0)
    except ValueError:
        whole = False
    if not whole or "@" in parts.netloc or parts.query or not _NAME.fullmatch(parts.fragment):
        raise ValueError(f"must be {FORMS}")
    return ModelSpec("url", parts.fragment, f"{parts.scheme}://{parts.netloc}{parts.path.rstrip('/')}")


def is_model(text: str) -> bool:
    try:
        model_spec(text)
    except ValueError:
        return False
    return True


@group
class Price:
    """What a model costs."""

    input: float = number(float, "dollars per million tokens read", unit="$/Mtok", low=0, high=1000)
    output: float = number(float, "dollars per million tokens written", unit="$/Mtok", low=0, high=1000)


@section("llm")
class LlmPolicy:
    """A language model above the tactics: a plan that adds to the worth of options, no more (docs/oracle.md)."""

    model: str = word(
        "who is asked: none, anthropic:NAME, openai:NAME or http://host:port/v1#NAME; --llm goes before it",
        choices=is_model,
    )
    shadow: bool = flag("true: what it says is written into the journal and used for nothing")
    most: float = number(float, "no plan moves an option's worth by more, up or down", low=0, high=40)
    wanted: float = number(float, "added for a card or relic that the plan wants", low=0, high=40)
    unwanted: float = number(float, "taken off for a card that it does not want", low=0, high=40)
    route_most: float = number(float, "most that it may add to or take off one type of node", low=0, high=40)
    ahead: float = share("what its word on a node one step further counts, relative to this one")
    hold: float = number(
        float, "taken off a line, outside boss fights, for each potion it drinks that is held for the boss",
        low=0, high=40,
    )  # fmt: skip
    deadline_s: float = number(float, "no answer by then is no plan", unit="s", low=1, high=300)
    answer_tokens: int = number(int, "longest answer that is asked for", unit="tokens", low=200, high=32000)
    calls: int = number(int, "most calls in one run", low=0, high=1000)
    money: float = number(
        float, "most that the calls of one run may cost by `prices`; without a price only `calls` counts",
        unit="$", low=0, high=100,
    )  # fmt: skip
    failures: int = number(int, "calls in a row without a plan after which none is made in this run", low=1, high=100)
    floors_between: int = number(int, "floors from one call to the next", unit="floors", low=1, high=60)
    unclear_below: float = share("part of the deck that the plan must want; below it the archetype counts as unclear")
    unclear_deck: int = number(int, "deck size from which that is looked at", unit="cards", low=1, high=200)
    tie_within: Mapping[str, float] = table(
        "two best options closer than this are a near-tie, by screen", low=0, high=100, default="required"
    )
    tie_above: Mapping[str, float] = table(
        "worth the better one needs for that to matter, by screen", low=-100, high=200, default="required"
    )
    prices: Mapping[str, Price] = variants("prices by model name", Price)


def price_of(spec: ModelSpec, policy: LlmPolicy) -> Price | None:
    """None for a model that the table does not list: its cost is unknown, not nothing."""
    return policy.prices.get(spec.name)

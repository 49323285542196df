"""What a rule asks a decision service where its best options are near-equal, and the record of one consultation.

An `Ask` is pure: its words are conclusions, made from ids of our own tables, never numbers to compare and never a text
of the payload. Answers only narrow the options that the hard rules allow; among those left the best by code is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from attrs import field, frozen

from sts2fsm.policy import group, nested, number, section, share, table, word
from sts2fsm.questions import Consulted, Noul, Question, Unanswered

if TYPE_CHECKING:  # the vocabulary of rules holds an Ask, and an Ask speaks of what rules see
    from sts2fsm.handler import Ranked, Seen

TEMPLATES = ("lines", "seed")
ABOUT = (
    "combat", "card_reward", "map", "event", "rest_site", "shop", "potion", "relic", "card_select", "bundle",
)  # fmt: skip
PASSED, LOW, OVERRULED, MOOT = "passed", "low_confidence", "overruled", "moot"  # moot: another answer left no question


@group
class Bands:
    """Where shares of health become words."""

    hurt: float = share("share of the maximum under which health is called low")
    well: float = share("share of the maximum from which it is called high")
    light: float = share("part of the present health up to which a loss is called small")
    heavy: float = share("part of the present health from which it is called heavy")
    small_deck: int = number(int, "cards up to which a deck is called small", unit="cards", low=1, high=200)
    large_deck: int = number(int, "cards from which it is called large", unit="cards", low=1, high=200)
    leaning: int = number(int, "cards from which a deck is said to lean on what they have in common", low=1, high=50)


@section("ask")
class AskPolicy:
    """When a decision service is asked, and in which words (docs/oracle.md). Who is asked: `oracle.use`."""

    most_options: int = number(int, "options in one question", low=2, high=20)
    near: Mapping[str, float] = table(
        "options within so much worth of code's best may be chosen, by what is asked about; 0: only equal ones, -1:"
        " nothing is asked",
        low=-1,
        high=1000,
        keys=ABOUT,
        default="required",
    )
    more_hp_lost: int = number(
        int, "health that a line may cost more than code's best and still be chosen", unit="hp", low=0, high=200
    )
    combat_template: str = word(
        "lines: one question over whole turns; seed: lethal_this_turn, must_block, best_play and target",
        choices=TEMPLATES,
    )
    bands: Bands = nested("where shares become words", Bands)


# --- declarations -----------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Check:
    """A yes or no that goes before any choice. `known` is code's own arithmetic, which overrules every answer; None
    where it has none. `keeps` are the options that a yes leaves."""

    name: str
    question: Noul
    known: Callable[[Seen, Any], bool | None]
    keeps: Callable[[Sequence[Ranked], Seen], Sequence[Ranked]]


@frozen(kw_only=True)
class Pick:
    """A choice: options of one `key` are one answer, told by what the best of them achieves. A key of None: the
    question does not concern that option."""

    name: str
    question: str
    words: Callable[[Ranked, Sequence[Ranked], Seen, Any], str]
    key: Callable[[Ranked, Seen], Hashable | None]


def itself(option: Ranked, seen: Seen) -> Hashable:
    """Every option is an answer of its own."""
    return option.action


@frozen(kw_only=True)
class Ask:
    """What one rule may ask.

    `about` (one of ABOUT) names it in policies and journals; `options` are all that the hard rules allow; `tell` is the
    state in words; `checks` and `picks` are put in one call, and count in this order. `template`: the one of
    `ask.combat_template` that it belongs to; empty: to any.
    """

    about: str
    options: Callable[[Seen, Any], Sequence[Ranked]]
    tell: Callable[[Seen, Any], str]
    picks: tuple[Pick, ...]
    checks: tuple[Check, ...] = ()
    template: str = ""


# --- what came of it --------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Asked:
    """One consultation. `verdicts` say of each answer whether it counted, `reason` why the decision is whose it is:
    passed (an answer had a part in it), low_confidence, overruled, or unanswered:WHY. `code` is what code would do,
    `chosen` what is done, `changed` whether they differ. `kept`: the answer was given before on this very page.
    `best`: what code would have answered, where it knows: answers are calibrated against it."""

    about: str
    state: str
    questions: Mapping[str, Question]
    outcome: Consulted | Unanswered
    verdicts: Mapping[str, str]
    reason: str
    code: str
    chosen: str
    changed: bool = False
    kept: bool = False
    best: Mapping[str, str | bool] = field(factory=dict)

    @property
    def passed(self) -> bool:
        return self.reason == PASSED

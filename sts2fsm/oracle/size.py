"""A call that fits: sizes are estimated before sending, and what is too much is left out in a fixed order.

The server counts tokens with a tokenizer we do not have. The estimate errs upwards: plain ASCII letters at
`chars_per_token`, every other character as a token of its own, whatever it is. English prose measures about four
characters a token with any common tokenizer, identifiers and figures about two and a half.

What is left out, until the call fits:

1. paragraphs of the state, the last one first (a state begins with what matters most), down to the first;
2. what the options of a Choice do, longest text first: their names still tell them apart;
3. the end of the state's first paragraph.

The questions themselves and the names of options stay: what cannot fit without them is not sent.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve, frozen

from sts2fsm.oracle.policy import Size
from sts2fsm.questions import Choice, Question

PARAGRAPH = "\n"
_PLAIN = re.compile("[A-Za-z ]+")


@frozen
class Fitted:
    """What is sent, its estimated tokens, and what was left out of it (empty: nothing)."""

    state: str
    questions: Mapping[str, Question]
    tokens: int
    left_out: tuple[str, ...] = ()


def tokens(text: str, size: Size) -> int:
    """Estimated tokens of a text, never less than it has by any common tokenizer of English."""
    others = len(_PLAIN.sub("", text))
    return int((len(text) - others) / size.chars_per_token) + others + 1


def question_tokens(question: Question, size: Size) -> int:
    """Estimated tokens of one question."""
    wire = question.to_wire()
    criteria = wire["criteria"]
    words = [*criteria, *(text for text in criteria.values() if text)] if isinstance(criteria, dict) else criteria
    return size.per_question + sum(tokens(text, size) for text in (wire["instructions"], *words))


def fit(state: str, questions: Mapping[str, Question], size: Size) -> Fitted | None:
    """The call, with as little left out as needed; None when not even the bare questions fit."""
    left_out: list[str] = []
    room = _room(questions, size)
    if room < tokens(state, size):
        state, dropped = _first_paragraphs(state, room, size)
        left_out += [f"{dropped} paragraphs of the state"] * bool(dropped)
    asked = dict(questions)
    while room < tokens(state, size):
        longest = _longest_detail(asked, size)
        if longest is None:
            break
        name, option = longest
        asked[name] = _without(asked[name], option)
        left_out.append(f"what {option} of {name} does")
        room = _room(asked, size)
    if room < tokens(state, size):
        if room < tokens("", size):
            return None
        state = _cut(state, room, size)
        left_out.append("the end of the state")
    total = tokens(state, size) + sum(question_tokens(question, size) for question in asked.values())
    return Fitted(state, asked, total, tuple(left_out))


def _room(questions: Mapping[str, Question], size: Size) -> int:
    """Tokens left for the state."""
    costs = [question_tokens(question, size) for question in questions.values()]
    return min(size.one - max(costs, default=0), size.all - sum(costs))


def _first_paragraphs(state: str, room: int, size: Size) -> tuple[str, int]:
    """As many paragraphs from the first on as there is room for, at least one, and how many that drops."""
    paragraphs = state.split(PARAGRAPH)
    kept, spent = 0, 0
    for paragraph in paragraphs:
        spent += tokens(paragraph, size) + len(PARAGRAPH)  # never less than the estimate of the joined text
        if spent > room and kept:
            break
        kept += 1
    return PARAGRAPH.join(paragraphs[:kept]), len(paragraphs) - kept


def _longest_detail(questions: Mapping[str, Question], size: Size) -> tuple[str, str] | None:
    details = (
        (tokens(text, size), name, option)
        for name, question in questions.items()
        if isinstance(question, Choice)
        for option, text in question.criteria.items()
        if text
    )
    longest = max(details, default=None)
    return longest[1:] if longest else None


def _without(question: Question, option: str) -> Question:
    assert isinstance(question, Choice)
    return evolve(question, criteria={**question.criteria, option: None})


def _cut(state: str, room: int, size: Size) -> str:
    """The longest beginning of `state` within `room` tokens."""
    fits, too_long = 0, min(len(state), int(room * size.chars_per_token) + 2)  # no token has more characters
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if tokens(state[:middle], size) <= room:
            fits = middle
        else:
            too_long = middle
    return state[:fits]

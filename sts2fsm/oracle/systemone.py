"""The client of the System One wire: one batched call for a state, or the reason why there is no answer.

Reasons, all of them names that scripts may count:

| reason | when |
|---|---|
| `timeout`, `unreachable` | no whole reply within the deadline; no connection, or it broke |
| `missing_key`, `wrong_key` | 401 or 403, without and with a key sent |
| `invalid` | 400 or 422: the server does not take our questions |
| `too_large` | 413 or `max_tokens_exceeded`; or the bare questions are over the limit, and nothing was sent |
| `rate_limited` | 429; or no free slot within the bound, and nothing was sent |
| `overloaded` | 529 or 503 |
| `server_error`, `refused`, `redirected` | any other 5xx, 4xx, 3xx |
| `bad_answer` | 200 with what cannot be true: no JSON, wrong types, sums, options, questions |
| `wrong_model` | another version than the pinned one answered, where the policy refuses that |
| `breaker_open` | nothing was sent: the last calls failed |
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NoReturn

from sts2fsm.clock import Clock
from sts2fsm.oracle.address import address
from sts2fsm.oracle.keys import Key
from sts2fsm.oracle.limits import CircuitBreaker, RateLimit
from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.oracle.reading import BadAnswer, read_answers
from sts2fsm.oracle.size import Fitted, fit
from sts2fsm.oracle.transport import CallFailed, Http, HttpReply
from sts2fsm.questions import Consulted, Question, Unanswered

ASK = "/v1/systemone"
REASONS = {
    400: "invalid", 401: "wrong_key", 403: "wrong_key", 413: "too_large", 422: "invalid", 429: "rate_limited",
    503: "overloaded", 529: "overloaded",
}  # fmt: skip
CLASSES = {3: "redirected", 4: "refused", 5: "server_error"}
OVERSIZE = "max_tokens_exceeded"
WAIT_TOLD = ("rate_limited", "overloaded")
OUR_FAULT = ("too_large",)  # says nothing about the server's health
_SHORT = 160  # characters of a server's own words


class SystemOne:
    """A decision service on the System One wire. One call at a time; never raises for what a server does."""

    def __init__(self, name: str | None, url: str, key: Key | None, clock: Clock, policy: OraclePolicy) -> None:
        """`name` None: the URL without its secrets. Raises BadInput for a URL that cannot be."""
        where = address(url)
        self._key = where.login or key
        self._in_clear = self._key is not None and not where.private
        if self._in_clear:
            self._key = None  # anybody on the way could read it
        self.name = name or where.name
        self._clock = clock
        self._policy = policy
        self._http = Http(where, self._key, clock, policy)
        self._rate = RateLimit(policy.rates, clock)
        self._breaker = CircuitBreaker(policy.breaker, clock)
        self._last_reason = ""

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        """All questions about one state in one call, within the deadline and one bounded wait for a slot."""
        fitted = fit(state, questions, self._policy.size)
        if fitted is None:
            return Unanswered(reason="too_large", detail="the questions alone are over the limit; nothing was sent")
        if self._breaker.state == "open":
            detail = f"the last calls failed ({self._last_reason}); asks again in {self._breaker.remaining:.0f} s"
            return Unanswered(reason="breaker_open", detail=detail)
        if not self._rate.take(fitted.tokens):
            detail = f"no free slot within {self._policy.rates.wait_ms} ms; nothing was sent"
            return Unanswered(reason="rate_limited", detail=detail)
        began = self._clock.now()
        try:
            result: Consulted | Unanswered = self._consult(fitted, questions, began)
        except CallFailed as fault:
            result = Unanswered(
                reason=fault.reason,
                detail=self._safe(fault.detail),
                ms=self._ms(began),
                request_id=self._safe(fault.request_id) if fault.request_id else None,
            )
        self._learn(result)
        return result

    def close(self) -> None:
        self._http.close()

    def _consult(self, fitted: Fitted, questions: Mapping[str, Question], began: float) -> Consulted:
        body = {
            "model": self._policy.model,
            "state": fitted.state,
            "questions": {name: question.to_wire() for name, question in fitted.questions.items()},
        }
        reply = self._http.call("POST", ASK, body)
        if reply.status != 200:
            self._refused(reply)
        try:
            told = _parsed(reply.body)
            model = told.get("model")
            if type(model) is not str or not model:
                raise BadAnswer("model: must name the version that answered")
            answers = read_answers(told.get("answers"), questions)
        except BadAnswer as fault:
            raise CallFailed("bad_answer", str(fault), reply.request_id) from None
        if model != self._policy.model and self._policy.refuse_other_models:
            raise CallFailed("wrong_model", f"{model[:_SHORT]} answered, not {self._policy.model}", reply.request_id)
        return Consulted(
            answers=answers,
            model=self._safe(model),
            ms=self._ms(began),
            input_tokens=_count(told, "input_tokens"),
            output_tokens=_count(told, "output_tokens"),
            request_id=self._safe(reply.request_id) if reply.request_id else None,
            left_out=fitted.left_out,
        )

    def _refused(self, reply: HttpReply) -> NoReturn:
        """A status that is no answer."""
        kind, words = _error(reply.body)
        reason = "too_large" if kind == OVERSIZE else reason_of(reply.status, sent_key=self._key is not None)
        detail = f"HTTP {reply.status}" + (f": {words}" if words else "")
        if reason == "missing_key" and self._in_clear:
            detail += "; a key is sent only over https, or to this machine"
        if reason in WAIT_TOLD:
            seconds = self._rate.pause(reply.retry_after)
            detail += f"; none is sent for {seconds:g} s"
        raise CallFailed(reason, detail, reply.request_id)

    def _learn(self, result: Consulted | Unanswered) -> None:
        if isinstance(result, Consulted):
            self._breaker.succeeded()
        elif result.reason not in OUR_FAULT:
            self._breaker.failed()
            self._last_reason = result.reason

    def _ms(self, began: float) -> float:
        return round((self._clock.now() - began) * 1000, 1)

    def _safe(self, text: str) -> str:
        """A server's words as they may stand in a journal: short, printable, and without our key."""
        text = self._key.masked(text) if self._key else text
        return "".join(letter if letter.isprintable() else "?" for letter in text)[:_SHORT]


def reason_of(status: int, *, sent_key: bool) -> str:
    """The reason that an HTTP status other than 200 stands for."""
    reason = REASONS.get(status) or CLASSES.get(status // 100, "bad_answer")
    return "missing_key" if reason == "wrong_key" and not sent_key else reason


def _parsed(body: bytes) -> Mapping[str, Any]:
    """The object in a body. Raises BadAnswer: NaN is no JSON either, though Python reads it."""

    def no_number(name: str) -> NoReturn:
        raise BadAnswer(f"the answer is not JSON: {name} is no number")

    try:
        told = json.loads(body, parse_constant=no_number)
    except (ValueError, RecursionError):
        raise BadAnswer("the answer is not JSON") from None
    if type(told) is not dict:
        raise BadAnswer("the answer is no JSON object")
    return told


def _count(told: Mapping[str, Any], name: str) -> int:
    """Tokens as the server counted them; 0 where it did not: nothing is decided by it."""
    usage = told.get("usage")
    count = usage.get(name) if isinstance(usage, dict) else None
    known = isinstance(count, int | float) and not isinstance(count, bool) and 0 <= count < 1e12
    return int(count) if known and count else 0


def _error(body: bytes) -> tuple[str, str]:
    """Kind and words of an error in any of the shapes servers send; empty where there are none."""
    try:
        told = json.loads(body)
    except (ValueError, RecursionError):
        return "", ""
    detail = told.get("detail", told.get("error")) if isinstance(told, dict) else None
    if isinstance(detail, list) and detail and isinstance(detail[0], dict):
        place = detail[0].get("loc")
        dotted = ".".join(str(part) for part in place) if isinstance(place, list) else ""
        return str(detail[0].get("type", "")), f"{dotted}: {detail[0].get('msg', '')}"
    if isinstance(detail, dict):
        kind = detail.get("error_type", detail.get("type", ""))
        return str(kind), f"{kind}: {detail.get('message', '')}"
    return "", detail if isinstance(detail, str) else ""

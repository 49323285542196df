"""The one door to a language model: a prompt goes in, a mapping or the reason for none comes out, before a deadline.

The library that does the talking is an optional extra: `providers.py` imports it, and this module imports that only
when a door is opened.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Protocol

from attrs import evolve, frozen

from sts2fsm.clock import Clock
from sts2fsm.errors import UsageError
from sts2fsm.oracle.address import address
from sts2fsm.oracle.keys import Key
from sts2fsm.strategy_policy import ModelSpec

EXTRA = 'pip install "sts2fsm[llm]"'
KEYS = {"anthropic": "ANTHROPIC_API_KEY", "openai": "OPENAI_API_KEY"}
NO_KEY = "none"  # the providers' clients want a word
URL_KEY = "STS2FSM_LLM_API_KEY"  # for a server at a URL: a provider's key is sent to that provider and nowhere else


@frozen(kw_only=True)
class Drafted:
    """A plan as the model wrote it. Tokens as the server reported them, 0 when it did not; `ms` of real time."""

    raw: Mapping[str, Any]
    input_tokens: int
    output_tokens: int
    ms: float = 0.0


@frozen(kw_only=True)
class NotDrafted:
    """No plan. `reason` is timeout, unauthorised, rate_limited, server_error, refused, unreachable, bad_answer or
    fault; `detail` is for people and holds nothing that a server said: that may quote a key."""

    reason: str
    detail: str = ""
    input_tokens: int = 0
    output_tokens: int = 0
    ms: float = 0.0


class Door(Protocol):
    """Never raises for what a server does."""

    def ask(self, instructions: str, prompt: str, deadline_s: float, answer_tokens: int) -> Drafted | NotDrafted: ...


Call = Callable[[str, str, float, int], Awaitable[Drafted | NotDrafted]]


class AsyncDoor:
    """Makes a call in a thread with an event loop of its own, so that nothing (a name lookup, a stuck socket) can hold
    the play beyond the deadline. `clock` is real time, for the record only; an answer is searched for `key`."""

    def __init__(self, call: Call, clock: Clock, key: Key | None = None) -> None:
        self._call = call
        self._clock = clock
        self._key = key

    def ask(self, instructions: str, prompt: str, deadline_s: float, answer_tokens: int) -> Drafted | NotDrafted:
        began = self._clock.now()
        answers: list[Drafted | NotDrafted] = []
        late = NotDrafted(reason="timeout", detail=f"no answer within {deadline_s:g} s")

        async def work() -> None:
            try:
                async with asyncio.timeout(deadline_s):
                    answers.append(await self._call(instructions, prompt, deadline_s, answer_tokens))
            except TimeoutError:
                answers.append(late)

        thread = threading.Thread(target=lambda: asyncio.run(work()), name="llm", daemon=True)
        thread.start()
        thread.join(deadline_s)
        answer = answers[0] if answers else late
        if isinstance(answer, Drafted) and self._key is not None:
            answer = evolve(answer, raw=_masked(answer.raw, self._key))
        return evolve(answer, ms=round((self._clock.now() - began) * 1000, 1))


def _masked(value: Any, key: Key) -> Any:
    """What a model wrote, the key hidden should a server have sent it back."""
    if isinstance(value, str):
        return key.masked(value)
    if isinstance(value, Mapping):
        return {name: _masked(inner, key) for name, inner in value.items()}
    return [_masked(inner, key) for inner in value] if isinstance(value, list) else value


def key_for(spec: ModelSpec, environ: Mapping[str, str]) -> Key | None:
    """The key from the provider's usual variable. A server at a URL needs none, and gets one only where nobody on the
    way can read along: over TLS, or on this very machine.

    Raises UsageError where a key is needed and not set, BadInput for one that no header can hold.
    """
    name = URL_KEY if spec.url is not None else KEYS[spec.provider]
    if environ.get(name, "").strip():
        private = spec.url is None or address(spec.url).private
        return Key(environ[name], f"${name}") if private else None
    if spec.url is None:
        raise UsageError(f"--llm {spec}: set {name} to your key, or play with --llm none")
    return None


def open_door(spec: ModelSpec, environ: Mapping[str, str], clock: Clock) -> Door:
    """Raises UsageError for what is missing: a key, or the extra."""
    key = key_for(spec, environ)
    bare = key.header.removeprefix("Bearer ") if key is not None else NO_KEY
    try:
        from sts2fsm.oracle.llm.providers import caller

        return AsyncDoor(caller(spec, bare), clock, key)
    except ImportError as missing:
        name = missing.name or "a package"
        raise UsageError(f"--llm {spec}: {name} is not installed, or another version than is needed: {EXTRA}") from None

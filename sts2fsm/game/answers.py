"""What an HTTP answer of the mod means: an observation, a reply, or one named error (api.md 1.3)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from sts2fsm.errors import GameFault, GameIncompatible, ReadFault, RequestFault, Sts2Error, WrongMode
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply, read_reply

# .NET's words for "the mod was built for another game": waiting cannot help (behaviour W01).
MISFIT_EXCEPTIONS = ("MissingMethodException", "MissingFieldException", "TypeLoadException", "MissingMemberException")
KEPT = 1_000_000  # bytes of an answer that reports keep; a real state has a tenth of it
MISFIT_WORDS = ("Method not found", "Field not found", "Could not load type")
REMEDY = (
    "the mod does not fit this game build: STS2MCP release 0.4.0 breaks from game v0.104 on; "
    "v0.107 needs one built from commit 55e06485 or later (docs/playing.md)"
)


def said(body: Mapping[str, Any]) -> str:
    """The mod's own words in an error body, one line."""
    text = body.get("error") or body.get("message") or "no reason given"
    return " ".join(str(text).split())[:300]


def raise_for(status: int, body: Mapping[str, Any], *, reading: bool) -> None:
    """Raise the error that an HTTP status other than 200 stands for."""
    if status == 200:
        return
    if status == 409:
        raise WrongMode(f"a multiplayer run is active, which this program does not play: {said(body)}")
    kind = str(body.get("exception_type") or "")
    words = said(body)
    if any(name in kind for name in MISFIT_EXCEPTIONS) or any(word in words for word in MISFIT_WORDS):
        raise GameIncompatible(f"{REMEDY}. The mod said: {words}")
    if status in (400, 404, 405):
        raise RequestFault(f"HTTP {status}: {words}; is another server at this address?", status)
    if status == 500 and reading:
        raise ReadFault(f"the mod failed to read the game's state: {words}", status)
    if status == 500:
        raise RequestFault(f"the mod failed on our request: {words}", status)
    raise GameFault(f"HTTP {status}: {words}", status)


def kept(status: int, body: Mapping[str, Any] | bytes) -> dict[str, Any]:
    """An answer as it goes into reports: `status`, and the whole `body`, or its beginning as `text` with the number of
    `bytes` where it is no JSON object or too large."""
    if isinstance(body, bytes):
        return {"status": status, "text": body[:KEPT].decode("utf-8", "replace"), "bytes": len(body)}
    text = json.dumps(body, ensure_ascii=True, default=str)
    return {"status": status, "body": body} if len(text) <= KEPT else kept(status, text.encode("ascii"))


@contextmanager
def remembered(status: int, body: Mapping[str, Any] | bytes) -> Iterator[None]:
    """Errors that come out of reading this answer carry it (behaviour W11)."""
    try:
        yield
    except Sts2Error as fault:
        if fault.answer is None:
            fault.answer = kept(status, body)
        raise


def observation(status: int, body: Mapping[str, Any], reader: WireReader) -> Observation:
    """The answer to a GET of the state."""
    with remembered(status, body):
        raise_for(status, body, reading=True)
        return reader.observation(body)


def reply(status: int, body: Mapping[str, Any]) -> Reply:
    """The answer to a POST of an action."""
    with remembered(status, body):
        raise_for(status, body, reading=False)
        return read_reply(body)

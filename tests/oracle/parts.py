"""What the tests of the oracle share: policies, three questions, and an answer that is right."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from copy import deepcopy
from typing import Any

from attrs import evolve
from jevcompat.mock import MockConfig, make_server

from sts2fsm.clock import Clock, VirtualClock
from sts2fsm.oracle.keys import Key
from sts2fsm.oracle.policy import Breaker, ChoiceGate, GatePolicy, NoulGate, OraclePolicy, Rates, Size
from sts2fsm.oracle.systemone import SystemOne
from sts2fsm.policy import Policies
from sts2fsm.questions import Choice, Consulted, Noul, Question, Score, Unanswered

SECRET = "sk-never-shown-7f3a9"
MODEL = "jev-1.13.0"

POLICY = OraclePolicy(
    use="none",
    url="https://api.typesafe.ai",
    model=MODEL,
    refuse_other_models=False,
    key_file="",
    connect_s=2.0,
    read_s=3.0,
    connect_tries=2,
    body_kb=64,
    rates=Rates(requests_per_min=1000, tokens_per_s=1_000_000, wait_ms=1000, pause_s=5, pause_max_s=60),
    breaker=Breaker(failures=3, open_s=30, open_max_s=100),
    size=Size(chars_per_token=2.5, one=32_000, all=64_000, per_question=24),
    usd_per_mtok_in=0.042,
    usd_per_mtok_out=0.0,
)

IMPATIENT = evolve(POLICY, connect_s=0.25, read_s=0.25)  # where a server lets us wait

# The shipped thresholds: a Choice from 0.45 with a lead of 0.20, a Noul from 0.15 off even.
GATE = GatePolicy(
    choice={"default": ChoiceGate(top=0.45, lead=0.20)},
    choice_one_hot={"default": ChoiceGate(top=1.01, lead=0.20)},
    choice_verbalised={"default": ChoiceGate(top=0.60, lead=0.30)},
    noul={"default": NoulGate(margin=0.15)},
    noul_one_hot={"default": NoulGate(margin=0.51)},
    score={"default": 0.5},
)

POLICIES = Policies({"oracle": POLICY, "gate": GATE}, ("tests",))

STATE = "Your health is high. One enemy means to hit hard."
LINE = Choice("Which line is best?", {"a": "kills one enemy", "b": "blocks the whole attack", "c": None})
QUESTIONS: dict[str, Question] = {
    "line": LINE,
    "danger": Score("How dangerous is it?", ("calm", "risky", "deadly")),
    "block": Noul("Is blocking better?", yes="preventing damage is better", no="dealing damage is better"),
}

_RIGHT: dict[str, Any] = {
    "model": MODEL,
    "answers": {
        "line": {"type": "choice", "choice": "b", "probabilities": {"a": 0.2, "b": 0.7, "c": 0.1}, "confidence": 0.55},
        "danger": {
            "type": "score",
            "score": 1.7,
            "legend": {"0": "calm", "1": "risky", "2": "deadly"},
            "probabilities": {"0": 0.1, "1": 0.1, "2": 0.8},
            "confidence": 0.7,
        },
        "block": {"type": "noul", "noul": 0.98},
    },
    "usage": {"input_tokens": 120, "output_tokens": 12},
}


def right() -> dict[str, Any]:
    """A reply that is right in everything, to be spoilt."""
    return deepcopy(_RIGHT)


def changed(path: str, value: Any) -> dict[str, Any]:
    """The right reply with the value at a dotted path replaced; a value of `...` takes the key out."""
    reply = right()
    *way, last = path.split(".")
    inner = reply
    for step in way:
        inner = inner[step]
    if value is ...:
        del inner[last]
    else:
        inner[last] = value
    return reply


def client(
    url: str, secret: str | None = None, clock: Clock | None = None, policy: OraclePolicy = POLICY, **changes: Any
) -> SystemOne:
    """A client of that server; `changes` are fields of the policy."""
    key = None if secret is None else Key(secret, "a test")
    return SystemOne(None, url, key, clock or VirtualClock(), evolve(policy, **changes))


def ask(oracle: SystemOne, **questions: Question) -> Consulted | Unanswered:
    """One call, with the three questions unless others are given."""
    return oracle.ask(STATE, questions or QUESTIONS)


def reason(result: Consulted | Unanswered) -> str:
    """answered, or the reason why not."""
    return result.reason if isinstance(result, Unanswered) else "answered"


@contextmanager
def mock(config: MockConfig | None = None) -> Iterator[str]:
    """The URL of a mock server of the wire, on loopback, that stops as soon as the context ends."""
    server = make_server(config or MockConfig())
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    try:
        host, port = server.server_address[:2]
        yield f"http://{host}:{port}"
    finally:
        server.shutdown()
        thread.join()
        server.server_close()

"""How often a server is asked: slots, pauses it asks for, and a breaker; all in virtual time."""

from __future__ import annotations

import socket
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.clock import VirtualClock
from sts2fsm.oracle.limits import CircuitBreaker, RateLimit
from sts2fsm.oracle.policy import Breaker, Rates
from sts2fsm.questions import Unanswered
from tests.game.bare_server import Serve, bare, http, in_turn, says
from tests.oracle.parts import IMPATIENT, MODEL, POLICY, ask, client, mock, reason, right

RATES = Rates(requests_per_min=3, tokens_per_s=1000, wait_ms=2000, pause_s=5, pause_max_s=60)


# --- slots ------------------------------------------------------------------------------------------------------------
def test_calls_within_the_rate_do_not_wait() -> None:
    """The first calls of a minute go out at once."""
    clock = VirtualClock()
    limit = RateLimit(RATES, clock)
    assert [limit.take(10) for _ in range(3)] == [True] * 3
    assert clock.now() == 0


def test_a_full_minute_is_not_waited_for() -> None:
    """The fourth call of three a minute would wait for most of it: it is refused at once instead, until there is room
    within the bound."""
    clock = VirtualClock()
    limit = RateLimit(RATES, clock)
    for _ in range(3):
        limit.take(10)
    assert not limit.take(10)
    assert clock.now() == 0
    clock.sleep(58.5)
    assert limit.take(10)
    assert clock.now() == 60


def test_a_full_second_of_tokens_is_waited_for() -> None:
    """A call that is over the tokens of this second goes out in the next one."""
    clock = VirtualClock()
    limit = RateLimit(RATES, clock)
    assert limit.take(600) and limit.take(400)
    assert clock.now() == 0
    assert limit.take(1)
    assert clock.now() == 1


def test_a_call_larger_than_a_second_of_tokens_goes_out_alone() -> None:
    """It cannot be cut; it waits until nothing else was sent in the last second."""
    clock = VirtualClock()
    limit = RateLimit(RATES, clock)
    assert limit.take(100)
    clock.sleep(0.4)
    assert limit.take(5000)
    assert clock.now() == pytest.approx(1)


@pytest.mark.parametrize(("asked", "held"), [(None, 5), (7, 7), (0, 0), (9999, 60)])
def test_a_pause_is_as_long_as_asked_for_within_a_bound(asked: float | None, held: float) -> None:
    """What the server asks for is kept to; without a word it is the policy's pause, and never longer than its bound."""
    clock = VirtualClock()
    limit = RateLimit(evolve(RATES, wait_ms=0), clock)
    assert limit.pause(asked) == held
    if held:
        clock.sleep(held - 0.01)
        assert not limit.take(1)
        clock.sleep(0.02)
    assert limit.take(1)


# --- the breaker ------------------------------------------------------------------------------------------------------
BREAKER = Breaker(failures=3, open_s=30, open_max_s=100)


def test_failures_in_a_row_open_it_and_a_success_between_does_not() -> None:
    """Only failures in a row count."""
    breaker = CircuitBreaker(BREAKER, VirtualClock())
    for _ in range(5):
        breaker.failed()
        breaker.failed()
        breaker.succeeded()
    assert breaker.state == "closed"
    for _ in range(3):
        breaker.failed()
    assert (breaker.state, breaker.remaining) == ("open", 30)


def test_each_failed_probe_opens_it_for_longer_up_to_a_bound() -> None:
    """30, 60, then 100 seconds: a server that is gone for the evening costs less and less."""
    clock = VirtualClock()
    breaker = CircuitBreaker(BREAKER, clock)
    for _ in range(3):
        breaker.failed()
    held = []
    for _ in range(4):
        held.append(breaker.remaining)
        clock.sleep(breaker.remaining)
        assert breaker.state == "half_open"
        breaker.failed()
    assert held == [30, 60, 100, 100]
    clock.sleep(breaker.remaining)
    breaker.succeeded()
    assert (breaker.state, breaker.remaining) == ("closed", 0)
    breaker.failed()
    assert breaker.state == "closed", "a server that came back starts afresh"


# --- with servers -----------------------------------------------------------------------------------------------------
def silent(connection: socket.socket, _: bytes) -> None:
    connection.recv(1)


BAD: list[tuple[str, Serve, str]] = [
    ("slow", silent, "timeout"),
    ("lying about types", says(200, {"model": MODEL, "answers": {"line": {"type": "noul", "noul": 1}}}), "bad_answer"),
    ("broken", says(500, {}), "server_error"),
    ("refusing the key", says(401, {}), "missing_key"),
    ("refusing the questions", says(422, {}), "invalid"),
    ("overloaded", lambda connection, _: connection.sendall(http(529, b"{}", **{"Retry-After": "0"})), "overloaded"),
]


@pytest.mark.parametrize(("what", "serve", "means"), BAD, ids=[row[0] for row in BAD])
def test_a_bad_server_is_asked_a_few_times_and_then_not(what: str, serve: Serve, means: str) -> None:
    """Whatever is wrong with a server: after three calls nothing is sent for 30 s, then one call tries again."""
    clock = VirtualClock()
    with bare(serve) as server:
        oracle = client(server.url, clock=clock, policy=IMPATIENT if means == "timeout" else POLICY)
        told = [ask(oracle) for _ in range(20)]
        assert [reason(one) for one in told] == [means] * 3 + ["breaker_open"] * 17
        assert len(server.lines) == 3
        last = told[-1]
        assert isinstance(last, Unanswered) and means in last.detail and last.ms == 0
        clock.sleep(30)
        assert [reason(ask(oracle)) for _ in range(2)] == [means, "breaker_open"]
        assert len(server.lines) == 4


def test_a_dead_server_is_left_alone() -> None:
    """Nobody listens: refused connections open the breaker too."""
    with mock() as url:
        pass
    oracle = client(url)
    assert [reason(ask(oracle)) for _ in range(5)] == ["unreachable"] * 3 + ["breaker_open"] * 2


def test_a_server_that_comes_back_is_asked_again() -> None:
    """The probe is answered, and so is everything after it."""
    clock = VirtualClock()
    with bare(in_turn(*[says(500, {})] * 3, says(200, right()))) as server:
        oracle = client(server.url, clock=clock)
        assert [reason(ask(oracle)) for _ in range(4)] == ["server_error"] * 3 + ["breaker_open"]
        clock.sleep(30)
        assert [reason(ask(oracle)) for _ in range(3)] == ["answered"] * 3


def test_a_call_that_is_too_large_says_nothing_about_the_server() -> None:
    """It is our fault: the breaker stays closed, however often it happens."""
    body = {"detail": {"error_type": "max_tokens_exceeded", "message": "too many"}}
    with bare(says(400, body)) as server:
        oracle = client(server.url)
        assert [reason(ask(oracle)) for _ in range(6)] == ["too_large"] * 6


@pytest.mark.parametrize(
    ("headers", "held"),
    [
        ({"Retry-After": "12"}, 12),
        ({"retry-after-ms": "2500"}, 2.5),
        ({"Retry-After": "Mon, 01 Dec 2025 00:00:20 GMT"}, 20),  # the virtual wall clock starts at 00:00:00 that day
        ({"Retry-After": "soon"}, 5),
        ({"Retry-After": "nan"}, 5),
        ({"Retry-After": "-3"}, 5),
        ({}, 5),
    ],
    ids=lambda value: str(value)[:30],
)
def test_a_rate_limit_is_kept_to(headers: dict[str, str], held: float) -> None:
    """After a 429 nothing is sent for as long as the server asks, however it says so; then it is asked again."""
    clock = VirtualClock()

    def limited(connection: socket.socket, _: bytes) -> None:
        connection.sendall(http(429, b"{}", **headers))

    policy: Any = evolve(POLICY, rates=evolve(POLICY.rates, wait_ms=0))
    with bare(in_turn(limited, says(200, right()))) as server:
        oracle = client(server.url, clock=clock, policy=policy)
        assert reason(ask(oracle)) == "rate_limited"
        clock.sleep(held - 0.1)
        assert reason(ask(oracle)) == "rate_limited"
        assert len(server.lines) == 1
        clock.sleep(0.2)
        assert reason(ask(oracle)) == "answered"

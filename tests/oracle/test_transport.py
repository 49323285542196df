"""The connection itself: silence, trickles, floods, cuts, redirects and proxies, each within one deadline."""

from __future__ import annotations

import gzip
import json
import socket
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sts2fsm.clock import SystemClock, VirtualClock
from sts2fsm.questions import Consulted, Unanswered
from tests.game.bare_server import Serve, bare, http, says
from tests.oracle.parts import IMPATIENT, SECRET, STATE, ask, client, reason, right

DEADLINE = IMPATIENT.connect_s + IMPATIENT.read_s
SLACK = 0.5  # for two busy cores; far less than what a server without end would take


def trickle(what: bytes, pause: float = 0.05) -> Serve:
    """Sends endlessly, a piece at a time, each well within the socket's own timeout."""

    def serve(connection: socket.socket, _: bytes) -> None:
        for _ in range(200):
            connection.sendall(what)
            time.sleep(pause)

    return serve


def after(head: bytes, then: Serve) -> Serve:
    def serve(connection: socket.socket, line: bytes) -> None:
        connection.sendall(head)
        then(connection, line)

    return serve


def silent(connection: socket.socket, _: bytes) -> None:
    connection.recv(1)


def raw(data: bytes) -> Serve:
    return lambda connection, _: connection.sendall(data)


HEAD = b"HTTP/1.1 200 OK\r\n"
SLOW: list[tuple[str, Serve]] = [
    ("silence", silent),
    ("a body that trickles", after(HEAD + b"Content-Length: 9000\r\n\r\n", trickle(b"{"))),
    ("headers that trickle", after(HEAD, trickle(b"X-More: 1\r\n"))),
    ("a status line that trickles", trickle(b"H")),
    ("chunks that trickle", after(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", trickle(b"1\r\n{\r\n"))),
]


@pytest.mark.parametrize(("what", "serve"), SLOW, ids=[row[0] for row in SLOW])
def test_no_call_outlives_its_deadline(what: str, serve: Serve) -> None:
    """Whichever part of the answer a server drags out, the call is over when connect and read time are."""
    with bare(serve) as server:
        clock = SystemClock()
        began = clock.now()
        result = ask(client(server.url, clock=clock, policy=IMPATIENT))
        took = clock.now() - began
    assert reason(result) == "timeout"
    assert took < DEADLINE + SLACK
    assert isinstance(result, Unanswered) and 0 < result.ms < 1000 * (DEADLINE + SLACK)


def test_a_name_that_takes_long_to_look_up_does_not_hold_a_call(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking up a name has no timeout of its own; the call has."""
    looked_up: list[Any] = []

    def slowly(*args: Any, **kwargs: Any) -> Any:
        looked_up.append(args)
        time.sleep(2 * DEADLINE)
        raise socket.gaierror("no such host")

    monkeypatch.setattr(socket, "getaddrinfo", slowly)
    clock = SystemClock()
    began = clock.now()
    assert reason(ask(client("http://oracle.invalid", policy=IMPATIENT))) == "timeout"
    assert clock.now() - began < DEADLINE + SLACK
    assert looked_up


WRONG: list[tuple[str, Serve, str]] = [
    ("closed without a word", lambda *_: None, "unreachable"),
    ("no HTTP", raw(b"220 mail.example ESMTP\r\n"), "unreachable"),
    ("a cut body", raw(HEAD + b'Content-Length: 500\r\n\r\n{"model": "x"'), "unreachable"),
    ("a cut body of unknown length", raw(HEAD + b'\r\n{"model": "x"'), "bad_answer"),
    ("endless headers", after(HEAD, trickle(b"X-More: 1\r\n", 0)), "unreachable"),
    ("one endless header", after(HEAD + b"X-More: ", trickle(b"1" * 1000, 0)), "unreachable"),
    ("a page of HTML", raw(http(200, b"<html>Welcome to the hotel</html>", "text/html")), "bad_answer"),
    ("an empty body", raw(http(200, b"")), "bad_answer"),
    ("a list", says(200, [right()]), "bad_answer"),
    ("nothing", says(200, None), "bad_answer"),
    ("no object inside", says(200, {"model": "x", "answers": []}), "bad_answer"),
    ("no model", says(200, {**right(), "model": None}), "bad_answer"),
    ("other bytes than UTF-8", raw(http(200, b'{"model": "\xff"}')), "bad_answer"),
    ("deep nesting", raw(http(200, b"[" * 20_000)), "bad_answer"),
    ("a number without end", raw(http(200, b'{"model": ' + b"9" * 20_000 + b"}")), "bad_answer"),
    ("a flood", raw(http(200, b" " * 100 * 1024)), "bad_answer"),
    ("a packed flood", raw(http(200, gzip.compress(b" " * 10_000_000), **{"Content-Encoding": "gzip"})), "bad_answer"),
    ("broken packing", raw(http(200, b"no gzip", **{"Content-Encoding": "gzip"})), "unreachable"),
    ("an empty 204", raw(b"HTTP/1.1 204 No Content\r\n\r\n"), "bad_answer"),
    ("an interim answer only", raw(b"HTTP/1.1 100 Continue\r\n\r\n"), "unreachable"),
]


@pytest.mark.parametrize(("what", "serve", "means"), WRONG, ids=[row[0] for row in WRONG])
def test_what_is_no_answer_is_named(what: str, serve: Serve, means: str) -> None:
    """A server that breaks off, or talks of something else, ends in a reason and not in an exception."""
    with bare(serve) as server:
        assert reason(ask(client(server.url))) == means


ERROR = {"detail": {"error_type": "some_error", "message": "words of the server"}}
STATUSES = [
    (400, ERROR, "invalid"),
    (401, ERROR, "wrong_key"),
    (403, ERROR, "wrong_key"),
    (404, ERROR, "refused"),
    (413, ERROR, "too_large"),
    (418, ERROR, "refused"),
    (422, {"detail": [{"loc": ["body", "state"], "msg": "words of the server", "type": "missing"}]}, "invalid"),
    (429, ERROR, "rate_limited"),
    (500, ERROR, "server_error"),
    (502, ERROR, "server_error"),
    (503, ERROR, "overloaded"),
    (529, ERROR, "overloaded"),
    (400, {"detail": {"error_type": "max_tokens_exceeded", "message": "words of the server"}}, "too_large"),
    (422, {"error": "words of the server"}, "invalid"),
    (500, {"error": {"type": "oops", "message": "words of the server"}}, "server_error"),
]


@pytest.mark.parametrize(("status", "body", "means"), STATUSES, ids=[f"{row[0]}-{row[2]}" for row in STATUSES])
def test_each_status_has_its_reason(status: int, body: Any, means: str) -> None:
    """Every refusal of the wire is told apart, and the server's own words are kept."""
    with bare(says(status, body)) as server:
        result = ask(client(server.url, SECRET))
        assert len(server.lines) == 1, "a refusal is not asked again"
    assert reason(result) == means
    assert isinstance(result, Unanswered)
    assert f"HTTP {status}" in result.detail and "words of the server" in result.detail


@pytest.mark.parametrize("status", [401, 403])
def test_without_a_key_it_is_missing(status: int) -> None:
    """The same refusals mean something else where no key was sent."""
    with bare(says(status, ERROR)) as server:
        assert reason(ask(client(server.url))) == "missing_key"


ODD_BODIES = [
    b"",
    b"<html>",
    b"[]",
    b"null",
    b"\xff\xfe",
    b"[" * 9000,
    b'{"detail": []}',
    b'{"detail": [1]}',
    b'{"detail": null}',
    b'{"detail": [{"loc": 3}]}',
    b'{"detail": {"error_type": 5, "message": {"a": 1}}}',
]


@pytest.mark.parametrize("body", ODD_BODIES, ids=range(len(ODD_BODIES)))
def test_an_error_of_any_shape_is_its_status(body: bytes) -> None:
    """The body of an error adds words or nothing; it never breaks the reading."""
    with bare(raw(http(422, body))) as server:
        assert reason(ask(client(server.url))) == "invalid"


RIGHT_BYTES = http(200, json.dumps(right()).encode(), **{"x-typesafe-request-id": "r", "Retry-After": "3"})
CHUNKS = HEAD + b'Transfer-Encoding: chunked\r\nContent-Encoding: gzip\r\n\r\n5\r\n{"a":\r\n0\r\n\r\n'
damage = st.tuples(st.integers(0, 10_000), st.integers(0, 30), st.binary(max_size=5))


@settings(max_examples=60, deadline=None)
@given(st.sampled_from([RIGHT_BYTES, CHUNKS]), st.lists(damage, min_size=1, max_size=4))
def test_no_damage_to_an_answer_raises(sent: bytes, damages: list[tuple[int, int, bytes]]) -> None:
    """Bytes lost, changed and put in anywhere, headers included: an answer that holds, or a reason."""
    for place, lost, put in damages:
        place %= len(sent) + 1
        sent = sent[:place] + put + sent[place + lost :]
    with bare(raw(sent)) as server:
        result = ask(client(server.url, policy=IMPATIENT))
    if isinstance(result, Consulted):
        assert set(result.answers) == {"line", "danger", "block"}
    else:
        assert result.reason


# --- retries ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("tries", [1, 2])
def test_only_a_connection_is_tried_again(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    """A refused connection is tried as often as the policy says; nothing was sent, so nothing can be sent twice."""
    with bare(silent) as server:
        url = server.url
    attempts: list[Any] = []
    connect: Callable[..., Any] = socket.socket.connect

    def counted(self: socket.socket, address: Any) -> Any:
        attempts.append(address)
        return connect(self, address)

    monkeypatch.setattr(socket.socket, "connect", counted)
    assert reason(ask(client(url, connect_tries=tries))) == "unreachable"
    assert len(attempts) == tries


@pytest.mark.parametrize("serve", [silent, lambda *_: None], ids=["silence", "closed"])
def test_what_was_sent_is_not_sent_again(serve: Serve) -> None:
    """After the request went out there is no second one: not after a timeout, not after a break."""
    with bare(serve) as server:
        assert reason(ask(client(server.url, policy=IMPATIENT))) in ("timeout", "unreachable")
        assert len(server.lines) == 1


def test_the_next_call_is_answered_after_one_that_was_given_up() -> None:
    """A call that hangs takes its connection along, not the client."""
    waiting = [silent, says(200, right())]
    with bare(lambda connection, line: waiting.pop(0)(connection, line)) as server:
        oracle = client(server.url, policy=IMPATIENT)
        assert [reason(ask(oracle)), reason(ask(oracle))] == ["timeout", "answered"]


# --- where the key goes -----------------------------------------------------------------------------------------------
def test_a_redirect_is_not_followed() -> None:
    """The key goes to the server that was named and to no other: a redirect is a reason."""
    with bare(says(200, right())) as other:
        moved = raw(http(307, b"", Location=f"{other.url}/v1/systemone"))
        with bare(moved) as server:
            result = ask(client(server.url, SECRET))
        assert reason(result) == "redirected"
        assert other.lines == []


def heads() -> tuple[list[bytes], Serve]:
    """Request heads as they come, and a server that answers them right."""
    seen: list[bytes] = []

    def serve(connection: socket.socket, head: bytes) -> None:
        seen.append(head)
        says(200, right())(connection, head)

    return seen, serve


def test_neither_netrc_nor_proxies_touch_plain_http(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A `.netrc` would replace the key, and a proxy see it: a server nearby is asked directly, with the key."""
    netrc = tmp_path / "netrc"
    netrc.write_text("default login somebody password else\n")
    netrc.chmod(0o600)
    monkeypatch.setenv("NETRC", str(netrc))
    for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    seen, serve = heads()
    with bare(serve) as server:
        assert reason(ask(client(server.url, SECRET))) == "answered"
    assert f"Authorization: Bearer {SECRET}".encode() in seen[0]


def test_https_goes_through_the_proxy_of_the_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """A company's network may have no other way out; the proxy sees where the call goes, and nothing of it."""
    for name in ("NO_PROXY", "no_proxy"):
        monkeypatch.delenv(name, raising=False)
    seen, serve = heads()
    with bare(serve) as proxy:
        monkeypatch.setenv("HTTPS_PROXY", proxy.url)
        monkeypatch.setenv("https_proxy", proxy.url)
        assert reason(ask(client("https://oracle.invalid", SECRET))) == "unreachable"
    assert seen[0].startswith(b"CONNECT oracle.invalid:443")
    assert not any(SECRET.encode() in head for head in seen)


def test_a_key_is_not_sent_in_clear_to_another_machine() -> None:
    """Plain http to a machine that is not this one could be read on the way: no key goes out."""
    seen, serve = heads()
    with bare(serve) as proxy:
        port = proxy.url.rpartition(":")[2]
        assert reason(ask(client(f"http://127.0.0.1:{port}", SECRET))) == "answered"
        far = client(f"http://oracle.example:{port}", SECRET)
        original = socket.getaddrinfo
        try:
            socket.getaddrinfo = lambda host, *rest, **more: original("127.0.0.1", *rest, **more)  # type: ignore[assignment]
            assert reason(ask(far)) == "answered"
        finally:
            socket.getaddrinfo = original
    assert [b"Authorization" in head for head in seen] == [True, False]


def test_a_login_in_the_url_is_sent_and_never_shown() -> None:
    """`http://user:password@host` authenticates; its name, its errors and its repr show neither."""
    seen, serve = heads()
    with bare(serve) as server:
        with_login = server.url.replace("//", f"//somebody:{SECRET}@")
        oracle = client(with_login)
        assert reason(ask(oracle)) == "answered"
    assert b"Authorization: Basic " in seen[0] and SECRET.encode() not in seen[0]
    assert oracle.name == server.url.replace("//", "//***@")
    result = ask(oracle)
    assert reason(result) == "unreachable"
    assert SECRET not in repr(result) and SECRET not in repr(oracle)


# --- what is kept of a call -------------------------------------------------------------------------------------------
def test_ids_and_times_of_refusals_are_kept() -> None:
    """A refusal carries the request's id and the time it took, for a letter to the service's people."""
    answer = http(500, json.dumps(ERROR).encode(), **{"x-typesafe-request-id": "req_17\x07"})
    clock = VirtualClock()

    def serve(connection: socket.socket, _: bytes) -> None:
        clock.sleep(0.7)
        connection.sendall(answer)

    with bare(serve) as server:
        result = ask(client(server.url, clock=clock))
    assert isinstance(result, Unanswered)
    assert (result.request_id, result.ms) == ("req_17?", 700.0)


@pytest.mark.parametrize("usage", [None, 5, {}, {"input_tokens": "12"}, {"input_tokens": -1}, {"input_tokens": True}])
def test_odd_token_counts_are_none(usage: Any) -> None:
    """Nothing is decided by the token counts: where they make no sense they count nothing."""
    with bare(says(200, {**right(), "usage": usage})) as server:
        result = ask(client(server.url))
    assert isinstance(result, Consulted) and result.input_tokens == 0


def test_one_call_carries_model_state_and_questions() -> None:
    """The body of a call is the pinned version, the state and the questions with their options in order."""
    with bare(says(200, right())) as server:
        ask(client(server.url, model="jev-9"))
    body = json.loads(server.bodies[0])
    assert list(body) == ["model", "state", "questions"]
    assert (body["model"], body["state"]) == ("jev-9", STATE)
    assert list(body["questions"]["line"]["criteria"]) == ["a", "b", "c"]
    yes, no = "preventing damage is better", "dealing damage is better"
    assert body["questions"]["block"]["criteria"] == {"true": yes, "false": no}
    assert server.lines == ["POST /v1/systemone HTTP/1.1"]

"""The real client on real sockets against nonsense, restarts and ends of every kind."""

from __future__ import annotations

import json
import socket
import threading

import pytest
from attrs import evolve

from sts2fsm.clock import SystemClock, VirtualClock
from sts2fsm.errors import GameTimeout, GameUnreachable, PayloadError
from sts2fsm.game.live import GamePolicy, LiveGame
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.wire.actions import EndTurn
from tests.game.bare_server import Serve, bare, http, in_turn, says
from tests.recovery.scenes import RECOVERY, rest

QUICK = GamePolicy(connect_s=0.5, read_s=0.5, get_tries=2, retry_ms=10, retry_max_ms=10)
GOOD = json.dumps(rest()).encode()


def raw(data: bytes) -> Serve:
    return lambda connection, _: connection.sendall(data)


def huge(connection: socket.socket, _: bytes) -> None:
    """Announces and sends more than any state has, until nobody listens any more."""
    try:
        connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 99999999\r\n\r\n")
        for _ in range(70):
            connection.sendall(b" " * 2**20)
    except OSError:
        return


def truncated(connection: socket.socket, _: bytes) -> None:
    connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: %d\r\n\r\n" % len(GOOD) + GOOD[: len(GOOD) // 2])


def reset(connection: socket.socket, _: bytes) -> None:
    connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: %d\r\n\r\n" % len(GOOD) + GOOD[:20])
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\1\0\0\0\0\0\0\0")


NONSENSE: dict[str, Serve] = {
    "cut in the middle": truncated,
    "reset in the middle": reset,
    "half a JSON": raw(http(200, GOOD[:100])),
    "no UTF-8": raw(http(200, b'{"state_type": "\xff\xfe"}')),
    "UTF-16": raw(http(200, GOOD.decode().encode("utf-16"))),
    "HTML": raw(http(200, b"<html><body>It works!</body></html>", "text/html")),
    "an HTML error": raw(http(502, b"<html>Bad gateway</html>", "text/html")),
    "a list": raw(http(200, b"[1, 2]")),
    "a wrong type": raw(http(200, b'{"state_type": {"a": 1}}')),
    "nothing": raw(http(200, b"")),
    "very deep": raw(http(200, b'{"a":' * 50000)),
    "no HTTP": raw(b"hello\r\n\r\n"),
}


def player(url: str, **policy: object) -> tuple[Guarded, VirtualClock, list[str]]:
    clock, said = VirtualClock(), []
    return Guarded(LiveGame(url, clock, QUICK), clock, evolve(RECOVERY, **policy), said.append), clock, said


@pytest.mark.parametrize("name", NONSENSE)
def test_nonsense_once_is_read_again(name: str) -> None:
    """One bad answer, then the state: it is read, and nothing was raised."""
    with bare(in_turn(NONSENSE[name], says(200, rest()))) as server:
        assert player(server.url)[0].observe().state_type == "rest_site"


def test_an_endless_answer_is_cut_off() -> None:
    """More than 64 MB is no state: given up within the bound, and by its name."""
    with bare(huge) as server, pytest.raises((PayloadError, GameTimeout)):
        player(server.url, bad_answers=0, reconnect_s=0.0)[0].observe()


def test_a_state_of_50_mb_is_read_or_given_up_by_its_name() -> None:
    """As large as no state is, and below the limit: read whole, or given up in time; never a crash."""
    body = json.dumps({**rest(), "unheard_of": "x" * (50 * 2**20)}).encode()
    patient = evolve(QUICK, read_s=20.0, get_tries=1)
    with bare(raw(http(200, body))) as server:
        seen = LiveGame(server.url, SystemClock(), patient).observe()
        assert seen.state_type == "rest_site" and seen.unknown_keys == ("Observation.unheard_of",)
        with pytest.raises(GameTimeout):  # a POST's answer of that kind says nothing of its outcome
            Guarded(LiveGame(server.url, SystemClock(), patient), VirtualClock(), RECOVERY, str).act(EndTurn())


@pytest.mark.parametrize("name", NONSENSE)
def test_an_action_answered_with_nonsense_is_sent_once(name: str) -> None:
    """Whatever comes back to a POST that was read: unknown outcome, one request."""
    with bare(NONSENSE[name]) as server:
        with pytest.raises(GameTimeout):
            player(server.url)[0].act(EndTurn())
        assert [line.split()[0] for line in server.lines] == ["POST"]


def test_a_closed_port_that_opens_again_is_waited_for() -> None:
    """The game is restarted: nobody listens for 20 s of the clock, then the state is there on the same port."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    game, clock, said = player(f"http://127.0.0.1:{port}", reconnect_look_ms=1000)
    answer = http(200, GOOD)
    listening: list[socket.socket] = []

    def opens(now: float) -> None:
        if now >= 20 and not listening:
            listening.append(socket.create_server(("127.0.0.1", port)))

            def serve() -> None:
                connection, _ = listening[0].accept()
                connection.recv(65536)
                connection.sendall(answer)
                connection.close()

            threading.Thread(target=serve, daemon=True).start()

    clock.listen(opens)
    try:
        assert game.observe().state_type == "rest_site"
    finally:
        for one in listening:
            one.close()
    assert 20 <= clock.now() < 25 and said[-1] == "The game answers again."


def test_a_port_that_stays_closed_ends_it() -> None:
    """Exit 4 after reconnect_s, with the reason."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    game, clock, _ = player(url, reconnect_s=10.0)
    with pytest.raises(GameUnreachable, match="refuses connections"):
        game.observe()
    assert 10 <= clock.now() < 13

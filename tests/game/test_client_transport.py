"""The connection itself: silence, trickles, resets, proxies, and never more than one request at a time."""

from __future__ import annotations

import socket
import struct
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from sts2fsm.clock import SystemClock, VirtualClock
from sts2fsm.embedded import EmbeddedGame, Server
from sts2fsm.errors import GameTimeout, GameUnreachable
from sts2fsm.game.live import GamePolicy, LiveGame
from sts2fsm.wire.actions import EndTurn
from tests.game.bare_server import Bare, Serve, bare, http, in_turn, says

QUICK = GamePolicy(connect_s=0.5, read_s=0.3, get_tries=3, retry_ms=100, retry_max_ms=150)
UNKNOWN = {"state_type": "unknown", "room_type": None}


def live(server: Bare | str, policy: GamePolicy = QUICK) -> LiveGame:
    return LiveGame(server if isinstance(server, str) else server.url, VirtualClock(), policy)


def silent(connection: socket.socket, _: bytes) -> None:
    """Reads the request and never answers."""
    connection.recv(1)


def reset(connection: socket.socket, _: bytes) -> None:
    """Resets the connection after the request was read."""
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))


def cut(connection: socket.socket, _: bytes) -> None:
    """Announces more bytes than it sends."""
    connection.sendall(b"HTTP/1.1 200 X\r\nContent-Length: 500\r\n\r\n{")


def closes(connection: socket.socket, _: bytes) -> None:
    """Closes without a word."""


BROKEN = [("silence", silent), ("reset", reset), ("cut off", cut), ("closed", closes)]


@pytest.mark.parametrize(("what", "serve"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_get_is_sent_again_after_any_break(what: str, serve: Serve) -> None:
    """One broken answer, then a good one: the state is read, in two requests."""
    with bare(in_turn(serve, says(200, UNKNOWN))) as server:
        assert live(server).observe().state_type == "unknown"
        assert [line.split()[0] for line in server.lines] == ["GET", "GET"]


@pytest.mark.parametrize(("what", "serve"), BROKEN, ids=[row[0] for row in BROKEN])
def test_a_post_is_never_sent_again(what: str, serve: Serve) -> None:
    """The request was read and no answer came: the outcome is unknown, and it was sent once."""
    with bare(in_turn(serve, says(200, {"status": "ok"}))) as server, pytest.raises(GameTimeout):
        live(server).act(EndTurn())
    assert [line.split()[0] for line in server.lines] == ["POST"]


@pytest.mark.parametrize(("what", "serve"), BROKEN, ids=[row[0] for row in BROKEN])
def test_reads_that_never_succeed_end_within_the_bound(what: str, serve: Serve) -> None:
    """Three tries with growing, bounded pauses on the injected clock, then GameUnreachable."""
    with bare(serve) as server:
        clock = VirtualClock()
        with pytest.raises(GameUnreachable):
            LiveGame(server.url, clock, QUICK).observe()
        assert len(server.lines) == QUICK.get_tries
        assert clock.now() == pytest.approx(0.1 + 0.15)


def test_refused_before_sending_is_certain_and_no_timeout() -> None:
    """Nobody listens: a POST was surely not carried out, so the error is not the one of an unknown outcome."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    with pytest.raises(GameUnreachable) as caught:
        live(url).act(EndTurn())
    assert not isinstance(caught.value, GameTimeout) and caught.value.exit_code == 4
    assert "--url" in str(caught.value)


@pytest.mark.parametrize("chunked", [False, True])
def test_a_trickling_body_meets_the_absolute_deadline(chunked: bool) -> None:
    """A byte every 50 ms keeps the socket busy: the whole answer still has only `read_s`."""
    head = b"HTTP/1.1 200 X\r\n" + (b"Transfer-Encoding: chunked" if chunked else b"Content-Length: 1000") + b"\r\n\r\n"
    over = threading.Event()

    def trickle(connection: socket.socket, _: bytes) -> None:
        connection.sendall(head)
        while not over.wait(0.05):
            connection.sendall(b"1\r\n \r\n" if chunked else b" ")

    policy = GamePolicy(connect_s=0.5, read_s=0.3, get_tries=1, retry_ms=0, retry_max_ms=0)
    began = time.monotonic()
    with bare(trickle) as server:
        try:
            with pytest.raises(GameTimeout):
                LiveGame(server.url, SystemClock(), policy).observe()
        finally:
            over.set()
    assert time.monotonic() - began < 10  # the trickle itself lasts 50 s


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("start", [b"", b"HTTP/1.1 200 X\r\n", b"HTTP/1.1 200 X\r\nX-Long: "])
def test_a_trickling_head_meets_the_absolute_deadline(start: bytes, method: str) -> None:
    """The status line or a header comes byte by byte without end: given up after `read_s`, as an unknown outcome."""
    over = threading.Event()

    def trickle(connection: socket.socket, _: bytes) -> None:
        connection.sendall(start)
        while not over.wait(0.05):
            connection.sendall(b"X")

    policy = GamePolicy(connect_s=0.5, read_s=0.3, get_tries=1, retry_ms=0, retry_max_ms=0)
    began = time.monotonic()
    with bare(trickle) as server:
        try:
            game = LiveGame(server.url, SystemClock(), policy)
            with pytest.raises(GameTimeout):
                game.observe() if method == "GET" else game.act(EndTurn())
        finally:
            over.set()
    assert time.monotonic() - began < 10  # the trickle itself would go on for ever


def test_each_request_has_a_deadline_of_its_own() -> None:
    """A connection that was used before and lay idle for longer than a deadline answers as the first time."""
    policy = GamePolicy(connect_s=0.5, read_s=0.3, get_tries=1, retry_ms=0, retry_max_ms=0)
    server = Server(EmbeddedGame(SystemClock(), 1)).start()
    try:
        game = LiveGame(server.url, SystemClock(), policy)
        assert game.observe().state_type == "menu"
        time.sleep(0.4)
        assert game.observe().state_type == "menu"
    finally:
        server.stop()


def test_a_slow_answer_within_the_deadline_is_read_whole() -> None:
    """Pieces with pauses, all within `read_s`: no fault."""

    def pieces(connection: socket.socket, _: bytes) -> None:
        answer = http(200, b'{"state_type": "unknown"}')
        for start in range(0, len(answer), 40):
            connection.sendall(answer[start : start + 40])
            time.sleep(0.01)

    with bare(pieces) as server:
        assert live(server).observe().state_type == "unknown"


def test_proxies_of_the_environment_are_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every proxy variable points at a dead port: reads and actions still go straight to the game."""
    for name in ("http_proxy", "HTTP_PROXY", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    for name in ("no_proxy", "NO_PROXY"):
        monkeypatch.delenv(name, raising=False)
    with bare(in_turn(says(200, UNKNOWN), says(200, {"status": "ok"}))) as server:
        game = live(server)
        assert game.observe().state_type == "unknown"
        assert game.act(EndTurn()).accepted
        assert server.lines[0] == "GET /api/v1/singleplayer HTTP/1.1"  # not the absolute form that a proxy gets


def test_credentials_of_a_netrc_file_are_never_sent(monkeypatch: pytest.MonkeyPatch, tmp_path: object) -> None:
    """A netrc for 127.0.0.1 exists: no Authorization header leaves the program."""
    netrc = tmp_path / "netrc"  # type: ignore[operator]
    netrc.write_text("machine 127.0.0.1 login a password b\n")
    monkeypatch.setenv("NETRC", str(netrc))
    heads: list[bytes] = []

    def note(connection: socket.socket, head: bytes) -> None:
        heads.append(head)
        says(200, UNKNOWN)(connection, head)

    with bare(note) as server:
        live(server).observe()
    assert heads and b"authorization" not in heads[0].lower()


def test_one_request_in_flight() -> None:
    """Eight threads observe at once: the server never has two requests open, and each gets its answer."""
    lock, open_now, most = threading.Lock(), [0], [0]

    def counted(connection: socket.socket, head: bytes) -> None:
        with lock:
            open_now[0] += 1
            most[0] = max(most[0], open_now[0])
        time.sleep(0.01)
        with lock:
            open_now[0] -= 1
        says(200, UNKNOWN)(connection, head)

    with bare(counted) as server:
        game = live(server)
        with ThreadPoolExecutor(8) as pool:
            states = list(pool.map(lambda _: game.observe().state_type, range(8)))
    assert states == ["unknown"] * 8 and most == [1]


def test_localhost_means_the_address_the_mod_listens_on() -> None:
    """localhost may resolve to ::1, which the mod refuses: 127.0.0.1 is used, and sent as Host."""
    heads: list[bytes] = []

    def note(connection: socket.socket, head: bytes) -> None:
        heads.append(head)
        says(200, UNKNOWN)(connection, head)

    with bare(note) as server:
        live(server.url.replace("127.0.0.1", "localhost")).observe()
        assert b"Host: " + server.url.removeprefix("http://").encode() in heads[0]


def test_unknown_keys_are_counted_over_reads() -> None:
    """A key of a later mod is no fault, and the count of it is kept for doctor and decide."""
    with bare(says(200, {**UNKNOWN, "brand_new": 1})) as server:
        game = live(server)
        for _ in range(3):
            game.observe()
        assert game.reader.unknown == {"Observation.brand_new": 3}

"""Every HTTP and refusal shape of the mod, over loopback, and the one named error or reply that it becomes."""

from __future__ import annotations

import pytest

from sts2fsm.clock import VirtualClock
from sts2fsm.errors import (
    BadInput,
    GameFault,
    GameIncompatible,
    PayloadError,
    ReadFault,
    RequestFault,
    Sts2Error,
    WrongMode,
)
from sts2fsm.game.live import MAX_BODY, GamePolicy, LiveGame
from sts2fsm.wire.actions import EndTurn, MenuSelect
from tests.game.bare_server import Bare, bare, http, in_turn, says

QUICK = GamePolicy(connect_s=0.5, read_s=0.4, get_tries=3, retry_ms=100, retry_max_ms=1000)
UNKNOWN = {"state_type": "unknown", "room_type": None}


def live(server: Bare) -> LiveGame:
    return LiveGame(server.url, VirtualClock(), QUICK)


CLR = {"error": "Failed to read game state: x", "stack_trace": "at ..."}
# (what, HTTP status, body, the error of a GET, its retries included, and how many GETs were made)
READS = [
    ("unknown path", 404, {"error": "Not found"}, RequestFault, 1),
    ("wrong method", 405, {"error": "Method not allowed"}, RequestFault, 1),
    ("bad request", 400, {"error": "Bad Request"}, RequestFault, 1),
    ("multiplayer run", 409, {"error": "Multiplayer run is active."}, WrongMode, 2),
    ("missing method", 500, {**CLR, "exception_type": "System.MissingMethodException"}, GameIncompatible, 1),
    ("missing field", 500, {**CLR, "exception_type": "System.MissingFieldException"}, GameIncompatible, 1),
    ("type load", 500, {**CLR, "exception_type": "System.TypeLoadException"}, GameIncompatible, 1),
    ("words alone", 500, {"error": "Failed to read game state: Method not found: 'X'"}, GameIncompatible, 1),
    ("null reference", 500, {**CLR, "exception_type": "System.NullReferenceException"}, ReadFault, 3),
    ("another status", 503, {"error": "busy"}, GameFault, 1),
    ("an error with 200", 200, {"error": "odd"}, GameFault, 1),
    ("no state_type", 200, {"player": {}}, PayloadError, 1),
    ("a wrong type", 200, {"state_type": "map", "map": []}, PayloadError, 1),
    ("an old layout", 200, {"state_type": "monster", "battle": {"player": {}}}, GameIncompatible, 1),
]


@pytest.mark.parametrize(("what", "status", "body", "error", "tries"), READS, ids=[row[0] for row in READS])
def test_each_failed_read_is_one_named_error(
    what: str, status: int, body: dict[str, object], error: type[Sts2Error], tries: int
) -> None:
    """A GET that ends so raises exactly this error, after as many reads as the fault is worth."""
    with bare(says(status, body)) as server, pytest.raises(error) as caught:
        live(server).observe()
    assert caught.type is error
    assert len(server.lines) == tries


def test_a_misfit_of_mod_and_game_names_the_remedy() -> None:
    """The message says which build of the mod is needed and repeats the mod's own words."""
    body = {**CLR, "error": "Method not found: 'get_IsPlayPhase'", "exception_type": "System.MissingMethodException"}
    with bare(says(500, body)) as server, pytest.raises(GameIncompatible) as caught:
        live(server).observe()
    assert "55e06485" in str(caught.value) and "get_IsPlayPhase" in str(caught.value)


# (what, HTTP status, body, the error of a POST)
POSTS = [
    ("not JSON", 400, {"error": "Invalid JSON"}, RequestFault),
    ("no action", 400, {"error": "Missing 'action' field"}, RequestFault),
    ("action is no text", 500, {"error": "Internal error: x"}, RequestFault),
    ("action threw", 500, {"error": "Action failed: element type"}, RequestFault),
    ("menu action threw", 500, {"error": "Menu action failed: x"}, RequestFault),
    ("wrong method", 405, {"error": "Method not allowed"}, RequestFault),
    ("unknown path", 404, {"error": "Not found"}, RequestFault),
    ("multiplayer run", 409, {"error": "Multiplayer run is active."}, WrongMode),
    ("missing method", 500, {"error": "Action failed: Method not found: 'X'"}, GameIncompatible),
    ("another status", 502, {"error": "x"}, GameFault),
    ("neither ok nor error", 200, {"message": "m"}, PayloadError),
]


@pytest.mark.parametrize(("what", "status", "body", "error"), POSTS, ids=[row[0] for row in POSTS])
def test_each_failed_action_is_one_named_error_and_sent_once(
    what: str, status: int, body: dict[str, object], error: type[Sts2Error]
) -> None:
    """A POST that ends so raises exactly this error and is never sent again."""
    with bare(says(status, body)) as server, pytest.raises(error) as caught:
        live(server).act(EndTurn())
    assert caught.type is error
    assert len(server.lines) == 1


def test_a_refusal_is_a_reply_and_no_error() -> None:
    """HTTP 200 with status error: not accepted, the words kept, nothing raised."""
    with bare(says(200, {"status": "error", "error": "Not in play phase"})) as server:
        reply = live(server).act(EndTurn())
    assert not reply.accepted and not reply.final and reply.text == "Not in play phase"


def test_an_accepted_action_is_a_reply_with_the_extra_keys_kept() -> None:
    """status ok: accepted; keys that some menu replies add stay readable."""
    with bare(says(200, {"status": "ok", "message": "m", "done": True})) as server:
        reply = live(server).act(MenuSelect("timeline"))
    assert reply.accepted and reply.text == "m" and reply.raw["done"] is True
    assert server.bodies == [b'{"action": "menu_select", "option": "timeline"}']


def test_a_manual_action_is_told_with_the_epochs() -> None:
    """The Timeline's refusal carries which epochs wait for a person."""
    body = {"status": "error", "error": "manual", "pending_epoch_ids": ["E1"], "manual_action_required": True}
    with bare(says(200, body)) as server:
        reply = live(server).act(MenuSelect("timeline"))
    assert not reply.accepted and reply.manual_action_required and reply.pending_epoch_ids == ("E1",)


@pytest.mark.parametrize(
    ("what", "body"),
    [("HTML", b"<html><body>It works!</body></html>"), ("empty", b""), ("a list", b"[1, 2]"), ("text", b'"state"'),
     ("half of it", b'{"state_type": "ma'), ("not UTF-8", b'{"state_type": "\xff\xfe"}'), ("deep", b"[" * 100_000)],
    ids=lambda value: value if isinstance(value, str) else "",
)  # fmt: skip
def test_a_body_that_is_no_json_object_is_a_payload_error(what: str, body: bytes) -> None:
    """Whatever answers there, the client ends with one named error that says where, and no traceback of a parser."""
    with bare(lambda connection, _: connection.sendall(http(200, body, "text/html"))) as server:
        with pytest.raises(PayloadError) as caught:
            live(server).observe()
        assert "/api/v1/singleplayer" in str(caught.value)


def test_an_html_page_with_an_error_status_is_named_by_its_status() -> None:
    """A 404 page of some web server: the message says HTTP 404 and asks whether another server is there."""
    with bare(lambda connection, _: connection.sendall(http(404, b"<h1>Not here</h1>", "text/html"))) as server:
        with pytest.raises(RequestFault, match="404") as caught:
            live(server).observe()
        assert "another server" in str(caught.value)


def test_a_body_of_any_size_is_refused_before_it_fills_the_memory() -> None:
    """An endless answer is cut off at the limit, with a message."""
    head = f"HTTP/1.1 200 X\r\nContent-Length: {MAX_BODY * 4}\r\n\r\n".encode()
    block = b" " * (8 * 2**20)
    sent = []

    def endless(connection: object, _: bytes) -> None:
        connection.sendall(head)  # type: ignore[attr-defined]
        for _number in range(32):
            connection.sendall(block)  # type: ignore[attr-defined]
            sent.append(len(block))

    with bare(endless) as server, pytest.raises(PayloadError, match="larger than"):
        patient = GamePolicy(connect_s=1, read_s=5, get_tries=1, retry_ms=0, retry_max_ms=0)
        LiveGame(server.url, VirtualClock(), patient).observe()
    assert sum(sent) < MAX_BODY * 2


def test_redirects_are_not_followed() -> None:
    """A redirect is another server's answer, not the mod's: a named error, and nothing is asked elsewhere."""
    with bare(says(200, UNKNOWN)) as other:
        answer = http(302, b"{}", Location=f"{other.url}/api/v1/singleplayer")
        with bare(lambda connection, _: connection.sendall(answer)) as server, pytest.raises(GameFault):
            live(server).observe()
        assert other.lines == []


def test_the_greeting_is_checked_by_its_words() -> None:
    """GET / must greet as the mod does."""
    with bare(says(200, {"message": "Hello from STS2 MCP v0.4.0", "status": "ok"})) as server:
        assert live(server).handshake() == "Hello from STS2 MCP v0.4.0"
        assert server.lines == ["GET / HTTP/1.1"]
    with bare(says(200, {"message": "nginx"})) as server, pytest.raises(GameIncompatible, match="STS2MCP"):
        live(server).handshake()


@pytest.mark.parametrize("url", ["https://127.0.0.1:1", "ftp://x", "http://", "127.0.0.1:port", "", "http://[bad"])
def test_an_address_that_cannot_be_is_bad_input(url: str) -> None:
    """A wrong --url is told before anything is sent, with an example."""
    with pytest.raises(BadInput, match=r"http://127\.0\.0\.1:15526"):
        LiveGame(url, VirtualClock(), QUICK)


@pytest.mark.parametrize("url", ["foo", "localhost", "127.0.0.1/"])
def test_a_bare_name_is_no_address(url: str) -> None:
    """Without scheme and port nobody knows what was meant: refused, with the mod's own port as the example."""
    host = url.rstrip("/")
    with pytest.raises(BadInput, match=rf"names no port; must be like http://{host}:15526"):
        LiveGame(url, VirtualClock(), QUICK)


@pytest.mark.parametrize(
    ("url", "base"), [("127.0.0.1:15600", "http://127.0.0.1:15600"), ("http://mybox", "http://mybox:80")]
)
def test_an_address_says_what_was_understood(url: str, base: str) -> None:
    """A port or a scheme is enough; the name of the game shows the whole address."""
    game = LiveGame(url, VirtualClock(), QUICK)
    assert game.url == base and base in game.name


RUN = {"is_in_progress": True, "seed": "S"}


@pytest.mark.parametrize(
    ("body", "status", "expected"),
    [
        ({"profile_id": 1, "current_run": RUN}, 200, RUN), ({"profile_id": 1}, 200, None),
        ({"current_run": None}, 200, None), ({"error": "Not found"}, 404, None), ({"error": "x"}, 500, None),
        ({"status": "error", "error": "x"}, 200, None),
    ],
)  # fmt: skip
def test_the_compendium_is_a_help_and_never_a_hindrance(
    body: dict[str, object], status: int, expected: dict[str, object] | None
) -> None:
    """The run's record when it is there, None in every other case, and no error."""
    with bare(says(status, body)) as server:
        assert live(server).current_run() == expected
        assert server.lines == ["GET /api/v1/compendium HTTP/1.1"]


def test_a_read_that_recovers_gives_the_state() -> None:
    """Two failures inside the game, then an answer: the caller sees only the answer."""
    fault = says(500, {**CLR, "exception_type": "System.NullReferenceException"})
    with bare(in_turn(fault, fault, says(200, UNKNOWN))) as server:
        assert live(server).observe().state_type == "unknown"
        assert len(server.lines) == 3

"""The embedded game over HTTP on 127.0.0.1, with the status codes and bodies of the mod (api.md 1.3)."""

from __future__ import annotations

import json
import sys
import threading
import traceback
from collections.abc import Callable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

from sts2fsm.errors import GameTimeout

from . import markdown
from .game import SINGLEPLAYER, WIKI, EmbeddedGame, Reply

GET_ONLY = ("/api/v1/compendium", "/api/v1/profile", WIKI)
ROUTES = ("/", SINGLEPLAYER, "/api/v1/multiplayer", "/api/v1/profiles", *GET_ONLY)
QUEUE = 10  # requests the mod drains in one frame
LOCAL_NAMES = ("127.0.0.1", "localhost")
FOREVER = 3600.0  # a hanging request blocks this long; clients give up before


class Handler(BaseHTTPRequestHandler):
    """One request. The game is not thread-safe, so requests take turns like the mod's main-thread queue."""

    server: Server
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True  # else every reply waits 40 ms for a delayed ACK
    wbufsize = 1 << 16

    def log_message(self, format: str, *args: Any) -> None:
        """Quiet: the caller's journal says it all."""

    def _send(self, status: int, body: Any) -> None:
        """A dictionary as JSON, a text as markdown, None as nothing."""
        plain = isinstance(body, str)
        data = b"" if body is None else (body if plain else json.dumps(body, ensure_ascii=False, indent=2)).encode()
        self.send_response(status)
        for name, value in (
            ("Access-Control-Allow-Origin", "*"),
            ("Access-Control-Allow-Methods", "GET, POST, OPTIONS"),
            ("Access-Control-Allow-Headers", "Content-Type"),
            ("Content-Type", f"{'text/markdown' if plain else 'application/json'}; charset=utf-8"),
            ("Content-Length", str(len(data))),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def _local(self) -> bool:
        host = urlsplit(f"//{self.headers.get('Host', '')}").hostname
        if host in LOCAL_NAMES:
            return True
        self._send(400, None)  # the listener itself turns foreign hosts away, without JSON
        return False

    def _hang(self) -> None:
        """Never answer: hold the connection until the server stops."""
        self.close_connection = True
        self.server.stopped.wait(FOREVER)

    def do_OPTIONS(self) -> None:
        """204 on any path."""
        self._send(204, None)

    def do_GET(self) -> None:
        """Every GET route."""
        if not self._local():
            return
        url = urlsplit(self.path)
        written = url.path == SINGLEPLAYER and parse_qs(url.query).get("format") == ["markdown"]
        self._answer(lambda: self.server.game.get(url.path, url.query, deadline=0.0), written)

    def do_POST(self) -> None:
        """Actions; other routes don't take a POST."""
        raw = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        if not self._local():
            return
        path = urlsplit(self.path).path
        if path != SINGLEPLAYER:
            self._not_an_action(path)
            return
        try:
            body = json.loads(raw)
        except ValueError:
            self._send(400, {"error": "Invalid JSON"})
            return
        self._answer(lambda: self.server.game.post(body, deadline=0.0))

    def _answer(self, ask: Callable[[], Reply], written: bool = False) -> None:
        """One request in its turn. The eleventh that waits is lost, as in the mod's queue."""
        server = self.server
        with server.door:
            server.waiting += 1
            lost = server.waiting > QUEUE
            server.lost += lost
        try:
            reply = None if lost else self._in_turn(ask)
        finally:
            with server.door:
                server.waiting -= 1
        if reply is None:
            self._hang()
        else:
            status, body = reply
            self._send(status, markdown.text(body) if written and status == 200 else body)

    def _in_turn(self, ask: Callable[[], Reply]) -> Reply | None:
        try:
            with self.server.turn:
                return ask()
        except GameTimeout:
            return None
        except Exception as fault:  # as the mod answers whatever its game throws; the trace makes it ours to find
            if self.command == "POST":
                return 500, {"error": f"Action failed: {fault}"}
            trace = "".join(traceback.format_exception(fault))
            return 500, {"error": str(fault), "exception_type": type(fault).__name__, "stack_trace": trace}

    def _not_an_action(self, path: str) -> None:
        with self.server.turn:
            status, body = self.server.game.get(path)
        if path == "/" or status in (404, 409):
            self._send(status, body)
        elif path in GET_ONLY:
            self._send(405, {"error": "Method not allowed"})
        else:
            self._send(200, {"status": "error", "error": "Profiles cannot be changed in the embedded game"})

    def _wrong_method(self) -> None:
        if self._local():
            known = urlsplit(self.path).path in ROUTES
            self._send(405 if known else 404, {"error": "Method not allowed" if known else "Not found"})

    do_PUT = do_DELETE = do_PATCH = _wrong_method


class Server(ThreadingHTTPServer):
    """Serves one game on 127.0.0.1. `url` is its base address; use `start()` and `stop()`, or `serve_forever()`."""

    daemon_threads = True
    request_queue_size = 64  # more than the mod can lose at once

    def __init__(self, game: EmbeddedGame, port: int = 0) -> None:
        super().__init__(("127.0.0.1", port), Handler)
        self.game = game
        self.turn = threading.Lock()
        self.door = threading.Lock()
        self.waiting = 0
        self.lost = 0
        self.stopped = threading.Event()
        self._thread: threading.Thread | None = None

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is no error of ours; anything else is told."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)

    @property
    def url(self) -> str:
        """For example http://127.0.0.1:15526."""
        return f"http://127.0.0.1:{self.server_address[1]}"

    def start(self) -> Server:
        """Serve in a thread of its own."""
        self._thread = threading.Thread(target=self.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
        self._thread.start()
        return self

    def stop(self) -> None:
        """Stop serving and let hanging requests go."""
        self.stopped.set()
        self.shutdown()
        self.server_close()
        if self._thread is not None:
            self._thread.join()


def serve(game: EmbeddedGame, port: int = 15526) -> None:
    """Serve until interrupted. Raises OSError when the port is taken."""
    server = Server(game, port)
    try:
        server.serve_forever()
    finally:
        server.stopped.set()
        server.server_close()

"""A server that plays a script over real HTTP on loopback, under the test's virtual clock.

A script is a list of rows, as `behaviours.jsonl` has them (its own page describes the keys). The rules:

- `get`: GETs are answered with it until the next row applies. Two `get` rows in a row: the first is served
  `serves` times (1 by default), then the second replaces it. The last one stays.
- `post`: answers that request and moves on. It fits by action name; where several rows of one run of `post` rows fit,
  the one with the same parameters is taken, else the first. Rows before it in that run are passed over.
- `wait_ms`: the row before it goes on until so much virtual time has passed since it was reached.
- `hang` (with `on`): that request is read and never answered; without `on` every request. Then the script moves on.
- `drop_after`: the connection closes after that request was read; the script moves on.
- `concurrent`: the mod's own fault: of more than ten requests in flight at once, the eleventh and later ones hang.
- `path`: a GET of that path; it takes no part in the order.

- `wrong` (set by a test on a `post` row that shows a wrong move): it answers exactly that request, whenever it comes,
  and takes no part in the order either.

A POST that no row fits is answered by `otherwise` (ok by default) and does not move the script.
Everything that arrives is kept in `requests`, with the virtual time of its arrival.
"""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Mapping, Sequence
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from attrs import define, field, frozen

from sts2fsm.clock import Clock
from sts2fsm.game.live import STATE

Body = Mapping[str, Any]
Answer = tuple[int, Body]
QUEUE = 10  # requests that the mod works off in one frame (api.md 1.1)


@frozen
class Request:
    """One request as it came. `at` is virtual seconds; `body` is None for a GET."""

    method: str
    path: str
    body: Body | None
    at: float
    in_flight: int

    @property
    def action(self) -> str | None:
        return None if self.body is None else str(self.body.get("action"))


class _Silence(Exception):
    """No answer: the request hangs."""


class _Drop(Exception):
    """No answer: the connection closes."""


def asks_ok(body: Body) -> Answer:
    """The reply to a POST that the script does not speak of."""
    return 200, {"status": "ok", "message": "m"}


@define
class Script:
    """The rows and the place in them. Not thread-safe: the server holds its lock around every call."""

    rows: Sequence[Body]
    clock: Clock
    serves: int = 1
    otherwise: Callable[[Body], Answer] = asks_ok
    _at: int = 0
    _showing: Answer | None = None
    _served: int = 0
    _reached: float = 0.0
    _paths: dict[str, Answer] = field(factory=dict)
    _wrong: list[Body] = field(factory=list)

    def __attrs_post_init__(self) -> None:
        self._paths = {row["path"]: _shown(row) for row in self.rows if "path" in row}
        self._wrong = [row for row in self.rows if row.get("wrong")]
        self.rows = [row for row in self.rows if "path" not in row and not row.get("wrong")]
        self._settle()

    @property
    def done(self) -> bool:
        """Every row has applied."""
        return self._at >= len(self.rows)

    def get(self, path: str) -> Answer:
        if path in self._paths:
            return self._paths[path]
        if path != STATE:
            return 404, {"error": "Not found"}
        self._settle()
        if self._next("hang") is not None and "on" not in self.rows[self._at]:
            self._move()
            raise _Silence
        if self._next("get") is not None and (self._showing is None or self._served >= self.serves):
            self._show(self.rows[self._at])
        if self._showing is None:
            raise AssertionError("the script shows no page before the first GET: give the play an opening")
        self._served += 1
        return self._showing

    def post(self, body: Body) -> Answer:
        self._settle()
        for key, outcome in (("hang", _Silence), ("drop_after", _Drop)):
            row = self._next(key)
            if row is not None and _fits(row.get("on") or row.get("drop_after"), body):
                self._move()
                raise outcome
        for row in self._wrong:
            if row["post"] == body:
                return row.get("http", 200), row["reply"]
        fitting = [place for place in self._posts() if _fits(self.rows[place]["post"], body)]
        if not fitting:
            return self.otherwise(body)
        exact = [place for place in fitting if self.rows[place]["post"] == body]
        row = self.rows[(exact or fitting)[0]]
        self._at = (exact or fitting)[0] + 1
        self._show_after_action()
        return row.get("http", 200), row["reply"]

    def _posts(self) -> list[int]:
        """Places of the run of `post` rows that the script stands before."""
        places = []
        for place in range(self._at, len(self.rows)):
            if "post" not in self.rows[place]:
                break
            places.append(place)
        return places

    def _next(self, key: str) -> Body | None:
        return self.rows[self._at] if not self.done and key in self.rows[self._at] else None

    def _move(self) -> None:
        self._at += 1
        self._reached = self.clock.now()
        self._show_after_action()

    def _show_after_action(self) -> None:
        """What follows a request applies to the very next GET."""
        self._reached = self.clock.now()
        self._settle()
        if self._next("get") is not None:
            self._show(self.rows[self._at])

    def _show(self, row: Body) -> None:
        self._showing, self._served = _shown(row), 0
        self._at += 1
        self._reached = self.clock.now()

    def _settle(self) -> None:
        """Pass over waits that are over; show the first page."""
        while not self.done:
            wait = self._next("wait_ms")
            if wait is not None:
                if (self.clock.now() - self._reached) * 1000 < wait["wait_ms"]:
                    return
                self._at += 1
                self._reached = self.clock.now()
                if self._next("get") is not None:
                    self._show(self.rows[self._at])
                continue
            if self._showing is None and self._next("get") is not None:
                self._show(self.rows[self._at])
                continue
            if self._next("concurrent") is not None or self._next("connect") is not None:
                self._at += 1
                continue
            return


def _shown(row: Body) -> Answer:
    return row.get("http", 200), row["get"]


def _fits(wanted: Any, body: Body) -> bool:
    return isinstance(wanted, dict) and wanted.get("action") == body.get("action") is not None


class ScriptedServer:
    """Serves a script on a free port of 127.0.0.1 while open as a context. An answer takes `hold` real seconds."""

    def __init__(self, script: Script, hold: float = 0.0) -> None:
        self.script = script
        self._hold = hold
        self.requests: list[Request] = []
        self.most_in_flight = 0
        self.connections = 0
        self._in_flight = 0
        self._lock = threading.Lock()
        self._over = threading.Event()
        self._http = _Http(("127.0.0.1", 0), _handler(self))
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self._http.server_address[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._over.set()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def answer(self, method: str, path: str, body: Body | None) -> Answer | None:
        """The answer to one request; None for a dropped connection. Blocks while the script hangs."""
        with self._lock:
            self._in_flight += 1
            self.most_in_flight = max(self.most_in_flight, self._in_flight)
            self.requests.append(Request(method, path, body, self.script.clock.now(), self._in_flight))
            lost = self._in_flight > QUEUE
        try:
            if lost:
                raise _Silence
            self._over.wait(self._hold)
            with self._lock:
                return self.script.get(path) if body is None else self.script.post(body)
        except _Silence:
            with self._lock:
                self._in_flight -= 1  # the client has given up on it by the time it sends another
            self._over.wait()
            with self._lock:
                self._in_flight += 1
            return None
        except _Drop:
            return None
        finally:
            with self._lock:
                self._in_flight -= 1


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False

    def handle_error(self, request: Any, client_address: Any) -> None:
        """A client that gave up is no fault of the script's."""


def _handler(server: ScriptedServer) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        disable_nagle_algorithm = True

        def setup(self) -> None:
            super().setup()
            server.connections += 1

        def _serve(self) -> None:
            size = int(self.headers.get("Content-Length") or 0)
            text = self.rfile.read(size)
            body = json.loads(text) if self.command == "POST" else None
            answer = server.answer(self.command, self.path, body)
            if answer is None:
                self.close_connection = True
                return
            status, payload = answer
            out = json.dumps(payload, ensure_ascii=False).encode()
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(out)))
            self.end_headers()
            self.wfile.write(out)

        do_GET = do_POST = _serve

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    return Handler

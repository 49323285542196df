"""The real game, or the embedded one's server: the mod's HTTP API through one `requests` session.

One request in flight, absolute deadlines, proxies off. A GET may be sent again; a POST never is: when no answer came
its outcome is
unknown, and the runner reads and reconciles (behaviours W05, W06, W07).
"""

from __future__ import annotations

import threading
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

import requests
from urllib3.exceptions import HTTPError, ReadTimeoutError

from sts2fsm.clock import Clock
from sts2fsm.errors import (
    BadInput,
    GameFault,
    GameIncompatible,
    GameTimeout,
    GameUnreachable,
    PayloadError,
)
from sts2fsm.game import answers
from sts2fsm.game.deadline import DeadlineAdapter
from sts2fsm.game.retries import GamePolicy, again
from sts2fsm.wire.actions import Action
from sts2fsm.wire.convert import WireReader, parse_json
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply

STATE = "/api/v1/singleplayer"
COMPENDIUM = "/api/v1/compendium"
HELLO = "STS2 MCP"  # GET / of the mod says "Hello from STS2 MCP v..." (api.md 1.3)
MAX_BODY = 64 * 1024 * 1024  # bytes; the largest real payload seen is under 0.1 MB
_CHUNK = 64 * 1024


def _address(url: str) -> str:
    """The base address of a `--url`. Raises BadInput for one that cannot be."""
    try:
        parts = urlsplit(url if "//" in url else f"http://{url}")
        host, port = parts.hostname, parts.port
    except ValueError:
        host = port = None
    if not host or parts.scheme != "http":
        raise BadInput(f"--url {url}: must be like http://127.0.0.1:15526")
    if port is None and "//" not in url:
        raise BadInput(f"--url {url}: names no port; must be like http://{host}:15526")
    # The mod listens on IPv4 only and refuses [::1]; "localhost" may resolve to that first.
    return f"http://{'127.0.0.1' if host == 'localhost' else host}:{port or 80}"


class LiveGame:
    """A game at a URL such as http://127.0.0.1:15526."""

    def __init__(self, url: str, clock: Clock, policy: GamePolicy) -> None:
        self.url = _address(url)
        self.name = f"the game at {self.url}"
        self.reader = WireReader()
        self._clock = clock
        self._policy = policy
        self._lock = threading.Lock()
        self._session = requests.Session()
        self._session.trust_env = False  # a proxy in the environment costs seconds a call, or fails
        self._deadline = 0.0
        self._session.mount("http://", DeadlineAdapter(lambda: self._deadline - self._clock.now()))

    def handshake(self) -> str:
        """The server's greeting. Raises GameIncompatible when it is not the mod's, GameUnreachable when nobody
        answers."""
        _, body = again(lambda: self._request("GET", "/", None), 2, self._policy, self._clock)
        message = str(body.get("message", ""))
        if HELLO not in message:
            raise GameIncompatible(
                f"{self.url} answers, but not as STS2MCP: {message[:80]!r}; use --url for another port"
            )
        return message

    def observe(self) -> Observation:
        """GET the state; reads that fail are tried again within `get_tries`."""

        def read() -> Observation:
            status, body = self._request("GET", STATE, None)
            return answers.observation(status, body, self.reader)

        return again(read, self._policy.get_tries, self._policy, self._clock)

    def act(self, action: Action) -> Reply:
        """POST one action, once."""
        status, body = self._request("POST", STATE, action.to_wire())
        return answers.reply(status, body)

    def current_run(self) -> Mapping[str, Any] | None:
        """Compendium's `current_run`; None when there is none or this mod cannot tell."""
        try:
            status, body = self._request("GET", COMPENDIUM, None)
            answers.raise_for(status, body, reading=True)
        except (GameUnreachable, PayloadError, GameFault):
            return None  # the file may lag or be missing; the run then gets an id of our own
        run = body.get("current_run")
        return run if isinstance(run, dict) else None

    def _request(self, method: str, path: str, body: Mapping[str, Any] | None) -> tuple[int, Mapping[str, Any]]:
        with self._lock:
            self._deadline = self._clock.now() + self._policy.read_s
            try:
                with self._session.request(
                    method,
                    self.url + path,
                    json=body,
                    timeout=(self._policy.connect_s, self._policy.read_s),
                    allow_redirects=False,
                    stream=True,
                ) as response:
                    return response.status_code, self._json(response, f"{method} {path}")
            except requests.ConnectTimeout as fault:
                raise GameUnreachable(
                    f"{self.url} did not accept a connection in {self._policy.connect_s:g} s"
                ) from fault
            except (requests.Timeout, ReadTimeoutError) as fault:
                raise GameTimeout(
                    f"{self.url} gave no answer in {self._policy.read_s:g} s: is the game paused?"
                ) from fault
            except (requests.ConnectionError, HTTPError, OSError) as fault:
                raise self._broken(method, fault) from fault

    def _json(self, response: requests.Response, place: str) -> Mapping[str, Any]:
        """The body as an object; of an error page that is none, nothing: its HTTP status says enough."""
        body = self._body(response)
        try:
            with answers.remembered(response.status_code, body):
                return parse_json(body, place)
        except PayloadError:
            if response.status_code == 200:
                raise
            return {}

    def _body(self, response: requests.Response) -> bytes:
        """The whole body, within the deadline and a size that no state has.

        Read piece by piece as it comes (`read1`): a read that waits for a full chunk would outlast any deadline.
        """
        parts, size = [], 0
        while part := response.raw.read1(_CHUNK, decode_content=True):
            parts.append(part)
            size += len(part)
            if size > MAX_BODY:
                raise PayloadError("payload", f"is larger than {MAX_BODY // 2**20} MB")
            if self._clock.now() > self._deadline:
                raise GameTimeout(f"{self.url} did not finish its answer in {self._policy.read_s:g} s")
        return b"".join(parts)

    def _broken(self, method: str, fault: Exception) -> GameUnreachable:
        """Refused before anything was sent, or cut off afterwards: only the first is certain not to have acted."""
        refused = "refused" in str(fault).lower() or "NewConnectionError" in str(fault)
        if refused:
            return GameUnreachable(
                f"{self.url} refuses connections: the game is not running, or the mod is not loaded (a game update can "
                "stop it from loading; on Linux see docs/playing.md), or it listens on another port (--url)"
            )
        if method == "POST":
            return GameTimeout(f"{self.url} closed the connection before it answered: the outcome is unknown")
        return GameUnreachable(f"{self.url} closed the connection before it answered")

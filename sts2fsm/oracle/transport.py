"""One HTTP call with an absolute deadline: name lookup, connection, TLS, headers and body together.

A socket's timeout is for each piece that arrives, so a server that trickles outlasts it; looking up a name has none.
The call therefore runs in a thread of its own, and who asked stops waiting at the deadline, whatever the thread is
stuck in. It ends by itself at the next piece. Deadlines are real seconds, also where the program's clock is not.

Nothing of the environment is trusted but this: for https, proxies (HTTPS_PROXY, NO_PROXY; a company's network may have
no other way out) and REQUESTS_CA_BUNDLE. Plain http goes straight: it is for servers nearby. `.netrc` never counts, for
it would replace the key. Redirects are not followed: a key goes only where it was meant to.
"""

from __future__ import annotations

import json
import os
import queue
import threading
from collections.abc import Mapping
from email.utils import parsedate_to_datetime
from http.client import HTTPException
from typing import Any

import requests
from attrs import frozen
from requests.utils import get_environ_proxies
from urllib3.exceptions import HTTPError, NewConnectionError, ReadTimeoutError

from sts2fsm import __version__
from sts2fsm.clock import Clock
from sts2fsm.oracle.address import Address
from sts2fsm.oracle.keys import Key
from sts2fsm.oracle.policy import OraclePolicy

_CHUNK = 16 * 1024
_SHORT = 100  # characters of a header that is kept


@frozen
class HttpReply:
    """What came back: `retry_after` in seconds from now, None when the server did not say."""

    status: int
    body: bytes
    request_id: str | None = None
    retry_after: float | None = None


class CallFailed(Exception):
    """No whole reply. `reason` as in Unanswered."""

    def __init__(self, reason: str, detail: str, request_id: str | None = None) -> None:
        super().__init__(detail)
        self.reason = reason
        self.detail = detail
        self.request_id = request_id


class Http:
    """Calls to one address, one at a time, over a connection that is kept."""

    def __init__(self, where: Address, key: Key | None, clock: Clock, policy: OraclePolicy) -> None:
        self._where = where
        self._clock = clock
        self._policy = policy
        self._key = key
        self._session = self._new_session()

    @property
    def deadline(self) -> float:
        """Seconds after which a call has ended, one way or the other."""
        return self._policy.connect_s + self._policy.read_s

    def call(self, method: str, path: str, body: Mapping[str, Any] | None = None) -> HttpReply:
        """The reply, of any status. Raises CallFailed: timeout, unreachable, bad_answer (too large)."""
        done: queue.SimpleQueue[HttpReply | Exception] = queue.SimpleQueue()
        given_up = threading.Event()
        session = self._session

        def work() -> None:
            try:
                done.put(self._with_tries(session, method, path, body, given_up))
            except Exception as fault:
                done.put(fault)
            finally:
                if given_up.is_set():
                    session.close()

        threading.Thread(target=work, name="oracle", daemon=True).start()
        try:
            outcome = done.get(timeout=self.deadline)
        except queue.Empty:
            given_up.set()
            self._session = self._new_session()  # the thread has the old one until it ends
            raise CallFailed("timeout", f"{self._where.name} gave no whole answer in {self.deadline:g} s") from None
        if isinstance(outcome, Exception):
            raise outcome
        return outcome

    def close(self) -> None:
        self._session.close()

    # --- in the thread ------------------------------------------------------------------------------------------------
    def _with_tries(
        self,
        session: requests.Session,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        given_up: threading.Event,
    ) -> HttpReply:
        name, policy = self._where.name, self._policy
        for left in range(policy.connect_tries - 1, -1, -1):
            try:
                return self._once(session, method, path, body, given_up)
            except requests.ConnectTimeout:
                if not left:
                    raise CallFailed(
                        "timeout", f"{name} did not accept a connection in {policy.connect_s:g} s"
                    ) from None
            except requests.exceptions.SSLError:
                raise CallFailed("unreachable", f"{name}: its TLS certificate or version is not accepted") from None
            except (requests.Timeout, ReadTimeoutError, TimeoutError):  # the second: headers came, the body did not
                raise CallFailed("timeout", f"{name} gave no whole answer in {policy.read_s:g} s") from None
            except (requests.RequestException, HTTPError, HTTPException, OSError) as fault:
                if not _never_connected(fault):
                    raise CallFailed("unreachable", f"{name} closed the connection before it had answered") from None
                if not left:
                    raise CallFailed("unreachable", f"{name} refuses connections, or nobody knows its name") from None
        raise AssertionError("the last try returns or raises")

    def _once(
        self,
        session: requests.Session,
        method: str,
        path: str,
        body: Mapping[str, Any] | None,
        given_up: threading.Event,
    ) -> HttpReply:
        data = None if body is None else json.dumps(body, allow_nan=False).encode()
        with session.request(
            method,
            self._where.base + path,
            data=data,
            headers=self._headers(),
            timeout=(self._policy.connect_s, self._policy.read_s),
            allow_redirects=False,
            stream=True,
        ) as response:
            request_id = response.headers.get("x-typesafe-request-id")
            return HttpReply(
                response.status_code,
                self._body(response, given_up),
                _printable(request_id) if request_id else None,
                self._retry_after(response.headers),
            )

    def _headers(self) -> dict[str, str]:
        """Made for each call: nothing that lives on holds the key in the open."""
        headers = {
            "Accept": "application/json",
            "Accept-Encoding": "identity",  # a few kB; nothing to unpack, nothing that could swell
            "Content-Type": "application/json",
            "User-Agent": f"sts2fsm/{__version__}",
        }
        return headers if self._key is None else {**headers, "Authorization": self._key.header}

    def _body(self, response: requests.Response, given_up: threading.Event) -> bytes:
        """Piece by piece as it comes, up to a size that no answer has."""
        most, parts, size = self._policy.body_kb * 1024, [], 0
        while not given_up.is_set() and (part := response.raw.read1(_CHUNK, decode_content=True)):
            parts.append(part)
            size += len(part)
            if size > most:
                raise CallFailed("bad_answer", f"the answer is larger than {self._policy.body_kb} kB")
        return b"".join(parts)

    def _retry_after(self, headers: Mapping[str, str]) -> float | None:
        """Seconds, from the three ways there are to say it."""
        for name, unit in (("retry-after-ms", 0.001), ("retry-after", 1.0)):
            try:
                seconds = float(headers[name]) * unit
            except (KeyError, ValueError):
                continue
            if 0 <= seconds < float("inf"):
                return seconds
        try:
            return max(0.0, parsedate_to_datetime(headers["retry-after"]).timestamp() - self._clock.wall())
        except (KeyError, ValueError, TypeError, OverflowError):
            return None

    def _new_session(self) -> requests.Session:
        session = requests.Session()
        session.trust_env = False
        if self._where.base.startswith("https:"):
            session.proxies.update(get_environ_proxies(self._where.base, no_proxy=None))
            session.verify = os.environ.get("REQUESTS_CA_BUNDLE") or True
        return session


def _never_connected(fault: Exception) -> bool:
    """Nothing can have been sent: refused, no route, no such host."""
    inner = fault.args[0] if fault.args else None
    return isinstance(getattr(inner, "reason", inner), NewConnectionError)


def _printable(text: str) -> str:
    """A server's word as it may stand in a journal."""
    return "".join(letter if letter.isprintable() else "?" for letter in text[:_SHORT])

"""One absolute deadline for a whole answer, its head included.

A socket's own timeout starts anew with every byte, so a server that trickles would never meet it. Here every read gets
what is left of the request's time and no more.
"""

from __future__ import annotations

import socket
from collections.abc import Callable
from typing import Any

from requests.adapters import HTTPAdapter
from urllib3.connection import HTTPConnection
from urllib3.connectionpool import HTTPConnectionPool

Left = Callable[[], float]  # seconds until the deadline of the request in flight; not above 0 when it is over


class DeadlineAdapter(HTTPAdapter):
    """For a session with one request in flight: `left` tells how long its answer may still take."""

    def __init__(self, left: Left) -> None:
        self._left = left
        super().__init__()

    def init_poolmanager(self, *args: Any, **words: Any) -> None:
        """As in the base, with connections that keep the deadline."""
        super().init_poolmanager(*args, **words)
        left = self._left

        class Connection(HTTPConnection):
            def _new_conn(self) -> socket.socket:
                return _Bounded(super()._new_conn(), left)

        class Pool(HTTPConnectionPool):
            ConnectionCls = Connection

        self.poolmanager.pool_classes_by_scheme = {"http": Pool}


class _Bounded(socket.socket):
    """A connection whose every read waits no longer than `left`. Raises TimeoutError when nothing is."""

    def __init__(self, connected: socket.socket, left: Left) -> None:
        timeout = connected.gettimeout()
        super().__init__(connected.family, connected.type, connected.proto, fileno=connected.detach())
        self.settimeout(timeout)
        self._left = left

    def recv_into(self, *args: Any, **words: Any) -> int:
        """As in the base, in time."""
        left = self._left()
        if left <= 0:
            raise TimeoutError("the deadline of the answer is over")
        self.settimeout(left)
        return super().recv_into(*args, **words)

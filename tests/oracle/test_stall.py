"""A server that begins its answer and then says no more."""

from __future__ import annotations

from sts2fsm.questions import Unanswered
from tests.game.bare_server import bare
from tests.oracle.parts import ask, client, reason
from tests.oracle.test_transport import HEAD, after, silent


def test_a_body_that_stalls_is_a_timeout_and_no_broken_connection() -> None:
    """Headers came, then nothing for the time to read, well before the deadline of the whole call."""
    for head in (HEAD + b"Content-Length: 9000\r\n\r\n{", HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\n{\r\n"):
        with bare(after(head, silent)) as server:
            result = ask(client(server.url, connect_s=20.0, read_s=0.25))
        assert reason(result) == "timeout"
        assert isinstance(result, Unanswered) and "0.25 s" in result.detail

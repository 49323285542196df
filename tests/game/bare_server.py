"""A server that answers with exact bytes, for answers that no well-behaved server gives."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from attrs import define, field

Serve = Callable[[socket.socket, bytes], None]  # given the connection and the request's first line


@define
class Bare:
    """Where it listens, and the first line of every request, in order."""

    url: str
    lines: list[str] = field(factory=list)
    bodies: list[bytes] = field(factory=list)
    over: threading.Event = field(factory=threading.Event)


def http(status: int, body: bytes, kind: str = "application/json", **headers: str) -> bytes:
    """A whole HTTP answer."""
    lines = [f"HTTP/1.1 {status} X", f"Content-Type: {kind}", f"Content-Length: {len(body)}", "Connection: close"]
    lines += [f"{name}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode() + b"\r\n\r\n" + body


def says(status: int, payload: Any) -> Serve:
    """Answers every request with this JSON."""
    answer = http(status, json.dumps(payload).encode())
    return lambda connection, _: connection.sendall(answer)


def in_turn(*answers: Serve) -> Serve:
    """A different answer each time; the last one stays."""
    left = list(answers)

    def serve(connection: socket.socket, line: bytes) -> None:
        (left.pop(0) if len(left) > 1 else left[0])(connection, line)

    return serve


@contextmanager
def bare(serve: Serve) -> Iterator[Bare]:
    """Serve one request a connection until the context ends."""
    listener = socket.create_server(("127.0.0.1", 0))
    listener.settimeout(0.02)
    server = Bare(f"http://127.0.0.1:{listener.getsockname()[1]}")

    def one(connection: socket.socket) -> None:
        with connection:
            connection.settimeout(5)
            try:
                head, body = _read(connection)
                server.lines.append(head.split(b"\r\n")[0].decode())
                server.bodies.append(body)
                serve(connection, head)
            except OSError:
                pass  # the client gave up

    def accept() -> None:
        while not server.over.is_set():
            try:
                connection, _ = listener.accept()
            except TimeoutError:
                continue
            threading.Thread(target=one, args=(connection,), daemon=True).start()

    thread = threading.Thread(target=accept, daemon=True)
    thread.start()
    try:
        yield server
    finally:
        server.over.set()
        thread.join()
        listener.close()


def _read(connection: socket.socket) -> tuple[bytes, bytes]:
    """The head and the body of one request."""
    data = b""
    while b"\r\n\r\n" not in data:
        part = connection.recv(65536)
        if not part:
            raise ConnectionResetError
        data += part
    head, _, body = data.partition(b"\r\n\r\n")
    size = _headers(head).get("content-length", "0")
    while len(body) < int(size):
        body += connection.recv(65536)
    return head, body


def _headers(head: bytes) -> Mapping[str, str]:
    pairs = (line.split(":", 1) for line in head.decode().split("\r\n")[1:])
    return {name.lower(): value.strip() for name, value in pairs}

"""A tiny server on the wires of OpenAI and Anthropic, for tests: it answers as told, and keeps what it was asked."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PLAN: dict[str, Any] = {
    "archetype": "strength",
    "wanted": ["INFLAME", "TWIN_STRIKE"],
    "unwanted": ["HAVOC"],
    "route": {"Elite": 3.0},
    "hold": ["FIRE_POTION"],
    "until": {"act": 2},
    "reason": "Multi-hit attacks want strength.",
}


class Script:
    """`reply` is the answer's text; `status` and `error` an HTTP error instead; `silent` seconds before any answer;
    `usage` tokens read and written, None when the server tells none."""

    def __init__(self) -> None:
        self.reply: Any = PLAN
        self.status = 200
        self.location = ""  # sent along where it is one
        self.usage: tuple[int, int] | None = (1000, 100)
        self.release = threading.Event()
        self.silent = False
        self.asked: list[dict[str, Any]] = []
        self.headers: list[dict[str, str]] = []

    def text(self) -> str:
        return self.reply if isinstance(self.reply, str) else json.dumps(self.reply)

    def body(self) -> dict[str, Any]:
        asked = self.asked[-1]
        if self.status != 200:
            key = self.headers[-1].get("authorization", "")
            return {"error": {"message": f"wrong key {key}", "type": "t", "code": "c"}}
        return self._claude() if asked["path"].endswith("/messages") else self._gpt(by_tool="tools" in asked)

    def _claude(self) -> dict[str, Any]:
        read, written = self.usage or (0, 0)
        return {
            "id": "x", "type": "message", "role": "assistant", "model": "mock", "stop_reason": "tool_use",
            "stop_sequence": None, "usage": {"input_tokens": read, "output_tokens": written},
            "content": [{"type": "tool_use", "id": "t", "name": "plan", "input": self.reply}],
        }  # fmt: skip

    def _gpt(self, *, by_tool: bool) -> dict[str, Any]:
        call = {"id": "t", "type": "function", "function": {"name": "plan", "arguments": self.text()}}
        told = {"content": None, "tool_calls": [call]} if by_tool else {"content": self.text()}
        answer: dict[str, Any] = {
            "id": "x", "object": "chat.completion", "created": 1, "model": "mock",
            "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", **told}}],
        }  # fmt: skip
        if self.usage is not None:
            read, written = self.usage
            answer["usage"] = {"prompt_tokens": read, "completion_tokens": written, "total_tokens": read + written}
        return answer


@contextmanager
def serving(script: Script) -> Iterator[str]:
    """The model spec of a running server, as `--llm` takes it."""

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers.get("Content-Length", "0"))
            script.asked.append({"path": self.path, **json.loads(self.rfile.read(length))})
            script.headers.append({name.lower(): value for name, value in self.headers.items()})
            if script.silent:
                script.release.wait(60)
                return
            data = json.dumps(script.body()).encode()
            self.send_response(script.status)
            self.send_header("Content-Type", "application/json")
            if script.location:
                self.send_header("Location", script.location)
            self.send_header("Content-Length", str(len(data)))
            self.end_headers()
            self.wfile.write(data)

        def log_message(self, format: str, *args: Any) -> None:
            return None

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.server_address[1]}/v1#mock"
    finally:
        script.release.set()
        server.shutdown()
        server.server_close()
        thread.join()

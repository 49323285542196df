"""The same game over real HTTP on loopback."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import requests

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame, Server
from tests.embedded.agent import Agent


@contextmanager
def served(**settings: Any) -> Iterator[tuple[Server, VirtualClock]]:
    """A server on a free port, stopped at the end."""
    clock = VirtualClock()
    server = Server(EmbeddedGame(clock, **settings)).start()
    try:
        yield server, clock
    finally:
        server.stop()


class Remote:
    """get() and post() over HTTP."""

    def __init__(self, url: str) -> None:
        self.url = f"{url}/api/v1/singleplayer"
        self.session = requests.Session()
        self.session.trust_env = False

    def get(self) -> tuple[int, Any]:
        reply = self.session.get(self.url, timeout=5)
        return reply.status_code, reply.json()

    def post(self, body: Any) -> tuple[int, Any]:
        reply = self.session.post(self.url, data=json.dumps(body), timeout=5)
        return reply.status_code, reply.json()


def test_a_whole_run_over_http_is_the_same_as_in_process() -> None:
    """Same seed, same agent: the last payload and the number of reads agree."""
    with served(seed=5) as (server, clock):
        remote = Remote(server.url)
        over_http = Agent(remote, clock, 5).play()
        remote.session.close()
    clock = VirtualClock()
    in_process = Agent(EmbeddedGame(clock, seed=5), clock, 5).play()
    assert over_http.last == in_process.last
    assert over_http.steps == in_process.steps


def test_status_codes_and_bodies_of_the_mod() -> None:
    """Hello on any method, OPTIONS 204, 404, 405, 409, 400, refusals 200, permissive CORS."""
    with served(seed=1) as (server, _), requests.Session() as session:
        session.trust_env = False
        main = f"{server.url}/api/v1/singleplayer"
        hello = session.get(f"{server.url}/").json()
        assert (hello["status"], "message" in hello) == ("ok", True)
        assert session.post(f"{server.url}/", data="x").json() == hello
        options = session.options(f"{server.url}/anything")
        assert (options.status_code, options.content) == (204, b"")
        assert options.headers["Access-Control-Allow-Origin"] == "*"
        assert session.get(f"{server.url}/nothing").status_code == 404
        assert session.put(main).status_code == 405
        assert session.post(f"{server.url}/api/v1/compendium", data="{}").status_code == 405
        assert session.get(f"{server.url}/api/v1/multiplayer").status_code == 409
        for data in ("", "[]", "{"):
            reply = session.post(main, data=data)
            assert (reply.status_code, reply.json()) == (400, {"error": "Invalid JSON"})
        assert session.post(main, data="null").json() == {"error": "Missing 'action' field"}
        refusal = session.post(main, data='{"action": "end_turn"}')
        assert (refusal.status_code, refusal.json()["status"]) == (200, "error")
        assert session.get(f"{server.url}/api/v1/profiles").json()["current_profile_id"] == 1


def test_a_foreign_host_name_is_turned_away_without_json() -> None:
    """Only 127.0.0.1 and localhost are served."""
    with served(seed=1) as (server, _), requests.Session() as session:
        session.trust_env = False
        reply = session.get(f"{server.url}/", headers={"Host": "evil.example"})
        assert (reply.status_code, reply.content) == (400, b"")
        assert session.get(f"{server.url}/", headers={"Host": "localhost"}).status_code == 200


def test_a_lost_request_really_hangs() -> None:
    """The client's own timeout ends it."""
    with served(seed=1, faults=["lost_request"]) as (server, _), requests.Session() as session:
        session.trust_env = False
        for _ in range(2000):
            try:
                session.get(f"{server.url}/api/v1/singleplayer", timeout=0.2)
            except requests.exceptions.ReadTimeout:
                return
    raise AssertionError("never struck")


def test_the_eleventh_waiting_request_is_lost() -> None:
    """With the main thread held, eleven requests wait; ten are answered when it goes on, one never."""
    answered: list[int] = []
    with served(seed=1) as (server, _):

        def ask() -> None:
            with requests.Session() as session:
                session.trust_env = False
                with suppress(requests.exceptions.ReadTimeout):
                    answered.append(session.get(f"{server.url}/api/v1/singleplayer", timeout=2.0).status_code)

        threads = [threading.Thread(target=ask) for _ in range(11)]
        with server.turn:
            for thread in threads:
                thread.start()
            for _ in range(200):
                if server.lost:
                    break
                server.stopped.wait(0.01)
        for thread in threads:
            thread.join()
    assert answered == [200] * 10


def test_what_the_game_throws_becomes_http_500() -> None:
    """A read tells type and trace, an action only the error; the next request is served."""
    with served(seed=1) as (server, _), requests.Session() as session:
        session.trust_env = False
        whole = server.game.world.menu
        server.game.world.menu = None  # type: ignore[assignment]
        url = f"{server.url}/api/v1/singleplayer"
        read = session.get(url, timeout=5)
        assert (read.status_code, set(read.json())) == (500, {"error", "exception_type", "stack_trace"})
        sent = session.post(url, data='{"action": "menu_select", "option": "quit"}', timeout=5)
        assert (sent.status_code, set(sent.json())) == (500, {"error"})
        server.game.world.menu = whole
        assert session.get(url, timeout=5).status_code == 200


def test_markdown_is_served_on_request_and_json_for_any_other_format() -> None:
    """format=markdown: text/markdown with the state's name and keys; format=xml: JSON (api.md 1.3)."""
    with served(seed=1) as (server, _), requests.Session() as session:
        session.trust_env = False
        address = f"{server.url}/api/v1/singleplayer"
        reply = session.get(address, params={"format": "markdown"})
        assert reply.headers["Content-Type"] == "text/markdown; charset=utf-8"
        assert reply.text.startswith("# menu\n")
        assert "**menu_screen**: main" in reply.text
        assert session.get(address, params={"format": "xml"}).json()["state_type"] == "menu"

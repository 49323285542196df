"""The embedded game as a mod would serve it: `get` and `post` on dictionaries (api.md 1)."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from sts2fsm.clock import Clock
from sts2fsm.content import load
from sts2fsm.content.run_tables import playable_acts, run_tables
from sts2fsm.errors import BadInput, GameTimeout

from . import render
from .actions import perform
from .faults import Faults
from .placement import Placement
from .reply import Body, WrongType
from .room_combat import CombatRoom
from .world import World

VERSION = "0.4.0"
SINGLEPLAYER = "/api/v1/singleplayer"
WIKI = "/api/v1/wiki"
DEADLINE = 10.0
Reply = tuple[int, Body]


class EmbeddedGame:
    """Whole runs without the game.

    `seed` is an int or a text; None draws one. `faults` are names of FAULTS or "all"; `rooms` are names of
    placement.NAMES; `latency` is
    seconds a request takes on the clock; `history_dir` is where `.run` files go. `ascension` and `character` hold
    for every run, as the
    standard mode's screen offers no ascension and preselects that character; later runs use the next seeds. `acts` is
    how many acts a run has; None: all whose monsters behave. Raises BadInput for what the build lacks.
    """

    def __init__(
        self,
        clock: Clock,
        seed: int | str | None = None,
        character: str = "IRONCLAD",
        ascension: int = 0,
        build: str = "v0.107.1",
        faults: Iterable[str] = (),
        rooms: Iterable[str] | None = None,
        latency: float = 0.0,
        history_dir: Path | str | None = None,
        acts: int | None = None,
    ) -> None:
        content = load(build)
        if character not in content.characters:
            raise BadInput(f"no character {character!r} in build {build}: known are {', '.join(content.characters)}")
        if not 0 <= ascension <= 10:
            raise BadInput(f"ascension {ascension}: must be 0 to 10")
        able = len(playable_acts(build))
        if acts is not None and not 1 <= acts <= able:
            raise BadInput(f"acts {acts}: must be 1 to {able} in build {build}")
        names = tuple(rooms or ())
        placed = Placement(names)  # wrong names fail here, not at embark
        if placed.act and run_tables(build).acts[placed.act].act > (able if acts is None else acts):
            raise BadInput(f"rooms: act {placed.act} is not one of the run's")
        self.clock = clock
        self.seed = _seed_number(seed)
        self.latency = latency
        self.faults = Faults(faults, self.seed)
        folder = Path(history_dir) if history_dir is not None else None
        self.world = World(clock, self.seed, character, ascension, build, self.faults, names, folder, acts)
        self._frozen_until = 0.0
        self._acts = 0  # what was asked of the game, so that `look` knows when nothing was
        self._last_look: tuple[tuple[Any, ...], Body] | None = None

    # requests

    def get(self, path: str = SINGLEPLAYER, query: str = "", deadline: float | None = None) -> Reply:
        """A GET: (HTTP status, body). `deadline` is how long the caller waits, seconds. Raises GameTimeout when a
        fault keeps the answer."""
        if path != SINGLEPLAYER:
            return self._other(path, query)
        self._arrive(deadline)
        self._lose(None, deadline)
        if self.faults.hit("read_500"):
            return 500, _read_fault()
        return 200, render.state(self.world)

    def look(self, deadline: float | None = None) -> Reply:
        """The state as `get` tells it, for a reader that changes nothing in it: in a fight, where most looks only wait,
        the same dictionary as last time while nothing has happened."""
        mark = None if self.faults.names else self._mark()
        if mark is None:
            return self.get(deadline=deadline)
        if self._last_look is None or self._last_look[0] != mark:
            self._last_look = (mark, self.get(deadline=deadline)[1])
        return 200, self._last_look[1]

    def _mark(self) -> tuple[Any, ...] | None:
        """What stays the same while nothing happens in the fight; None where a screen looks at the time itself, or
        reading acts on the game."""
        self._arrive(None)
        world = self.world
        room = world.room
        if world.screens or world.popups or world.map_open or world.menu.screen is not None:
            return None
        if not isinstance(room, CombatRoom) or room.fight is None or world.now < room.wave_at:
            return None
        return (self._acts, world.timeline.ran, room, room.fight)

    def post(self, body: Any, deadline: float | None = None) -> Reply:
        """A POST to the singleplayer route, with a decoded JSON body. Raises GameTimeout: the action may still be
        carried out."""
        if body is not None and not isinstance(body, Mapping):
            return 400, {"error": "Invalid JSON"}
        if body is None or "action" not in body:
            return 400, {"error": "Missing 'action' field"}
        name = body["action"]
        if not isinstance(name, str):
            return 500, {"error": "Internal error: the requested operation requires an element of type 'String'"}
        self._arrive(deadline, lambda: self._perform(name, body))
        self._lose(lambda: self._perform(name, body), deadline)
        return self._perform(name, body)

    def _perform(self, name: str, body: Mapping[str, Any]) -> Reply:
        self._acts += 1
        try:
            return 200, perform(self.world, name, body)
        except WrongType as wrong:
            prefix = "Menu action failed" if name == "menu_select" else "Action failed"
            return 500, {"error": f"{prefix}: {wrong}"}

    def _arrive(self, deadline: float | None, late: Callable[[], Reply] | None = None) -> None:
        """Latency, what became due, tutorials, and a frozen main thread (a POST is then carried out at the thaw)."""
        if self.latency:
            self.clock.sleep(self.latency)
        self.world.timeline.run_until(self.clock.now())
        self.world.interrupt()
        frozen = self.faults.delay("frozen_main_thread")
        if frozen:
            self._frozen_until = self.clock.now() + frozen
        wait = self._frozen_until - self.clock.now()
        if wait <= 0:
            return
        limit = DEADLINE if deadline is None else deadline
        if wait > limit:
            if late is not None:
                self.world.after(wait, lambda: _ignore(late))
            self.clock.sleep(limit)
            raise GameTimeout(f"no answer within {limit:g} s: the game's main thread is frozen")
        self.clock.sleep(wait)
        self.world.timeline.run_until(self.clock.now())

    def _lose(self, act: Callable[[], Reply] | None, deadline: float | None) -> None:
        if not self.faults.hit("lost_request"):
            return
        if act is not None and self.faults.coin("lost_request"):
            act()
        limit = DEADLINE if deadline is None else deadline
        self.clock.sleep(limit)
        raise GameTimeout(f"no answer within {limit:g} s: the request was lost")

    # other endpoints

    def _other(self, path: str, query: str) -> Reply:
        if path == WIKI:
            words = parse_qs(query).get("query")
            return (200, {"status": "ok", "results": []}) if words else (400, {"error": "Missing 'query' parameter"})
        make = _ENDPOINTS.get(path)
        if make is None:
            return 404, {"error": f"Not found: {path}"}
        return make(self)

    def _hello(self) -> Reply:
        return 200, {"message": f"Hello from STS2 MCP v{VERSION}", "status": "ok"}

    def _multiplayer(self) -> Reply:
        return 409, {"error": "Not in a multiplayer run"}

    def _compendium(self) -> Reply:
        self.world.timeline.run_until(self.clock.now())
        run = self.world.run or self.world.saved
        current: Body = {"is_in_progress": run is not None and not run.over, "profile_id": 1, "save_scope": "modded"}
        if run is not None and run.floor and not run.over:
            current.update(
                run_id=f"modded:profile1:{run.start_time}",
                start_time=run.start_time,
                seed=run.seed_name,
                run_time=float(int(self.clock.wall()) - run.start_time),
                save_time=int(self.clock.wall()),
                ascension=run.ascension,
            )
        return 200, {"profile_id": 1, "current_run": current, "sections": {}}

    def _profiles(self) -> Reply:
        rows = [{"id": i, "is_current": i == 1, "has_data": i == 1} for i in (1, 2, 3)]
        return 200, {"current_profile_id": 1, "profiles": rows}

    def _profile(self) -> Reply:
        return 200, {"profile_id": 1, "embedded": True}

    # for tests and `serve`

    def advance(self) -> None:
        """Let everything happen that is due by now."""
        self.world.timeline.run_until(self.clock.now())

    def save_and_quit(self) -> None:
        """As a person would: leave the run for the main menu, to be continued."""
        self.advance()
        self._acts += 1
        self.world.leave_to_menu()

    @property
    def seed_name(self) -> str | None:
        """The current run's seed as the game spells it; None without a run."""
        run = self.world.run or self.world.saved
        return run.seed_name if run is not None else None

    @property
    def result(self) -> str | None:
        """Either "win" or "loss" of the run in progress once it is decided, else None.

        Not on the wire: for tests and evaluation."""
        run = self.world.run
        return None if run is None or not run.over else ("win" if run.won else "loss")

    @property
    def history_file(self) -> Path | None:
        """The `.run` file of the last run that ended; None before, or without a history folder."""
        return self.world.history_file


_ENDPOINTS: Mapping[str, Callable[[EmbeddedGame], Reply]] = {
    "/": EmbeddedGame._hello,
    "/api/v1/multiplayer": EmbeddedGame._multiplayer,
    "/api/v1/compendium": EmbeddedGame._compendium,
    "/api/v1/profiles": EmbeddedGame._profiles,
    "/api/v1/profile": EmbeddedGame._profile,
}


def _ignore(act: Callable[[], Reply]) -> None:
    act()


def _read_fault() -> Body:
    return {
        "error": "Object reference not set to an instance of an object.",
        "exception_type": "System.NullReferenceException",
        "stack_trace": "   at the embedded game (fault read_500)",
    }


def _seed_number(seed: int | str | None) -> int:
    if seed is None:
        return secrets.randbits(40)
    if isinstance(seed, int):
        return seed
    if seed.lstrip("-").isdigit():
        return int(seed)
    return int.from_bytes(seed.encode()[:16], "big")

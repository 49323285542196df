"""Who answers at the game's address, and whether a run could be played there. Reads only; nothing is sent."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

from attrs import evolve

from sts2fsm.clock import Clock
from sts2fsm.doctor.known import BUILD_IT
from sts2fsm.doctor.verdicts import Check, fail, note, ok, unknown
from sts2fsm.errors import (
    BadInput,
    GameIncompatible,
    GameTimeout,
    GameUnreachable,
    PayloadError,
    ReadFault,
    Sts2Error,
    WrongMode,
)
from sts2fsm.game.live import LiveGame
from sts2fsm.game.retries import GamePolicy
from sts2fsm.states import State, visible_state
from sts2fsm.wire.observation import Observation

LOADER = "start the game with the mod in its mods folder; after a game update the mod may need a new build"
LINUX = "; on Linux check the game's log for the loader's line about STS2_MCP, and under Proton its prefix's folders"
OTHER = "another program listens there: stop it, or move the mod (STS2_MCP.conf) and say --url"
WAIT_S = 3.0  # a doctor is not as patient as a player


def game_checks(url: str, policy: GamePolicy, clock: Clock, platform: str) -> Iterator[Check]:
    """port, mode, reading, revision, run and timeline, as far as each makes sense after the one before."""
    quick: GamePolicy = evolve(
        cast(Any, policy), connect_s=WAIT_S, read_s=WAIT_S, get_tries=2, retry_ms=200, retry_max_ms=200
    )
    try:
        game = LiveGame(url, clock, quick)
    except BadInput as fault:
        yield fail("port", str(fault), "give an address like http://127.0.0.1:15526", 1)
        return
    port = _port(game, platform)
    yield port
    if port.code:
        return
    seen = _read(game)
    if isinstance(seen, Check):
        yield seen
        return
    yield ok("reading", f"the game's state is readable: {seen.state_type}")
    yield _revision(seen)
    yield _run(seen)
    yield _timeline(seen)


def _port(game: LiveGame, platform: str) -> Check:
    try:
        greeting = game.handshake()
    except GameTimeout:
        found = f"{game.url} accepts connections and does not answer"
        return fail("port", found, "the game hangs, is loading or is frozen by a dialog: look at its window", 4)
    except GameUnreachable as fault:
        refused = "refuses" in str(fault)
        found = f"{game.url} refuses connections: nobody listens" if refused else str(fault)
        return fail("port", found, LOADER + (LINUX if platform == "linux" else ""), 4)
    except WrongMode:
        return ok("port", f"the mod answers at {game.url}")
    except (GameIncompatible, PayloadError) as fault:
        return fail("port", f"{game.url} is not the mod: {_short(fault)}", OTHER, 4)
    except Sts2Error as fault:
        return fail("port", f"{game.url} answers with an error: {_short(fault)}", OTHER, 4)
    return ok("port", f"{greeting} at {game.url} (all recent revisions say so)")


def _read(game: LiveGame) -> Observation | Check:
    try:
        return game.observe()
    except WrongMode:
        return fail("mode", "a multiplayer run is active (HTTP 409)", "leave it: sts2fsm plays alone", 4)
    except GameIncompatible as fault:
        found = f"the mod was built for another game build: {_short(fault, 'The mod said: ')}"
        return fail("reading", found, BUILD_IT, 4)
    except ReadFault as fault:
        found = f"reading fails inside the game (HTTP 500): {_short(fault)}"
        todo = f"leave the screen by hand and try again; if it fails in every fight or shop, {BUILD_IT}"
        return fail("reading", found, todo, 4)
    except GameTimeout:
        found = "the greeting is answered and the state is not: the game's main thread stands still"
        return fail("reading", found, "close what covers the game, or restart it", 4)
    except PayloadError as fault:
        return fail("reading", f"the state is not as this version knows it: {fault}", "report it with the payload", 1)
    except Sts2Error as fault:
        return fail("reading", f"the state cannot be read: {_short(fault)}", OTHER, 4)


def _revision(seen: Observation) -> Check:
    """The greeting cannot tell revisions apart; a fight that can be read can, and so can a card preview."""
    if seen.battle is not None and seen.battle.error is None:
        return ok("mod revision", "a fight is readable: this mod fits this game build")
    preview = (seen.raw.get("card_select") or {}).get("preview_cards")
    if preview is not None:
        return ok("mod revision", "it shows previews, so it is 55e0648 or later")
    return unknown(
        "mod revision", "only a fight can tell whether mod and game fit", "run doctor again in a fight, before a night"
    )


def _run(seen: Observation) -> Check:
    if seen.run is None:
        return ok("run", "none in progress")
    return note(
        "run", f"one is in progress: act {seen.run.act}, floor {seen.run.floor}", "play takes it up as it stands"
    )


def _timeline(seen: Observation) -> Check:
    if visible_state(seen) is not State.MENU_BLOCKED:
        return ok("timeline", "nothing there keeps a run from starting")
    epochs = sorted({epoch for option in seen.blocked_options for epoch in option.pending_epoch_ids})
    return fail(
        "timeline", f"epochs wait to be revealed: {', '.join(epochs)}",
        "open Timeline in the game's main menu, reveal them, go back to the main menu", 3,
    )  # fmt: skip


def _short(fault: Exception, after: str = "") -> str:
    text = str(fault)
    return (text.split(after, 1)[-1] if after else text)[:160]

"""Serves the embedded game on the mod's wire, so that any client of the mod can play it."""

from __future__ import annotations

import argparse
from pathlib import Path

from sts2fsm.clock import SystemClock
from sts2fsm.commands.common import add_embedded, at_least_zero, console
from sts2fsm.content import BUILDS, DEFAULT_BUILD
from sts2fsm.embedded import EmbeddedGame, Server
from sts2fsm.errors import BadInput

HELP = "serves the embedded game over HTTP on 127.0.0.1"


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=15526, help="0 takes a free one (default: 15526, the mod's)")
    add_embedded(parser)
    parser.add_argument("--character", default="IRONCLAD", type=str.upper)
    parser.add_argument("--ascension", type=int, default=0, help="0 to 10")
    parser.add_argument("--build", choices=BUILDS, default=DEFAULT_BUILD, help="whose numbers hold")
    parser.add_argument("--latency", metavar="SECONDS", type=at_least_zero, default=0.0, help="time a request takes")
    parser.add_argument("--history", metavar="DIR", type=Path, help="where finished runs leave their .run files")


def run(args: argparse.Namespace) -> int:
    """0 after Ctrl-C."""
    game = EmbeddedGame(
        SystemClock(),
        seed=args.seed,
        character=args.character,
        ascension=args.ascension,
        build=args.build,
        faults=args.faults,
        rooms=args.rooms,
        latency=args.latency,
        history_dir=args.history,
    )
    if not 0 <= args.port <= 65535:
        raise BadInput(f"--port {args.port}: must be 0 to 65535")
    try:
        server = Server(game, args.port)
    except OSError as fault:
        raise BadInput(f"--port {args.port}: cannot listen there: {fault.strerror or fault}; choose another") from None
    out = console()
    out.print(f"The embedded game, seed {game.seed}, is at {server.url} until Ctrl-C.")
    out.print(f"Play it with: sts2fsm play --game live --url {server.url}")
    out.file.flush()
    try:
        server.serve_forever(poll_interval=0.1)
    except KeyboardInterrupt:
        out.print("Stopped.")
    finally:
        server.stopped.set()
        server.server_close()
    return 0

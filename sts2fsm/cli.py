"""The command line: which command is meant, and what every error looks like to a person and to a script."""

from __future__ import annotations

import argparse
import contextlib
import io
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import Protocol

from sts2fsm import __version__
from sts2fsm.commands import (
    bench,
    calibrate,
    coverage,
    decide,
    diagram,
    doctor,
    evaluate,
    explain,
    play,
    policies,
    runs,
    serve,
    soak,
    trace,
)
from sts2fsm.errors import PolicyError, Sts2Error

INTERRUPTED = 130  # as a shell says it: 128 and SIGINT
PIPE_CLOSED = 141  # 128 and SIGPIPE
DEFAULT = "play"


class Command(Protocol):
    """What a module of `sts2fsm.commands` offers. `HELP` is its line in `--help`."""

    HELP: str
    add: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


COMMANDS = {
    "play": play,
    "decide": decide,
    "trace": trace,
    "serve": serve,
    "runs": runs,
    "evaluate": evaluate,
    "calibrate": calibrate,
    "policies": policies,
    "diagram": diagram,
    "explain": explain,
    "coverage": coverage,
    "bench": bench,
    "soak": soak,
    "doctor": doctor,
}

EPILOG = """exit codes:
  0 done   1 bad input   2 usage or policy error   3 a person is needed at the game
  4 game unreachable or incompatible   5 stuck   130 interrupted"""


def parser() -> argparse.ArgumentParser:
    """All commands and flags."""
    top = argparse.ArgumentParser(
        prog="sts2fsm",
        description="Plays Slay the Spire 2 through the mod STS2MCP, or an embedded game. Without a command: play.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"sts2fsm {__version__}")
    several = top.add_subparsers(metavar="COMMAND", required=True)
    for name, command in COMMANDS.items():
        one = several.add_parser(name, help=command.HELP, description=command.__doc__)
        command.add(one)
        one.set_defaults(run=command.run)
    return top


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code. Deliberate errors become one line on stderr, never a traceback."""
    _tolerate_narrow_terminals()
    with contextlib.suppress(ValueError):  # only the main thread of a program may; elsewhere the caller decides
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # a service stop ends a play as Ctrl-C does
    try:
        return _quietly(argv)
    except BrokenPipeError:
        return _pipe_closed()


def _quietly(argv: Sequence[str] | None) -> int:
    given = list(sys.argv[1:] if argv is None else argv)
    try:
        args = parser().parse_args(_with_command(given))
        code: int = args.run(args)
        sys.stdout.flush()
        return code
    except SystemExit as leaving:  # argparse: 0 after --help, 2 after a usage error
        return leaving.code if isinstance(leaving.code, int) else 2
    except Sts2Error as error:
        print(_told(error), file=sys.stderr)
        return error.exit_code
    except KeyboardInterrupt:
        print("sts2fsm: interrupted", file=sys.stderr)
        return INTERRUPTED


def _with_command(given: list[str]) -> list[str]:
    """`play` where no command is named."""
    top_level = ("-h", "--help", "--version")
    return given if given and (given[0] in top_level or not given[0].startswith("-")) else [DEFAULT, *given]


def _told(error: Sts2Error) -> str:
    """One line; faults of policy files are a line each, as compilers print them, so that editors can follow them."""
    if isinstance(error, PolicyError):
        return str(error)
    return f"sts2fsm: {'; '.join(str(error).splitlines())}"


def _tolerate_narrow_terminals() -> None:
    """A terminal or pipe that cannot show an arrow gets a question mark instead of a crash."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _pipe_closed() -> int:
    """Whoever read our output has enough. What is still buffered goes nowhere, or Python complains at exit."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return PIPE_CLOSED

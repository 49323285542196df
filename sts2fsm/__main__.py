"""`python -m sts2fsm`, and the command `sts2fsm`."""

from __future__ import annotations

import sys

INTERRUPTED = 130


def start() -> int:
    """The exit code. The imports come last: they take most of a second, and Ctrl-C may come in it."""
    try:
        from sts2fsm.cli import main

        return main()
    except KeyboardInterrupt:
        print("sts2fsm: interrupted", file=sys.stderr)
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(start())

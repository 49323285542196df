"""Checks policy files, shows the values in effect, and writes the reference of all keys."""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from sts2fsm.assembly import SECTIONS, policies
from sts2fsm.commands.common import add_json, add_policies, print_json
from sts2fsm.commands.writing import write
from sts2fsm.errors import PolicyError
from sts2fsm.policy import by_name, describe, show

HELP = "check: are the files right; show: the values in effect; reference: every key"
REFERENCE = "policies.md"
HEAD = """# Every key of policies.yaml

Written by `python -m sts2fsm policies reference --write docs`; do not edit. Lay your own file over the shipped one with
`--policies mine.yaml`: it states only the keys that differ.

"""


def add(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=("check", "show", "reference"))
    add_policies(parser)
    add_json(parser, "one JSON line instead (check, show)")
    parser.add_argument("--write", metavar="DIR", type=Path, help=f"reference: write DIR/{REFERENCE}")


def run(args: argparse.Namespace) -> int:
    """0, or 2 with a line for each fault."""
    if args.what == "reference":
        write(reference(), args.write / REFERENCE if args.write else None)
        return 0
    try:
        chosen = policies(args.policies)
    except PolicyError as error:
        if not args.json:
            raise
        print_json({"ok": False, "problems": error.problems})
        return PolicyError.exit_code
    if args.what == "check":
        record = {"ok": True, "hash": chosen.hash, "sources": chosen.sources}
        plain = f"{', '.join(chosen.sources)}: fine, {len(chosen.sections)} sections, hash {chosen.hash}"
    else:
        record = show(chosen)
        plain = "\n".join(f"{path}: {json.dumps(value)}" for path, value in flat(record))
    if args.json:
        print_json(record)
    else:
        print(plain)
    return 0


def flat(values: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """Dotted key and value of every leaf."""
    if isinstance(values, dict):
        for key, value in values.items():
            yield from flat(value, f"{path}.{key}" if path else str(key))
    else:
        yield path, values


def reference() -> str:
    """The Markdown page docs/policies.md."""
    return HEAD + describe(by_name(SECTIONS))

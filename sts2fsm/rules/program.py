"""Compiles a table's program (rows of [op, argument, ...]) into a tuple of (function, arguments)."""

from __future__ import annotations

from typing import Any

from sts2fsm.errors import BadInput

from .engine import Prog
from .ops import OPS
from .values import Scope, card_filter, condition, value


def program(raw: Any, scope: Scope) -> Prog:
    """Compiles a program (a sequence of [op, argument, ...]). Raises BadInput naming the owner and the op."""
    compiled = []
    for row in raw:
        spec = OPS.get(row[0])
        if spec is None:
            raise BadInput(f"{scope.owner}: unknown op {row[0]!r}")
        if len(row) - 1 > len(spec.kinds):
            raise BadInput(f"{scope.owner}: {row[0]} takes {len(spec.kinds)} arguments, got {len(row) - 1}")
        given = tuple(row[1:]) + spec.defaults[len(row) - 1 :]
        if len(given) < len(spec.kinds):
            raise BadInput(f"{scope.owner}: {row[0]} lacks arguments")
        args = tuple(_argument(kind, raw_arg, scope) for kind, raw_arg in zip(spec.kinds, given, strict=True))
        compiled.append((spec.fn, args))
    return tuple(compiled)


def _argument(kind: str, raw: Any, scope: Scope) -> Any:
    match kind:
        case "v":
            return value(raw, scope)
        case "w":
            return None if raw is None else value(raw, scope)
        case "p":
            return program(raw, scope)
        case "c":
            return condition(raw, scope)
        case "f":
            return card_filter(raw)
        case _:
            return raw

"""What one check says."""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum

from attrs import frozen


class Verdict(StrEnum):
    """`fail` means that `play` would not work; `note` that something may surprise; `unknown` that nobody can tell."""

    OK = "ok"
    NOTE = "note"
    UNKNOWN = "unknown"
    FAIL = "fail"


@frozen
class Check:
    """One line of the doctor's table. `todo` says what to do; `code` is what `play` would end with (fail only)."""

    name: str
    verdict: Verdict
    found: str
    todo: str = ""
    code: int = 0


def ok(name: str, found: str) -> Check:
    return Check(name, Verdict.OK, found)


def note(name: str, found: str, todo: str = "") -> Check:
    return Check(name, Verdict.NOTE, found, todo)


def unknown(name: str, found: str, todo: str = "") -> Check:
    return Check(name, Verdict.UNKNOWN, found, todo)


def fail(name: str, found: str, todo: str, code: int) -> Check:
    return Check(name, Verdict.FAIL, found, todo, code)


def exit_code(checks: Iterable[Check]) -> int:
    """0 when play would work, else what it would end with: the first failure's code, in the order of a start."""
    return next((check.code for check in checks if check.verdict is Verdict.FAIL), 0)

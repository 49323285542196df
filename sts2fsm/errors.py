"""Every error this program raises on purpose, with the exit code that `python -m sts2fsm` ends with.

The tree:

    Sts2Error
    ├── BadInput              1   a file, flag or payload that cannot be used; names the place and the remedy
    │   └── PayloadError      1   a payload with a wrong type or an unknown layout: path and value
    ├── PolicyError           2   policies.yaml: every fault at once, one `file:line: path: message` a line
    ├── UsageError            2   a flag that does not fit the others
    ├── HumanNeeded           3   the game waits for a person; says what to click
    ├── GameUnreachable       4   no answer: refused, reset or silent
    │   └── GameTimeout       4   no answer within the deadline; for a POST the outcome is unknown
    ├── GameIncompatible      4   the mod and the game build do not fit; says what to rebuild
    │   └── WrongMode         4   HTTP 409: a multiplayer run is active
    ├── GameFault             4   the mod answered with an error that is not a refusal
    │   ├── RequestFault      4   400, 404, 405, or a 500 caused by our own request: never retried
    │   └── ReadFault         4   a GET that failed inside the game: retried within a bound
    ├── Stuck                 5   no progress within the allowed time; says what was tried
    └── MachineError          1   a mistake in the handlers' table, found when it is built
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any


class Sts2Error(Exception):
    """Base of all deliberate errors. `exit_code` is what the command line returns for it; `answer` is what the game
    said where its answer is the cause (game/answers.py: `kept`), None elsewhere."""

    exit_code = 1
    answer: Mapping[str, Any] | None = None


class BadInput(Sts2Error):
    """Something given to us cannot be used."""


class PayloadError(BadInput):
    """A payload does not have the shape of the wire. `path` names the key (dotted), `problem` the fault."""

    def __init__(self, path: str, problem: str) -> None:
        super().__init__(f"{path}: {problem}")
        self.path = path
        self.problem = problem

    def __reduce__(self) -> tuple[type[PayloadError], tuple[str, str]]:
        return type(self), (self.path, self.problem)


class PolicyError(Sts2Error):
    """policies.yaml or an overlay is wrong. `problems` holds every fault, one line each."""

    exit_code = 2

    def __init__(self, problems: list[str]) -> None:
        super().__init__("\n".join(problems))
        self.problems = problems

    def __reduce__(self) -> tuple[type[PolicyError], tuple[list[str]]]:
        return type(self), (self.problems,)  # crosses process borders with its list whole


class UsageError(Sts2Error):
    """The command line asks for something that cannot be done together."""

    exit_code = 2


class HumanNeeded(Sts2Error):
    """Only a person at the game can go on. The message says what to click."""

    exit_code = 3


class GameUnreachable(Sts2Error):
    """Nobody answered at the game's address."""

    exit_code = 4


class GameTimeout(GameUnreachable):
    """No answer before the deadline. After a POST the outcome is unknown: read and reconcile, never send again."""


class GameIncompatible(Sts2Error):
    """The mod cannot work with this game build; waiting or retrying is useless."""

    exit_code = 4


class WrongMode(GameIncompatible):
    """The game is in a multiplayer run, which this program does not play."""


class GameFault(Sts2Error):
    """The mod answered with an HTTP error."""

    exit_code = 4

    def __init__(self, message: str, status: int | None = None) -> None:
        super().__init__(message)
        self.status = status


class RequestFault(GameFault):
    """The mod rejected the form of our request; a fault of ours, never sent again."""


class ReadFault(GameFault):
    """The mod failed while reading the game's state; usually gone at the next read."""


class Stuck(Sts2Error):
    """No progress although everything allowed was tried."""

    exit_code = 5


class MachineError(Sts2Error):
    """The table made from the handlers' edges is wrong."""

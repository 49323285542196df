"""The one door to a decision service: a state in words and questions go in, answers or the reason for none come out."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from sts2fsm.questions import Consulted, Question, Unanswered


class Oracle(Protocol):
    """Never raises for what a server does: it answers within its deadline, or says why not."""

    @property
    def name(self) -> str:
        """For summaries and journals: none, typesafe, a URL without its secrets, recorded."""
        ...

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        """One batched call about one state."""
        ...

    def close(self) -> None:
        """Give back what it holds: a connection, if any."""
        ...

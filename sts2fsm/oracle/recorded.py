"""A journal's answers, given again: a replay never asks a server, for the same request does not get the same answer."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from pathlib import Path

from sts2fsm.errors import BadInput, PayloadError
from sts2fsm.journal import read
from sts2fsm.oracle.record import from_record, key, key_of
from sts2fsm.questions import Consulted, Question, Unanswered


class RecordedOracle:
    """Answers what the journal answered to exactly this state and these questions.

    The same call recorded several times is answered in that order, and by the last one ever after. Failures are
    recorded too: a replay falls back where the play did.
    """

    def __init__(self, path: Path) -> None:
        """Reads the whole journal. Raises BadInput for one that cannot be read, or that asked nothing."""
        self.name = f"recorded:{path}"
        self._answers: dict[str, deque[Consulted | Unanswered]] = defaultdict(deque)
        for record in read(path):
            asked = record.get("asked")
            if asked is None:
                continue
            if not isinstance(asked, dict):
                raise BadInput(f"{path}: step {record.get('step')}: asked: must be an object")
            try:
                self._answers[key_of(asked)].append(from_record(asked))
            except PayloadError as fault:
                raise BadInput(f"{path}: step {record.get('step')}: {fault}") from None
        if not self._answers:
            raise BadInput(f"{path}: no oracle was asked in that play; use one played with --oracle typesafe or a URL")

    def ask(self, state: str, questions: Mapping[str, Question]) -> Consulted | Unanswered:
        answers = self._answers.get(key(state, questions))
        if answers is None:
            return Unanswered(reason="not_recorded", detail="the journal holds no answer to this state and questions")
        return answers.popleft() if len(answers) > 1 else answers[0]

    def close(self) -> None:
        return None

"""What asking came to in one run, for the summary; and one consultation, for the journal."""

from __future__ import annotations

from collections import Counter
from typing import Any, Self

from attrs import define, field

from sts2fsm.asking import Asked
from sts2fsm.oracle.ledger import Ledger
from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.oracle.quiet import NoOracle
from sts2fsm.oracle.record import to_record
from sts2fsm.policy import Policies


@define
class Account:
    """Counts consultations of one run: the calls in a ledger, and why decisions became whose they are."""

    _ledger: Ledger
    _about: Counter[str] = field(factory=Counter)
    _reasons: Counter[str] = field(factory=Counter)
    _changed: int = 0
    _longest_ms: float = 0.0

    @classmethod
    def under(cls, policies: Policies) -> Self:
        return cls(Ledger(policies.section(OraclePolicy)))

    def add(self, asked: Asked | None) -> None:
        """Count one decision's consultation. An answer that was kept is no call."""
        if asked is None or asked.kept:
            return
        self._ledger.add(asked.questions, asked.outcome)
        self._about[asked.about] += 1
        self._reasons[asked.reason] += 1
        self._changed += asked.changed
        self._longest_ms = max(self._longest_ms, asked.outcome.ms)

    def as_dict(self, name: str) -> dict[str, Any]:
        """The ledger's figures with who was asked, what about, why decisions are whose they are, and how many of them
        code would have made otherwise. Empty where nobody is asked."""
        if name == NoOracle.name:
            return {}
        return {
            "name": name,
            **self._ledger.as_dict(),
            "longest_s": round(self._longest_ms / 1000, 3),
            "about": dict(self._about),
            "decided": dict(self._reasons),
            "changed": self._changed,
        }


def asked_record(asked: Asked) -> dict[str, Any]:
    """Keys of a step's record: `asked` for a call, as a replay reads it; `asked_before` for an answer that was kept."""
    came = {
        "about": asked.about, "verdicts": dict(asked.verdicts), "decided": asked.reason, "code": asked.code,
        "chosen": asked.chosen, "changed": asked.changed,
    }  # fmt: skip
    if asked.kept:
        return {"asked_before": came}
    return {"asked": {**to_record(asked.state, asked.questions, asked.outcome, asked.best), **came}}

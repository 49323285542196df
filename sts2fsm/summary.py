"""What one run came to: the line that `play --json` prints, and the last record of a run in the journal."""

from __future__ import annotations

from typing import Any

from attrs import asdict, define, field


@define
class Summary:
    """What `play --json` prints for one run. `seconds` are of the clock; counts are of this run alone."""

    result: str = "stopped"
    why: str = ""
    act: int | None = None
    floor: int | None = None
    steps: int = 0
    seconds: float = 0.0
    decisions: dict[str, int] = field(factory=lambda: {"code": 0, "oracle": 0, "llm": 0, "fallback": 0})
    waits: int = 0
    longest_wait: float = 0.0
    rejected: int = 0
    unexpected_edges: int = 0
    recoveries: int = 0
    forecast: dict[str, int] = field(factory=lambda: {"checked": 0, "exact": 0})
    oracle: dict[str, Any] = field(factory=dict)  # what asking came to (oracle/account.py); empty where nobody is asked
    llm: dict[str, Any] = field(factory=dict)  # the same of a language model (advising.py)
    seed: str | int | None = None
    character: str | None = None
    ascension: int | None = None
    policy_hash: str = ""
    journal: str | None = None

    def as_dict(self) -> dict[str, Any]:
        return asdict(self)

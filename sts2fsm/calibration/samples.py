"""Journals -> one sample for each answer: how sure it was, whether code agrees, and what the turn then cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from attrs import evolve, field, frozen, mutable

from sts2fsm.errors import BadInput, PayloadError
from sts2fsm.journal import files, read
from sts2fsm.oracle.gate import kind_of, strength
from sts2fsm.oracle.record import from_record
from sts2fsm.questions import Answer, ChoiceAnswer, Consulted, NoulAnswer
from sts2fsm.states import COMBAT_STATES, State

Record = Mapping[str, Any]
_FIGHT = frozenset(str(state) for state in COMBAT_STATES)
_AFTER = frozenset(map(str, (State.REWARDS, State.MAP, State.EVENT, State.GAME_OVER)))  # the fight is over
TYPES = {ChoiceAnswer: "choice", NoulAnswer: "noul"}


@frozen(kw_only=True)
class Sample:
    """One answer.

    `strength` are the figures that the gate compares (Choice: top and lead; Noul: distance from 0.5; Score:
    confidence), `probability` what the answer claims to be right with. `agrees`: it is what code's own forecast or
    arithmetic calls best. `hp_lost`: health lost from then to the next turn, or the end of the fight; `followed`: the
    decision was the oracle's, so that the loss is of its making.
    """

    run: str
    question: str
    type: str
    kind: str
    model: str
    strength: tuple[float, ...]
    probability: float
    agrees: bool
    followed: bool
    hp_lost: int | None = None


@mutable
class Found:
    """What journals held. `unknown` counts answers about which code had no opinion of its own, by question;
    `repeated` the calls left out because a journal before had the very same."""

    samples: list[Sample] = field(factory=list)
    unknown: dict[str, int] = field(factory=dict)
    unanswered: int = 0
    repeated: int = 0
    runs: int = 0


def samples(paths: Iterable[Path]) -> Found:
    """All answers of journals, and of all `*.jsonl` of folders, each once.

    Raises BadInput for a file that is no journal, or a consultation in it that cannot be read.
    """
    found, runs, calls = Found(), set[str](), set[str]()
    for file in files(paths):
        found.samples.extend(_of_file(file, found, runs, calls))
    found.runs = len(runs)
    return found


def _of_file(path: Path, found: Found, runs: set[str], calls: set[str]) -> Iterator[Sample]:
    turn, records = _Turn(), read(path)
    if next(records, {}).get("kind") != "header":
        raise BadInput(f"{path}: no header line; is this a journal?")
    for record in records:
        if record["kind"] == "end":
            yield from turn.over(0 if record.get("result") == "loss" else None)
        if record["kind"] != "step" or "action" not in record:
            continue
        yield from turn.at(record)
        asked = record.get("asked")
        if isinstance(asked, dict) and not asked.get("kept") and not _repeated(record, found, calls):
            run = f"{record.get('run') or path.name}"
            runs.add(run)
            turn.pending.extend(_answers(asked, record, run, f"{path}: step {record.get('step')}", found))
        turn.ended |= record["action"].get("action") == "end_turn"
    yield from turn.over(None)


def _repeated(step: Record, found: Found, calls: set[str]) -> bool:
    """A copied journal has the same step of the same run with the same call. Run and number alone do not say so: a run
    taken up after a crash, or a seed played again, counts its steps from 1 too."""
    if step.get("run") is None or step.get("step") is None:
        return False
    call = json.dumps([step["run"], step["step"], step.get("fingerprint"), step["asked"]], sort_keys=True)
    if call in calls:
        found.repeated += 1
        return True
    calls.add(call)
    return False


@mutable
class _Turn:
    """Samples that wait for what their turn costs."""

    pending: list[tuple[Sample, int | None]] = field(factory=list)  # and the health at that step
    ended: bool = False
    floor: int | None = None

    def at(self, step: Record) -> Iterator[Sample]:
        """The next action: a new turn, the room after the fight, or another floor settles what is pending."""
        if self.ended or step.get("floor") != self.floor or step.get("state") in _AFTER:
            yield from self.over(step.get("hp"))
        self.floor = step.get("floor")

    def over(self, hp: int | None) -> Iterator[Sample]:
        for sample, before in self.pending:
            yield sample if hp is None or before is None else evolve(sample, hp_lost=before - hp)
        self.pending, self.ended = [], False


def _answers(asked: Record, step: Record, run: str, place: str, found: Found) -> Iterator[tuple[Sample, int | None]]:
    try:
        outcome = from_record(asked)
    except PayloadError as fault:
        raise BadInput(f"{place}: {fault}") from None
    if not isinstance(outcome, Consulted):
        found.unanswered += 1
        return
    best = asked.get("best") or {}
    hp = step.get("hp") if step.get("state") in _FIGHT else None
    for name, answer in outcome.answers.items():
        if best.get(name) is None:
            found.unknown[name] = found.unknown.get(name, 0) + 1
            continue
        probability, picked = _picked(answer)
        sample = Sample(
            run=run,
            question=name,
            type=TYPES.get(type(answer), "score"),
            kind=kind_of(answer),
            model=outcome.model,
            strength=strength(answer),
            probability=probability,
            agrees=picked == best[name],
            followed=step.get("source") == "oracle",
        )
        yield sample, hp


def _picked(answer: Answer) -> tuple[float, str | bool | int]:
    """With which probability the answer claims what: an option, yes or no, or a level."""
    if isinstance(answer, ChoiceAnswer):
        return answer.probabilities[answer.choice], answer.choice
    if isinstance(answer, NoulAnswer):
        return max(answer.yes, 1 - answer.yes), answer.yes > 0.5
    level = max(range(len(answer.probabilities)), key=lambda level: answer.probabilities[level])
    return answer.probabilities[level], level

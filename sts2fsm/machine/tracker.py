"""The machine at work: `advance` takes what was sent and what is seen, and says along which row the game moved.

The game drives, the machine follows. A blocked guard and an impossible trigger are one thing here: an unexpected edge,
recorded
with both payloads, after which the machine takes the state that the payload shows.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from typing import Any

from attrs import evolve, frozen
from transitions import EventData, Machine

from sts2fsm.facts.fight import followed
from sts2fsm.handler import OBSERVE, Handler, Step, key
from sts2fsm.machine.rows import Row, rows
from sts2fsm.memory import EMPTY, Memory, Sent
from sts2fsm.run_mark import marked, same_run
from sts2fsm.states import AWAITING, State, visible_state
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply


@frozen
class Unexpected:
    """An observation that no row admits."""

    source: State
    trigger: str
    shows: State
    before: Mapping[str, Any] | None
    after: Mapping[str, Any]

    def __str__(self) -> str:
        return f"{self.source} --{self.trigger}--> {self.shows}"


@frozen
class Advance:
    """One step of the machine. Exactly one of `row` and `unexpected` is set, except for the very first observation."""

    state: State
    memory: Memory
    step: Step
    row: Row | None = None
    unexpected: Unexpected | None = None


class _Model:
    """What `transitions` moves: an object with a `state`. Frozen and slotted records cannot be that."""

    state: State

    def __init__(self) -> None:
        self.taken: list[Row] = []

    def trigger(self, trigger: str, /, *, step: Step) -> bool:
        """Replaced by `transitions` (model_override): it fills in only what is named here."""
        raise NotImplementedError


Patience = Callable[[Action, Observation], float]  # seconds within which an accepted action must show


class Tracker:
    """The state, the memory, and the one way to change them.

    `patience` says how long an accepted action may take to show, in seconds.
    """

    def __init__(self, handlers: Sequence[type[Handler]], patience: Patience) -> None:
        self._patience = patience
        self.rows, self._machine = _machine(tuple(handlers))
        self._possible = {(row.trigger, row.source) for row in self.rows}
        self.fired: dict[Row, int] = {}
        self.unexpected = 0
        self.memory: Memory = EMPTY
        self.seen: Observation | None = None
        self._model = _Model()
        self._machine.add_model(self._model, initial=State.UNKNOWN)
        self._machine.models.clear()  # it would only keep every tracker that ever was
        self._resumed = False

    @property
    def state(self) -> State:
        return State(self._model.state)

    def resume(self, state: State, memory: Memory, seen: Observation) -> None:
        """Stand where an earlier start stood: its state, memory and last observation. What happened since, without us,
        is no surprise, so the next step is never counted as unexpected."""
        self._machine.set_state(state, self._model)
        self.memory, self.seen, self._resumed = memory, seen, True

    def advance(
        self, now: float, after: Observation, sent: Action | None = None, reply: Reply | None = None
    ) -> Advance:
        """Follow one observation. `sent` is the action of this step, `reply` its answer (None: no answer came).

        While an accepted action has not shown its effect, later observations are still that action's.
        """
        first = self.seen is None
        memory = self._for_this_run(after, now)
        before = self.seen
        if sent is not None and before is not None:
            memory = evolve(
                memory.with_step(before.fingerprint, key(sent, before)),
                pending=Sent(action=sent, reply=reply, before=before, at=now),
            )
        pending = memory.pending
        step = Step(
            state=self.state,
            before=pending.before if pending else before,
            sent=pending.action if pending else None,
            reply=pending.reply if pending else None,
            after=after,
            memory=memory,
            overdue=pending is not None and now - pending.at >= self._patience(pending.action, pending.before),
        )
        row = None if first else self._fire(pending.action.name if pending else OBSERVE, step)
        unexpected = None
        if row is None:
            shows = visible_state(after)
            if not first and not self._resumed:
                trigger = step.sent.name if step.sent else OBSERVE
                unexpected = Unexpected(step.state, trigger, shows, before.raw if before else None, after.raw)
                self.unexpected += 1
            self._machine.set_state(shows, self._model)
        else:
            self.fired[row] = self.fired.get(row, 0) + 1
            for update in row.remember:
                memory = update(memory, step)
        self.memory = self._carried(memory, step, now, before)
        self.seen = after
        self._resumed = False
        return Advance(self.state, self.memory, step, row, unexpected)

    def _fire(self, trigger: str, step: Step) -> Row | None:
        if (trigger, step.state) not in self._possible:
            return None
        self._model.taken.clear()
        self._model.trigger(trigger, step=step)
        return self._model.taken[-1] if self._model.taken else None

    def _for_this_run(self, after: Observation, now: float) -> Memory:
        """The memory, emptied when another run is seen or the last one is left: what was learned dies with its run."""
        known = self.memory.run
        if known is not None and after.run is None and visible_state(after) in (State.MENU, State.MENU_BLOCKED):
            return _left_behind(self.memory)
        if known is not None and not same_run(known, after):
            return Memory(run=marked(None, after), entered=now, since=now, progress=now)
        return evolve(self.memory, run=marked(known, after))

    def _carried(self, memory: Memory, step: Step, now: float, last: Observation | None) -> Memory:
        """The bookkeeping of every step: how long this page is shown, and whether the last action is still awaited."""
        same = last is not None and last.fingerprint == step.after.fingerprint
        awaited = self.state in AWAITING or (step.asked and step.unchanged)
        restored = memory.pending is not None and memory.pending.action is not step.sent
        return evolve(
            memory,
            entered=now if step.state is not self.state or last is None else memory.entered,
            since=memory.since if same else now,
            fight=followed(memory.fight, last, step.sent, step.after),
            failed_at=now if memory.failed != self.memory.failed else memory.failed_at,
            reads=memory.reads + 1 if same else 1,
            progress=memory.progress if same else now,
            pending=memory.pending if restored or (awaited and not step.overdue) else None,
        )


def _left_behind(memory: Memory) -> Memory:
    """The main menu is back: nothing of the run is kept but the times, what is awaited, and where an interrupt lies."""
    kept = ("entered", "since", "reads", "progress", "pending", "pending_under", "return_to")
    return Memory(**{name: getattr(memory, name) for name in kept})


@cache
def _machine(handlers: tuple[type[Handler], ...]) -> tuple[tuple[Row, ...], Machine]:
    """The rows and the machine over them. It holds nothing of those it moves, so all trackers share it: building it
    costs more than playing a fight."""
    table = rows(handlers)
    machine = Machine(
        model=None,
        states=State,
        initial=State.UNKNOWN,
        transitions=[_as_transition(row) for row in table],
        send_event=True,
        auto_transitions=False,
        model_override=True,
    )
    return table, machine


def _as_transition(row: Row) -> dict[str, Any]:
    return {
        "trigger": row.trigger,
        "source": row.source,
        "dest": row.dest,
        "conditions": partial(_admits, row),
        "after": partial(_note, row),
    }


def _note(row: Row, event: EventData) -> None:
    assert isinstance(event.model, _Model)
    event.model.taken.append(row)


def _admits(row: Row, event: EventData) -> bool:
    step: Step = event.kwargs["step"]
    return row.admits(step)

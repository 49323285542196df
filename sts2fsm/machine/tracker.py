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

from sts2fsm.facts.fight import Fight, followed
from sts2fsm.handler import OBSERVE, Handler, Step, key
from sts2fsm.machine.interrupts import INTERRUPTS
from sts2fsm.machine.rows import Row, rows
from sts2fsm.memory import EMPTY, Memory, Sent
from sts2fsm.run_mark import marked, same_run
from sts2fsm.states import AWAITING, State, could_be, visible_state
from sts2fsm.updates import follow_deck, follow_run
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


UNSEEN_S = (
    120.0  # a longer time between two looks is a clock that jumped or a machine that slept; no patience is longer
)
Patience = Callable[[Action, Observation], float]  # seconds within which an accepted action must show


class Tracker:
    """The state, the memory, and the one way to change them.

    `patience` says how long an accepted action may take to show, in seconds.
    """

    def __init__(self, handlers: Sequence[type[Handler]], patience: Patience) -> None:
        self._patience = patience
        self.rows, self._possible, self._machine = _machine(tuple(handlers))
        self.fired: dict[Row, int] = {}
        self.unexpected = 0
        self.memory: Memory = EMPTY
        self.seen: Observation | None = None
        self._page: Observation | None = None  # the last look at what interrupts lie upon
        self._model = _Model()
        self._machine.add_model(self._model, initial=State.UNKNOWN)
        self._machine.models.clear()  # it would only keep every tracker that ever was
        self._resumed = False
        self._looked: float | None = None

    @property
    def state(self) -> State:
        return State(self._model.state)

    def resume(self, state: State, memory: Memory, seen: Observation) -> None:
        """Stand where an earlier start stood: its state, memory and last observation. What happened since, without us,
        is no surprise, so the next step is never counted as unexpected."""
        self._machine.set_state(state, self._model)
        self.memory, self.seen, self._resumed = memory, seen, True
        self._page = memory.pending_under.before if memory.pending_under else seen

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
        elif memory.pending is not None:
            memory = evolve(memory, pending=self._aged(memory.pending, now))
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
        shows = visible_state(after)
        row = None if first else self._fire(_event(pending.action.name if pending else OBSERVE, shows), step)
        unexpected = None
        if row is None:
            if not first and not self._resumed:
                trigger = step.sent.name if step.sent else OBSERVE
                unexpected = Unexpected(step.state, trigger, shows, before.raw if before else None, after.raw)
                self.unexpected += 1
            self._machine.set_state(shows, self._model)
        else:
            self.fired[row] = self.fired.get(row, 0) + 1
            for update in row.remember:
                memory = update(memory, step)
        self.memory = follow_run(follow_deck(self._carried(memory, step, now, before), step, before), after)
        self.seen = after
        self._page = self._page if self.state in INTERRUPTS else after
        self._resumed, self._looked = False, now
        return Advance(self.state, self.memory, step, row, unexpected)

    def _aged(self, sent: Sent, now: float) -> Sent:
        """An awaited action, with time in which nobody looked left out: it may have been none for the game, too."""
        gap = now - self._looked if self._looked is not None else 0.0
        return sent if 0 <= gap <= UNSEEN_S else evolve(sent, at=sent.at + gap)

    def remember(self, change: Callable[[Memory], Memory]) -> Memory:
        """A change of memory that no observation causes, by one of the functions of `updates`."""
        self.memory = change(self.memory)
        return self.memory

    def _fire(self, event: str, step: Step) -> Row | None:
        if (event, step.state) not in self._possible:
            return None
        self._model.taken.clear()
        self._model.trigger(event, step=step)
        return self._model.taken[-1] if self._model.taken else None

    def _for_this_run(self, after: Observation, now: float) -> Memory:
        """The memory, emptied when another run is seen or the last one is left: what was learned dies with its run."""
        known = self.memory.run
        if known is not None and after.run is None and visible_state(after) in (State.MENU, State.MENU_BLOCKED):
            return _left_behind(self.memory)
        if known is not None and not same_run(known, after):
            return Memory(run=marked(None, after), entered=now, since=now, progress=now)
        run = marked(known, after)
        return self.memory if run is known else evolve(self.memory, run=run)

    def _carried(self, memory: Memory, step: Step, now: float, last: Observation | None) -> Memory:
        """The bookkeeping of every step: how long this page is shown, and whether the last action is still awaited."""
        same = last is not None and last.fingerprint == step.after.fingerprint
        awaited = self.state in AWAITING or (step.asked and step.unchanged)
        pending = memory.pending
        restored = pending is not None and pending.action is not step.sent
        if restored and pending is not None:
            pending = evolve(pending, at=now)  # what lay over the game may have kept the action from landing
        return evolve(
            memory,
            entered=now if step.state is not self.state or last is None else memory.entered,
            since=memory.since if same else now,
            fight=self._fight(memory, step, restored),
            failed_at=now if memory.failed != self.memory.failed else memory.failed_at,
            reads=memory.reads + 1 if same else 1,
            progress=memory.progress if same else now,
            pending=pending if restored or (awaited and not step.overdue) else None,
        )

    def _fight(self, memory: Memory, step: Step, restored: bool) -> Fight | None:
        """The fight's memory. What interrupts it shows nothing of it, and an action may land meanwhile: the pages
        before and after are compared."""
        if self.state in INTERRUPTS:
            return memory.fight
        sent = memory.pending.action if restored and memory.pending else step.sent
        names = memory.ledger.names if memory.ledger else None
        return followed(memory.fight, self._page, sent, step.after, names)


def _left_behind(memory: Memory) -> Memory:
    """The main menu is back: nothing of the run is kept but the times, what is awaited, where an interrupt lies, and
    what a language model was paid for it: that is bound to the run's id."""
    kept = ("entered", "since", "reads", "progress", "pending", "pending_under", "return_to", "consults")
    return Memory(**{name: getattr(memory, name) for name in kept})


def _event(trigger: str, shows: State) -> str:
    """What the machine is told: the trigger with what is seen after it. So only rows that lead there are asked."""
    return f"{trigger} shows {shows}"


@cache
def _machine(
    handlers: tuple[type[Handler], ...],
) -> tuple[tuple[Row, ...], frozenset[tuple[str, State]], Machine]:
    """The rows, the events that some row of a state takes, and the machine over them. It holds nothing of those it
    moves, so all trackers share it: building it costs more than playing a fight."""
    table = rows(handlers)
    transitions = [one for row in table for one in _as_transitions(row)]
    machine = Machine(
        model=None,
        states=State,
        initial=State.UNKNOWN,
        transitions=transitions,
        send_event=True,
        auto_transitions=False,
        model_override=True,
    )
    return table, frozenset((one["trigger"], one["source"]) for one in transitions), machine


def _as_transitions(row: Row) -> list[dict[str, Any]]:
    """The row once for each state whose payload may be its target."""
    return [
        {
            "trigger": _event(row.trigger, shows),
            "source": row.source,
            "dest": row.dest,
            "conditions": partial(_admits, row),
            "after": partial(_note, row),
        }
        for shows in State
        if could_be(row.dest, shows)
    ]


def _note(row: Row, event: EventData) -> None:
    assert isinstance(event.model, _Model)
    event.model.taken.append(row)


def _admits(row: Row, event: EventData) -> bool:
    step: Step = event.kwargs["step"]
    return row.guard(step)

"""The named changes of memory that rows carry out. Each is a pure function of the memory and the step."""

from __future__ import annotations

from attrs import evolve

from sts2fsm.handler import Step, key
from sts2fsm.memory import NEVER_AGAIN, Memory, page_of
from sts2fsm.wire.actions import SelectCard


def note_failure(memory: Memory, step: Step) -> Memory:
    """The action was refused or did nothing: count it against this page."""
    if step.sent is None or step.before is None:
        return memory
    times = NEVER_AGAIN if step.reply is not None and step.reply.final else 1
    return memory.with_failure(page_of(step.before), key(step.sent, step.before), times)


def note_pick(memory: Memory, step: Step) -> Memory:
    """A card of the open grid is selected now; the wire does not show it, and a second click would undo it."""
    if not isinstance(step.sent, SelectCard):
        return memory
    picked = str(step.sent.index)
    return memory if picked in memory.picked else evolve(memory, picked=(*memory.picked, picked))


def forget_picks(memory: Memory, step: Step) -> Memory:
    """The overlay is gone or was reset: nothing is selected."""
    return evolve(memory, picked=(), confirms=0)


def note_confirm(memory: Memory, step: Step) -> Memory:
    """One more confirmation went to this overlay."""
    return evolve(memory, confirms=memory.confirms + 1)


def enter_room(memory: Memory, step: Step) -> Memory:
    """A new room: what was let go in the last one is of no account."""
    return evolve(memory, let_go=(), picked=(), confirms=0)


def let_go(memory: Memory, step: Step) -> Memory:
    """We decided against what the last action opened: do not open it again in this room."""
    if step.sent is None or step.before is None:
        return memory
    what = key(step.sent, step.before)
    return memory if what in memory.let_go else evolve(memory, let_go=(*memory.let_go, what))

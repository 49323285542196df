"""The named changes of memory that rows carry out. Each is a pure function of the memory and the step."""

from __future__ import annotations

from attrs import evolve

from sts2fsm.facts.deck_changes import landed, new_relics
from sts2fsm.facts.ledger import begun, learned, reconciled
from sts2fsm.handler import Step, key
from sts2fsm.memory import NEVER_AGAIN, Memory, Picks, page_of
from sts2fsm.strategy import Consults, Strategy, ended, standing
from sts2fsm.wire.actions import SelectCard
from sts2fsm.wire.observation import Observation


def note_failure(memory: Memory, step: Step) -> Memory:
    """The action was refused or did nothing: count it against this page."""
    if step.sent is None or step.before is None:
        return memory
    times = NEVER_AGAIN if step.reply is not None and step.reply.final else 1
    return memory.with_failure(page_of(step.before), key(step.sent, step.before), times)


def note_refusal(memory: Memory, step: Step) -> Memory:
    """Refused while the page stood still. For the moment alone: the pause grows, and the action is as good as before,
    however long the moment lasts (behaviour W18); else it is a failure of the action."""
    if step.reply is None or not step.reply.not_now or step.sent is None or step.before is None:
        return note_failure(memory, step)
    this = (step.before.fingerprint, key(step.sent, step.before))
    recent = memory.recent[:-1] if memory.recent[-1:] == (this,) else memory.recent
    return evolve(memory, recent=recent).with_failure(page_of(step.before), "not now")


def note_pick(memory: Memory, step: Step) -> Memory:
    """A card of the open grid is selected now; the wire does not show it, and a second click would undo it."""
    if not isinstance(step.sent, SelectCard):
        return memory
    picked = str(step.sent.index)
    return memory if picked in memory.picked else evolve(memory, picked=(*memory.picked, picked))


def forget_picks(memory: Memory, step: Step) -> Memory:
    """The overlay is gone or was reset: nothing is selected."""
    return evolve(memory, picked=(), confirms=0)


def mean_to_pick(memory: Memory, picks: Picks) -> Memory:
    """A combat action is about to be sent: what its line picks on the choices that it opens, and nothing else."""
    return memory if memory.meant == picks else evolve(memory, meant=picks)


def choice_made(memory: Memory, step: Step) -> Memory:
    """One choice of the line is behind us."""
    return evolve(memory, meant=memory.meant[1:])


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


# --- what lasts as long as the run ------------------------------------------------------------------------------------
def follow_run(memory: Memory, seen: Observation) -> Memory:
    """The strategy, until one of its conditions ends it."""
    plan = memory.strategy
    if plan is None:
        return memory
    now = standing(seen, plan.run, memory.deck_size)
    return memory if now is None or ended(plan, now) is None else evolve(memory, strategy=None)


def follow_deck(memory: Memory, step: Step, last: Observation | None) -> Memory:
    """The deck ledger after one more look. An action counts once, when it is no longer awaited; a fight's first turn
    counts as it stood when we first acted upon it, for then nothing was on its way."""
    known = deck = memory.ledger
    if deck is None:
        deck = begun(step.after)
    if step.sent is not None and step.before is not None:
        untouched = step.memory.fight is not None and not step.memory.fight.cards
        run = step.before.run
        if untouched and run is not None and (deck is None or deck.checked != (run.act, run.floor)):
            deck = reconciled(deck, step.before)
        if deck is not None and memory.pending is None and not step.refused and not step.unchanged:
            deck = landed(deck, step.before, step.sent, step.after, step.memory.picked)
    if deck is not None:
        deck = learned(new_relics(deck, last, step.after), step.after)
    return memory if deck is known else evolve(memory, ledger=deck)


def take_advice(memory: Memory, strategy: Strategy | None, consults: Consults) -> Memory:
    """A language model was asked: the ledger is a new one; a plan takes the last one's place, and no plan leaves it."""
    return evolve(memory, strategy=strategy or memory.strategy, consults=consults)


def drop_strategy(memory: Memory) -> Memory:
    """It is of another run, or nobody wants to hear it any more."""
    return evolve(memory, strategy=None)

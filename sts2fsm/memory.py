"""What the machine remembers between observations: one frozen value, bound to one run, changed only by the machine's
rows.
"""

from __future__ import annotations

from attrs import evolve, frozen

from sts2fsm.facts.fight import Fight
from sts2fsm.facts.ledger import Deck
from sts2fsm.run_mark import RunMark
from sts2fsm.states import State
from sts2fsm.strategy import Consults, Strategy
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import COMBAT_SCREENS, Observation
from sts2fsm.wire.reply import Reply

RECENT = 64  # steps that loop detection looks back on
NEVER_AGAIN = 1000  # failures that one fault of the mod on our request counts for
# Cards by (id, upgraded), choice by choice: indices shift, and the line was made before the choice was shown.
Picks = tuple[tuple[tuple[str, bool], ...], ...]
FAILURES = 64  # refused or ineffective actions kept; older ones belong to pages long gone


@frozen(kw_only=True)
class Sent:
    """An action that the mod accepted and whose effect has not shown yet. `at` is clock seconds."""

    action: Action
    reply: Reply | None  # None: no answer came, the outcome is unknown
    before: Observation
    at: float


@frozen(kw_only=True)
class Memory:
    """All that one observation cannot tell. Times are clock seconds."""

    run: RunMark | None = None
    entered: float = 0.0  # when the present state was entered
    since: float = 0.0  # when the present fingerprint was first seen
    reads: int = 0  # how often it was seen in a row
    progress: float = 0.0  # when anything last changed or a person was last waited for
    pending: Sent | None = None
    failed: tuple[tuple[str, str, int], ...] = ()  # (page, action, times) that were refused or did nothing
    failed_at: float = 0.0  # when the last of them was
    recent: tuple[tuple[str, str], ...] = ()  # (fingerprint, action) pairs in order
    picked: tuple[str, ...] = ()  # cards selected on the open overlay, which the wire does not show
    meant: Picks = ()  # what the turn's line picks on each choice that the last action opened, before it was seen
    confirms: int = 0  # confirmations sent to the open overlay
    let_go: tuple[str, ...] = ()  # rewards, goods and options decided against in this room
    fight: Fight | None = None  # what the fight's earlier observations tell
    ledger: Deck | None = None  # the master deck; None while nothing tells it
    strategy: Strategy | None = None  # a language model's plan for this run
    consults: Consults = Consults()  # what it was asked in this run, and what that cost
    return_to: State | None = None  # the state that an interrupt lies upon
    pending_under: Sent | None = None  # what that state was waiting for

    @property
    def deck(self) -> tuple[str, ...] | None:
        """Ids of the deck's cards, as far as they are known; None while nothing tells the deck."""
        return None if self.ledger is None else self.ledger.ids

    @property
    def deck_size(self) -> int | None:
        """Cards of the deck, those nobody has seen included; None while nothing tells the deck."""
        return None if self.ledger is None else len(self.ledger.cards)

    def fails(self, page: str, action: str) -> int:
        """How often `action` was refused or did nothing on `page`."""
        return sum(times for on, what, times in self.failed if (on, what) == (page, action))

    def with_failure(self, page: str, action: str, times: int = 1) -> Memory:
        return evolve(self, failed=(*self.failed, (page, action, times))[-FAILURES:])

    def with_step(self, fingerprint: str, action: str) -> Memory:
        return evolve(self, recent=(*self.recent, (fingerprint, action))[-RECENT:])


EMPTY = Memory()


def page_of(seen: Observation) -> str:
    """The page on which a failure counts: a turn of a fight, else exactly what is shown."""
    if seen.screen in COMBAT_SCREENS and seen.battle is not None and seen.run is not None:
        return f"floor {seen.run.floor} round {seen.battle.round}"
    return seen.fingerprint

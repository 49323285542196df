"""Tracker, decider and embedded game together, driven at random: our decisions, any legal action, waits and looks."""

from __future__ import annotations

from functools import cache

from hypothesis import Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.handler import Seen
from sts2fsm.policy import Policies
from sts2fsm.states import AWAITING, HIDDEN_BEHIND, State, could_be, visible_state
from sts2fsm.wire.actions import Action, ChooseEventOption, MenuSelect
from sts2fsm.wire.reply import Reply

# Rooms that are placed first, so that rare screens come up within few steps.
ROOMS = (
    (), ("bundle_select",), ("relic_select",), ("crystal_sphere",), ("fake_merchant",), ("card_select_transform",),
    ("card_select_choose",), ("card_select_combat_pile",), ("hand_select_upgrade",), ("hand_select_simple",),
    ("event_fight",), ("tutorial",), ("popup",), ("overlay",), ("shop",), ("treasure",), ("treasure_empty",),
    ("rest_site",), ("elite",), ("card_reward_in_event",), ("card_select_select",),
)  # fmt: skip
SELECTIONS = (State.CARD_SELECT, State.CARD_SELECT_PREVIEW, State.CARD_SELECT_STALE)
INTERRUPTS = (State.MENU_POPUP, State.OVERLAY, State.UNKNOWN, State.MAP_IN_COMBAT)
ENDS_THE_PROGRAM = ("quit",)


@cache
def shipped() -> Policies:
    return policies()


class TrackerAndGame(RuleBasedStateMachine):
    """One run of the embedded game, without faults: nothing that a legal action leads to may surprise the machine."""

    def __init__(self) -> None:
        super().__init__()
        self.clock = VirtualClock()
        self.brain = brain(shipped())

    @initialize(seed=st.integers(1, 40), rooms=st.sampled_from(ROOMS), steps=st.integers(0, 30))
    def start(self, seed: int, rooms: tuple[str, ...], steps: int) -> None:
        self.game = InProcess(
            EmbeddedGame(self.clock, seed=seed, rooms=rooms), self.clock, shipped().section(GamePolicy)
        )
        self.look()
        for _ in range(steps):
            self.our_decision()

    def seen(self) -> Seen:
        assert self.brain.tracker.seen is not None
        tracker = self.brain.tracker
        return self.brain.decider.seen(tracker.seen, tracker.state, tracker.memory, self.clock.now())

    def send(self, action: Action) -> None:
        reply = self.game.act(action)
        self.follow(action, reply)

    def follow(self, action: Action | None = None, reply: Reply | None = None) -> None:
        """One look, which must not surprise the machine."""
        step = self.brain.tracker.advance(self.clock.now(), self.game.observe(), action, reply)
        assert step.unexpected is None, f"{step.unexpected}, after {action}"

    @rule()
    def look(self) -> None:
        """Look again at once."""
        self.follow()

    @rule(seconds=st.sampled_from((0.05, 0.3, 1.0, 5.0, 25.0)))
    def wait(self, seconds: float) -> None:
        self.clock.sleep(seconds)
        self.look()

    @rule()
    def our_decision(self) -> None:
        """What the program would do: decide never raises, and what it sends is legal."""
        seen = self.seen()
        decision = self.brain.decider.decide(seen)
        if decision.action is not None:
            assert decision.action in seen.legal
            self.send(decision.action)
        else:
            self.wait(decision.wait.ms / 1000 if decision.wait else 1.0)

    @rule(times=st.integers(5, 15))
    def play_on(self, times: int) -> None:
        for _ in range(times):
            self.our_decision()

    def is_left_out(self, action: Action) -> bool:
        """What ends the program; and an option of a page whose option was chosen: it would run twice (api.md 4),
        to which the embedded game has no answer when both runs want the same card."""
        if isinstance(action, ChooseEventOption):
            return self.brain.tracker.state is State.EVENT_RESOLVING
        return isinstance(action, MenuSelect) and action.option in ENDS_THE_PROGRAM

    @precondition(lambda self: self.brain.tracker.state not in AWAITING and self.brain.tracker.memory.pending is None)
    @rule(data=st.data())
    def any_legal_action(self, data: st.DataObject) -> None:
        """Somebody else's hand: any action that the screen allows, however unwise."""
        legal = [action for action in self.seen().legal if not self.is_left_out(action)]
        if legal:
            self.send(data.draw(st.sampled_from(legal)))

    @invariant()
    def the_state_fits_what_is_seen(self) -> None:
        tracker = self.brain.tracker
        assert tracker.seen is None or could_be(tracker.state, visible_state(tracker.seen))

    @invariant()
    def picks_are_remembered_in_selections_alone(self) -> None:
        """On the select screen of a new run the pick is the character; under an interrupt it is kept."""
        memory, state = self.brain.tracker.memory, self.brain.tracker.state
        under = memory.return_to if state in INTERRUPTS else state
        allowed = (*SELECTIONS, State.MENU, State.MENU_EMBARKING)
        assert not memory.picked or under in allowed, (memory.picked, under)
        assert memory.confirms == 0 or under in SELECTIONS

    @invariant()
    def an_interrupt_is_over_when_another_state_is_seen(self) -> None:
        memory, state = self.brain.tracker.memory, self.brain.tracker.state
        assert memory.return_to is None or state in INTERRUPTS
        assert memory.pending_under is None or state in INTERRUPTS

    @invariant()
    def something_is_awaited_exactly_where_it_must_be(self) -> None:
        """In a state that awaits, always; elsewhere only while the page stands still."""
        tracker = self.brain.tracker
        if tracker.seen is None:
            return
        pending = tracker.memory.pending
        if tracker.state in AWAITING:
            assert pending is not None and tracker.state in HIDDEN_BEHIND
        elif pending is not None:
            assert pending.before.fingerprint == tracker.seen.fingerprint


TestTrackerAndGame = TrackerAndGame.TestCase
# To shrink a run of the game takes minutes, and the assertion's own words tell what was seen.
TestTrackerAndGame.settings = settings(phases=(Phase.explicit, Phase.reuse, Phase.generate))

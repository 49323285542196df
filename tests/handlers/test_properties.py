"""The one suite that every handler passes, at each of its states, for any payload that shows it and any memory."""

from __future__ import annotations

import inspect
from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from handlers import HANDLERS
from sts2fsm.handler import Decision, Handler, Seen, Wait, key
from sts2fsm.machine.waits import Waits
from sts2fsm.memory import EMPTY, Memory, Sent, page_of
from sts2fsm.states import AWAITING, HIDDEN_BEHIND, State
from sts2fsm.wire.actions import read_action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.handlers.moments import NOW, decide, mind, moment, read
from tests.machine.pages import PAGES, shows
from tests.machine.sequences import fresh
from tests.machine.tables import AWAITED_LEADS, LEADS
from tests.strategies import payload_showing

ALL_STATES = tuple(State)
# Whole payloads shrink for minutes, and a failing one is plain enough.
unshrunk = settings(
    phases=(Phase.explicit, Phase.reuse, Phase.generate), suppress_health_check=list(HealthCheck)
)  # a main menu that needs a person is rare among menus
AGES = (0.0, 0.06, 0.5, 4.0, 9.0, 61.0, 700.0)  # seconds
OK = Reply(accepted=True)
REPLIES = (OK, Reply(accepted=False, text="no"), Reply(accepted=False, final=True, text="500"), None)
LET_GO = ("claim_reward card a None", "card STRIKE_IRONCLAD Strike", "shop_purchase(index=0)")


def visible(state: State) -> State:
    """A state whose payloads are shown in this one."""
    return HIDDEN_BEHIND.get(state, (state,))[0]


@st.composite
def memories(draw: st.DrawFn, observed: Observation, state: State) -> Memory:
    """Empty, or random but plausible: ages, failures and steps of this very page, picks, and what is awaited."""
    if draw(st.booleans()):
        return EMPTY
    legal = moment(observed, EMPTY, state).legal
    some = st.lists(st.sampled_from(legal), max_size=4) if legal else st.just([])
    times = st.sampled_from((1, 2, 3, 1000))
    failed = tuple((page_of(observed), key(action, observed), draw(times)) for action in draw(some))
    age, entered = draw(st.sampled_from(AGES)), draw(st.sampled_from(AGES))
    awaited = None
    if legal and (state in AWAITING or draw(st.integers(0, 5)) == 0):
        action, reply = draw(st.sampled_from(legal)), draw(st.sampled_from(REPLIES))
        awaited = Sent(action=action, reply=reply, before=observed, at=NOW - age)
    return Memory(
        reads=draw(st.integers(1, 5)),
        since=NOW - age,
        entered=NOW - max(age, entered),
        progress=NOW - age,
        pending=awaited,
        failed=failed,
        failed_at=NOW - draw(st.sampled_from(AGES)),
        recent=tuple((observed.fingerprint, key(action, observed)) for action in draw(some)),
        picked=tuple(map(str, draw(st.lists(st.integers(0, 6), max_size=3, unique=True)))),
        confirms=draw(st.integers(0, 4)),
        let_go=tuple(draw(st.lists(st.sampled_from(LET_GO), max_size=2, unique=True))),
    )


@st.composite
def moments(draw: st.DrawFn, state: State) -> Seen:
    observed = read(draw(payload_showing(visible(state))))
    return moment(observed, draw(memories(observed, state)), state)


def longest_wait(state: State) -> int:
    """Milliseconds: a screen's own settling time, or the pause on a page that stays."""
    handler = next(handler for handler in HANDLERS if state in handler.all_states())
    waits: Waits = mind().policies.section(Waits)
    section: Any = mind().policies.section(handler.policy)
    return max(section.settle_ms, waits.poll_ms, waits.slow_poll_ms)


@pytest.mark.parametrize("state", ALL_STATES, ids=str)
@unshrunk
@given(data=st.data())
def test_a_decision_is_total_legal_and_the_same_again(state: State, data: st.DataObject) -> None:
    """Never an error; an action that is legal and survives the wire; or a wait within bounds, or a stop, with a why."""
    seen = data.draw(moments(state))
    made = decide(seen)
    if made.action is not None:
        assert made.action in seen.legal
        assert read_action(made.action.to_wire()) == made.action
        assert all(option.parts for option in made.ranked)
    elif made.wait is not None:
        assert 0 < made.wait.ms <= longest_wait(state)
        assert made.wait.why
    else:
        assert made.stop is not None and made.stop.why
    assert made.because
    assert decide(seen) == made
    assert decide(moment(seen.observation, seen.memory, state)) == made


@pytest.mark.parametrize("state", ALL_STATES, ids=str)
@unshrunk
@given(data=st.data())
def test_legal_actions_are_on_the_wire_and_named_once(state: State, data: st.DataObject) -> None:
    """Each legal action renders to JSON that reads back as itself, and none stands twice."""
    legal = moment(read(data.draw(payload_showing(visible(state)))), EMPTY, state).legal
    assert len(set(legal)) == len(legal)
    for action in legal:
        assert read_action(action.to_wire()) == action


NEXT: dict[tuple[State, str], tuple[State, ...]] = {
    (source, action.name): targets for sources, action, targets in LEADS for source in sources
}


@pytest.mark.parametrize("state", [state for state in ALL_STATES if state not in AWAITING], ids=str)
@unshrunk
@given(data=st.data())
def test_a_decision_is_on_an_edge(state: State, data: st.DataObject) -> None:
    """After what is decided, neither the same page nor any screen that may follow is a surprise to the machine."""
    seen = data.draw(moments(state))
    sent = decide(seen).action
    reply = data.draw(st.sampled_from(REPLIES))
    follow(seen, state, seen.observation, sent, reply)
    if sent is not None and reply is not None and reply.accepted:
        for target in NEXT.get((state, sent.name), ()):
            follow(seen, state, shows(target), sent, reply, of_one_run=False)


def follow(
    seen: Seen, state: State, after: Observation, sent: Any, reply: Reply | None, of_one_run: bool = True
) -> None:
    """The machine, put into the moment, looks at what comes next."""
    tracker = fresh()
    tracker.seen = seen.observation
    tracker.memory = evolve(seen.memory, pending=None)
    tracker._machine.set_state(state, tracker._model)
    step = tracker.advance(NOW + 0.1, after, sent, reply if sent else None)
    assert step.unexpected is None, f"{step.unexpected}, after {sent}, answered {reply}"
    assert step.row is not None and (not of_one_run or step.memory.reads >= 1)


@pytest.mark.parametrize("state,targets", AWAITED_LEADS, ids=str)
def test_what_is_awaited_ends_on_an_edge(state: State, targets: tuple[State, ...]) -> None:
    """The states in which nothing is sent decide to wait, and say for what."""
    made = decide(moment(shows(visible(state)), state=state))
    assert isinstance(made.move, Wait) and made.wait is not None and made.wait.why
    assert targets


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda handler: handler.__name__)
def test_a_handler_is_a_table_and_holds_no_state(handler: type[Handler]) -> None:
    """Docstring on its module, tuples for tables, class methods only, nothing that could be changed."""
    assert inspect.getmodule(handler).__doc__
    for name, value in vars(handler).items():
        if name in ("__module__", "__doc__", "__firstlineno__", "__static_attributes__"):
            continue
        assert isinstance(value, tuple | type | classmethod), f"{handler.__name__}.{name}"
    assert "__init__" not in vars(handler)
    for name in ("screens", "states", "rules", "edges"):
        assert hash(getattr(handler, name)) is not None


@pytest.mark.parametrize("handler", HANDLERS, ids=lambda handler: handler.__name__)
def test_rule_names_are_unique_at_a_state(handler: type[Handler]) -> None:
    """`because` tells which rule it was."""
    for state in handler.all_states():
        names = [rule.name for rule in handler.rules_at(state)]
        assert names and len(names) == len(set(names))


def test_a_wait_for_the_last_action_comes_before_every_rule() -> None:
    """While an accepted action has not shown, nothing is sent on any screen where it could be."""
    for state in PAGES:
        seen = moment(shows(state), state=state)
        if not seen.legal:
            continue
        awaited = Sent(action=seen.legal[0], reply=OK, before=seen.observation, at=NOW)
        made: Decision = decide(evolve(seen, memory=evolve(seen.memory, pending=awaited)))
        assert made.because == "let the last action land" and made.action is None

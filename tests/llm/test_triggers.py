"""When a language model is asked: on calm macro screens, for named reasons, and not too often."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sts2fsm.handler import Seen
from sts2fsm.memory import Sent
from sts2fsm.oracle.llm.triggers import CALM, archetype_unclear, boss_known, fired, near_tie, new_act
from sts2fsm.states import State
from sts2fsm.strategy import Consults
from sts2fsm.wire.actions import SkipCardReward
from tests.handlers.moments import NOW, edited, read, settled
from tests.handlers.test_properties import memories, visible
from tests.llm.scenes import POLICY, RUN, deck, moment, remembering, strategy
from tests.strategies import payload_showing

MAP, OFFER = "map-three-ways", "card_reward-three-cards"  # floor 1 of act 1, boss Vantom; floor 3
DECK = ("STRIKE_IRONCLAD",) * 8 + ("INFLAME", "INFLAME")  # 10 cards


def on(name: str, **memory: Any) -> Seen:
    return moment(edited(name), settled(**memory))


def asked(**more: Any) -> Consults:
    return Consults(run=RUN, **more)


def test_a_new_act_asks_once() -> None:
    """The map of an act that nobody was asked about; a card reward never is one."""
    assert new_act(on(MAP), POLICY)
    assert new_act(on(MAP, consults=asked(acts=(2,))), POLICY)
    assert not new_act(on(MAP, consults=asked(acts=(1,))), POLICY)
    assert not new_act(on(OFFER), POLICY)


def test_a_boss_asks_once() -> None:
    """The map names Vantom; a second boss of the act would be asked about anew."""
    assert boss_known(on(MAP), POLICY)
    assert boss_known(on(MAP, consults=asked(bosses=("THE_KIN_BOSS",))), POLICY)
    assert not boss_known(on(MAP, consults=asked(bosses=("VANTOM_BOSS",))), POLICY)
    assert not boss_known(moment(edited(MAP, map__boss=None)), POLICY)


@pytest.mark.parametrize(
    "cards, wanted, unclear",
    [
        (None, None, False), (DECK[:9], None, False), (DECK, None, True),
        (DECK, (), True), (DECK, ("INFLAME",), False), ((*DECK[:9], "BASH"), ("INFLAME",), True),
    ],
)  # fmt: skip
def test_an_unclear_archetype_is_a_deck_that_the_plan_hardly_wants(
    cards: tuple[str, ...] | None, wanted: tuple[str, ...] | None, unclear: bool
) -> None:
    """From 10 cards on: 2 of 10 wanted are a fifth, which is clear; 1 of 10 is not; without a plan nothing is."""
    plan = None if wanted is None else strategy(wanted=wanted)
    ledger = None if cards is None else deck(*cards)
    assert archetype_unclear(on(OFFER, ledger=ledger, strategy=plan), POLICY) == unclear
    assert not archetype_unclear(on(MAP, ledger=ledger, strategy=plan), POLICY)


@pytest.mark.parametrize(
    "within, above, tie", [(6.5, 0, True), (6.0, 0, False), (6.5, 24, True), (6.5, 24.5, False), (0, 0, False)]
)
def test_a_near_tie_is_two_close_options_worth_having(within: float, above: float, tie: bool) -> None:
    """An upgraded Inflame is worth 19 + 2 + 3, Shrug It Off 18: closer than 6.5, not closer than 6."""
    policy = evolve(POLICY, tie_within={"default": within}, tie_above={"default": above})
    assert near_tie(on(OFFER), policy) == tie


def test_one_option_is_no_tie() -> None:
    """There is nothing to be undecided about."""
    one = edited(OFFER)
    cards = one.raw["card_reward"]["cards"][:1]
    policy = evolve(POLICY, tie_within={"default": 100}, tie_above={"default": -100})
    assert not near_tie(moment(edited(OFFER, card_reward__cards=cards)), policy)


TIES = evolve(POLICY, tie_within={"default": 100}, tie_above={"default": -100})


def test_floors_lie_between_two_calls() -> None:
    """Asked on floor 1, the next near-tie counts from floor 4 on; a new act does not wait."""
    for floor, due in ((1, False), (3, False), (4, True)):
        seen = moment(edited(OFFER, run__floor=floor), settled(consults=asked(floor=1)))
        assert fired(seen, TIES) == (("near-tie",) if due else ())
    assert fired(on(MAP, consults=asked(floor=1)), TIES) == ("new act", "boss known")


def test_every_reason_is_told() -> None:
    """The first map of a run gives three."""
    assert fired(on(MAP), TIES) == ("new act", "boss known", "near-tie")


def test_nobody_is_asked_on_a_page_that_moves() -> None:
    """Not before it has settled, while an action is on its way, or under an interrupt; and not before it offers."""
    page = edited(OFFER)
    for memory in (
        settled(seconds=0.0, reads=1),
        settled(pending=Sent(action=SkipCardReward(), reply=None, before=page, at=NOW)),
        settled(return_to=State.MAP),
    ):
        assert fired(moment(page, memory), TIES) == ()
    assert fired(moment(edited("map-no-options-yet")), TIES) == ()
    assert fired(moment(page), TIES) == ("near-tie",)


@pytest.mark.parametrize("state", list(State), ids=str)
@settings(suppress_health_check=list(HealthCheck))
@given(data=st.data())
def test_nobody_is_ever_asked_in_a_fight(state: State, data: st.DataObject) -> None:
    """Whatever is shown and remembered: no trigger outside the calm screens, none while a fight goes on, no error."""
    observed = read(data.draw(payload_showing(visible(state))))
    seen = moment(observed, data.draw(memories(observed, state)), state)
    names = fired(remembering(seen, ledger=deck(*DECK)), TIES)
    if state not in CALM or observed.in_combat or (observed.player is not None and observed.player.in_combat):
        assert names == ()

"""Each kind of mistake in the handlers' tables is found at build, and told with the place it stands at."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from handlers import HANDLERS
from handlers.game_over import GameOver
from handlers.map import MapHandler
from handlers.rest_site import RestSiteHandler
from handlers.shop import ShopHandler
from handlers.treasure import TreasureHandler
from sts2fsm.errors import MachineError
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Rule, Step, always
from sts2fsm.machine.checks import check
from sts2fsm.states import State
from sts2fsm.wire.actions import Proceed
from sts2fsm.wire.observation import Screen


def instead_of(old: type[Handler], new: type[Handler]) -> list[type[Handler]]:
    """All handlers, with one replaced."""
    return [new if handler is old else handler for handler in HANDLERS]


def faults(handlers: Sequence[type[Handler]]) -> list[str]:
    """What the check says about them, a fault a line."""
    with pytest.raises(MachineError) as raised:
        check(handlers)
    return str(raised.value).splitlines()


def test_the_shipped_handlers_have_no_fault() -> None:
    """The check passes on what is played with."""
    check(HANDLERS)


def test_a_screen_that_nobody_claims_is_reported() -> None:
    """Without its handler, screen and state are named."""
    found = faults([handler for handler in HANDLERS if handler is not GameOver])
    assert "screen game_over: claimed by nobody, must be exactly one handler" in found
    assert "state game_over: owned by nobody, must be exactly one handler" in found


def test_a_screen_that_two_claim_is_reported_with_both() -> None:
    """Both handlers are named."""

    class Second(GameOver):
        screens = (Screen.GAME_OVER,)

    assert "screen game_over: claimed by GameOver, Second, must be exactly one handler" in faults([*HANDLERS, Second])


def test_a_substate_that_two_own_is_reported() -> None:
    """Sub-states have one owner too."""

    class Rest(RestSiteHandler):
        states = (State.SHOP_LEAVING,)

    found = faults(instead_of(RestSiteHandler, Rest))
    assert "state shop_leaving: owned by Rest, ShopHandler, must be exactly one handler" in found


def test_unknown_action_names_are_reported_for_rules_and_edges() -> None:
    """A typing mistake in a table does not wait for the first run to show."""

    class Rest(RestSiteHandler):
        rules = (*RestSiteHandler.rules, Rule("dance", when=always, do=lambda seen, policy: None, emits=("dance",)))
        edges = (*RestSiteHandler.edges, Edge("sing", State.MAP))

    found = faults(instead_of(RestSiteHandler, Rest))
    assert "Rest: rule 'dance' emits 'dance', no action" in found
    assert "Rest: an edge on 'sing', no action" in found


def test_an_edge_that_stands_for_no_common_row_is_reported() -> None:
    """`instead` takes the names of common rows alone."""

    class Rest(RestSiteHandler):
        edges = (*RestSiteHandler.edges, Edge("proceed", State.MAP, when=never, instead=("not_yet",)))

    assert "Rest: an edge on ('proceed',) stands for 'not_yet', no common row" in faults(
        instead_of(RestSiteHandler, Rest)
    )


def test_rules_and_edges_at_states_of_others_are_reported() -> None:
    """A handler speaks of its own states only."""

    class Rest(RestSiteHandler):
        rules = (*RestSiteHandler.rules, Rule("abroad", when=always, do=lambda s, p: None, at=(State.SHOP,)))
        edges = (*RestSiteHandler.edges, Edge("proceed", State.MAP, at=(State.EVENT,)))

    found = faults(instead_of(RestSiteHandler, Rest))
    assert "Rest: rule 'abroad' is at a state of another handler" in found
    assert "Rest: an edge on ('proceed',) is at a state of another handler" in found


def test_a_state_that_no_way_leads_to_is_reported() -> None:
    """Without the edge into it the hidden state is out of reach, although interrupts would return to it."""

    class Shop(ShopHandler):
        edges = tuple(edge for edge in ShopHandler.edges if edge.to != (State.SHOP_LEAVING,))

    assert "state shop_leaving: cannot be reached" in faults(instead_of(ShopHandler, Shop))


def test_a_state_that_nothing_leads_on_from_is_reported() -> None:
    """Interrupts may come over it, but no row of its own leaves it."""

    class Chest(TreasureHandler):
        edges = tuple(edge for edge in TreasureHandler.edges if State.TREASURE_OPENING not in edge.at)

    assert "state treasure_opening: a dead end" in faults(instead_of(TreasureHandler, Chest))


def test_a_row_that_stands_twice_is_reported() -> None:
    """The same trigger, source, target and guard."""

    class Rest(RestSiteHandler):
        edges = (*RestSiteHandler.edges, Edge("proceed", State.MAP))

    assert "duplicate row: rest_site --proceed [shown]--> map" in faults(instead_of(RestSiteHandler, Rest))


def test_a_row_behind_one_that_takes_all_is_reported() -> None:
    """An edge to travelling after one to the map is never taken: the payloads are the same."""

    class Rest(RestSiteHandler):
        edges = (*RestSiteHandler.edges, Edge("proceed", State.MAP_TRAVELLING, when=never))

    found = faults(instead_of(RestSiteHandler, Rest))
    assert (
        "row can never be taken, an earlier one without a condition stands before it: "
        "rest_site --proceed [never]--> map_travelling"
    ) in found


def test_an_action_that_no_edge_admits_is_reported() -> None:
    """The rule says what it sends; without an edge the first time would be a surprise."""

    class Rest(RestSiteHandler):
        edges = (
            Edge("choose_rest_option", HERE, when=never),
            Edge("claim_reward", State.REWARDS),
            Edge(OBSERVE, State.MAP),
        )

    assert "Rest: rule 'leave' sends proceed at rest_site, which no edge admits" in faults(
        instead_of(RestSiteHandler, Rest)
    )


def test_an_edge_whose_action_no_rule_sends_is_reported() -> None:
    """An edge that can only fire by somebody else's hand is a mistake."""

    class Way(MapHandler):
        edges = (*MapHandler.edges, Edge("end_turn", HERE, when=never))

    assert "Way: an edge on end_turn at map, which no rule sends" in faults(instead_of(MapHandler, Way))


def test_all_faults_come_at_once() -> None:
    """Two mistakes in two handlers are two lines."""

    class Rest(RestSiteHandler):
        edges = (*RestSiteHandler.edges, Edge("sing", State.MAP))

    class Way(MapHandler):
        edges = (*MapHandler.edges, Edge("end_turn", HERE, when=never))

    both = [{RestSiteHandler: Rest, MapHandler: Way}.get(handler, handler) for handler in HANDLERS]
    found = faults(both)
    assert any("sing" in fault for fault in found) and any("end_turn" in fault for fault in found)


def test_the_actions_of_all_rules_are_those_they_emit() -> None:
    """The check reads `emits`; a rule that sends an action by `proceed` says so."""
    leaving = [rule for handler in HANDLERS for rule in handler.rules if rule.name == "leave"]
    assert leaving and all(Proceed.name in rule.emits or "crystal_sphere_proceed" in rule.emits for rule in leaving)


def never(step: Step) -> bool:
    """A guard of these tests."""
    return False

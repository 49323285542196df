"""The map: the best way, one travel per floor, never out of a fight."""

from __future__ import annotations

import pytest

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.observation import Observation
from tests.handlers.moments import at, edited, parts, settled

FORK = "map-elite-or-rest"  # an elite and a rest site, with 22 of 80 hp


def fork(*types: str, hp: int = 80, gold: int = 200) -> Observation:
    """A choice between dead ends of these types."""
    options = [{"index": i, "col": i, "row": 3, "type": kind, "leads_to": []} for i, kind in enumerate(types)]
    return edited(FORK, map__next_options=options, map__nodes=[], player__hp=hp, player__gold=gold)


def test_rests_instead_of_an_elite_when_hurt() -> None:
    """Rest site 8, and 12 more when hurt; the elite would be 12 - 14 - 25."""
    made = at(FORK)
    assert made.action == w.ChooseMapNode(1)
    assert parts(made) == {"node": 20.0}


def test_fights_the_elite_when_healthy() -> None:
    """Elite 12 against a rest site's 8."""
    made = at(edited(FORK, player__hp=80))
    assert made.action == w.ChooseMapNode(0)
    assert parts(made) == {"node": 12.0}


def test_fears_the_elite_below_its_share_of_health() -> None:
    """55 of 80 is under 70 %: 12 - 25 is less than 8. 56 of 80 is 70 %."""
    assert at(edited(FORK, player__hp=55)).action == w.ChooseMapNode(1)
    assert at(edited(FORK, player__hp=56)).action == w.ChooseMapNode(0)


def test_a_shop_needs_gold() -> None:
    """5 for a shop, 0 with less than 100 gold; an unknown room is 6 either way, a boss 0."""
    assert at(fork("Boss", "Shop", gold=100)).action == w.ChooseMapNode(1)
    assert at(fork("Boss", "Shop", gold=99)).action == w.ChooseMapNode(0)


def test_the_way_on_counts_half_a_step_further() -> None:
    """Behind the second of two fights lies a treasure: 12 halved twice against a fight's 6 halved once."""
    nodes = [
        {"col": 0, "row": 3, "type": "Monster", "children": [[0, 4]]},
        {"col": 1, "row": 3, "type": "Monster", "children": [[1, 4]]},
        {"col": 0, "row": 4, "type": "Monster", "children": []},
        {"col": 1, "row": 4, "type": "Boss", "children": [[1, 5]]},
        {"col": 1, "row": 5, "type": "Treasure", "children": []},
    ]
    options = [{"index": i, "col": i, "row": 3, "type": "Monster", "leads_to": []} for i in (0, 1)]
    made = at(edited(FORK, map__next_options=options, map__nodes=nodes, player__hp=80))
    assert made.action == w.ChooseMapNode(0)
    assert parts(made) == {"node": 6.0, "way on": 3.0}
    nodes[4]["type"], nodes[3]["type"] = "Treasure", "Monster"
    made = at(edited(FORK, map__next_options=options, map__nodes=nodes, player__hp=80))
    assert made.action == w.ChooseMapNode(1)
    assert parts(made) == pytest.approx({"node": 6.0, "way on": 0.5 * (6 + 0.5 * 12)})


def test_never_travels_out_of_a_fight() -> None:
    """A map over a fight has options on it all the same."""
    made = at("map-in-combat")
    assert (made.action, made.because) == (None, "wait for the fight")


def test_one_travel_per_floor() -> None:
    """While it travels nothing is legal on the map but potions, however long it lingers."""
    for seconds in (0.1, 5.0, 9.9):
        assert at("map-three-ways", settled(seconds), State.MAP_TRAVELLING).action is None


def test_drinks_what_lasts_before_it_travels() -> None:
    """Fruit Juice is worth most at once; a Fire Potion is kept for a fight."""
    belt = [
        {"id": kind, "name": kind, "slot": slot, "can_use_in_combat": True, "target_type": "Self"}
        for slot, kind in ((0, "FIRE_POTION"), (2, "FRUIT_JUICE"))
    ]
    assert at(edited("map-three-ways", player__potions=belt)).action == w.UsePotion(2)
    assert isinstance(at(edited("map-three-ways", player__potions=belt[:1])).action, w.ChooseMapNode)


def test_the_boss_is_the_only_way() -> None:
    """Worth nothing, and taken."""
    assert at("map-before-the-boss").action == w.ChooseMapNode(0)

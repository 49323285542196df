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
    """The elite costs 24 of the 22 hp. Rest heals to 46, and the boss costs 30: the run is worth its 100."""
    made = at(FORK)
    assert made.action == w.ChooseMapNode(1)
    assert parts(made) == {"way on": 100.0}


def test_fights_the_elite_when_healthy() -> None:
    """Of 80 hp the elite leaves 56, enough for the boss: its 12 against the 6 of an upgrade."""
    made = at(edited(FORK, player__hp=80))
    assert made.action == w.ChooseMapNode(0)
    assert parts(made) == {"room": 12.0, "way on": 100.0}


def test_an_elite_that_leaves_too_little_for_the_boss_is_not_fought() -> None:
    """51 less 24 are under the boss's 30, 60 less 24 are not."""
    assert at(edited(FORK, player__hp=51)).action == w.ChooseMapNode(1)
    assert at(edited(FORK, player__hp=60)).action == w.ChooseMapNode(0)


def test_a_shop_needs_gold() -> None:
    """5 for a shop with 100 gold, half with 50; a fight is worth 6 to one who can afford its 8 hp."""
    assert parts(at(fork("Shop", gold=100))) == {"room": 5.0, "way on": 100.0}
    assert parts(at(fork("Shop", gold=50))) == {"room": 2.5, "way on": 100.0}


def test_the_way_on_counts_to_the_end() -> None:
    """Behind the second of two fights lies a treasure, behind the first another fight: 6 + 12 against 6 + 6, and the
    boss beyond."""
    nodes = [
        {"col": 0, "row": 3, "type": "Monster", "children": [[0, 4]]},
        {"col": 1, "row": 3, "type": "Monster", "children": [[1, 4]]},
        {"col": 0, "row": 4, "type": "Monster", "children": [[0, 5]]},
        {"col": 1, "row": 4, "type": "Treasure", "children": [[0, 5]]},
        {"col": 0, "row": 5, "type": "Boss", "children": []},
    ]
    options = [{"index": i, "col": i, "row": 3, "type": "Monster", "leads_to": []} for i in (0, 1)]
    made = at(edited(FORK, map__next_options=options, map__nodes=nodes, player__hp=80))
    assert made.action == w.ChooseMapNode(1)
    assert parts(made) == pytest.approx({"room": 6.0, "way on": 112.0})


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
    """Whatever its odds."""
    assert at("map-before-the-boss").action == w.ChooseMapNode(0)

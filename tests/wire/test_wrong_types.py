"""A value of a wrong type is refused with its path and the value itself, wherever it stands."""

from __future__ import annotations

import json
from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.errors import PayloadError
from sts2fsm.wire.convert import WireReader
from tests.fixture_files import fixture
from tests.strategies import any_payload

READER = WireReader()  # making one takes longer than many reads
Path = tuple[str | int, ...]

# By the JSON type that stood there: what never fits instead.
WRONG: dict[type, tuple[Any, ...]] = {
    str: (7, True, [], {}, 1.5),
    int: ("7", True, 1.5, 7.0, [], {}),
    bool: (0, 1, "true", [], {}),
    list: ("text", 3, {}, False),
    dict: ("text", 3, [], True),
}
TABLE: list[tuple[str, Path, Any]] = [
    ("monster-two-nibbits-player-turn", ("player", "hp"), "64"),
    ("monster-two-nibbits-player-turn", ("player", "hp"), 64.0),
    ("monster-two-nibbits-player-turn", ("player", "energy"), True),
    ("monster-two-nibbits-player-turn", ("player", "hand", 3, "cost"), 2),
    ("monster-two-nibbits-player-turn", ("player", "hand", 3, "can_play"), 1),
    ("monster-two-nibbits-player-turn", ("player", "hand"), {}),
    ("monster-two-nibbits-player-turn", ("player", "draw_pile", 0), "Strike"),
    ("monster-two-nibbits-player-turn", ("battle", "enemies", 1, "combat_id"), "2"),
    ("monster-two-nibbits-player-turn", ("battle", "enemies", 1, "intents", 0, "label"), 6),
    ("monster-two-nibbits-player-turn", ("battle", "enemies", 0), None),
    ("monster-two-nibbits-player-turn", ("run", "floor"), "3"),
    ("elite-phrog-parasite", ("battle", "enemies", 0, "status", 0, "amount"), "4"),
    ("map-three-ways", ("map", "nodes", 2, "children", 0, 1), "2"),
    ("map-three-ways", ("map", "nodes", 2, "children", 0), [1, 2, 3]),
    ("map-three-ways", ("map", "next_options", 0, "index"), None),
    ("shop-rich", ("shop", "items", 4, "price"), "165"),
    ("menu-singleplayer", ("options", 0), 5),
    ("menu-singleplayer", ("options", 0, "name"), 5),
    ("menu-main", ("options",), "singleplayer"),
    ("menu-character-select", ("characters", 0, "starting_deck", 1), 5),
    ("game_over", ("game_over", "options", 0), {"name": "main_menu"}),
    ("rewards-gold-potion-card", ("rewards",), []),
    ("rewards-gold-potion-card", ("state_type",), 5),
]
NAMED_IN_TABLE = [f"{name}:{'.'.join(map(str, path))}" for name, path, _ in TABLE]


def dotted(path: Path) -> str:
    """`player.hand[3].cost`, as the faults say it."""
    return "".join(f"[{step}]" if isinstance(step, int) else f".{step}" for step in path).lstrip(".")


def with_value(made: dict[str, Any], path: Path, value: Any) -> dict[str, Any]:
    """A copy of a payload with another value at `path`."""
    changed = deepcopy(made)
    place: Any = changed
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    return changed


def places(value: Any, path: Path = ()) -> Iterator[Path]:
    """Every place in a payload that holds something."""
    if path and value is not None:
        yield path
    if isinstance(value, dict):
        for key, item in value.items():
            yield from places(item, (*path, key))
    elif isinstance(value, list):
        for position, item in enumerate(value):
            yield from places(item, (*path, position))


def at(made: Any, path: Path) -> Any:
    for step in path:
        made = made[step]
    return made


def fault_of(made: dict[str, Any]) -> PayloadError:
    with pytest.raises(PayloadError) as caught:
        READER.observation(made)
    return caught.value


@pytest.mark.parametrize(("name", "path", "value"), TABLE, ids=NAMED_IN_TABLE)
def test_wrong_type_is_refused_with_its_path(name: str, path: Path, value: Any) -> None:
    """The fault names the place, to the last index."""
    assert fault_of(with_value(fixture(name), path, value)).path == dotted(path)


@given(st.data())
def test_any_one_wrong_value_is_refused_with_path_and_value(data: st.DataObject) -> None:
    """Whatever single value is replaced by one of a wrong type: a PayloadError names it, nothing else is raised."""
    made = data.draw(any_payload())
    path = data.draw(st.sampled_from(list(places(made))))
    if made["state_type"] == "menu" and len(path) == 2 and path[0] == "options":
        wrong = data.draw(st.sampled_from((7, True, [], 1.5)))  # a name or a record: both fit here
    else:
        wrong = data.draw(st.sampled_from(WRONG[type(at(made, path))]))
    fault = fault_of(with_value(made, path, wrong))
    assert fault.path == dotted(path)
    assert json.dumps(wrong) in fault.problem


def test_all_wrong_values_are_named_at_once() -> None:
    """A payload with three faults tells all three."""
    made = fixture("monster-two-nibbits-player-turn")
    made["player"]["hp"], made["player"]["gold"], made["run"]["act"] = "64", None, 1.5
    made["battle"]["enemies"][1]["hp"] = []
    fault = fault_of(made)
    for place in ("player.hp", "run.act", "battle.enemies[1].hp"):
        assert place in str(fault)


def test_missing_required_key_is_named() -> None:
    """Required keys that are null or absent are named with their place."""
    for gone in (True, False):
        made = fixture("monster-two-nibbits-player-turn")
        made["battle"]["enemies"][1]["hp"] = None
        if gone:
            del made["battle"]["enemies"][1]["hp"]
        fault = fault_of(made)
        assert fault.path == "battle.enemies[1].hp"
        assert "missing" in fault.problem


def test_long_wrong_value_is_shortened() -> None:
    """A fault stays readable when a whole list stands where a number should."""
    made = fixture("monster-two-nibbits-player-turn")
    made["player"]["hp"] = ["x"] * 500
    assert len(str(fault_of(made))) < 160


def test_reader_goes_on_after_a_fault() -> None:
    """A refused payload leaves nothing behind: not in the next observation, and not in the count of unknown keys."""
    reader = WireReader()
    made = fixture("shop-rich")
    with pytest.raises(PayloadError):
        reader.observation({**made, "brand_new": 1, "run": {"act": "1", "floor": 7}})
    assert reader.observation(made).unknown_keys == ()
    assert reader.unknown == {}

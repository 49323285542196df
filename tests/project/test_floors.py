"""The floors of the house: lower never imports higher, and a few things have exactly one owner."""

from __future__ import annotations

import ast

import pytest
from sources import PACKAGES, imports, inside, modules, tree

# Place -> floor. A place is a module or a package with all below it; it need not exist yet.
FLOORS = {
    "sts2fsm.errors": 0,
    "sts2fsm.clock": 0,
    "sts2fsm.hiding": 0,
    "sts2fsm.wire": 1,
    "sts2fsm.content": 1,
    "sts2fsm.words": 2,
    "sts2fsm.rules": 2,
    "sts2fsm.questions": 2,
    "sts2fsm.facts": 3,
    "sts2fsm.policy": 3,
    "sts2fsm.strategy": 3,
    "sts2fsm.strategy_policy": 3,
    "sts2fsm.states": 4,
    "sts2fsm.run_mark": 4,
    "sts2fsm.memory": 4,
    "sts2fsm.potions": 4,
    "sts2fsm.asking": 4,
    "sts2fsm.handler": 4,
    "sts2fsm.updates": 4,
    "sts2fsm.advice": 4,
    "handlers": 5,
    "sts2fsm.machine": 6,
    "sts2fsm.oracle": 6,
    "sts2fsm.game": 7,
    "sts2fsm.embedded": 7,
    "sts2fsm.consult": 7,
    "sts2fsm.account": 7,
    "sts2fsm.step_record": 7,
    "sts2fsm.decide": 7,
    "sts2fsm.assembly": 7,
    "sts2fsm.recovery.policy": 7,
    "sts2fsm.recovery": 8,
    "sts2fsm.runner": 8,
    "sts2fsm.summary": 8,
    "sts2fsm.advising": 7,
    "sts2fsm.journal": 6,  # knows records, not what is in them
    "sts2fsm.outcome": 8,
    "sts2fsm.foresight": 7,
    "sts2fsm.evaluate": 9,
    "sts2fsm.calibration": 9,
    "sts2fsm.doctor": 9,
    "sts2fsm.story": 10,
    "sts2fsm.commands": 10,
    "sts2fsm.cli": 10,
    "sts2fsm.__main__": 10,
}

# Outside package -> the only places that may import it.
OWNERS = {
    "time": ("sts2fsm.clock",),
    "requests": ("sts2fsm.game", "sts2fsm.oracle"),
    "transitions": ("sts2fsm.machine",),
    "yaml": ("sts2fsm.policy",),
}

# The places that talk to the person at the terminal; everybody else returns values.
TALKERS = ("sts2fsm.cli", "sts2fsm.commands", "sts2fsm.__main__", "sts2fsm.story")

LONGEST = 350  # lines: files are meant to stay near 300, one idea each


def floor(name: str) -> int | None:
    """The floor of a dotted name, None when it is outside the house or the bare root package (only the version)."""
    return next((level for place, level in FLOORS.items() if inside(name, place)), None)


def own(name: str) -> bool:
    return any(inside(name, package) for package in PACKAGES)


def test_every_module_has_a_floor() -> None:
    """A new module is given its floor in FLOORS before anything may import it."""
    assert [name for name in modules() if floor(name) is None and name != "sts2fsm"] == []


def test_lower_floors_never_import_higher_ones() -> None:
    """Imports point down or sideways, those for type checking included."""
    wrong = []
    for name in modules():
        level = floor(name)
        for target in sorted(imports(name)):
            other = floor(target)
            if own(target) and level is not None and other is not None and other > level:
                wrong.append(f"{name} (floor {level}) imports {target} (floor {other})")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("package", OWNERS)
def test_only_its_owner_imports(package: str) -> None:
    """Time, HTTP, the state machine and YAML each stay behind the one place that wraps them."""
    strangers = [
        name
        for name in modules()
        if any(inside(target, package) for target in imports(name))
        and not any(inside(name, owner) for owner in OWNERS[package])
    ]
    assert strangers == []


def test_only_the_command_line_prints() -> None:
    """No print and no sys.stdout outside the modules that talk to a person."""
    wrong = []
    for name in modules():
        if any(inside(name, talker) for talker in TALKERS):
            continue
        for node in ast.walk(tree(name)):
            printed = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
            streamed = (
                isinstance(node, ast.Attribute)
                and node.attr in {"stdout", "stderr"}
                and isinstance(node.value, ast.Name)
                and node.value.id == "sys"
            )
            if printed or streamed:
                wrong.append(f"{name}:{node.lineno}")
    assert not wrong, "\n".join(wrong)


def test_nobody_asks_the_calendar() -> None:
    """datetime's own clocks are not called either: the Clock is the only source of time."""
    wrong = [
        f"{name}:{node.lineno}"
        for name in modules()
        for node in ast.walk(tree(name))
        if isinstance(node, ast.Attribute)
        and node.attr in {"now", "utcnow", "today"}
        and isinstance(node.value, ast.Name)
        and node.value.id in {"datetime", "date"}
    ]
    assert not wrong, "\n".join(wrong)


def test_no_module_is_too_long() -> None:
    """Every file of the two packages stays within LONGEST lines."""
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in modules().items()}
    assert {name: length for name, length in lengths.items() if length > LONGEST} == {}


def test_relative_imports_are_resolved() -> None:
    """The reader of imports sees through `from . import x`: content's package reads its own loader."""
    assert "sts2fsm.content.loader.load" in imports("sts2fsm.content")

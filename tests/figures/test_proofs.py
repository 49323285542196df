"""The list of which test covers which entity: whole, about tests that exist, and true of a sample of them."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from functools import cache

import pytest

from sts2fsm.content import BUILDS, DEFAULT_BUILD, load
from sts2fsm.rules.compile import code_for
from tests.figures import prove
from tests.figures.bump import bumped
from tests.figures.mutants import mutants
from tests.rules.build import fight, play
from tests.shared import ROOT


@pytest.mark.parametrize("build", BUILDS)
def test_every_entity_of_a_build_is_covered_by_a_test(build: str) -> None:
    """Cards at both levels and their costs, powers, relics, potions, moves, event options, and the rest."""
    assert prove.missing(prove.read())[build] == []
    assert len(mutants(build)) > 2500


@cache
def functions_of(file: str) -> frozenset[str]:
    """Names of the test functions of a file."""
    tree = ast.parse((ROOT / file).read_text(encoding="utf-8"))
    return frozenset(node.name for node in tree.body if isinstance(node, ast.FunctionDef))


def test_the_listed_tests_exist() -> None:
    """File and function."""
    listed = {test for found in prove.read().values() for test in found.values()}
    assert [test for test in listed if test.partition("::")[2] not in functions_of(test.partition("::")[0])] == []


def test_what_the_older_build_has_otherwise_is_listed() -> None:
    """Those need a test of their own; what both builds have alike needs one."""
    assert json.loads(prove.PROOFS.read_text(encoding="utf-8"))["changed"] == prove.changed()


def test_a_sample_of_the_list_is_true() -> None:
    """Some of the listed tests, run again under the mutants they are said to notice."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.figures.prove", "--check", "12"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    assert "not noticed: none" in done.stdout


def test_a_number_compared_with_its_own_table_covers_nothing() -> None:
    """Bash's mutant deals 9 and says so: a test that reads the table passes, one with the number 8 fails."""
    (switches,) = [row[2] for row in mutants(DEFAULT_BUILD) if row[:2] == ("cards", "BASH")]

    def damage() -> int:
        c = fight("BASH")
        play(c)
        return 200 - c.enemies[0].hp

    def by_the_table() -> None:
        assert damage() == load().cards["BASH"].numbers["Damage"][0]

    def by_hand() -> None:
        assert damage() == 8

    assert not prove.notices(by_the_table, {}, switches)
    assert prove.notices(by_hand, {}, switches)
    by_hand()  # the entity is back


def test_mutants_leave_nothing_behind() -> None:
    """After every mutant was in place the tables and the compiled build are what they were."""
    content, code = load(), code_for(DEFAULT_BUILD)
    before = [dict(content.cards), dict(content.relics), dict(content.monsters), dict(code.cards), dict(code.powers)]
    for _, _, switches in mutants(DEFAULT_BUILD)[::25]:
        for switch in switches:
            with switch():
                pass
    after = [dict(content.cards), dict(content.relics), dict(content.monsters), dict(code.cards), dict(code.powers)]
    assert after == before


def test_bumped_moves_numbers_and_nothing_else() -> None:
    """Numbers however deep, not truth values, words or counters."""
    value = {"n": 1, "on": True, "word": "x", "more": [2, ("y", 3.0)], "counter": 5}
    assert bumped(value) == {"n": 2, "on": True, "word": "x", "more": [3, ("y", 3.5)], "counter": 5}
    assert bumped(value, -1)["n"] == 0

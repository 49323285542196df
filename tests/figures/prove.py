"""Which test covers which entity: runs the tests against mutants and writes down who notices.

`python -m tests.figures.prove` finds a test for every entity (exit 1: one has none); `--write` writes them into
tests/figures/proofs.json, of named places only what they add. `--check N` runs N of the listed tests against the
mutants that the list says they notice (exit 1: one is not noticed). `python -m sts2fsm coverage` counts from that file.
A test is run against the mutants of the entities whose ids it names (in its parameters or its code), until each has a
test.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from sts2fsm.content import BUILDS, DEFAULT_BUILD
from tests.figures.mutants import mutants, same_in_both
from tests.figures.switches import Switch

PROOFS = Path(__file__).with_name("proofs.json")
ROOT = PROOFS.parents[2]
PLACES = ("tests/figures", "tests/rules", "tests/embedded")
WORD = re.compile(r"[A-Z][A-Z0-9_]+")
Key = tuple[str, str]  # (table, id)
Proofs = dict[str, dict[Key, str]]  # by build: the test that covers each


def words(item: pytest.Function) -> set[str]:
    """The ids that a test can be about: words in capitals of its parameters, its code, and the code it calls in its
    module."""
    found: set[str] = set()
    spec = getattr(item, "callspec", None)
    if spec is not None:
        found |= set(WORD.findall(repr(spec.params)))
        tables = [v for v in vars(item.module).values() if isinstance(v, dict)]
        for key in spec.params.values():  # a parameter that is the key of a table of the module stands for its row
            if isinstance(key, str):
                found |= {w for table in tables if key in table for w in WORD.findall(repr(table[key]))}
    for text in _constants(item.function.__code__, vars(item.module), 3):
        found |= set(WORD.findall(text))
    return found


def _constants(code: types.CodeType, names: dict[str, Any], depth: int) -> Iterator[str]:
    for const in code.co_consts:
        if isinstance(const, types.CodeType):
            yield from _constants(const, names, depth)
        else:
            yield repr(const)
    if depth:
        for name in code.co_names:
            called = names.get(name)
            if isinstance(called, types.FunctionType) and called.__module__ == names["__name__"]:
                yield from _constants(called.__code__, names, depth - 1)


def names_of(table: str, key: str) -> set[str]:
    """The words that stand for an entity in a test."""
    first = key.rstrip("+").split()[0]
    return {first, first.removesuffix("_POWER"), first.removesuffix("_ORB")}


class Prover:
    """A pytest plugin that runs every collected test again under the mutants it may notice."""

    def __init__(self, wanted: Proofs | None, known: Proofs | None = None) -> None:
        self.found: Proofs = {build: dict((known or {}).get(build, {})) for build in BUILDS}
        self.wanted = wanted
        self.open: dict[str, dict[str, list[tuple[Key, tuple[Switch, ...]]]]] = {}
        alike = same_in_both()
        for build in BUILDS:
            by_word = self.open.setdefault(build, {})
            for table, key, switches in mutants(build):
                if build != DEFAULT_BUILD and (table, key) in alike:
                    continue
                for word in names_of(table, key):
                    by_word.setdefault(word, []).append(((table, key), switches))

    @pytest.hookimpl(wrapper=True)
    def pytest_pyfunc_call(self, pyfuncitem: pytest.Function) -> Any:
        result = yield
        if getattr(pyfuncitem.function, "is_hypothesis_test", False):
            return result
        args = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
        mine = words(pyfuncitem)
        test = pyfuncitem.nodeid.partition("[")[0]
        text = repr(getattr(getattr(pyfuncitem, "callspec", None), "params", "")) + "".join(
            _constants(pyfuncitem.function.__code__, vars(pyfuncitem.module), 3)
        )
        for build in BUILDS:
            if build != DEFAULT_BUILD and build not in text and "BUILDS" not in pyfuncitem.function.__code__.co_names:
                continue
            for word in sorted(mine):
                for key, switches in self.open[build].get(word, ()):
                    due = self.wanted[build].get(key) == test if self.wanted is not None else True
                    if due and key not in self.found[build] and notices(pyfuncitem.function, args, switches):
                        self.found[build][key] = test
        return result


def notices(test: Any, args: dict[str, Any], switches: tuple[Switch, ...]) -> bool:
    """Whether a test that passes fails against one of the mutants."""
    for switch in switches:
        with switch():
            try:
                test(**args)
            except KeyboardInterrupt:
                raise
            except BaseException:
                return True
    return False


def read() -> Proofs:
    """The written proofs."""
    text = json.loads(PROOFS.read_text(encoding="utf-8"))["builds"]
    return {
        build: {
            (table, key): f"{file}::{test}"
            for file, tests in files.items()
            for test, tables in tests.items()
            for table, keys in tables.items()
            for key in keys
        }
        for build, files in text.items()
    }


def changed() -> dict[str, dict[str, list[str]]]:
    """By build and table the ids that the older build has otherwise than the newer one: they need tests of their
    own."""
    alike, found = same_in_both(), {}
    for build in BUILDS[1:]:
        tables: dict[str, list[str]] = {}
        for table, key, _ in mutants(build):
            if (table, key) not in alike:
                tables.setdefault(table, []).append(key)
        found[build] = tables
    return found


def write(proofs: Proofs) -> None:
    """One line a test: file, test, table, ids."""
    tree: dict[str, Any] = {}
    for build, found in proofs.items():
        for (table, key), test in sorted(found.items(), key=lambda row: (row[1], row[0])):
            file, _, name = test.partition("::")
            tree.setdefault(build, {}).setdefault(file, {}).setdefault(name, {}).setdefault(table, []).append(key)
    lines = []
    for build, files in tree.items():
        blocks = []
        for file, tests in files.items():
            rows = ",\n".join(f"    {json.dumps(name)}: {json.dumps(tables)}" for name, tables in tests.items())
            blocks.append(f"  {json.dumps(file)}: {{\n{rows}\n  }}")
        lines.append(f" {json.dumps(build)}: {{\n" + ",\n".join(blocks) + "\n }")
    text = f'{{"changed": {json.dumps(changed())},\n"builds": {{\n' + ",\n".join(lines) + "\n}}\n"
    PROOFS.write_text(text, encoding="utf-8")


def missing(proofs: Proofs) -> dict[str, list[Key]]:
    """By build what no test covers."""
    alike = same_in_both()
    result: dict[str, list[Key]] = {}
    for build in BUILDS:
        lacking = []
        for table, key, _ in mutants(build):
            home = DEFAULT_BUILD if (table, key) in alike else build
            if (table, key) not in proofs[home]:
                lacking.append((table, key))
        result[build] = lacking
    return result


def prove(places: tuple[str, ...], wanted: Proofs | None = None, known: Proofs | None = None) -> Proofs:
    """Runs the tests of some places; what is `known` needs no other test. Raises SystemExit(1) when one fails without
    any mutant."""
    prover = Prover(wanted, known)
    options = ["-q", "-n", "0", "-p", "no:cacheprovider", "-x", "--no-header", *places]
    if pytest.main(options, plugins=[prover]) != 0:
        raise SystemExit(1)
    return prover.found


def check(number: int) -> int:
    """0 when so many of the listed tests, evenly spread, still notice all their mutants."""
    listed = read()
    tests = sorted({test for found in listed.values() for test in found.values()})
    chosen = frozenset(tests[:: max(1, len(tests) // number)])
    wanted = {build: {key: test for key, test in found.items() if test in chosen} for build, found in listed.items()}
    found = prove(tuple(sorted(chosen)), wanted)
    gone = [key for build, keys in wanted.items() for key in keys if key not in found[build]]
    print(f"{len(chosen)} tests, {sum(map(len, wanted.values()))} mutants, not noticed: {gone or 'none'}")
    return int(bool(gone))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("places", nargs="*", help="files or folders of tests (default: all that count)")
    parser.add_argument("--write", action="store_true", help="write proofs.json")
    parser.add_argument("--check", type=int, metavar="N", help="check N of the listed tests")
    args = parser.parse_args()
    if args.check:
        return check(args.check)
    found = prove(tuple(args.places) or PLACES, known=read() if args.places and PROOFS.is_file() else None)
    lacking = missing(found)
    for build, rows in lacking.items():
        counts: dict[str, list[str]] = {}
        for table, key in rows:
            counts.setdefault(table, []).append(key)
        for table, keys in counts.items():
            print(f"{build} {table}: {len(keys)} without a test: {', '.join(keys)}", flush=True)
    if args.write:
        write(found)
    return int(any(lacking.values()))


if __name__ == "__main__":
    sys.exit(main())

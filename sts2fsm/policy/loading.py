"""policies.yaml and the files laid over it: found, read, checked, merged."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path

from sts2fsm.errors import PolicyError
from sts2fsm.policy.fields import Group, Spec, check_declarations
from sts2fsm.policy.policies import Policies
from sts2fsm.policy.problems import Path as KeyPath
from sts2fsm.policy.problems import Place, Problems
from sts2fsm.policy.reading import FAULTY, Raw, Reader, build, lay_over, missing
from sts2fsm.policy.table import Table
from sts2fsm.policy.tree import read_tree

FILE_NAME = "policies.yaml"


def shipped_path() -> Traversable:
    """Where the shipped policies are: inside an installed package, else beside the package in a source checkout.

    Raises PolicyError when they are in neither place.
    """
    package = resources.files("sts2fsm")
    inside = package.joinpath(FILE_NAME)
    if inside.is_file():
        return inside
    if isinstance(package, Path) and (beside := package.parent / FILE_NAME).is_file():
        return beside
    raise PolicyError([f"{inside}:1: file: the shipped policies are missing; install the package again"])


def load(sections: Mapping[str, type], shipped: Traversable, overlays: Sequence[Traversable] = ()) -> Policies:
    """Read `shipped`, lay the overlays over it in their order, key by key, and make one frozen section of each class.

    `sections` maps the top-level keys to their classes; `shipped` must hold every key of every section by itself, an
    overlay only what it changes. A file may be any `pathlib.Path`. Raises PolicyError with every fault of all files, a
    `file:line: path: message` each, and TypeError when a class is declared wrongly.
    """
    check_declarations(sections)
    files = [str(source) for source in (shipped, *overlays)]
    problems = Problems()
    where: dict[KeyPath, Place] = {}
    top: dict[str, Spec] = {name: Group("", cls) for name, cls in sections.items()}
    merged: Raw = {}
    reported: set[KeyPath] = set()
    for file, source in enumerate((shipped, *overlays)):
        laid = _read(source, file, sections, problems, where)
        if laid is FAULTY:
            if file == 0:
                merged = dict.fromkeys(sections, FAULTY)
            continue
        merged = _keep_faulty(merged, lay_over(merged, laid))
        # After the shipped file everything must be there; an overlay can only lack keys of entries it adds itself.
        for path in _missing(top, merged):
            if path not in reported:
                reported.add(path)
                kind = "missing section" if len(path) == 1 else "missing key"
                problems.add(where.get(path[:-1], Place(file, 1)), path, kind)
    if problems:
        raise PolicyError(problems.lines(files))
    return Policies(Table({name: build(spec, merged[name]) for name, spec in top.items()}), tuple(files))


def _read(
    source: Traversable, file: int, sections: Mapping[str, type], problems: Problems, where: dict[KeyPath, Place]
) -> Raw:
    root = read_tree(source)
    if root is None:
        return {}
    return Reader(file, problems, where).sections(root, sections)


def _missing(top: Mapping[str, Spec], merged: Raw) -> list[KeyPath]:
    found: list[KeyPath] = []
    for name, spec in top.items():
        found += missing(spec, merged[name], (name,)) if name in merged else [(name,)]
    return found


def _keep_faulty(before: Raw, after: Raw) -> Raw:
    """What was faulty below stays so: an overlay over it would look incomplete, and nothing is used anyway."""
    if before is FAULTY:
        return FAULTY
    if isinstance(before, dict) and isinstance(after, dict):
        return {key: _keep_faulty(before[key], value) if key in before else value for key, value in after.items()}
    return after

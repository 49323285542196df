"""Node trees to plain values, checked field by field; one laid over another; the frozen sections made of the result.

`Raw` is what is laid over: mappings are dicts, so that they merge key by key; numbers, texts and lists are leaves.
Whatever was faulty is `FAULTY`, so that it is neither used nor reported again as missing. cattrs, which structures the
wire, is not used here: it sees values whose lines are gone, and it turns 3.7 into 3. A walk over the nodes knows both.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, TypeAlias

import attrs

from sts2fsm.policy.fields import DEFAULT, Entries, Flag, Group, Names, Number, Spec, Word, specs
from sts2fsm.policy.problems import Path, Place, Problems, suggestion, unknown_name
from sts2fsm.policy.scalars import Fault, read_flag, read_key, read_number, read_text
from sts2fsm.policy.table import Table
from sts2fsm.policy.tree import Items, Node, Pairs, Refused, Scalar

Raw: TypeAlias = Any  # dict[str, Raw] | bool | int | float | str | tuple[str, ...] | None | FAULTY
FAULTY: Final = object()


@attrs.frozen
class Reader:
    """Reads the nodes of one file. `where` keeps the line at which each mapping first appeared, over all files."""

    file: int
    problems: Problems
    where: dict[Path, Place]

    def sections(self, root: Node, sections: Mapping[str, type]) -> Raw:
        """The whole file."""
        return self._keyed(
            root, (), root.line, {name: Group("", cls) for name, cls in sections.items()}, "unknown section"
        )

    def _value(self, node: Node, spec: Spec, path: Path, line: int) -> Raw:
        match spec:
            case Flag():
                return self._scalar(node, path, "true or false", read_flag)
            case Number():
                return self._scalar(node, path, "a number", lambda scalar: read_number(scalar, spec))
            case Word(allowed=allowed):
                return self._name(node, path, allowed)
            case Names():
                return self._names(node, spec, path)
            case Group(of=of):
                return self._keyed(node, path, line, specs(of), "unknown key")
            case Entries():
                return self._entries(node, spec, path, line)

    def _keyed(self, node: Node, path: Path, line: int, known: Mapping[str, Spec], unknown: str) -> Raw:
        pairs = self._pairs(node, path, line)
        if pairs is None:
            return FAULTY
        raw: dict[str, Raw] = {}
        for key, key_line, value in pairs:
            if key in known:
                raw[key] = self._value(value, known[key], (*path, key), key_line)
            else:
                self._fault(key_line, (*path, key), unknown + suggestion(key, known))
        return raw

    def _entries(self, node: Node, spec: Entries, path: Path, line: int) -> Raw:
        pairs = self._pairs(node, path, line)
        if pairs is None:
            return FAULTY
        raw: dict[str, Raw] = {}
        for key, key_line, value in pairs:
            if key == DEFAULT:
                why = "this table has no default" if spec.default == "refused" else None
            else:
                why = unknown_name(key, spec.keys)
            if why is not None:
                self._fault(key_line, (*path, key), why)
            raw[key] = self._value(value, spec.entry, (*path, key), key_line)
        return raw

    def _pairs(self, node: Node, path: Path, line: int) -> list[tuple[str, int, Node]] | None:
        """Key, its line and value; duplicates reported. None when the node is no mapping, which is reported."""
        if not isinstance(node, Pairs):
            self._shape(node, path, "a mapping of keys to values")
            return None
        self.where.setdefault(path, Place(self.file, line))
        return list(self._unique(node, path))

    def _unique(self, node: Pairs, path: Path) -> Iterator[tuple[str, int, Node]]:
        seen: dict[str, int] = {}
        for key_node, value in node.pairs:
            if not isinstance(key_node, Scalar):
                self._shape(key_node, path, "a key that is a name")
                continue
            key = read_key(key_node)
            if isinstance(key, Fault):
                self._fault(key_node.line, path, key.message)
            elif key in seen:
                self._fault(key_node.line, (*path, key), f"duplicate key, first on line {seen[key]}")
            else:
                seen[key] = key_node.line
                yield key, key_node.line, value

    def _names(self, node: Node, spec: Names, path: Path) -> Raw:
        if not isinstance(node, Items):
            return self._shape(node, path, "a list of names")
        found: dict[str, int] = {}
        sound = True
        for index, item in enumerate(node.items):
            name = self._name(item, (*path, index), spec.allowed)
            if name is FAULTY:
                sound = False
            elif name in found:
                sound = False
                self._fault(item.line, (*path, index), f"{name} is listed twice, first on line {found[name]}")
            else:
                found[name] = item.line
        if spec.complete and sound and isinstance(spec.allowed, Collection):
            lacking = [name for name in sorted(spec.allowed) if name not in found]
            if lacking:
                self._fault(node.line, path, f"must list every name; missing {', '.join(lacking)}")
                sound = False
        return tuple(found) if sound else FAULTY

    def _name(self, node: Node, path: Path, allowed: Collection[str] | Callable[[str], bool] | None) -> Raw:
        text = self._scalar(node, path, "a name", read_text)
        if text is not FAULTY and (why := unknown_name(text, allowed)) is not None:
            return self._fault(node.line, path, why)
        return text

    def _scalar(self, node: Node, path: Path, wanted: str, read: Callable[[Scalar], Any]) -> Raw:
        if not isinstance(node, Scalar):
            return self._shape(node, path, wanted)
        value = read(node)
        return self._fault(node.line, path, value.message) if isinstance(value, Fault) else value

    def _shape(self, node: Node, path: Path, wanted: str) -> Raw:
        if isinstance(node, Refused):
            return self._fault(node.line, path, node.message)
        found = {Scalar: "a single value", Items: "a list", Pairs: "a mapping"}[type(node)]
        if isinstance(node, Scalar) and node.plain and not node.text:
            found = "nothing"
        return self._fault(node.line, path, f"must be {wanted}, found {found}")

    def _fault(self, line: int, path: Path, message: str) -> Raw:
        self.problems.add(Place(self.file, line), path, message)
        return FAULTY


def lay_over(base: Raw, over: Raw) -> Raw:
    """Mappings merge key by key; anything else is replaced."""
    if not (isinstance(base, dict) and isinstance(over, dict)):
        return over
    return base | {key: lay_over(base[key], value) if key in base else value for key, value in over.items()}


def missing(spec: Spec, raw: Raw, path: Path = ()) -> Iterator[Path]:
    """The path of every key that `raw` lacks. An entry of a table of groups may lack what the `default` entry has."""
    if raw is FAULTY:
        return
    if isinstance(spec, Group):
        for key, inner in specs(spec.of).items():
            if key in raw:
                yield from missing(inner, raw[key], (*path, key))
            else:
                yield (*path, key)
    elif isinstance(spec, Entries):
        if spec.default == "required" and DEFAULT not in raw:
            yield (*path, DEFAULT)
        if isinstance(spec.entry, Group):
            yield from _missing_in_groups(spec.entry, raw, path)


def _missing_in_groups(entry: Group, raw: dict[str, Raw], path: Path) -> Iterator[Path]:
    base = raw.get(DEFAULT, {})
    in_base = [*missing(entry, base, (*path, DEFAULT))] if DEFAULT in raw else []
    yield from in_base
    if base is not FAULTY and not in_base:  # else the same lack would be told once more for each entry
        for key, own in raw.items():
            yield from missing(entry, lay_over(base, own), (*path, key))


def build(spec: Spec, raw: Raw) -> Any:
    """The frozen value of a complete and faultless `raw`."""
    if isinstance(spec, Group):
        return spec.of(**{key: build(inner, raw[key]) for key, inner in specs(spec.of).items()})
    if isinstance(spec, Entries):
        if isinstance(spec.entry, Group):
            raw = {key: lay_over(raw.get(DEFAULT, {}), entry) for key, entry in raw.items()}
        return Table({key: build(spec.entry, value) for key, value in raw.items()})
    return raw

"""A policy file as a tree of nodes that remember their lines.

The tree is made from PyYAML's events and not by its composer, because only the events tell an explicit tag from a
guessed one and show aliases before they are resolved. Nothing is constructed: what a scalar means is decided by
`scalars.py` for the field it is read for.

Refused here: tags, anchors, aliases (and so merges), a second document, nesting deeper than `MAX_DEPTH`, files larger
than `MAX_BYTES`, text that is not UTF-8.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources.abc import Traversable
from typing import TypeAlias

import attrs
import yaml

from sts2fsm.policy.problems import quoted

MAX_BYTES = 1 << 20
MAX_DEPTH = 16


@attrs.frozen
class Scalar:
    """Text; `plain` when written without quotes or block marks."""

    line: int
    text: str
    plain: bool


@attrs.frozen
class Items:
    """A list."""

    line: int
    items: tuple[Node, ...]


@attrs.frozen
class Pairs:
    """A mapping, duplicate keys still in it."""

    line: int
    pairs: tuple[tuple[Node, Node], ...]


@attrs.frozen
class Refused:
    """What may not stand there, or a whole file that cannot be used; the reader reports it with its path."""

    line: int
    message: str


Node: TypeAlias = Scalar | Items | Pairs | Refused


class _NotReadable(Exception):
    def __init__(self, line: int, message: str) -> None:
        super().__init__(message)
        self.line = line
        self.message = message


def read_tree(source: Traversable) -> Node | None:
    """The tree of a file; None for a file without any value; `Refused` for one that cannot be read or is not YAML."""
    try:
        return _Composer(_read_text(source)).root()
    except _NotReadable as fault:
        return Refused(fault.line, fault.message)


def _read_text(source: Traversable) -> str:
    try:
        with source.open("rb") as stream:
            data = stream.read(MAX_BYTES + 1)
    except FileNotFoundError:
        raise _NotReadable(1, "no such file") from None
    except IsADirectoryError:
        raise _NotReadable(1, "is a directory, not a file") from None
    except OSError as fault:
        raise _NotReadable(1, f"cannot be read: {fault.strerror or type(fault).__name__}") from None
    if len(data) > MAX_BYTES:
        raise _NotReadable(1, f"larger than {MAX_BYTES} bytes")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as fault:
        line = data.count(b"\n", 0, fault.start) + 1
        raise _NotReadable(line, f"not UTF-8 text (byte {data[fault.start]:#04x})") from None


class _Composer:
    def __init__(self, text: str) -> None:
        self.line = 1
        self.events = self._events(text)

    def _events(self, text: str) -> Iterator[yaml.Event]:
        """PyYAML's events, each of its ways to fail turned into one."""
        try:
            for event in yaml.parse(text, Loader=yaml.SafeLoader):
                if event.start_mark is not None:
                    self.line = event.start_mark.line + 1
                yield event
        except yaml.MarkedYAMLError as fault:
            mark = fault.problem_mark or fault.context_mark
            words = ", ".join(part for part in (fault.context, fault.problem) if part)
            raise _NotReadable(mark.line + 1 if mark else self.line, f"not YAML: {' '.join(words.split())}") from None
        except yaml.reader.ReaderError as fault:
            line = text.count("\n", 0, fault.position) + 1
            raise _NotReadable(line, "not YAML: a character that may not stand in text") from None
        except (ValueError, OverflowError):  # the parser's own int() and chr() on absurd escapes and versions
            raise _NotReadable(self.line, "not YAML: an escape or version that is no number") from None

    def root(self) -> Node | None:
        root: Node | None = None
        documents = 0
        for event in self.events:
            if isinstance(event, yaml.DocumentStartEvent):
                documents += 1
                if documents > 1:
                    raise _NotReadable(self.line, "a second document; write everything into one")
                root = self._node(next(self.events), 0)
        if isinstance(root, Scalar) and root.plain and not root.text:
            return None
        return root

    def _node(self, event: yaml.Event, depth: int) -> Node:
        line = self.line
        if depth > MAX_DEPTH:
            raise _NotReadable(line, f"nested more than {MAX_DEPTH} deep")
        if isinstance(event, yaml.AliasEvent):
            return Refused(line, f"alias *{event.anchor}; write the value out")
        assert isinstance(event, yaml.ScalarEvent | yaml.CollectionStartEvent)
        node = self._content(event, line, depth)  # read even when refused: its events must be used up
        if event.anchor is not None:
            node = Refused(line, f"anchor &{event.anchor}; aliases are not supported, leave it out")
        if event.tag is not None:
            node = Refused(line, f"tag {quoted(str(event.tag))}; tags are not supported, leave it out")
        return node

    def _content(self, event: yaml.Event, line: int, depth: int) -> Node:
        if isinstance(event, yaml.ScalarEvent):
            return Scalar(line, event.value, plain=not event.style)
        if isinstance(event, yaml.SequenceStartEvent):
            return Items(line, tuple(self._until(yaml.SequenceEndEvent, depth)))
        nodes = list(self._until(yaml.MappingEndEvent, depth))
        return Pairs(line, tuple(zip(nodes[::2], nodes[1::2], strict=True)))

    def _until(self, end: type[yaml.Event], depth: int) -> Iterator[Node]:
        while not isinstance(event := next(self.events), end):
            yield self._node(event, depth + 1)

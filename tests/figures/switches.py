"""Putting changed things in place of others for a while, and taking them out again."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import Any

Switch = Callable[[], AbstractContextManager[None]]
Mutant = tuple[str, str, tuple[Switch, ...]]  # table, id, the mutants of which one must be noticed


@contextmanager
def items(changes: list[tuple[Any, Any, Any]]) -> Iterator[None]:
    """Sets (mapping, key, value) items and puts the old ones back."""
    old = [(where, key, where.get(key, ...)) for where, key, _ in changes]
    try:
        for where, key, value in changes:
            where[key] = value
        yield
    finally:
        for where, key, value in old:
            if value is ...:
                where.pop(key, None)
            else:
                where[key] = value


@contextmanager
def attributes(*changes: tuple[Any, str, Any]) -> Iterator[None]:
    """Sets (object, name, value) attributes and puts the old ones back."""
    old = [(where, name, getattr(where, name)) for where, name, _ in changes]
    try:
        for where, name, value in changes:
            setattr(where, name, value)
        yield
    finally:
        for where, name, value in old:
            setattr(where, name, value)

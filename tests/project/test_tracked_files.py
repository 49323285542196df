"""What must never stand in a committed file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from sources import text_files

from tests.shared import capture_names, captures

# Written with a class of one character where needed, so that this file does not match itself.
FORBIDDEN = {
    "a path of one machine": r"(?<![\w.~$})>*-])/(?:work|root|home|Users|mnt|opt)/\w",
    "a package registry's host": r"(?:pypi[.]org|pythonhosted[.]|registry[.]npmjs|proxy[.]golang)",
    "a workplace's library": r"[.]library/",
    "a secret": r"(?:sk|ts)-[A-Za-z0-9]{24,}|BEGIN [A-Z ]*PRIVATE KEY",
}

# A text of the game shorter than this can be a common phrase.
SHORTEST = 30
TEXT_KEYS = frozenset({"description", "body", "card_description", "relic_description", "potion_description"})


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_committed_file_holds(what: str) -> None:
    """The repository says nothing about the machine it was written on, and holds no secret."""
    pattern = re.compile(FORBIDDEN[what])
    hits = [
        f"{name}:{text.count(chr(10), 0, match.start()) + 1}: {match.group()}"
        for name, text in text_files()
        for match in pattern.finditer(text)
    ]
    assert not hits, "\n".join(hits)


def game_texts(value: Any) -> Iterator[str]:
    """Every longer text of the game in a payload."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key in TEXT_KEYS and isinstance(item, str) and len(item) >= SHORTEST:
                yield item
            yield from game_texts(item)
    elif isinstance(value, list):
        for item in value:
            yield from game_texts(item)


def payloads(path: Path) -> Iterator[Any]:
    lines = (
        path.read_text(encoding="utf-8").splitlines() if path.suffix == ".jsonl" else [path.read_text(encoding="utf-8")]
    )
    return (json.loads(line) for line in lines)


@pytest.mark.parametrize("pattern", ["captures/states/*.json", "captures/*.jsonl"])
def test_no_text_of_the_game_is_committed(pattern: str) -> None:
    """No longer text of the captures, as the mod prints it, appears in a committed file."""
    texts = {
        text for name in capture_names(pattern) for payload in payloads(captures(name)) for text in game_texts(payload)
    }
    assert len(texts) > 20, "the captures hold texts, so finding none means looking in the wrong place"
    assert [(name, text) for name, content in text_files() for text in texts if text in content] == []

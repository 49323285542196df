"""Every reported behaviour has a test of its id, or stands in a short table with the reason why not here."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path

from tests.behaviours.rows import PARTS, behaviour_ids
from tests.shared import captures

# What belongs to other commands (doctor, resume, reports). The client's own part of these is tested here all the same.
ELSEWHERE: Mapping[str, str] = {}
PARTLY: Mapping[str, str] = {
    "W02": "doctor: which game version is installed cannot be told over a connection that is refused",
    "W03": "doctor: looking at ports and library paths of a Linux machine",
}
_TEST = re.compile(r"^def (test_(?:w\d\d_)(?:and_w\d\d_)?\w+)\(", re.MULTILINE)
_ID = re.compile(r"(?:^|_)w(\d\d)(?=_)")


def ids_tested() -> dict[str, list[str]]:
    """Names of the tests of this folder by behaviour id; a name may carry two ids."""
    found: dict[str, list[str]] = {}
    for path in sorted(Path(__file__).parent.glob("test_w_*.py")):
        for name in _TEST.findall(path.read_text(encoding="utf-8")):
            for number in _ID.findall(name.removeprefix("test")):
                found.setdefault(f"W{number}", []).append(name)
    return found


def test_every_behaviour_has_a_test_or_a_reason() -> None:
    """The reference's ids are exactly those tested here and those listed as tested elsewhere."""
    captures(*PARTS)
    assert set(behaviour_ids()) == set(ids_tested()) | set(ELSEWHERE)
    assert not set(ids_tested()) & set(ELSEWHERE)
    assert set(PARTLY) <= set(ids_tested())


def test_there_are_ninety_six() -> None:
    """W01 to W96, each with at least one test, whether the reference is at hand or not."""
    assert sorted({*ids_tested(), *ELSEWHERE}) == [f"W{number:02}" for number in range(1, 97)]

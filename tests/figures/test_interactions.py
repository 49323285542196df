"""At least thirty interactions for each character, each with the facts rows it rests on and its sum by hand."""

from __future__ import annotations

import json
from functools import cache

import pytest

from tests.figures.field import after, stand
from tests.figures.interaction_rows import Row
from tests.figures.interactions_defect import DEFECT
from tests.figures.interactions_ironclad import IRONCLAD
from tests.figures.interactions_necrobinder import NECROBINDER
from tests.figures.interactions_regent import REGENT
from tests.figures.interactions_silent import SILENT
from tests.rules.build import end, play
from tests.shared import captures

ROWS: dict[str, list[Row]] = {
    "IRONCLAD": IRONCLAD,
    "SILENT": SILENT,
    "DEFECT": DEFECT,
    "REGENT": REGENT,
    "NECROBINDER": NECROBINDER,
}
CASES = [(character, number) for character, rows in ROWS.items() for number in range(len(rows))]


@cache
def known(table: str) -> frozenset[str]:
    """Ids of a facts file; of the mechanics the names of its groups too."""
    data = json.loads(captures("facts", f"{table}.json").read_text(encoding="utf-8"))
    if table == "mechanics":
        return frozenset(data) | {row["id"] for row in data["orbs"]}
    parts = [data] if isinstance(data, list) else list(data.values())
    rows = next(part for part in parts if isinstance(part, list) and isinstance(part[0], dict))
    return frozenset(row["id"] for row in rows)


@pytest.mark.parametrize(("character", "number"), CASES, ids=[f"{c} {ROWS[c][n][0]} {n}" for c, n in CASES])
def test_rules_that_meet_come_out_as_worked_out(character: str, number: int) -> None:
    """What stands after the plays of the row."""
    _, on, plays, expected = ROWS[character][number]
    c = stand(on)
    for name in plays.split():
        if name == "END":
            end(c)
        else:
            play(c, name)
    found = after(c)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("character", sorted(ROWS))
def test_a_character_has_thirty_interactions_of_known_facts(character: str) -> None:
    """Thirty different ones; each names rows that the facts have."""
    rows = ROWS[character]
    assert len({(facts, repr(on), plays) for facts, on, plays, _ in rows}) >= 30
    named = {name for facts, *_ in rows for name in facts.split()}
    assert [name for name in sorted(named) if name.split(":")[1] not in known(name.split(":")[0])] == []

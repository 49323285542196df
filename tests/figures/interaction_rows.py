"""What a row of interactions is: two or more rules that meet, and their order, worked out by hand.

A row: the facts rows it rests on, the field, what is played in order (END ends the turn), what stands then; the sum
beside it. The enemy has 200 hp and does nothing; 9 energy, 50 of 80 hp.
"""

from __future__ import annotations

from typing import Any

from tests.figures.field import On

Row = tuple[str, On, str, dict[str, Any]]


def held(*relics: str | tuple[str, int]) -> dict[str, Any]:
    """A field's relics."""
    return {"relics": relics}

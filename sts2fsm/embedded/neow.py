"""Neow's offers: two good relics and one with a price."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sts2fsm.content.run_tables import AncientDef

from .offers import card_pool

if TYPE_CHECKING:
    from .run import Run

ANCIENT = AncientDef("NEOW", "Neow", (1,), 1, (), (), (), 3, "", {}, False, "")


def offers(run: Run, placed: Sequence[str]) -> list[str]:
    """Three relic ids: the curse is drawn first and bars some good ones; each pair adds one of its two. `placed` ids
    come first."""
    rng = run.rng["neow"]
    table = run.tables.neow
    known = run.content.relics
    curse = rng.choice([r for r in table["curse"][run.build] if r in known])
    good = [r for r in table["positive"][run.build] if r in known and _possible(run, r)]
    good += [rng.choice([r for r in pair if r in known]) for pair in table["one_of_pairs"]]
    barred = table["excludes"].get(curse, ())
    good = [r for r in good if r not in barred]
    rng.shuffle(good)
    wanted = [r for r in placed if r in known]
    drawn = [*good[:2], curse]
    return (wanted + [r for r in drawn if r not in wanted])[:3]


def _possible(run: Run, relic: str) -> bool:
    rule = run.tables.relics.get(relic)
    if rule is None or not rule.hooks.get("needs_other_pools"):
        return True
    return len(card_pool(run, "other", lambda c: c.rarity == "Common")) >= 3

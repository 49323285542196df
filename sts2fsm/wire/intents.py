"""Intents: their types, and how to read the label that carries damage (api.md 3.4, behaviours W16 and W38)."""

from __future__ import annotations

import re

from attrs import frozen

DAMAGE_INTENTS = ("Attack", "DeathBlow")
INTENT_TYPES = (
    "Attack", "Buff", "Debuff", "DebuffStrong", "Defend", "Escape", "Heal", "Hidden", "Summon", "Sleep", "Stun",
    "StatusCard", "CardDebuff", "DeathBlow", "Unknown",
)  # fmt: skip

# "12", "3x7", "3×7" (Chinese builds), "4x3 (12)" (some builds add the total)
_NUMBER = r"(\d{1,9})"  # longer runs of digits are no damage, and too long for `int` in the end
_LABEL = re.compile(rf"\s*{_NUMBER}(?:\s*[xX×]\s*{_NUMBER})?\s*(?:\(\s*{_NUMBER}\s*\))?\s*\Z")


@frozen
class Hits:
    """`damage` a hit, `hits` times; both after the game's own modifiers for the local player."""

    damage: int
    hits: int

    @property
    def total(self) -> int:
        return self.damage * self.hits


def parse_label(label: str | None) -> Hits | None:
    """The numbers of an attack's label; None when it shows none, which means unknown damage, never zero."""
    found = _LABEL.match(label) if label else None
    if found is None:
        return None
    return Hits(int(found[1]), int(found[2]) if found[2] else 1)

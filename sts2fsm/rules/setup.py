"""What a fight is built from, and what it leaves behind. Frozen records; ids are the wire's bare ids."""

from __future__ import annotations

from typing import Any

import attrs


@attrs.frozen
class CardSpec:
    """A card as it stands in the deck. `enchantment` is (id, amount); `counters` are (name, number) pairs that outlive
    fights."""

    id: str
    upgrades: int = 0
    enchantment: tuple[str, int] | None = None
    counters: tuple[tuple[str, int], ...] = ()


@attrs.frozen
class RelicSpec:
    """A relic and its counter (-1: none shown)."""

    id: str
    counter: int = -1


@attrs.frozen
class CombatSetup:
    """Everything a fight starts from. `monsters` are ids in screen order, a variant after a colon (`NIBBIT:alone`);
    empty: rolled from the encounter's line-up with the seed. `room` is monster, elite or boss. Same setup, same
    fight."""

    deck: tuple[CardSpec, ...]
    hp: int
    max_hp: int
    encounter: str = ""
    monsters: tuple[str, ...] = ()
    character: str = "IRONCLAD"
    ascension: int = 0
    room: str = "monster"
    relics: tuple[RelicSpec, ...] = ()
    potions: tuple[str | None, ...] = (None, None, None)
    gold: int = 0
    max_energy: int = 3
    seed: int = 0
    build: str = "v0.107.1"
    act: int = 1
    floor: int = 0


@attrs.frozen
class CombatResult:
    """What lasts after a fight. `deck_changes`: (kind, data) pairs: ("upgrade", deck index), ("remove", deck index),
    ("counter", (deck index, name, value)), ("add", CardSpec). `rewards`: extra rewards, (kind, data): ("gold", n),
    ("card", None), ("relic", None), ("potion", id). `gold_delta` is gold gained or lost in the fight, before the
    room's own reward. `killed` lists dead enemy ids, `escaped` those that left."""

    outcome: str | None
    hp: int
    max_hp: int
    potions: tuple[str | None, ...]
    relics: tuple[RelicSpec, ...]
    gold_delta: int
    deck_changes: tuple[tuple[str, Any], ...]
    rewards: tuple[tuple[str, Any], ...]
    turns: int
    killed: tuple[str, ...]
    escaped: tuple[str, ...]
    notes: tuple[str, ...] = ()


@attrs.frozen
class Intent:
    """One intent as the wire prints it. `type`: Attack, Defend, Buff, Debuff, DebuffStrong, StatusCard, CardDebuff,
    Summon, Escape, Heal, Sleep, Stun, Hidden, Unknown, DeathBlow. `label`: "12", "3x7", a count for StatusCard, else
    ""."""

    type: str
    label: str = ""

"""Typed frozen records of the tables. Programs (`do`, `on`) stay nested lists here; sts2fsm.rules.compile turns them
into ops.

Pairs are (base, upgraded) on cards and (below, at or above the ascension gate) on monsters. `unsure` names a fact that
sources disagree on or nobody could check; "" when sure. `behaves` is False for an entity whose effects are not in the
tables yet. What is for several players has the rules it has with one: a card that needs an ally can't be played.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

Pair = tuple[int, int]
Program = tuple[Any, ...]


@attrs.frozen
class CardDef:
    """A card. `cost` is energy by upgrade (-1: can't be played for energy, X costs are `x_cost` with cost 0),
    `star_cost` the same in stars (-1: none; `x_stars`: all of them);
    `numbers` are its printed numbers by name; `do` and `do_up` its programs; `rule` holds what is not a play effect
    (playable_if, on_draw, turn_end, ...)."""

    id: str
    name: str
    pool: str
    type: str
    rarity: str
    target: str
    cost: Pair
    x_cost: bool
    star_cost: Pair
    x_stars: bool
    keywords: tuple[tuple[str, ...], tuple[str, ...]]
    tags: tuple[str, ...]
    numbers: Mapping[str, Pair]
    do: Program | None
    do_up: Program | None
    rule: Mapping[str, Any]
    max_upgrades: int
    multiplayer_only: bool
    behaves: bool
    unsure: str


@attrs.frozen
class PowerDef:
    """A power. `type` is "Buff" or "Debuff" (`signed`: a negative amount is a Debuff). `stack` is Counter, Single or
    Instanced. `on` maps hook to program; `fn` maps hook to the name of a function in sts2fsm.rules.powerfns. `decay`
    names what the engine takes off by itself (see rules.turns); `temp` is (power, sign) that lands with it and is
    taken back with it; `marks` are flags other rules read. `multiplayer_only`: it needs a second player to matter."""

    id: str
    name: str
    type: str
    signed: bool
    stack: str
    on: Mapping[str, Program]
    fn: Mapping[str, str]
    decay: str
    temp: tuple[str, int] | None
    marks: tuple[str, ...]
    behaves: bool
    unsure: str
    multiplayer_only: bool = False


@attrs.frozen
class MoveDef:
    """A monster's move: intents as the wire names them, program, and the next state (a move or a branch of the
    monster)."""

    id: str
    intents: tuple[str, ...]
    do: Program
    next: str


@attrs.frozen
class MonsterDef:
    """A monster. `hp` and `hp_a8` are (lowest, highest). `branches` are its non-move states: random picks and
    conditions. `ally_death` maps the move it shows to the one it shows instead once another enemy has died."""

    id: str
    name: str
    hp: Pair
    hp_a8: Pair
    initial: str
    spawn: Program
    moves: Mapping[str, MoveDef]
    branches: Mapping[str, Mapping[str, Any]]
    ally_death: Mapping[str, str]
    behaves: bool
    unsure: str


@attrs.frozen
class EncounterDef:
    """A fight. `room` is monster, elite or boss; `monsters` the line-up with its random picks (see rules.spawn);
    `slots` names places; `more` its special starts by name (see rules.lineups)."""

    id: str
    name: str
    room: str
    weak: bool
    acts: tuple[str, ...]
    tags: tuple[str, ...]
    slots: tuple[str, ...]
    monsters: tuple[Any, ...]
    possible: tuple[str, ...]
    more: Mapping[str, Any]


@attrs.frozen
class PotionDef:
    """A potion. `usage` is Combat, Any or Auto; `target` as the wire's target_type."""

    id: str
    name: str
    pool: str
    rarity: str
    usage: str
    target: str
    numbers: Mapping[str, int]
    do: Program | None
    behaves: bool
    unsure: str


@attrs.frozen
class RelicDef:
    """A relic. `on` and `fn` are its combat hooks like a power's; `num` maps a numeric hook to
    (condition, value); `counter` is what it starts with (-1: none). `combat`: it acts in fights; `behaves`: that part
    is in the tables."""

    id: str
    name: str
    pool: str
    rarity: str
    numbers: Mapping[str, int]
    on: Mapping[str, Program]
    fn: Mapping[str, str]
    num: Mapping[str, Any]
    counter: int
    combat: bool
    behaves: bool
    unsure: str
    multiplayer_only: bool = False


@attrs.frozen
class CharacterDef:
    """A character: starting values and the pools it draws from."""

    id: str
    name: str
    hp: int
    gold: int
    energy: int
    orb_slots: int
    pool: str
    deck: tuple[str, ...]
    relics: tuple[str, ...]


@attrs.frozen
class Content:
    """All tables of one build. Keys are wire ids. `tables` holds the tables that have no record class (acts, events,
    odds, ...), as parsed JSON."""

    build: str
    cards: Mapping[str, CardDef]
    powers: Mapping[str, PowerDef]
    monsters: Mapping[str, MonsterDef]
    encounters: Mapping[str, EncounterDef]
    potions: Mapping[str, PotionDef]
    relics: Mapping[str, RelicDef]
    characters: Mapping[str, CharacterDef]
    enchantments: Mapping[str, Any]
    tables: Mapping[str, Any]

    @property
    def acts(self) -> Any:
        """acts.json as parsed; raises KeyError when the table is absent."""
        return self.tables["acts"]

    @property
    def events(self) -> Any:
        """events.json as parsed; raises KeyError when the table is absent."""
        return self.tables["events"]

    @property
    def odds(self) -> Any:
        """odds.json as parsed; raises KeyError when the table is absent."""
        return self.tables["odds"]

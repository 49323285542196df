"""The state of one run, outside any room: deck, relics, potions, gold, map position, odds that drift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sts2fsm.content import Content, load
from sts2fsm.content.run_tables import ActDef, RelicRule, RunTables, run_tables
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.setup import RelicSpec

from .history import History
from .mapgen import ActMap, Point, generate
from .mapprune import prune
from .queues import EncounterQueue, EventQueue, RelicBag
from .run_cards import DeckCard

NO_RULE = RelicRule("", (), None, False, {})


class RunRelic:
    """A relic held; `counter` None when it keeps none."""

    __slots__ = ("counter", "floor", "id", "rule")

    id: str

    def __init__(self, id: str, floor: int, rule: RelicRule, counter: int | None) -> None:
        self.id = id
        self.floor = floor
        self.rule = rule
        self.counter = counter


class Run:
    """One run of one character. Random draws come from named forks of the seed, so that one part's draws don't shift
    another's."""

    def __init__(self, seed: int, seed_name: str, character: str, ascension: int, build: str, start_time: int) -> None:
        self.content: Content = load(build)
        self.tables: RunTables = run_tables(build)
        self.build = build
        self.seed = seed
        self.seed_name = seed_name
        self.ascension = ascension
        self.start_time = start_time
        self.character = self.content.characters[character]
        root = Rng(seed)
        self.rng: Mapping[str, Rng] = {name: root.fork(name) for name in STREAMS}
        self.act_no: int = 1
        self.act: ActDef = self.tables.acts["OVERGROWTH"]
        self.max_hp: int = self.character.hp
        self.hp: int = self.max_hp if ascension < 2 else 0  # the first ancient heals 80 % from A2 on
        self.gold: int = self.character.gold
        self.max_energy = self.character.energy
        self.floor: int = 0
        slots = self.tables.odds["potion_slots"] - (1 if ascension >= 4 else 0)
        self.potions: list[str | None] = [None] * slots
        self.deck = [DeckCard(card) for card in self.character.deck]
        if ascension >= 5:
            self.deck.append(DeckCard("ASCENDERS_BANE"))
        self.relics: list[RunRelic] = [self.make_relic(relic) for relic in self.character.relics]
        self.rare_offset: float = self.tables.odds["rare_offset"]["start"]
        self.potion_odds: float = self.tables.odds["potion"]["start"]
        self.unknown_odds: dict[str, float] = dict(self.tables.odds["unknown_room"])
        self.removals = 0
        self.chests = 0
        self.won = False
        self.over = False
        self.bag = RelicBag(self)
        self.fights = EncounterQueue(self.act, self.rng["encounters"])
        self.events = EventQueue(self)
        self.map: ActMap = generate(self.rng["map"], self.tables.odds, self.act.id, self.act.rooms, ascension)
        prune(self.map, self.map.rooms)
        self.position: Point | None = None
        self.visited: list[Point] = []
        self.history = History(self)

    def make_relic(self, relic_id: str) -> RunRelic:
        """A relic object with its first counter; not yet held."""
        rule = self.tables.relics.get(relic_id, NO_RULE)
        counter = rule.counter
        shown = self.content.relics[relic_id].counter
        if counter is None and shown >= 0:
            counter = shown
        return RunRelic(relic_id, max(self.floor, 1), rule, counter)

    def relic(self, relic_id: str) -> RunRelic | None:
        """The first relic of that id, or None."""
        return next((r for r in self.relics if r.id == relic_id), None)

    def hooks(self, name: str) -> Iterator[tuple[RunRelic, Any]]:
        """Relics that have a run-side hook, with the hook's value."""
        for relic in self.relics:
            value = relic.rule.hooks.get(name)
            if value is not None:
                yield relic, value

    def has_hook(self, name: str) -> bool:
        """Does any relic have that hook?"""
        return any(True for _ in self.hooks(name))

    def free_slot(self) -> int | None:
        """The first empty potion slot, or None when the belt is full."""
        return next((i for i, p in enumerate(self.potions) if p is None), None)

    def relic_specs(self) -> tuple[RelicSpec, ...]:
        """Relics as a fight takes them."""
        return tuple(RelicSpec(r.id, -1 if r.counter is None else r.counter) for r in self.relics)


STREAMS = (
    "map",
    "encounters",
    "combat",
    "rewards",
    "relics",
    "potions",
    "shop",
    "events",
    "unknown",
    "neow",
    "transform",
    "treasure",
    "crystal",
)

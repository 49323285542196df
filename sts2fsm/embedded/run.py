"""The state of one run, outside any room: deck, relics, potions, gold, map position, odds that drift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from sts2fsm.content import Content, load
from sts2fsm.content.run_tables import ACTS, ActDef, RelicRule, RunTables, playable_acts, run_tables
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.setup import RelicSpec

from .history import History
from .mapgen import TREASURE, ActMap, Point, generate
from .mapprune import prune
from .queues import EncounterQueue, EventQueue, RelicBag
from .run_cards import DeckCard

NO_RULE = RelicRule("", (), None, False, {})


class RunRelic:
    """A relic held; `counter` None when it keeps none. `stored` are cards it took, `wax`: it melts."""

    __slots__ = ("counter", "floor", "id", "rule", "stored", "wax")

    id: str

    def __init__(self, id: str, floor: int, rule: RelicRule, counter: int | None) -> None:
        self.id = id
        self.floor = floor
        self.rule = rule
        self.counter = counter
        self.stored: list[DeckCard] = []
        self.wax = False


class Run:
    """One run of one character. Random draws come from named forks of the seed, so that one part's draws don't shift
    another's. `acts` is how many acts it has (None: all that are playable); `start_in` an act it begins in."""

    def __init__(
        self,
        seed: int,
        seed_name: str,
        character: str,
        ascension: int,
        build: str,
        start_time: int,
        acts: int | None = None,
        start_in: str = "",
    ) -> None:
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
        self.acts: tuple[ActDef, ...] = self._choose_acts(acts, start_in)
        self.first_act: int = self.tables.acts[start_in].act if start_in else 1
        self.seen_events: set[str] = set()
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
        self.removals = 0
        self.chests = 0
        self.won = False
        self.over = False
        self.bag = RelicBag(self)
        shared = [a for a in self.tables.ancients.values() if a.one_act]
        self.ancient_acts: Mapping[str, int] = {a.id: self.rng["ancients"].choice(a.acts) for a in shared}
        self.enter_act(self.first_act)
        self.history = History(self)

    def _choose_acts(self, count: int | None, start_in: str) -> tuple[ActDef, ...]:
        """One act of each number. Two can be the first, the second one by its odds."""
        groups = playable_acts(self.build)
        chosen = []
        for group in groups[: len(groups) if count is None else count]:
            other = len(group) > 1 and self.rng["acts"].chance(self.tables.odds["second_first_act"])
            wanted = [a for a in group if a.id == start_in]
            chosen.append(wanted[0] if wanted else group[1 if other else 0])
        return tuple(chosen)

    @property
    def act_ids(self) -> list[str]:
        """The acts' ids as the history names them, those not played too."""
        later = [a.id for a in self.tables.acts.values() if a.act > len(self.acts)]
        rest = sorted(later, key=lambda a: self.tables.acts[a].act)
        return [*(a.id for a in self.acts), *rest][:ACTS]

    @property
    def complete(self) -> bool:
        """Is the game's last act one of the run's?"""
        return len(self.acts) == ACTS

    @property
    def last_act(self) -> bool:
        """Is this the last act of the run?"""
        return self.act_no == len(self.acts)

    def enter_act(self, number: int) -> None:
        """The act's fights, events and map; unknown rooms start over. Nothing is entered yet."""
        odds = self.tables.odds
        self.act_no: int = number
        self.act: ActDef = self.acts[number - 1]
        bosses: int = odds["bosses_of_last_act"][1 if self.ascension >= 10 else 0] if number == ACTS else 1
        self.unknown_odds: dict[str, float] = dict(odds["unknown_room"])
        self.fights = EncounterQueue(self.act, self.rng["encounters"], bosses)
        self.events = EventQueue(self)
        self.map: ActMap = generate(self.rng["map"], odds, self.act.id, self.act.rooms, self.ascension, bosses)
        prune(self.map, self.map.rooms)
        self.position: Point | None = None
        self.visited: list[Point] = []
        self.marked: set[Point] = set()  # rooms whose enemies have 1 hp
        self.events_only = False  # unknown rooms hold nothing else
        self.treasure_spot: Point | None = None
        spoils = odds["spoils"]
        if number == spoils["act"] and any(c.id == spoils["card"] for c in self.deck):
            chests = [p for p, kind in sorted(self.map.types.items()) if kind == TREASURE]
            self.treasure_spot = self.rng["treasure"].choice(chests)

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
    "acts",
    "ancients",
)

"""What comes next: encounters, elites, events and relics, dealt from shuffled lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from sts2fsm.content.run_tables import ActDef, EventDef
from sts2fsm.rules.rng import Rng

from .conditions import holds

if TYPE_CHECKING:
    from .run import Run

Tagged = tuple[str, tuple[str, ...]]


def _next(rng: Rng, pool: Sequence[Tagged], bag: list[Tagged], last: Tagged | None) -> Tagged:
    """Draw from a bag that is refilled when empty; not the last one again, and no tag in common with it when that
    can be."""
    if not bag:
        bag.extend(pool)
        rng.shuffle(bag)
    for strict in (True, False):
        for index, entry in enumerate(bag):
            if last is not None and entry[0] == last[0]:
                continue
            if strict and last is not None and set(entry[1]) & set(last[1]):
                continue
            return bag.pop(index)
    return bag.pop(0)


class EncounterQueue:
    """The fights of an act: the first ones weak, then normal; elites apart; one boss, or two different ones."""

    def __init__(self, act: ActDef, rng: Rng, bosses: int = 1) -> None:
        self._act = act
        self._rng = rng
        self._met = 0
        self._bags: dict[str, list[Tagged]] = {"weak": [], "normal": [], "elite": []}
        self._last: Tagged | None = None
        self._last_elite: Tagged | None = None
        self.bosses: list[str] = [rng.choice(act.boss)[0]]
        if bosses > 1:
            self.bosses += [b for b, _ in rng.sample(act.boss, len(act.boss)) if b not in self.bosses][: bosses - 1]

    @property
    def boss(self) -> str:
        """The first boss."""
        return self.bosses[0]

    def monster(self) -> str:
        """The next ordinary fight's encounter id."""
        weak = self._met < self._act.weak_first
        kind = "weak" if weak else "normal"
        pool = self._act.weak if weak else self._act.normal
        self._last = _next(self._rng, pool, self._bags[kind], self._last)
        self._met += 1
        return self._last[0]

    def elite(self) -> str:
        """The next elite's encounter id."""
        self._last_elite = _next(self._rng, self._act.elite, self._bags["elite"], self._last_elite)
        return self._last_elite[0]


class EventQueue:
    """The events of an act in shuffled order; one whose conditions fail is passed over, and comes again later. None
    comes twice in a run while others are left."""

    def __init__(self, run: Run) -> None:
        self._run = run
        self._seen = run.seen_events
        mine = [
            e.id
            for e in run.tables.events.values()
            if (e.id in run.act.events or "all" in e.acts) and e.when != (("never",),)
        ]
        run.rng["events"].shuffle(mine)
        self._order = mine

    def next(self) -> EventDef:
        """The next event whose conditions hold; when all were seen, they start again."""
        for again in (False, True):
            for event_id in self._order:
                event = self._run.tables.events[event_id]
                if (again or event_id not in self._seen) and all(holds(self._run, c, {}) for c in event.when):
                    self._seen.add(event_id)
                    return event
        raise LookupError(f"no event of {self._run.act.id} fits")  # the tables hold events without conditions


class RelicBag:
    """Relics not met yet, by rarity, in shuffled order. An empty rarity falls to the next better one, and at last to
    CIRCLET."""

    FALLBACK = "CIRCLET"
    _NEXT: Mapping[str, str] = {"Common": "Uncommon", "Uncommon": "Rare", "Rare": "", "Shop": "Common"}

    def __init__(self, run: Run) -> None:
        self._run = run
        pools = ("SHARED", run.character.pool)
        self._left: dict[str, list[str]] = {"Common": [], "Uncommon": [], "Rare": [], "Shop": []}
        for relic in run.content.relics.values():
            if relic.pool in pools and relic.rarity in self._left:
                self._left[relic.rarity].append(relic.id)
        for ids in self._left.values():
            run.rng["relics"].shuffle(ids)

    def roll_rarity(self) -> str:
        """Common, Uncommon or Rare by the game's odds."""
        odds = self._run.tables.odds["relic_rarity"]
        index = self._run.rng["relics"].weighted([w for _, w in odds])
        return str(odds[index][0])

    def draw(self, rarity: str | None = None, banned: Sequence[str] = ()) -> str:
        """The next relic of a rarity (rolled when None), taken out of the bag."""
        kind = rarity or self.roll_rarity()
        while kind:
            for index, relic in enumerate(self._left[kind]):
                if relic not in banned:
                    return self._left[kind].pop(index)
            kind = self._NEXT[kind]
        return self.FALLBACK

    def remove(self, relic_id: str) -> None:
        """Take a relic out that was got some other way."""
        for ids in self._left.values():
            if relic_id in ids:
                ids.remove(relic_id)

    def any_left(self) -> bool:
        """Is any relic left to find?"""
        return any(self._left.values())

"""Names that place rare things first, for tests and `serve --rooms`.

    monster, monster:ENCOUNTER, elite, elite:ENCOUNTER, boss, boss:ENCOUNTER, event:ID, shop, treasure,
    treasure_empty, rest_site
        one floor each, in order, from the first floor after Neow on
    neow:RELIC          that relic is Neow's first offer
    act:ID              the run has that act; it begins there (HIVE and GLORY: with their ancient)
    card:ID, relic:ID, potion:ID   in hand from the start (a relic without its pickup effects)
    tutorial_prompt, tutorial, popup   shown when the run starts
    overlay   an overlay without actions lies over the first room for a while
    timeline_blocked   the main menu's timeline waits for a human
and the aliases below, which name a screen.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from sts2fsm.content.run_tables import EVENTS_MISSING
from sts2fsm.errors import BadInput

from .run_cards import DeckCard

if TYPE_CHECKING:
    from .run import Run

ALIASES: Mapping[str, tuple[str, ...]] = {
    "bundle_select": ("neow:SCROLL_BOXES",),
    "relic_select": ("event:EMBEDDED_RELIC_CHOICE",),
    "crystal_sphere": ("event:CRYSTAL_SPHERE",),
    "fake_merchant": ("event:FAKE_MERCHANT",),
    "card_select_transform": ("event:AROMA_OF_CHAOS",),
    "card_select_upgrade": ("event:SAPPHIRE_SEED",),
    "card_select_select": ("event:WELLSPRING",),
    "card_select_simple_select": ("event:ROOM_FULL_OF_CHEESE",),
    "card_select_choose": ("neow:LEAD_PAPERWEIGHT",),
    "card_select_enchant": ("event:SELF_HELP_BOOK",),
    "card_select_combat_pile": ("card:HEADBUTT", "card:HEADBUTT", "card:HEADBUTT"),
    "card_reward_in_event": ("event:BRAIN_LEECH",),
    "hand_select_upgrade": ("card:ARMAMENTS", "card:ARMAMENTS", "card:ARMAMENTS"),
    "hand_select_simple": ("card:BURNING_PACT", "card:BURNING_PACT", "card:BURNING_PACT"),
    "event_fight": ("event:DENSE_VEGETATION",),
}
_ACTS = ("OVERGROWTH", "UNDERDOCKS", "HIVE", "GLORY")
POPUPS = ("tutorial_prompt", "tutorial", "popup")
# Map symbol of a placed floor. An unknown node can hold anything that has no symbol of its own.
_SYMBOLS: Mapping[str, str] = {
    "monster": "Monster",
    "elite": "Elite",
    "shop": "Shop",
    "treasure": "Treasure",
    "treasure_empty": "Treasure",
    "rest_site": "RestSite",
    "boss": "Unknown",
    "event": "Unknown",
}
_STARTS = ("neow", "act", "card", "relic", "potion")
NAMES = (*_SYMBOLS, *ALIASES, *POPUPS, "overlay", "timeline_blocked", *(f"{s}:ID" for s in _STARTS))


class Placement:
    """Placed things of one run. `floors` are (kind, id or "") in order. Raises BadInput for an unknown name."""

    def __init__(self, names: Iterable[str]) -> None:
        self.floors: list[tuple[str, str]] = []
        self.neow: list[str] = []
        self.popups: list[str] = []
        self.overlay = False
        self.act = ""
        self._starts: list[tuple[str, str]] = []
        for name in names:
            for part in ALIASES.get(name, (name,)):
                self._add(part)

    def _add(self, name: str) -> None:
        kind, _, which = name.partition(":")
        if kind in _SYMBOLS:
            self.floors.append((kind, which))
        elif kind == "neow":
            self.neow.append(which)
        elif kind == "act":
            if which not in _ACTS:
                raise BadInput(f"rooms: no act {which!r}: known are {', '.join(_ACTS)}")
            self.act = which
        elif kind in _STARTS:
            self._starts.append((kind, which))
        elif kind in POPUPS:
            self.popups.append(kind)
        elif kind == "overlay":
            self.overlay = True
        elif kind != "timeline_blocked":
            raise BadInput(f"unknown room name {name!r}: known are {', '.join(NAMES)}")

    def prepare(self, run: Run) -> None:
        """Hand out the starting things and mark the placed floors on the map. Raises BadInput for an id the content
        lacks."""
        for kind, which in self._starts:
            self._start(run, kind, which)
        for row, (kind, which) in enumerate(self.floors, start=1):
            self._check(run, kind, which)
            for point in run.map.row(row):
                if row <= run.map.rooms:
                    run.map.types[point] = _SYMBOLS[kind]

    def _check(self, run: Run, kind: str, which: str) -> None:
        if kind == "event" and which not in run.tables.events:
            raise BadInput(f"rooms: no event {which!r}; not played yet: {', '.join(EVENTS_MISSING)}")
        if kind == "event":
            needed = {
                m
                for p in run.tables.events[which].pages.values()
                for o in p.options
                for op in o.do
                for m in op.get("monsters", ())
            }
            missing = sorted(needed - run.content.monsters.keys())
            if missing:
                raise BadInput(f"rooms: event {which} needs monsters the build lacks: {', '.join(missing)}")
        elif which and which not in run.content.encounters:
            raise BadInput(f"rooms: no encounter {which!r} in build {run.build}")

    def _start(self, run: Run, kind: str, which: str) -> None:
        known = {"card": run.content.cards, "relic": run.content.relics, "potion": run.content.potions}[kind]
        if which not in known:
            raise BadInput(f"rooms: no {kind} {which!r} in build {run.build}")
        if kind == "card":
            run.deck.append(DeckCard(which))
        elif kind == "relic":
            run.relics.append(run.make_relic(which))
        else:
            slot = run.free_slot()
            if slot is not None:
                run.potions[slot] = which

    def at(self, row: int) -> tuple[str, str] | None:
        """What is placed on a map row (1 is the first after the start)."""
        return self.floors[row - 1] if 0 < row <= len(self.floors) else None

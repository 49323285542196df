"""Treasure room: the read opens the chest, the relic is taken, then the room can be left."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import delays, ledger, offers
from .reply import Refusal
from .rooms import Room
from .taking import gain_relic

if TYPE_CHECKING:
    from .world import World

LOADING, CLOSED, OPENING, OPEN, TAKING, DONE = "loading", "closed", "opening", "open", "taking", "done"


class TreasureRoom(Room):
    """`phase` runs loading, closed, opening, open, taking, done; an empty chest skips the relic."""

    state_type = "treasure"

    def __init__(self, world: World, empty: bool = False) -> None:
        super().__init__(world)
        self.phase = LOADING
        self.left = False
        self.run.history.room("treasure")
        self.run.chests += 1
        empty = empty or (self.run.chests == 1 and self.run.has_hook("first_chest_empty"))
        self.relics = [] if empty else [self.run.bag.draw()]
        world.after(delays.CHEST_LOAD, lambda: self._to(CLOSED))

    def _to(self, phase: str) -> None:
        self.phase = phase

    def touch(self) -> bool:
        """What a read does: click a closed chest. True when it did."""
        if self.phase != CLOSED:
            return False
        self.phase = OPENING
        gold = offers.room_gold(self.run, "treasure")
        ledger.gain_gold(self.run, gold)  # at the click: both captures show it already
        if self.run.position is not None and self.run.position == self.run.treasure_spot:
            self._spoils()
        self.world.after(delays.CHEST_OPEN, self._opened)
        return True

    def _spoils(self) -> None:
        """The spot on the treasure map: gold for the card."""
        spoils = self.run.tables.odds["spoils"]
        for card in [c for c in self.run.deck if c.id == spoils["card"]]:
            ledger.remove_card(self.run, card)
            ledger.gain_gold(self.run, spoils["gold"])

    def _opened(self) -> None:
        self.phase = OPEN if self.relics else DONE

    def reload(self) -> None:
        """Entered again: an opened chest stays open."""
        if self.phase == OPENING:
            self._opened()
        elif self.phase in (LOADING, TAKING):
            self.phase = CLOSED if self.phase == LOADING else DONE

    def claim(self, index: int) -> str:
        """Take a relic; the room can be left a moment later."""
        relic = self.relics[index]
        self.relics.remove(relic)
        self.phase = TAKING
        self.world.after(delays.TREASURE_PICK, lambda: self._taken(relic))
        return relic

    def _taken(self, relic: str) -> None:
        gain_relic(self.world, relic)
        self.phase = DONE

    def proceed(self) -> str:
        """Leave once the chest is done with."""
        if self.phase != DONE:
            raise Refusal("No proceed button is available")
        if not self.left:
            self.left = True
            self.world.open_map()
        return "Proceeding from treasure room"

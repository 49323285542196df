"""The Merchant???: six fake relics, and a fight when a Foul Potion is thrown at him."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sts2fsm.content.run_tables import EventDef

from . import delays, ledger
from .reply import Refusal
from .room_combat import CombatRoom
from .room_shop import Item, jitter
from .rooms import Room
from .taking import gain_relic

if TYPE_CHECKING:
    from .world import World

ENCOUNTER = "FAKE_MERCHANT_EVENT_ENCOUNTER"
MONSTER = "FAKE_MERCHANT_MONSTER"


class FakeMerchantRoom(Room):
    """A shop with relics only; it can be left at once."""

    state_type = "fake_merchant"

    def __init__(self, world: World, event: EventDef) -> None:
        super().__init__(world)
        self.event_id = event.id
        self.name = event.name
        self.open = False
        self.ready_at = world.now + delays.SHOP_READY
        self.started_fight = False
        self.left = False
        self.run.history.room("event", f"EVENT.{event.id}")
        table = self.run.tables.odds["fake_merchant"]
        known = [r for r in table["of"] if r in self.run.content.relics]
        stock = self.run.rng["shop"].sample(known, table["stock"])
        self.items = [Item("relic", jitter(self.run, table["price"], table["jitter"]), id=r) for r in stock]

    @property
    def ready(self) -> bool:
        """The inventory has been filled."""
        return self.world.now >= self.ready_at

    def buy(self, index: int) -> None:
        """Pay and get the relic."""
        item = self.items[index]
        relic, item.what = str(item.what), None
        item.stocked = False
        ledger.lose_gold(self.run, item.price, "gold_spent")
        self.run.history.here.add("bought_relics", f"RELIC.{relic}")
        gain_relic(self.world, relic)

    def throw_foul_potion(self) -> None:
        """The potion starts the fight; afterwards there is gold, the rug and what was not sold."""
        if self.started_fight or MONSTER not in self.run.content.monsters:
            return
        self.started_fight = True
        table = self.run.tables.odds["fake_merchant"]
        extra = [{"op": "gain_relic", "id": table["rug"]}]
        extra += [{"op": "gain_relic", "id": str(i.what)} for i in self.items if i.what is not None]
        rewards = {"rewards": "normal", "gold": table["fight_gold"], "extra": extra}
        self.world.room = CombatRoom(self.world, "monster", ENCOUNTER, monsters=(MONSTER,), event_rewards=rewards)

    def proceed(self) -> str:
        """Closes the inventory and leaves."""
        if not self.ready:
            raise Refusal("Shop inventory is not ready")
        self.open = False
        if not self.left:
            self.left = True
            self.world.open_map(delays.SHOP_LEAVE)
        return "Proceeding from fake merchant"

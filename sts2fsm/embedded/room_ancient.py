"""The ancients' rooms: some lines of dialogue, then three relics to choose from."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import AncientDef, EventDef, EventOption

from . import ancients, delays, neow
from .ancients import Offer
from .room_event import EventRoom, ShownOption

if TYPE_CHECKING:
    from .world import World


class AncientRoom(EventRoom):
    """An ancient with its offers."""

    is_ancient = True

    def __init__(self, world: World, ancient: AncientDef) -> None:
        self._lines = ancient.lines
        self._offers = self._draw(world, ancient)
        super().__init__(world, EventDef(ancient.id, ancient.name, (), (), {}, {}, "event", False))

    def _draw(self, world: World, ancient: AncientDef) -> list[Offer]:
        return ancients.offers(world.live_run, ancient)

    def first_page(self) -> None:
        """Nothing until the dialogue is clicked away."""
        self.lines = self._lines
        self.options = []

    def advance(self) -> None:
        """Click a line away: after the last one the offers come."""
        self.lines -= 1
        if not self.lines:
            self.world.after(delays.DIALOGUE, self._show_offers)

    def _show_offers(self) -> None:
        self.options = [self._offered(offer) for offer in self._offers]

    def _offered(self, offer: Offer) -> ShownOption:
        if not offer.relic:
            return ShownOption(EventOption("LOCKED", offer.title, (), ()), offer.title, locked=True)
        option = EventOption(offer.key, "", (), ({"op": "gain_relic", "id": offer.relic}, {"op": "leave"}))
        name = self.run.content.relics[offer.relic].name
        return ShownOption(option, name, relic=offer.relic, shown=offer.shown or None)

    def note(self, button: ShownOption) -> None:
        """Ancient choices are written with all their relics."""
        here = self.run.history.here
        for offer in self._offers:
            if offer.relic:
                row: dict[str, Any] = {"TextKey": offer.key, "title": _title(offer.key)}
                here.add("ancient_choice", {**row, "was_chosen": offer.relic == button.relic})
        here.add("event_choices", {"title": _title(button.option.key)})


def _title(key: str) -> dict[str, str]:
    return {"key": f"{key}.title", "table": "relics"}


class NeowRoom(AncientRoom):
    """Neow, at the start of the first act: a line, then two good relics and one with a price."""

    def __init__(self, world: World) -> None:
        super().__init__(world, neow.ANCIENT)

    def _draw(self, world: World, ancient: AncientDef) -> list[Offer]:
        return [Offer(relic) for relic in neow.offers(world.live_run, world.placement.neow)]

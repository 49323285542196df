"""Event rooms: pages of options whose ops run as a script, and Neow, whose options are relics."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import EventDef, EventOption, EventPage, Op

from . import delays, neow
from .conditions import holds
from .effects import run_ops
from .reply import Refusal
from .room_combat import CombatRoom
from .rooms import Room

if TYPE_CHECKING:
    from .world import World

PROCEED = EventOption("PROCEED", "Proceed", (), ())


class ShownOption:
    """A button: its option of the table, and what it shows (`relic` id; `shown` a card or a potion slot)."""

    __slots__ = ("chosen", "locked", "option", "relic", "shown", "title")

    def __init__(
        self, option: EventOption, title: str, locked: bool = False, relic: str = "", shown: Any = None
    ) -> None:
        self.option = option
        self.title = title
        self.locked = locked
        self.relic = relic
        self.shown = shown
        self.chosen = False

    @property
    def proceed(self) -> bool:
        """Leaves the event."""
        return self.option is PROCEED


class EventRoom(Room):
    """An event. `options` are the buttons on screen: empty while an effect runs. `next_page`: "" means only Proceed
    is left."""

    state_type = "event"
    is_ancient = False

    def __init__(self, world: World, event: EventDef) -> None:
        super().__init__(world)
        self.event = event
        self.event_id = event.id
        self.name = event.name
        self.vars = {k: self._roll(v) for k, v in event.vars.items()}
        self.shown: Any = None
        self.options: list[ShownOption] = []
        self.next_page = ""
        self.lines = 0  # of an ancient's dialogue, still to be clicked away
        self.fight: Op | None = None
        self.done = False
        self._old: list[ShownOption] = []
        self.run.history.room("event", f"EVENT.{event.id}")
        self.first_page()

    def _roll(self, value: Any) -> int:
        return self.run.rng["events"].between(*value) if isinstance(value, list) else int(value)

    @property
    def in_dialogue(self) -> bool:
        """An ancient is still talking."""
        return self.lines > 0

    def first_page(self) -> None:
        """Show the first page."""
        page = self.event.pages["INITIAL"]
        script = run_ops(self.world, page.enter)
        self.shown = script.shown
        self.show("INITIAL")

    def show(self, key: str) -> None:
        """Put a page's buttons on screen; "" shows Proceed alone."""
        if not key:
            self.options = [ShownOption(PROCEED, PROCEED.title)]
            self.done = True
            return
        page = self.event.pages[key]
        self.options = self._buttons(page)
        if page.if_all_locked is not None and all(o.locked for o in self.options):
            self.options = [ShownOption(page.if_all_locked, page.if_all_locked.title)]

    def _buttons(self, page: EventPage) -> list[ShownOption]:
        if page.each_potion:
            slots = [i for i, p in enumerate(self.run.potions) if p is not None][: page.each_potion]
            option = page.options[0]
            names = self.run.content.potions
            return [
                ShownOption(option, option.title.format(potion=names[str(self.run.potions[i])].name), shown=i)
                for i in slots
            ]
        return [
            ShownOption(o, o.title, not all(holds(self.run, c, self.vars) for c in o.needs), shown=self.shown)
            for o in page.options
        ]

    def choose(self, index: int) -> str:
        """A click on a button; nothing checks whether it was clicked before. Returns its title. Raises Refusal when
        locked."""
        button = self.options[index]
        if button.locked:
            raise Refusal(f"Event option {index} is locked")
        if button.proceed:
            if not button.chosen:
                button.chosen = True
                self.world.open_map()
            return button.title
        button.chosen = True
        self.note(button)
        self.world.after(delays.CHOSEN, lambda: self._begin(button))
        return button.title

    def note(self, button: ShownOption) -> None:
        """Write the choice into the history."""
        key = f"{self.event_id}.pages.INITIAL.options.{button.option.key}.title"
        row: dict[str, Any] = {"title": {"key": key, "table": "events"}}
        if self.vars:
            row["variables"] = {}
        self.run.history.here.add("event_choices", row)

    def _begin(self, button: ShownOption) -> None:
        if self.world.room is not self:
            return
        self._old, self.options = self.options or self._old, []
        self.next_page = ""
        before = self.world.opened
        script = run_ops(
            self.world,
            button.option.do,
            lambda: self._finish(self.world.opened != before),
            variables=self.vars,
            shown=button.shown,
        )
        self.shown = script.shown

    def _finish(self, opened_screen: bool) -> None:
        if self.world.room is not self:
            return
        if self.fight is not None:
            self._enter_fight(self.fight)
            return
        if opened_screen:  # old buttons flash back after a sub-selection
            self.options = self._old
            self.world.after(delays.CHOSEN, self._clear)
        self.world.after(delays.EVENT, lambda: self.show(self.next_page))

    def _clear(self) -> None:
        if self.options is self._old:
            self.options = []

    def reload(self) -> None:
        """Entered again: the first page, or Proceed when it was over."""
        if self.done:
            self.show("")
        else:
            self.first_page()

    def advance(self) -> None:
        """Click the dialogue away; only an ancient has one."""
        self.lines = 0

    def start_fight(self, op: Op) -> None:
        """The fight begins when the option's ops are through; asked twice, it is fought once."""
        self.fight = op

    def _enter_fight(self, op: Op) -> None:
        self.world.room = CombatRoom(
            self.world,
            "monster",
            op["encounter"],
            monsters=tuple(op["monsters"]),
            event_rewards=op,
        )


class NeowRoom(EventRoom):
    """Neow: a line of dialogue, then three relics, the third with a price."""

    is_ancient = True

    def __init__(self, world: World) -> None:
        self._offers = neow.offers(world.live_run, world.placement.neow)
        super().__init__(world, neow.EVENT)

    def first_page(self) -> None:
        """Nothing until the dialogue is clicked away."""
        self.lines = 1
        self.options = []

    def advance(self) -> None:
        """Click the dialogue away: the offers come."""
        super().advance()
        self.world.after(delays.DIALOGUE, self._show_offers)

    def _show_offers(self) -> None:
        self.options = []
        for relic in self._offers:
            option = EventOption(relic, "", (), ({"op": "gain_relic", "id": relic}, {"op": "leave"}))
            self.options.append(ShownOption(option, self.run.content.relics[relic].name, relic=relic))

    def note(self, button: ShownOption) -> None:
        """Ancient choices are written with all three relics."""
        for relic in self._offers:
            title = {"key": f"{relic}.title", "table": "relics"}
            self.run.history.here.add(
                "ancient_choice", {"TextKey": relic, "title": title, "was_chosen": relic == button.relic}
            )
        chosen = {"key": f"{button.relic}.title", "table": "relics"}
        self.run.history.here.add("event_choices", {"title": chosen})

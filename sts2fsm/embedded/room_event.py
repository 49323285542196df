"""Event rooms: pages of options whose ops run as a script."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import EventDef, EventOption, EventPage, Op

from . import delays
from .conditions import holds
from .reply import Refusal
from .room_combat import CombatRoom
from .rooms import Room
from .script import run_ops

if TYPE_CHECKING:
    from .world import World

PROCEED = EventOption("PROCEED", "Proceed", (), (), ends=True)


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
        return self.option.ends


class EventRoom(Room):
    """An event. `options` are the buttons on screen: empty while an effect runs. `next_page`: "" means only Proceed
    is left. `kept` is what its ops remember from page to page (a potion slot, relics, a dish), `words` what titles name
    of it."""

    state_type = "event"
    is_ancient = False

    def __init__(self, world: World, event: EventDef, logged: bool = True) -> None:
        super().__init__(world)
        self.event = event
        self.event_id = event.id
        self.name = event.name
        self.vars = {k: self._roll(v) for k, v in event.vars.items()}
        self.shown: Any = None
        self.kept: dict[str, Any] = {}
        self.words: dict[str, str] = {}
        self.options: list[ShownOption] = []
        self.next_page = ""
        self.lines = 0  # of an ancient's dialogue, still to be clicked away
        self.fight: Op | None = None
        self.done = False
        self._old: list[ShownOption] = []
        self.logged = logged
        if logged:
            self.run.history.room("event", f"EVENT.{event.id}")
        world.room = self  # ops of the first page look for it
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
        script = run_ops(self.world, page.enter, variables=self.vars)
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
        options = [o for o in page.options if all(self._holds(c) for c in o.show_if)]
        if page.show and len(options) > page.show:
            drawn = self.run.rng["events"].sample(options, page.show)
            options = [o for o in options if o in drawn]
        return [self._button(o) for o in options]

    def _button(self, option: EventOption) -> ShownOption:
        words = {"dish": "", "potion": "Potion", "relic": "Relic", **self.words}
        locked = not all(self._holds(c) for c in option.needs)
        return ShownOption(option, option.title.format(**words), locked, shown=self.shown)

    def _holds(self, condition: tuple[Any, ...]) -> bool:
        return holds(self.run, condition, self.vars, self.kept)

    def choose(self, index: int) -> str:
        """A click on a button; nothing checks whether it was clicked before. Returns its title. Raises Refusal when
        locked."""
        button = self.options[index]
        if button.locked:
            raise Refusal(f"Event option {index} is locked")
        if button.proceed and not button.option.do:
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
        if not self.logged:
            return
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
            monsters=tuple(op.get("monsters", ())),
            event_rewards=op,
        )

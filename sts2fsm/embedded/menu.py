"""Main menu, character select, popups and tutorials: screens before a run, and what blocks one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from sts2fsm.content import load

from . import delays, travel
from .reply import Body, Refusal, ok

if TYPE_CHECKING:
    from .world import World

PENDING_EPOCHS = ("EMBEDDED_EPOCH",)  # epoch ids of the timeline_blocked placement; not a real one
MODES = (("standard", True), ("daily", False), ("custom", False), ("back", True))
MULTIPLAYER = (("host", True), ("join", True), ("back", True))
MAIN_REST = ("multiplayer", "compendium", "timeline", "settings", "quit")


class Popup:
    """Something that blocks every gameplay action. `options` are labels; each choice turns a page, the last one
    closes it."""

    def __init__(
        self,
        world: World,
        kind: str,
        options: tuple[str, ...],
        pages: int = 1,
        on_choice: Callable[[str], None] | None = None,
    ) -> None:
        self.world = world
        self.kind = kind
        self.options = options
        self.pages = pages
        self.ready_at = world.now + (delays.POPUP_READY if kind == "tutorial" else 0.0)
        self._on_choice = on_choice

    @property
    def enabled(self) -> bool:
        """Is a control clickable yet?"""
        return self.world.now >= self.ready_at

    def choose(self, option: str) -> Body:
        """A click on one of the options. Raises Refusal for another one, or too early."""
        if option not in self.options:
            raise Refusal(f"Option '{option}' is not available")
        if not self.enabled:
            raise Refusal("No actionable control on the tutorial")
        self.pages -= 1
        if self.pages > 0:
            self.ready_at = self.world.now + delays.POPUP_READY
        else:
            self.world.popups.remove(self)
            if self._on_choice is not None:
                self._on_choice(option)
        return ok(f"Selected: {option}")

    @classmethod
    def placed(cls, world: World, kind: str) -> Popup:
        """A popup by the name of its placement."""
        return _PLACED[kind](world)


def tutorial(world: World) -> Popup:
    """A two-page tutorial, clickable after a moment."""
    return Popup(world, "tutorial", ("advance", "proceed"), pages=2)


_PLACED: Mapping[str, Callable[[World], Popup]] = {
    "tutorial_prompt": lambda world: Popup(world, "tutorial_prompt", ("no", "yes")),
    "tutorial": tutorial,
    "popup": lambda world: Popup(world, "popup", ("ok", "cancel")),
}


class Menu:
    """Which menu screen is shown (None in a run), and what a menu_select does there."""

    def __init__(self, world: World) -> None:
        self.world = world
        self.screen: str | None = "main"
        self.selected = world.character
        self.run_visible = False  # character select lingers over a run that has begun (api.md 2, row 23)
        self.embarking = False  # the screen's buttons are disabled from the click on
        self.ready = True  # False for a moment after a run: no singleplayer button yet

    def show_main(self) -> None:
        """The main menu, its buttons a moment later."""
        self.screen = "main"
        self.ready = False
        self.world.after(delays.LOAD, self._main_ready)

    def _main_ready(self) -> None:
        self.ready = True

    @property
    def blocked(self) -> bool:
        """The timeline waits for a human."""
        return "timeline_blocked" in self.world.rooms

    def main_options(self) -> list[str]:
        """Enabled buttons of the main menu."""
        first = ["continue", "abandon_run"] if self.world.saved is not None else ["singleplayer"]
        rest = [o for o in MAIN_REST if not (o == "timeline" and self.blocked)]
        return [*(first if self.ready else []), *rest]

    def select(self, option: str, seed: str | None) -> Body:
        """A menu_select with no popup, no game over. Raises Refusal."""
        if self.screen is None:
            raise Refusal("Not on a menu screen")
        return _SCREENS[self.screen](self, option, seed)

    def _main(self, option: str, _seed: str | None) -> Body:
        if option == "timeline" and self.blocked:
            raise Refusal(
                "Timeline has unrevealed epochs: a person must reveal them in the game",
                manual_action_required=True,
                pending_epoch_ids=list(PENDING_EPOCHS),
            )
        if option not in self.main_options():
            raise Refusal(f"Option '{option}' is not available")
        if option == "continue":
            self.screen = "loading"
            self.world.after(delays.LOAD, self._continue)
        elif option == "abandon_run":
            self.world.popups.append(Popup(self.world, "popup", ("yes", "no"), on_choice=self._abandon))
        elif option != "quit":
            self.screen = option
        return ok(f"Selected: {option}")

    def _abandon(self, answer: str) -> None:
        if answer == "yes":
            self.world.abandon()

    def _continue(self) -> None:
        self.screen = None
        self.world.run, self.world.saved = self.world.saved, None
        travel.reload(self.world)

    def _singleplayer(self, option: str, _seed: str | None) -> Body:
        if dict(MODES).get(option) is not True:
            raise Refusal(f"Option '{option}' is not available")
        self.screen = "main" if option == "back" else "character_select"
        return ok(f"Selected: {option}")

    def _multiplayer(self, option: str, _seed: str | None) -> Body:
        if option != "back":
            raise Refusal(f"Option '{option}' is not available in the embedded game")
        self.screen = "main"
        return ok("Selected: back")

    def playable(self) -> list[str]:
        """Characters that can be chosen."""
        return list(load(self.world.build).characters)

    def _character_select(self, option: str, seed: str | None) -> Body:
        if seed is not None:
            raise Refusal("A seed can only be set in a lobby")
        if option == "back" and not self.embarking:
            self.screen = "singleplayer"
        elif option in ("confirm", "embark"):
            self.embarking = True
            self.world.after(delays.EMBARK / 2, self._embarked)
        elif option.upper() in self.playable():
            self.selected = option.upper()
        else:
            raise Refusal(f"Character '{option}' is locked or unknown")
        return ok(f"Selected: {option}")

    def _embarked(self) -> None:
        if self.world.run is not None or self.screen != "character_select":
            return  # a second embark
        self.world.new_run()
        self.run_visible = True
        self.world.after(delays.EMBARK / 2, self._enter)

    def _enter(self) -> None:
        self.run_visible = self.embarking = False
        self.screen = None
        travel.enter_start(self.world)

    def _timeline(self, option: str, _seed: str | None) -> Body:
        if option == "advance":
            return ok("Nothing to advance", done=True)
        if option != "back":
            raise Refusal(f"Option '{option}' is not available")
        self.screen = "main"
        return ok("Selected: back")

    def _closed(self, option: str, _seed: str | None) -> Body:
        """Compendium and settings have no exit through the API."""
        raise Refusal(f"Option '{option}' is not available on this screen")


_SCREENS: Mapping[str, Callable[[Menu, str, str | None], Body]] = {
    "main": Menu._main,
    "singleplayer": Menu._singleplayer,
    "multiplayer": Menu._multiplayer,
    "character_select": Menu._character_select,
    "timeline": Menu._timeline,
    "compendium": Menu._closed,
    "settings": Menu._closed,
    "loading": Menu._closed,
}

"""The whole game behind the wire: menu, run, room, overlays, map, popups, and what happens later.

Everything that reads or changes the game works on this object; it knows no JSON and no HTTP.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from sts2fsm.clock import Clock
from sts2fsm.rules.rng import Rng

from . import acts, delays, ledger, offers
from .crystal import Crystal
from .effects import OPS
from .faults import Faults
from .menu import Menu, Popup, tutorial
from .placement import Placement
from .run import Run
from .run_cards import DeckCard
from .screens import Done, GameOver, Grid, Screen
from .timeline import Timeline

if TYPE_CHECKING:
    from .room_event import EventRoom

GRID_WINDOW = 30  # five rows of six: the grid only makes the rows that fit the screen
TRUNCATED_WINDOW = 10
SEED_LETTERS = "0123456789ABCDEFGHJKLMNPQRSTUVWXYZ"
SEED_LENGTH = 10
# What keeps the player alive outside fights too: share of max hp it heals (facts: potions, relics).
SAVING_POTION = ("FAIRY_IN_A_BOTTLE", 0.3)
SAVING_RELIC = ("LIZARD_TAIL", 0.5)


class World:
    """See the module's docstring. `build` names the game build, `rooms` what is placed first (see placement.py)."""

    def __init__(
        self,
        clock: Clock,
        seed: int,
        character: str,
        ascension: int,
        build: str,
        faults: Faults,
        rooms: Sequence[str],
        history_dir: Path | None,
        acts_played: int | None = None,
    ) -> None:
        self.clock = clock
        self.seed = seed
        self.character = character
        self.ascension = ascension
        self.build = build
        self.faults = faults
        self.rooms = tuple(rooms)
        self.history_dir = history_dir
        self.acts_played = acts_played
        self.wongo_points = 0  # across runs
        self.ops = OPS
        self.timeline = Timeline(clock.now())
        self.menu = Menu(self)
        self.run: Run | None = None
        self.saved: Run | None = None  # a run left at the main menu, for "continue"
        self.runs_started = 0
        self.room: Any = None
        self.screens: list[Screen] = []
        self.opened = 0  # overlays ever opened: tells whether an effect opened one
        self.popups: list[Popup] = []
        self.map_open = False
        self.map_ready_at = 0.0
        self.map_opening = 0  # how often it was opened: an old fade must not close a new one
        self.traveling_to: tuple[int, int] | None = None
        self.placement = Placement(())
        self.history_file: Path | None = None
        self._sample = Rng(seed).fork("previews")

    # time

    @property
    def now(self) -> float:
        """The moment the game has reached, seconds."""
        return self.timeline.now

    def after(self, delay: float, callback: Callable[[], None]) -> None:
        """Do something later."""
        self.timeline.after(delay, callback)

    # run

    @property
    def live_run(self) -> Run:
        """The run in progress. Raises LookupError on the menu."""
        if self.run is None:
            raise LookupError("no run in progress")
        return self.run

    @property
    def event_room(self) -> EventRoom:
        """The current room as an event (only its own effects ask)."""
        room: EventRoom = self.room
        return room

    def new_run(self) -> Run:
        """Start a run: deck and map made, nothing entered yet."""
        number = self.seed + self.runs_started
        self.runs_started += 1
        name = seed_name(number)
        self.placement = Placement(self.rooms if self.runs_started == 1 else ())
        started = int(self.clock.wall())
        start_in = self.placement.act
        character = self.menu.selected
        run = Run(number, name, character, self.ascension, self.build, started, self.acts_played, start_in)
        self.placement.prepare(run)
        if "full_belt_claim" in self.faults.names:
            run.potions = [offers.random_potion(run, "Common") for _ in run.potions]
        self.reset_room()
        self.run = run
        self.popups.extend(Popup.placed(self, name) for name in self.placement.popups)
        return run

    def reset_room(self) -> None:
        """Forget room, overlays and map."""
        self.room = None
        self.screens.clear()
        self.map_open = False
        self.traveling_to = None

    def boss_beaten(self) -> None:
        """A boss and its rewards are done with."""
        acts.boss_beaten(self)

    def end_run(self, won: bool, killed_by: str = "", event: str = "") -> None:
        """The run is decided: the history is written and game over appears after a moment. A second call changes
        nothing."""
        run = self.live_run
        if run.over:
            return
        run.over, run.won = True, won
        run.history.killed_by, run.history.killed_by_event = killed_by, event
        self._write_history(run)
        self.timeline.clear()
        self.after(delays.GAME_OVER, self._show_game_over)

    def _write_history(self, run: Run) -> None:
        if self.history_dir is not None:
            self.history_file = run.history.write(self.history_dir, int(self.clock.wall()) - run.start_time)

    def _show_game_over(self) -> None:
        self.screens.clear()
        self.popups.clear()
        self.screens.append(GameOver(self.now))

    def abandon(self) -> None:
        """Give up the saved run; it is written as abandoned."""
        run = self.saved
        if run is None:
            return
        run.over = True
        run.history.abandoned = True
        self._write_history(run)
        self.saved = None

    def leave_to_menu(self) -> None:
        """Back to the main menu; an unfinished run is kept for "continue"."""
        run = self.live_run
        self.timeline.clear()
        if not run.over:
            self.saved = run
        self.run = None
        if run.over:
            self.reset_room()
        self.menu.show_main()

    def check_death(self, event: str = "") -> None:
        """After hp was lost outside a fight: a saving potion or relic acts, else the run is lost."""
        run = self.live_run
        if run.hp > 0 or run.over or run.floor == 0:
            return
        potion, share = SAVING_POTION
        if potion in run.potions:
            run.potions[run.potions.index(potion)] = None
            ledger.heal(run, int(run.max_hp * share))
            return
        relic = run.relic(SAVING_RELIC[0])
        if relic is not None and relic.counter != 0:
            relic.counter = 0
            ledger.heal(run, int(run.max_hp * SAVING_RELIC[1]))
            return
        self.end_run(won=False, event=event or getattr(self.room, "event_id", ""))

    # overlays

    @property
    def top(self) -> Screen | None:
        """The overlay on top."""
        return self.screens[-1] if self.screens else None

    def open(self, screen: Screen) -> None:
        """Put an overlay on top."""
        self.screens.append(screen)
        self.opened += 1

    def close(self, screen: Screen) -> None:
        """Take an overlay away; it may be gone already."""
        if screen in self.screens:
            self.screens.remove(screen)

    def click_guard(self) -> float:
        """How long choose-a-card ignores clicks."""
        return max(delays.CLICK_GUARD, self.faults.delay("click_guard"))

    def open_grid(
        self,
        screen_type: str,
        prompt: str,
        cards: list[Any],
        least: int,
        most: int,
        done: Done,
        cancelable: bool = False,
        preview: Callable[[Any], Any] | None = None,
    ) -> None:
        """Open a card grid; only as many cards as the screen holds exist on it."""
        window = TRUNCATED_WINDOW if self.faults.hit("truncated_grid") else GRID_WINDOW
        grid = Grid(
            self.now,
            screen_type,
            prompt,
            cards,
            least,
            most,
            done,
            cancelable=cancelable,
            window=window,
            preview=preview,
        )
        grid.stuck = grid.mode.preview == "shown" and self.faults.hit("stale_preview")
        self.open(grid)

    def open_crystal(self, clicks: int, done: Callable[[], None]) -> None:
        """Open the crystal sphere minigame."""
        self.open(Crystal(self, clicks, done))

    def sample_transform(self, card: DeckCard) -> DeckCard:
        """A made-up outcome for a transform's preview; drawn apart, so that reading changes no run."""
        run = self.live_run
        choices = offers.card_pool(run, "character", lambda c: c.id != card.id)
        return DeckCard(self._sample.choice(choices).id, 0, run.floor)

    # map

    def open_map(self, delay: float = delays.MAP_OPEN) -> None:
        """The map comes over the finished room."""
        self.after(delay, self._open_map_now)

    def _open_map_now(self) -> None:
        self.map_open = True
        self.map_opening += 1
        self.traveling_to = None
        self.map_ready_at = self.now + delays.MAP_READY

    def interrupt(self) -> None:
        """Between two requests: a tutorial may pop up."""
        run = self.run
        if run is not None and not run.over and not self.popups and self.faults.hit("tutorial_mid_run"):
            self.popups.append(tutorial(self))


def seed_name(number: int) -> str:
    """The game's spelling of a seed: ten letters and digits."""
    rng = Rng(number).fork("seed name")
    return "".join(rng.choice(SEED_LETTERS) for _ in range(SEED_LENGTH))

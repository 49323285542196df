"""The crystal sphere: a grid of hidden cells with items under them; what is uncovered whole is won (layout: one
source, unsure)."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from . import delays, ledger, offers
from .effects_rewards import open_rewards
from .reply import Refusal
from .run_cards import DeckCard
from .screens import Reward, Screen

if TYPE_CHECKING:
    from .world import World

Cell = tuple[int, int]  # (x, y)
BIG, SMALL = "big", "small"
_LAYOUTS = 10  # attempts at placing all items


class Treasure:
    """An item under the cells. `kind`: relic, potion, card_reward, curse, gold."""

    __slots__ = ("data", "height", "kind", "width", "x", "y")

    def __init__(self, kind: str, width: int, height: int, data: str | int | None, x: int, y: int) -> None:
        self.kind = kind
        self.width = width
        self.height = height
        self.data = data
        self.x = x
        self.y = y

    def cells(self) -> set[Cell]:
        """The cells it lies under."""
        return {(self.x + dx, self.y + dy) for dx in range(self.width) for dy in range(self.height)}

    @property
    def good(self) -> bool:
        """Worth having."""
        return self.kind != "curse"


class Crystal(Screen):
    """The minigame's overlay. `clicks` divinations are left; a big one opens 3 x 3 cells."""

    def __init__(self, world: World, clicks: int, done: Callable[[], None]) -> None:
        super().__init__(world.now)
        self.world = world
        self.clicks = clicks
        self.done = done
        self.tool = BIG
        self.ended = False
        table = world.live_run.tables.odds["crystal_sphere"]
        self.width, self.height = table["grid"]
        self.hidden = self._first_hidden()
        self.covered = set(self.hidden)  # cells whose opening was asked for are no longer in it
        self.items = self._layout(table["items"])

    def _first_hidden(self) -> set[Cell]:
        """All cells but a triangle in each corner: the corners, then twice their neighbours."""
        everything = {(x, y) for x in range(self.width) for y in range(self.height)}
        seen = {(x, y) for x in (0, self.width - 1) for y in (0, self.height - 1)}
        for _ in range(2):
            near = {(x + dx, y + dy) for x, y in seen for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))}
            seen |= near & everything
        return everything - seen

    def _layout(self, rows: list[list[object]]) -> list[Treasure]:
        rng = self.world.live_run.rng["crystal"]
        placed: list[Treasure] = []
        for _ in range(_LAYOUTS):
            placed, free, whole = [], set(self.hidden), True
            for kind, width, height, count, data in rows:
                for _copy in range(int(str(count))):
                    item = Treasure(str(kind), int(str(width)), int(str(height)), data, 0, 0)  # type: ignore[arg-type]
                    spots = self._spots(item, free)
                    if not spots:
                        whole = False
                        continue
                    item.x, item.y = rng.choice(spots)
                    free -= item.cells()
                    placed.append(item)
            if whole:
                break
        return placed

    def _spots(self, item: Treasure, free: set[Cell]) -> list[Cell]:
        found = []
        for x, y in sorted(free):
            item.x, item.y = x, y
            if item.cells() <= free:
                found.append((x, y))
        return found

    def revealed(self) -> list[Treasure]:
        """Items with all cells uncovered."""
        return [i for i in self.items if not i.cells() & self.hidden]

    def item_at(self, cell: Cell) -> Treasure | None:
        """The item under an uncovered cell."""
        return next((i for i in self.items if cell in i.cells()), None) if cell not in self.hidden else None

    @property
    def can_proceed(self) -> bool:
        """No divinations left and the last cells are open."""
        return self.clicks <= 0 and self.hidden == self.covered

    def set_tool(self, tool: str) -> None:
        """Big or small. Raises Refusal when the divinations are used up."""
        if self.clicks <= 0:
            raise Refusal(f"Tool '{tool}' is not available")
        self.tool = tool

    def click(self, cell: Cell) -> None:
        """Use a divination on a cell; nothing happens when none is left. Raises Refusal for a cell that is not
        hidden."""
        if cell not in self.covered:
            raise Refusal(f"Cell ({cell[0]}, {cell[1]}) is not clickable")
        if self.clicks <= 0:
            return
        self.clicks -= 1
        reach = 1 if self.tool == BIG else 0
        x, y = cell
        block = {(x + dx, y + dy) for dx in range(-reach, reach + 1) for dy in range(-reach, reach + 1)}
        opened = block & self.covered
        self.covered -= opened
        self.world.after(delays.CELL, lambda: self.hidden.difference_update(opened))

    def proceed(self) -> None:
        """Give out what was won: curses at once, the rest on a rewards screen. Raises Refusal too early."""
        if not self.can_proceed:
            raise Refusal("No proceed button is available")
        if self.ended:
            return
        self.ended = True
        self.world.after(delays.GRID_CLOSE, self._close)

    def _close(self) -> None:
        run = self.world.live_run
        self.world.close(self)
        rewards: list[Reward] = []
        for item in self.revealed():
            if item.kind == "curse":
                ledger.add_card(run, DeckCard(str(item.data), 0, run.floor))
            elif item.kind == "gold":
                rewards.append(Reward("gold", amount=int(str(item.data))))
            elif item.kind == "potion":
                rewards.append(Reward("potion", offers.random_potion(run, str(item.data))))
            elif item.kind == "relic":
                rewards.append(Reward("relic", run.bag.draw()))
            else:
                cards = offers.offer_cards(run, 3, rarity=str(item.data))
                rewards.append(Reward("card", cards=offers.dress_reward(run, cards)))
        if rewards:
            open_rewards(self.world, rewards, self.done)
        else:
            self.done()

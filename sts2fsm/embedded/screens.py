"""The overlays: what lies over a room, top of a stack, with the click rules of each.

A screen knows what was opened and when, and calls `done` once with its outcome; it draws nothing and knows no JSON.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from .delays import CLICK_GUARD, FLY_IN
from .reply import Refusal

if TYPE_CHECKING:
    from .world import World

Done = Callable[..., None]


class Screen:
    """Any overlay. `opened` is the game's time when it appeared."""

    def __init__(self, opened: float) -> None:
        self.opened = opened


S = TypeVar("S", bound=Screen)


def top_of(world: World, kind: type[S], what: str) -> S:
    """The overlay on top when it is of that kind. Raises Refusal otherwise."""
    screen = world.top
    if not isinstance(screen, kind):
        raise Refusal(f"No {what} is open")
    return screen


class GridMode:
    """How a card grid of one screen_type behaves (api.md section 6)."""

    def __init__(self, preview: str, self_closing: bool) -> None:
        self.preview = preview  # "shown": reported; "hidden": the mod cannot see it; "none"
        self.self_closing = self_closing  # completes at max picks without a confirm


GRID_MODES = {
    "transform": GridMode("shown", False),
    "upgrade": GridMode("shown", False),
    "select": GridMode("shown", False),
    "simple_select": GridMode("none", True),
    "NDeckEnchantSelectScreen": GridMode("hidden", False),
    "NCombatPileCardSelectScreen": GridMode("none", True),
}


class Grid(Screen):
    """A card grid. `cards` is the whole list in grid order; only the first `window` of them exist on screen."""

    def __init__(
        self,
        opened: float,
        screen_type: str,
        prompt: str,
        cards: list[Any],
        least: int,
        most: int,
        done: Done,
        cancelable: bool = False,
        window: int = 30,
        preview: Callable[[Any], Any] | None = None,
    ) -> None:
        super().__init__(opened)
        self.screen_type = screen_type
        self.mode = GRID_MODES[screen_type]
        self.prompt = prompt
        self.cards = cards[:window]
        self.least = min(least, len(self.cards))
        self.most = min(most, len(self.cards))
        self.done = done
        self.cancelable = cancelable
        self.picked: list[Any] = []
        self.previewing = False
        self.preview = preview  # what a picked card turns into, for the preview
        self.stuck = False  # stale-preview fault: confirm does nothing until cancelled
        self.closed = False

    def order(self, now: float) -> list[Any]:
        """The cards by screen position: in the first moments they overlap and sort otherwise."""
        if now - self.opened < FLY_IN and len(self.cards) > 1:
            return [*self.cards[1:], self.cards[0]]
        return self.cards

    @property
    def preview_showing(self) -> bool:
        """As the mod sees it."""
        return self.previewing and self.mode.preview == "shown"

    @property
    def can_confirm(self) -> bool:
        """Some confirm button is enabled."""
        if self.previewing:
            return True
        return not (self.mode.self_closing and self.least == self.most) and self._complete()

    def _complete(self) -> bool:
        return self.least <= len(self.picked) <= self.most and (self.least < self.most or len(self.picked) == self.most)

    @property
    def can_cancel(self) -> bool:
        """Some cancel or close button is enabled, as far as the mod knows it."""
        if self.previewing:
            return self.mode.preview == "shown"
        return self.cancelable

    def select(self, card: Any) -> bool:
        """A click on a card; True when the screen is finished."""
        if self.previewing or self.closed:
            return False  # the preview covers the grid
        if any(card is p for p in self.picked):
            self.picked = [p for p in self.picked if p is not card]
            return False
        if len(self.picked) >= self.most:
            return False
        self.picked.append(card)
        if len(self.picked) == self.most:
            if self.mode.self_closing and self.least == self.most:
                self.closed = True
                return True
            if self.mode.preview != "none":
                self.previewing = True
        return False

    def confirm(self) -> bool:
        """The enabled confirm button; True when the screen is finished."""
        if self.stuck and self.previewing:
            return False
        if self.previewing or self.mode.preview == "none":
            self.closed = True
            return True
        self.previewing = True
        return False

    def cancel(self) -> bool:
        """Cancel or close; True when the screen is finished without a pick."""
        if self.previewing:
            self.previewing = False
            self.picked = []
            self.stuck = False
            return False
        self.closed = True
        self.picked = []
        return True


class Choose(Screen):
    """Choose a card: one click picks, after a guard time."""

    def __init__(self, opened: float, cards: list[Any], can_skip: bool, done: Done, guard: float = CLICK_GUARD) -> None:
        super().__init__(opened)
        self.cards = cards
        self.can_skip = can_skip
        self.done = done
        self.guard = guard

    def guarded(self, now: float) -> bool:
        """Clicks are still ignored."""
        return now - self.opened < self.guard


class Bundle(Screen):
    """Choose a bundle of cards: pick, preview, confirm."""

    def __init__(self, opened: float, bundles: list[list[Any]], done: Done) -> None:
        super().__init__(opened)
        self.bundles = bundles
        self.done = done
        self.picked: int | None = None


class RelicChoice(Screen):
    """Choose a relic."""

    def __init__(self, opened: float, relics: list[str], can_skip: bool, done: Done) -> None:
        super().__init__(opened)
        self.relics = relics
        self.can_skip = can_skip
        self.done = done


class CardReward(Screen):
    """The card reward of a rewards screen. `done(card or None)`; None: skipped. `reroll` and `sacrifice`: other
    buttons, before skip (unsure which comes first): one changes the cards once, the other gives them up for good."""

    def __init__(
        self,
        opened: float,
        cards: list[Any],
        can_skip: bool,
        done: Done,
        reroll: Callable[[], list[Any]] | None = None,
    ) -> None:
        super().__init__(opened)
        self.cards = cards
        self.can_skip = can_skip
        self.done = done
        self.reroll = reroll
        self.sacrifice: Callable[[], None] | None = None
        self.resolving = False

    def order(self, now: float) -> list[Any]:
        """Cards by screen position (see Grid.order)."""
        if now - self.opened < FLY_IN and len(self.cards) > 1:
            return [*self.cards[1:], self.cards[0]]
        return self.cards


class Reward:
    """One button of the rewards screen. type: gold, potion, relic, card, special_card, card_removal. `reroll` makes
    other cards, once."""

    __slots__ = ("amount", "cards", "id", "in_flight", "reroll", "type")

    def __init__(self, type: str, id: str = "", amount: int = 0, cards: list[Any] | None = None) -> None:
        self.type = type
        self.id = id
        self.amount = amount
        self.cards = cards or []
        self.in_flight = False
        self.reroll: Callable[[], list[Any]] | None = None


class Rewards(Screen):
    """The rewards screen. Terminal ones stay until proceed; others close themselves when emptied."""

    def __init__(self, opened: float, items: list[Reward], terminal: bool, done: Done) -> None:
        super().__init__(opened)
        self.items = items
        self.terminal = terminal
        self.done = done

    def buttons(self) -> list[Reward]:
        """The enabled buttons: claimed and in-flight ones are gone."""
        return [item for item in self.items if not item.in_flight]


class GameOver(Screen):
    """The end of the run."""


class Other(Screen):
    """An overlay the mod has no handler for; closes by itself."""

    def __init__(self, opened: float, class_name: str) -> None:
        super().__init__(opened)
        self.class_name = class_name

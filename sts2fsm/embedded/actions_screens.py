"""Actions on overlays: rewards, card rewards, grids, choose-a-card, bundles, relics, the crystal sphere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from . import delays, ledger
from .crystal import BIG, SMALL, Crystal
from .effects import gain_relic
from .history import card_row
from .reply import Refusal, in_range, need_int, want_str
from .run_cards import DeckCard
from .screens import Bundle, CardReward, Choose, Grid, RelicChoice, Reward, Rewards, Screen

if TYPE_CHECKING:
    from .world import World

S = TypeVar("S", bound=Screen)

AWAITS_CHOICE = 0.1  # seconds: a card reward opened this recently swallows the click
_CLAIMING = {
    "gold": "gold ({amount})",
    "card": "card (opens card selection)",
    "special_card": "special card",
    "potion": "potion",
    "relic": "relic",
    "card_removal": "card removal (opens card selection)",
}


def _top(world: World, kind: type[S], what: str) -> S:
    screen = world.top
    if not isinstance(screen, kind):
        raise Refusal(f"No {what} is open")
    return screen


def card_name(world: World, card: Any) -> str:
    """A card's name with its upgrade mark."""
    name: str = world.live_run.content.cards[card.id].name
    return name + "+" * card.upgrades


# rewards


def claim_reward(world: World, body: Mapping[str, Any]) -> str:
    """Click a reward button; it hides while it resolves, and comes back when it could not be taken."""
    screen = _top(world, Rewards, "rewards screen")
    buttons = screen.buttons()
    item = buttons[in_range(need_int(body, "index"), len(buttons), "Reward")]
    item.in_flight = True
    world.after(delays.CLAIM, lambda: _CLAIM[item.type](world, screen, item))
    return "Claiming reward: " + _CLAIMING[item.type].format(amount=item.amount)


def _taken(world: World, screen: Rewards, item: Reward) -> None:
    if item in screen.items:
        screen.items.remove(item)
    if not screen.items and not screen.terminal:
        world.close(screen)
        screen.done()


def _claim_gold(world: World, screen: Rewards, item: Reward) -> None:
    ledger.gain_gold(world.live_run, item.amount)
    _taken(world, screen, item)


def _claim_potion(world: World, screen: Rewards, item: Reward) -> None:
    if not ledger.gain_potion(world.live_run, item.id):
        item.in_flight = False  # full belt: the button is back, nothing gained
        return
    world.live_run.history.here.add("potion_choices", {"choice": f"POTION.{item.id}", "was_picked": True})
    _taken(world, screen, item)


def _claim_relic(world: World, screen: Rewards, item: Reward) -> None:
    gain_relic(world, item.id)
    _taken(world, screen, item)


def _claim_special(world: World, screen: Rewards, item: Reward) -> None:
    ledger.add_card(world.live_run, item.cards[0])
    _taken(world, screen, item)


def _claim_card(world: World, screen: Rewards, item: Reward) -> None:
    def done(card: DeckCard | None) -> None:
        if card is None:
            item.in_flight = False
            return
        for other in item.cards:
            row = {"card": card_row(other, with_floor=other is card), "was_picked": other is card}
            world.live_run.history.here.add("card_choices", row)
        ledger.add_card(world.live_run, card)
        _taken(world, screen, item)

    world.open(CardReward(world.now, item.cards, can_skip=True, done=done))


_CLAIM: Mapping[str, Callable[[Any, Rewards, Reward], None]] = {
    "gold": _claim_gold,
    "potion": _claim_potion,
    "relic": _claim_relic,
    "card": _claim_card,
    "special_card": _claim_special,
}


def leave_rewards(world: World, screen: Rewards) -> str:
    """The rewards screen's proceed button: what is left is given up."""
    world.close(screen)
    here = world.live_run.history.here
    for item in screen.items:
        for card in item.cards:
            here.add("card_choices", {"card": card_row(card, with_floor=False), "was_picked": False})
        if item.type in ("potion", "relic"):
            here.add(f"{item.type}_choices", {"choice": f"{item.type.upper()}.{item.id}", "was_picked": False})
    screen.done()
    return "Proceeding from rewards"


def select_card_reward(world: World, body: Mapping[str, Any]) -> str:
    """Take a card of the reward."""
    screen = _top(world, CardReward, "card reward screen")
    cards = screen.order(world.now)
    card = cards[in_range(need_int(body, "card_index"), len(cards), "Card")]
    if world.now - screen.opened >= AWAITS_CHOICE and not screen.resolving:
        _resolve_card_reward(world, screen, card)
    return f"Selecting card: {card_name(world, card)}"


def skip_card_reward(world: World, _body: Mapping[str, Any]) -> str:
    """The first alternative button: skip."""
    screen = _top(world, CardReward, "card reward screen")
    if not screen.can_skip:
        raise Refusal("Card reward cannot be skipped")
    if not screen.resolving:
        _resolve_card_reward(world, screen, None)
    return "Skipping card reward"


def _resolve_card_reward(world: World, screen: CardReward, card: DeckCard | None) -> None:
    screen.resolving = True

    def close() -> None:
        world.close(screen)
        screen.done(card)

    world.after(delays.CARD_PICK, close)


# grids and choose-a-card


def select_card(world: World, body: Mapping[str, Any]) -> str:
    """Toggle a card of the grid, or take one of a choose-a-card screen."""
    index = need_int(body, "index")
    screen = world.top
    if isinstance(screen, Choose):
        card = screen.cards[in_range(index, len(screen.cards), "Card")]
        if not screen.guarded(world.now):
            world.close(screen)
            screen.done(card)
        return f"Selecting card: {card_name(world, card)}"
    if not isinstance(screen, Grid):
        raise Refusal("No card selection screen is open")
    cards = screen.order(world.now)
    card = cards[in_range(index, len(cards), "Card")]
    lost = screen.most > 1 and world.faults.hit("invisible_multi_select")
    if not lost and screen.select(card):
        _close_grid(world, screen)
    return f"Selecting card: {card_name(world, card)}"


def _close_grid(world: World, screen: Grid) -> None:
    world.close(screen)
    screen.done(screen.picked)


def confirm_selection(world: World, _body: Mapping[str, Any]) -> str:
    """The preview's confirm, else the grid's own."""
    screen = world.top
    if isinstance(screen, Choose):
        raise Refusal("This screen has no confirm button: select a card")
    if not isinstance(screen, Grid):
        raise Refusal("No card selection screen is open")
    if not screen.can_confirm:
        raise Refusal("Confirm button is not enabled")
    if screen.confirm():
        _close_grid(world, screen)
    return "Confirming selection"


def cancel_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Skip a choose-a-card screen, cancel the preview, or close the grid."""
    screen = world.top
    if isinstance(screen, Choose):
        if not screen.can_skip:
            raise Refusal("This card selection cannot be skipped")
        if not screen.guarded(world.now):
            world.close(screen)
            screen.done(None)
        return "Skipping card selection"
    if not isinstance(screen, Grid):
        raise Refusal("No card selection screen is open")
    if not screen.can_cancel:
        raise Refusal("Cancel button is not available")
    if screen.cancel():
        _close_grid(world, screen)
    return "Cancelling selection"


# bundles and relics


def select_bundle(world: World, body: Mapping[str, Any]) -> str:
    """Look at a bundle: its preview opens."""
    screen = _top(world, Bundle, "bundle selection screen")
    index = need_int(body, "index")
    if screen.picked is not None:
        raise Refusal("A bundle preview is already open")
    screen.picked = in_range(index, len(screen.bundles), "Bundle")
    return f"Selecting bundle {index}"


def confirm_bundle_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Take the bundle in the preview."""
    screen = _top(world, Bundle, "bundle selection screen")
    if screen.picked is None:
        raise Refusal("Confirm button is not enabled")
    world.close(screen)
    screen.done(screen.picked)
    return "Confirming bundle selection"


def cancel_bundle_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Back from the preview to the bundles."""
    screen = _top(world, Bundle, "bundle selection screen")
    if screen.picked is None:
        raise Refusal("Cancel button is not enabled")
    screen.picked = None
    return "Cancelling bundle selection"


def select_relic(world: World, body: Mapping[str, Any]) -> str:
    """Take a relic."""
    screen = _top(world, RelicChoice, "relic selection screen")
    relic = screen.relics[in_range(need_int(body, "index"), len(screen.relics), "Relic")]
    world.close(screen)
    screen.done(relic)
    return f"Selecting relic: {world.live_run.content.relics[relic].name}"


def skip_relic_selection(world: World, _body: Mapping[str, Any]) -> str:
    """Take none."""
    screen = _top(world, RelicChoice, "relic selection screen")
    if not screen.can_skip:
        raise Refusal("Skip button is not available")
    world.close(screen)
    screen.done(None)
    return "Skipping relic selection"


# crystal sphere


def crystal_sphere_set_tool(world: World, body: Mapping[str, Any]) -> str:
    """Change the tool."""
    screen = _top(world, Crystal, "crystal sphere")
    tool = want_str(body, "tool")
    if tool not in (BIG, SMALL):
        raise Refusal("'tool' must be 'big' or 'small'")
    screen.set_tool(tool)
    return f"Setting tool: {tool}"


def crystal_sphere_click_cell(world: World, body: Mapping[str, Any]) -> str:
    """Uncover at a cell."""
    screen = _top(world, Crystal, "crystal sphere")
    x, y = need_int(body, "x"), need_int(body, "y")
    if not (0 <= x < screen.width and 0 <= y < screen.height):
        raise Refusal(f"Cell ({x}, {y}) does not exist")
    screen.click((x, y))
    return f"Clicking cell ({x}, {y})"


def crystal_sphere_proceed(world: World, _body: Mapping[str, Any]) -> str:
    """Leave the sphere."""
    _top(world, Crystal, "crystal sphere").proceed()
    return "Proceeding from crystal sphere"


SCREEN_ACTIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "claim_reward": claim_reward,
    "select_card_reward": select_card_reward,
    "skip_card_reward": skip_card_reward,
    "select_card": select_card,
    "confirm_selection": confirm_selection,
    "cancel_selection": cancel_selection,
    "select_bundle": select_bundle,
    "confirm_bundle_selection": confirm_bundle_selection,
    "cancel_bundle_selection": cancel_bundle_selection,
    "select_relic": select_relic,
    "skip_relic_selection": skip_relic_selection,
    "crystal_sphere_set_tool": crystal_sphere_set_tool,
    "crystal_sphere_click_cell": crystal_sphere_click_cell,
    "crystal_sphere_proceed": crystal_sphere_proceed,
}

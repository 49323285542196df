"""Actions on overlays: rewards, card rewards, grids, choose-a-card."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import delays, ledger
from .history import card_row
from .reply import Refusal, in_range, need_int
from .run_cards import DeckCard
from .screens import CardReward, Choose, Grid, Reward, Rewards, top_of
from .taking import gain_relic

if TYPE_CHECKING:
    from .world import World

AWAITS_CHOICE = 0.1  # seconds: a card reward opened this recently swallows the click
_CLAIMING = {
    "gold": "gold ({amount})",
    "card": "card (opens card selection)",
    "special_card": "special card",
    "potion": "potion",
    "relic": "relic",
    "card_removal": "card removal (opens card selection)",
}


def card_name(world: World, card: Any) -> str:
    """A card's name with its upgrade mark."""
    upgrades: int = card.upgrades
    return world.live_run.content.cards[card.id].name + "+" * upgrades


# rewards


def claim_reward(world: World, body: Mapping[str, Any]) -> str:
    """Click a reward button; it hides while it resolves, and comes back when it could not be taken."""
    screen = top_of(world, Rewards, "rewards screen")
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

    def reroll() -> list[DeckCard]:
        assert item.reroll is not None
        item.cards, item.reroll = item.reroll(), None
        return item.cards

    def sacrifice() -> None:
        run = world.live_run
        for card in item.cards:
            run.history.here.add("card_choices", {"card": card_row(card, with_floor=False), "was_picked": False})
        _taken(world, screen, item)
        for relic, every in list(run.hooks("sacrifice_every")):
            relic.counter = (relic.counter or 0) + 1
            if relic.counter % every == 0:
                gain_relic(world, run.bag.draw())

    shown = CardReward(world.now, item.cards, can_skip=True, done=done, reroll=reroll if item.reroll else None)
    if world.live_run.has_hook("sacrifice_every"):
        shown.sacrifice = sacrifice
    world.open(shown)


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
    screen = top_of(world, CardReward, "card reward screen")
    cards = screen.order(world.now)
    card = cards[in_range(need_int(body, "card_index"), len(cards), "Card")]
    if world.now - screen.opened >= AWAITS_CHOICE and not screen.resolving:
        _resolve_card_reward(world, screen, card)
    return f"Selecting card: {card_name(world, card)}"


def skip_card_reward(world: World, _body: Mapping[str, Any]) -> str:
    """The first alternative button: skip, or with Driftwood the reroll while it is there, with Pael's Wing the
    sacrifice."""
    screen = top_of(world, CardReward, "card reward screen")
    if not screen.can_skip:
        raise Refusal("Card reward cannot be skipped")
    if screen.reroll is not None and not screen.resolving:
        screen.cards, screen.reroll, screen.opened = screen.reroll(), None, world.now
        return "Skipping card reward"
    if not screen.resolving:
        _resolve_card_reward(world, screen, None)
    return "Skipping card reward"


def _resolve_card_reward(world: World, screen: CardReward, card: DeckCard | None) -> None:
    screen.resolving = True

    def close() -> None:
        world.close(screen)
        if card is None and screen.sacrifice is not None:
            screen.sacrifice()
        else:
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


SCREEN_ACTIONS: Mapping[str, Callable[[Any, Mapping[str, Any]], str]] = {
    "claim_reward": claim_reward,
    "select_card_reward": select_card_reward,
    "skip_card_reward": skip_card_reward,
    "select_card": select_card,
    "confirm_selection": confirm_selection,
    "cancel_selection": cancel_selection,
}

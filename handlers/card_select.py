"""Card grids and choose-a-card overlays: pick, see the preview, confirm; a preview that does not go away is cancelled
and chosen differently.

What is selected is not on the wire. The machine remembers the picks, because a second click on a card takes it back.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from attrs import evolve

from handlers.asks import choice
from handlers.common import EVENT, FIGHT, SETTLE, TREASURE, only, wait
from handlers.worth import CardsPolicy, card_parts, upgrade_worth
from sts2fsm import advice
from sts2fsm.facts.telling import card_of
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always, best, page_changed
from sts2fsm.memory import Memory
from sts2fsm.policy import lists, names, number, section
from sts2fsm.states import State
from sts2fsm.updates import choice_made, forget_picks, note_confirm, note_pick
from sts2fsm.wire.actions import Action, CancelSelection, ConfirmSelection, SelectCard
from sts2fsm.wire.common import Card
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.selections import CardSelect

PURPOSES = ("gain", "remove", "upgrade", "enchant")
CHOOSE = "choose"  # the overlay on which one click decides
# Where a selection may lead when it is done: back to what opened it, or on to another.
DONE = (
    *FIGHT, *EVENT, *TREASURE, State.HAND_SELECT, State.REST_SITE, State.SHOP, State.REWARDS, State.CARD_REWARD,
    State.MAP, State.BUNDLE_SELECT, State.RELIC_SELECT,
)  # fmt: skip


@section("card_select")
class CardSelectPolicy:
    """What a selection is for, and how patient to be with it."""

    settle_ms: int = number(
        int, "wait after the overlay appears; clicks in its first 350 ms are lost", unit="ms", low=350, high=10000
    )
    purposes: Mapping[str, tuple[str, ...]] = lists("screen types by what is picked there", keys=PURPOSES)
    otherwise: tuple[str, ...] = names("purpose of a screen type that no list names", allowed=PURPOSES)
    optional: tuple[str, ...] = names("screen types that can be confirmed with nothing picked")
    take_above: float = number(float, "least worth of a card taken where it can be skipped", low=-100, high=100)
    confirms: int = number(int, "confirmations sent to one overlay before it is cancelled", low=1, high=10)
    stuck_ms: int = number(
        int, "time after which a preview that cannot be confirmed is cancelled", unit="ms", low=0, high=60000
    )
    came_to_nothing: float = number(
        float, "added to the worth of a card whose choice the game took no notice of", low=-10000, high=0
    )


def block(seen: Seen) -> CardSelect:
    select = seen.observation.card_select
    assert select is not None
    return select


def purpose(seen: Seen, policy: CardSelectPolicy) -> str:
    kind = block(seen).screen_type or ""
    return next((name for name in PURPOSES if kind in policy.purposes.get(name, ())), policy.otherwise[0])


def parts(card: Card, why: str, seen: Seen) -> dict[str, float]:
    """A card's worth for a purpose: what the deck gains by picking it."""
    cards: CardsPolicy = seen.policies.section(CardsPolicy)
    match why:
        case "remove":
            without = {f"without its {name}": -worth for name, worth in card_parts(card, cards).items()}
            return {**without, **advice.without_card(card.id, seen)}
        case "upgrade":
            return {"upgrade": upgrade_worth(card, cards), **advice.for_card(card.id, seen)}
        case _:
            return {**card_parts(card, cards), **advice.for_card(card.id, seen)}


def identity(card: Card, position: int) -> str:
    return str(card.index if card.index is not None else position)


def ranked(seen: Seen, policy: CardSelectPolicy) -> list[Ranked]:
    """Cards that are not picked yet, by worth; those of a choice that came to nothing last."""
    why = purpose(seen, policy)
    open_ = {action.index for action in seen.open(SelectCard)}
    options = []
    for position, card in enumerate(block(seen).cards):
        index = int(identity(card, position))
        if index not in open_ or str(index) in seen.memory.picked:
            continue
        named = parts(card, why, seen)
        if _tried(card) in seen.memory.let_go:
            named["came to nothing"] = policy.came_to_nothing
        options.append(Ranked(SelectCard(index), named, card.name or card.id))
    return options


def _tried(card: Card) -> str:
    return f"card {card.id} {card.name}"


def wished(seen: Seen) -> int:
    """How many cards the prompt speaks of; 1 when it names no number. Texts are a hint only, never a rule."""
    found = re.search(r"\d+", block(seen).prompt or "")
    return max(1, int(found[0])) if found else 1


def enough_picked(seen: Seen, policy: CardSelectPolicy) -> bool:
    """Confirm at once where the game allows it, except where it allows confirming nothing."""
    select = block(seen)
    if not select.can_confirm or seen.memory.confirms >= policy.confirms:
        return False
    if select.screen_type not in policy.optional or seen.memory.picked:
        chosen = len(seen.memory.picked) >= wished(seen)
        return chosen or select.screen_type not in policy.optional or not pickable(seen, policy)
    return not pickable(seen, policy)


def pickable(seen: Seen, policy: CardSelectPolicy) -> bool:
    """A card is worth a click; none is once it can be confirmed (behaviour W47), save where nothing need be picked."""
    if block(seen).can_confirm and block(seen).screen_type not in policy.optional:
        return False
    top = best(ranked(seen, policy))
    return top is not None and (not _skippable(seen) or top.value >= policy.take_above)


def _skippable(seen: Seen) -> bool:
    select = block(seen)
    return select.screen_type == CHOOSE and bool(select.can_skip)


def pick(seen: Seen, policy: CardSelectPolicy) -> Ranked | None:
    return best(ranked(seen, policy))


def pick_words(option: Ranked, seen: Seen, policy: CardSelectPolicy) -> str:
    shown = [card for i, card in enumerate(block(seen).cards) if SelectCard(int(identity(card, i))) == option.action]
    return f"{_VERBS[purpose(seen, policy)]} {card_of(shown[0])}" if shown else "an unknown card"


_VERBS: Mapping[str, str] = {"gain": "gain", "remove": "give up", "upgrade": "upgrade", "enchant": "enchant"}


def worth_asking(seen: Seen, policy: CardSelectPolicy) -> list[Ranked]:
    """What may be picked: where the choice can be skipped, only what code would rather have than nothing."""
    options = ranked(seen, policy)
    return [option for option in options if option.value >= policy.take_above] if _skippable(seen) else options


PICK = choice("card_select", "Which card is it to be?", worth_asking, pick_words, "We pick one of several cards.")


def meant(seen: Seen) -> tuple[tuple[str, bool], ...] | None:
    """Cards that the turn's line picks here, less those that are picked; None when it has no say."""
    picks, player = seen.memory.meant, seen.observation.player
    return picks[0][len(seen.memory.picked) :] if picks and player is not None and player.in_combat else None


def of_the_line(seen: Seen, policy: CardSelectPolicy) -> Ranked | None:
    """The next card that the line picks, if it is there: dice on the way may have brought others."""
    wanted = meant(seen)
    if not wanted:
        return None
    fitting: set[Action] = {
        SelectCard(int(identity(card, position)))
        for position, card in enumerate(block(seen).cards)
        if (card.id, card.is_upgraded) == wanted[0] and _tried(card) not in seen.memory.let_go
    }
    return next((option for option in ranked(seen, policy) if option.action in fitting), None)


def line_says(seen: Seen, policy: CardSelectPolicy) -> bool:
    return of_the_line(seen, policy) is not None


def line_is_done(seen: Seen, policy: CardSelectPolicy) -> bool:
    return meant(seen) == () and can_confirm(seen, policy)


def line_wants_none(seen: Seen, policy: CardSelectPolicy) -> bool:
    return meant(seen) == () and not seen.memory.picked and _skippable(seen)


def nothing_to_pick(seen: Seen, policy: CardSelectPolicy) -> bool:
    """Skip what is not wanted; start over when every card was picked and nothing came of it."""
    select = block(seen)
    return _skippable(seen) or (select.can_cancel and bool(seen.memory.picked))


def can_confirm(seen: Seen, policy: CardSelectPolicy) -> bool:
    return block(seen).can_confirm and seen.memory.confirms < policy.confirms


def preview_stuck(seen: Seen, policy: CardSelectPolicy) -> bool:
    """A preview that cannot be confirmed: cancelling works even where the game says it does not (behaviour W48)."""
    return seen.state_for * 1000 >= policy.stuck_ms


def cancel(seen: Seen, policy: CardSelectPolicy) -> Move | None:
    return next(iter(seen.open(CancelSelection)), None)


def clicked_on_grid(step: Step) -> bool:
    """A pick on a grid shows nowhere (behaviour W44)."""
    before = step.before.card_select if step.before else None
    return step.asked and step.unchanged and before is not None and before.screen_type != CHOOSE


def grid_changed(step: Step) -> bool:
    """The pick shows: it can be confirmed now, or other cards are offered."""
    return step.asked and page_changed(step)


def confirmed_in_vain(step: Step) -> bool:
    """Confirm was answered ok and the same preview stands there: it is stale (the seed's fourth bug)."""
    return step.asked and step.unchanged and step.overdue


def choose_differently(memory: Memory, step: Step) -> Memory:
    """The picks came to nothing: do not begin with the same cards."""
    select = step.before.card_select if step.before else None
    cards = select.cards if select else ()
    tried = [_tried(card) for position, card in enumerate(cards) if identity(card, position) in memory.picked]
    return evolve(memory, picked=(), confirms=0, let_go=(*memory.let_go, *(t for t in tried if t not in memory.let_go)))


class CardSelectHandler(Handler):
    screens = (Screen.CARD_SELECT,)
    states = (State.CARD_SELECT_PREVIEW, State.CARD_SELECT_STALE)
    policy = CardSelectPolicy
    rules = (
        Rule(
            "cancel the stale preview",
            at=(State.CARD_SELECT_STALE,),
            when=always,
            do=cancel,
            emits=("cancel_selection",),
        ),
        Rule("wait for the preview to go", at=(State.CARD_SELECT_STALE,), when=always, do=wait("the preview stays")),
        Rule("let the page settle", at=(State.CARD_SELECT, State.CARD_SELECT_PREVIEW), when=SETTLE.when, do=SETTLE.do),
        Rule(
            "confirm the preview",
            at=(State.CARD_SELECT_PREVIEW,),
            when=can_confirm,
            do=only(ConfirmSelection),
            emits=("confirm_selection",),
        ),
        Rule("back out", at=(State.CARD_SELECT_PREVIEW,), when=preview_stuck, do=cancel, emits=("cancel_selection",)),
        Rule("wait for the preview", at=(State.CARD_SELECT_PREVIEW,), when=always, do=wait("the preview is opening")),
        Rule("confirm the line's choice", when=line_is_done, do=only(ConfirmSelection), emits=("confirm_selection",)),
        Rule("the line's choice", when=line_says, do=of_the_line, emits=("select_card",)),
        Rule("skip, as the line does", when=line_wants_none, do=cancel, emits=("cancel_selection",)),
        Rule("confirm", when=enough_picked, do=only(ConfirmSelection), emits=("confirm_selection",)),
        Rule("pick", when=pickable, do=pick, emits=("select_card",), asks=(PICK,)),
        Rule("skip, or start over", when=nothing_to_pick, do=cancel, emits=("cancel_selection",)),
        Rule("wait for the cards", when=always, do=wait("nothing can be picked yet")),
    )
    edges = (
        Edge("select_card", HERE, when=clicked_on_grid, remember=(note_pick,)),
        Edge("select_card", HERE, when=grid_changed, remember=(note_pick,)),
        Edge("select_card", State.CARD_SELECT_PREVIEW, remember=(note_pick,)),
        Edge("select_card", DONE, remember=(forget_picks, choice_made)),
        Edge("confirm_selection", State.CARD_SELECT_PREVIEW, at=(State.CARD_SELECT,), remember=(note_confirm,)),
        Edge(
            "confirm_selection",
            State.CARD_SELECT_STALE,
            when=confirmed_in_vain,
            at=(State.CARD_SELECT_PREVIEW,),
            instead=("without_effect",),
        ),
        Edge(
            "confirm_selection",
            State.CARD_SELECT,
            when=page_changed,
            at=(State.CARD_SELECT, State.CARD_SELECT_PREVIEW),
            remember=(forget_picks,),
        ),
        Edge(
            "confirm_selection",
            DONE,
            at=(State.CARD_SELECT, State.CARD_SELECT_PREVIEW),
            remember=(forget_picks, choice_made),
        ),
        Edge(
            "cancel_selection",
            State.CARD_SELECT,
            when=page_changed,
            at=(State.CARD_SELECT, State.CARD_SELECT_PREVIEW),
            remember=(forget_picks,),
        ),
        Edge("cancel_selection", State.CARD_SELECT, at=(State.CARD_SELECT_STALE,), remember=(choose_differently,)),
        Edge(
            "cancel_selection",
            DONE,
            at=(State.CARD_SELECT, State.CARD_SELECT_PREVIEW, State.CARD_SELECT_STALE),
            remember=(forget_picks, choice_made),
        ),
        Edge(OBSERVE, (State.CARD_SELECT_PREVIEW,)),
        Edge(OBSERVE, DONE, remember=(forget_picks,)),
        Edge(OBSERVE, (State.CARD_SELECT, *DONE), at=(State.CARD_SELECT_PREVIEW,), remember=(forget_picks,)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        select = seen.observation.card_select
        if select is None:
            return []
        picks = [SelectCard(int(identity(card, position))) for position, card in enumerate(select.cards)]
        if select.screen_type == CHOOSE:
            return [*picks, *([CancelSelection()] if select.can_skip or select.can_cancel else [])]
        # A grid's preview may be cancelled although can_cancel is false (behaviour W48).
        cancels: list[Action] = [CancelSelection()] if select.can_cancel or select.preview_showing else []
        confirms: list[Action] = [ConfirmSelection()] if select.can_confirm else []
        return [*([] if select.preview_showing else picks), *confirms, *cancels]

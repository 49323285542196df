"""Picking cards of the hand in the middle of a card's effect: pick one by one, confirm when it can be confirmed."""

from __future__ import annotations

from handlers.common import FIGHT, SETTLE, can, only, wait
from handlers.worth import CardsPolicy, card_parts, upgrade_worth
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Ranked, Rule, Seen, Step, always, best
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.updates import choice_made
from sts2fsm.wire.actions import Action, CombatConfirmSelection, CombatSelectCard
from sts2fsm.wire.common import Card
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import HandSelect

UPGRADE = "upgrade_select"
DONE = (*FIGHT, State.CARD_SELECT, State.REWARDS)


@section("hand_select")
class HandSelectPolicy:
    """Which cards of the hand to give up, and which to upgrade."""

    settle_ms: int = number(int, "equal reads this far apart before picking", unit="ms", low=0, high=10000)
    give_up_below: float = number(
        float, "worth under which a card is given up although nothing more has to be picked", low=-100, high=100
    )


def block(seen: Seen) -> HandSelect:
    select = seen.observation.hand_select
    assert select is not None
    return select


def parts(card: Card, seen: Seen) -> dict[str, float]:
    table: CardsPolicy = seen.policies.section(CardsPolicy)
    if block(seen).mode == UPGRADE:
        return {"upgrade": upgrade_worth(card, table)}
    return {f"without its {name}": -worth for name, worth in card_parts(card, table).items()}


def ranked(seen: Seen, policy: HandSelectPolicy) -> list[Ranked]:
    open_ = {action.card_index for action in seen.open(CombatSelectCard)}
    return [
        Ranked(CombatSelectCard(index), parts(card, seen), card.name or card.id)
        for index, card in ((c.index if c.index is not None else i, c) for i, c in enumerate(block(seen).cards))
        if index in open_
    ]


def enough(seen: Seen, policy: HandSelectPolicy) -> bool:
    """It can be confirmed, and no further card is one to be rid of (where none has to be picked, all may be picked)."""
    if not seen.open(CombatConfirmSelection):
        return False
    top = best(ranked(seen, policy))
    picked = bool(block(seen).selected_cards)
    return picked or top is None or block(seen).mode == UPGRADE or -top.value >= policy.give_up_below


def pick(seen: Seen, policy: HandSelectPolicy) -> Ranked | None:
    return best(ranked(seen, policy))


def meant(seen: Seen) -> tuple[tuple[str, bool], ...] | None:
    """Cards that the turn's line gives up here, less those that are picked; None when it has no say."""
    picks = seen.memory.meant
    return picks[0][len(block(seen).selected_cards) :] if picks else None


def of_the_line(seen: Seen, policy: HandSelectPolicy) -> Ranked | None:
    """The next card that the line picks, if it is there: what was drawn on the way may be another."""
    wanted = meant(seen)
    open_ = {action.card_index for action in seen.open(CombatSelectCard)}
    if not wanted:
        return None
    for i, card in enumerate(block(seen).cards):
        index = card.index if card.index is not None else i
        if index in open_ and (card.id, card.is_upgraded) == wanted[0]:
            return Ranked(CombatSelectCard(index), {}, card.name or card.id)
    return None


def line_says(seen: Seen, policy: HandSelectPolicy) -> bool:
    return of_the_line(seen, policy) is not None


def line_is_done(seen: Seen, policy: HandSelectPolicy) -> bool:
    return meant(seen) == () and bool(seen.open(CombatConfirmSelection))


def cards_renumbered(step: Step) -> bool:
    """The picked card left the list, and the others moved up (behaviour W28)."""
    return step.asked and not step.unchanged


class HandSelectHandler(Handler):
    screens = (Screen.HAND_SELECT,)
    policy = HandSelectPolicy
    rules = (
        SETTLE,
        Rule(
            "confirm the line's choice",
            when=line_is_done,
            do=only(CombatConfirmSelection),
            emits=("combat_confirm_selection",),
        ),
        Rule("the line's choice", when=line_says, do=of_the_line, emits=("combat_select_card",)),
        Rule("confirm", when=enough, do=only(CombatConfirmSelection), emits=("combat_confirm_selection",)),
        Rule("pick", when=can(CombatSelectCard), do=pick, emits=("combat_select_card",)),
        Rule("wait for the cards", when=always, do=wait("nothing can be picked yet")),
    )
    edges = (
        Edge("combat_select_card", HERE, when=cards_renumbered),
        Edge("combat_select_card", DONE, remember=(choice_made,)),
        Edge("combat_confirm_selection", HERE, when=cards_renumbered, remember=(choice_made,)),
        Edge("combat_confirm_selection", DONE, remember=(choice_made,)),
        Edge(OBSERVE, DONE),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        select = seen.observation.hand_select
        if select is None:
            return []
        confirms: list[Action] = [CombatConfirmSelection()] if select.can_confirm else []
        picks = [CombatSelectCard(c.index if c.index is not None else i) for i, c in enumerate(select.cards)]
        return [*picks, *confirms]

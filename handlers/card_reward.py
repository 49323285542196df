"""Card reward: take the card of highest worth, or skip when none is worth its place in the deck."""

from __future__ import annotations

from collections.abc import Sequence

from attrs import evolve

from handlers.asks import choice
from handlers.common import SETTLE, UNDER_REWARDS, wait
from handlers.worth import CardsPolicy, card_parts, fit_parts
from sts2fsm import advice
from sts2fsm.facts.telling import card_of
from sts2fsm.handler import HERE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always, best, page_changed
from sts2fsm.memory import Memory
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, SelectCardReward, SkipCardReward
from sts2fsm.wire.common import Card
from sts2fsm.wire.observation import Screen


@section("card_reward")
class CardRewardPolicy:
    """When a card is worth taking."""

    settle_ms: int = number(int, "two equal card orders this far apart before choosing", unit="ms", low=0, high=10000)
    empty_ms: int = number(
        int, "time after which a card reward that shows no cards is skipped", unit="ms", low=0, high=60000
    )
    take_above: float = number(float, "least worth of a card that is taken; skip below", low=-100, high=100)


def offered(option: SelectCardReward, seen: Seen) -> Card:
    """The card that an action names by its index, which need not be its place in the list."""
    offer = seen.observation.card_reward
    assert offer is not None
    return next(card for card, index in numbered(offer.cards) if index == option.card_index)


def numbered(cards: Sequence[Card]) -> list[tuple[Card, int]]:
    """Cards with the index that the mod gives them, else their place."""
    return [(card, place if card.index is None else card.index) for place, card in enumerate(cards)]


def value(option: SelectCardReward, seen: Seen, policy: CardRewardPolicy) -> Ranked:
    """The worth of one offered card."""
    card = offered(option, seen)
    cards: CardsPolicy = seen.policies.section(CardsPolicy)
    parts = {**card_parts(card, cards), **fit_parts(card.id, seen, cards), **advice.for_card(card.id, seen)}
    return Ranked(option, parts, card.name or card.id)


def ranked(seen: Seen, policy: CardRewardPolicy) -> list[Ranked]:
    return [value(option, seen, policy) for option in seen.open(SelectCardReward)]


def worth_taking(seen: Seen, policy: CardRewardPolicy) -> bool:
    top = best(ranked(seen, policy))
    return top is not None and (top.value >= policy.take_above or not seen.open(SkipCardReward))


def take_best(seen: Seen, policy: CardRewardPolicy) -> Ranked | None:
    return best(ranked(seen, policy))


def takes(seen: Seen, policy: CardRewardPolicy) -> list[Ranked]:
    """Cards that are worth taking, and taking none, which is worth what a card must be."""
    worth = [option for option in ranked(seen, policy) if option.value >= policy.take_above]
    none = [Ranked(skip, {"no card": policy.take_above}, "no card") for skip in seen.open(SkipCardReward)]
    return [*worth, *none]


def taken(option: Ranked, seen: Seen, policy: CardRewardPolicy) -> str:
    """What taking it adds to the deck."""
    if not isinstance(option.action, SelectCardReward):
        return "take no card, and keep the deck small"
    return f"take {card_of(offered(option.action, seen))}"


TAKE = choice("card_reward", "Which card helps the deck most?", takes, taken, "We are offered a card for our deck.")


def can_skip(seen: Seen, policy: CardRewardPolicy) -> bool:
    """The screen may be shown before its cards are (behaviour W56)."""
    offer = seen.observation.card_reward
    there = offer is not None and bool(offer.cards)
    return bool(seen.open(SkipCardReward)) and (there or seen.shown_for * 1000 >= policy.empty_ms)


def skip(seen: Seen, policy: CardRewardPolicy) -> Move:
    return SkipCardReward()


def let_go_of_cards(memory: Memory, step: Step) -> Memory:
    """Skipped: the rewards screen keeps the card entry, which must not be opened again (behaviours W50, W51)."""
    opened = next((action for _, action in reversed(memory.recent) if action.startswith("claim_reward")), None)
    if opened is None:
        return memory
    return evolve(memory, let_go=(*memory.let_go, opened))


class CardReward(Handler):
    screens = (Screen.CARD_REWARD,)
    policy = CardRewardPolicy
    rules = (
        SETTLE,
        Rule(
            "take the best card",
            when=worth_taking,
            do=take_best,
            emits=("select_card_reward", "skip_card_reward"),
            asks=(TAKE,),
        ),
        Rule("skip the cards", when=can_skip, do=skip, emits=("skip_card_reward",)),
        Rule("wait for the cards", when=always, do=wait("no card is shown yet")),
    )
    edges = (
        Edge("select_card_reward", (State.REWARDS, State.MAP, *UNDER_REWARDS)),
        Edge("select_card_reward", HERE, when=page_changed),
        Edge("skip_card_reward", State.REWARDS, remember=(let_go_of_cards,)),
        Edge("skip_card_reward", (State.MAP, *UNDER_REWARDS)),
        Edge("skip_card_reward", HERE, when=page_changed),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        offer = seen.observation.card_reward
        if offer is None:
            return []
        skips: list[Action] = [SkipCardReward()] if offer.can_skip else []
        picks = [SelectCardReward(index) for _, index in numbered(offer.cards)]
        return [*picks, *skips]

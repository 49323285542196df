"""Card reward: take the card of highest worth, or skip when none is worth its place in the deck."""

from __future__ import annotations

from attrs import evolve

from handlers.common import EVENT, SETTLE, TREASURE, wait
from handlers.worth import CardsPolicy, card_parts
from sts2fsm.handler import HERE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always, best, page_changed
from sts2fsm.memory import Memory
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, SelectCardReward, SkipCardReward
from sts2fsm.wire.observation import Screen


@section("card_reward")
class CardRewardPolicy:
    """When a card is worth taking."""

    settle_ms: int = number(int, "two equal card orders this far apart before choosing", unit="ms", low=0, high=10000)
    empty_ms: int = number(
        int, "time after which a card reward that shows no cards is skipped", unit="ms", low=0, high=60000
    )
    take_above: float = number(float, "least worth of a card that is taken; skip below", low=-100, high=100)


def value(option: SelectCardReward, seen: Seen, policy: CardRewardPolicy) -> Ranked:
    """The worth of one offered card."""
    offer = seen.observation.card_reward
    assert offer is not None
    card = offer.cards[option.card_index]
    return Ranked(option, card_parts(card, seen.policies.section(CardsPolicy)), card.name or card.id)


def ranked(seen: Seen, policy: CardRewardPolicy) -> list[Ranked]:
    return [value(option, seen, policy) for option in seen.open(SelectCardReward)]


def worth_taking(seen: Seen, policy: CardRewardPolicy) -> bool:
    top = best(ranked(seen, policy))
    return top is not None and (top.value >= policy.take_above or not seen.open(SkipCardReward))


def take_best(seen: Seen, policy: CardRewardPolicy) -> Ranked | None:
    return best(ranked(seen, policy))


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
        Rule("take the best card", when=worth_taking, do=take_best, emits=("select_card_reward",)),
        Rule("skip the cards", when=can_skip, do=skip, emits=("skip_card_reward",)),
        Rule("wait for the cards", when=always, do=wait("no card is shown yet")),
    )
    edges = (
        Edge("select_card_reward", (State.REWARDS, State.MAP, *EVENT, *TREASURE)),
        Edge("select_card_reward", HERE, when=page_changed),
        Edge("skip_card_reward", State.REWARDS, remember=(let_go_of_cards,)),
        Edge("skip_card_reward", (State.MAP, *EVENT)),
        Edge("skip_card_reward", HERE, when=page_changed),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        offer = seen.observation.card_reward
        if offer is None:
            return []
        skips: list[Action] = [SkipCardReward()] if offer.can_skip else []
        picks = [SelectCardReward(card.index if card.index is not None else i) for i, card in enumerate(offer.cards)]
        return [*picks, *skips]

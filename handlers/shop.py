"""Shop: buy what is worth its gold, remove the worst card, then leave; an open shop says that it cannot be left, and
can.
"""

from __future__ import annotations

from attrs import evolve

from handlers.asks import choice
from handlers.common import SETTLE, highest, wait
from handlers.worth import CardsPolicy, PotionsPolicy, RelicsPolicy, fit_parts, potion_worth, relic_parts, worst_held
from sts2fsm import advice
from sts2fsm.asking import AskPolicy
from sts2fsm.facts.telling import card_words, potion_name, relic_words
from sts2fsm.handler import HERE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always, best, key, page_changed
from sts2fsm.memory import Memory
from sts2fsm.policy import at, flag, number, section
from sts2fsm.states import State
from sts2fsm.updates import note_failure
from sts2fsm.wire.actions import Action, Proceed, ShopPurchase
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import ShopItem


@section("shop")
class ShopPolicy:
    """What to spend gold on."""

    settle_ms: int = number(int, "equal reads this far apart before buying", unit="ms", low=0, high=10000)
    gold_worth: float = number(
        float, "worth of one gold piece; an item is bought when its worth exceeds its price", low=0, high=10
    )
    keep_gold: int = number(int, "gold that is never spent", unit="gold", low=0, high=1000)
    removal: float = number(float, "worth of removing a usual card", low=0, high=200)
    usual_removed: float = number(float, "worth of a usual card to remove", low=-50, high=100)
    sale: float = number(float, "added for an item on sale", low=0, high=100)
    buy_cards: bool = flag("consider cards at all")
    card_place: float = number(float, "added to a card's worth, for the place it takes in the deck", low=-50, high=0)


def value(item: ShopItem, seen: Seen, policy: ShopPolicy) -> Ranked:
    """The worth of one item less what its gold is worth."""
    parts = _goods(item, seen, policy)
    parts["price"] = -policy.gold_worth * (item.gold or 0)
    if item.on_sale:
        parts["sale"] = policy.sale
    return Ranked(
        ShopPurchase(item.index), parts, item.card_name or item.relic_name or item.potion_name or item.category
    )


def _goods(item: ShopItem, seen: Seen, policy: ShopPolicy) -> dict[str, float]:
    match item.category:
        case "card":
            cards: CardsPolicy = seen.policies.section(CardsPolicy)
            return {
                "card": at(cards.values, item.card_id or "?"),
                "rarity": at(cards.rarity, item.card_rarity or "None"),
                "place": policy.card_place,
                **fit_parts(item.card_id, seen, cards),
                **advice.for_card(item.card_id, seen),
            }
        case "relic":
            relics: RelicsPolicy = seen.policies.section(RelicsPolicy)
            return {**relic_parts(item.relic_id, None, relics), **advice.for_relic(item.relic_id, seen)}
        case "potion":
            return {"potion": potion_worth(item.potion_id, seen.policies.section(PotionsPolicy))}
        case "card_removal":
            return {"removal": policy.removal, **_removed(seen, policy)}
        case _:
            return {"unknown goods": 0.0}


def _removed(seen: Seen, policy: ShopPolicy) -> dict[str, float]:
    """How much worse than a usual one the card is that would go, where the deck is known."""
    worst = worst_held(seen.deck, seen.policies.section(CardsPolicy)) if seen.deck is not None else None
    return {} if worst is None else {"worst card": policy.usual_removed - worst}


def ranked(seen: Seen, policy: ShopPolicy) -> list[Ranked]:
    """What could be bought with an effect: affordable, not let go, a free slot for a potion, gold kept back."""
    observed = seen.observation
    shop, player = observed.shop, observed.player
    open_ = {action.index for action in seen.open(ShopPurchase)}
    if shop is None or player is None:
        return []
    return [
        value(item, seen, policy)
        for item in shop.items
        if item.index in open_
        and (item.category != "potion" or not player.belt_full)
        and (item.category != "card" or policy.buy_cards)
        and player.gold - (item.gold or 0) >= policy.keep_gold
        and key(ShopPurchase(item.index), observed) not in seen.memory.let_go
    ]


def worth_buying(seen: Seen, policy: ShopPolicy) -> bool:
    top = best(ranked(seen, policy))
    return top is not None and top.value > 0


def purchases(seen: Seen, policy: ShopPolicy) -> list[Ranked]:
    """What is worth its gold."""
    return [option for option in ranked(seen, policy) if option.value > 0]


def goods_words(option: Ranked, seen: Seen, policy: ShopPolicy) -> str:
    shop, player = seen.observation.shop, seen.observation.player
    shown = [item for item in shop.items if ShopPurchase(item.index) == option.action] if shop else []
    if not shown or player is None:
        return "unknown goods"
    item = shown[0]
    bands = seen.policies.section(AskPolicy).bands
    share = (item.gold or 0) / max(1, player.gold)
    price = "little" if share <= bands.light else "much" if share >= bands.heavy else "some"
    match item.category:
        case "card":
            what = card_words(item.card_id or "", False)
        case "relic":
            what = relic_words(item.relic_id)
        case "potion":
            what = f"{potion_name(item.potion_id)}, a potion"
        case "card_removal":
            what = "the removal of a card from the deck"
        case _:
            what = "unknown goods"
    return f"{what}; for {price} of our gold"


GOODS = choice("shop", "What is to be bought first?", purchases, goods_words, "We are in a shop.")


def not_ready(seen: Seen, policy: ShopPolicy) -> bool:
    shop = seen.observation.shop
    return shop is None or shop.error is not None


def leave(seen: Seen, policy: ShopPolicy) -> Move | None:
    return next((action for action in seen.legal if isinstance(action, Proceed)), None)


def closing(step: Step) -> bool:
    """Asked to leave; reading the state may have opened the goods again meanwhile (api.md section 6)."""
    return step.asked and not step.overdue


def did_not_close(step: Step) -> bool:
    """Still in the shop after longer than leaving takes: ask again."""
    return step.overdue


def bought(step: Step) -> bool:
    """Gold or goods have changed."""
    return page_changed(step)


def nothing_bought(memory: Memory, step: Step) -> Memory:
    """A purchase opened a choice: should it be cancelled, it is not bought again (behaviour W80)."""
    if step.sent is None or step.before is None:
        return memory
    return evolve(memory, let_go=(*memory.let_go, key(step.sent, step.before)))


class ShopHandler(Handler):
    screens = (Screen.SHOP,)
    states = (State.SHOP_LEAVING,)
    policy = ShopPolicy
    rules = (
        Rule("wait for the door", at=(State.SHOP_LEAVING,), when=always, do=wait("leaving the shop")),
        SETTLE,
        Rule("wait for the goods", when=not_ready, do=wait("the goods are not laid out yet")),
        Rule("buy", when=worth_buying, do=highest(ranked), emits=("shop_purchase",), asks=(GOODS,)),
        Rule("leave", when=always, do=leave, emits=("proceed",)),
    )
    edges = (
        Edge("shop_purchase", HERE, when=bought),
        Edge("shop_purchase", (State.CARD_SELECT, State.REWARDS, State.CARD_REWARD), remember=(nothing_bought,)),
        Edge("proceed", State.MAP),
        Edge("proceed", State.SHOP_LEAVING, when=closing, instead=("not_done_yet",)),
        Edge("proceed", HERE, when=closing, at=(State.SHOP_LEAVING,)),
        Edge("proceed", State.SHOP, when=did_not_close, at=(State.SHOP_LEAVING,), remember=(note_failure,)),
        Edge("proceed", State.MAP, at=(State.SHOP_LEAVING,)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        shop = seen.observation.shop
        if shop is None or shop.error is not None or seen.state is State.SHOP_LEAVING:
            return []
        return [*(ShopPurchase(item.index) for item in shop.items if item.is_stocked and item.can_afford), Proceed()]

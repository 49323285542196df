"""The fake merchant: relics for gold, and a door. His fight is never started by us."""

from __future__ import annotations

from handlers.common import EVENT_PAGES, FIGHT, SETTLE, highest, wait
from handlers.worth import RelicsPolicy, relic_parts
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, always, best, page_changed
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, Proceed, ShopPurchase
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import Shop


@section("fake_merchant")
class FakeMerchantPolicy:
    """What to spend gold on at the fake merchant's."""

    settle_ms: int = number(int, "equal reads this far apart before buying", unit="ms", low=0, high=10000)
    gold_worth: float = number(
        float, "worth of one gold piece; a relic is bought when its worth exceeds its price", low=0, high=10
    )


def goods(seen: Seen) -> Shop | None:
    merchant = seen.observation.fake_merchant
    return merchant.shop if merchant else None


def ranked(seen: Seen, policy: FakeMerchantPolicy) -> list[Ranked]:
    shop = goods(seen)
    open_ = {action.index for action in seen.open(ShopPurchase)}
    table: RelicsPolicy = seen.policies.section(RelicsPolicy)
    return [
        Ranked(
            ShopPurchase(item.index),
            {**relic_parts(item.relic_id, None, table), "price": -policy.gold_worth * (item.gold or 0)},
            item.relic_name or item.category,
        )
        for item in (shop.items if shop else ())
        if item.index in open_
    ]


def worth_buying(seen: Seen, policy: FakeMerchantPolicy) -> bool:
    top = best(ranked(seen, policy))
    return top is not None and top.value > 0


def leave(seen: Seen, policy: FakeMerchantPolicy) -> Move | None:
    return next((action for action in seen.legal if isinstance(action, Proceed)), None)


class FakeMerchantHandler(Handler):
    screens = (Screen.FAKE_MERCHANT,)
    policy = FakeMerchantPolicy
    rules = (
        SETTLE,
        Rule("buy", when=worth_buying, do=highest(ranked), emits=("shop_purchase",)),
        Rule("leave", when=always, do=leave, emits=("proceed",)),
        Rule("wait for the goods", when=always, do=wait("the goods are not laid out yet")),
    )
    edges = (
        Edge("shop_purchase", HERE, when=page_changed),
        Edge("proceed", (State.MAP, *EVENT_PAGES)),
        Edge(OBSERVE, FIGHT),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        merchant, shop = seen.observation.fake_merchant, goods(seen)
        if merchant is None or shop is None:
            return []
        if shop.error is not None and not merchant.started_fight:
            return []
        buys = [ShopPurchase(item.index) for item in shop.items if item.is_stocked and item.can_afford]
        return [*([] if merchant.started_fight else buys), Proceed()]

"""Bundles of cards: look at the one of highest worth, confirm it."""

from __future__ import annotations

from handlers.asks import choice
from handlers.common import EVENT, SETTLE, can, highest, only, wait
from handlers.worth import CardsPolicy, card_worth
from sts2fsm.facts.telling import card_of
from sts2fsm.handler import OBSERVE, Edge, Handler, Ranked, Rule, Seen, always
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, CancelBundleSelection, ConfirmBundleSelection, SelectBundle
from sts2fsm.wire.observation import Screen

DONE = (*EVENT, State.MAP, State.REWARDS, State.CARD_SELECT)


@section("bundle_select")
class BundleSelectPolicy:
    """How patient to be with bundles."""

    settle_ms: int = number(int, "equal reads this far apart before choosing", unit="ms", low=0, high=10000)


def ranked(seen: Seen, policy: BundleSelectPolicy) -> list[Ranked]:
    select = seen.observation.bundle_select
    open_ = {action.index for action in seen.open(SelectBundle)}
    table: CardsPolicy = seen.policies.section(CardsPolicy)
    return [
        Ranked(
            SelectBundle(bundle.index),
            {f"{card.name or card.id} ({i})": card_worth(card, table) for i, card in enumerate(bundle.cards)},
            f"bundle {bundle.index}",
        )
        for bundle in (select.bundles if select else ())
        if bundle.index in open_
    ]


def cards_of(option: Ranked, seen: Seen, policy: BundleSelectPolicy) -> str:
    select = seen.observation.bundle_select
    shown = [one for one in select.bundles if SelectBundle(one.index) == option.action] if select else []
    return "; ".join(card_of(card) for card in shown[0].cards) if shown else "unknown cards"


BUNDLE = choice("bundle", "Which cards help the deck most?", ranked, cards_of, "We take one of several sets of cards.")


class BundleSelectHandler(Handler):
    screens = (Screen.BUNDLE_SELECT,)
    states = (State.BUNDLE_SELECT_PREVIEW,)
    policy = BundleSelectPolicy
    rules = (
        Rule(
            "confirm the bundle",
            at=(State.BUNDLE_SELECT_PREVIEW,),
            when=can(ConfirmBundleSelection),
            do=only(ConfirmBundleSelection),
            emits=("confirm_bundle_selection",),
        ),
        Rule(
            "back to the bundles",
            at=(State.BUNDLE_SELECT_PREVIEW,),
            when=can(CancelBundleSelection),
            do=only(CancelBundleSelection),
            emits=("cancel_bundle_selection",),
        ),
        Rule("wait for the preview", at=(State.BUNDLE_SELECT_PREVIEW,), when=always, do=wait("the preview is opening")),
        SETTLE,
        Rule(
            "look at the best bundle",
            when=can(SelectBundle),
            do=highest(ranked),
            emits=("select_bundle",),
            asks=(BUNDLE,),
        ),
        Rule("wait for the bundles", when=always, do=wait("no bundle can be chosen yet")),
    )
    edges = (
        Edge("select_bundle", State.BUNDLE_SELECT_PREVIEW),
        Edge("select_bundle", DONE),
        Edge("confirm_bundle_selection", (*DONE, State.BUNDLE_SELECT), at=(State.BUNDLE_SELECT_PREVIEW,)),
        Edge("cancel_bundle_selection", (*DONE, State.BUNDLE_SELECT), at=(State.BUNDLE_SELECT_PREVIEW,)),
        Edge(OBSERVE, DONE, at=(State.BUNDLE_SELECT, State.BUNDLE_SELECT_PREVIEW)),
        Edge(OBSERVE, State.BUNDLE_SELECT_PREVIEW),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        select = seen.observation.bundle_select
        if select is None:
            return []
        if not select.preview_showing:
            return [SelectBundle(bundle.index) for bundle in select.bundles]
        actions: list[Action] = [ConfirmBundleSelection()] if select.can_confirm else []
        return [*actions, *([CancelBundleSelection()] if select.can_cancel else [])]

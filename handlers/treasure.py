"""Treasure: the chest opens by itself; take the best relic, then leave, also when it was empty."""

from __future__ import annotations

from handlers.asks import choice
from handlers.common import SETTLE, can, highest, proceed, wait
from handlers.worth import RelicsPolicy, relic_parts
from sts2fsm.facts.telling import relic_words
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Ranked, Rule, Seen, always, page_changed
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, ClaimTreasureRelic, Proceed
from sts2fsm.wire.observation import Screen


@section("treasure")
class TreasurePolicy:
    """How long to let a chest open."""

    settle_ms: int = number(int, "wait between looks, and before claiming", unit="ms", low=0, high=10000)


def ranked(seen: Seen, policy: TreasurePolicy) -> list[Ranked]:
    treasure = seen.observation.treasure
    open_ = {action.index for action in seen.open(ClaimTreasureRelic)}
    table: RelicsPolicy = seen.policies.section(RelicsPolicy)
    return [
        Ranked(ClaimTreasureRelic(relic.index), relic_parts(relic.id, relic.rarity, table), relic.name or relic.id)
        for relic in ((treasure.relics or ()) if treasure else ())
        if relic.index in open_
    ]


def in_chest(option: Ranked, seen: Seen, policy: TreasurePolicy) -> str:
    treasure = seen.observation.treasure
    relics = (treasure.relics or ()) if treasure else ()
    return relic_words(next((one.id for one in relics if ClaimTreasureRelic(one.index) == option.action), None))


RELIC = choice("relic", "Which relic helps most?", ranked, in_chest, "The chest holds several relics; we may take one.")


class TreasureHandler(Handler):
    screens = (Screen.TREASURE,)
    states = (State.TREASURE_OPENING,)
    policy = TreasurePolicy
    rules = (
        Rule("let the chest open", at=(State.TREASURE_OPENING,), when=always, do=wait("the chest opens by itself")),
        SETTLE,
        Rule(
            "claim the best relic",
            when=can(ClaimTreasureRelic),
            do=highest(ranked),
            emits=("claim_treasure_relic",),
            asks=(RELIC,),
        ),
        Rule("leave", when=can(Proceed), do=proceed, emits=("proceed",)),
        Rule("wait for the door", when=always, do=wait("the pick is taking effect")),
    )
    edges = (
        Edge("claim_treasure_relic", HERE, when=page_changed),
        Edge("claim_treasure_relic", (State.TREASURE_OPENING, State.REWARDS, State.CARD_SELECT)),
        Edge("proceed", State.MAP),
        Edge(OBSERVE, (State.TREASURE, State.MAP), at=(State.TREASURE_OPENING,)),
        Edge(OBSERVE, State.TREASURE_OPENING),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        treasure = seen.observation.treasure
        if treasure is None:
            return []
        leave: list[Action] = [Proceed()] if treasure.can_proceed else []
        return [*(ClaimTreasureRelic(relic.index) for relic in treasure.relics or ()), *leave]

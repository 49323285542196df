"""Choose-a-relic overlays: take the relic of highest worth; skip only what harms."""

from __future__ import annotations

from handlers.asks import choice
from handlers.common import EVENT, SETTLE, TREASURE, only, wait
from handlers.worth import RelicsPolicy, relic_parts
from sts2fsm import advice
from sts2fsm.facts.telling import relic_words
from sts2fsm.handler import OBSERVE, Edge, Handler, Ranked, Rule, Seen, always, best
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, SelectRelic, SkipRelicSelection
from sts2fsm.wire.observation import Screen

DONE = (*EVENT, *TREASURE, State.MAP, State.REWARDS, State.CARD_SELECT)


@section("relic_select")
class RelicSelectPolicy:
    """When a relic is worth taking."""

    settle_ms: int = number(int, "equal reads this far apart before choosing", unit="ms", low=0, high=10000)
    take_above: float = number(float, "least worth of a relic that is taken", low=-100, high=200)


def ranked(seen: Seen, policy: RelicSelectPolicy) -> list[Ranked]:
    select = seen.observation.relic_select
    open_ = {action.index for action in seen.open(SelectRelic)}
    table: RelicsPolicy = seen.policies.section(RelicsPolicy)
    return [
        Ranked(
            SelectRelic(relic.index),
            {**relic_parts(relic.id, relic.rarity, table), **advice.for_relic(relic.id, seen)},
            relic.name or relic.id,
        )
        for relic in (select.relics if select else ())
        if relic.index in open_
    ]


def worth_taking(seen: Seen, policy: RelicSelectPolicy) -> bool:
    top = best(ranked(seen, policy))
    return top is not None and (top.value >= policy.take_above or not seen.open(SkipRelicSelection))


def take(seen: Seen, policy: RelicSelectPolicy) -> Ranked | None:
    return best(ranked(seen, policy))


def relics_worth_taking(seen: Seen, policy: RelicSelectPolicy) -> list[Ranked]:
    return [option for option in ranked(seen, policy) if option.value >= policy.take_above]


def offered(option: Ranked, seen: Seen, policy: RelicSelectPolicy) -> str:
    select = seen.observation.relic_select
    shown = [relic.id for relic in select.relics if SelectRelic(relic.index) == option.action] if select else []
    return relic_words(shown[0] if shown else None)


RELIC = choice("relic", "Which relic helps most?", relics_worth_taking, offered, "We may take one relic.")


class RelicSelectHandler(Handler):
    screens = (Screen.RELIC_SELECT,)
    policy = RelicSelectPolicy
    rules = (
        SETTLE,
        Rule("take the best relic", when=worth_taking, do=take, emits=("select_relic",), asks=(RELIC,)),
        Rule("skip the relics", when=always, do=only(SkipRelicSelection), emits=("skip_relic_selection",)),
        Rule("wait for the relics", when=always, do=wait("no relic can be chosen yet")),
    )
    edges = (
        Edge(("select_relic", "skip_relic_selection"), DONE),
        Edge(OBSERVE, DONE),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        select = seen.observation.relic_select
        if select is None:
            return []
        skips: list[Action] = [SkipRelicSelection()] if select.can_skip else []
        return [*(SelectRelic(relic.index) for relic in select.relics), *skips]

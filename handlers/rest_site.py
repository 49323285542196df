"""Rest site: heal when hurt, otherwise the best option by the table, then leave."""

from __future__ import annotations

from collections.abc import Mapping

from handlers.asks import choice
from handlers.common import SETTLE, highest, proceed, wait
from handlers.worth import CardsPolicy
from sts2fsm.handler import HERE, Edge, Handler, Move, Ranked, Rule, Seen, always, page_changed
from sts2fsm.policy import at, number, section, share, table
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, ChooseRestOption, ClaimReward, Proceed
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import RestOption


@section("rest_site")
class RestSitePolicy:
    """Rest or upgrade."""

    settle_ms: int = number(int, "equal reads this far apart before choosing", unit="ms", low=0, high=10000)
    heal_below: float = share("hp share under which healing comes first")
    heal_before_boss_below: float = share("the same, on the last floor before the act's boss")
    healing: float = number(float, "worth of healing when hurt", low=0, high=1000)
    usual_upgrade: float = number(float, "gain of the upgrade that the worth of SMITH stands for", low=0, high=100)
    options: Mapping[str, float] = table("worth of an option, by id", low=-100, high=500, default="required")


def boss_is_next(seen: Seen) -> bool:
    """Not shown at a rest site: the floor tells. The last room of an act is a rest site (facts/rules.json, map)."""
    return seen.observation.run is not None and seen.observation.run.floor in BEFORE_BOSS


# Floors of the last rest site of the acts: an act has rooms + 1 rows, the boss stands above them (content tables,
# acts).
BEFORE_BOSS = frozenset({16, 32, 47})


def hurt(seen: Seen, policy: RestSitePolicy) -> bool:
    below = policy.heal_before_boss_below if boss_is_next(seen) else policy.heal_below
    return seen.hp_share < below


def value(option: RestOption, seen: Seen, policy: RestSitePolicy) -> Ranked:
    parts = {"option": at(policy.options, option.id)}
    if option.id == "HEAL" and hurt(seen, policy):
        parts["hurt"] = policy.healing
    if option.id == "SMITH" and seen.deck is not None:
        gain = seen.policies.section(CardsPolicy).upgrade_gain
        best_gain = max((at(gain, id_) for id_ in seen.deck.upgradable), default=0.0)
        parts["best upgrade"] = best_gain - policy.usual_upgrade
    return Ranked(ChooseRestOption(option.index), parts, option.name or option.id)


def ranked(seen: Seen, policy: RestSitePolicy) -> list[Ranked]:
    site = seen.observation.rest_site
    open_ = {action.index for action in seen.open(ChooseRestOption)}
    return [value(option, seen, policy) for option in site.options if option.index in open_] if site else []


def rest_words(option: Ranked, seen: Seen, policy: RestSitePolicy) -> str:
    site = seen.observation.rest_site
    shown = [one.id for one in site.options if ChooseRestOption(one.index) == option.action] if site else []
    return _DOES.get(shown[0] if shown else "", "an unknown option")


_DOES: Mapping[str, str] = {
    "HEAL": "rest and heal",
    "SMITH": "upgrade a card",
    "LIFT": "train, for lasting strength",
    "DIG": "dig for a relic",
    "COOK": "cook two cards away for more maximum health",
    "CLONE": "copy enchanted cards",
    "HATCH": "hatch the egg",
    "MEND": "heal another player",
}

REST = choice("rest_site", "What is best here?", ranked, rest_words, "We are at a rest site.")


def something_left(seen: Seen, policy: RestSitePolicy) -> bool:
    return bool(ranked(seen, policy))


PROBES: tuple[Action, ...] = (ClaimReward(0), Proceed())


def nothing_works(seen: Seen) -> bool:
    """Every open option came to nothing: rewards may lie on top that the API does not show (behaviour W55)."""
    site = seen.observation.rest_site
    choices = [ChooseRestOption(option.index) for option in site.options if option.is_enabled] if site else []
    return bool(choices) and all(seen.worn_out(choice) for choice in choices)


def probe(seen: Seen, policy: RestSitePolicy) -> Move | None:
    return next((action for action in PROBES if action in seen.legal and not seen.worn_out(action)), None)


def in_the_way(seen: Seen, policy: RestSitePolicy) -> bool:
    return nothing_works(seen)


def can_leave(seen: Seen, policy: RestSitePolicy) -> bool:
    site = seen.observation.rest_site
    return site is not None and site.can_proceed and bool(seen.open(Proceed))


class RestSiteHandler(Handler):
    screens = (Screen.REST_SITE,)
    policy = RestSitePolicy
    rules = (
        SETTLE,
        Rule("best option", when=something_left, do=highest(ranked), emits=("choose_rest_option",), asks=(REST,)),
        Rule("leave", when=can_leave, do=proceed, emits=("proceed",)),
        Rule("try what may lie on top", when=in_the_way, do=probe, emits=tuple(action.name for action in PROBES)),
        Rule("wait for the room", when=always, do=wait("the option is taking effect")),
    )
    edges = (
        Edge(("choose_rest_option", "claim_reward", "proceed"), HERE, when=page_changed),
        Edge("choose_rest_option", (State.CARD_SELECT, State.REWARDS, State.CARD_REWARD)),
        Edge("claim_reward", (State.REWARDS, State.CARD_REWARD, State.MAP)),
        Edge("proceed", (State.MAP, State.REWARDS)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        site = seen.observation.rest_site
        if site is None:
            return []
        leave: list[Action] = [Proceed()] if site.can_proceed else []
        probes = [action for action in PROBES if action not in leave] if nothing_works(seen) else []
        return [*(ChooseRestOption(option.index) for option in site.options if option.is_enabled), *leave, *probes]

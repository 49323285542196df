"""When a language model is asked: named pure functions of what is seen and remembered, on calm macro screens only."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from attrs import frozen

from handlers import card_reward
from handlers import map as map_screen
from sts2fsm.handler import Ranked, Seen
from sts2fsm.policy import at
from sts2fsm.states import State
from sts2fsm.strategy_policy import LlmPolicy

# The screens on which there is time to think: the section of each, and how it ranks its options. Never a fight.
CALM: Mapping[State, tuple[type, Callable[[Seen, Any], Sequence[Ranked]]]] = {
    State.MAP: (map_screen.MapPolicy, map_screen.ranked),
    State.CARD_REWARD: (card_reward.CardRewardPolicy, card_reward.ranked),
}


def _ranked(seen: Seen) -> Sequence[Ranked]:
    section, rank = CALM[seen.state]
    return rank(seen, seen.policies.section(section))


def calm(seen: Seen) -> bool:
    """A page of `CALM` that has settled and offers something, with nothing on its way and no fight under it."""
    observed, memory = seen.observation, seen.memory
    fighting = observed.in_combat or (observed.player is not None and observed.player.in_combat)
    if seen.state not in CALM or fighting or memory.pending is not None or memory.return_to is not None:
        return False
    return seen.settled(seen.policies.section(CALM[seen.state][0]).settle_ms) and bool(_ranked(seen))


def new_act(seen: Seen, policy: LlmPolicy) -> bool:
    """The map of an act for which nobody was asked yet."""
    run = seen.observation.run
    return seen.state is State.MAP and run is not None and run.act not in seen.memory.consults.acts


def boss_known(seen: Seen, policy: LlmPolicy) -> bool:
    """The map names a boss for which nobody was asked yet."""
    map_ = seen.observation.map
    boss = map_.boss.id if map_ is not None and map_.boss is not None else None
    return boss is not None and boss not in seen.memory.consults.bosses


def archetype_unclear(seen: Seen, policy: LlmPolicy) -> bool:
    """The deck has grown and little of it is what the plan in force wants; without a plan none of it is."""
    deck, strategy = seen.memory.deck, seen.memory.strategy
    if seen.state is not State.CARD_REWARD or deck is None or len(deck) < policy.unclear_deck:
        return False
    wanted = sum(card in strategy.wanted for card in deck) if strategy is not None else 0
    return wanted < policy.unclear_below * len(deck)


def near_tie(seen: Seen, policy: LlmPolicy) -> bool:
    """The two best options are of about the same worth, and that worth is high enough to matter."""
    values = sorted((option.value for option in _ranked(seen)), reverse=True)
    if len(values) < 2:
        return False
    return values[0] - values[1] < at(policy.tie_within, seen.state) and values[0] >= at(policy.tie_above, seen.state)


@frozen
class Trigger:
    """`once`: asked once for each act or boss, whatever the pause between calls says."""

    name: str
    when: Callable[[Seen, LlmPolicy], bool]
    once: bool = False


TRIGGERS = (
    Trigger("new act", new_act, once=True),
    Trigger("boss known", boss_known, once=True),
    Trigger("archetype unclear", archetype_unclear),
    Trigger("near-tie", near_tie),
)


def fired(seen: Seen, policy: LlmPolicy) -> tuple[str, ...]:
    """Names of the triggers that ask for a call now; none on a screen that is not calm, or too soon after the last."""
    if not calm(seen):
        return ()
    last, run = seen.memory.consults.floor, seen.observation.run
    soon = last is not None and run is not None and run.floor - last < policy.floors_between
    return tuple(trigger.name for trigger in TRIGGERS if (trigger.once or not soon) and trigger.when(seen, policy))

"""Rewards: claim from right to left, make room for a better potion, leave what is not wanted, proceed."""

from __future__ import annotations

from collections.abc import Iterable

from handlers.asks import choice
from handlers.common import EVENT, FIGHT, SETTLE, UNDER_REWARDS, wait
from handlers.worth import PotionsPolicy, potion_worth
from sts2fsm import advice
from sts2fsm.facts.telling import potion_name
from sts2fsm.handler import (
    HERE,
    OBSERVE,
    Edge,
    Handler,
    Move,
    Ranked,
    Rule,
    Seen,
    Step,
    always,
    best,
    key,
    page_changed,
)
from sts2fsm.memory import Memory
from sts2fsm.policy import flag, names, number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, ClaimReward, DiscardPotion, Proceed
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import RewardItem

OPENED = (State.CARD_REWARD, State.CARD_SELECT)  # what a claimed reward may open
OPENING = ("card", "card_removal")  # reward types that open them
REINDEXED = (State.REWARDS_REINDEXED,)
LISTS = (State.REWARDS, State.REWARDS_REINDEXED)


@section("rewards")
class RewardsPolicy:
    """What to take after a fight."""

    settle_ms: int = number(int, "equal reads this far apart before claiming", unit="ms", low=0, high=10000)
    open_ms: int = number(int, "time a claimed card reward may take to open its overlay", unit="ms", low=0, high=10000)
    claim: tuple[str, ...] = names("reward types to claim; others are left")
    discard_for_better: bool = flag("throw the weakest potion away for a better one")


def items(seen: Seen) -> tuple[RewardItem, ...]:
    rewards = seen.observation.rewards
    return rewards.items if rewards else ()


def fits(seen: Seen, item: RewardItem) -> bool:
    """The claim can have an effect: the mod drops a potion silently when the belt is full (behaviour W52)."""
    player = seen.observation.player
    return item.type != "potion" or player is None or not player.belt_full


def wanted(seen: Seen, policy: RewardsPolicy) -> list[RewardItem]:
    """Items to claim, rightmost first: a claim renumbers only what stands to its right. Of items that look alike,
    those let go
    are the rightmost ones, for those were opened first."""
    open_ = {claim.index for claim in seen.open(ClaimReward)}
    left = list(seen.memory.let_go)
    chosen = []
    for item in reversed(items(seen)):
        name = key(ClaimReward(item.index), seen.observation)
        if name in left:
            left.remove(name)
        elif item.type in policy.claim and item.index in open_:
            chosen.append(item)
    return chosen


def better_potion_waits(seen: Seen, policy: RewardsPolicy) -> bool:
    player = seen.observation.player
    return (
        policy.discard_for_better
        and player is not None
        and player.belt_full
        and any(item.type == "potion" for item in wanted(seen, policy))
        and bool(player.potions)
    )


def make_room(seen: Seen, policy: RewardsPolicy) -> Move | Ranked | None:
    """Discard the weakest potion by the table, if one that is offered is worth more."""
    return best(discards(seen, policy))


def discards(seen: Seen, policy: RewardsPolicy) -> list[Ranked]:
    """Potions of the belt that are worth less than the best one offered, by what is lost with them. One that is held
    for the boss is worth more than the table says."""
    player = seen.observation.player
    table: PotionsPolicy = seen.policies.section(PotionsPolicy)
    offers = [potion_worth(item.potion_id, table) for item in wanted(seen, policy) if item.type == "potion"]
    open_ = seen.open(DiscardPotion)
    found = []
    for potion in player.potions if player else ():
        lost = {"lost": -potion_worth(potion.id, table), **advice.without_potion(potion.id, seen)}
        option = Ranked(DiscardPotion(potion.slot), lost, potion.name or potion.id)
        if option.action in open_ and -option.value < max(offers, default=0):
            found.append(option)
    return found


def thrown_away(option: Ranked, seen: Seen, policy: RewardsPolicy) -> str:
    player = seen.observation.player
    potions = player.potions if player else ()
    return (
        f"throw away {potion_name(next((one.id for one in potions if DiscardPotion(one.slot) == option.action), None))}"
    )


ROOM = choice(
    "potion", "Which potion is needed least?", discards, thrown_away,
    "Our potion belt is full, and a better potion is offered: one of ours has to go.",
)  # fmt: skip


def something_to_claim(seen: Seen, policy: RewardsPolicy) -> bool:
    return any(fits(seen, item) for item in wanted(seen, policy))


def claim_rightmost(seen: Seen, policy: RewardsPolicy) -> Move | None:
    return next((ClaimReward(item.index) for item in wanted(seen, policy) if fits(seen, item)), None)


def can_leave(seen: Seen, policy: RewardsPolicy) -> bool:
    rewards = seen.observation.rewards
    return rewards is not None and rewards.can_proceed


def opens_a_screen(memory: Memory) -> bool:
    """The last claim was of the kind that opens an overlay, after a moment in which its entry is gone already
    (behaviour W53)."""
    last = memory.recent[-1][1] if memory.recent else ""
    return last.startswith(tuple(f"claim_reward {kind} " for kind in OPENING))


def may_open_yet(seen: Seen, policy: RewardsPolicy) -> bool:
    return opens_a_screen(seen.memory) and seen.state_for * 1000 < policy.open_ms


def leave(seen: Seen, policy: RewardsPolicy) -> Move | None:
    """Pressed as often as it takes: a gift of several rewards may show the same list again, which looks as if nothing
    happened."""
    return next((action for action in seen.legal if isinstance(action, Proceed)), None)


def list_renumbered(step: Step) -> bool:
    """A claim took an item out: every index to its right is void until the list is read again (behaviour W53)."""
    return step.asked and _count(step.before) != _count(step.after)


def _count(seen: object) -> int | None:
    rewards = getattr(seen, "rewards", None)
    return len(rewards.items) if rewards else None


def list_stands_still(step: Step) -> bool:
    """Two reads agree on the renumbered list, and nothing is about to open."""
    return step.unchanged and not opens_a_screen(step.memory)


class Rewards(Handler):
    screens = (Screen.REWARDS,)
    states = (State.REWARDS_REINDEXED,)
    policy = RewardsPolicy
    rules = (
        Rule("wait for what the claim opens", at=REINDEXED, when=may_open_yet, do=wait("the cards are being dealt")),
        Rule("let the list settle", at=LISTS, when=SETTLE.when, do=SETTLE.do),
        Rule(
            "make room for a better potion",
            at=LISTS,
            when=better_potion_waits,
            do=make_room,
            emits=("discard_potion",),
            asks=(ROOM,),
        ),
        Rule("claim right to left", at=LISTS, when=something_to_claim, do=claim_rightmost, emits=("claim_reward",)),
        Rule("leave", at=LISTS, when=can_leave, do=leave, emits=("proceed",)),
        Rule("wait to leave", at=LISTS, when=always, do=wait("the game does not let us proceed yet")),
    )
    edges = (
        Edge("claim_reward", State.REWARDS_REINDEXED, when=list_renumbered, at=LISTS),
        Edge("claim_reward", (*OPENED, *UNDER_REWARDS), at=LISTS),
        Edge(("claim_reward", "discard_potion", "proceed"), HERE, when=page_changed, at=LISTS),
        Edge("proceed", (State.MAP, *UNDER_REWARDS, *FIGHT), at=LISTS),
        Edge(OBSERVE, State.REWARDS, when=list_stands_still, at=REINDEXED),
        Edge(OBSERVE, (*OPENED, *EVENT), at=LISTS),
    )

    @classmethod
    def legal(cls, seen: Seen) -> Iterable[Action]:
        rewards = seen.observation.rewards
        if rewards is None:
            return []
        leave: list[Action] = [Proceed()] if rewards.can_proceed else []
        return [*(ClaimReward(item.index) for item in rewards.items), *leave]

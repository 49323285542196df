"""Events: dialogue, then one choice per page by the worth of its effects; never an option that can kill; never the same
page twice.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import takewhile

from handlers.asks import choice
from handlers.common import EVENT, FIGHT, SETTLE, TREASURE, highest, wait
from handlers.worth import RelicsPolicy
from sts2fsm.asking import AskPolicy
from sts2fsm.facts.events import OptionFacts, option_facts
from sts2fsm.facts.telling import listed, relic_words
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Ranked, Rule, Seen, Step, always, page_changed
from sts2fsm.policy import at, number, section, table
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, AdvanceDialogue, ChooseEventOption
from sts2fsm.wire.observation import Screen
from sts2fsm.wire.screens import EventOption

# What a choice may open, besides the next page.
OPENED = (
    *FIGHT, *TREASURE, State.MAP, State.REWARDS, State.CARD_REWARD, State.CARD_SELECT, State.BUNDLE_SELECT,
    State.RELIC_SELECT, State.CRYSTAL_SPHERE, State.FAKE_MERCHANT, State.SHOP,
)  # fmt: skip


@section("event")
class EventPolicy:
    """How options are weighed, and how patient to be with a page."""

    settle_ms: int = number(int, "equal reads this far apart before choosing", unit="ms", low=0, high=10000)
    resolve_ms: int = number(
        int, "wait on a page whose option was chosen, before anything is chosen again", unit="ms", low=0, high=60000
    )
    effects: Mapping[str, float] = table(
        "worth of one unit of an effect, by its name in the event tables", low=-500, high=500, default="required"
    )
    repeat_hp: int = number(
        int, "hp assumed lost when an option whose effects are not known is taken again", unit="hp", low=0, high=200
    )
    unknown: float = number(float, "worth of an option whose effects are not known", low=-500, high=500)
    leave: float = number(float, "worth of an option that leaves", low=-500, high=500)
    options: Mapping[str, float] = table(
        "added to one option, named EVENT_ID.OPTION", low=-1000, high=1000, default="required"
    )
    hp_kept: int = number(
        int,
        "an option that could leave less health than this is never taken while another is open",
        unit="hp",
        low=1,
        high=200,
    )


def facts_of(option: EventOption, seen: Seen) -> OptionFacts:
    event = seen.observation.event
    assert event is not None
    return option_facts(event, option, seen.observation.player, times_taken(option, seen))


def value(option: EventOption, seen: Seen, policy: EventPolicy) -> Ranked:
    """The worth of one option: the sum of its effects, with health counted by how little is left of it."""
    event = seen.observation.event
    assert event is not None
    facts = facts_of(option, seen)
    parts: dict[str, float] = {}
    if option.is_proceed:
        parts["leave"] = policy.leave
    elif not facts.known:
        parts["unknown"] = policy.unknown
    for name, amount in facts.effects:
        parts[name] = parts.get(name, 0.0) + amount * at(policy.effects, name)
    if facts.relic is not None:
        parts["relic"] = at(seen.policies.section(RelicsPolicy).values, facts.relic)
    if facts.key is not None:
        parts["preference"] = at(policy.options, f"{event.event_id}.{facts.key}")
    return Ranked(ChooseEventOption(option.index), parts, option.title or facts.key or str(option.index))


def survivable(option: EventOption, seen: Seen, policy: EventPolicy, kept: int) -> bool:
    """At least `kept` health is left after the worst that the option is known to do, or feared to when it is taken
    again. One that costs no health is safe however little there is."""
    player, facts = seen.observation.player, facts_of(option, seen)
    feared = policy.repeat_hp if not facts.known and taken_before(option, seen) else 0
    loss = max(facts.worst_hp_loss, feared)
    return player is None or loss <= 0 or player.hp - loss >= kept


def taken_before(option: EventOption, seen: Seen) -> bool:
    """The option of this place was the last choice made, and here it is offered again (behaviour W61)."""
    return times_taken(option, seen) > 0


def times_taken(option: EventOption, seen: Seen) -> int:
    """How often in a row the option of this place was chosen last: some cost more each time."""
    same = takewhile(lambda step: step[1] == str(ChooseEventOption(option.index)), reversed(seen.memory.recent))
    return sum(1 for _ in same)


def ranked(seen: Seen, policy: EventPolicy) -> list[Ranked]:
    """The open options by worth; those that could kill only when nothing else is open."""
    event = seen.observation.event
    open_ = {action.index for action in seen.open(ChooseEventOption)}
    options = [option for option in event.options if option.index in open_] if event else []
    for kept in (policy.hp_kept, 1):
        safe = [option for option in options if survivable(option, seen, policy, kept)]
        if safe:
            return [value(option, seen, policy) for option in safe]
    return [value(option, seen, policy) for option in options]


def option_words(option: Ranked, seen: Seen, policy: EventPolicy) -> str:
    """What is known to come of an option, by our own tables."""
    event = seen.observation.event
    shown = [one for one in event.options if ChooseEventOption(one.index) == option.action] if event else []
    if not shown:
        return "an unknown option"
    facts = facts_of(shown[0], seen)
    if facts.relic is not None:
        return f"get {relic_words(facts.relic)}"
    if shown[0].is_proceed:
        return "leave"
    if not facts.known:
        return "an option whose effects are not known"
    told = [effect_words(name, amount, seen) for name, amount in facts.effects]
    return listed(list(dict.fromkeys(told))) or "leave with nothing"


def effect_words(name: str, amount: float, seen: Seen) -> str:
    """One effect of the event tables; health and gold as parts of what there is."""
    player = seen.observation.player
    if name in ("hp", "gold", "max_hp"):
        what = {"hp": "health", "gold": "gold", "max_hp": "maximum health"}[name]
        own = {"hp": player.hp, "gold": player.gold, "max_hp": player.max_hp}[name] if player else 0
        bands = seen.policies.section(AskPolicy).bands
        share = abs(amount) / max(1, own)
        size = "a little" if share <= bands.light else "much" if share >= bands.heavy else "some"
        return f"{'gain' if amount >= 0 else 'lose'} {size} {what}"
    return _EFFECTS.get(name, "something that our tables do not weigh")


_EFFECTS: Mapping[str, str] = {
    "add_card": "a card of the event is added to the deck", "add_random_card": "gain a random card",
    "card_reward": "choose a card from an offer", "card_pick": "choose a card", "duplicate_deck": "double the deck",
    "downgrade": "a card loses its upgrade", "enchant": "enchant a card", "fight": "a fight begins",
    "gain_potion": "gain a potion", "gain_relic": "gain a relic", "lose_card": "lose a card",
    "lose_potion": "lose a potion", "lose_relic": "lose a relic", "potion_random": "gain a random potion",
    "relic_one_of": "gain a relic", "relic_random": "gain a random relic", "remove_card": "remove a card of our choice",
    "trade_relic": "trade a relic for another", "transform": "transform a card", "upgrade": "upgrade a card",
}  # fmt: skip

OPTION = choice("event", "Which option is best?", ranked, option_words, "An event asks us to choose.")


def in_dialogue(seen: Seen, policy: EventPolicy) -> bool:
    return True


def advance(seen: Seen, policy: EventPolicy) -> Move | None:
    """Lines look alike on the wire, so only refusals count against the next one (behaviour W63)."""
    return next((a for a in seen.legal if isinstance(a, AdvanceDialogue) and not seen.failed(a)), None)


def resolving_too_long(seen: Seen, policy: EventPolicy) -> bool:
    return seen.state_for * 1000 >= policy.resolve_ms


def next_line(step: Step) -> bool:
    """Asked, and by now the next line is shown, which looks as the last one did."""
    return step.asked and step.unchanged and step.overdue


def other_page(step: Step) -> bool:
    """The page is another one, or health, gold or the deck show that the choice counted (behaviour W61)."""
    return page_changed(step)


class EventHandler(Handler):
    screens = (Screen.EVENT,)
    states = (State.EVENT_DIALOGUE, State.EVENT_RESOLVING)
    policy = EventPolicy
    rules = (
        Rule("next line", at=(State.EVENT_DIALOGUE,), when=in_dialogue, do=advance, emits=("advance_dialogue",)),
        Rule("wait for the dialogue", at=(State.EVENT_DIALOGUE,), when=always, do=wait("it cannot be advanced yet")),
        Rule(
            "choose again",
            at=(State.EVENT_RESOLVING,),
            when=resolving_too_long,
            do=highest(ranked),
            emits=("choose_event_option",),
        ),
        Rule("wait for the page", at=(State.EVENT_RESOLVING,), when=always, do=wait("the choice is taking effect")),
        SETTLE,
        Rule("best option", when=always, do=highest(ranked), emits=("choose_event_option",), asks=(OPTION,)),
        Rule("wait for an option", when=always, do=wait("every option is locked")),
    )
    edges = (
        Edge("choose_event_option", HERE, when=other_page),
        Edge("choose_event_option", [state for state in EVENT if state is not State.EVENT], at=(State.EVENT,)),
        Edge("choose_event_option", OPENED, at=(State.EVENT, State.EVENT_RESOLVING)),
        Edge("choose_event_option", State.EVENT, at=(State.EVENT_RESOLVING,)),
        Edge("advance_dialogue", HERE, when=next_line, at=(State.EVENT_DIALOGUE,), instead=("without_effect",)),
        Edge("advance_dialogue", HERE, when=page_changed, at=(State.EVENT_DIALOGUE,)),
        Edge("advance_dialogue", (State.EVENT, State.EVENT_RESOLVING), at=(State.EVENT_DIALOGUE,)),
        Edge(OBSERVE, (State.EVENT, State.EVENT_RESOLVING), at=(State.EVENT_DIALOGUE,)),
        Edge(OBSERVE, (State.EVENT_DIALOGUE, State.EVENT_RESOLVING), at=(State.EVENT,)),
        Edge(OBSERVE, (State.EVENT, State.EVENT_DIALOGUE), at=(State.EVENT_RESOLVING,)),
        Edge(OBSERVE, OPENED, at=(State.EVENT, State.EVENT_RESOLVING)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        event = seen.observation.event
        if event is None:
            return []
        if event.in_dialogue:
            return [AdvanceDialogue()]
        return [ChooseEventOption(option.index) for option in event.options if not option.is_locked]

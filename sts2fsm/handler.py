"""The vocabulary of a handler: what it sees, its rules, its edges, and the decision that comes out.

A handler module reads: docstring, guards, table of rules, table of edges. Guards and rules are pure; nothing here sends
anything.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, TypeVar

from attrs import field, frozen

from sts2fsm.asking import Ask, Asked
from sts2fsm.facts.combat import CombatFacts
from sts2fsm.facts.deck import DeckFacts, deck_facts
from sts2fsm.facts.lines import Plan
from sts2fsm.facts.threat import Threat
from sts2fsm.memory import NEVER_AGAIN, Memory, Picks, page_of
from sts2fsm.states import State
from sts2fsm.strategy import Strategy
from sts2fsm.wire.actions import Action, ChooseMapNode, ClaimReward, PlayCard
from sts2fsm.wire.observation import Observation, Screen
from sts2fsm.wire.reply import Reply

OBSERVE = "observe"  # the trigger of an observation that follows no action of ours
A = TypeVar("A", bound=Action)


def _no_plan() -> Plan:
    return Plan(lines=(), nodes=0)


def _no_fight() -> None:
    return None


# --- what is seen -----------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Seen:
    """A frozen view of one moment. `now` is clock seconds; `tries` how often one action may fail on a page, and `loops`
    how often it may be sent there at all (policy)."""

    observation: Observation
    state: State
    memory: Memory
    now: float
    tries: int = 2
    loops: int = 3
    legal: tuple[Action, ...] = ()
    policies: Any = None  # policy.Policies, for tables that several screens share
    # These are worked out when first asked for, and once: most looks at a fight only wait.
    fight_facts: Callable[[], CombatFacts | None] = field(default=_no_fight, eq=False, repr=False)
    threat: Callable[[], Threat | None] = field(default=_no_fight, eq=False, repr=False)
    plan: Callable[[], Plan] = field(default=_no_plan, eq=False, repr=False)  # lines of this turn
    searched: Callable[[], Plan] = field(default=_no_plan, eq=False, repr=False)  # the same without a strategy's word

    @property
    def facts(self) -> CombatFacts | None:
        """Facts of the fight that is shown, None elsewhere."""
        return self.fight_facts()

    @property
    def strategy(self) -> Strategy | None:
        """The plan that weighs in; None without one, and for one that is only written down."""
        plan = self.memory.strategy
        return None if plan is None or plan.shadow else plan

    @property
    def deck(self) -> DeckFacts | None:
        """What the deck is like, as far as it is known; None while nothing tells it."""
        return None if self.memory.ledger is None else deck_facts(self.memory.ledger)

    @property
    def hp_share(self) -> float:
        """Health as a part of the maximum; 1.0 where no player is shown."""
        player = self.observation.player
        return player.hp / player.max_hp if player and player.max_hp else 1.0

    @property
    def shown_for(self) -> float:
        """Seconds since this exact page was first seen."""
        return self.now - self.memory.since

    @property
    def state_for(self) -> float:
        """Seconds since the present state was entered."""
        return self.now - self.memory.entered

    def settled(self, milliseconds: int) -> bool:
        """Two equal reads at least so far apart (behaviours W13, W42, W62)."""
        return milliseconds == 0 or (self.memory.reads >= 2 and self.shown_for * 1000 >= milliseconds - 0.5)

    def failed(self, action: Action) -> bool:
        """The action failed too often on this page to be tried again."""
        return self.memory.fails(page_of(self.observation), key(action, self.observation)) >= self.tries

    def circling(self, action: Action) -> bool:
        """The action led away from this very page and back again too often (behaviour W95)."""
        return self.memory.recent.count((self.observation.fingerprint, key(action, self.observation))) >= self.loops

    def may_have_been_lost(self, action: Action) -> bool:
        """It failed too often, but was never refused for good, nor does it go in circles."""
        times = self.memory.fails(page_of(self.observation), key(action, self.observation))
        return self.tries <= times < NEVER_AGAIN and not self.circling(action)

    def worn_out(self, action: Action) -> bool:
        """The action is of no use here any more."""
        return self.failed(action) or self.circling(action)

    def open(self, kind: type[A]) -> list[A]:
        """Legal actions of one kind that are not worn out."""
        return [action for action in self.legal if isinstance(action, kind) and not self.worn_out(action)]


def key(action: Action, seen: Observation) -> str:
    """An action's identity, by what it acts upon and never by an index that shifts (behaviours W20, W22, W53, W72)."""
    hand = seen.player.hand if seen.player else None
    if isinstance(action, PlayCard) and hand and action.card_index in range(len(hand)):
        card = hand[action.card_index]
        enemies = {enemy.entity_id: enemy.combat_id for enemy in seen.battle.enemies} if seen.battle else {}
        return f"play_card {card.id} {card.name} {card.cost} {enemies.get(action.target or '', action.target)}"
    if isinstance(action, ClaimReward) and seen.rewards:
        for item in seen.rewards.items:
            if item.index == action.index:
                return f"claim_reward {item.type} {item.description} {item.potion_id}"
    if isinstance(action, ChooseMapNode) and seen.map:
        for option in seen.map.next_options:
            if option.index == action.index:
                return f"choose_map_node {option.col},{option.row}"
    return str(action)


# --- decisions --------------------------------------------------------------------------------------------------------
@frozen
class Wait:
    """Do nothing for `ms` milliseconds, then look again."""

    ms: int
    why: str = ""


@frozen
class Stop:
    """Go no further: only a person at the game can. `why` says what to click."""

    why: str


Move = Action | Wait | Stop


@frozen
class Ranked:
    """An option with its worth, as named parts that add up. `what` is for people; `then` is what the option picks, as
    (id, upgraded), on each choice that the action opens."""

    action: Action
    parts: Mapping[str, float]
    what: str = ""
    then: Picks = ()

    @property
    def value(self) -> float:
        return sum(self.parts.values())


def best(options: Iterable[Ranked]) -> Ranked | None:
    """The option of highest value, the first among equals; None without options."""
    return max(options, key=lambda option: option.value, default=None)


@frozen(kw_only=True)
class Decision:
    """What to do now. `source` is code, oracle, llm or fallback; `because` is the name of the rule; `asked` is the
    consultation of a decision service, where there was one: then code's own best is in `ranked`, too."""

    move: Move
    because: str
    source: str = "code"
    ranked: tuple[Ranked, ...] = ()
    asked: Asked | None = None

    @property
    def action(self) -> Action | None:
        return self.move if isinstance(self.move, Action) else None

    @property
    def then(self) -> Picks:
        """What the chosen option picks on the choices that its action opens."""
        return next((option.then for option in self.ranked if option.action == self.move), ())

    @property
    def wait(self) -> Wait | None:
        return self.move if isinstance(self.move, Wait) else None

    @property
    def stop(self) -> Stop | None:
        return self.move if isinstance(self.move, Stop) else None


# --- rules ------------------------------------------------------------------------------------------------------------
Test = Callable[[Seen, Any], bool]
Doing = Callable[[Seen, Any], Move | Ranked | None]


def always(seen: Seen, policy: Any) -> bool:
    """The rule applies whenever it is reached."""
    return True


@frozen
class Rule:
    """`do` when `when` holds; a `do` that returns None passes on to the next rule.

    `emits` are the names of the actions it may return; `at` the states it belongs to (empty: the handler's own
    screens); `asks` what a decision service may be asked where its ranked options are near-equal.
    """

    name: str
    when: Test
    do: Doing
    emits: tuple[str, ...] = ()
    at: tuple[State, ...] = ()
    asks: tuple[Ask, ...] = ()


# --- edges ------------------------------------------------------------------------------------------------------------
@frozen(kw_only=True)
class Step:
    """What a guard sees: the page an action was sent from, the action and its reply (None for a bare observation), what
    is seen now.

    `overdue`: the action's effect should have shown by now. `memory` is the machine's, before this step.
    """

    state: State
    before: Observation | None
    sent: Action | None
    reply: Reply | None
    after: Observation
    memory: Memory
    overdue: bool = False

    @property
    def unchanged(self) -> bool:
        """The same page as before, or an error in its place, which shows nothing new."""
        same = self.before is not None and self.before.fingerprint == self.after.fingerprint
        return same or self.after.unreadable is not None

    @property
    def refused(self) -> bool:
        return self.reply is not None and not self.reply.accepted

    @property
    def asked(self) -> bool:
        """The mod took the action, or may have: no answer came."""
        return self.sent is not None and not self.refused


Guard = Callable[[Step], bool]
Update = Callable[[Memory, Step], Memory]


def shown(step: Step) -> bool:
    """The payload shows the edge's target."""
    return True


def page_changed(step: Step) -> bool:
    """What is shown differs from what it was when the action was sent."""
    return not step.unchanged


HERE: tuple[State, ...] = ()  # an edge's target that stands for the state it leaves: the screen stays


def _names(on: str | Iterable[str]) -> tuple[str, ...]:
    return (on,) if isinstance(on, str) else tuple(on)


def _states(to: State | Iterable[State]) -> tuple[State, ...]:
    return (to,) if isinstance(to, State) else tuple(to)


@frozen
class Edge:
    """A row of the machine: from `at`, on the action `on` (or OBSERVE), to `to`, when the payload shows `to` and `when`
    holds.

    `remember` are the named changes of memory. Rows are tried in order; the first that fits is taken.
    `instead` names the common rows (machine/common.py) that this one leaves nothing to do for.
    """

    on: tuple[str, ...] = field(converter=_names)
    to: tuple[State, ...] = field(converter=_states)
    when: Guard = shown
    at: tuple[State, ...] = ()
    remember: tuple[Update, ...] = ()
    instead: tuple[str, ...] = ()


# --- handlers ---------------------------------------------------------------------------------------------------------
class Handler:
    """One screen (or a family of screens). Subclasses are tables; they hold no state and are never instantiated with
    any.

    `screens` are the `state_type`s it claims, `states` its sub-states besides, `policy` its section class of
    policies.yaml.
    """

    screens: ClassVar[tuple[Screen, ...]] = ()
    states: ClassVar[tuple[State, ...]] = ()
    policy: ClassVar[type] = type(None)
    rules: ClassVar[tuple[Rule, ...]] = ()
    edges: ClassVar[tuple[Edge, ...]] = ()

    @classmethod
    def home(cls) -> tuple[State, ...]:
        """The states that carry the screens' own names."""
        return tuple(State(screen) for screen in cls.screens)

    @classmethod
    def all_states(cls) -> tuple[State, ...]:
        return (*cls.home(), *cls.states)

    @classmethod
    def legal(cls, seen: Seen) -> Iterable[Action]:
        """Every action that the mod would take on this screen, potions apart (`sts2fsm.potions` adds those)."""
        raise NotImplementedError

    @classmethod
    def rules_at(cls, state: State) -> list[Rule]:
        return [rule for rule in cls.rules if state in (rule.at or cls.home())]

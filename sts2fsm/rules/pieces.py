"""The small pieces of a fight: cards, powers, relics, choices, and what an effect in progress knows.

`CardInst`, `Power` and `RelicInst` are never changed in place: a change makes a new object (`with_`) that takes the
old one's place, so copies of a combat share them. References that must survive a copy are ints (`uid`, `combat_id`),
never objects.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .codes import CardCode, PowerCode

# Keyword bits of a card instance.
EXHAUST, ETHEREAL, RETAIN, INNATE, UNPLAYABLE, SLY, ETERNAL = 1, 2, 4, 8, 16, 32, 64
KEYWORDS = {
    "Exhaust": EXHAUST,
    "Ethereal": ETHEREAL,
    "Retain": RETAIN,
    "Innate": INNATE,
    "Unplayable": UNPLAYABLE,
    "Sly": SLY,
    "Eternal": ETERNAL,
}

PLAYER = 0  # the player's combat_id; enemies count from 1
NOBODY = -1
OSTY = -2  # the combat_id of the Necrobinder's companion
ENTHRALLED = "ENTHRALLED"  # the card that forbids playing any other while it is in hand
STUNNED = "STUNNED"  # the move of an enemy that loses its turn; every monster has it


Enchantment = tuple[str, int]


class CardInst:
    """One card in a fight. Immutable by convention: use `with_`.

    `uid` is stable within the fight. `kw` holds the keyword bits in force. `cost_*` overrides: `cost_fight` and
    `cost_turn` replace the printed cost (None: no override), `cost_add` and `cost_add_turn` are added afterwards.
    `counters` are per-card numbers that effects keep (for example Rampage's growth). `deck_index` is the place in
    `CombatSetup.deck`, or -1 for a card made in the fight.
    """

    __slots__ = (
        "affliction",
        "code",
        "cost_add",
        "cost_add_turn",
        "cost_fight",
        "cost_turn",
        "counters",
        "deck_index",
        "dupe",
        "enchantment",
        "id",
        "kw",
        "replay",
        "retain_turn",
        "uid",
        "upgrades",
    )

    uid: int
    id: str
    upgrades: int
    code: CardCode
    kw: int
    enchantment: Enchantment | None
    affliction: tuple[str, int] | None
    counters: dict[str, int]
    cost_fight: int | None
    cost_turn: int | None
    cost_add: int
    cost_add_turn: int
    replay: int
    retain_turn: bool
    deck_index: int
    dupe: bool

    def with_(self, **changes: Any) -> CardInst:
        """A new instance that differs in the named fields."""
        new = CardInst.__new__(CardInst)
        new.uid = self.uid
        new.id = self.id
        new.upgrades = self.upgrades
        new.code = self.code
        new.kw = self.kw
        new.enchantment = self.enchantment
        new.affliction = self.affliction
        new.counters = self.counters
        new.cost_fight = self.cost_fight
        new.cost_turn = self.cost_turn
        new.cost_add = self.cost_add
        new.cost_add_turn = self.cost_add_turn
        new.replay = self.replay
        new.retain_turn = self.retain_turn
        new.deck_index = self.deck_index
        new.dupe = self.dupe
        for name, value in changes.items():
            setattr(new, name, value)
        return new

    @property
    def ethereal(self) -> bool:
        """Exhausts when in hand at the end of the turn."""
        return bool(self.kw & ETHEREAL)

    @property
    def retain(self) -> bool:
        """Kept in hand at the end of this turn."""
        return bool(self.kw & RETAIN) or self.retain_turn

    def counter(self, key: str) -> int:
        """A number that effects keep on the card; 0 when none has."""
        return self.counters.get(key, 0)

    @property
    def type(self) -> str:
        """Attack, Skill, Power, Status, Curse or Quest."""
        return self.code.type

    def key(self) -> tuple[Any, ...]:
        """What makes two cards interchangeable (all but uid and deck place), hashable."""
        return (
            self.id,
            self.upgrades,
            self.kw,
            self.enchantment,
            self.affliction,
            tuple(sorted(self.counters.items())),
            self.cost_fight,
            self.cost_turn,
            self.cost_add,
            self.cost_add_turn,
            self.replay,
            self.retain_turn,
        )

    def __repr__(self) -> str:
        return f"{self.id}{'+' * self.upgrades}#{self.uid}"


class Power:
    """A power on a creature. Immutable by convention. `skip_tick`: freshly put on the player's side, its first tick is
    skipped. `state` is the power's private number or tuple (None when it keeps none)."""

    __slots__ = ("amount", "code", "id", "key_name", "skip_tick", "state")

    def __init__(
        self, id: str, amount: int, code: PowerCode, state: Any = None, skip_tick: bool = False, key_name: str = ""
    ) -> None:
        self.id = id
        self.key_name = key_name or id  # its key in Creature.powers: the id, or id#n for instanced powers
        self.amount = amount
        self.code = code
        self.state = state
        self.skip_tick = skip_tick

    def with_amount(self, amount: int) -> Power:
        """The same power with another amount."""
        return Power(self.id, amount, self.code, self.state, self.skip_tick, self.key_name)

    def with_state(self, state: Any) -> Power:
        """The same power with another private state."""
        return Power(self.id, self.amount, self.code, state, self.skip_tick, self.key_name)

    def key(self) -> tuple[Any, ...]:
        """Comparable content."""
        state = self.state.key() if isinstance(self.state, CardInst) else self.state
        return (self.id, self.amount, state, self.skip_tick)

    def __repr__(self) -> str:
        return f"{self.id}={self.amount}" + (f"({self.state})" if self.state is not None else "")


class RelicInst:
    """A relic of the player; `counter` as the wire shows it (-1: none). Immutable by convention."""

    __slots__ = ("counter", "id")

    def __init__(self, id: str, counter: int = -1) -> None:
        self.id = id
        self.counter = counter

    def __repr__(self) -> str:
        return f"{self.id}:{self.counter}"


class Choice:
    """A decision the fight waits for; answered by `combat.choose`. Immutable.

    kind: "hand" (cards of the hand), "grid" (cards of a pile), "choose" (generated cards on offer).
    mode: for hand "simple_select" or "upgrade_select"; for grid and choose the wire's screen_type.
    `cards` are the cards on offer, `min`..`max` may be picked, `purpose` is a short id ("exhaust", "upgrade",
    "to_hand", ...).
    """

    __slots__ = ("can_skip", "cards", "kind", "max", "min", "mode", "purpose")

    def __init__(
        self, kind: str, mode: str, cards: tuple[CardInst, ...], min: int, max: int, purpose: str, can_skip: bool
    ) -> None:
        self.kind = kind
        self.mode = mode
        self.cards = cards
        self.min = min
        self.max = max
        self.purpose = purpose
        self.can_skip = can_skip

    def __repr__(self) -> str:
        return f"Choice({self.kind}/{self.mode} {self.purpose} {self.min}..{self.max} of {list(self.cards)})"


class Ctx:
    """What an effect in progress knows: who acts, with which card or power, at whom, and what it found out on the
    way."""

    __slots__ = (
        "amount",
        "auto",
        "card",
        "count",
        "extra",
        "killed",
        "last",
        "paid",
        "picked",
        "power",
        "src",
        "target",
        "total",
        "x",
    )

    def __init__(self, src: int, target: int = NOBODY, card: CardInst | None = None) -> None:
        self.src = src  # combat_id of the acting creature
        self.target = target  # combat_id or NOBODY
        self.card = card
        self.x = 0  # energy paid for an X cost
        self.amount = 0  # the acting power's amount
        self.paid = 0  # energy paid for the card
        self.power = ""  # the acting power's or relic's id
        self.auto = False  # played without the player's action
        self.count = 0  # cards exhausted (or moved) by this effect
        self.last = 0  # hp and block removed by the last hit
        self.total = 0  # the same with overkill
        self.killed = 0  # 1 when the effect's attack killed a creature that counts as Fatal
        self.picked: tuple[CardInst, ...] = ()
        self.extra: Any = None  # loop counters and the like; ints or tuples

    def copy(self) -> Ctx:
        """A copy that may diverge."""
        new = Ctx.__new__(Ctx)
        for name in Ctx.__slots__:
            setattr(new, name, getattr(self, name))
        return new

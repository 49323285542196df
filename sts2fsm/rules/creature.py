"""A creature in a fight: the player or an enemy."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .pieces import PLAYER, Power

if TYPE_CHECKING:
    from .codes import MonsterCode


class Creature:
    """The player or an enemy. `powers` maps power id to Power in the order they were applied."""

    __slots__ = (
        "after",
        "alive",
        "block",
        "code",
        "combat_id",
        "escaped",
        "forced",
        "history",
        "hits_taken",
        "hp",
        "id",
        "is_player",
        "max_hp",
        "memory",
        "move",
        "powers",
        "ready",
        "slot",
    )

    combat_id: int
    id: str
    is_player: bool
    hp: int
    max_hp: int
    block: int
    powers: dict[str, Power]
    alive: bool
    escaped: bool
    code: MonsterCode | None
    move: str  # id of the move it will make next; "" for the player
    forced: str  # move that replaces the next roll ("" none)
    after: str  # move or branch that follows a stun
    hits_taken: int  # powered hits taken since the player's turn began
    history: tuple[str, ...]  # moves made, oldest first
    slot: str
    memory: dict[str, int]  # named numbers of its move graph
    ready: bool  # still acts in this enemy turn (False too for one that came in it)

    def __init__(self, combat_id: int, id: str, hp: int, max_hp: int, code: MonsterCode | None = None) -> None:
        self.combat_id = combat_id
        self.id = id
        self.is_player = combat_id == PLAYER
        self.hp = hp
        self.max_hp = max_hp
        self.block = 0
        self.powers = {}
        self.alive = True
        self.escaped = False
        self.code = code
        self.move = ""
        self.forced = ""
        self.after = ""
        self.hits_taken = 0
        self.history = ()
        self.slot = ""
        self.memory = {}
        self.ready = True

    def copy(self) -> Creature:
        """A copy that may diverge."""
        new = Creature.__new__(Creature)
        new.combat_id = self.combat_id
        new.id = self.id
        new.is_player = self.is_player
        new.hp = self.hp
        new.max_hp = self.max_hp
        new.block = self.block
        new.powers = self.powers.copy()
        new.alive = self.alive
        new.escaped = self.escaped
        new.code = self.code
        new.move = self.move
        new.forced = self.forced
        new.after = self.after
        new.hits_taken = self.hits_taken
        new.history = self.history
        new.slot = self.slot
        new.memory = self.memory.copy() if self.memory else {}
        new.ready = self.ready
        return new

    def amount(self, power_id: str) -> int:
        """The stack of a power, 0 when the creature hasn't it."""
        power = self.powers.get(power_id)
        return power.amount if power is not None else 0

    def key(self) -> tuple[Any, ...]:
        """Comparable content."""
        powers = tuple(p.key() for p in self.powers.values())
        memory = tuple(sorted(self.memory.items()))
        return (
            self.combat_id,
            self.id,
            self.hp,
            self.max_hp,
            self.block,
            powers,
            self.alive,
            self.move,
            self.forced,
            self.after,
            self.history,
            memory,
        )

    def __repr__(self) -> str:
        return (
            f"{self.id}#{self.combat_id} {self.hp}/{self.max_hp}+{self.block} {list(self.powers.values())} {self.move}"
        )

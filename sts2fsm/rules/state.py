"""The combat state: slotted plain classes that copy cheaply.

A copy shares cards, powers and relics (see pieces) and copies only lists, dicts and creatures.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from .creature import Creature
from .pieces import (
    ETERNAL,
    ETHEREAL,
    EXHAUST,
    INNATE,
    KEYWORDS,
    NOBODY,
    OSTY,
    PLAYER,
    RETAIN,
    SLY,
    UNPLAYABLE,
    CardInst,
    Choice,
    Ctx,
    Power,
    RelicInst,
)
from .rng import Rng

if TYPE_CHECKING:
    from .compile import Code
    from .setup import CombatSetup

__all__ = [
    "ETERNAL",
    "ETHEREAL",
    "EXHAUST",
    "INNATE",
    "KEYWORDS",
    "NOBODY",
    "OSTY",
    "PLAYER",
    "RETAIN",
    "SLY",
    "UNPLAYABLE",
    "CardInst",
    "Choice",
    "Combat",
    "Creature",
    "Ctx",
    "Frame",
    "Power",
    "RelicInst",
]

# Indices into Combat.turn_stats (reset when a player turn starts) and Combat.fight_stats.
(
    CARDS,
    ATTACKS,
    SKILLS,
    POWER_CARDS,
    EXHAUSTED,
    HP_LOSSES,
    DISCARDED,
    ENERGY_SPENT,
    DRAWN,
    BLOCK_GAINS,
    PLAYED_STARTED,
    LAST_BLOCK_PLAY,
    HP_LOST,
    ETHEREALS,
    OSTY_ATTACKS,
    DOOM_GIVEN,
    STARS_GAINED,
    DRAWN_IN_TURN,
    CREATED,
    MANUAL,
    PLAYS,
    FREE_ATTACKS,
    SHIVS,
    STATUSES_DRAWN,
    ORBS,
    LIGHTNINGS,
) = range(26)
STATS = 26


Frame = list[Any]  # [program, next op, Ctx]


class Combat:
    """A fight. Build one with `combat.start(setup)` or `observe.combat_from(...)`; change it only through
    sts2fsm.rules.combat.

    `draw[-1]` is the top of the draw pile. `enemies` holds those on the field in screen order: the living, and bodies
    that come back (`alive` False: not shown, not targetable); `dead` the removed ones. `pending` is the choice it
    waits for; `outcome` None while it runs, then "won", "lost" or "fled". `gold_delta` sums gold won or stolen in the
    fight.
    """

    __slots__ = (
        "base",
        "code",
        "dead",
        "deck_changes",
        "discard",
        "draw",
        "enemies",
        "energy",
        "exhaust",
        "fight_stats",
        "gold",
        "gold_delta",
        "hand",
        "heard",
        "killed",
        "last_played",
        "marks",
        "max_energy",
        "next_id",
        "next_uid",
        "notes",
        "orb_slots",
        "orbs",
        "osty",
        "outcome",
        "over",
        "pending",
        "play",
        "player",
        "potions",
        "previous_stats",
        "relic_hooks",
        "relics",
        "removed",
        "rewards",
        "rng",
        "round",
        "setup",
        "side",
        "stack",
        "stars",
        "turn_stats",
    )

    code: Code
    setup: CombatSetup
    rng: Rng
    round: int
    side: str
    player: Creature
    energy: int
    max_energy: int
    stars: int
    orbs: list[tuple[str, int]]  # (id, private number), oldest first (see orbstate)
    orb_slots: int
    osty: Creature | None  # the Necrobinder's companion; stays as a body (alive False) once dead
    enemies: list[Creature]
    dead: list[Creature]
    hand: list[CardInst]
    draw: list[CardInst]
    discard: list[CardInst]
    exhaust: list[CardInst]
    play: list[CardInst]  # cards being played right now
    removed: list[CardInst]  # played powers and the like: out of all piles
    marks: frozenset[str]  # once-a-fight and once-a-turn flags
    relics: list[RelicInst]
    potions: list[str | None]
    pending: Choice | None
    outcome: str | None
    over: bool  # no enemy is left that keeps the fight going
    relic_hooks: dict[str, tuple[tuple[int, Any], ...]]  # hook -> (relic index, function); fixed for the fight
    heard: frozenset[str]  # hooks that a power of this fight listens to, or did: no other needs firing
    gold: int
    gold_delta: int
    stack: list[Frame]
    base: int
    turn_stats: list[int]
    fight_stats: list[int]
    previous_stats: list[int]  # turn_stats of the turn before
    next_uid: int
    next_id: int
    notes: tuple[str, ...]  # what the rules could not model in this fight
    killed: tuple[str, ...]
    rewards: tuple[tuple[str, Any], ...]
    deck_changes: tuple[tuple[str, Any], ...]
    last_played: tuple[CardInst, ...]  # the last Attack or Skill played (History Course)

    @property
    def content(self) -> Any:
        """The Content the fight runs on."""
        return self.code.content

    def creature(self, combat_id: int) -> Creature | None:
        """The player (0) or a living enemy; None when it is gone."""
        if combat_id == PLAYER:
            return self.player
        if combat_id == OSTY:
            return self.osty
        for enemy in self.enemies:
            if enemy.combat_id == combat_id:
                return enemy
        return None

    def put(self, creature: Creature, power: Power) -> None:
        """A power comes to a creature. The only way for one to come: else its hooks would not be heard."""
        creature.powers[power.key_name] = power
        if not power.code.listens <= self.heard:
            self.heard |= power.code.listens

    def copy(self) -> Combat:
        """An independent copy; cards, powers and relics are shared (they never change in place)."""
        new = Combat.__new__(Combat)
        new.code = self.code
        new.setup = self.setup
        new.rng = Rng(self.rng.state)
        new.round = self.round
        new.side = self.side
        new.player = self.player.copy()
        new.energy = self.energy
        new.max_energy = self.max_energy
        new.stars = self.stars
        new.orbs = self.orbs.copy()
        new.orb_slots = self.orb_slots
        new.osty = self.osty.copy() if self.osty is not None else None
        new.enemies = [e.copy() for e in self.enemies]
        new.dead = self.dead.copy()
        new.hand = self.hand.copy()
        new.draw = self.draw.copy()
        new.discard = self.discard.copy()
        new.exhaust = self.exhaust.copy()
        new.play = self.play.copy()
        new.relics = self.relics.copy()
        new.removed = self.removed.copy()
        new.marks = self.marks
        new.potions = self.potions.copy()
        new.pending = self.pending
        new.outcome = self.outcome
        new.over = self.over
        new.relic_hooks = self.relic_hooks
        new.heard = self.heard
        new.gold = self.gold
        new.gold_delta = self.gold_delta
        new.stack = self._copy_stack() if self.stack else []
        new.base = self.base
        new.turn_stats = self.turn_stats.copy()
        new.fight_stats = self.fight_stats.copy()
        new.previous_stats = self.previous_stats
        new.next_uid = self.next_uid
        new.next_id = self.next_id
        new.notes = self.notes
        new.killed = self.killed
        new.rewards = self.rewards
        new.deck_changes = self.deck_changes
        new.last_played = self.last_played
        return new

    def _copy_stack(self) -> list[Frame]:
        seen: dict[int, Ctx] = {}
        frames: list[Frame] = []
        for program, pc, ctx in self.stack:
            copied = seen.get(id(ctx))
            if copied is None:
                copied = seen[id(ctx)] = ctx.copy()
            frames.append([program, pc, copied])
        return frames

    def key(self) -> tuple[Any, ...]:
        """Comparable content of the whole state, for tests and for merging equal states (draw order included)."""
        piles = tuple(
            tuple(c.key() for c in pile) for pile in (self.hand, self.draw, self.discard, self.exhaust, self.play)
        )
        return (
            self.round,
            self.side,
            self.energy,
            self.stars,
            self.player.key(),
            self.osty.key() if self.osty is not None else None,
            tuple(e.key() for e in self.enemies),
            piles,
            tuple((r.id, r.counter) for r in self.relics),
            tuple(self.potions),
            self.outcome,
            self.gold_delta,
            tuple(self.orbs),
            self.orb_slots,
            tuple(self.turn_stats),
            tuple(self.fight_stats),
            self.rng.state,
        )

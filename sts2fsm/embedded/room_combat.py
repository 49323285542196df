"""A fight as the wire sees it: the rules' combat plus the queue, the phases of a turn and the choices in between.

The rules jump from decision to decision; the game takes its time. While an end of turn plays, the old state stays on
screen, then
the new one appears. A queued card takes effect later, and is silently dropped when it no longer can be played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from sts2fsm.rules import combat as rules
from sts2fsm.rules.combat import CardInst, Choice, Combat, CombatSetup

from . import aftermath, delays
from .faults import FAULTS
from .reply import Refusal
from .rooms import Room
from .screens import Choose, Reward

if TYPE_CHECKING:
    from .world import World

INTRO, DRAW, PLAY, SETTLE, FLUSH, ENEMY, OVER = "intro", "draw", "play", "settle", "flush", "enemy", "over"

# The one capture of a choice from a pile ("up to 2") shows this screen; exact numbers close by themselves as
# simple_select (unsure).
PILE_SCREEN = "NCombatPileCardSelectScreen"
_PROMPTS: Mapping[str, str] = {"hand": "Choose {n} from your hand: {what}.", "grid": "Choose {n}: {what}."}


class HandSelection:
    """The hand in selection mode. `picked` are indices into the choice's cards in order of picking."""

    def __init__(self, choice: Choice) -> None:
        self.choice = choice
        self.picked: list[int] = []

    def holders(self) -> list[CardInst]:
        """The visible hand holders: cards not picked."""
        return [c for i, c in enumerate(self.choice.cards) if i not in self.picked]

    def selected(self) -> list[CardInst]:
        """The picked cards."""
        return [self.choice.cards[i] for i in self.picked]

    @property
    def can_confirm(self) -> bool:
        """The number of picked cards is allowed."""
        return self.choice.min <= len(self.picked) <= self.choice.max

    def select(self, holder: int) -> None:
        """Pick the holder at that place; past the maximum the last one goes back to the hand."""
        index = [i for i in range(len(self.choice.cards)) if i not in self.picked][holder]
        if len(self.picked) >= self.choice.max and self.picked:
            self.picked.pop()
        self.picked.append(index)


class CombatRoom(Room):
    """See the module's docstring. `event_rewards`: the fight op of an event, which says what it pays."""

    phase = INTRO

    def __init__(
        self,
        world: World,
        kind: str,
        encounter: str,
        monsters: tuple[str, ...] = (),
        event_rewards: Mapping[str, Any] | None = None,
    ) -> None:
        super().__init__(world)
        self.kind = kind
        self.state_type = kind
        self.encounter = encounter
        self.event_rewards = event_rewards
        self.deck = list(self.run.deck)
        self.setup = CombatSetup(
            deck=tuple(c.spec() for c in self.deck),
            hp=self.run.hp,
            max_hp=self.run.max_hp,
            encounter=encounter,
            monsters=monsters,
            character=self.run.character.id,
            ascension=self.run.ascension,
            room=kind,
            relics=self.run.relic_specs(),
            potions=tuple(self.run.potions),
            gold=self.run.gold,
            max_energy=self.run.max_energy,
            seed=self.run.rng["combat"].bits(),
            build=self.run.build,
            act=self.run.act_no,
            floor=self.run.floor,
        )
        self.log: dict[str, Any] | None = None
        self.prize: tuple[Mapping[str, Any], ...] = ()  # what an event gives for a won fight, before the map opens
        self.rewards: list[Reward] | None = None  # once made, they stay the same when the game is left and continued
        self.reload()

    def reload(self) -> None:
        """Before the fight: it starts from its setup a moment later (again, after the game was left and continued)."""
        if self.phase == OVER:
            self.world.after(delays.COMBAT_END, lambda: aftermath.show_rewards(self))
            return
        self.combat: Combat | None = None
        self.phase = INTRO
        self.selection: HandSelection | None = None
        self.queue: list[Callable[[], bool]] = []
        self.queued_potions: set[int] = set()
        self._met: set[int] = set()
        self.resolving = False
        self.disabled_until = 0.0
        self.wave_at = 0.0  # until then the enemies are not listed
        self.world.after(delays.COMBAT_INTRO, self._start)

    def _start(self) -> None:
        self.combat = rules.start(self.setup)
        if self.log is None:
            monsters = [f"MONSTER.{e.id}" for e in self.combat.enemies]
            self.log = self.run.history.room(self.kind, f"ENCOUNTER.{self.encounter}", monsters)
        self._new_turn()

    # what the wire asks

    @property
    def fight(self) -> Combat | None:
        """The combat while it is in progress."""
        return self.combat if self.phase not in (INTRO, OVER) else None

    @property
    def play_phase(self) -> bool:
        """As the mod reports it: still true while an accepted end of turn settles."""
        return self.phase in (PLAY, SETTLE)

    @property
    def actions_disabled(self) -> bool:
        """Not on the wire: every action is refused."""
        return self.phase != PLAY or self.world.now < self.disabled_until

    @property
    def mid_play(self) -> bool:
        """A card is on its way or waits for a choice."""
        return bool(self.resolving or self.queue or (self.combat is not None and self.combat.pending is not None))

    # turns

    def _new_turn(self) -> None:
        self.phase = DRAW
        wave = self.world.faults.delay("empty_wave")
        self.wave_at = self.world.now + (delays.DRAW + wave if wave else 0.0)
        self._settled()
        self.world.after(delays.DRAW, self._play)

    def _play(self) -> None:
        if self.phase == DRAW and self.combat is not None and self.combat.pending is None:
            self.phase = PLAY
            self._pump()

    def end_turn(self) -> None:
        """Accepted: actions are disabled at once, the rest follows."""
        if self.phase == PLAY:
            self.phase = SETTLE
            self.world.after(delays.END_SETTLE, lambda: self._to(FLUSH))
            self.world.after(delays.END_SETTLE + delays.END_FLUSH, lambda: self._to(ENEMY))
            self.world.after(delays.END_SETTLE + delays.END_FLUSH + delays.ENEMY_TURN, self._enemy_done)

    def _to(self, phase: str) -> None:
        self.phase = phase

    def _enemy_done(self) -> None:
        if self.combat is None:
            return
        rules.end_turn(self.combat)
        if self.world.faults.hit("twin_renumbering"):
            self.combat.enemies.append(self.combat.enemies.pop(0)) if self.combat.enemies else None
        self._new_turn()

    # the queue

    def enqueue(self, step: Callable[[], bool], delay: float = delays.CARD) -> None:
        """Queue a step; it runs when the ones before are through. It returns False when it was cancelled."""
        self.queue.append(step)
        self._pump(delay)

    def _pump(self, delay: float = delays.CARD) -> None:
        if self.resolving or not self.queue or self.phase != PLAY or self.selection is not None:
            return
        if self.combat is None or self.combat.pending is not None:
            return
        self.resolving = True
        self.world.after(delay + self.world.faults.delay("late_queue"), self._resolve)

    def _resolve(self) -> None:
        self.resolving = False
        if self.phase != PLAY or not self.queue:
            return
        done = self.queue.pop(0)()
        if done and self.world.faults.hit("disabled_actions_window"):
            self.disabled_until = self.world.now + FAULTS["disabled_actions_window"].seconds
        self._settled()
        self._pump()

    def card_step(self, card: CardInst, target: int | None) -> Callable[[], bool]:
        """Play that very card when its turn in the queue comes, if it still can be."""

        def step() -> bool:
            if self.combat is None or self.world.faults.hit("silent_cancel"):
                return False
            place = next((i for i, c in enumerate(self.combat.hand) if c.uid == card.uid), None)
            if place is None:
                return False
            try:
                rules.play_card(self.combat, place, target)
            except rules.IllegalPlay:
                return False
            return True

        return step

    def potion_step(self, slot: int, target: int | None) -> Callable[[], bool]:
        """Drink what is in the slot when its turn in the queue comes."""

        def step() -> bool:
            self.queued_potions.discard(slot)
            if self.combat is None:
                return False
            potion = self.combat.potions[slot]
            try:
                rules.use_potion(self.combat, slot, target)
            except rules.IllegalPlay:
                return False
            self.run.history.here.add("potion_used", f"POTION.{potion}")
            return True

        return step

    # choices and the end

    def _settled(self) -> None:
        """After any step of the rules: a choice opens, or the fight is over."""
        combat = self.combat
        if combat is None:
            return
        if self.run.position in self.run.marked:
            self._weaken(combat)
        if combat.outcome is not None:
            self._finish(combat)
        elif combat.pending is not None:
            self._open_choice(combat.pending)

    def _weaken(self, combat: Combat) -> None:
        """A marked room: every enemy that comes has 1 hp."""
        for enemy in combat.enemies:
            if enemy.combat_id not in self._met:
                self._met.add(enemy.combat_id)
                enemy.hp = 1

    def _open_choice(self, choice: Choice) -> None:
        if choice.kind == "hand":
            self.selection = HandSelection(choice)
            return
        if choice.kind == "choose":
            guard = self.world.click_guard()
            screen = Choose(self.world.now, list(choice.cards), choice.can_skip, self._chosen, guard=guard)
            self.world.open(screen)
            return
        mode = PILE_SCREEN if choice.min < choice.max else choice.mode
        self.world.open_grid(
            mode,
            self.prompt(choice),
            list(choice.cards),
            choice.min,
            choice.max,
            self._grid_done,
            choice.can_skip,
        )

    def prompt(self, choice: Choice) -> str:
        """Our own words for a choice."""
        count = str(choice.max) if choice.min == choice.max else f"{choice.min} to {choice.max}"
        return _PROMPTS["hand" if choice.kind == "hand" else "grid"].format(
            n=count, what=choice.purpose.replace("_", " ")
        )

    def _chosen(self, card: CardInst | None) -> None:
        self._answer(() if card is None else (card,))

    def _grid_done(self, picked: list[CardInst]) -> None:
        self._answer(tuple(picked))

    def confirm_selection(self) -> None:
        """Confirm the hand selection. Raises Refusal when the number is wrong or nothing is selected from."""
        if self.selection is None or not self.selection.can_confirm:
            raise Refusal("Confirm button is not enabled")
        cards = tuple(self.selection.selected())
        self.selection = None
        self._answer(cards)

    def _answer(self, cards: tuple[CardInst, ...]) -> None:
        combat = self.combat
        if combat is None or combat.pending is None:
            return
        offered = combat.pending.cards
        places = tuple(next(i for i, c in enumerate(offered) if c is card) for card in cards)
        rules.choose(combat, places)
        self._settled()
        if self.phase == DRAW:
            self.world.after(delays.DRAW, self._play)
        self._pump()

    def _finish(self, combat: Combat) -> None:
        self.phase = OVER
        self.selection = None
        self.queue.clear()
        if self.log is not None:
            self.log["turns_taken"] = combat.round
        aftermath.settle(self, rules.summary(combat))

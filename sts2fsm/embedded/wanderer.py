"""A player that takes random legal actions through whole runs, inside the game: no wire in fights, no waiting.

It finds faults and measures the game's own speed. In a fight it acts on the fight itself; on the other screens it takes
one of the actions that their payload offers. Time jumps to whatever happens next.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import define, field

from sts2fsm.clock import VirtualClock
from sts2fsm.rules import combat as rules
from sts2fsm.rules.combat import Combat
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.soundness import broken

from .game import EmbeddedGame
from .offered import OFFERED, Action
from .room_combat import PLAY, CombatRoom

MAX_STEPS = 20_000  # of one run; the longest take some 3,000
PAUSE = 0.3  # seconds of the game's time, where a screen offers nothing and nothing is due
EARLY = 0.05  # how often a turn is ended though cards could be played
CONFIRMS = 3  # a preview may be stale: the confirm after so many in a row is a cancel

FIT = (*["relic:VAJRA"] * 80, *["relic:BRONZE_SCALES"] * 60)  # much Strength and many Thorns: it sees all acts


class _Unsound(Exception):
    """An invariant of the game does not hold."""


@define
class Walk:
    """What a run of random actions came to. `result` is win or loss; `why` names what went wrong, "" when nothing
    did: a fault, an invariant that broke, a refusal of what was offered, or a run without an end."""

    seed: int
    character: str
    ascension: int
    result: str = ""
    why: str = ""
    floor: int = 0
    act: int = 0
    steps: int = 0
    plays: int = 0
    cards: set[str] = field(factory=set)
    fights: int = 0


class Wanderer:
    """One run. `check`: invariants are looked at after every action; `fit`: the character wins nearly every fight."""

    def __init__(
        self, seed: int, character: str = "IRONCLAD", ascension: int = 0, *, check: bool = False, fit: bool = False
    ) -> None:
        self._clock = VirtualClock()
        self.game = EmbeddedGame(self._clock, seed, character, ascension, rooms=FIT if fit else ())
        self._rng = Rng(seed).fork("wanderer")
        self._check = check
        self._confirms = 0
        self._fight: Combat | None = None
        self.walk = Walk(seed, character, ascension)

    def run(self, max_steps: int = MAX_STEPS) -> Walk:
        """To the end of the run. What goes wrong ends it and is named in the walk."""
        try:
            self._run(max_steps)
        except Exception as fault:  # whatever it is, it is what a random run is for
            self.walk.why = f"{type(fault).__name__}: {fault}"
        return self.walk

    def _run(self, max_steps: int) -> None:
        world, walk = self.game.world, self.walk
        while walk.steps < max_steps:
            walk.steps += 1
            self.game.advance()
            if world.run is not None:
                walk.act, walk.floor = world.run.act_no, world.run.floor
                if self._check:
                    self._sound()
                if world.run.over and self.game.result is not None:
                    walk.result = self.game.result
                    return
            fight = self._fighting()
            if fight is None:
                action = self._on_screen()
            else:
                action = self._in_fight(fight) if fight.phase == PLAY and not fight.mid_play else None
            if action is not None:
                self._send(action)
            self._pass_time()
        walk.why = f"no end after {max_steps} steps"

    # --- what to do ---------------------------------------------------------------------------------------------------
    def _fighting(self) -> CombatRoom | None:
        """The fight that is on, with nothing on top of it; None where a payload has to be read."""
        world = self.game.world
        room = world.room
        if world.screens or world.popups or world.map_open or world.menu.screen is not None:
            return None
        return room if isinstance(room, CombatRoom) and room.selection is None else None

    def _in_fight(self, room: CombatRoom) -> Action | None:
        """An action of the turn."""
        combat = room.fight
        if combat is None:
            return None
        if combat is not self._fight:
            self._fight = combat
            self.walk.fights += 1
        options = list(_plays(combat))
        if not options or self._rng.chance(EARLY):
            return {"action": "end_turn"}
        action = self._rng.choice(options)
        if "card_index" in action:
            self.walk.plays += 1
            self.walk.cards.add(combat.hand[action["card_index"]].id)
        return action

    def _on_screen(self) -> Action | None:
        """One of the actions that the payload offers; None when it offers none."""
        _, state = self.game.get()
        offered = OFFERED.get(state["state_type"])
        actions = offered(state) if offered is not None else []
        if not actions:
            return None
        action = self._rng.choice(actions)
        self._confirms = self._confirms + 1 if action["action"] == "confirm_selection" else 0
        if self._confirms < CONFIRMS:
            return action
        self._confirms = 0
        return {"action": "cancel_selection"}

    def _send(self, action: Action) -> None:
        status, reply = self.game.post(action)
        if status != 200 or reply["status"] == "error":
            raise _Unsound(f"{action} was offered and refused: {reply.get('error')}")

    def _pass_time(self) -> None:
        due = self.game.world.timeline.next_due()
        self._clock.sleep(PAUSE if due is None else max(0.0, due - self._clock.now()) + 1e-9)

    # --- what must hold -----------------------------------------------------------------------------------------------
    def _sound(self) -> None:
        world = self.game.world
        run = world.live_run
        if not 0 <= run.hp <= run.max_hp or run.gold < 0:
            raise _Unsound(f"hp {run.hp} of {run.max_hp}, gold {run.gold}")
        room = world.room
        combat = room.combat if isinstance(room, CombatRoom) else None
        wrong = broken(combat) if combat is not None else []
        if wrong:
            raise _Unsound("; ".join(wrong))


def _plays(combat: Combat) -> Iterator[Action]:
    """Every card and potion that may be played now, with every target."""
    aims: list[str] = [str(target) for target in rules.valid_targets(combat)]
    for index, card in enumerate(combat.hand):
        if rules.unplayable_reason(combat, index) is not None:
            continue
        if rules.target_type(card, combat) == "AnyEnemy":
            yield from ({"action": "play_card", "card_index": index, "target": aim} for aim in aims)
        else:
            yield {"action": "play_card", "card_index": index}
    for slot, potion in enumerate(combat.potions):
        if potion is None or rules.potion_usage(combat, slot) not in ("Combat", "Any"):
            continue
        if rules.potion_target_type(combat, slot) == "AnyEnemy":
            yield from ({"action": "use_potion", "slot": slot, "target": aim} for aim in aims)
        else:
            yield {"action": "use_potion", "slot": slot}


def wander(
    seed: int, character: str, ascension: int, *, check: bool = False, fit: bool = False, max_steps: int = MAX_STEPS
) -> Walk:
    """One run of random actions from menu to end."""
    return Wanderer(seed, character, ascension, check=check, fit=fit).run(max_steps)

"""A game that may go away and come back: reads wait for it, and an action without a readable answer is an unknown
outcome, never an error and never sent again."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from sts2fsm.clock import Clock
from sts2fsm.errors import GameFault, GameTimeout, GameUnreachable, PayloadError, RequestFault
from sts2fsm.game.port import Game
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.wire.actions import Action
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply

GATEWAY = range(500, 600)  # statuses that may pass by themselves; what our own request caused is a RequestFault


class Guarded:
    """A `Game` around another one, with the patience of the section `recovery`. `tell` is for people."""

    def __init__(self, game: Game, clock: Clock, policy: RecoveryPolicy, tell: Callable[[str], None]) -> None:
        self.name = game.name
        self._game = game
        self._clock = clock
        self._policy = policy
        self._tell = tell
        self.reconnects = 0

    def observe(self) -> Observation:
        """The state, however long the game was away within `reconnect_s`. Raises what stays wrong."""
        gone: float | None = None
        bad = blind = 0
        while True:
            try:
                seen = self._game.observe()
            except GameUnreachable as fault:
                if gone is None:
                    gone = self._clock.now()
                    if self._policy.reconnect_s:
                        self._tell(f"{fault}. Waiting {self._policy.reconnect_s:.0f} s for it to come back.")
                if self._clock.now() - gone >= self._policy.reconnect_s:
                    raise
            except (PayloadError, GameFault) as fault:
                bad += 1
                passing = isinstance(fault, PayloadError) or (
                    not isinstance(fault, RequestFault) and fault.status in GATEWAY
                )
                if not passing or bad > self._policy.bad_answers:
                    raise
            else:
                if blind < self._policy.blind_reads and seen.unreadable is not None:
                    blind += 1  # the machine bears it, too; such a read is rarely worth a step of its own
                    self._clock.sleep(self._policy.blind_ms / 1000)
                    continue
                if gone is not None:
                    self.reconnects += 1
                    self._tell("The game answers again.")
                return seen
            self._clock.sleep(self._policy.reconnect_look_ms / 1000)

    def act(self, action: Action) -> Reply:
        """One POST, once. Raises GameTimeout when its outcome is unknown, garbled answers included."""
        try:
            return self._game.act(action)
        except GameTimeout:
            raise
        except GameUnreachable as fault:  # refused at the door: it was not sent
            return Reply(accepted=False, text=f"not sent: {fault}")
        except PayloadError as fault:
            raise GameTimeout(f"the answer to {action} cannot be read ({fault}): its outcome is unknown") from fault
        except RequestFault:
            raise
        except GameFault as fault:
            raise GameTimeout(f"{fault}: the outcome of {action} is unknown") from fault

    def current_run(self) -> Mapping[str, Any] | None:
        """As the game tells it."""
        return self._game.current_run()

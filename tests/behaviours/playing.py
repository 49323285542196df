"""The whole client against a script: runner, machine, handlers and live HTTP client, with only time made virtual."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path

from attrs import define, field

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.errors import Sts2Error
from sts2fsm.game.live import GamePolicy, LiveGame
from sts2fsm.journal import NoJournal
from sts2fsm.policy import Policies
from sts2fsm.runner import Moment, Runner, Settings
from sts2fsm.summary import Summary
from sts2fsm.wire.actions import PlayCard
from tests.behaviours.rows import Body
from tests.behaviours.scripted import Answer, Request, Script, ScriptedServer, asks_ok

QUICK = Path(__file__).with_name("quick.yaml")


@cache
def quick_policies() -> Policies:
    """The shipped policies, with short real timeouts."""
    return policies([QUICK])


class _Enough(Exception):
    """The play has shown what it should."""


@define
class Played:
    """What one play of a script came to. Times are virtual seconds."""

    requests: list[Request]
    moments: list[Moment]
    summary: Summary
    error: Sts2Error | None
    done: bool
    most_in_flight: int
    clock: VirtualClock = field(repr=False)

    @property
    def sent(self) -> list[Body]:
        """The bodies of all POSTs, in order."""
        return [dict(request.body) for request in self.requests if request.body is not None]

    @property
    def actions(self) -> list[str]:
        """The names of all actions sent, in order."""
        return [str(body["action"]) for body in self.sent]

    @property
    def states(self) -> list[str]:
        """The machine's states, without repeats in a row."""
        found: list[str] = []
        for moment in self.moments:
            if not found or found[-1] != str(moment.advance.state):
                found.append(str(moment.advance.state))
        return found

    def times(self, action: str) -> list[float]:
        """When an action of that name was sent."""
        return [request.at for request in self.requests if request.action == action]

    def because(self) -> list[str]:
        """The reasons of the actions sent, in order."""
        return [moment.decision.because for moment in self.moments if moment.decision.action is not None]


def sent(name: str, count: int = 1) -> Callable[[Played], bool]:
    """Stop when an action was sent so often."""
    return lambda played: played.actions.count(name) >= count


def play(
    rows: Sequence[Body],
    *,
    opening: Iterable[Body] = (),
    ending: Iterable[Body] = (),
    serves: int = 1,
    otherwise: Callable[[Body], Answer] = asks_ok,
    until: Callable[[Played], bool] | None = None,
    steps: int = 400,
    seconds: float = 60.0,
    runs: int = 1,
    surprises: int = 0,
    chosen: Policies | None = None,
) -> Played:
    """Play a script to its end, or as far as told.

    `opening` and `ending` are GET bodies before and after the rows. The play stops when `until` holds, after `steps`
    steps or `seconds` virtual seconds, or with the program's own error, which is kept in the result.
    The machine must be surprised exactly `surprises` times; and what holds in every play is checked in every play.
    """
    clock = VirtualClock()
    script = Script([*({"get": b} for b in opening), *rows, *({"get": b} for b in ending)], clock, serves, otherwise)
    chosen = chosen or quick_policies()
    with ScriptedServer(script) as server:
        game = LiveGame(server.url, clock, chosen.section(GamePolicy))
        moments: list[Moment] = []
        mind = brain(chosen)

        def result(error: Sts2Error | None = None) -> Played:
            return Played(
                server.requests, moments, runner.interrupted(""), error, script.done, server.most_in_flight, clock
            )

        def watch(moment: Moment) -> None:
            moments.append(moment)
            if clock.now() >= seconds or (until is not None and until(result())):
                raise _Enough

        runner = Runner(game, mind, clock, NoJournal(), Settings(max_steps=steps, runs=runs), watch)
        try:
            runner.play()
            played = result()
        except _Enough:
            played = result()
        except Sts2Error as fault:
            played = result(fault)
    surprising = [str(m.advance.unexpected) for m in moments if m.advance.unexpected is not None]
    assert len(surprising) == surprises, surprising
    always_true(played)
    return played


def always_true(played: Played) -> None:
    """What no play may break: one request at a time, a look before every action, targets that stand there."""
    assert played.most_in_flight <= 1, "two requests were in flight at once (W07)"
    methods = "".join(request.method[0] for request in played.requests)
    assert "PP" not in methods, "two actions without a look between them (W96)"
    for moment in played.moments:
        action, seen = moment.decision.action, moment.seen.observation
        if isinstance(action, PlayCard):
            assert seen.battle is not None and seen.battle.is_play_phase, f"{action} outside the play phase (W31)"
            card = next(
                card for card in (seen.player.hand if seen.player else None) or () if card.index == action.card_index
            )
            there = {enemy.entity_id for enemy in seen.battle.enemies} if card.target_type == "AnyEnemy" else {None}
            assert action.target in there, f"{action}: targets are {there} (W22, W23, W24)"

"""A game that goes away, comes back, or answers nonsense; real sockets where the nonsense is on the wire."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from sts2fsm.clock import VirtualClock
from sts2fsm.errors import (
    GameFault,
    GameIncompatible,
    GameTimeout,
    GameUnreachable,
    PayloadError,
    RequestFault,
    Sts2Error,
    WrongMode,
)
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.wire.actions import Action, EndTurn
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.recovery.scenes import RECOVERY, body, look, rest

Answer = Sts2Error | dict[str, Any]


class Flaky:
    """Gives its answers in order, the last one for ever."""

    name = "a flaky game"

    def __init__(self, *answers: Answer) -> None:
        self.answers = list(answers)
        self.asked = 0
        self.sent = 0

    def _next(self) -> dict[str, Any]:
        answer = self.answers[min(self.asked, len(self.answers) - 1)]
        self.asked += 1
        if isinstance(answer, Sts2Error):
            raise answer
        return answer

    def observe(self) -> Observation:
        return look(self._next())

    def act(self, action: Action) -> Reply:
        self.sent += 1
        self._next()
        return Reply(accepted=True)

    def current_run(self) -> None:
        return None


def guarded(game: Flaky, said: list[str] | None = None, **policy: object) -> tuple[Guarded, VirtualClock]:
    clock = VirtualClock()
    return Guarded(game, clock, evolve(RECOVERY, **policy), (said if said is not None else []).append), clock


def test_a_restarted_game_is_waited_for_and_greeted() -> None:
    """Refused for 40 s, then there: one message when it goes, one when it is back, and the play goes on."""
    said: list[str] = []
    game = Flaky(*[GameUnreachable("it refuses connections")] * 40, rest())
    port, clock = guarded(game, said)
    assert port.observe().state_type == "rest_site"
    assert clock.now() == 40.0 and port.reconnects == 1
    assert said == ["it refuses connections. Waiting 90 s for it to come back.", "The game answers again."]


@pytest.mark.parametrize(("seconds", "tries"), [(0.0, 1), (30.0, 31)])
def test_a_game_that_stays_away_ends_it_in_time(seconds: float, tries: int) -> None:
    """The game's own error after reconnect_s, at once where that is 0."""
    game = Flaky(GameUnreachable("gone"))
    port, clock = guarded(game, reconnect_s=seconds)
    with pytest.raises(GameUnreachable, match="gone"):
        port.observe()
    assert (game.asked, clock.now()) == (tries, seconds)


@pytest.mark.parametrize("fault", [PayloadError("payload", "is not JSON"), GameFault("HTTP 502", 502)])
def test_unreadable_answers_are_read_again_within_a_bound(fault: Sts2Error) -> None:
    """Five in a row are borne, the sixth is not."""
    port, _ = guarded(Flaky(*[fault] * 5, rest()))
    assert port.observe().state_type == "rest_site"
    game = Flaky(fault)
    with pytest.raises(type(fault)):
        guarded(game)[0].observe()
    assert game.asked == 6


@pytest.mark.parametrize(
    "fault", [WrongMode("409"), GameIncompatible("no"), RequestFault("HTTP 404", 404), GameFault("HTTP 418", 418)]
)
def test_what_cannot_pass_is_raised_at_once(fault: Sts2Error) -> None:
    """Another mode, a misfit, another server: waiting helps nobody."""
    game = Flaky(fault)
    with pytest.raises(type(fault)):
        guarded(game)[0].observe()
    assert game.asked == 1


BLIND = body("monster", battle={"error": "Combat state unavailable"})


def test_a_fight_that_shows_only_an_error_is_no_page() -> None:
    """Read again until the fight is there; after ten such reads it is passed on as what it is."""
    port, clock = guarded(Flaky(BLIND, BLIND, rest()))
    assert port.observe().state_type == "rest_site" and clock.now() == pytest.approx(0.2)
    game = Flaky(BLIND)
    assert guarded(game)[0].observe().state_type == "monster" and game.asked == 11


def test_a_post_refused_at_the_door_was_not_sent() -> None:
    """A refused connection is an answer: not accepted, and the reason."""
    reply = guarded(Flaky(GameUnreachable("it refuses connections")))[0].act(EndTurn())
    assert not reply.accepted and "not sent" in reply.text


@pytest.mark.parametrize(
    "fault",
    [GameTimeout("silence"), PayloadError("payload", "is not JSON"), GameFault("HTTP 503: busy", 503)],
)
def test_a_post_without_a_readable_answer_has_an_unknown_outcome(fault: Sts2Error) -> None:
    """Silence, garbage, a gateway's page: the same error, and one single request."""
    game = Flaky(fault)
    with pytest.raises(GameTimeout):
        guarded(game)[0].act(EndTurn())
    assert game.sent == 1


@pytest.mark.parametrize("fault", [RequestFault("HTTP 500", 500), WrongMode("409")])
def test_a_refused_post_stays_what_it_is(fault: Sts2Error) -> None:
    """The runner has its own ways with these."""
    with pytest.raises(type(fault)):
        guarded(Flaky(fault))[0].act(EndTurn())

"""A run that only a person can let begin: told and rung once, hands off while they are at it, and on by itself."""

from __future__ import annotations

import io
from collections.abc import Callable
from typing import Any

import pytest
from attrs import define, field
from rich.console import Console

from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import HumanNeeded
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.runner import Runner, Settings
from sts2fsm.story import Level, Story
from tests.recovery.scenes import POLICIES, mind

STEPS = 1500
BLOCKED = {
    "state_type": "menu", "menu_screen": "main", "message": "m", "options": ["settings", "quit"],
    "blocked_options": [
        {"name": "timeline", "enabled": False, "reason": "manual", "pending_epoch_ids": ["EPOCH_7", "EPOCH_8"]}
    ],
}  # fmt: skip
TIMELINE = {
    "state_type": "menu", "menu_screen": "timeline", "message": "m",
    "options": [{"name": "advance", "enabled": True}, {"name": "back", "enabled": True}],
}  # fmt: skip


@define
class BlockedGame:
    """An embedded game whose main menu waits for a person, who is on the Timeline from `comes` to `goes` (seconds)."""

    game: EmbeddedGame
    comes: float
    goes: float
    sent_while_waiting: list[str] = field(factory=list)

    def get(self, path: str = "/api/v1/singleplayer", deadline: float | None = None) -> tuple[int, Any]:
        now = self.game.clock.now()
        if path == "/api/v1/singleplayer" and now < self.goes:
            return 200, BLOCKED if now < self.comes else TIMELINE
        return self.game.get(path, deadline=deadline)

    def look(self, deadline: float | None = None) -> tuple[int, Any]:
        return self.get(deadline=deadline)

    def post(self, body: dict[str, Any], deadline: float | None = None) -> tuple[int, Any]:
        if self.game.clock.now() < self.goes:
            self.sent_while_waiting.append(str(body))
        return self.game.post(body, deadline=deadline)


def runner(
    game: BlockedGame, clock: VirtualClock, attended: bool, tell: Callable[[str], None], bell: Callable[[], None]
) -> Runner:
    brain = mind()
    recovery = Recovery(brain, clock, tell=tell, bell=bell, attended=attended)
    port = InProcess(game, clock, POLICIES.section(GamePolicy))  # type: ignore[arg-type]
    return Runner(port, brain, clock, NoJournal(), Settings(max_steps=STEPS), recovery=recovery)


def blocked(clock: VirtualClock, comes: float, goes: float) -> BlockedGame:
    return BlockedGame(EmbeddedGame(clock, 1, acts=1), comes, goes)


def test_a_person_reveals_the_epochs_and_the_play_goes_on_by_itself() -> None:
    """One message that names the epochs and the way, one bell; nothing is sent until the menu stands still again, and
    then the run begins without anybody's word."""
    clock, said, rung = VirtualClock(), [], []
    game = blocked(clock, comes=60.0, goes=95.0)
    (summary,) = runner(game, clock, True, said.append, lambda: rung.append(clock.now())).play()
    assert game.sent_while_waiting == [] and len(rung) == 1 and rung[0] < 5
    asked = [text for text in said if text.startswith("A person is needed")]
    assert len(asked) == 1 and "EPOCH_7" in asked[0] and "EPOCH_8" in asked[0] and "Timeline" in asked[0]
    assert said[-1] == "Thank you. Going on."
    assert summary.floor is not None and summary.steps == STEPS and summary.unexpected_edges == 0


@pytest.mark.parametrize(("attended", "seconds"), [(True, 600.0), (False, 0.0)])
def test_nobody_comes_and_it_ends_with_exit_3(attended: bool, seconds: float) -> None:
    """After ten minutes at a terminal, at once where nobody watches: exit 3 says what to click."""
    clock, said = VirtualClock(), []
    game = blocked(clock, comes=1e9, goes=1e9)
    with pytest.raises(HumanNeeded, match="EPOCH_7") as stopped:
        runner(game, clock, attended, said.append, lambda: None).play()
    assert stopped.value.exit_code == 3 and game.sent_while_waiting == []
    assert seconds <= clock.now() < seconds + 10


@pytest.mark.parametrize("terminal", [True, False])
def test_the_bell_rings_on_a_terminal_alone(terminal: bool) -> None:
    """A pipe gets no control characters."""
    out = io.StringIO()
    Story(Console(file=out, force_terminal=terminal), Level.TURNS).bell()
    assert ("\a" in out.getvalue()) is terminal

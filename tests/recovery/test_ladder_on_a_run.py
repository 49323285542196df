"""Each step of the ladder on runs of the embedded game that cannot go on without it.

A jam holds one screen of the run: the same page is shown, and every action is taken and does nothing, as in a game
whose animation has died, until the one thing happens that only that step of the ladder does: it is left alone for a
while, looked at twice in a second, and so on. The same jam with that step switched off ends with exit 5.
"""

from __future__ import annotations

import contextlib
import copy
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import define, field, frozen

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.errors import Stuck
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.journal import NoJournal
from sts2fsm.recovery.guarded import Guarded
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.runner import Moment, Runner, Settings
from tests.commands.calling import call

Body = Mapping[str, Any]
AFTER = 25  # actions after the jam that show that the run goes on


@frozen
class Jam:
    """`at` tells the page that jams, `page` makes what is shown of it; `frees` is told of every look (body None) and
    action with seconds since the jam and since the last look, and says whether it ends the jam."""

    rung: str
    cap: str
    at: Callable[[Body], bool]
    frees: Callable[[Body | None, Body, float, float], bool]
    page: Callable[[dict[str, Any]], None] = lambda payload: None
    rooms: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()
    forwards: bool = True  # the action that ends it is carried out, too


@define
class JammedGame:
    """An embedded game with one jam in it, with the calls that `InProcess` makes."""

    game: EmbeddedGame
    jam: Jam
    since: float | None = None
    over: bool = False
    shown: dict[str, Any] = field(factory=dict)
    looked: float = 0.0

    def get(self, path: str = "/api/v1/singleplayer", deadline: float | None = None) -> tuple[int, Any]:
        now = self.game.clock.now()
        status, body = self.game.get(path, deadline=deadline)
        if path != "/api/v1/singleplayer" or self.over or status != 200:
            return status, body
        if self.since is None and self.jam.at(body):
            self.since, self.looked, self.shown = now, now, copy.deepcopy(body)
            self.jam.page(self.shown)
        if self.since is None:
            return status, body
        gap, self.looked = now - self.looked, now
        if self.jam.frees(None, self.shown, now - self.since, gap):
            self.over = True
            return status, body
        return status, self.shown

    def look(self, deadline: float | None = None) -> tuple[int, Any]:
        return self.get(deadline=deadline)

    def post(self, body: Body, deadline: float | None = None) -> tuple[int, Any]:
        if self.since is not None and not self.over:
            if not self.jam.frees(body, self.shown, self.game.clock.now() - self.since, 0.0):
                return 200, {"status": "ok", "message": "asked"}
            self.over = True
            if not self.jam.forwards:
                return 200, {"status": "ok", "message": "asked"}
        return self.game.post(body, deadline=deadline)


def opening(payload: Body) -> bool:
    """A chest that is being opened: there is nothing to do but wait."""
    treasure = payload.get("treasure") or {}
    return payload["state_type"] == "treasure" and "relics" not in treasure and not treasure.get("can_proceed")


def potion_left(payload: Body) -> bool:
    """Rewards with a potion among them, and a full belt."""
    return any(item["type"] == "potion" for item in (payload.get("rewards") or {}).get("items", ()))


def only_all_or_nothing(payload: dict[str, Any]) -> None:
    """Going on is forbidden as long as anything lies there."""
    payload["rewards"]["can_proceed"] = False


def back_is_open(payload: dict[str, Any]) -> None:
    """The select screen stays although the run has begun, and can be left."""
    payload["options"] = [{"name": "embark", "enabled": False}, {"name": "back", "enabled": True}]


def not_laid_out(payload: dict[str, Any]) -> None:
    """A card grid without its cards."""
    payload["card_select"] |= {"cards": [], "can_confirm": False, "can_cancel": True}


def claims_potion(action: Body | None, shown: Body, since: float, gap: float) -> bool:
    if action is None or action["action"] != "claim_reward":
        return False
    return any(item["type"] == "potion" for item in shown["rewards"]["items"] if item["index"] == action["index"])


JAMS = (
    Jam("wait", "waits", opening, lambda action, _, since, gap: action is None and gap > 1.5, rooms=("treasure",)),
    Jam(
        "look again", "looks", opening, lambda action, _, since, gap: action is None and since >= 46 and gap < 1,
        rooms=("treasure",),
    ),
    Jam(
        "another action", "alternatives", potion_left, claims_potion, only_all_or_nothing, ("monster",),
        ("full_belt_claim",),
    ),
    Jam(
        "leave the screen", "exits", lambda body: body.get("menu_screen") == "character_select" and "run" in body,
        lambda action, *_: action is not None and action.get("option") == "back", back_is_open, forwards=False,
    ),
    Jam(
        "cancel", "cancels", lambda body: body["state_type"] == "card_select",
        lambda action, *_: action is not None and action["action"] == "cancel_selection", not_laid_out, ("rest_site",),
    ),
)  # fmt: skip


def played(jam: Jam, tmp_path: Path, seed: int, overlay: str = "") -> tuple[JammedGame, list[Moment], Recovery]:
    """A run until well after the jam, as `play` would play it. Raises Stuck."""
    plain = tmp_path / "plain.yaml"
    plain.write_text(f"planner: {{budget: none}}\n{overlay}", encoding="utf-8")
    chosen, clock = policies([plain]), VirtualClock()
    inner = EmbeddedGame(clock, seed, acts=1, faults=jam.faults, rooms=jam.rooms)
    game = JammedGame(inner, jam)
    port = InProcess(game, clock, chosen.section(GamePolicy))  # type: ignore[arg-type]
    mind = brain(chosen)
    recovery = Recovery(mind, clock, bundles=tmp_path / "reports")
    moments: list[Moment] = []

    class Enough(Exception):
        pass

    def watch(moment: Moment) -> None:
        moments.append(moment)
        if game.over and sum(m.decision.action is not None for m in moments[-AFTER * 20 :]) >= AFTER:
            raise Enough

    guarded = Guarded(port, clock, chosen.section(RecoveryPolicy), lambda _: None)
    with contextlib.suppress(Enough):
        Runner(guarded, mind, clock, NoJournal(), Settings(max_steps=20_000), watch, recovery).play()
    return game, moments, recovery


@pytest.mark.parametrize("jam", JAMS, ids=[jam.rung for jam in JAMS])
def test_this_step_frees_the_run(jam: Jam, tmp_path: Path) -> None:
    """Jammed, the ladder is climbed up to this step, the jam ends by it, and the run goes on without a surprise."""
    game, moments, recovery = played(jam, tmp_path, seed=3)
    assert game.over and recovery.count == 1
    steps = [m.decision.because for m in moments if m.decision.because.startswith("recovery: ")]
    assert steps[-1] == f"recovery: {jam.rung}"
    last = max(place for place, moment in enumerate(moments) if moment.decision.because.startswith("recovery: "))
    assert sum(moment.decision.action is not None for moment in moments[last + 1 :]) > 5, "it goes on by its own rules"
    assert not [moment for moment in moments if moment.advance.unexpected]


@pytest.mark.parametrize("jam", JAMS, ids=[jam.rung for jam in JAMS])
def test_without_this_step_the_run_is_stuck(jam: Jam, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The step switched off: exit 5, what was tried and what not, and a bug report that `trace` replays."""
    with pytest.raises(Stuck) as stuck:
        played(jam, tmp_path, seed=3, overlay=f"recovery: {{{jam.cap}: 0}}\n")
    assert stuck.value.exit_code == 5 and jam.rung not in str(stuck.value).split("tried:")[1].split(";")[0]
    (place,) = (tmp_path / "reports").iterdir()
    assert str(place) in str(stuck.value)
    about = json.loads((place / "about.json").read_text(encoding="utf-8"))
    assert about["why"] in str(stuck.value) and about["state"]
    (replayed,) = call(capsys, "trace", place / "trace.jsonl").json()
    lines = (place / "trace.jsonl").read_text(encoding="ascii").splitlines()
    assert replayed["steps"] == len(lines) > 1
    assert not replayed["unexpected_edges"] and not replayed["illegal"]

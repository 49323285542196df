"""What one start leaves for the next: memory and the action on its way, of the right run and no other."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.clock import VirtualClock
from sts2fsm.facts.fight import Fight
from sts2fsm.facts.ledger import UNSEEN, Deck, Held
from sts2fsm.memory import Memory, Sent
from sts2fsm.recovery.recovery import Recovery
from sts2fsm.recovery.session import Session, SessionFile, from_json, to_json
from sts2fsm.run_mark import marked
from sts2fsm.states import State
from sts2fsm.wire.actions import ChooseRestOption
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.recovery.scenes import body, look, mind, rest

URL = "http://127.0.0.1:15526"
FIGHT = Fight(floor=5, round=2, attacks=3, debuffs=frozenset({"WEAK_POWER"}), names={"Bash": ("BASH", False)})


def session(**changes: Any) -> Session:
    """A session at a rest site of floor 5, ten seconds old at wall 1010."""
    here = look(rest())
    memory = Memory(
        run=marked(None, here),
        failed=(("page", "act", 2),),
        recent=(("page", "act"),),
        picked=("3",),
        let_go=("claim_reward card",),
        fight=FIGHT,
        ledger=Deck(
            cards=(Held("BASH", True, "SHARP"), UNSEEN), unsure=1, checked=(1, 4), names={"Hieb": ("BASH", False)}
        ),
        entered=3.0,
        reads=7,
        return_to=State.REST_SITE,
    )
    words = {
        "url": URL, "wall": 1000.0, "run_id": "modded:profile1:900", "run_started": 900.0, "journal": "j.jsonl",
        "state": State.REST_SITE, "memory": memory, "last": here,
    }  # fmt: skip
    return Session(**{**words, **changes})


def through_json(one: Session, now: float = 50.0) -> Session:
    return from_json(json.loads(json.dumps(to_json(one))), now)


def test_memory_survives_as_it_was_but_for_times() -> None:
    """Every field comes back equal; times are of the new clock, and reads count from the start."""
    before = session()
    after = through_json(before)
    at = {"entered": 50.0, "since": 50.0, "progress": 50.0, "failed_at": 50.0, "reads": 0}
    assert after.memory == evolve(before.memory, **at)
    assert evolve(after, memory=before.memory) == before


def test_an_action_on_its_way_survives_with_its_page() -> None:
    """Action, answer and the page it was sent from; its time to land begins anew."""
    sent = Sent(action=ChooseRestOption(1), reply=Reply(accepted=True, text="m"), before=look(rest(2)), at=1.0)
    for name in ("pending", "pending_under"):
        after = through_json(session(memory=evolve(session().memory, **{name: sent}))).memory
        assert getattr(after, name) == evolve(sent, at=50.0)
        assert getattr(after, name).before.fingerprint == sent.before.fingerprint


@pytest.mark.parametrize(
    "change",
    [
        {"schema": 99}, {"version": "9.9"}, {"state": "nowhere"}, {"memory": None}, {"last": {"x": 1}}, {"run": []},
        {"pending": {"action": {"action": "fly"}, "reply": None, "before": rest()}}, {"fight": {"floor": "x"}},
    ],
)  # fmt: skip
def test_a_damaged_file_is_refused_with_a_reason(change: dict[str, Any]) -> None:
    """Nothing half read is ever taken up."""
    with pytest.raises(ValueError, match=r"^it "):
        from_json({**to_json(session()), **change}, 0.0)


def other_floor(floor: int) -> Observation:
    return look(rest(floor=floor))


@pytest.mark.parametrize(
    ("seen", "told", "wall", "reason"),
    [
        (look(rest()), "modded:profile1:900", 1010.0, None),
        (look(rest()), None, 1010.0, None),
        (other_floor(6), "modded:profile1:900", 1010.0, None),
        (other_floor(2), None, 1010.0, "another run"),
        (look(rest()), "modded:profile1:950", 1010.0, "another run is in progress"),
        (look({"state_type": "menu", "menu_screen": "main", "options": ["continue"]}), None, 1010.0, "no run"),
        (
            look({"state_type": "menu", "menu_screen": "main", "options": ["continue"]}), "modded:profile1:900", 1010.0,
            None,
        ),
        (look(rest()), "modded:profile1:900", 1000.0 + 73 * 3600, "73 hours old"),
    ],
)  # fmt: skip
def test_memory_is_taken_up_only_by_its_own_run(
    seen: Observation, told: str | None, wall: float, reason: str | None
) -> None:
    """The game's run id where it is told, else character, ascension, map and a floor that never falls; and its age."""
    found = session().fits(seen, told, wall, 72.0)
    assert (found is None) if reason is None else (found is not None and reason in found)


class Stage:
    """A game that shows one page and knows its run."""

    name = "a stage"

    def __init__(self, shows: dict[str, Any], run_id: str | None = "modded:profile1:900") -> None:
        self.shows = shows
        self.run_id = run_id

    def observe(self) -> Observation:
        return look(self.shows)

    def act(self, action: Any) -> Reply:
        raise AssertionError("nothing is sent at a resume")

    def current_run(self) -> dict[str, Any] | None:
        return {"run_id": self.run_id} if self.run_id else None


def left(path: Path, one: Session) -> SessionFile:
    SessionFile(path, URL).keep(one)
    return SessionFile(path, URL)


def test_the_machine_stands_where_it_stood(tmp_path: Path) -> None:
    """State, memory and the run's id and start are the old ones after a resume, and it is told."""
    brain, said = mind(), []
    file = left(tmp_path / "s.json", session())
    resumed = Recovery(brain, VirtualClock(1010.0), tell=said.append, session=file).resume(Stage(rest()))
    assert resumed is not None and (resumed.run_id, resumed.run_started) == ("modded:profile1:900", 900.0)
    assert (brain.tracker.state, brain.tracker.memory.let_go) == (State.REST_SITE, ("claim_reward card",))
    assert said == ["Taking up the last start's memory at rest_site."]


@pytest.mark.parametrize(("gold", "told"), [(99, "not sent again"), (98, "it has landed")])
def test_a_marker_is_weighed_against_what_is_seen(tmp_path: Path, gold: int, told: str) -> None:
    """The action's page still shows: it is awaited. Another one does: it landed."""
    brain, said = mind(), []
    file = SessionFile(tmp_path / "s.json", URL)
    file.sending(session(), ChooseRestOption(0), 3.0)
    Recovery(brain, VirtualClock(1010.0), tell=said.append, session=SessionFile(tmp_path / "s.json", URL)).resume(
        Stage(rest(gold=gold))
    )
    assert told in said[0] and "choose_rest_option" in said[0]
    advance = brain.tracker.advance(0.0, look(rest(gold=gold)))
    assert (advance.memory.pending is not None) == (gold == 99)
    assert advance.unexpected is None


def test_what_a_person_did_meanwhile_is_no_surprise(tmp_path: Path) -> None:
    """The run went on by hand to a page that no row leads to: the machine follows without counting it, as it would
    within one start."""
    brain = mind()
    Recovery(brain, VirtualClock(1010.0), session=left(tmp_path / "s.json", session())).resume(Stage(rest()))
    sphere = body("crystal_sphere", crystal_sphere={"can_proceed": False})
    assert brain.tracker.advance(0.0, look(sphere)).unexpected is None
    assert brain.tracker.unexpected == 0 and brain.tracker.state is State.CRYSTAL_SPHERE
    alone = mind()
    alone.tracker.advance(0.0, look(rest()))
    assert alone.tracker.advance(1.0, look(sphere)).unexpected is not None


def test_another_runs_memory_is_dropped_and_said(tmp_path: Path) -> None:
    """The file goes, the machine starts afresh."""
    brain, said = mind(), []
    path = tmp_path / "s.json"
    found = Recovery(brain, VirtualClock(1010.0), tell=said.append, session=left(path, session())).resume(
        Stage(rest(), "modded:profile1:1")
    )
    assert found is None and not path.exists() and brain.tracker.memory == Memory()
    assert said == ["The memory of the last start is dropped: another run is in progress (modded:profile1:1)."]


def test_a_torn_file_is_dropped_and_said(tmp_path: Path) -> None:
    """Half a file, as a foreign program may leave it, starts afresh with a word."""
    path, said = tmp_path / "s.json", []
    path.write_text(json.dumps(to_json(session()))[:-20], encoding="utf-8")
    assert (
        Recovery(mind(), VirtualClock(), tell=said.append, session=SessionFile(path, URL)).resume(Stage(rest())) is None
    )
    assert said == ["The memory of the last start is dropped: it cannot be read."]


def test_a_folder_that_cannot_be_written_costs_no_play(tmp_path: Path) -> None:
    """The fault is kept for a message, and nothing is raised."""
    (tmp_path / "blocked").write_text("a file where a folder should be", encoding="utf-8")
    file = SessionFile(tmp_path / "blocked" / "s.json", URL)
    file.keep(session())
    assert file.fault

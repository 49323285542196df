"""What a start leaves behind for the next one: the machine's memory, and the action that is on its way.

One file for each game. It is written before every POST, which makes it the marker of an unknown outcome, and after each
step that changed what is remembered. The next start puts the memory back into the machine, whose own rows then decide
from what is seen whether the action has landed: nothing is sent again before its time to land is over.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import cattrs
from attrs import evolve, fields, frozen
from cattrs.preconf.json import make_converter

from sts2fsm import __version__
from sts2fsm.errors import PayloadError
from sts2fsm.facts.fight import Fight
from sts2fsm.memory import Memory, Sent
from sts2fsm.recovery.files import read_whole, write_whole
from sts2fsm.run_mark import RunMark, same_run
from sts2fsm.states import State
from sts2fsm.updates import drop_strategy
from sts2fsm.wire.actions import Action, read_action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply

SCHEMA = 1
TIMES = ("entered", "since", "progress", "failed_at")  # seconds of a clock that died with its program
BY_HAND = ("run", "fight", "pending", "pending_under", *TIMES, "reads")
MENU_AGE_S = 900.0  # without a run nothing tells one evening's menu from the next


@frozen(kw_only=True)
class Session:
    """What is known about a game between two starts. `run_id` may be one of ours; `wall` is Unix seconds."""

    url: str
    wall: float
    run_id: str | None
    run_started: float
    journal: str | None
    state: State
    memory: Memory
    last: Observation

    def fits(self, seen: Observation, told: str | None, wall: float, hours: float) -> str | None:
        """Why this memory is not that of the game as it is now; None when it is. `told` is the game's own run id."""
        age = wall - self.wall
        if age > hours * 3600:
            return f"it is {age / 3600:.0f} hours old"
        if told is not None and self.run_id is not None and not is_own(self.run_id) and told != self.run_id:
            return f"another run is in progress ({told})"
        mark = self.memory.run
        if mark is None:
            return None if age <= MENU_AGE_S else "there was no run yet"
        if seen.run is None and (told is None or told != self.run_id):
            return "no run is shown"
        return None if same_run(mark, seen) else "the game shows another run"


def is_own(run_id: str) -> bool:
    """Whether a run's id is one that this program made: `name/wall`."""
    return "/" in run_id


# --- as JSON ----------------------------------------------------------------------------------------------------------
_plain = make_converter()


def _sent(sent: Sent | None) -> dict[str, Any] | None:
    if sent is None:
        return None
    reply = sent.reply
    kept = None if reply is None else {"accepted": reply.accepted, "text": reply.text, "final": reply.final}
    return {"action": sent.action.to_wire(), "reply": kept, "before": sent.before.raw}


def _read_sent(record: Any, reader: WireReader, now: float) -> Sent | None:
    if record is None:
        return None
    reply = record["reply"]
    return Sent(
        action=read_action(record["action"]),
        reply=None if reply is None else Reply(**reply),
        before=reader.observation(record["before"]),
        at=now,
    )


def to_json(session: Session) -> dict[str, Any]:
    """The file's content."""
    memory = session.memory
    kept = {f.name: getattr(memory, f.name) for f in fields(Memory) if f.name not in BY_HAND}
    return {
        "schema": SCHEMA,
        "version": __version__,
        "url": session.url,
        "wall": session.wall,
        "run_id": session.run_id,
        "run_started": session.run_started,
        "journal": session.journal,
        "state": str(session.state),
        "memory": _plain.unstructure(kept),
        "run": _plain.unstructure(memory.run),
        "fight": _plain.unstructure(memory.fight),
        "pending": _sent(memory.pending),
        "pending_under": _sent(memory.pending_under),
        "last": session.last.raw,
    }


def from_json(record: Mapping[str, Any], now: float) -> Session:
    """Raises ValueError when it is not one of ours, or of another version."""
    if record.get("schema") != SCHEMA or record.get("version") != __version__:
        raise ValueError("it is of another version")
    reader = WireReader()
    try:
        kept = _plain.structure(
            {**record["memory"], "run": None, "fight": None, "pending": None, "pending_under": None}, Memory
        )
        memory = evolve(
            kept,
            run=_plain.structure(record["run"], RunMark) if record["run"] is not None else None,
            fight=_plain.structure(record["fight"], Fight) if record["fight"] is not None else None,
            pending=_read_sent(record["pending"], reader, now),
            pending_under=_read_sent(record["pending_under"], reader, now),
            entered=now,
            since=now,
            progress=now,
            failed_at=now,
        )
        if memory.strategy is not None and memory.strategy.run != record["run_id"]:
            memory = drop_strategy(memory)
        return Session(
            url=str(record["url"]),
            wall=float(record["wall"]),
            run_id=record["run_id"],
            run_started=float(record["run_started"]),
            journal=record["journal"],
            state=State(record["state"]),
            memory=memory,
            last=reader.observation(record["last"]),
        )
    except (KeyError, TypeError, ValueError, PayloadError, cattrs.BaseValidationError) as fault:
        raise ValueError(f"it cannot be read ({type(fault).__name__})") from None


# --- on disk ----------------------------------------------------------------------------------------------------------
class SessionFile:
    """The one file. A write that fails is told once and does not end the play; `fault` keeps why."""

    def __init__(self, path: Path, url: str) -> None:
        self.path = path
        self.url = url
        self.fault: str | None = None
        self._kept: tuple[Any, ...] | None = None

    def load(self, now: float) -> Session | None:
        """What the last start left; None without any. Raises ValueError with the reason why it is of no use."""
        record = read_whole(self.path)
        if record is None:
            if self.path.exists():
                raise ValueError("it cannot be read")
            return None
        session = from_json(record, now)
        if session.url != self.url:
            raise ValueError("it belongs to another game")
        return session

    def keep(self, session: Session) -> None:
        """Write it when it says anything new; times alone are nothing new."""
        still = evolve(session.memory, entered=0.0, since=0.0, progress=0.0, failed_at=0.0, reads=0)
        kept = (still, session.state, session.run_id, session.last.fingerprint)
        if kept == self._kept:
            return
        try:
            write_whole(self.path, to_json(session))
        except OSError as fault:
            self.fault = fault.strerror or str(fault)
            self._kept = None
        else:
            self.fault, self._kept = None, kept

    def sending(self, session: Session, action: Action, now: float) -> None:
        """The marker: `action` is about to be sent, and its outcome is unknown until a later `keep`."""
        sent = Sent(action=action, reply=None, before=session.last, at=now)
        self.keep(evolve(session, memory=evolve(session.memory, pending=sent)))

    def clear(self) -> None:
        """The run is over: nothing is left to be taken up."""
        self._kept = None
        try:
            self.path.unlink(missing_ok=True)
        except OSError as fault:
            self.fault = fault.strerror or str(fault)

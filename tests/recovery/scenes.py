"""Small pages and views for the tests of recovery, and a brain in a known place."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sts2fsm.assembly import Brain, brain, policies
from sts2fsm.handler import Decision, Seen, Wait
from sts2fsm.memory import Memory
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.states import State, visible_state
from sts2fsm.wire.actions import Action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation

POLICIES = policies()
RECOVERY: RecoveryPolicy = POLICIES.section(RecoveryPolicy)
_READER = WireReader()
PLAYER: Mapping[str, Any] = {
    "character": "The Ironclad", "hp": 70, "max_hp": 80, "block": 0, "gold": 99, "energy": 3, "max_energy": 3,
    "relics": [], "potions": [], "max_potion_slots": 3, "status": [],
}  # fmt: skip
RUN: Mapping[str, Any] = {"act": 1, "floor": 5, "ascension": 0}


def body(state_type: str, **more: Any) -> dict[str, Any]:
    """A GET payload within a run."""
    return {"state_type": state_type, "run": dict(RUN), "player": dict(PLAYER), **more}


def rest(options: int = 1, floor: int = 5, gold: int = 99) -> dict[str, Any]:
    """A rest site; `gold` tells pages apart."""
    shown = [
        {"index": i, "id": name, "name": name, "description": "d", "is_enabled": True}
        for i, name in enumerate(("HEAL", "SMITH", "LIFT")[:options])
    ]
    page = body("rest_site", rest_site={"options": shown, "can_proceed": True})
    page["run"]["floor"] = floor
    page["player"]["gold"] = gold
    return page


def look(payload: Mapping[str, Any]) -> Observation:
    return _READER.observation(payload)


def mind() -> Brain:
    return brain(POLICIES)


def view(
    payload: Mapping[str, Any], now: float = 0.0, legal: tuple[Action, ...] = (), memory: Memory | None = None
) -> Seen:
    """What the decider would be given."""
    seen = look(payload)
    return Seen(observation=seen, state=visible_state(seen), memory=memory or Memory(), now=now, legal=legal)


def waiting(ms: int = 500) -> Decision:
    return Decision(move=Wait(ms, "w"), because="a test waits")


def doing(action: Action) -> Decision:
    return Decision(move=action, because="a test acts")


def anything(name: str, state: State) -> bool:
    """The machine knows every action everywhere."""
    return True

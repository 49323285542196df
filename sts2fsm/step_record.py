"""A step as its journal line: what was seen and decided, and what came of it (docs/journal.md)."""

from __future__ import annotations

from typing import Any

from sts2fsm.account import asked_record
from sts2fsm.handler import Decision, Seen
from sts2fsm.machine.tracker import Advance
from sts2fsm.wire.reply import Reply
from sts2fsm.words import say


def decided_record(seen: Seen, decision: Decision) -> dict[str, Any]:
    """Where it was decided, and whose decision it was."""
    observation, player = seen.observation, seen.observation.player
    return {
        "floor": observation.run.floor if observation.run else None,
        "hp": player.hp if player else None,
        "state": str(seen.state),
        "fingerprint": observation.fingerprint,
        "legal": len(seen.legal),
        "because": decision.because,
        "source": decision.source,
    }


def happened_record(
    seen: Seen, decision: Decision, reply: Reply | None, advance: Advance | None
) -> tuple[dict[str, Any], bool]:
    """What was done and where it led, and whether that is a surprise, which keeps the whole payloads."""
    record: dict[str, Any] = {}
    if decision.action is not None:
        record["action"] = decision.action.to_wire()
        record["what"] = say(decision.action, seen.observation)
        record["ranked"] = [{"what": ranked.what, "parts": dict(ranked.parts)} for ranked in decision.ranked]
        record["reply"] = None if reply is None else {"accepted": reply.accepted, "text": reply.text}
    elif decision.wait is not None:
        record["wait"] = decision.wait.ms
    if decision.asked is not None:
        record |= asked_record(decision.asked)
    if advance is not None:
        record["edge"] = str(advance.row) if advance.row else None
    if advance is not None and advance.unexpected is not None:
        record["unexpected"] = str(advance.unexpected)
        record["payloads"] = [advance.unexpected.before, advance.unexpected.after]
        return record, True
    if reply is not None and not reply.accepted:
        record["payloads"] = [seen.observation.raw]
        return record, True
    return record, False

"""What the mod answers to a POST. `ok` means "asked", never "done" (api.md section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from sts2fsm.errors import PayloadError


@frozen(kw_only=True)
class Reply:
    """`accepted`: the mod says it asked the game. `text` is for people and never decided upon (behaviour W49)."""

    accepted: bool
    text: str = ""
    final: bool = False  # the mod failed on the request itself: never send the same again
    manual_action_required: bool = False
    pending_epoch_ids: tuple[str, ...] = ()
    raw: Mapping[str, Any] = field(factory=dict, eq=False, repr=False)


def read_reply(body: Mapping[str, Any]) -> Reply:
    """Read the body of an HTTP 200 answer. Raises PayloadError when it is neither `ok` nor an error."""
    status = body.get("status")
    error = body.get("error")
    if status not in ("ok", "error") and error is None:
        raise PayloadError("status", f"a reply must say ok or error, not {status!r}")
    accepted = status == "ok"
    said = body.get("message") if accepted else error
    epochs = body.get("pending_epoch_ids") or ()
    return Reply(
        accepted=accepted,
        text=str(said) if said is not None else "",
        manual_action_required=body.get("manual_action_required") is True,
        pending_epoch_ids=tuple(str(epoch) for epoch in epochs) if isinstance(epochs, list) else (),
        raw=body,
    )

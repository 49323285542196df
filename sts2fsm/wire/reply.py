"""What the mod answers to a POST. `ok` means "asked", never "done" (api.md section 4)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from attrs import field, frozen

from sts2fsm.errors import PayloadError

# Refusals that speak of the moment and not of the action (behaviours W18, W26, W31, W35). The mod's own English words,
# which follow no game language; unsure, read in reports: any other wording counts against the action as before.
NOT_NOW = ("actions are currently disabled", "not in play phase", "while a card is being played", "already queued")


@frozen(kw_only=True)
class Reply:
    """`accepted`: the mod says it asked the game. `text` is for people: nothing about the game's state is read from it
    (behaviour W49), only whether a refusal means "later" (`not_now`)."""

    accepted: bool
    text: str = ""
    final: bool = False  # the mod failed on the request itself: never send the same again
    manual_action_required: bool = False
    pending_epoch_ids: tuple[str, ...] = ()
    raw: Mapping[str, Any] = field(factory=dict, eq=False, repr=False)

    @property
    def not_now(self) -> bool:
        """Refused for the moment alone: the same action may be taken a little later."""
        words = self.text.lower()
        return not self.accepted and not self.final and any(part in words for part in NOT_NOW)


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

"""Strategies of the bodies that the mod answers a POST with (api.md sections 1.3 and 5)."""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

_SAID = st.sampled_from(("Done.", "Playing a card.", "", "好的"))
_REFUSALS = st.sampled_from(
    ("Not the play phase.", "Player actions are disabled.", "No such card.", "No selection screen.", "不行")
)
_EPOCHS = st.lists(st.sampled_from(("E1", "E2", "E3")), min_size=1, max_size=2, unique=True)


@cache
def reply() -> st.SearchStrategy[dict[str, Any]]:
    """Bodies of HTTP 200: accepted, refused with and without `status`, and those of the Timeline with more keys."""
    return st.one_of(
        st.fixed_dictionaries({"status": st.just("ok")}, optional={"message": st.one_of(st.none(), _SAID)}),
        st.fixed_dictionaries({"status": st.just("error"), "error": _REFUSALS}),
        st.fixed_dictionaries({"error": _REFUSALS}),
        st.fixed_dictionaries(
            {"status": st.sampled_from(("ok", "error")), "message": _SAID, "error": st.one_of(st.none(), _REFUSALS)},
            optional={
                "retry": st.booleans(),
                "done": st.booleans(),
                "manual_action_required": st.booleans(),
                "pending_epoch_ids": st.one_of(st.none(), _EPOCHS),
            },
        ),
    )

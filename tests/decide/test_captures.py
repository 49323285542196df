"""On every recorded payload there is a decision: a legal action, or a wait or a stop with its reason."""

from __future__ import annotations

import json

import pytest

from tests.handlers.moments import decide, mind, moment, read
from tests.shared import capture_names, captures

PAYLOADS = capture_names("captures/states/*.json")


@pytest.mark.parametrize("name", PAYLOADS)
def test_a_recorded_payload_gets_a_legal_decision_or_a_reasoned_wait(name: str) -> None:
    """Without memory of anything before, and for a page that has stood for a while."""
    page = read(json.loads(captures(*name.split("/")).read_text(encoding="utf-8")))
    for seen in (moment(page), mind().decider.seen(page, moment(page).state, moment(page).memory.__class__(), 0.0)):
        made = decide(seen)
        if made.action is not None:
            assert made.action in seen.legal
        else:
            move = made.wait or made.stop
            assert move is not None and move.why
        assert made.source == "code"

"""Replies to a POST: asked or refused, never more."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given

from sts2fsm.errors import PayloadError
from sts2fsm.wire.reply import read_reply
from tests.shared import captures
from tests.strategies import reply


def test_ok_is_accepted_with_its_message() -> None:
    """`status: ok` means asked, with the message for people."""
    read = read_reply({"status": "ok", "message": "Playing it."})
    assert (read.accepted, read.text, read.manual_action_required, read.pending_epoch_ids) == (
        True,
        "Playing it.",
        False,
        (),
    )


@pytest.mark.parametrize("body", [{"status": "error", "error": "No."}, {"error": "No."}])
def test_error_is_refused_with_or_without_status(body: dict[str, Any]) -> None:
    """Bodies of refusals and of HTTP errors both read as refused."""
    read = read_reply(body)
    assert (read.accepted, read.text) == (False, "No.")


def test_reply_of_the_timeline_names_the_epochs() -> None:
    """What a person must reveal is kept."""
    read = read_reply(
        {
            "status": "error",
            "error": "A person must.",
            "manual_action_required": True,
            "pending_epoch_ids": ["E1", "E2"],
        }
    )
    assert read.manual_action_required
    assert read.pending_epoch_ids == ("E1", "E2")


@pytest.mark.parametrize("body", [{"status": "ok"}, {"status": "ok", "message": None}])
def test_missing_message_is_empty_text(body: dict[str, Any]) -> None:
    """Null and absent messages read the same."""
    assert read_reply(body).text == ""


@pytest.mark.parametrize(
    "body", [{}, {"message": "hm"}, {"status": None}, {"status": "maybe"}, {"status": True}, {"status": []}]
)
def test_reply_that_says_nothing_is_an_error(body: dict[str, Any]) -> None:
    """Neither ok nor an error: the body is not the mod's, and the fault names `status`."""
    with pytest.raises(PayloadError) as caught:
        read_reply(body)
    assert caught.value.path == "status"


@given(reply())
def test_any_reply_is_read_and_kept(body: dict[str, Any]) -> None:
    """Every body the mod can send is read, accepted exactly when it says ok, and kept as it came."""
    read = read_reply(body)
    assert read.accepted is (body.get("status") == "ok")
    assert read.raw == body


def test_captured_replies_are_read() -> None:
    """Every reply of the recorded run is read, accepted exactly when it says ok."""
    lines = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8").splitlines()
    replies = [step["reply"] for step in map(json.loads, lines) if step["reply"] is not None]
    assert len(replies) >= 100
    assert [read_reply(body).accepted for body in replies] == [body.get("status") == "ok" for body in replies]

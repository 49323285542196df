"""Hypothesis strategies of the wire, derived from its records: payloads, actions and replies.

    payload(Screen.SHOP)            valid payloads of one screen, as JSON
    any_payload()                   of any screen
    payload_showing(State.MAP)      those whose visible state is this one
    any_record(Player)              one record
    action_for(made)                an action that fits a payload
    any_action(), reply()

Bounds come from the records' field metadata, ids from the content tables (one in twelve is unknown), and what fields
must agree on from `truths`.
"""

from tests.strategies.actions import action_for, any_action, taken
from tests.strategies.payloads import any_payload, any_record, build, payload, payload_showing
from tests.strategies.replies import reply

__all__ = [
    "action_for",
    "any_action",
    "any_payload",
    "any_record",
    "build",
    "payload",
    "payload_showing",
    "reply",
    "taken",
]

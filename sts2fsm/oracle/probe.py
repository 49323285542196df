"""Is there a decision service, and does it know our key? Asks for its list of models: no question, no cost."""

from __future__ import annotations

import json
from typing import Any

from sts2fsm.clock import Clock
from sts2fsm.errors import BadInput
from sts2fsm.oracle.address import address
from sts2fsm.oracle.keys import Key
from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.oracle.systemone import reason_of
from sts2fsm.oracle.transport import CallFailed, Http

MODELS = "/v1/models"
FINE, UNSURE, WRONG = "fine", "unsure", "wrong"  # unsure: it may work all the same


def probe(key: Key | None, base: str, clock: Clock, policy: OraclePolicy) -> tuple[str, str]:
    """fine, unsure or wrong, and why in words, within the deadline of a call. Never raises for what a server does."""
    try:
        where = address(base)
    except BadInput as fault:
        return WRONG, str(fault)
    secret = where.login or key
    if secret is not None and not where.private:
        return WRONG, f"{where.name}: a key is sent only over https, or to this machine"
    http = Http(where, secret, clock, policy)
    try:
        reply = http.call("GET", MODELS)
    except CallFailed as fault:
        return WRONG, fault.detail
    finally:
        http.close()
    if reply.status == 404:
        return UNSURE, f"{where.name} answers, but lists no models; the first question will tell"
    if reply.status != 200:
        reason = reason_of(reply.status, sent_key=secret is not None)
        return WRONG, f"{where.name}: HTTP {reply.status} ({reason.replace('_', ' ')})"
    names = _names(reply.body)
    if names is None:
        return UNSURE, f"{where.name} answers, but its list of models is not one we know"
    if policy.model in names:
        return FINE, f"{where.name} serves {policy.model}"
    shown = ", ".join(names[:5]) or "none"
    return UNSURE, f"{where.name} does not list {policy.model} (oracle.model), but: {shown}"


def _names(body: bytes) -> list[str] | None:
    """Names of models in either of the shapes that servers use; None for any other."""
    try:
        told: Any = json.loads(body)
    except (ValueError, RecursionError):
        return None
    listed = told.get("models", told.get("data")) if isinstance(told, dict) else None
    if not isinstance(listed, list):
        return None
    named = (item.get("name", item.get("id")) if isinstance(item, dict) else item for item in listed)
    return ["".join(filter(str.isprintable, name))[:60] for name in named if isinstance(name, str)]

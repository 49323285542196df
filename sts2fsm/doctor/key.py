"""The key of the decision service: whether there is one, and whether the service takes it. It is never shown."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, cast

from attrs import evolve

from sts2fsm.clock import Clock
from sts2fsm.doctor.verdicts import Check, fail, note, ok
from sts2fsm.errors import BadInput
from sts2fsm.oracle.keys import PLACES, Key, find_key
from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.oracle.probe import FINE, probe

NAME = "TypeSafe key"
TYPESAFE = "typesafe"


def key_check(environment: Mapping[str, str], home: Path, policy: OraclePolicy, clock: Clock) -> Check:
    """One read of the service's list of models, when there is a key or a service in use; nothing is asked of it.

    Only what would keep `play` from starting fails: with `oracle.use: typesafe` a key must be there. A service that
    does not answer is a note, as code decides then.
    """
    in_use = policy.use
    asked = in_use == TYPESAFE or in_use.startswith("http")
    try:
        key = find_key(environment, _below(home, policy.key_file))
    except BadInput as fault:
        todo = f"set it anew: {PLACES}"
        return fail(NAME, str(fault), todo, BadInput.exit_code) if asked else note(NAME, str(fault), todo)
    if key is None and in_use == TYPESAFE:
        return fail(NAME, "not set, and oracle.use is typesafe", f"set {PLACES}; or oracle.use: none", 2)
    if key is None and not asked:
        return ok(NAME, "not set: the bot plays by code alone")
    return _tried(key, in_use if in_use.startswith("http") else policy.url, asked, policy, clock)


def _tried(key: Key | None, base: str, asked: bool, policy: OraclePolicy, clock: Clock) -> Check:
    once: OraclePolicy = evolve(cast(Any, policy), connect_tries=1)
    verdict, words = probe(key, base, clock, once)
    found = f"{key.source if key else 'no key'}; {key.masked(words) if key else words}"
    if verdict == FINE:
        return ok(NAME, found if asked else f"{found}; not in use (oracle.use: none)")
    todo = "code decides until the service answers" if asked else "nothing to do as long as oracle.use is none"
    return note(NAME, found, todo)


def _below(home: Path, file: str) -> str:
    """The key's file, `~` standing for the home folder that is examined."""
    return str(home / file[2:]) if file.startswith("~/") else file

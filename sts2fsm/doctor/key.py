"""Who is asked besides code: whether play could open the decision service and the language model that policies
name, and whether the service takes its key. A key is never shown."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, cast

from attrs import evolve

from sts2fsm.clock import Clock
from sts2fsm.doctor.verdicts import Check, fail, note, ok
from sts2fsm.errors import BadInput, Sts2Error
from sts2fsm.oracle.keys import PLACES, Key, find_key
from sts2fsm.oracle.llm.door import open_door
from sts2fsm.oracle.open import open_oracle
from sts2fsm.oracle.policy import OraclePolicy
from sts2fsm.oracle.probe import FINE, probe
from sts2fsm.policy import Policies, Table
from sts2fsm.strategy_policy import LlmPolicy, model_spec

NAME = "TypeSafe key"
TYPESAFE, NONE, LLM = "typesafe", "none", "language model"


def asked_checks(chosen: Policies, environment: Mapping[str, str], home: Path, clock: Clock) -> Iterator[Check]:
    """The decision service's key, then what `play` opens before anything else: nothing is sent but that one read."""
    policy = chosen.section(OraclePolicy)
    key = _opened_oracle(chosen, environment, home, clock) or key_check(environment, home, policy, clock)
    yield key
    yield _llm(chosen.section(LlmPolicy), environment, clock)


def _opened_oracle(chosen: Policies, environment: Mapping[str, str], home: Path, clock: Clock) -> Check | None:
    """A failure to open what `oracle.use` names, where it is no matter of the key."""
    policy: OraclePolicy = chosen.section(OraclePolicy)
    if policy.use in (NONE, TYPESAFE):
        return None
    here = evolve(cast(Any, policy), key_file=_below(home, policy.key_file))
    try:
        open_oracle(policy.use, clock, evolve(chosen, sections=Table({**chosen.sections, "oracle": here})), environment)
    except Sts2Error as fault:
        return fail(
            "oracle", f"oracle.use cannot be opened: {fault}", "correct oracle.use, or set it to none", fault.exit_code
        )
    return None


def _llm(policy: LlmPolicy, environment: Mapping[str, str], clock: Clock) -> Check:
    """Nothing is asked of the model: a question costs money."""
    spec = model_spec(policy.model)
    if spec is None:
        return ok(LLM, "none plans the run: code alone does")
    try:
        open_door(spec, environment, clock)
    except Sts2Error as fault:
        return fail(LLM, str(fault), "do that, or set llm.model to none", fault.exit_code)
    return ok(LLM, f"{spec} can be asked; whether it answers shows in play")


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

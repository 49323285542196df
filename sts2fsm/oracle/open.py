"""What `--oracle` names, opened: none, typesafe, a URL, recorded:JOURNAL, random:SEED."""

from __future__ import annotations

import atexit
import os
from collections.abc import Mapping
from pathlib import Path

from sts2fsm.clock import Clock, SystemClock
from sts2fsm.errors import UsageError
from sts2fsm.oracle.address import without_secrets
from sts2fsm.oracle.keys import PLACES, find_key
from sts2fsm.oracle.policy import FORMS, URLS, OraclePolicy
from sts2fsm.oracle.port import Oracle
from sts2fsm.oracle.quiet import NoOracle, RandomOracle
from sts2fsm.oracle.recorded import RecordedOracle
from sts2fsm.oracle.systemone import SystemOne
from sts2fsm.policy import Policies


def open_oracle(spec: str, clock: Clock, policies: Policies, environ: Mapping[str, str]) -> Oracle:
    """The oracle of a `--oracle` flag; sends nothing yet.

    Raises UsageError for a spec of no known form and for `typesafe` without a key, BadInput for a key, URL or journal
    that cannot be used.
    """
    policy: OraclePolicy = policies.section(OraclePolicy)
    form, _, rest = spec.partition(":")
    if spec == "none":
        return NoOracle()
    if spec == "typesafe":
        key = find_key(environ, policy.key_file)
        if key is None:
            raise UsageError(f"--oracle typesafe: no key; set {PLACES}, or play with --oracle none")
        return SystemOne("typesafe", policy.url, key, clock, policy)
    if form in URLS:
        return SystemOne(None, spec, find_key(environ, policy.key_file), clock, policy)
    if form == "recorded" and rest:
        return RecordedOracle(Path(rest).expanduser())
    if form == "random" and rest:
        return RandomOracle(rest)
    raise UsageError(f"--oracle {without_secrets(spec)}: must be {FORMS}")


def in_use(policies: Policies) -> Oracle:
    """Whoever `oracle.use` names, asked in real time whatever clock the game has. Raises UsageError and BadInput."""
    return open_oracle(policies.section(OraclePolicy).use, SystemClock(), policies, os.environ)


def shared(policies: Policies) -> Oracle:
    """As `in_use`, for many runs in one process: a server is one for all of them, with its rate limit and its breaker,
    until the process ends. A recording begins anew each time, or what a run is answered would hang on the runs before.
    """
    place = (os.getpid(), policies.section(OraclePolicy))  # a forked process must not talk over its parent's connection
    if place not in _SHARED:
        oracle = in_use(policies)
        if not isinstance(oracle, SystemOne):
            return oracle
        _SHARED[place] = oracle
        atexit.register(oracle.close)
    return _SHARED[place]


_SHARED: dict[tuple[int, OraclePolicy], SystemOne] = {}

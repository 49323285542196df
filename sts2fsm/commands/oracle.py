"""`--oracle`: who is asked, as a flag that goes before the policies."""

from __future__ import annotations

import argparse

from attrs import evolve

from sts2fsm.errors import UsageError
from sts2fsm.hiding import hide_logins
from sts2fsm.oracle.policy import FORMS, is_spec
from sts2fsm.policy import Policies, Table


def add_oracle(parser: argparse.ArgumentParser) -> None:
    """`--oracle`, which goes before `oracle.use` of the policies."""
    parser.add_argument(
        "--oracle", metavar="WHO",
        help="who is asked where code's best options are near-equal: none, typesafe, a URL on the same wire,"
        " recorded:JOURNAL or random:SEED (default: oracle.use of the policies, shipped as none)",
    )  # fmt: skip


def with_oracle(chosen: Policies, given: str | None) -> Policies:
    """Policies as `--oracle` changes them. Raises UsageError for a text of no known form."""
    if given is None:
        return chosen
    if not is_spec(given):
        raise UsageError(f"--oracle {hide_logins(given)}: must be {FORMS}; a URL has no query")
    named = evolve(chosen.section("oracle"), use=given)
    return evolve(chosen, sections=Table({**chosen.sections, "oracle": named}))

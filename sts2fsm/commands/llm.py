"""`--llm`: which language model plans the run, from the flag or the policies, opened for a command."""

from __future__ import annotations

import argparse
import os

from attrs import evolve

from sts2fsm.clock import SystemClock
from sts2fsm.errors import UsageError
from sts2fsm.hiding import hide_logins
from sts2fsm.oracle.llm.door import open_door
from sts2fsm.oracle.llm.strategist import Strategist
from sts2fsm.policy import Policies, Table
from sts2fsm.strategy_policy import FORMS, LlmPolicy, is_model, model_spec


def add_llm(parser: argparse.ArgumentParser) -> None:
    """`--llm`, which goes before `llm.model` of the policies."""
    parser.add_argument(
        "--llm", metavar="MODEL",
        help="which language model plans the run, a few calls a run: none, anthropic:NAME, openai:NAME or"
        " http://host:port/v1#NAME (default: llm.model of the policies, shipped as none)",
    )  # fmt: skip


def with_llm(chosen: Policies, given: str | None) -> Policies:
    """Policies as `--llm` changes them. Raises UsageError for a text of no known form."""
    if given is None:
        return chosen
    if not is_model(given):
        raise UsageError(f"--llm {hide_logins(given)}: must be {FORMS}")
    named = evolve(chosen.section("llm"), model=given)
    return evolve(chosen, sections=Table({**chosen.sections, "llm": named}))


def opened_strategist(chosen: Policies) -> Strategist | None:
    """Whoever `llm.model` names, asked in real time whatever clock the game has; None for none. Raises UsageError for a
    key or an extra that is missing."""
    policy = chosen.section(LlmPolicy)
    spec = model_spec(policy.model)
    return None if spec is None else Strategist(spec, policy, open_door(spec, os.environ, SystemClock()))

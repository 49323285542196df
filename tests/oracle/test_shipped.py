"""The shipped numbers are the published limits and the thresholds that were measured to work."""

from __future__ import annotations

import pytest

from sts2fsm.assembly import policies
from sts2fsm.oracle.gate import judge
from sts2fsm.oracle.policy import GatePolicy, OraclePolicy
from sts2fsm.questions import ChoiceAnswer, NoulAnswer

# As the service's pages give them: limits, price, and what suits a game rather than a web page.
PUBLISHED = {
    "model": "jev-1.13.0",
    "url": "https://api.typesafe.ai",
    "connect_s": 2,
    "read_s": 3,
    "connect_tries": 2,
    "usd_per_mtok_in": 0.042,
    "usd_per_mtok_out": 0,
    "use": "none",
}
LIMITS = {"rates.requests_per_min": 1200, "rates.tokens_per_s": 250_000, "size.one": 32_000, "size.all": 64_000}


@pytest.mark.parametrize(("name", "value"), PUBLISHED.items())
def test_settings_are_as_published(name: str, value: object) -> None:
    """Address, pinned version, price and deadlines; and nobody is asked unless somebody says so."""
    assert getattr(policies().section(OraclePolicy), name) == value


@pytest.mark.parametrize(("name", "most"), LIMITS.items())
def test_the_services_limits_are_kept(name: str, most: int) -> None:
    """Never more than the service takes."""
    part, key = name.split(".")
    assert getattr(getattr(policies().section(OraclePolicy), part), key) <= most


def test_the_shipped_gate_passes_the_clear_plurality() -> None:
    """Bash 0.61 before Defend 0.29 over five cards counts, 0.44 does not; a Noul counts from 0.15 off even."""
    gate: GatePolicy = policies().section(GatePolicy)
    bash = {"Strike": 0.04, "Bash": 0.61, "Defend": 0.29, "Anger": 0.03, "Cleave": 0.03}
    assert judge("best_play", ChoiceAnswer("Bash", bash), gate).passed
    low = {"Strike": 0.12, "Bash": 0.44, "Defend": 0.22, "Anger": 0.11, "Cleave": 0.11}
    assert not judge("best_play", ChoiceAnswer("Bash", low), gate).passed
    assert [judge("must_block", NoulAnswer(yes), gate).passed for yes in (0.66, 0.64, 0.34)] == [True, False, True]


def test_certainty_without_measure_never_counts_as_shipped() -> None:
    """A server that samples one answer says 1.00 to everything: until calibrated, code decides."""
    gate: GatePolicy = policies().section(GatePolicy)
    assert not judge("line", ChoiceAnswer("a", {"a": 1.0, "b": 0.0, "c": 0.0}), gate).passed
    assert not judge("must_block", NoulAnswer(1.0), gate).passed

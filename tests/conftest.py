"""Hypothesis profiles for every test, and the count of tests that used captures in pytest's closing summary."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Generator

import pytest

from tests.shared import register_profiles, take_used

CAPTURES = "captures"

register_profiles()
# Locks and sessions of tests stay out of the user's own state.
os.environ.setdefault("STS2FSM_STATE", tempfile.mkdtemp(prefix="sts2fsm-tests-"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, None, None]:
    """Notes in the test's report which captures it asked for: reports travel from xdist's workers, modules do not."""
    take_used()
    try:
        return (yield)
    finally:
        if names := take_used():
            item.user_properties.append((CAPTURES, ",".join(sorted(set(names)))))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Prints how many tests used captures, whatever their result."""
    users = {
        report.nodeid
        for reports in terminalreporter.stats.values()
        for report in reports
        if any(name == CAPTURES for name, _ in getattr(report, "user_properties", ()))
    }
    terminalreporter.write_line(f"captures were used by {len(users)} tests")

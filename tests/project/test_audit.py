"""What CI makes of pip-audit's report: a known vulnerability alone fails, and silence is never passed off as health."""

from __future__ import annotations

import importlib.util
import json
from types import ModuleType
from typing import Any

import pytest

from tests.shared import ROOT


def audit() -> ModuleType:
    """`.ci/audit.py`, which lies in no package."""
    spec = importlib.util.spec_from_file_location("ci_audit", ROOT / ".ci" / "audit.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def package(name: str, **more: Any) -> dict[str, Any]:
    return {"name": name, "version": "1.0", "vulns": [], **more}


UNKNOWN = {"name": "b", "skip_reason": "Dependency not found on PyPI"}
HOLE = {"id": "PYSEC-1", "fix_versions": ["1.1"]}


@pytest.mark.parametrize(
    ("packages", "code", "said"),
    [
        ([package("a"), UNKNOWN], 0, "audited 1 of 2 packages: no known vulnerability"),
        ([package("a"), package("c", vulns=[HOLE])], 1, "c 1.0: PYSEC-1 (fixed in 1.1)"),
        ([UNKNOWN, UNKNOWN], 0, "audit skipped: the advisory database knows none of 2 packages"),
        ([], 0, "audit skipped"),
    ],
)
def test_each_report_has_its_verdict(packages: list[dict[str, Any]], code: int, said: str) -> None:
    """Clean, holed, and nothing audited are three different lines; only a hole fails."""
    found, line = audit().verdict(json.dumps({"dependencies": packages, "fixes": []}))
    assert found == code and said in line


@pytest.mark.parametrize("report", ["", "Traceback", "[]", "{}", '{"dependencies": [{"name": "a"}]}'])
def test_no_report_is_no_failure(report: str) -> None:
    """A crash of the tool or a missing network is told, and nothing fails for it."""
    found, line = audit().verdict(report)
    assert found == 0 and line.startswith("audit skipped")

"""What several tests of commands share."""

from __future__ import annotations

from pathlib import Path

import pytest


@pytest.fixture
def poor(tmp_path: Path) -> Path:
    """Policies without the search: whole runs are short, where a test is not about how well they are played."""
    path = tmp_path / "poor.yaml"
    path.write_text("planner:\n  budget: none\n", encoding="utf-8")
    return path

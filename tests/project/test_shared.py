"""The helper that finds captures never lets a missing one pass for a success."""

from __future__ import annotations

from pathlib import Path

import pytest
from sources import text_files

from tests.shared import ROOT, capture_names, captures, captures_required, shared_dir, take_used


def test_missing_capture_skips(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where captures are not required, a test without its capture is skipped and says which one."""
    monkeypatch.setenv("STS2FSM_SHARED", str(tmp_path))
    monkeypatch.setenv("STS2FSM_REQUIRE_SHARED", "0")
    with pytest.raises(pytest.skip.Exception, match=r"states/none\.json"):
        captures("states", "none.json")


def test_missing_capture_fails_where_required(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Where they are required the same test fails."""
    monkeypatch.setenv("STS2FSM_SHARED", str(tmp_path))
    monkeypatch.setenv("STS2FSM_REQUIRE_SHARED", "1")
    with pytest.raises(pytest.fail.Exception, match=r"states/none\.json"):
        captures("states", "none.json")


@pytest.mark.parametrize(
    ("ci", "own", "required"),
    [(None, None, False), ("true", None, True), ("false", None, False), ("true", "0", False), (None, "1", True)],
)
def test_own_setting_goes_before_ci(
    monkeypatch: pytest.MonkeyPatch, ci: str | None, own: str | None, required: bool
) -> None:
    """CI requires captures unless STS2FSM_REQUIRE_SHARED says otherwise."""
    for name, value in {"CI": ci, "STS2FSM_REQUIRE_SHARED": own}.items():
        if value is None:
            monkeypatch.delenv(name, raising=False)
        else:
            monkeypatch.setenv(name, value)
    assert captures_required() is required


def test_a_used_capture_is_noted_once_taken(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What a test asked for is handed over once, by name."""
    monkeypatch.setenv("STS2FSM_SHARED", str(tmp_path))
    (tmp_path / "a.json").write_text("{}", encoding="utf-8")
    assert captures("a.json") == tmp_path / "a.json"
    assert take_used() == ("a.json",)
    assert take_used() == ()


def test_relative_setting_counts_from_the_root(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The default folder is beside the repository, wherever the tests are started from."""
    monkeypatch.delenv("STS2FSM_SHARED", raising=False)
    monkeypatch.chdir(tmp_path)
    assert shared_dir() == ROOT.parent / "shared"


def test_pattern_without_match_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A parametrised test without captures still exists, so that it skips or fails instead of vanishing."""
    monkeypatch.setenv("STS2FSM_SHARED", str(tmp_path))
    assert capture_names("states/*.json") == ["states/*.json"]


def test_only_the_helper_looks_for_captures() -> None:
    """Every test goes through tests/shared.py: looking by itself it would not be counted, nor fail without them."""
    allowed = {"tests/shared.py", "tests/project/test_shared.py"}
    own_way = [
        name
        for name, text in text_files()
        if name.startswith("tests/") and name.endswith(".py") and name not in allowed and "STS2FSM_SHARED" in text
    ]
    assert not own_way, "\n".join(own_way)

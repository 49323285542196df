"""Test modules can be collected together."""

from __future__ import annotations

from collections import Counter

from tests.shared import ROOT


def test_a_test_module_outside_packages_has_a_name_of_its_own() -> None:
    """pytest imports such a module by its bare name, so that two of one name cannot be collected in one run."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if not (path.parent / "__init__.py").exists()]
    names = Counter(path.name for path in files)
    assert files and [name for name, times in names.items() if times > 1] == []

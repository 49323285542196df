"""Links between the project's pages lead somewhere."""

from __future__ import annotations

import re

from sources import project_files

from tests.shared import ROOT

LINK = re.compile(r"!?\[[^\]]*\]\(([^)#\s]+)(?:#[^)]*)?\)")


def test_every_relative_link_has_its_file() -> None:
    """No Markdown page points to a file of this project that is not there."""
    dead = [
        f"{page.relative_to(ROOT)}: {target}"
        for page in project_files()
        if page.suffix == ".md"
        for target in LINK.findall(page.read_text(encoding="utf-8"))
        if "://" not in target and not (page.parent / target).exists()
    ]
    assert not dead, "\n".join(dead)

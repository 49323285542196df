"""Calls the command line in this process, as a shell would see it."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from attrs import frozen

from sts2fsm.cli import main
from tests.shared import ROOT

FIXTURES = ROOT / "fixtures"


@frozen
class Called:
    """Exit code, stdout and stderr."""

    code: int
    out: str
    err: str

    def json(self) -> list[dict[str, Any]]:
        """Every line of stdout as JSON."""
        return [json.loads(line) for line in self.out.splitlines()]


def call(capsys: pytest.CaptureFixture[str], *argv: str | Path) -> Called:
    """`python -m sts2fsm ARGV`."""
    capsys.readouterr()
    code = main([str(part) for part in argv])
    captured = capsys.readouterr()
    return Called(code, captured.out, captured.err)


def journal(folder: Path) -> Path:
    """The one journal in a folder."""
    (path,) = folder.glob("*.jsonl")
    return path


def records(path: Path) -> Iterator[Mapping[str, Any]]:
    return (json.loads(line) for line in path.read_text(encoding="utf-8").splitlines())

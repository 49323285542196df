"""The project's own files and modules, as the tests of this folder read them."""

from __future__ import annotations

import ast
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.shared import ROOT

PACKAGES = ("sts2fsm", "handlers")
TEXT_SUFFIXES = frozenset(
    ["", ".cfg", ".html", ".in", ".json", ".jsonl", ".md", ".mmd", ".py", ".svg", ".toml", ".txt", ".yaml", ".yml"]
)  # the first is "no suffix"


@cache
def project_files() -> tuple[Path, ...]:
    """Every file that is or would be committed, below the repository's root."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    listed = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout
    return tuple(path for name in sorted(listed.split("\0")) if name and (path := ROOT / name).is_file())


def text_files() -> Iterator[tuple[str, str]]:
    """Name (from the root) and content of every text file of the project."""
    for path in project_files():
        if path.suffix in TEXT_SUFFIXES:
            yield path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")


@cache
def modules() -> dict[str, Path]:
    """Dotted name -> file of every module in the two packages."""
    found: dict[str, Path] = {}
    for path in project_files():
        parts = path.relative_to(ROOT).with_suffix("").parts
        if path.suffix == ".py" and parts[0] in PACKAGES:
            found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


@cache
def tree(module: str) -> ast.Module:
    """The parsed source of one module."""
    path = modules()[module]
    return ast.parse(path.read_text(encoding="utf-8"), filename=str(path))


def imports(module: str) -> set[str]:
    """Every dotted name the module imports, anywhere in it, made absolute; `from a import b` counts as `a.b`."""
    is_package = modules()[module].name == "__init__.py"
    found: set[str] = set()
    for node in ast.walk(tree(module)):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = module.split(".")
                keep = len(above) - node.level + is_package
                base = ".".join([*above[:keep], *([base] if base else [])])
            found |= {f"{base}.{alias.name}" for alias in node.names}
    return found


def inside(name: str, place: str) -> bool:
    """Whether a dotted name is `place` or lies below it."""
    return name == place or name.startswith(place + ".")

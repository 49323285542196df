"""What a result was made with: version, commit, and a fingerprint of the code that plays."""

from __future__ import annotations

import hashlib
import subprocess
from functools import cache
from pathlib import Path

import handlers
import sts2fsm

_PLAYING = (Path(sts2fsm.__file__).parent, Path(handlers.__file__).parent)
_NOT_PLAYING = frozenset({"evaluate", "commands", "cli.py", "__main__.py", "story.py", "policies.yaml"})  # or hashed
_SUFFIXES = frozenset({".py", ".json"})


def code() -> str:
    """12 hex digits over every file that can change how a run goes: all of the two packages but what only measures and
    tells. Policies are not in it: they have a hash of their own."""
    digest = hashlib.sha256()
    for base in _PLAYING:
        for path in sorted(base.rglob("*")):
            inside = path.relative_to(base)
            if path.suffix in _SUFFIXES and inside.parts[0] not in _NOT_PLAYING:
                digest.update(f"{base.name}/{inside.as_posix()}\0".encode())
                digest.update(path.read_bytes())
    return digest.hexdigest()[:12]


@cache
def commit() -> str | None:
    """The commit that the package lies in, `+` added where files differ from it; None outside a checkout."""
    root = _PLAYING[0].parent
    head = _git(root, "rev-parse", "--short=12", "HEAD")
    if head is None or not (root / ".git").exists():
        return None
    changed = _git(root, "status", "--porcelain", "--", "sts2fsm", "handlers", "policies.yaml")
    return f"{head}+" if changed else head


def _git(root: Path, *words: str) -> str | None:
    try:
        done = subprocess.run(("git", *words), cwd=root, capture_output=True, text=True, timeout=10, check=True)
    except (OSError, subprocess.SubprocessError):
        return None
    return done.stdout.strip()

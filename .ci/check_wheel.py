"""Compares a wheel with the checkout it was built from: nothing missing, nothing changed, nothing besides."""

from __future__ import annotations

import subprocess
import sys
import zipfile
from pathlib import Path

PACKAGES = ("sts2fsm", "handlers")
CARRIED = {"sts2fsm/policies.yaml": "policies.yaml"}
MUST_HAVE = ("sts2fsm/py.typed", "sts2fsm/content/tables/", "handlers/", "sts2fsm/policies.yaml")


def expected() -> dict[str, Path]:
    """Each file the wheel must hold, and where it is in the checkout."""
    listed = subprocess.run(["git", "ls-files", "-z", *PACKAGES], check=True, capture_output=True, text=True).stdout
    files = {name: Path(name) for name in listed.split("\0") if name}
    return files | {inside: Path(source) for inside, source in CARRIED.items()}


def faults(wheel: Path) -> list[str]:
    """What is wrong with the wheel, a line each."""
    files = expected()
    found = [f"the checkout has no {name}" for name in MUST_HAVE if not any(file.startswith(name) for file in files)]
    with zipfile.ZipFile(wheel) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
        found += [f"missing: {name}" for name in sorted(files.keys() - names)]
        found += [f"not of this project: {name}" for name in sorted(names - files.keys())]
        for name in sorted(files.keys() & names):
            if archive.read(name) != files[name].read_bytes():
                found.append(f"differs from {files[name]}: {name}")
        if not any(name.endswith("/LICENSE") for name in archive.namelist()):
            found.append("missing: LICENSE")
    return found


if __name__ == "__main__":
    wrong = faults(Path(sys.argv[1]))
    print("\n".join(wrong) or f"{Path(sys.argv[1]).name} holds the packages whole")
    sys.exit(bool(wrong))

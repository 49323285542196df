"""Asks the advisory database about every installed package. Exit 1 for a known vulnerability, and for nothing else:
where the database cannot be reached, one line says that nothing was audited."""

from __future__ import annotations

import json
import subprocess
import sys

COMMAND = (sys.executable, "-m", "pip_audit", "--format", "json", "--progress-spinner", "off", "--timeout", "15")
SECONDS = 120


def verdict(report: str) -> tuple[int, str]:
    """Exit code and line for pip-audit's JSON report; packages that it does not find count as not audited."""
    try:
        packages = json.loads(report)["dependencies"]
        audited = [package for package in packages if "skip_reason" not in package]
        found = [
            f"{package['name']} {package['version']}: {one['id']} (fixed in {', '.join(one['fix_versions']) or '-'})"
            for package in audited
            for one in package["vulns"]
        ]
    except (ValueError, KeyError, TypeError):
        return 0, "audit skipped: pip-audit gave no report (no network?)"
    if found:
        return 1, "\n".join(["known vulnerabilities:", *found])
    if not audited:
        return 0, f"audit skipped: the advisory database knows none of {len(packages)} packages (no network?)"
    return 0, f"audited {len(audited)} of {len(packages)} packages: no known vulnerability"


def main() -> int:
    try:
        done = subprocess.run(COMMAND, capture_output=True, text=True, timeout=SECONDS)
    except (OSError, subprocess.TimeoutExpired) as fault:
        print(f"audit skipped: {type(fault).__name__}")
        return 0
    code, line = verdict(done.stdout)
    print(line)
    return code


if __name__ == "__main__":
    sys.exit(main())

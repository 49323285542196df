"""Where tests find the recorded captures, and the two hypothesis profiles.

Captures (real payloads, a trace, run histories) are not part of this repository. They lie in a folder beside it, which
`STS2FSM_SHARED` names (default: `../shared` from the repository's root). A test asks for one in its body:

    from tests.shared import captures

    def test_shop_payload_parses() -> None:
        payload = json.loads(captures("captures", "states", "shop-0002.json").read_text())

and parametrises over many by name, asking for each again in the body, so that the count of such tests is honest:

    @pytest.mark.parametrize("name", capture_names("captures/states/*.json"))
    def test_every_payload_parses(name: str) -> None:
        path = captures(name)

Without the captures such a test skips with its reason. Where they are required (`STS2FSM_REQUIRE_SHARED=1`, or that
unset and `CI` set to a true value) it fails instead.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

if __name__ != "tests.shared":
    raise ImportError("import this module as tests.shared: a second copy would not count what the tests use")

ROOT = Path(__file__).resolve().parent.parent

_FALSE = frozenset({"", "0", "false", "no", "off"})

_used: list[str] = []


def shared_dir() -> Path:
    """The folder named by `STS2FSM_SHARED`; a relative value counts from the repository's root. It need not exist."""
    return (ROOT / os.environ.get("STS2FSM_SHARED", "../shared")).resolve()


def captures_required() -> bool:
    """True where a missing capture is a failure: `STS2FSM_REQUIRE_SHARED` decides, and without it `CI`."""
    setting = os.environ.get("STS2FSM_REQUIRE_SHARED", os.environ.get("CI", ""))
    return setting.lower() not in _FALSE


def captures(*parts: str) -> Path:
    """The path of a capture below the shared folder, noted as used by the running test.

    Skips the test when it is missing, or fails it where captures are required.
    """
    path = shared_dir().joinpath(*parts)
    if path.exists():
        _used.append("/".join(parts))
        return path
    reason = f"no capture {'/'.join(parts)} in the shared folder (set STS2FSM_SHARED)"
    if captures_required():
        pytest.fail(reason)
    pytest.skip(reason)


def capture_names(pattern: str) -> list[str]:
    """Names below the shared folder that match a glob `pattern`, sorted; for `parametrize`, at collection.

    Never empty: without a match it returns the pattern itself, so that `captures(name)` in the body skips or fails.
    """
    base = shared_dir()
    found = sorted(path.relative_to(base).as_posix() for path in base.glob(pattern))
    return found or [pattern]


def take_used() -> tuple[str, ...]:
    """The captures asked for since the last call, oldest first; `tests/conftest.py` calls it around every test."""
    names = tuple(_used)
    _used.clear()
    return names


def register_profiles() -> None:
    """Registers hypothesis' two profiles and loads the one `HYPOTHESIS_PROFILE` names ("small" without it).

    "small" is derandomised and quick, the same on every machine; "deep" searches anew and remembers what it found.
    """
    slow_is_fine = (HealthCheck.too_slow, HealthCheck.data_too_large)
    settings.register_profile(
        "small",
        derandomize=True,
        database=None,
        max_examples=25,
        stateful_step_count=30,
        deadline=None,
        suppress_health_check=slow_is_fine,
        print_blob=False,
    )
    settings.register_profile(
        "deep",
        derandomize=False,
        max_examples=1000,
        stateful_step_count=100,
        deadline=None,
        suppress_health_check=slow_is_fine,
        print_blob=True,
    )
    settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "small"))

"""All checks in the order of a start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from sts2fsm import __version__
from sts2fsm.assembly import policies
from sts2fsm.clock import Clock
from sts2fsm.doctor.files import folder_check, mod_checks, proxy_check
from sts2fsm.doctor.key import asked_checks
from sts2fsm.doctor.live import game_checks
from sts2fsm.doctor.verdicts import Check, fail, ok
from sts2fsm.errors import PolicyError
from sts2fsm.game.retries import GamePolicy
from sts2fsm.recovery.lock import DriverLock


@frozen(kw_only=True)
class Machine:
    """What is examined. `journals` and `state` are our own folders, `platform` as sys.platform names it."""

    url: str
    home: Path
    platform: str
    environment: Mapping[str, str]
    journals: Path
    state: Path
    overlays: Sequence[Path] = ()


def examine(machine: Machine, clock: Clock) -> Iterator[Check]:
    """Check by check, as they come in. Nothing is sent to the game but reads."""
    yield ok("sts2fsm", f"version {__version__}")
    try:
        chosen = policies(machine.overlays)
    except PolicyError as fault:
        first, more = fault.problems[0], len(fault.problems) - 1
        yield fail("policies", first + (f" (and {more} more)" if more else ""), "sts2fsm policies check", 2)
        chosen = policies()
    else:
        yield ok("policies", f"valid, hash {chosen.hash}")
    yield folder_check("journal folder", machine.journals)
    yield folder_check("state folder", machine.state)
    holder = DriverLock(machine.state / "locks", machine.url).holder()
    if holder is not None:
        yield fail("driver", f"another sts2fsm plays this game: {holder}", "end it first, or let it play", 2)
    else:
        yield ok("driver", "nobody else plays this game")
    yield from game_checks(machine.url, chosen.section(GamePolicy), clock, machine.platform)
    yield from mod_checks(machine.home, machine.platform, machine.url)
    yield proxy_check(machine.environment)
    yield from asked_checks(chosen, machine.environment, machine.home, clock)

"""Overlays and unknown screens: transitions to wait through; then every way out once; then a person is asked."""

from __future__ import annotations

from handlers.common import wait
from sts2fsm.handler import Handler, Move, Rule, Seen, Stop, always
from sts2fsm.policy import number, section
from sts2fsm.wire.actions import (
    Action,
    CancelSelection,
    ConfirmSelection,
    Proceed,
    SkipCardReward,
    SkipRelicSelection,
)
from sts2fsm.wire.observation import Screen

PROBES: tuple[Action, ...] = (
    Proceed(), ConfirmSelection(), CancelSelection(), SkipCardReward(), SkipRelicSelection(),
)  # fmt: skip


@section("overlay")
class OverlayPolicy:
    """How long a screen without actions is waited for."""

    settle_ms: int = number(int, "wait between looks", unit="ms", low=50, high=10000)
    probe_ms: int = number(int, "time after which ways out are tried", unit="ms", low=0, high=120000)
    human_ms: int = number(int, "time after which a person is asked", unit="ms", low=0, high=600000)


def too_long(seen: Seen, policy: OverlayPolicy) -> bool:
    """No transition takes this long, and a run is there to be moved on. A fight that cannot be read has no exits."""
    observed = seen.observation
    return seen.shown_for * 1000 >= policy.probe_ms and observed.player is not None and observed.unreadable is None


def way_out(seen: Seen, policy: OverlayPolicy) -> Move | None:
    """Each way out once: what was refused or did nothing here is not tried again."""
    tried = {action for _, action, _ in seen.memory.failed}
    return next((action for action in seen.legal if action in PROBES and str(action) not in tried), None)


def hopeless(seen: Seen, policy: OverlayPolicy) -> bool:
    return seen.shown_for * 1000 >= policy.human_ms


def ask_person(seen: Seen, policy: OverlayPolicy) -> Move:
    overlay, words = seen.observation.overlay, seen.observation.unreadable
    if words is not None:
        return Stop(
            f"the mod cannot read this fight ({words}): look at the game's window, then start this program again"
        )
    name = (overlay.screen_type if overlay else None) or seen.observation.state_type
    return Stop(
        f"the game shows {name!r}, for which the mod has no action: close it by hand, then start this program again"
    )


class OverlayHandler(Handler):
    screens = (Screen.OVERLAY, Screen.UNKNOWN)
    policy = OverlayPolicy
    rules = (
        Rule("ask a person", when=hopeless, do=ask_person),
        Rule("try a way out", when=too_long, do=way_out, emits=tuple(probe.name for probe in PROBES)),
        Rule("wait through it", when=always, do=wait("a transition")),
    )
    edges = ()  # it only comes and goes: machine/interrupts.py

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        return list(PROBES) if seen.observation.player is not None else []

"""Things that go wrong in the real game, switchable by name. Each draws from its own seeded source, so a seed stays
a seed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from sts2fsm.errors import BadInput
from sts2fsm.rules.rng import Rng


@attrs.frozen
class Fault:
    """One fault: how often it strikes when it could (0..1), how long it lasts (seconds, 0 when it has no length),
    what it does."""

    chance: float
    seconds: float
    does: str


FAULTS: Mapping[str, Fault] = {
    "frozen_main_thread": Fault(0.01, 12.0, "a request hangs until the main thread thaws; a POST is carried out then"),
    "lost_request": Fault(0.01, 0.0, "a request is never answered; half of the lost POSTs are carried out"),
    "late_queue": Fault(0.3, 1.5, "a queued card or potion takes effect late"),
    "silent_cancel": Fault(0.1, 0.0, "play_card answers ok and nothing happens"),
    "disabled_actions_window": Fault(0.15, 1.5, "actions are disabled for a while although play phase is true"),
    "lingering_map": Fault(0.5, 9.0, "the map is reported long after the travel"),
    "click_guard": Fault(1.0, 1.2, "choose-a-card ignores clicks longer than usual"),
    "invisible_multi_select": Fault(0.25, 0.0, "a click in a multi-select grid is lost without a trace"),
    "rotating_preview": Fault(1.0, 0.0, "every preview shows its cards in another order on each read"),
    "twin_renumbering": Fault(1.0, 0.0, "enemies change places each round, so that twins swap entity ids"),
    "tutorial_mid_run": Fault(0.02, 0.0, "a tutorial pops up between two requests"),
    "full_belt_claim": Fault(1.0, 0.0, "the belt starts full and every fight drops a potion"),
    "reopening_shop": Fault(1.0, 0.0, "the first proceed only closes the inventory, and the next read opens it again"),
    "truncated_grid": Fault(1.0, 0.0, "a card grid shows only its first ten cards"),
    "stale_preview": Fault(0.3, 0.0, "a preview's confirm answers ok and changes nothing until it is cancelled"),
    "empty_wave": Fault(0.1, 1.0, "a new turn first lists no enemies, as between two waves"),
    "battle_error": Fault(0.05, 0.0, "a read in a fight has only an error in its battle block"),
    "read_500": Fault(0.02, 0.0, "a read fails with a NullReferenceException"),
}


class Faults:
    """The faults switched on. Raises BadInput for a name that FAULTS lacks."""

    def __init__(self, names: Iterable[str], seed: int) -> None:
        self.names = frozenset(FAULTS if "all" in names else names)
        unknown = sorted(self.names - FAULTS.keys())
        if unknown:
            raise BadInput(f"unknown fault {', '.join(unknown)}: known are {', '.join(FAULTS)}, all")
        self._rng = {name: Rng(seed).fork(name) for name in self.names}
        self.struck = dict.fromkeys(sorted(self.names), 0)

    def hit(self, name: str) -> bool:
        """Is it on, and does it strike now?"""
        if name not in self.names or not self._rng[name].chance(FAULTS[name].chance):
            return False
        self.struck[name] += 1
        return True

    def delay(self, name: str) -> float:
        """Its length when it strikes now, else 0."""
        return FAULTS[name].seconds if self.hit(name) else 0.0

    def coin(self, name: str) -> bool:
        """An even draw of a fault's own source."""
        return self._rng[name].chance(0.5)

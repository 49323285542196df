"""What relics do once a fight is won: count, upgrade, melt, give cards back."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from . import ledger
from .conditions import upgradable
from .taking import lose_relic, swap_relic

if TYPE_CHECKING:
    from .run import Run, RunRelic

Hook = Callable[["Run", "RunRelic", Any, str], None]


def _count(relic: RunRelic, every: int) -> bool:
    """One more fight; True at each `every`th."""
    relic.counter = ((relic.counter or 0) + 1) % every
    return relic.counter == 0


def _upgrade(run: Run, count: int) -> None:
    able = [c for c in run.deck if upgradable(run, c)]
    for card in run.rng["rewards"].sample(able, min(count, len(able))):
        ledger.upgrade_card(run, card)


def _max_hp(run: Run, _relic: RunRelic, amount: int, _kind: str) -> None:
    ledger.change_max_hp(run, amount)


def _upgrade_every(run: Run, relic: RunRelic, every: int, kind: str) -> None:
    if kind == "monster" and _count(relic, every):
        _upgrade(run, 1)


def _elite_upgrades(run: Run, _relic: RunRelic, count: int, kind: str) -> None:
    if kind == "elite":
        _upgrade(run, count)


def _elites_become(run: Run, relic: RunRelic, value: tuple[int, str], kind: str) -> None:
    wanted, becomes = value
    if kind == "elite":
        relic.counter = (relic.counter or 0) + 1
        if relic.counter >= wanted:
            swap_relic(run, relic, becomes)


def _burn(_run: Run, relic: RunRelic, _value: bool, _kind: str) -> None:
    relic.counter = max(0, (relic.counter or 0) - 1)


def _melt(run: Run, relic: RunRelic, every: int, _kind: str) -> None:
    wax = [r for r in run.relics if r.wax]
    if _count(relic, every) and wax:
        lose_relic(run, wax[0])


def _give_back(run: Run, relic: RunRelic, _value: bool, _kind: str) -> None:
    """One of the cards it took, upgraded."""
    if relic.stored:
        card = run.rng["rewards"].choice(relic.stored)
        relic.stored.remove(card)
        back = card.copy(run.floor)
        if upgradable(run, back):
            back.upgrades += 1
        ledger.add_card(run, back)


HOOKS: Mapping[str, Hook] = {
    "win_max_hp": _max_hp,
    "upgrade_every_wins": _upgrade_every,
    "elite_upgrades": _elite_upgrades,
    "elites_become": _elites_become,
    "fights_burn": _burn,
    "wax_melts_every": _melt,
    "returns_cards": _give_back,
}


def won(run: Run, kind: str) -> None:
    """Run every relic's hooks; `kind` is monster, elite or boss."""
    for name, act in HOOKS.items():
        for relic, value in list(run.hooks(name)):
            if relic in run.relics:
                act(run, relic, value, kind)

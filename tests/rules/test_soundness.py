"""The look-out for broken invariants finds each kind, and says nothing about a sound fight."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.soundness import broken
from sts2fsm.rules.state import Choice, Combat, Power


def fight() -> Combat:
    deck = tuple(rules.CardSpec(name) for name in ["STRIKE_IRONCLAD"] * 5 + ["DEFEND_IRONCLAD"] * 4 + ["BASH"])
    return rules.start(rules.CombatSetup(deck=deck, hp=70, max_hp=80, monsters=("NIBBIT",), seed=1))


def test_a_fight_that_has_just_begun_is_sound() -> None:
    """Nothing is reported before, during and after a turn."""
    c = fight()
    assert broken(c) == []
    rules.end_turn(c)
    assert broken(c) == []


def _rage(c: Combat, amount: int) -> Power:
    return Power("RAGE_POWER", amount, c.code.powers["RAGE_POWER"])


def _unheard(c: Combat) -> None:
    c.player.powers["RAGE_POWER"] = _rage(c, 3)


BREAKS: dict[str, tuple[Callable[[Combat], object], str]] = {
    "health below nothing": (lambda c: setattr(c.player, "hp", -1), "-1 of 80 hp"),
    "more health than there is": (lambda c: setattr(c.player, "hp", 81), "81 of 80 hp"),
    "block below nothing": (lambda c: setattr(c.enemies[0], "block", -2), "-2 block"),
    "energy below nothing": (lambda c: setattr(c, "energy", -1), "-1 energy"),
    "a power of nothing": (lambda c: c.put(c.player, _rage(c, 0)), "RAGE_POWER 0"),
    "a power nobody hears": (_unheard, "not heard"),
    "a card in two piles": (lambda c: c.discard.append(c.hand[0]), "two places"),
    "a deck card twice": (lambda c: c.discard.append(c.hand[0].with_(uid=c.next_uid)), "deck card is there twice"),
    "a hand too large": (lambda c: c.hand.extend([*c.draw, *c.hand, *c.hand]), "cards in hand"),
    "a card left in play": (lambda c: c.play.append(c.hand.pop()), "still being played"),
    "nobody to fight": (lambda c: c.enemies.clear(), "nobody is left"),
    "a choice of nothing": (
        lambda c: setattr(c, "pending", Choice("hand", "simple_select", (), 1, 1, "exhaust", False)),
        "a choice of 1 among 0",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", BREAKS)
def test_each_broken_invariant_is_named(name: str) -> None:
    """One thing is broken by hand, and the report says so."""
    c = fight()
    breaks, said = BREAKS[name]
    breaks(c)
    assert any(said in line for line in broken(c)), broken(c)

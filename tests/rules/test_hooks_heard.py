"""Hooks that nobody listens to are passed over; one that a power brings is heard from that moment on."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from sts2fsm.rules import effects
from sts2fsm.rules.state import Combat

DECK = tuple(rules.CardSpec(name) for name in ["STRIKE_IRONCLAD"] * 10)


def fight() -> Combat:
    return rules.start(rules.CombatSetup(deck=DECK, hp=70, max_hp=80, monsters=("NIBBIT",), seed=1))


def test_a_power_of_this_turn_acts_in_this_turn() -> None:
    """RAGE_POWER 3 gives 3 block for each Attack (facts: powers), put on in the middle of a turn."""
    c = fight()
    rules.play_card(c, 0, c.enemies[0].combat_id)
    assert c.player.block == 0
    effects.apply_power(c, c.player, "RAGE_POWER", 3, c.player)
    rules.play_card(c, 0, c.enemies[0].combat_id)
    assert c.player.block == 3


def test_a_copy_hears_what_its_original_heard_and_no_more() -> None:
    """A power that comes to a copy acts there and leaves the original as it was."""
    c = fight()
    copy = c.copy()
    effects.apply_power(copy, copy.player, "RAGE_POWER", 3, copy.player)
    for state in (c, copy, copy.copy()):
        rules.play_card(state, 0, state.enemies[0].combat_id)
    assert (c.player.block, copy.player.block) == (0, 3)
    assert copy.heard > c.heard

"""Whole fights of the Regent and the Necrobinder with random decks of their pools: what must hold always holds."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.state import Combat
from tests.rules.test_invariants import check, random_action

CONTENT = load()
STARTERS = {"REGENT": "DIVINE_RIGHT", "NECROBINDER": "BOUND_PHYLACTERY"}
ENCOUNTERS = sorted(e.id for e in CONTENT.encounters.values() if "OVERGROWTH" in e.acts)


def _setup(character: str, deck: list[int], encounter: str, seed: int, energy: int) -> rules.CombatSetup:
    mine = sorted(d.id for d in CONTENT.cards.values() if d.pool == character and d.behaves)
    relics = [STARTERS[character], *sorted(d.id for d in CONTENT.relics.values() if d.pool == character and d.combat)]
    potions = sorted(d.id for d in CONTENT.potions.values() if d.pool == character)
    return rules.CombatSetup(
        deck=tuple(rules.CardSpec(mine[n % len(mine)], n // 1000 % 2) for n in deck),
        hp=60,
        max_hp=70,
        encounter=encounter,
        character=character,
        relics=tuple(rules.RelicSpec(r) for r in dict.fromkeys(relics)),
        potions=(*potions[:2], None),
        max_energy=energy,
        seed=seed,
    )


def _sound(c: Combat) -> None:
    check(c)
    assert c.stars >= 0
    if c.osty is not None:
        assert 0 <= c.osty.hp <= c.osty.max_hp
        assert c.osty.alive == (c.osty.hp > 0)
        assert c.osty.block == 0


@pytest.mark.parametrize("character", sorted(STARTERS))
@given(
    st.lists(st.integers(0, 1999), min_size=6, max_size=20),
    st.sampled_from(ENCOUNTERS),
    st.integers(0, 2**32),
    st.integers(3, 5),
)
def test_a_fight_stays_sound_and_copies_go_on_alike(
    character: str, deck: list[int], encounter: str, seed: int, energy: int
) -> None:
    """Stars, Osty and piles stay sound over 120 actions, nothing is left unmodelled, and a copy does the same as its
    original."""
    c, rng = rules.start(_setup(character, deck, encounter, seed, energy)), Rng(seed)
    for step in range(120):
        _sound(c)
        if c.outcome is not None:
            break
        action = random_action(c, rng)
        if step % 8 == 0:
            fork = c.copy()
            action(fork)
            action(c)
            assert fork.key() == c.key()
        else:
            action(c)
    assert c.notes == ()

"""Random fights of the Silent and the Defect: decks of their pools, their relics and potions, every first-act fight.

The same checks as test_invariants, and those of the orb queue; a copy that is played the same way stays the same.
"""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.setup import CombatSetup
from tests.rules.test_invariants import check, random_action

FIGHTS = 12  # per case; larger runs by hand


def setup(rng: Rng, character: str, build: str) -> CombatSetup:
    """A random deck of the character's pool with some foreign cards, relics and potions against a first-act fight."""
    content = load(build)
    known = [d for d in content.cards.values() if d.behaves]
    own = sorted(d.id for d in known if d.pool == character)
    other = sorted(d.id for d in known if d.pool in ("SILENT", "DEFECT", "COLORLESS", "STATUS", "TOKEN"))
    deck = []
    for _ in range(rng.between(8, 24)):
        name = rng.choice(own if rng.chance(0.8) else other)
        deck.append(rules.CardSpec(name, rng.between(0, content.cards[name].max_upgrades and 1)))
    relics = sorted(d.id for d in content.relics.values() if d.combat and d.behaves and d.pool in (character, "SHARED"))
    mine = sorted(d.id for d in content.relics.values() if d.pool == character)
    names = dict.fromkeys([*rng.sample(relics, 4), *rng.sample(mine, 4)])
    potions = sorted(p.id for p in content.potions.values() if p.behaves and p.pool in (character, "SHARED"))
    fights = sorted(e.id for e in content.encounters.values() if "OVERGROWTH" in e.acts)
    return CombatSetup(
        build=build,
        character=character,
        deck=tuple(deck),
        relics=tuple(rules.RelicSpec(name) for name in names),
        potions=tuple(rng.sample(potions, 3)),
        hp=rng.between(20, 80),
        max_hp=80,
        encounter=rng.choice(fights),
        ascension=rng.choice((0, 9)),
        seed=rng.below(2**60),
    )


@pytest.mark.parametrize("build", ["v0.107.1", "v0.103.2"])
@pytest.mark.parametrize("character", ["SILENT", "DEFECT"])
def test_random_fights_keep_every_number_in_its_bounds(character: str, build: str) -> None:
    """Whole fights of random legal actions, every seventh one also on a copy."""
    for seed in range(FIGHTS):
        rng = Rng(seed)
        c = rules.start(setup(rng, character, build))
        for step in range(300):
            if c.outcome is not None:
                break
            act = random_action(c, rng)
            twin = c.copy() if step % 7 == 0 else None
            act(c)
            if twin is not None:
                act(twin)
                assert twin.key() == c.key()
            check(c)
            assert len(c.orbs) <= c.orb_slots <= 10
            assert all(private >= 0 for _, private in c.orbs)
            if c.side == "player" and c.round > 1 and not c.turn_stats[0]:
                assert all("sly_this_turn" not in x.counters for x in (*c.hand, *c.draw, *c.discard, *c.exhaust))

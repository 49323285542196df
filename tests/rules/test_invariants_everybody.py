"""What holds in every fight, for every character against every encounter of all acts: hypothesis draws decks, relics,
potions and actions."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.state import CardInst, Combat
from tests.rules.test_invariants import ENCOUNTERS, check, random_action

CONTENT = load()
CHARACTERS = sorted(CONTENT.characters)
POOL = {
    who: sorted(
        d.id for d in CONTENT.cards.values() if d.pool in (who, "COLORLESS") and d.behaves and not d.multiplayer_only
    )
    for who in CHARACTERS
}
RELICS = {
    who: sorted(d.id for d in CONTENT.relics.values() if d.combat and d.behaves and d.pool in (who, "SHARED"))
    for who in CHARACTERS
}
POTIONS = {
    who: sorted(d.id for d in CONTENT.potions.values() if d.behaves and d.pool in (who, "SHARED")) for who in CHARACTERS
}


@st.composite
def setups(draw: st.DrawFn) -> rules.CombatSetup:
    """A deck of the character's own and colorless cards, with relics and potions it can have, against anybody."""
    who = draw(st.sampled_from(CHARACTERS))
    names = draw(st.lists(st.sampled_from(POOL[who]), min_size=6, max_size=20))
    level = draw(st.integers(0, 1))
    return rules.CombatSetup(
        deck=tuple(rules.CardSpec(name, min(level, CONTENT.cards[name].max_upgrades)) for name in names),
        hp=draw(st.integers(1, 70)),
        max_hp=70,
        encounter=draw(st.sampled_from(ENCOUNTERS)),
        character=who,
        ascension=draw(st.sampled_from((0, 10))),
        relics=tuple(rules.RelicSpec(r) for r in draw(st.lists(st.sampled_from(RELICS[who]), unique=True, max_size=4))),
        potions=draw(st.tuples(*[st.none() | st.sampled_from(POTIONS[who])] * 3)),
        seed=draw(st.integers(0, 2**63)),
    )


def everywhere(c: Combat) -> list[CardInst]:
    return [card for pile in (c.hand, c.draw, c.discard, c.exhaust, c.play, c.removed) for card in pile]


def stolen(c: Combat) -> int:
    """Deck cards that enemies took away."""
    return sum(kind == "remove" for kind, _ in c.deck_changes)


@given(setups(), st.integers(0, 2**63))
def test_no_action_breaks_an_invariant_or_loses_a_card(setup: rules.CombatSetup, seed: int) -> None:
    """100 actions: numbers stay in their bounds, and there are never fewer cards than before, for a card that is gone
    became another one, unless an enemy stole it; no deck card is there twice."""
    c, rng = rules.start(setup), Rng(seed)
    count, taken = len(everywhere(c)), 0
    for _ in range(100):
        check(c)
        assert c.stars >= 0
        cards = everywhere(c)
        assert len(cards) >= count - (stolen(c) - taken)
        count, taken = len(cards), stolen(c)
        places = [card.deck_index for card in cards if card.deck_index >= 0]
        assert len(places) == len(set(places))
        if c.outcome is not None:
            return
        random_action(c, rng)(c)


@given(setups(), st.integers(0, 2**63))
def test_a_copy_and_a_replay_go_where_the_original_goes(setup: rules.CombatSetup, seed: int) -> None:
    """The same actions on the fight, on a copy made halfway and on the fight begun anew end in the same state, and
    the copy that nobody played stays as it was."""
    c, again, rng = rules.start(setup), rules.start(setup), Rng(seed)
    fork: Combat | None = None
    for step in range(40):
        if c.outcome is not None:
            break
        if step == 15:
            fork, still = c.copy(), c.copy()
            before = still.key()
        action = random_action(c, rng)
        for state in (c, again, *([fork] if fork is not None else [])):
            action(state)
    assert c.key() == again.key()
    assert rules.summary(c) == rules.summary(again)
    if fork is not None:
        assert fork.key() == c.key()
        assert still.key() == before

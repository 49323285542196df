"""What holds in every fight, whatever is played: hypothesis drives random decks, relics and actions through whole
fights."""

from __future__ import annotations

from collections.abc import Callable

from hypothesis import given
from hypothesis import strategies as st

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.rng import Rng
from sts2fsm.rules.state import Combat

CONTENT = load()
POOLS = ("IRONCLAD", "COLORLESS", "EVENT", "CURSE", "STATUS", "TOKEN", "QUEST")
OLD = load("v0.103.2")  # decks and relics are made of what both builds have
CARDS = sorted(
    d.id
    for d in CONTENT.cards.values()
    if d.pool in POOLS and d.behaves and not d.multiplayer_only and d.id in OLD.cards
)
RELICS = sorted(d.id for d in CONTENT.relics.values() if d.combat and d.behaves and d.id in OLD.relics)
POTIONS = sorted(d.id for d in CONTENT.potions.values() if d.behaves)
TALK = "THE_ARCHITECT_EVENT_ENCOUNTER"  # nobody fights there
ENCOUNTERS = sorted(e.id for e in CONTENT.encounters.values() if e.id in OLD.encounters and e.id != TALK)
ENCHANTMENTS = sorted(CONTENT.enchantments)

specs = st.builds(
    lambda name, level, enchantment: rules.CardSpec(name, min(level, CONTENT.cards[name].max_upgrades), enchantment),
    st.sampled_from(CARDS),
    st.integers(0, 1),
    st.none() | st.none() | st.tuples(st.sampled_from(ENCHANTMENTS), st.integers(1, 3)),
)
setups = st.builds(
    rules.CombatSetup,
    deck=st.lists(specs, min_size=6, max_size=25).map(tuple),
    hp=st.integers(1, 80),
    max_hp=st.just(80),
    encounter=st.sampled_from(ENCOUNTERS),
    ascension=st.sampled_from((0, 8, 9, 10)),
    relics=st.lists(st.sampled_from(RELICS), unique=True, max_size=6).map(
        lambda r: tuple(rules.RelicSpec(x) for x in r)
    ),
    potions=st.tuples(*[st.none() | st.sampled_from(POTIONS)] * 3),
    gold=st.integers(0, 60),
    seed=st.integers(0, 2**63),
    build=st.sampled_from(("v0.107.1", "v0.103.2")),
)

Action = Callable[[Combat], None]


def random_action(c: Combat, rng: Rng) -> Action:
    """One legal action, as a function that may be applied to a copy as well."""
    if c.pending is not None:
        choice = c.pending
        n = rng.between(choice.min, choice.max)
        picked = tuple(rng.sample(range(len(choice.cards)), n))
        return lambda x: rules.choose(x, picked)
    targets = rules.valid_targets(c)  # empty while the only enemy is a body that comes back
    target = rng.choice(targets) if targets else -1
    slots = [i for i, p in enumerate(c.potions) if p is not None and CONTENT.potions[p].usage != "Auto"]
    slots = [i for i in slots if targets or rules.potion_target_type(c, i) != "AnyEnemy"]
    if slots and rng.chance(0.1):
        slot = rng.choice(slots)
        return lambda x: rules.use_potion(x, slot, target)
    able = [i for i in range(len(c.hand)) if rules.unplayable_reason(c, i) is None]
    able = [i for i in able if targets or rules.target_type(c.hand[i]) != "AnyEnemy"]
    if able and rng.chance(0.9):
        index = rng.choice(able)
        return lambda x: rules.play_card(x, index, target)
    return rules.end_turn


def check(c: Combat) -> None:
    """No negative numbers, no broken piles, nothing left on the stack between decisions."""
    for creature in (c.player, *c.enemies):
        assert 0 <= creature.hp <= creature.max_hp
        assert 0 <= creature.block <= 999
        assert all(p.amount > 0 or (p.amount < 0 and p.code.negative) for p in creature.powers.values())
    assert c.energy >= 0
    assert len(c.hand) <= 10
    uids = [card.uid for pile in (c.hand, c.draw, c.discard, c.exhaust, c.play, c.removed) for card in pile]
    assert len(uids) == len(set(uids))
    if c.outcome is None:
        assert c.enemies or c.pending is not None
        if c.pending is None:
            assert (c.stack, c.play) == ([], [])
        else:
            assert 1 <= c.pending.max <= len(c.pending.cards)


@given(setups, st.integers(0, 2**63))
def test_a_whole_fight_keeps_the_invariants(setup: rules.CombatSetup, seed: int) -> None:
    """Random legal play to the end (or 150 actions): every state is sound and the summary can be made."""
    c, rng = rules.start(setup), Rng(seed)
    for _ in range(150):
        check(c)
        if c.outcome is not None:
            break
        random_action(c, rng)(c)
    assert rules.summary(c).hp >= 0


@given(setups, st.integers(0, 2**63))
def test_copies_and_replays_give_equal_states(setup: rules.CombatSetup, seed: int) -> None:
    """The same actions from the start and from every copy lead to the same states; a copy that is left alone never
    changes."""
    c, rng = rules.start(setup), Rng(seed)
    again = rules.start(setup)
    assert again.key() == c.key()
    for _ in range(40):
        if c.outcome is not None:
            break
        before, key = c.copy(), c.key()
        action = random_action(c, rng)
        fork = c.copy()
        for state in (c, fork, again):
            action(state)
        assert before.key() == key
        assert c.key() == fork.key() == again.key()


PLAIN = (
    "STRIKE_IRONCLAD",
    "DEFEND_IRONCLAD",
    "BASH",
    "HEADBUTT",
    "SHRUG_IT_OFF",
    "BURNING_PACT",
    "TRUE_GRIT",
    "HAVOC",
    "INFLAME",
)


@given(st.lists(st.sampled_from(PLAIN), min_size=8, max_size=20), st.integers(0, 2**63))
def test_cards_are_conserved(deck: list[str], seed: int) -> None:
    """With cards that make none, the fight always holds exactly the deck plus the status cards enemies added."""
    setup = rules.CombatSetup(
        deck=tuple(rules.CardSpec(x) for x in deck), hp=80, max_hp=80, encounter="SLIMES_NORMAL", seed=seed
    )
    c, rng = rules.start(setup), Rng(seed)
    for _ in range(80):
        piles = (c.hand, c.draw, c.discard, c.exhaust, c.play, c.removed)
        cards = [x for pile in piles for x in pile]
        assert sorted(x.deck_index for x in cards if x.deck_index >= 0) == list(range(len(deck)))
        assert {x.id for x in cards if x.deck_index < 0} <= {"SLIMED"}
        if c.outcome is not None:
            break
        random_action(c, rng)(c)


@given(st.integers(0, 2**64 - 1), st.integers(1, 1000))
def test_rng_bounds_and_copies(seed: int, n: int) -> None:
    """below and between stay in range; a copy goes on alike; a fork does not advance its parent."""
    rng = Rng(seed)
    other = rng.copy()
    assert 0 <= rng.below(n) < n
    assert -3 <= rng.between(-3, n) <= n
    other.below(n), other.between(-3, n)
    assert other.state == rng.state
    fork = rng.fork("map")
    assert other.state == rng.state
    assert fork.state != rng.state
    items = list(range(20))
    rng.shuffle(items)
    assert sorted(items) == list(range(20))

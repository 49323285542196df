"""Potions that offer, heal or doom, and what orbs and enchantments do: facts potions, mechanics."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules import effects
from sts2fsm.rules.cards import from_spec
from sts2fsm.rules.state import Combat
from tests.figures.field import On, stand
from tests.rules.build import end, enemy, fight, ids, play, powers_of
from tests.rules.build_cast import defect, hurt
from tests.rules.idle import idle


@pytest.mark.parametrize(
    ("potion", "kind"),
    [("ATTACK_POTION", "Attack"), ("SKILL_POTION", "Skill"), ("POWER_POTION", "Power"), ("COLORLESS_POTION", "")],
)
def test_a_potion_offers_three_free_cards(potion: str, kind: str) -> None:
    """Of a type of one's own character, or colorless."""
    c = fight(potions=(potion, None, None))
    rules.use_potion(c, 0)
    assert c.pending is not None
    assert len(c.pending.cards) == 3
    found = {card.code.type for card in c.pending.cards} if kind else {x.code.definition.pool for x in c.pending.cards}
    assert found == {kind or "COLORLESS"}
    rules.choose(c, (0,))
    assert [rules.card_cost(c, card) for card in c.hand] == ["0"]


def test_gamblers_brew_may_discard_none() -> None:
    """Any number from none to all."""
    c = fight("WOUND DAZED", potions=("GAMBLERS_BREW", None, None))
    rules.use_potion(c, 0)
    assert c.pending is not None
    assert (c.pending.min, c.pending.max >= 2) == (0, True)
    rules.choose(c, ())
    assert ids(c.hand) == ["WOUND", "DAZED"]


def test_glowwater_draws_ten() -> None:
    """The hand is exhausted, ten new cards come."""
    c = fight("WOUND WOUND", draw="BASH " * 12, potions=("GLOWWATER_POTION", None, None))
    rules.use_potion(c, 0)
    assert (len(c.hand), len(c.draw), ids(c.exhaust)) == (10, 2, ["WOUND", "WOUND"])


def test_potion_of_doom_dooms_by_thirty_three() -> None:
    """On the enemy it is thrown at."""
    c = fight(character="NECROBINDER", potions=("POTION_OF_DOOM", None, None), enemies=(enemy(1), enemy(2)))
    rules.use_potion(c, 0, 2)
    assert [powers_of(e) for e in c.enemies] == [{}, {"DOOM": 33}]


@pytest.mark.parametrize("hp", [1, 12])
def test_a_fairy_saves_with_thirty_percent(hp: int) -> None:
    """24 of 80, once."""
    c = fight(hp=hp, potions=("FAIRY_IN_A_BOTTLE", "FAIRY_IN_A_BOTTLE", None), enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert (c.player.hp, c.potions) == (24, [None, "FAIRY_IN_A_BOTTLE", None])


# orb: what a turn's passive gives (damage, block, energy beyond 3), what one Dualcast evokes twice
ORBS = {
    "LIGHTNING_ORB": ("L", (3, 0, 0), (16, 0, 0)),
    "FROST_ORB": ("F", (0, 2, 0), (0, 10, 0)),
    "DARK_ORB": ("D", (0, 0, 0), (12, 0, 0)),
    "PLASMA_ORB": ("P", (0, 0, 1), (0, 0, 4)),
    "GLASS_ORB": ("G", (4, 0, 0), (16, 0, 0)),
}
MAKERS = {"L": "ZAP", "F": "COOLHEADED", "D": "DARKNESS", "P": "FUSION", "G": "GLASSWORK"}


@pytest.mark.parametrize("kind", sorted(ORBS))
def test_an_orb_acts_and_is_evoked(kind: str) -> None:
    """Passive at the turn's end (Plasma at its start), evoke by Dualcast; base numbers without Focus."""
    letter, passive, evoke = ORBS[kind]
    c = defect(orbs=letter, enemies=(idle(),))
    c.player.powers = {}
    block = _blocked(c)
    assert (hurt(c), block, c.energy - 3) == passive
    c = defect("DUALCAST", orbs=letter, enemies=(idle(),))
    play(c)
    assert (hurt(c), c.player.block, c.energy - 2) == evoke


def _blocked(c: Combat) -> int:
    """Block gained by the end of the turn, seen behind a Blur."""

    effects.apply_power(c, c.player, "BLUR_POWER", 1, c.player)
    end(c)
    return c.player.block


@pytest.mark.parametrize(("kind", "maker"), [(kind, MAKERS[row[0]]) for kind, row in sorted(ORBS.items())])
def test_a_fresh_orb_shows_its_base_numbers(kind: str, maker: str) -> None:
    """A channelled orb's private number: 6 for Dark, 4 for Glass."""
    c = defect(maker, enemies=(idle(),))
    c.energy = 9
    play(c)
    made = [orb for orb in c.orbs if orb[0] == kind]
    expected = {"DARK_ORB": {6, 12}, "GLASS_ORB": {4}}.get(kind, {0})
    assert made
    assert {private for _, private in made} <= expected


def enchanted(card: str, enchantment: tuple[str, int], on: On) -> Combat:
    """A field whose hand is one enchanted card."""
    c = stand(on)
    c.hand = [from_spec(c, rules.CardSpec(card, 0, enchantment), 0)]
    return c


def test_souls_power_takes_exhaust_off() -> None:
    """Offering, which exhausts, goes to the discard pile."""
    c = enchanted("OFFERING", ("SOULS_POWER", 1), On())
    play(c)
    assert (ids(c.discard), ids(c.exhaust)) == (["OFFERING"], [])


def test_royally_approved_is_innate_and_retained() -> None:
    """In the first hand whatever the deck, and kept at the turn's end."""
    deck = (*[rules.CardSpec("WOUND")] * 12, rules.CardSpec("BASH", 0, ("ROYALLY_APPROVED", 1)))
    for seed in range(5):
        c = rules.start(rules.CombatSetup(deck=deck, hp=50, max_hp=80, monsters=("NIBBIT",), seed=seed))
        assert "BASH" in ids(c.hand)
        end(c)
        assert "BASH" in ids(c.hand)


def test_slither_rolls_a_cost_when_drawn() -> None:
    """0 to 3, whatever it cost; all four turn up."""
    costs = set()
    for seed in range(40):
        c = fight(seed=seed, enemies=(idle(),))
        c.draw = [from_spec(c, rules.CardSpec("BLUDGEON", 0, ("SLITHER", 1)), 0)]
        end(c)
        costs.add(rules.card_cost(c, c.hand[0]))
    assert costs == {"0", "1", "2", "3"}


def test_perfect_fit_goes_on_top_when_the_deck_is_shuffled_again() -> None:
    """Drawn first after a reshuffle."""
    for seed in range(5):
        c = fight("POMMEL_STRIKE", discard="WOUND " * 8, seed=seed, enemies=(idle(),))
        c.discard.append(from_spec(c, rules.CardSpec("BASH", 0, ("PERFECT_FIT", 1)), 0))
        play(c)
        assert ids(c.hand) == ["BASH"]

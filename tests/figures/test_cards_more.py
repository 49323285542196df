"""Cards whose number shows on a field of their own only: read from the card facts by hand, base and upgraded."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.cards import from_spec
from tests.figures.field import On, after, played, stand
from tests.rules.build import end, ids, play
from tests.rules.build_court import blades

BASHES = "BASH " * 10
WOUNDS = "WOUND " * 9
ROWS = [
    ("ACROBATICS+", On("WOUND", BASHES), {"hand": "BASH BASH BASH BASH", "discard": "ACROBATICS+ WOUND"}),
    ("ALCHEMIZE", On(), {"potions": 1, "energy": 8}),
    ("ALCHEMIZE+", On(), {"potions": 1, "energy": 9}),
    ("ANOINTED", On(draw="BASH BARRICADE BARRICADE"), {"hand": "BARRICADE BARRICADE", "draw": "BASH"}),
    ("ANOINTED+", On(draw="BASH BARRICADE BARRICADE"), {"hand": "BARRICADE BARRICADE", "draw": "BASH"}),
    ("APOTHEOSIS", On("BASH", "WOUND BASH"), {"hand": "BASH+", "draw": "BASH+ WOUND", "energy": 7}),
    ("APOTHEOSIS+", On("BASH", "WOUND BASH"), {"hand": "BASH+", "draw": "BASH+ WOUND", "energy": 8}),
    ("BEAT_DOWN+", On(discard="STRIKE_IRONCLAD " * 6), {"d1": 24}),
    ("BECKON", On(), {"energy": 8, "hp": 50}),
    ("BEGONE+", On("WOUND"), {"hand": "MINION_STRIKE+"}),
    ("BODY_SLAM", On(block=7), {"d1": 7, "energy": 8}),
    ("BODY_SLAM+", On(block=7), {"d1": 7, "energy": 9}),
    ("BUBBLE_BUBBLE+", On(foe={"POISON": 1}), {"e1": {"POISON": 13}}),
    ("CALCULATED_GAMBLE+", On("WOUND WOUND", BASHES), {"hand": "BASH BASH", "discard": "WOUND WOUND"}),
    ("CHAOS", On(character="DEFECT"), {"energy": 8}),
    ("CHARGE", On(draw="WOUND WOUND"), {"draw": "MINION_DIVE_BOMB MINION_DIVE_BOMB"}),
    ("CHARGE+", On(draw="WOUND WOUND"), {"draw": "MINION_DIVE_BOMB+ MINION_DIVE_BOMB+"}),
    ("CLASH", On("BASH"), {"d1": 14, "energy": 9}),
    ("CLASH+", On("BASH"), {"d1": 18}),
    ("DREDGE", On(discard="WOUND " * 4), {"hand": "WOUND WOUND WOUND", "exhaust": "DREDGE"}),
    ("DREDGE+", On(discard="WOUND " * 4), {"hand": "WOUND WOUND WOUND", "exhaust": "DREDGE+"}),
    ("EIDOLON", On(WOUNDS), {"me": {"INTANGIBLE": 1}, "energy": 7}),
    ("EIDOLON+", On(WOUNDS), {"me": {"INTANGIBLE": 1}, "energy": 8}),
    ("EIDOLON+", On("WOUND " * 8), {"me": {}}),
    ("ENLIGHTENMENT", On("BLUDGEON"), {"costs": ["1"]}),
    ("ENLIGHTENMENT+", On("BLUDGEON"), {"costs": ["1"]}),
    ("ENTHRALLED", On("BASH"), {"energy": 7, "hand": "BASH"}),
    ("FINISHER+", On(more={"attacks_played": 2}), {"d1": 16}),
    ("FLAK_CANNON+", On("WOUND DAZED DAZED"), {"d1": 33, "exhaust": "DAZED DAZED WOUND"}),
    ("GLIMMER", On("WOUND", BASHES), {"hand": "BASH BASH BASH"}),
    ("GLIMMER+", On("WOUND", BASHES), {"hand": "BASH BASH BASH BASH"}),
    ("GRAND_FINALE", On(foes=2), {"d1": 60, "d2": 60, "energy": 9}),
    ("GRAND_FINALE+", On(foes=2), {"d1": 75, "d2": 75}),
    ("HELIX_DRILL+", On(more={"energy_spent": 2}), {"d1": 10}),
    ("IMPATIENCE+", On(draw=BASHES), {"hand": "BASH BASH BASH"}),
    ("KNIFE_TRAP", On(exhaust="SHIV SHIV"), {"d1": 8}),
    ("KNIFE_TRAP+", On(exhaust="SHIV SHIV"), {"d1": 12}),
    ("LUNAR_BLAST+", On(more={"skills_played": 2}), {"d1": 10}),
    ("MIND_BLAST", On(draw=BASHES), {"d1": 10, "energy": 8}),
    ("MIND_BLAST+", On(draw=BASHES), {"d1": 10, "energy": 9}),
    ("PREPARED", On("WOUND", BASHES), {"hand": "BASH", "discard": "PREPARED WOUND"}),
    ("PREPARED+", On("WOUND WOUND", BASHES), {"hand": "BASH BASH", "discard": "PREPARED+ WOUND WOUND"}),
    ("PROPHESIZE", On(draw=BASHES), {"hand": "BASH BASH BASH BASH BASH BASH"}),
    ("PROPHESIZE+", On(draw=BASHES), {"hand": " ".join(["BASH"] * 9)}),
    ("PULL_FROM_BELOW+", On(more={"ethereals": 2}), {"d1": 14}),
    ("RADIATE+", On(foes=2, more={"stars_gained": 2}), {"d1": 8, "d2": 8}),
    ("RESTLESSNESS+", On(draw=BASHES), {"hand": "BASH BASH BASH", "energy": 12}),
    ("RIP_AND_TEAR", On(), {"d1": 14, "energy": 8}),
    ("RIP_AND_TEAR+", On(), {"d1": 18, "energy": 8}),
    ("SCRAWL", On("WOUND WOUND", BASHES), {"hand": " ".join(["BASH"] * 8 + ["WOUND"] * 2), "draw": "BASH BASH"}),
    ("SCRAWL+", On("WOUND WOUND", BASHES), {"hand": " ".join(["BASH"] * 8 + ["WOUND"] * 2), "draw": "BASH BASH"}),
    ("SEANCE", On(draw="WOUND WOUND"), {"draw": "SOUL WOUND", "energy": 8}),
    ("SEANCE+", On(draw="WOUND WOUND"), {"draw": "SOUL WOUND", "energy": 9}),
    ("SECRET_WEAPON", On(draw="BASH WOUND BASH"), {"hand": "BASH", "exhaust": "SECRET_WEAPON"}),
    ("SECRET_WEAPON+", On(draw="BASH WOUND BASH"), {"hand": "BASH", "exhaust": ""}),
    ("SLIMED", On(draw=BASHES), {"hand": "BASH", "energy": 8, "exhaust": "SLIMED"}),
    ("SWEEPING_GAZE", On(character="NECROBINDER", osty=5), {"d1": 10, "energy": 9}),
    ("SWEEPING_GAZE+", On(character="NECROBINDER", osty=5), {"d1": 15, "energy": 9}),
    ("THINKING_AHEAD", On("WOUND", BASHES), {"hand": "BASH BASH", "exhaust": "THINKING_AHEAD"}),
    ("THINKING_AHEAD+", On("WOUND", BASHES), {"hand": "BASH BASH", "exhaust": ""}),
    ("TOXIC", On(), {"energy": 8, "exhaust": "TOXIC"}),
    ("TRANSFIGURE+", On("BASH"), {"costs": ["3"], "exhaust": ""}),
    ("VOID_FORM+", On(), {"me": {"VOID_FORM": 2}}),
    ("VOLTAIC", On(character="DEFECT", more={"lightnings_fight": 2}), {"orbs": "LL", "exhaust": "VOLTAIC"}),
    ("VOLTAIC+", On(character="DEFECT", more={"lightnings_fight": 2}), {"orbs": "LL", "exhaust": ""}),
]


@pytest.mark.parametrize(("name", "on", "expected"), ROWS, ids=[f"{name}-{n}" for n, (name, _, _) in enumerate(ROWS)])
def test_a_card_does_what_its_facts_say(name: str, on: On, expected: dict[str, object]) -> None:
    """What the row names after one play; cost by energy left of 9."""
    found = played(name, on)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("name", ["DISCOVERY", "DISCOVERY+", "QUASAR", "QUASAR+", "SPLASH", "SPLASH+"])
def test_a_card_offers_three_to_choose_from(name: str) -> None:
    """Three cards, one of which is taken; Quasar+ and Splash+ offer upgraded ones."""
    c = stand(On(more={"stars": 2}), name)
    rules.play_card(c, 0)
    assert c.pending is not None
    assert (len(c.pending.cards), c.pending.max) == (3, 1)
    better = name in ("QUASAR+", "SPLASH+")
    assert all(card.upgrades == int(better and card.code.definition.max_upgrades > 0) for card in c.pending.cards)
    rules.choose(c, (0,))
    assert (len(c.hand), c.stars) == (1, 0 if "QUASAR" in name else 2)


@pytest.mark.parametrize(("name", "least", "most"), [("PURITY", 0, 3), ("PURITY+", 0, 5), ("GUARDS", 0, 7)])
def test_a_card_lets_so_many_be_picked(name: str, least: int, most: int) -> None:
    """Of seven cards in hand: Purity up to three (five), Guards any number."""
    c = stand(On("WOUND " * 7), name)
    rules.play_card(c, 0)
    assert c.pending is not None
    assert (c.pending.min, min(7, c.pending.max)) == (least, most)


@pytest.mark.parametrize(("name", "made"), [("GUARDS", "MINION_SACRIFICE"), ("GUARDS+", "MINION_SACRIFICE+")])
def test_guards_turn_all_picked_cards_into_sacrifices_or_none(name: str, made: str) -> None:
    """Two picked of two; none is allowed too."""
    for picked, hand in (((0, 1), [made, made]), ((), ["WOUND", "WOUND"])):
        c = stand(On("WOUND WOUND"), name)
        rules.play_card(c, 0)
        rules.choose(c, picked)
        assert ids(c.hand) == hand


@pytest.mark.parametrize(
    ("name", "replay"), [("HIDDEN_GEM", 2), ("HIDDEN_GEM+", 3), ("TRANSFIGURE", 1), ("TRANSFIGURE+", 1)]
)
def test_a_card_gives_replays(name: str, replay: int) -> None:
    """Hidden Gem to a card of the draw pile, Transfigure to one in hand, which costs 1 more."""
    c = stand(On("BASH", "BASH"), name)
    play(c)
    cards = c.draw if "GEM" in name else c.hand
    assert [card.replay for card in cards] == [replay]


@pytest.mark.parametrize(
    ("name", "blade"), [("THE_SMITH", 40), ("THE_SMITH+", 50), ("SUMMON_FORTH", 18), ("SUMMON_FORTH+", 21)]
)
def test_a_card_forges(name: str, blade: int) -> None:
    """A blade starts at 10: 30 and 40 for The Smith, 8 and 11 for Summon Forth."""
    c = stand(On(character="REGENT", more={"stars": 4}), name)
    play(c)
    assert blades(c) == [blade]


def test_mad_science_keeps_its_numbers_when_upgraded() -> None:
    """As a weapon: 12 damage at both levels."""
    for upgrades in (0, 1):
        c = stand(On())
        spec = rules.CardSpec("MAD_SCIENCE", upgrades, None, (("tinker_time_type", 1), ("tinker_time_rider", 1)))
        c.hand.append(from_spec(c, spec, -1))
        play(c)
        assert after(c)["d1"] == 12
        assert after(c)["e1"] == {"WEAK": 2, "VULNERABLE": 2}


def test_scare_exhausts_and_says_that_its_effect_is_unknown() -> None:
    """No fact tells what it does: nothing happens, and the fight notes it."""
    for name in ("SCARE", "SCARE+"):
        found = played(name, On())
        assert (found["energy"], found["exhaust"], found["notes"]) == (9, name, ("SCARE",))
        assert (found["d1"], found["e1"], found["me"], found["block"]) == (0, {}, {}, 0)


@pytest.mark.parametrize("name", ["GUILTY", "SPOILS_MAP"])
def test_an_unplayable_card_stays_in_hand(name: str) -> None:
    """It can't be played, and goes to the discard pile when the turn ends."""
    c = stand(On(), name)
    assert rules.unplayable_reason(c, 0) == "HasUnplayableKeyword"
    end(c)
    assert name in ids(c.discard + c.hand + c.draw)


def test_enthralled_must_be_played_before_anything_else() -> None:
    """For 2 energy; after it the other cards are free again."""
    c = stand(On("BASH"), "ENTHRALLED")
    assert [rules.unplayable_reason(c, n) for n in range(2)] == [None, "BlockedByHook"]
    play(c)
    assert (c.energy, rules.unplayable_reason(c, 0)) == (7, None)

"""Every single-player Ironclad card, base and upgraded, against numbers typed from the published card facts.

The field: 50/80 hp, 4 block, 3 energy; hand Strike and Defend besides the card, five Defends to draw, Bash discarded,
three Wounds exhausted; two enemies with 200 hp. A row names every change the play makes; what it does not name must
stay.
"""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from tests.rules.build import Change, both, changes, enemy, fight, me, play, powers_of

X = 1  # the card itself exhausts

# id: (cost, changes of the base card), (cost, changes of the upgraded card)
CARDS: dict[str, tuple[tuple[int, Change], tuple[int, Change]]] = {
    "AGGRESSION": ((1, me("AGGRESSION", 1)), (1, me("AGGRESSION", 1))),
    "ANGER": ((0, {"d1": 6, "made": 1}), (0, {"d1": 8, "made": 1})),
    "ARMAMENTS": ((1, {"block": 5}), (1, {"block": 5})),
    "ASHEN_STRIKE": ((1, {"d1": 15}), (1, {"d1": 18})),
    "BARRICADE": ((3, me("BARRICADE", 1)), (2, me("BARRICADE", 1))),
    "BASH": ((2, {"d1": 8, "e1": {"VULNERABLE": 2}}), (2, {"d1": 10, "e1": {"VULNERABLE": 3}})),
    "BATTLE_TRANCE": ((0, {"hand": 3, **me("NO_DRAW", 1)}), (0, {"hand": 4, **me("NO_DRAW", 1)})),
    "BLOOD_WALL": ((2, {"hp": -2, "block": 16}), (2, {"hp": -2, "block": 20})),
    "BLOODLETTING": ((-2, {"hp": -3}), (-3, {"hp": -3})),
    "BLUDGEON": ((3, {"d1": 32}), (3, {"d1": 42})),
    "BODY_SLAM": ((1, {"d1": 4}), (0, {"d1": 4})),
    "BRAND": (
        (0, {"hp": -1, "hand": -1, "exhaust": 1, **me("STRENGTH", 1)}),
        (0, {"hp": -1, "hand": -1, "exhaust": 1, **me("STRENGTH", 2)}),
    ),
    "BREAK": ((1, {"d1": 20, "e1": {"VULNERABLE": 5}}), (1, {"d1": 30, "e1": {"VULNERABLE": 7}})),
    "BREAKTHROUGH": ((1, {"hp": -1, **both(9)}), (1, {"hp": -1, **both(13)})),
    "BULLY": ((0, {"d1": 4}), (0, {"d1": 4})),
    "BURNING_PACT": ((1, {"exhaust": 1, "hand": 1}), (1, {"exhaust": 1, "hand": 2})),
    "CASCADE": ((3, {"block": 15}), (3, {"block": 20})),
    "CINDER": ((2, {"d1": 18, "hand": -1, "exhaust": 1}), (2, {"d1": 24, "hand": -1, "exhaust": 1})),
    "COLOSSUS": ((1, {"block": 5, **me("COLOSSUS", 1)}), (1, {"block": 8, **me("COLOSSUS", 1)})),
    "CONFLAGRATION": ((1, both(8)), (1, both(10))),
    "CORRUPTION": ((3, me("CORRUPTION", 1)), (2, me("CORRUPTION", 1))),
    "CRIMSON_MANTLE": ((1, me("CRIMSON_MANTLE", 8)), (1, me("CRIMSON_MANTLE", 10))),
    "CRUELTY": ((1, me("CRUELTY", 25)), (1, me("CRUELTY", 50))),
    "DARK_EMBRACE": ((2, me("DARK_EMBRACE", 1)), (1, me("DARK_EMBRACE", 1))),
    "DEFEND_IRONCLAD": ((1, {"block": 5}), (1, {"block": 8})),
    "DEMON_FORM": ((3, me("DEMON_FORM", 2)), (3, me("DEMON_FORM", 3))),
    "DISMANTLE": ((1, {"d1": 8}), (1, {"d1": 10})),
    "DOMINATE": (
        (1, {"e1": {"VULNERABLE": 1}, "exhaust": X, **me("STRENGTH", 1)}),
        (1, {"e1": {"VULNERABLE": 2}, "exhaust": X, **me("STRENGTH", 2)}),
    ),
    "DRUM_OF_BATTLE": ((1, {"hand": 2}), (1, {"hand": 2})),
    "EVIL_EYE": ((1, {"block": 8}), (1, {"block": 11})),
    "EXPECT_A_FIGHT": ((1, me("NO_ENERGY_GAIN", 1)), (0, me("NO_ENERGY_GAIN", 1))),
    "FEED": ((1, {"d1": 10, "exhaust": X}), (1, {"d1": 12, "exhaust": X})),
    "FEEL_NO_PAIN": ((1, me("FEEL_NO_PAIN", 3)), (1, me("FEEL_NO_PAIN", 4))),
    "FIEND_FIRE": ((2, {"d1": 14, "hand": -2, "exhaust": 2 + X}), (2, {"d1": 20, "hand": -2, "exhaust": 2 + X})),
    "FIGHT_ME": (
        (2, {"d1": 10, "e1": {"STRENGTH": 1}, **me("STRENGTH", 3)}),
        (2, {"d1": 12, "e1": {"STRENGTH": 1}, **me("STRENGTH", 4)}),
    ),
    "FLAME_BARRIER": ((2, {"block": 12, **me("FLAME_BARRIER", 4)}), (2, {"block": 16, **me("FLAME_BARRIER", 6)})),
    "FORGOTTEN_RITUAL": ((1, {"exhaust": X}), (1, {"exhaust": X})),
    "HAVOC": ((1, {"block": 5, "exhaust": 1}), (0, {"block": 5, "exhaust": 1})),
    "HEADBUTT": ((1, {"d1": 9}), (1, {"d1": 12})),
    "HELLRAISER": ((2, me("HELLRAISER", 1)), (1, me("HELLRAISER", 1))),
    "HEMOKINESIS": ((1, {"hp": -2, "d1": 15}), (1, {"hp": -2, "d1": 20})),
    "HOWL_FROM_BEYOND": ((3, both(16)), (3, both(21))),
    "IMPERVIOUS": ((2, {"block": 30, "exhaust": X}), (2, {"block": 40, "exhaust": X})),
    "INFERNAL_BLADE": ((1, {"hand": 1, "made": 1, "exhaust": X}), (0, {"hand": 1, "made": 1, "exhaust": X})),
    "INFERNO": ((1, me("INFERNO", 6)), (1, me("INFERNO", 9))),
    "INFLAME": ((1, me("STRENGTH", 2)), (1, me("STRENGTH", 3))),
    "IRON_WAVE": ((1, {"block": 5, "d1": 5}), (1, {"block": 7, "d1": 7})),
    "JUGGERNAUT": ((2, me("JUGGERNAUT", 6)), (2, me("JUGGERNAUT", 8))),
    "JUGGLING": ((1, me("JUGGLING", 1)), (1, me("JUGGLING", 1))),
    "MANGLE": (
        (3, {"d1": 15, "e1": {"STRENGTH": -10, "MANGLE": 10}}),
        (3, {"d1": 20, "e1": {"STRENGTH": -15, "MANGLE": 15}}),
    ),
    "MOLTEN_FIST": ((1, {"d1": 10, "exhaust": X}), (1, {"d1": 14, "exhaust": X})),
    "NOT_YET": ((2, {"hp": 10, "exhaust": X}), (2, {"hp": 13, "exhaust": X})),
    "OFFERING": ((-2, {"hp": -6, "hand": 3, "exhaust": X}), (-2, {"hp": -6, "hand": 5, "exhaust": X})),
    "ONE_TWO_PUNCH": ((1, me("ONE_TWO_PUNCH", 1)), (1, me("ONE_TWO_PUNCH", 2))),
    "PACTS_END": ((0, both(17)), (0, both(23))),
    "PERFECTED_STRIKE": ((2, {"d1": 10}), (2, {"d1": 12})),
    "PILLAGE": ((1, {"d1": 6, "hand": 1}), (1, {"d1": 9, "hand": 1})),
    "POMMEL_STRIKE": ((1, {"d1": 9, "hand": 1}), (1, {"d1": 10, "hand": 2})),
    "PRIMAL_FORCE": ((0, {}), (0, {})),
    "PYRE": ((2, me("PYRE", 1)), (2, me("PYRE", 2))),
    "RAGE": ((0, me("RAGE", 3)), (0, me("RAGE", 5))),
    "RAMPAGE": ((1, {"d1": 9}), (1, {"d1": 9})),
    "RUPTURE": ((1, me("RUPTURE", 1)), (1, me("RUPTURE", 2))),
    "SECOND_WIND": ((1, {"block": 5, "hand": -1, "exhaust": 1}), (1, {"block": 7, "hand": -1, "exhaust": 1})),
    "SETUP_STRIKE": (
        (1, {"d1": 7, "me": {"STRENGTH": 2, "SETUP_STRIKE": 2}}),
        (1, {"d1": 9, "me": {"STRENGTH": 3, "SETUP_STRIKE": 3}}),
    ),
    "SHRUG_IT_OFF": ((1, {"block": 8, "hand": 1}), (1, {"block": 11, "hand": 1})),
    "SPITE": ((0, {"d1": 5}), (0, {"d1": 5})),
    "STAMPEDE": ((2, me("STAMPEDE", 1)), (1, me("STAMPEDE", 1))),
    "STOKE": ((1, {"exhaust": 2, "made": 2}), (1, {"exhaust": 2, "made": 2})),
    "STOMP": ((3, both(12)), (3, both(15))),
    "STONE_ARMOR": ((1, me("PLATING", 4)), (1, me("PLATING", 6))),
    "STRIKE_IRONCLAD": ((1, {"d1": 6}), (1, {"d1": 9})),
    "TANK": ((1, me("TANK", 1)), (0, me("TANK", 1))),
    "TAUNT": ((1, {"block": 7, "e1": {"VULNERABLE": 1}}), (1, {"block": 8, "e1": {"VULNERABLE": 2}})),
    "TEAR_ASUNDER": ((2, {"d1": 5}), (2, {"d1": 7})),
    "THRASH": ((1, {"d1": 8, "hand": -1, "exhaust": 1}), (1, {"d1": 12, "hand": -1, "exhaust": 1})),
    "THUNDERCLAP": (
        (1, {**both(4), "e1": {"VULNERABLE": 1}, "e2": {"VULNERABLE": 1}}),
        (1, {**both(7), "e1": {"VULNERABLE": 1}, "e2": {"VULNERABLE": 1}}),
    ),
    "TREMBLE": ((1, {"e1": {"VULNERABLE": 3}, "exhaust": X}), (1, {"e1": {"VULNERABLE": 4}, "exhaust": X})),
    "TRUE_GRIT": ((1, {"block": 7, "hand": -1, "exhaust": 1}), (1, {"block": 9, "hand": -1, "exhaust": 1})),
    "TWIN_STRIKE": ((1, {"d1": 10}), (1, {"d1": 14})),
    "UNMOVABLE": ((2, me("UNMOVABLE", 1)), (1, me("UNMOVABLE", 1))),
    "UNRELENTING": ((2, {"d1": 14, **me("FREE_ATTACK", 1)}), (2, {"d1": 20, **me("FREE_ATTACK", 1)})),
    "UPPERCUT": (
        (2, {"d1": 13, "e1": {"WEAK": 1, "VULNERABLE": 1}}),
        (2, {"d1": 13, "e1": {"WEAK": 2, "VULNERABLE": 2}}),
    ),
    "VICIOUS": ((1, me("VICIOUS", 1)), (1, me("VICIOUS", 2))),
    "WHIRLWIND": ((3, both(15)), (3, both(24))),
}


@pytest.mark.parametrize("name", sorted(CARDS))
@pytest.mark.parametrize("level", [0, 1])
def test_an_ironclad_card_changes_exactly_what_the_facts_say(name: str, level: int) -> None:
    """Playing the card at this level costs and changes what its row says, and nothing else."""
    cost, change = CARDS[name][level]
    expected = {**change, **({"cost": cost} if cost else {})}
    assert changes(name + "+" * level) == expected


def test_the_table_has_every_single_player_ironclad_card() -> None:
    """87 cards: all in the table but Sword Boomerang (random targets, below) and Demonic Shield (needs an ally)."""
    pool = {d.id for d in load().cards.values() if d.pool == "IRONCLAD"}
    assert len(pool) == 87
    assert pool - set(CARDS) == {"SWORD_BOOMERANG", "DEMONIC_SHIELD"}


@pytest.mark.parametrize(("name", "total"), [("SWORD_BOOMERANG", 9), ("SWORD_BOOMERANG+", 12)])
def test_sword_boomerang_hits_random_enemies_for_three_each(name: str, total: int) -> None:
    """Three (upgraded four) hits of 3, wherever they land."""
    found = changes(name)
    assert found.pop("d1", 0) + found.pop("d2", 0) == total
    assert found == {"cost": 1}


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("CONFLAGRATION", {"cost": 1, **both(8)}),
        ("UNRELENTING", {"cost": 2, "d1": 12, **me("FREE_ATTACK", 1)}),
        ("JUGGERNAUT+", {"cost": 2, **me("JUGGERNAUT", 7)}),
    ],
)
def test_the_older_build_keeps_its_own_numbers(name: str, change: Change) -> None:
    """v0.103.2 where it differs: Conflagration 8 + 2 per Attack played, Unrelenting 12, Juggernaut+ 7."""
    c = fight(name, enemies=(enemy(1), enemy(2)), build="v0.103.2")
    play(c)
    first, second = c.enemies
    found = {"d1": 200 - first.hp, "d2": 200 - second.hp, "cost": 3 - c.energy, "me": powers_of(c.player)}
    assert {k: v for k, v in found.items() if v} == change

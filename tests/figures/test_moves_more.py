"""Monster moves whose effect is neither damage, block nor a power that stays: facts bosses_elites, monster_moves."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from tests.rules.build import end, enemy, fight, powers_of


@pytest.mark.parametrize(
    ("monster", "move", "power", "amount"),
    [
        ("QUEEN", "PUPPET_STRINGS_MOVE", "CHAINS_OF_BINDING", 3),
        ("SPECTRAL_KNIGHT", "HEX", "HEX", 2),
        ("MAGI_KNIGHT", "DAMPEN_MOVE", "DAMPEN", 1),
    ],
)
def test_a_move_puts_its_power_on_the_player(monster: str, move: str, power: str, amount: int) -> None:
    """And does no damage."""
    c = fight(enemies=(enemy(id=monster, move=move),))
    end(c)
    assert (c.player.hp, powers_of(c.player)) == (50, {power: amount})


def test_a_dizzy_bowlbug_rock_finds_its_feet() -> None:
    """Thrown off balance by a fully blocked HEADBUTT it is DIZZY for one turn, then butts again."""
    c = fight(block=50, enemies=(enemy(id="BOWLBUG_ROCK", move="HEADBUTT_MOVE", powers={"IMBALANCED": 1}),))
    moves = []
    for _ in range(3):
        end(c)
        moves.append(c.enemies[0].move)
        c.player.hp = 50
    assert moves == ["DIZZY_MOVE", "HEADBUTT_MOVE", "HEADBUTT_MOVE"]


@pytest.mark.parametrize(
    "name", ["DECIMILLIPEDE_SEGMENT_FRONT", "DECIMILLIPEDE_SEGMENT_MIDDLE", "DECIMILLIPEDE_SEGMENT_BACK"]
)
def test_a_segment_reattaches_with_twenty_five_hp(name: str) -> None:
    """While another one lives."""
    c = fight(
        "STRIKE_IRONCLAD",
        draw="WOUND " * 9,
        enemies=(enemy(1, id=name, hp=6, move="WRITHE_MOVE", powers={"REATTACH": 25}), enemy(2)),
    )
    rules.play_card(c, 0, 1)
    hp = []
    for _ in range(2):
        end(c)
        hp.append(c.enemies[0].hp)
    assert hp == [0, 25]


def test_the_obscura_calls_one_parafright() -> None:
    """A Parafright with its 21 hp joins before it acts."""
    c = fight(enemies=(enemy(id="THE_OBSCURA", move="ILLUSION_MOVE"),))
    end(c)
    assert sorted((e.id, e.max_hp) for e in c.enemies) == [("PARAFRIGHT", 21), ("THE_OBSCURA", 200)]


def test_a_hopper_gets_away() -> None:
    """ESCAPE ends the fight without a kill."""
    c = fight(enemies=(enemy(id="THIEVING_HOPPER", move="ESCAPE_MOVE"),))
    end(c)
    assert (c.outcome, rules.summary(c).escaped, rules.summary(c).killed) == ("won", ("THIEVING_HOPPER",), ())


def test_a_tough_egg_hatches() -> None:
    """Hatch is gone and it nibbles from then on."""
    c = fight(enemies=(enemy(id="TOUGH_EGG", move="HATCH_MOVE", powers={"HATCH": 5, "MINION": 1}), enemy(2)))
    end(c)
    assert (powers_of(c.enemies[0]), c.enemies[0].move) == ({"MINION": 1}, "NIBBLE_MOVE")


def test_a_rat_calls_one_more() -> None:
    """One Two-Tailed Rat joins, 17 to 21 hp."""
    c = fight(enemies=(enemy(id="TWO_TAILED_RAT", move="CALL_FOR_BACKUP_MOVE"),))
    end(c)
    assert [e.id for e in c.enemies] == ["TWO_TAILED_RAT"] * 2
    assert all(17 <= e.max_hp <= 21 for e in c.enemies if e.combat_id != 1)

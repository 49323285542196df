"""Every Overgrowth monster: hp ranges, intents and their numbers below and at ascension 9, what moves do, and their
order.

Numbers typed from bosses_elites.json and monsters.json, orders from monster_moves.json, with the v0.107.1 changes.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.setup import CombatSetup
from tests.rules.build import at_start, cards, end, enemy, fight, ids, powers_of

A, B, D, DB = "Attack", "Buff", "Defend", "Debuff"

# id: ((hp), (hp from ascension 8), {move: (intents, attack label, attack label from ascension 9)})
MONSTERS: dict[str, tuple[tuple[int, int], tuple[int, int], dict[str, tuple[list[str], str, str]]]] = {
    "ASSASSIN_RUBY_RAIDER": ((18, 23), (19, 24), {"KILLSHOT_MOVE": ([A], "10", "11")}),
    "AXE_RUBY_RAIDER": (
        (20, 22),
        (21, 23),
        {"SWING_1": ([A, D], "5", "6"), "SWING_2": ([A, D], "5", "6"), "BIG_SWING": ([A], "12", "13")},
    ),
    "BRUTE_RUBY_RAIDER": ((30, 33), (31, 34), {"BEAT_MOVE": ([A], "7", "8"), "ROAR_MOVE": ([B], "", "")}),
    "CROSSBOW_RUBY_RAIDER": ((18, 21), (19, 22), {"FIRE_MOVE": ([A], "14", "16"), "RELOAD_MOVE": ([D], "", "")}),
    "TRACKER_RUBY_RAIDER": ((21, 25), (22, 26), {"TRACK_MOVE": ([DB], "", ""), "HOUNDS_MOVE": ([A], "1x8", "1x9")}),
    "BYGONE_EFFIGY": (
        (127, 127),
        (132, 132),
        {
            "INITIAL_SLEEP_MOVE": (["Sleep"], "", ""),
            "WAKE_MOVE": ([B], "", ""),
            "SLASHES_MOVE": ([A], "13", "15"),
            "SLEEP_MOVE": (["Sleep"], "", ""),
        },
    ),
    "BYRDONIS": ((81, 84), (90, 90), {"SWOOP_MOVE": ([A], "17", "19"), "PECK_MOVE": ([A], "3x3", "4x3")}),
    "CEREMONIAL_BEAST": (
        (252, 252),
        (262, 262),
        {
            "STAMP_MOVE": ([B], "", ""),
            "PLOW_MOVE": ([A, B], "18", "20"),
            "STUN_MOVE": (["Stun"], "", ""),
            "BEAST_CRY_MOVE": (["CardDebuff"], "", ""),
            "STOMP_MOVE": ([A], "15", "17"),
            "CRUSH_MOVE": ([A, B], "17", "19"),
        },
    ),
    "CUBEX_CONSTRUCT": (
        (65, 65),
        (70, 70),
        {
            "CHARGE_UP_MOVE": ([B], "", ""),
            "REPEATER_MOVE": ([A, B], "7", "8"),
            "REPEATER_MOVE_2": ([A, B], "7", "8"),
            "EXPEL_BLAST": ([A], "5x2", "6x2"),
            "SUBMERGE_MOVE": ([D], "", ""),
        },
    ),
    "EYE_WITH_TEETH": (
        (6, 6),
        (6, 6),
        {"DISTRACT_MOVE": (["StatusCard"], "3", "3"), "REVIVE_MOVE": (["Heal"], "", "")},
    ),
    "FLYCONID": (
        (47, 49),
        (51, 53),
        {
            "VULNERABLE_SPORES_MOVE": ([DB], "", ""),
            "FRAIL_SPORES_MOVE": ([A, DB], "8", "9"),
            "SMASH_MOVE": ([A], "11", "12"),
        },
    ),
    "FOGMOG": (
        (74, 74),
        (78, 78),
        {
            "ILLUSION_MOVE": (["Summon"], "", ""),
            "SWIPE_MOVE": ([A, B], "8", "9"),
            "SWIPE_RANDOM_MOVE": ([A, B], "8", "9"),
            "HEADBUTT_MOVE": ([A], "14", "16"),
        },
    ),
    "FUZZY_WURM_CRAWLER": (
        (55, 57),
        (58, 59),
        {"FIRST_ACID_GOOP": ([A], "4", "6"), "INHALE": ([B], "", ""), "ACID_GOOP": ([A], "4", "6")},
    ),
    "INKLET": (
        (11, 17),
        (12, 18),
        {"JAB_MOVE": ([A], "3", "4"), "WHIRLWIND_MOVE": ([A], "2x3", "3x3"), "PIERCING_GAZE_MOVE": ([A], "10", "11")},
    ),
    "KIN_FOLLOWER": (
        (58, 59),
        (62, 63),
        {"QUICK_SLASH_MOVE": ([A], "5", "5"), "BOOMERANG_MOVE": ([A], "2x2", "2x2"), "POWER_DANCE_MOVE": ([B], "", "")},
    ),
    "KIN_PRIEST": (
        (190, 190),
        (199, 199),
        {
            "ORB_OF_FRAILTY_MOVE": ([A, DB], "8", "9"),
            "ORB_OF_WEAKNESS_MOVE": ([A, DB], "8", "9"),
            "BEAM_MOVE": ([A], "3x3", "3x3"),
            "RITUAL_MOVE": ([B], "", ""),
        },
    ),
    "LEAF_SLIME_M": ((32, 35), (33, 36), {"CLUMP_SHOT": ([A], "8", "9"), "STICKY_SHOT": (["StatusCard"], "2", "2")}),
    "LEAF_SLIME_S": ((11, 15), (12, 16), {"BUTT_MOVE": ([A], "3", "4"), "GOOP_MOVE": (["StatusCard"], "1", "1")}),
    "MAWLER": (
        (72, 72),
        (76, 76),
        {"RIP_AND_TEAR_MOVE": ([A], "14", "16"), "ROAR_MOVE": ([DB], "", ""), "CLAW_MOVE": ([A], "4x2", "5x2")},
    ),
    "NIBBIT": (
        (42, 46),
        (44, 48),
        {"BUTT_MOVE": ([A], "12", "13"), "SLICE_MOVE": ([A, D], "6", "7"), "HISS_MOVE": ([B], "", "")},
    ),
    "PHROG_PARASITE": (
        (61, 64),
        (66, 68),
        {"INFECT_MOVE": (["StatusCard"], "3", "3"), "LASH_MOVE": ([A], "4x4", "5x4")},
    ),
    "SHRINKER_BEETLE": (
        (38, 40),
        (40, 42),
        {"SHRINKER_MOVE": (["DebuffStrong"], "", ""), "CHOMP_MOVE": ([A], "7", "8"), "STOMP_MOVE": ([A], "13", "14")},
    ),
    "SLITHERING_STRANGLER": (
        (53, 55),
        (54, 56),
        {"CONSTRICT": ([DB], "", ""), "TWACK": ([A, D], "7", "8"), "LASH": ([A], "12", "13")},
    ),
    "SNAPPING_JAXFRUIT": ((31, 33), (34, 36), {"ENERGY_ORB_MOVE": ([A, B], "3", "4")}),
    "TWIG_SLIME_M": (
        (26, 28),
        (27, 29),
        {"CLUMP_SHOT_MOVE": ([A], "11", "12"), "STICKY_SHOT_MOVE": (["StatusCard"], "1", "1")},
    ),
    "TWIG_SLIME_S": ((7, 11), (8, 12), {"BUTT_MOVE": ([A], "4", "5")}),
    "VANTOM": (
        (173, 173),
        (183, 183),
        {
            "INK_BLOT_MOVE": ([A], "7", "8"),
            "INKY_LANCE_MOVE": ([A], "6x2", "7x2"),
            "DISMEMBER_MOVE": ([A, "StatusCard"], "26", "30"),
            "PREPARE_MOVE": ([B], "", ""),
        },
    ),
    "VINE_SHAMBLER": (
        (61, 61),
        (64, 64),
        {
            "GRASPING_VINES_MOVE": ([A, "CardDebuff"], "8", "9"),
            "SWIPE_MOVE": ([A], "6x2", "7x2"),
            "CHOMP_MOVE": ([A], "16", "18"),
        },
    ),
    "WRIGGLER": (
        (17, 21),
        (18, 22),
        {
            "NASTY_BITE_MOVE": ([A], "6", "7"),
            "WRIGGLE_MOVE": ([B, "StatusCard"], "1", "1"),
            "SPAWNED_MOVE": (["Stun"], "", ""),
        },
    ),
}


@pytest.mark.parametrize("name", sorted(MONSTERS))
def test_a_monster_shows_the_numbers_of_its_ascension(name: str) -> None:
    """Types and labels of every move at ascension 8 (old damage) and 9 (raised)."""
    _, _, moves = MONSTERS[name]
    assert set(load().monsters[name].moves) == set(moves)
    for ascension, column in ((0, 1), (8, 1), (9, 2), (10, 2)):
        for move, row in moves.items():
            c = fight(enemies=(enemy(id=name, move=move),), ascension=ascension)
            shown = rules.intents(c, c.enemies[0])
            assert [i.type for i in shown] == row[0], move
            label = next((i.label for i in shown if i.label), "")
            assert label == row[column], (move, ascension)


@pytest.mark.parametrize("name", sorted(MONSTERS))
@pytest.mark.parametrize("ascension", [0, 8])
def test_hp_is_rolled_in_the_range_of_the_ascension(name: str, ascension: int) -> None:
    """Over 150 fights all values lie in the range and, for a range under 8, every value occurs."""
    low, high = MONSTERS[name][1 if ascension >= 8 else 0]
    seen = set()
    for seed in range(150):
        setup = CombatSetup(deck=cards("WOUND"), hp=80, max_hp=80, monsters=(name,), ascension=ascension, seed=seed)
        seen.add(rules.start(setup).enemies[0].hp)
    assert seen == set(range(low, high + 1))


def test_every_monster_of_the_act_is_in_the_table() -> None:
    """All that Overgrowth encounters can hold, and what they summon."""
    encounters = [e for e in load().encounters.values() if "OVERGROWTH" in e.acts]
    assert {m for e in encounters for m in e.possible} == set(MONSTERS)


# move: (monster, its block, its powers, the player's powers, discarded cards) at ascension 0; block and powers at 9
EFFECTS = {
    "SWING_1": ("AXE_RUBY_RAIDER", 5, {}, {}, [], 6, {}),
    "ROAR_MOVE": ("BRUTE_RUBY_RAIDER", 0, {"STRENGTH": 3}, {}, [], 0, {"STRENGTH": 3}),
    "RELOAD_MOVE": ("CROSSBOW_RUBY_RAIDER", 3, {}, {}, [], 3, {}),
    "TRACK_MOVE": ("TRACKER_RUBY_RAIDER", 0, {}, {"FRAIL": 2}, [], 0, {}),
    "WAKE_MOVE": ("BYGONE_EFFIGY", 0, {"STRENGTH": 10}, {}, [], 0, {"STRENGTH": 10}),
    "STAMP_MOVE": ("CEREMONIAL_BEAST", 0, {"PLOW": 150}, {}, [], 0, {"PLOW": 160}),
    "PLOW_MOVE": ("CEREMONIAL_BEAST", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 2}),
    "CRUSH_MOVE": ("CEREMONIAL_BEAST", 0, {"STRENGTH": 3}, {}, [], 0, {"STRENGTH": 4}),
    "BEAST_CRY_MOVE": ("CEREMONIAL_BEAST", 0, {}, {"RINGING": 1}, [], 0, {}),
    "CHARGE_UP_MOVE": ("CUBEX_CONSTRUCT", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 2}),
    "REPEATER_MOVE": ("CUBEX_CONSTRUCT", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 2}),
    "SUBMERGE_MOVE": ("CUBEX_CONSTRUCT", 15, {}, {}, [], 15, {}),
    "DISTRACT_MOVE": ("EYE_WITH_TEETH", 0, {}, {}, ["DAZED"] * 3, 0, {}),
    "VULNERABLE_SPORES_MOVE": ("FLYCONID", 0, {}, {"VULNERABLE": 2}, [], 0, {}),
    "FRAIL_SPORES_MOVE": ("FLYCONID", 0, {}, {"FRAIL": 2}, [], 0, {}),
    "SWIPE_MOVE": ("FOGMOG", 0, {"STRENGTH": 1}, {}, [], 0, {"STRENGTH": 1}),
    "INHALE": ("FUZZY_WURM_CRAWLER", 0, {"STRENGTH": 7}, {}, [], 0, {"STRENGTH": 7}),
    "POWER_DANCE_MOVE": ("KIN_FOLLOWER", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 3}),
    "ORB_OF_FRAILTY_MOVE": ("KIN_PRIEST", 0, {}, {"FRAIL": 1}, [], 0, {}),
    "ORB_OF_WEAKNESS_MOVE": ("KIN_PRIEST", 0, {}, {"WEAK": 1}, [], 0, {}),
    "RITUAL_MOVE": ("KIN_PRIEST", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 3}),
    "STICKY_SHOT": ("LEAF_SLIME_M", 0, {}, {}, ["SLIMED"] * 2, 0, {}),
    "GOOP_MOVE": ("LEAF_SLIME_S", 0, {}, {}, ["SLIMED"], 0, {}),
    "ROAR_MOVE 2": ("MAWLER", 0, {}, {"VULNERABLE": 3}, [], 0, {}),
    "SLICE_MOVE": ("NIBBIT", 5, {}, {}, [], 6, {}),
    "HISS_MOVE": ("NIBBIT", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 3}),
    "INFECT_MOVE": ("PHROG_PARASITE", 0, {}, {}, ["INFECTION"] * 3, 0, {}),
    "SHRINKER_MOVE": ("SHRINKER_BEETLE", 0, {}, {"SHRINK": -1}, [], 0, {}),
    "CONSTRICT": ("SLITHERING_STRANGLER", 0, {}, {"CONSTRICT": 3}, [], 0, {}),
    "TWACK": ("SLITHERING_STRANGLER", 5, {}, {}, [], 5, {}),
    "ENERGY_ORB_MOVE": ("SNAPPING_JAXFRUIT", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 2}),
    "STICKY_SHOT_MOVE": ("TWIG_SLIME_M", 0, {}, {}, ["SLIMED"], 0, {}),
    "DISMEMBER_MOVE": ("VANTOM", 0, {}, {}, ["WOUND"] * 3, 0, {}),
    "PREPARE_MOVE": ("VANTOM", 0, {"STRENGTH": 2}, {}, [], 0, {"STRENGTH": 2}),
    "GRASPING_VINES_MOVE": ("VINE_SHAMBLER", 0, {}, {"TANGLED": 1}, [], 0, {}),
    "WRIGGLE_MOVE": ("WRIGGLER", 0, {"STRENGTH": 2}, {}, ["INFECTION"], 0, {}),
}


@pytest.mark.parametrize("key", sorted(EFFECTS))
def test_a_move_does_what_the_facts_say(key: str) -> None:
    """Block, powers on itself, powers on the player and status cards, at ascension 0 and 9."""
    name, block, own, on_player, added, block9, own9 = EFFECTS[key]
    move = key.split(" ")[0]
    for ascension, b, powers in ((0, block, own), (9, block9, own9 or own)):
        c = fight(draw="DEFEND_IRONCLAD " * 5, enemies=(enemy(id=name, move=move),), ascension=ascension)
        end(c)
        foe = c.enemies[0]
        assert (foe.block, powers_of(foe), powers_of(c.player)) == (b, powers, on_player), ascension
        assert ids(c.discard) == added


def moves_over(turns: int, *monsters: str, seed: int = 1) -> list[list[str]]:
    """The moves of each monster over some turns of an untouched fight (the player never dies)."""
    setup = CombatSetup(deck=cards("WOUND"), hp=9999, max_hp=9999, monsters=monsters, seed=seed)
    c = rules.start(setup)
    found: list[list[str]] = [[] for _ in monsters]
    for _ in range(turns):
        for i in range(len(monsters)):
            found[i].append(next(e for e in c.enemies if e.combat_id == i + 1).move)
        rules.end_turn(c)
    return found


CYCLES = {
    "AXE_RUBY_RAIDER": ["SWING_1", "SWING_2", "BIG_SWING", "SWING_1"],
    "BRUTE_RUBY_RAIDER": ["BEAT_MOVE", "ROAR_MOVE", "BEAT_MOVE"],
    "CROSSBOW_RUBY_RAIDER": ["RELOAD_MOVE", "FIRE_MOVE", "RELOAD_MOVE"],
    "TRACKER_RUBY_RAIDER": ["TRACK_MOVE", "HOUNDS_MOVE", "HOUNDS_MOVE"],
    "BYGONE_EFFIGY": ["INITIAL_SLEEP_MOVE", "WAKE_MOVE", "SLASHES_MOVE", "SLASHES_MOVE"],
    "BYRDONIS": ["SWOOP_MOVE", "PECK_MOVE", "SWOOP_MOVE"],
    "CEREMONIAL_BEAST": ["STAMP_MOVE", "PLOW_MOVE", "PLOW_MOVE"],
    "CUBEX_CONSTRUCT": ["CHARGE_UP_MOVE", "REPEATER_MOVE", "REPEATER_MOVE_2", "EXPEL_BLAST", "REPEATER_MOVE"],
    "FUZZY_WURM_CRAWLER": ["FIRST_ACID_GOOP", "INHALE", "ACID_GOOP", "FIRST_ACID_GOOP", "INHALE"],
    "KIN_FOLLOWER:starts_with_dance": ["POWER_DANCE_MOVE", "QUICK_SLASH_MOVE", "BOOMERANG_MOVE", "POWER_DANCE_MOVE"],
    "KIN_FOLLOWER": ["QUICK_SLASH_MOVE", "BOOMERANG_MOVE", "POWER_DANCE_MOVE", "QUICK_SLASH_MOVE"],
    "KIN_PRIEST": ["ORB_OF_FRAILTY_MOVE", "ORB_OF_WEAKNESS_MOVE", "BEAM_MOVE", "RITUAL_MOVE", "ORB_OF_FRAILTY_MOVE"],
    "LEAF_SLIME_M": ["STICKY_SHOT", "CLUMP_SHOT", "STICKY_SHOT"],
    "NIBBIT:alone": ["BUTT_MOVE", "SLICE_MOVE", "HISS_MOVE", "BUTT_MOVE"],
    "NIBBIT:front": ["SLICE_MOVE", "HISS_MOVE", "BUTT_MOVE"],
    "NIBBIT:back": ["HISS_MOVE", "BUTT_MOVE", "SLICE_MOVE"],
    "PHROG_PARASITE": ["INFECT_MOVE", "LASH_MOVE", "INFECT_MOVE"],
    "SHRINKER_BEETLE": ["SHRINKER_MOVE", "CHOMP_MOVE", "STOMP_MOVE", "CHOMP_MOVE"],
    "SNAPPING_JAXFRUIT": ["ENERGY_ORB_MOVE", "ENERGY_ORB_MOVE"],
    "VANTOM": ["INK_BLOT_MOVE", "INKY_LANCE_MOVE", "DISMEMBER_MOVE", "PREPARE_MOVE", "INK_BLOT_MOVE"],
    "VINE_SHAMBLER": ["SWIPE_MOVE", "GRASPING_VINES_MOVE", "CHOMP_MOVE", "SWIPE_MOVE"],
    "WRIGGLER:wriggler1": ["NASTY_BITE_MOVE", "WRIGGLE_MOVE", "NASTY_BITE_MOVE"],
    "WRIGGLER:wriggler2": ["WRIGGLE_MOVE", "NASTY_BITE_MOVE", "WRIGGLE_MOVE"],
}


@pytest.mark.parametrize("name", sorted(CYCLES))
def test_a_fixed_order_is_followed(name: str) -> None:
    """The first moves of a fight nobody disturbs."""
    assert moves_over(len(CYCLES[name]), name) == [CYCLES[name]]


def test_random_orders_keep_their_limits() -> None:
    """Mawler roars once at most and repeats nothing; small Leaf Slimes alternate; Twig Slimes never spit twice, clump
    twice at most."""
    for seed in range(40):
        (mawler,) = moves_over(12, "MAWLER", seed=seed)
        assert mawler[0] == "CLAW_MOVE"
        assert mawler.count("ROAR_MOVE") <= 1
        assert all(a != b for a, b in pairwise(mawler))
        (leaf,) = moves_over(6, "LEAF_SLIME_S", seed=seed)
        assert all(a != b for a, b in pairwise(leaf))
        (twig,) = moves_over(12, "TWIG_SLIME_M", seed=seed)
        text = " ".join(m[0] for m in twig)
        assert twig[0] == "STICKY_SHOT_MOVE"
        assert "S S" not in text
        assert "C C C" not in text
        (inklet,) = moves_over(6, "INKLET:middle", seed=seed)
        assert inklet[0] == "WHIRLWIND_MOVE"
        assert set(inklet[1::2]) == {"JAB_MOVE"}
        assert "JAB_MOVE" not in inklet[0::2]
        (fly,) = moves_over(10, "FLYCONID", seed=seed)
        assert fly[0] != "VULNERABLE_SPORES_MOVE"
        assert all(a != b for a, b in pairwise(fly))
        for i, move in enumerate(fly):
            if move == "VULNERABLE_SPORES_MOVE":
                assert "VULNERABLE_SPORES_MOVE" not in fly[i + 1 : i + 3]
        (strangler,) = moves_over(8, "SLITHERING_STRANGLER", seed=seed)
        assert set(strangler[0::2]) == {"CONSTRICT"}
        assert set(strangler[1::2]) <= {"TWACK", "LASH"}


def test_fogmog_swipes_after_its_summon_then_mostly_headbutts() -> None:
    """Summon, swipe, then 40 % another swipe (then headbutt) or 60 % headbutt at once."""
    third = []
    for seed in range(300):
        (fog,) = moves_over(4, "FOGMOG", seed=seed)
        assert fog[:2] == ["ILLUSION_MOVE", "SWIPE_MOVE"]
        assert fog[2:] in (["SWIPE_RANDOM_MOVE", "HEADBUTT_MOVE"], ["HEADBUTT_MOVE", "SWIPE_MOVE"])
        third.append(fog[2])
    assert 140 <= third.count("HEADBUTT_MOVE") <= 220  # 180 expected


def test_a_summoned_monster_stands_before_its_summoner_and_waits_a_turn() -> None:
    """Eye With Teeth joins left of Fogmog with combat id 2 and adds no Dazed in the turn it came."""
    c = at_start(deck="DEFEND_IRONCLAD " * 10, monsters=("FOGMOG",))
    rules.end_turn(c)
    assert [(e.id, e.combat_id) for e in c.enemies] == [("EYE_WITH_TEETH", 2), ("FOGMOG", 1)]
    assert powers_of(c.enemies[0]) == {"ILLUSION": 1, "MINION": 1}
    assert "DAZED" not in ids(c.discard) + ids(c.draw) + ids(c.hand)
    rules.end_turn(c)
    assert (ids(c.discard) + ids(c.draw) + ids(c.hand)).count("DAZED") == 3


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [
        ("BYGONE_EFFIGY", {"SLOW": 1}, {"SLOW": 1}),
        ("BYRDONIS", {"TERRITORIAL": 1}, {"TERRITORIAL": 1}),
        ("CUBEX_CONSTRUCT", {"ARTIFACT": 1}, {"ARTIFACT": 1}),
        ("INKLET", {"SLIPPERY": 1}, {"SLIPPERY": 1}),
        ("KIN_FOLLOWER", {"MINION": 1}, {"MINION": 1}),
        ("PHROG_PARASITE", {"INFESTED": 4}, {"INFESTED": 4}),
        ("VANTOM", {"SLIPPERY": 8}, {"SLIPPERY": 9}),
    ],
)
def test_powers_at_spawn(name: str, low: dict[str, int], high: dict[str, int]) -> None:
    """At ascension 0 and 9."""
    for ascension, expected in ((0, low), (9, high)):
        c = at_start(monsters=("NIBBIT", name), ascension=ascension)
        assert powers_of(c.enemies[1]) == expected


def test_line_ups_of_the_act_follow_the_encounter_table() -> None:
    """Spot checks of fixed and random line-ups over seeds."""

    def lineups(encounter: str) -> set[tuple[str, ...]]:
        found = set()
        for seed in range(60):
            setup = CombatSetup(deck=cards("WOUND"), hp=80, max_hp=80, encounter=encounter, seed=seed)
            found.add(tuple(e.id for e in rules.start(setup).enemies))
        return found

    assert lineups("NIBBITS_NORMAL") == {("NIBBIT", "NIBBIT")}
    assert lineups("THE_KIN_BOSS") == {("KIN_FOLLOWER", "KIN_FOLLOWER", "KIN_PRIEST")}
    assert lineups("FLYCONID_NORMAL") == {("LEAF_SLIME_M", "FLYCONID"), ("TWIG_SLIME_M", "FLYCONID")}
    small, medium = {"LEAF_SLIME_S", "TWIG_SLIME_S"}, {"LEAF_SLIME_M", "TWIG_SLIME_M"}
    for first, middle, last in lineups("SLIMES_WEAK"):
        assert {first, last} == small
        assert middle in medium
    for group in lineups("RUBY_RAIDERS_NORMAL"):
        assert len(set(group)) == 3
    assert len(lineups("RUBY_RAIDERS_NORMAL")) > 10
    assert {len(g) for g in lineups("SLITHERING_STRANGLER_NORMAL")} == {2, 3}


def test_the_wrigglers_of_the_event_fight_start_awake_by_slot() -> None:
    """Dense Vegetation: four, biting and wriggling in turn, none stunned."""
    setup = CombatSetup(deck=cards("WOUND"), hp=80, max_hp=80, encounter="DENSE_VEGETATION_EVENT_ENCOUNTER")
    moves = [e.move for e in rules.start(setup).enemies]
    assert moves == ["NASTY_BITE_MOVE", "WRIGGLE_MOVE", "NASTY_BITE_MOVE", "WRIGGLE_MOVE"]


def test_older_build_numbers_of_the_act() -> None:
    """v0.103.2: Vantom Slippery 9 and Dismember 27, Assassin 11."""
    c = fight(
        enemies=(enemy(id="VANTOM", move="DISMEMBER_MOVE"), enemy(2, id="ASSASSIN_RUBY_RAIDER", move="KILLSHOT_MOVE")),
        build="v0.103.2",
    )
    assert [rules.intents(c, e)[0].label for e in c.enemies] == ["27", "11"]
    assert powers_of(at_start(monsters=("VANTOM",), build="v0.103.2").enemies[0]) == {"SLIPPERY": 9}

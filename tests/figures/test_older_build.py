"""What v0.103.2 has otherwise than v0.107.1: numbers by hand from the base facts and from v0_107_1 (`from`)."""

from __future__ import annotations

from typing import Any

import pytest

from sts2fsm.embedded.taking import gain_relic
from sts2fsm.rules import combat as rules
from tests.embedded.desk import at
from tests.figures.field import On, after, stand
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import blades
from tests.rules.test_monsters_beyond import parse
from tests.rules.test_relics import opening

OLD = "v0.103.2"
# FREE is FREE_POWER_POWER without its endings.
CARDS: list[tuple[str, On, dict[str, Any]]] = [
    ("ASTRAL_PULSE", On(foes=2, more={"stars": 9}), {"d1": 14, "d2": 14}),
    ("ASTRAL_PULSE+", On(foes=2, more={"stars": 9}), {"d1": 18, "d2": 18}),
    ("BULWARK", On(character="REGENT"), {"block": 13, "energy": 7}),
    ("BULWARK+", On(character="REGENT"), {"block": 16, "energy": 7}),
    ("CONFLAGRATION", On(foes=2, more={"attacks_played": 2}), {"d1": 12, "d2": 12, "energy": 8}),
    ("CONFLAGRATION+", On(foes=2, more={"attacks_played": 2}), {"d1": 15, "d2": 15, "energy": 8}),
    ("DRUM_OF_BATTLE", On(draw="BASH " * 9), {"hand": "BASH BASH", "me": {"DRUM_OF_BATTLE": 1}, "energy": 9}),
    ("DRUM_OF_BATTLE+", On(draw="BASH " * 9), {"hand": "BASH BASH BASH", "me": {"DRUM_OF_BATTLE": 1}}),
    ("FASTEN", On(), {"me": {"FASTEN": 5}, "energy": 8}),
    ("FASTEN+", On(), {"me": {"FASTEN": 7}}),
    ("FOLLOW_THROUGH", On("WOUND " * 4), {"d1": 7, "energy": 8}),
    ("FOLLOW_THROUGH", On("WOUND " * 5), {"d1": 14}),
    ("FOLLOW_THROUGH+", On("WOUND " * 5), {"d1": 18}),
    ("HOWL_FROM_BEYOND", On(foes=2), {"d1": 16, "d2": 16, "energy": 6}),
    ("HOWL_FROM_BEYOND+", On(foes=2), {"d1": 21, "d2": 21}),
    ("HYPERBEAM", On(foes=2), {"d1": 26, "d2": 26, "me": {"FOCUS": -3}, "energy": 7}),
    ("HYPERBEAM+", On(foes=2), {"d1": 34, "d2": 34, "me": {"FOCUS": -3}}),
    ("JUGGERNAUT", On(), {"me": {"JUGGERNAUT": 5}, "energy": 7}),
    ("JUGGERNAUT+", On(), {"me": {"JUGGERNAUT": 7}}),
    ("MINION_SACRIFICE", On(), {"block": 9, "energy": 9}),
    ("MINION_SACRIFICE+", On(), {"block": 12}),
    ("MONARCHS_GAZE", On(), {"me": {"MONARCHS_GAZE": 1}, "energy": 6}),
    ("MONARCHS_GAZE+", On(), {"me": {"MONARCHS_GAZE": 1}, "energy": 7}),
    ("PATTER", On(), {"block": 9, "me": {"VIGOR": 2}, "energy": 8}),
    ("PATTER+", On(), {"block": 11, "me": {"VIGOR": 3}}),
    ("PREDATOR", On(), {"d1": 15, "me": {"DRAW_CARDS_NEXT_TURN": 2}, "energy": 7}),
    ("PREDATOR+", On(), {"d1": 20, "me": {"DRAW_CARDS_NEXT_TURN": 2}}),
    ("REFLECT", On(more={"stars": 9}), {"block": 17, "me": {"REFLECT": 1}, "energy": 8}),
    ("REFLECT+", On(more={"stars": 9}), {"block": 21, "me": {"REFLECT": 1}}),
    ("SHATTER", On(foes=2), {"d1": 11, "d2": 11, "energy": 8}),
    ("SHATTER+", On(foes=2), {"d1": 15, "d2": 15}),
    ("SYNTHESIS", On(), {"d1": 12, "me": {"FREE": 1}, "energy": 7}),
    ("SYNTHESIS+", On(), {"d1": 18, "me": {"FREE": 1}}),
    ("TESLA_COIL", On(), {"d1": 3, "energy": 9}),
    ("TESLA_COIL+", On(), {"d1": 6}),
    ("UNRELENTING", On(), {"d1": 12, "me": {"FREE_ATTACK": 1}, "energy": 7}),
    ("UNRELENTING+", On(), {"d1": 18, "me": {"FREE_ATTACK": 1}}),
    ("UNTOUCHABLE", On(), {"block": 6, "energy": 7}),
    ("UNTOUCHABLE+", On(), {"block": 8}),
    ("UPROAR", On(), {"d1": 10, "energy": 7}),
    ("UPROAR+", On(), {"d1": 14}),
]
# As in tests/rules/monster_rows.
MONSTERS = """
AXEBOT 40-44 42-46 STOCK:2
  BOOT_UP_MOVE DB - - #10 +STRENGTH:1
  ONE_TWO_MOVE A 5x2 6x2
  SHARPEN_MOVE B - - +STRENGTH:4
  HAMMER_UPPERCUT_MOVE Ad 8 10 @WEAK:1 @FRAIL:1
DOORMAKER 489-489 512-512
  DRAMATIC_OPEN_MOVE U - - +HUNGER:1
  HUNGER_MOVE A 30 35 +SCRUTINY:1
  SCRUTINY_MOVE A 24 26 +GRASP:1
  GRASP_MOVE AB 10x2 11x2 +STRENGTH:3/4 +HUNGER:1
OWL_MAGISTRATE 234-234 243-243
SCROLL_OF_BITING 31-38 32-39 PAPER_CUTS:2
SLIMED_BERSERKER 266-266 276-276
INFESTED_PRISM 200-200 215-215 VITAL_SPARK:1
  JAB_MOVE A 22 24
  RADIATE_MOVE AD 16 18 #16/18
  WHIRLWIND_MOVE A 9x3 10x3
  PULSATE_MOVE BD - - #20/22 +STRENGTH:4/5
SKULKING_COLONY 70-70 75-75 HARDENED_SHELL:20
  SMASH_MOVE A 12 13
  ZOOM_MOVE AD 14 16 #10/13
  INERTIA_MOVE AB 9 11 +STRENGTH:2/3
  PIERCING_STABS_MOVE A 7x2 8x2
HAUNTED_SHIP 63-63 67-67
  HAUNT_MOVE S 5 5 =DAZED*5
  RAMMING_SPEED_MOVE Ad 10 11 @WEAK:1
  SWIPE_MOVE A 13 14
  STOMP_MOVE A 4x3 5x3
SOUL_FYSH 211-211 221-221
  SCREAM_MOVE Ad 11 12 @VULNERABLE:3
TERROR_EEL 140-140 150-150 SHRIEK:70/75
  CRASH_MOVE A 16 18
  ThrashMove AB 3x3 4x3 +VIGOR:6
"""
ROWS = parse(MONSTERS)


@pytest.mark.parametrize(("name", "on", "expected"), CARDS, ids=[f"{name}-{n}" for n, (name, _, _) in enumerate(CARDS)])
def test_a_card_of_the_older_build(name: str, on: On, expected: dict[str, Any]) -> None:
    """v0.103.2: what the row names after one play, energy left of 9."""
    c = stand(on, name, build="v0.103.2")
    play(c)
    found = after(c)
    assert {key: found[key] for key in expected} == expected
    assert "BULWARK" not in name or blades(c) == [23 if name == "BULWARK+" else 20]


@pytest.mark.parametrize("name", sorted(ROWS))
def test_a_monster_of_the_older_build(name: str) -> None:
    """v0.103.2: hp and powers at spawn at both tiers; intents, labels and effects of the moves that differ."""
    row = ROWS[name]
    for ascension, column in ((0, 0), (9, 1)):
        low, high = row.hp[column]
        seen = set()
        for seed in range(60 if high > low else 1):
            c = at_start(monsters=("NIBBIT", name), ascension=ascension, seed=seed, build="v0.103.2")
            seen.add(c.enemies[1].hp)
            assert powers_of(c.enemies[1]) == {power: n[column] for power, n in row.spawn.items()}
        assert (min(seen), max(seen)) == (low, high)
        for move, does in row.moves.items():
            foe = enemy(id=name, move=move)
            c = fight(draw="DEFEND_IRONCLAD " * 9, hp=80, enemies=(foe, enemy(2)), ascension=ascension, build=OLD)
            shown = rules.intents(c, c.enemies[0])
            assert [i.type for i in shown] == does.intents, move
            assert next((i.label for i in shown if i.label), "") == does.labels[column], move
            end(c)
            own = {power: n[column] for power, n in does.own.items()}
            assert (c.enemies[0].block, powers_of(c.enemies[0])) == (does.block[column], own), move
            assert powers_of(c.player) == does.player, move
            assert [card for card in ids(c.discard) if card == "DAZED"] == does.added, move


def test_howl_plays_itself_when_a_turn_begins() -> None:
    """v0.103.2: HOWL_FROM_BEYOND in the exhaust pile: 16 to all at the start of the next turn."""
    c = fight(exhaust="HOWL_FROM_BEYOND", draw="WOUND " * 5, enemies=(enemy(1), enemy(2)), build="v0.103.2")
    end(c)
    assert ([e.hp for e in c.enemies], ids(c.discard)) == ([184, 184], ["HOWL_FROM_BEYOND"])


@pytest.mark.parametrize(
    ("power", "card", "left"),
    [
        ("FREE_POWER", "DEMON_FORM", {"DEMON_FORM": 2}),
        ("FREE_SKILL", "IMPERVIOUS", {}),
        ("CORRUPTION", "IMPERVIOUS", {"CORRUPTION": 1}),
    ],
)
def test_a_power_makes_a_card_free(power: str, card: str, left: dict[str, int]) -> None:
    """v0.103.2: a Power or a Skill costs 0; the first two powers are spent."""
    c = stand(On(f"{card} {card}", powers={power: 1}), build="v0.103.2")
    play(c)
    assert (c.energy, powers_of(c.player)) == (9, left)
    assert "IMPERVIOUS" not in card or ids(c.exhaust) == ["IMPERVIOUS"]


def test_corruption_exhausts_skills() -> None:
    """v0.103.2: a Defend too."""
    c = stand(On("DEFEND_IRONCLAD", powers={"CORRUPTION": 1}), build="v0.103.2")
    play(c)
    assert ids(c.exhaust) == ["DEFEND_IRONCLAD"]


def test_a_hardened_shell_counts_from_the_players_turn_on() -> None:
    """v0.103.2: HARDENED_SHELL 20: two Bludgeons cost it 20 hp, one in the next turn 20 more."""
    c = stand(On("BLUDGEON BLUDGEON", draw="BLUDGEON " * 9, foe={"HARDENED_SHELL": 20}), build="v0.103.2")
    play(c)
    play(c)
    assert c.enemies[0].hp == 180
    end(c)
    play(c)
    assert c.enemies[0].hp == 160


def test_mayhem_plays_before_the_hand_is_drawn() -> None:
    """v0.103.2: MAYHEM plays the top card, then five are drawn."""
    c = fight(draw="WOUND " * 5 + "BASH", powers={"MAYHEM": 1}, enemies=(enemy(move="HISS_MOVE"),), build="v0.103.2")
    end(c)
    assert (c.enemies[0].hp, ids(c.hand)) == (192, ["WOUND"] * 5)


def test_slippery_is_spent_on_blocked_hits_too() -> None:
    """v0.103.2: SLIPPERY 3 into 10 block: two hits of 1, 8 block and 1 stack left."""
    c = stand(On("TWIN_STRIKE", foe={"SLIPPERY": 3}), build="v0.103.2")
    c.enemies[0].block = 10
    play(c)
    assert (c.enemies[0].block, c.enemies[0].hp, powers_of(c.enemies[0])) == (8, 200, {"SLIPPERY": 1})


def test_stampede_plays_in_the_last_pass_of_the_turn() -> None:
    """v0.103.2: STAMPEDE 1 plays Bash for nothing."""
    c = stand(On("BASH", powers={"STAMPEDE": 1}), build="v0.103.2")
    end(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0]).get("VULNERABLE")) == (192, 1)


def test_relics_of_the_older_build() -> None:
    """v0.103.2: BOOMING_CONCH draws two and gives no energy; PUMPKIN_CANDLE burns until act 3, whatever it counts."""
    assert opening("BOOMING_CONCH", room="elite", build="v0.103.2") == {"hand": 2}
    assert opening("PUMPKIN_CANDLE", act=2, build="v0.103.2") == {"energy": 1}
    assert opening("PUMPKIN_CANDLE", act=3, build="v0.103.2") == {}


def test_scroll_boxes_cost_all_gold_in_the_older_build() -> None:
    """v0.103.2: SCROLL_BOXES take the gold, then show two packs."""
    desk = at("rest_site", build="v0.103.2")
    gain_relic(desk.game.world, "SCROLL_BOXES")
    state = desk.wait()
    packs = [[card["rarity"] for card in bundle["cards"]] for bundle in state["bundle_select"]["bundles"]]
    assert packs == [["Common", "Common", "Uncommon"]] * 2
    assert desk.game.world.live_run.gold == 0

"""Cards, powers and relics made for several players, in a run alone: facts cards, powers, relics (`mp_only`)."""

from __future__ import annotations

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from tests.figures.field import On, played, stand
from tests.rules.build import end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import attacker, butt, necro

# What they do with one player: card, field, what stands after its play (energy left of 9).
ROWS = [
    ("BEACON_OF_HOPE", On(), {"me": {"BEACON_OF_HOPE": 1}, "energy": 8}),
    ("BEACON_OF_HOPE+", On(), {"me": {"BEACON_OF_HOPE": 1}, "energy": 8}),
    ("ENERGY_SURGE", On(), {"energy": 10, "exhaust": "ENERGY_SURGE"}),
    ("ENERGY_SURGE+", On(), {"energy": 11, "exhaust": "ENERGY_SURGE+"}),
    ("FLANKING", On(), {"e1": {"FLANKING": 2}, "energy": 7}),
    ("FLANKING+", On(), {"e1": {"FLANKING": 2}, "energy": 8}),
    ("GANG_UP", On(), {"d1": 5, "energy": 8}),
    ("GANG_UP+", On(), {"d1": 5, "energy": 8}),
    ("GLIMPSE_BEYOND", On(), {"draw": "SOUL SOUL SOUL", "energy": 8, "exhaust": "GLIMPSE_BEYOND"}),
    ("GLIMPSE_BEYOND+", On(), {"draw": "SOUL SOUL SOUL SOUL", "energy": 8}),
    ("HAMMER_TIME", On(), {"me": {"HAMMER_TIME": 1}, "energy": 7}),
    ("HAMMER_TIME+", On(), {"me": {"HAMMER_TIME": 1}, "energy": 8}),
    ("HUDDLE_UP", On(draw="BASH " * 5), {"hand": "BASH BASH", "energy": 8, "exhaust": "HUDDLE_UP"}),
    ("HUDDLE_UP+", On(draw="BASH " * 5), {"hand": "BASH BASH BASH", "energy": 8}),
    ("KNOCKDOWN", On(), {"d1": 10, "e1": {"KNOCKDOWN": 2}, "energy": 6}),
    ("KNOCKDOWN+", On(), {"d1": 14, "e1": {"KNOCKDOWN": 3}, "energy": 6}),
    ("LEGION_OF_BONE", On(character="NECROBINDER"), {"osty": 6, "energy": 7, "exhaust": "LEGION_OF_BONE"}),
    ("LEGION_OF_BONE+", On(character="NECROBINDER"), {"osty": 8, "energy": 7}),
    ("RALLY", On(), {"block": 12, "energy": 7}),
    ("RALLY+", On(), {"block": 17, "energy": 7}),
    ("SNEAKY", On(), {"me": {"SNEAKY": 1}, "energy": 7}),
    ("SNEAKY+", On(), {"me": {"SNEAKY": 2}, "energy": 7}),
    ("TAG_TEAM", On(), {"d1": 11, "e1": {"TAG_TEAM": 1}, "energy": 7}),
    ("TAG_TEAM+", On(), {"d1": 15, "e1": {"TAG_TEAM": 1}, "energy": 7}),
]
# Cards at another player, and what they cost: without one they can't be played.
AT_AN_ALLY = {
    "BELIEVE_IN_YOU": "0",
    "COORDINATE": "1",
    "DEMONIC_SHIELD": "0",
    "IGNITION": "1",
    "INTERCEPT": "1",
    "LARGESSE": "0",
    "LIFT": "1",
    "MIMIC": "1",
}


@pytest.mark.parametrize(("name", "on", "expected"), ROWS, ids=[name for name, _, _ in ROWS])
def test_a_card_for_all_players_acts_on_the_one_there_is(name: str, on: On, expected: dict[str, object]) -> None:
    """What the facts give to everyone the player gets; what they put on an enemy lands."""
    found = played(name, on)
    assert {key: found[key] for key in expected} == expected


@pytest.mark.parametrize("name", [*AT_AN_ALLY, *(f"{name}+" for name in AT_AN_ALLY)])
def test_a_card_at_another_player_cannot_be_played_alone(name: str) -> None:
    """Refused for want of an ally, at its printed cost; played by an effect it goes by without one."""
    c = stand(On(), name)
    assert rules.unplayable_reason(c, 0) == "NoLivingAllies"
    assert rules.card_cost(c, c.hand[0]) == AT_AN_ALLY[name.rstrip("+")]
    c = stand(On(draw=name), "HAVOC")
    play(c)
    assert (ids(c.exhaust), c.player.block, c.energy, powers_of(c.player)) == ([name], 0, 8, {})


def test_all_cards_for_several_players_are_here() -> None:
    """20 of v0.107.1 besides Tank, whose own test is with the Ironclad's; none of them is ever generated or offered."""
    known = {card.id for card in load().cards.values() if card.multiplayer_only}
    assert known == {name for name, _, _ in ROWS if "+" not in name} | set(AT_AN_ALLY) | {"TANK"}


@pytest.mark.parametrize(
    ("power", "lost", "left"),
    [("GUARDED", 6, {"GUARDED": 1}), ("COVERED", 0, {}), ("INTERCEPT", 24, {}), ("SNEAKY", 12, {"SNEAKY": 1})],
)
def test_what_another_player_would_have_put_on_changes_an_attack_of_twelve(
    power: str, lost: int, left: dict[str, int]
) -> None:
    """Guarded halves, Covered takes none, Intercept takes one more share; the latter two end with the enemy side."""
    c = fight(powers={power: 1}, enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert (50 - c.player.hp, powers_of(c.player)) == (lost, left)


def test_knockdown_ends_with_the_enemy_side_and_does_not_multiply_the_players_own_hits() -> None:
    """Strike deals 6 into Knockdown 2, which is gone next turn."""
    c = stand(On("STRIKE_IRONCLAD", foe={"KNOCKDOWN": 2}))
    play(c)
    assert c.enemies[0].hp == 194
    end(c)
    assert powers_of(c.enemies[0]) == {}


def test_tag_team_waits_for_another_players_attack() -> None:
    """A Strike of one's own is played once, and Tag Team stays."""
    c = stand(On("STRIKE_IRONCLAD", foe={"TAG_TEAM": 1}))
    play(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (194, {"TAG_TEAM": 1})


def test_leadership_adds_to_osty_and_not_to_the_owner() -> None:
    """Leadership 3: Osty's Sweeping Gaze deals 10 + 3, a Strike 6."""
    c = necro("SWEEPING_GAZE STRIKE_NECROBINDER", powers={"LEADERSHIP": 3})
    play(c)
    assert c.enemies[0].hp == 200 - 13
    play(c)
    assert c.enemies[0].hp == 200 - 13 - 6


def test_beacon_and_hammer_time_give_nothing_to_their_owner() -> None:
    """Block gained and blades forged are what they are without them."""
    c = fight("DEFEND_IRONCLAD", powers={"BEACON_OF_HOPE": 1, "HAMMER_TIME": 1}, enemies=attacker())
    play(c)
    assert (c.player.block, butt(c)) == (5, 12)

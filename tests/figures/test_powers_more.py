"""Powers whose effect shows in a fight of their own only: read from the power facts by hand."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules import effects
from sts2fsm.rules.observe import PowerSeen
from tests.figures.field import On, after, stand
from tests.rules.build import at_start, card, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import attacker, necro, pet, regent
from tests.rules.idle import idle


def test_the_dummy_leaves_when_its_time_is_up() -> None:
    """Time Limit 2: 1 after the first enemy turn, gone and not beaten after the second."""
    c = fight(enemies=(idle(powers={"BATTLEWORN_DUMMY_TIME_LIMIT": 2}),))
    end(c)
    assert powers_of(c.enemies[0]) == {"BATTLEWORN_DUMMY_TIME_LIMIT": 1}
    end(c)
    assert (rules.summary(c).escaped, rules.summary(c).killed) == (("BATTLE_FRIEND_V1",), ())


def test_escape_artist_counts_down_to_one() -> None:
    """3, 2, 1 and no further: the move itself escapes."""
    c = fight(enemies=(idle(powers={"ESCAPE_ARTIST": 3}),))
    for left in (2, 1, 1):
        end(c)
        assert powers_of(c.enemies[0]) == {"ESCAPE_ARTIST": left}


def test_powers_that_pay_next_turn() -> None:
    """Summon Next Turn 4 adds 4 to Osty once, Star Next Turn 3 three stars once."""
    c = necro(osty=(5, 5), powers={"SUMMON_NEXT_TURN": 4}, enemies=(idle(),))
    for hp in (9, 9):
        end(c)
        assert pet(c) == (hp, hp)
    assert powers_of(c.player) == {}
    c = regent(stars=1, powers={"STAR_NEXT_TURN": 3}, enemies=(idle(),))
    for stars in (4, 4):
        end(c)
        assert c.stars == stars
    assert powers_of(c.player) == {}


def test_no_draw_stops_effects_until_the_turn_ends() -> None:
    """Pommel Strike draws nothing; the hand draw of the next turn comes in full."""
    c = stand(On("POMMEL_STRIKE", draw="WOUND " * 9, powers={"NO_DRAW": 1}))
    play(c)
    assert (ids(c.hand), powers_of(c.player)) == ([], {"NO_DRAW": 1})
    end(c)
    assert (len(c.hand), powers_of(c.player)) == (5, {})


def test_die_for_you_is_what_osty_keeps_when_it_falls() -> None:
    """A 12 damage hit on 4 hp: Osty is down, the rest comes back, its other powers are gone."""
    c = necro(osty=(4, 4), enemies=attacker())
    assert c.osty is not None
    c.osty.powers = {}

    for power in ("DIE_FOR_YOU_POWER", "STRENGTH_POWER"):
        effects.apply_power(c, c.osty, power, 1, c.player)
    end(c)
    assert (c.player.hp, pet(c)) == (42, (0, 4))
    assert powers_of(c.osty) == {"DIE_FOR_YOU": 1}


def test_shrink_takes_three_tenths_and_wears_off() -> None:
    """Strike deals 4 (6 * 0.7 = 4.2); Shrink 2 is 1 next turn, then gone; a negative one has no end."""
    for start, left in ((2, [1, 0, 0]), (-1, [-1, -1, -1])):
        c = stand(On("STRIKE_IRONCLAD", draw="WOUND " * 20, powers={"SHRINK": start}))
        play(c)
        assert c.enemies[0].hp == 196
        for n in left:
            end(c)
            assert powers_of(c.player).get("SHRINK", 0) == n


def test_thievery_takes_gold_and_a_dead_thief_returns_it() -> None:
    """Thievery 20: GIMME takes 20 twice of 100; the Merc's death leaves a Fat Gremlin with a Heist of what it took."""
    c = fight(enemies=(enemy(id="GREMLIN_MERC", hp=6, move="GIMME_MOVE", powers={"THIEVERY": 20, "SURPRISE": 1}),))
    end(c)
    taken = -rules.summary(c).gold_delta
    assert taken == 20
    c.hand.append(stand(On("STRIKE_IRONCLAD")).hand[0])
    play(c, "STRIKE_IRONCLAD")
    assert powers_of(c.enemies[1]) == {"HEIST": taken}


def test_a_stolen_card_comes_back_with_the_thiefs_death_only() -> None:
    """Swipe: the deck loses the card; killed, the Hopper gives it back."""
    c = at_start("STRIKE_IRONCLAD " * 10, monsters=("THIEVING_HOPPER",))
    end(c)
    assert powers_of(c.enemies[0])["SWIPE"] == 1
    assert [kind for kind, _ in rules.summary(c).deck_changes] == ["remove"]
    c.enemies[0].hp = 1
    play(c, "STRIKE_IRONCLAD")
    assert rules.summary(c).deck_changes == ()


def test_the_forgotten_gives_stolen_dexterity_back_when_it_dies() -> None:
    """MIASMA takes 2 Dexterity; at its death they return."""
    forgotten = enemy(id="THE_FORGOTTEN", hp=6, move="MIASMA", powers={"POSSESS_SPEED": 1})
    c = fight("STRIKE_IRONCLAD", draw="STRIKE_IRONCLAD " * 9, enemies=(forgotten, idle(2)))
    end(c)
    assert powers_of(c.player) == {"DEXTERITY": -2}
    c.enemies[0].block = 0
    play(c, "STRIKE_IRONCLAD")
    assert powers_of(c.player) == {}


@pytest.mark.parametrize("build", ["v0.103.2", "v0.107.1"])
def test_the_doormakers_powers_tax_plays_mark_cards_and_stop_draws(build: str) -> None:
    """Grasp: 1 energy more for each card. Hunger: Attacks and Skills exhaust. Scrutiny: no draws by effects."""
    c = stand(On("DEFEND_IRONCLAD", foe={"GRASP": 1}), build=build)
    play(c)
    assert c.energy == 7
    c = stand(On("DEFEND_IRONCLAD INFLAME"), build=build)

    effects.apply_power(c, c.enemies[0], "HUNGER_POWER", 1, c.enemies[0])
    play(c)
    play(c)
    assert (ids(c.exhaust), ids(c.discard)) == (["DEFEND_IRONCLAD"], [])
    c = stand(On("POMMEL_STRIKE", draw="WOUND", foe={"SCRUTINY": 1}), build=build)
    play(c)
    assert ids(c.hand) == []


@pytest.mark.parametrize("build", ["v0.103.2", "v0.107.1"])
def test_drum_of_battle_exhausts_the_top_card_before_each_draw(build: str) -> None:
    """The older build's power 2: two cards exhausted, then five drawn."""
    c = stand(On(draw="WOUND " * 5 + "BASH BASH", powers={"DRUM_OF_BATTLE": 2}), build=build)
    end(c)
    assert (ids(c.exhaust), len(c.hand)) == (["BASH", "BASH"], 5)


@pytest.mark.parametrize(
    ("name", "power", "buff"),
    [
        ("BEACON_OF_HOPE", "BEACON_OF_HOPE", True),
        ("HAMMER_TIME", "HAMMER_TIME", True),
        ("SNEAKY", "SNEAKY", True),
        ("THE_HUNT", "THE_HUNT", True),
        ("TAG_TEAM", "TAG_TEAM", False),
        ("STRIKE_IRONCLAD", "EBB", True),
    ],
)
def test_a_power_that_only_shows_lands_by_its_type(name: str, power: str, buff: bool) -> None:
    """Artifact lets a buff through and is spent on a debuff."""
    c = stand(On(name, powers={"ARTIFACT": 1}, foe={"ARTIFACT": 1}, foes=2))
    c.enemies[0].hp = min(c.enemies[0].hp, 10 if name == "THE_HUNT" else 200)
    foe = c.enemies[0]
    if power == "EBB":  # nothing of ours gives it: use unknown
        effects.apply_power(c, c.player, "EBB_POWER", 1, c.player)
    play(c)
    expected = {"ARTIFACT": 1, power: 1} if buff else {"ARTIFACT": 1}
    assert powers_of(c.player) == expected
    if not buff:
        assert powers_of(foe) == {}


def test_powers_seen_on_the_wire_keep_their_amounts() -> None:
    """What the wire shows is what stands: PowerSeen amounts are not applied again."""
    c = stand(On(powers={"STRENGTH": 3}))
    assert after(c)["me"] == {"STRENGTH": 3}
    assert PowerSeen("STRENGTH_POWER", 3).amount == 3
    assert card("BASH+").upgrades == 1

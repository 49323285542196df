"""Other powers and cards of the Necrobinder, worked out by hand from the facts named in each test."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import OstySeen
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.build_court import attacker, butt, necro, pet


def test_borrowed_time_makes_cards_dearer_this_turn() -> None:
    """Strike 2, X unchanged; over at the end of the turn."""
    c = necro("BORROWED_TIME STRIKE_NECROBINDER ERADICATE", powers={"RETAIN_HAND": 1})
    play(c)
    assert [rules.card_cost(c, x) for x in c.hand] == ["2", "X"]
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "1"


def test_danse_macabre_and_ivory_tile_watch_costs() -> None:
    """Bury costs 4: 4 block and 1 energy; Strike nothing."""
    c = necro("BURY STRIKE_NECROBINDER", energy=5, powers={"DANSE_MACABRE": 4}, relics=("IVORY_TILE",))
    play(c)
    play(c)
    assert (c.player.block, c.energy) == (4, 1)


def test_debilitate_strengthens_vulnerable_and_weak() -> None:
    """Strike 6 x 2; its attack 12 x 0.5; one less after its turn (powers DEBILITATE)."""
    c = necro("STRIKE_NECROBINDER", enemies=attacker(powers={"DEBILITATE": 3, "VULNERABLE": 5, "WEAK": 5}))
    assert butt(c) == 6
    play(c)
    assert c.enemies[0].hp == 188
    end(c)
    assert c.enemies[0].amount("DEBILITATE_POWER") == 2


def test_hang_doubles_itself() -> None:
    """10, then 20, then 40; a Strike is not changed; Hang 2, 4, 8."""
    c = necro("HANG HANG HANG STRIKE_NECROBINDER", energy=4)
    for hp in (190, 170, 130):
        play(c)
        assert c.enemies[0].hp == hp
    assert c.enemies[0].amount("HANG_POWER") == 8
    play(c)
    assert c.enemies[0].hp == 124


def test_lethality_strengthens_the_first_attack_of_a_turn() -> None:
    """9, then 6; Osty's too: Poke 9."""
    c = necro("STRIKE_NECROBINDER STRIKE_NECROBINDER", powers={"LETHALITY": 50})
    play(c)
    play(c)
    assert c.enemies[0].hp == 185
    c = necro("POKE", powers={"LETHALITY": 50})
    play(c)
    assert c.enemies[0].hp == 191


def test_sleight_of_flesh_hits_for_each_debuff_given() -> None:
    """Putrefy: two debuffs, 9 each; Enfeebling Touch once, for the Strength it takes."""
    c = necro("PUTREFY ENFEEBLING_TOUCH", powers={"SLEIGHT_OF_FLESH": 9})
    play(c)
    assert c.enemies[0].hp == 182
    play(c)
    assert c.enemies[0].hp == 173


def test_misery_copies_debuffs_to_the_others() -> None:
    """Weak 2, Doom 5, Strength -1 go over; Plating does not."""
    c = necro(
        "MISERY", enemies=(enemy(1, powers={"WEAK": 2, "DOOM": 5, "STRENGTH": -1, "PLATING": 3}), enemy(2), enemy(3))
    )
    play(c)
    assert [powers_of(e) for e in c.enemies[1:]] == [{"WEAK": 2, "DOOM": 5, "STRENGTH": -1}] * 2


def test_demesne_and_friendship_raise_energy() -> None:
    """3 + 1 + 1, one more card."""
    c = fight(draw="WOUND " * 10, character="NECROBINDER", powers={"DEMESNE": 1, "FRIENDSHIP": 1})
    end(c)
    assert (c.energy, len(c.hand)) == (5, 6)


def test_eidolon_needs_nine_exhausted_cards() -> None:
    """Nine in hand: Intangible; eight: not."""
    for n, got in ((9, {"INTANGIBLE": 1}), (8, {})):
        c = necro("EIDOLON " + "WOUND " * n)
        play(c)
        assert (powers_of(c.player), len(c.exhaust)) == (got, n)


def test_death_march_counts_cards_drawn_in_the_turn() -> None:
    """Parse draws 3: 8 + 9."""
    c = necro("PARSE DEATH_MARCH", draw="WOUND " * 5)
    play(c)
    play(c, "DEATH_MARCH")
    assert c.enemies[0].hp == 183


def test_the_scythe_grows_for_good() -> None:
    """13, then 16 in the next fight: the deck card carries 3."""
    c = at_start("THE_SCYTHE " + "WOUND " * 4, character="NECROBINDER")
    play(c, "THE_SCYTHE")
    assert rules.summary(c).deck_changes[0][1][1:] == ("scythe_ramp", 3)


def test_melancholy_gets_cheaper_per_death() -> None:
    """3, then 2 once an enemy died."""
    c = necro("MELANCHOLY STRIKE_NECROBINDER", enemies=(enemy(1, hp=6), enemy(2)))
    play(c, "STRIKE_NECROBINDER")
    assert rules.card_cost(c, c.hand[0]) == "2"


def test_right_hand_hand_comes_back_for_costly_cards() -> None:
    """Flatten (2) brings it back, a Strike (1) does not."""
    c = necro("RIGHT_HAND_HAND STRIKE_NECROBINDER DELAY")
    play(c)
    play(c)
    assert ids(c.hand) == ["DELAY"]
    play(c)
    assert ids(c.hand) == ["RIGHT_HAND_HAND"]


def test_drain_power_and_transfigure_change_cards() -> None:
    """Two discarded Strikes upgraded; a Poke is played twice for 1 energy."""
    c = necro("DRAIN_POWER", discard="STRIKE_NECROBINDER STRIKE_NECROBINDER")
    play(c)
    assert ids(c.discard) == ["STRIKE_NECROBINDER+", "STRIKE_NECROBINDER+", "DRAIN_POWER"]
    c = necro("TRANSFIGURE POKE")
    play(c)
    assert rules.card_cost(c, c.hand[0]) == "1"
    play(c)
    assert c.enemies[0].hp == 188


def test_undeath_and_dredge_use_the_discard_pile() -> None:
    """The copy lies there; Dredge takes three back."""
    c = necro("UNDEATH DREDGE", discard="WOUND")
    play(c)
    play(c)
    assert sorted(ids(c.hand)) == ["UNDEATH", "UNDEATH", "WOUND"]


def test_forbidden_grimoire_offers_a_removal() -> None:
    """One reward of that kind."""
    c = necro("STRIKE_NECROBINDER", powers={"FORBIDDEN_GRIMOIRE": 1}, enemies=(enemy(hp=6),))
    play(c)
    assert rules.summary(c).rewards == (("card_removal", None),)


def test_bookmark_makes_a_retained_card_cheaper_until_played() -> None:
    """Reap costs 3, 2 after the turn, 3 once played."""
    c = necro("REAP", relics=("BOOKMARK",))
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "2"
    play(c, "REAP")
    assert rules.card_cost(c, c.discard[-1]) == "3"


def test_a_copy_does_not_share_osty() -> None:
    """What happens to the copy's Osty leaves the original as it was."""
    c = necro("BONE_SHARDS")
    key = c.key()
    play(c.copy())
    assert (c.key(), pet(c)) == (key, (10, 12))


def test_a_snapshot_shows_a_dead_osty_as_a_body() -> None:
    """alive False: no hp whatever is printed; it can be summoned."""
    c = fight("BODYGUARD", character="NECROBINDER", osty=OstySeen(0, 9, False))
    assert c.creature(-2) is c.osty
    play(c)
    assert pet(c) == (5, 5)

"""Debuffs and afflictions that monsters put on the player and the cards, each in a fight worked out by hand."""

from __future__ import annotations

from sts2fsm.rules import combat as rules
from tests.rules.build import at_start, end, enemy, fight, ids, play, powers_of
from tests.rules.idle import idle, one

# Debuffs on the player ------------------------------------------------------------------------------------------------


def test_sandpit_swallows_the_player_at_zero_and_escapes_deepen_it() -> None:
    """SANDPIT 2: 1 after an enemy turn; Frantic Escape adds 1 and costs 2 from then on; at 0 the fight is lost."""
    c = fight(
        "FRANTIC_ESCAPE", enemies=(enemy(id="THE_INSATIABLE", move="SALIVATE_MOVE", powers={"SANDPIT": 2}),), hp=80
    )
    play(c)
    foe = c.enemies[0]
    assert (foe.powers["SANDPIT_POWER"].amount, c.energy) == (3, 2)
    assert rules.card_cost(c, c.discard[0]) == "2"
    end(c)
    end(c)
    assert (foe.powers["SANDPIT_POWER"].amount, c.outcome) == (1, None)
    end(c)
    assert (c.outcome, c.player.hp) == ("lost", 0)


def test_the_ground_liquefies_with_six_escapes() -> None:
    """LIQUIFY_GROUND: Sandpit 4, three Frantic Escapes in the draw and three in the discard pile."""
    c = fight(enemies=(enemy(id="THE_INSATIABLE", move="LIQUIFY_GROUND_MOVE"),), draw="WOUND " * 5)
    end(c)
    assert powers_of(c.enemies[0]) == {"SANDPIT": 4}
    assert (ids(c.discard).count("FRANTIC_ESCAPE"), (ids(c.draw) + ids(c.hand)).count("FRANTIC_ESCAPE")) == (3, 3)


def test_the_demon_offers_three_curses_in_turn() -> None:
    """Disintegration 6 or Mind Rot; 7 or Sloth; 8 or Waste Away; no skipping; the choice can be copied over."""
    c = at_start("WOUND " * 10, monsters=("KNOWLEDGE_DEMON",))
    offers = []
    for turn in range(9):
        c.player.hp = 80
        rules.end_turn(c)
        if turn in (0, 4, 8):
            assert c.pending is not None
            assert (c.pending.kind, c.pending.can_skip) == ("choose", False)
            offers.append([card.id for card in c.pending.cards])
            twin = c.copy()
            rules.choose(twin, (0,))
            rules.choose(c, (1,))
    assert offers == [["DISINTEGRATION", "MIND_ROT"], ["DISINTEGRATION", "SLOTH"], ["DISINTEGRATION", "WASTE_AWAY"]]
    assert powers_of(c.player) == {"MIND_ROT": 1, "SLOTH": 3, "WASTE_AWAY": 1}
    assert powers_of(twin.player) == {"MIND_ROT": 1, "SLOTH": 3, "DISINTEGRATION": 8}
    assert (len(c.hand), c.energy, rules.max_energy(c)) == (4, 2, 2)


def test_disintegration_hurts_at_the_turns_end_through_block_left() -> None:
    """DISINTEGRATION 6 against 4 block: 2 hp."""
    c = one("", powers={"DISINTEGRATION": 6}, block=4)
    end(c)
    assert c.player.hp == 48


def test_sloth_lets_three_cards_be_played() -> None:
    """SLOTH 3: the fourth card is blocked, next turn three again."""
    c = one("DEFEND_IRONCLAD " * 4, powers={"SLOTH": 3})
    for _ in range(3):
        play(c)
    assert rules.unplayable_reason(c, 0) == "BlockedByHook"
    end(c)
    assert rules.unplayable_reason(c, 0) is None


def test_tender_takes_strength_and_dexterity_per_card_until_the_turns_end() -> None:
    """TENDER 1: after two Defends (5 + 4) Strike deals 4; then all comes back."""
    c = one("DEFEND_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD", powers={"TENDER": 1})
    play(c, "DEFEND_IRONCLAD")
    play(c, "DEFEND_IRONCLAD")
    assert c.player.block == 9
    play(c, "STRIKE_IRONCLAD")
    assert c.enemies[0].hp == 196
    assert powers_of(c.player) == {"TENDER": 1, "STRENGTH": -3, "DEXTERITY": -3}
    end(c)
    assert powers_of(c.player) == {"TENDER": 1}


def test_chains_bind_the_first_cards_drawn_and_one_of_them_may_be_played() -> None:
    """CHAINS_OF_BINDING 3: three of five drawn are Bound; after one of them the others are blocked; then all free."""
    c = one("", powers={"CHAINS_OF_BINDING": 3}, draw="DEFEND_IRONCLAD " * 9)
    end(c)
    bound = [i for i, card in enumerate(c.hand) if card.affliction == ("BOUND", 1)]
    assert bound == [0, 1, 2]
    rules.play_card(c, 4)
    assert rules.unplayable_reason(c, 0) is None
    rules.play_card(c, 0)
    assert [rules.unplayable_reason(c, i) for i in range(3)] == ["BlockedByHook", "BlockedByHook", None]
    end(c)
    assert sum(card.affliction is not None for card in (*c.hand, *c.discard, *c.draw)) == 3
    assert rules.unplayable_reason(c, 0) is None


def test_hex_makes_cards_ethereal_while_its_knight_lives() -> None:
    """HEX: hand cards exhaust at the turn's end, new cards too; with the knight dead they are as before."""
    knight = enemy(1, "SPECTRAL_KNIGHT", 200, "HEX")
    c = fight("", draw="DEFEND_IRONCLAD STRIKE_IRONCLAD APPARITION", enemies=(knight, idle(2)), hp=80)
    end(c)
    assert all(card.ethereal and card.affliction is not None for card in c.hand)
    twin = c.copy()
    end(twin)
    assert sorted(ids(twin.exhaust)) == ["APPARITION", "DEFEND_IRONCLAD", "STRIKE_IRONCLAD"]
    c.enemies[0].hp = 1
    play(c, "STRIKE_IRONCLAD")
    assert powers_of(c.player) == {}
    assert {card.id: card.ethereal for card in (*c.hand, *c.discard)} == {
        "DEFEND_IRONCLAD": False,
        "STRIKE_IRONCLAD": False,
        "APPARITION": True,
    }


def test_dampen_lowers_upgraded_cards_and_gives_them_back() -> None:
    """DAMPEN: Strike+ deals 6 and costs as before; after the Magi Knight's death it deals 9 again."""
    c = fight(
        "",
        draw="STRIKE_IRONCLAD+ STRIKE_IRONCLAD+ DEFEND_IRONCLAD",
        enemies=(enemy(1, "MAGI_KNIGHT", 200, "DAMPEN_MOVE"), idle(2)),
        hp=80,
    )
    end(c)
    assert sorted(ids(c.hand)) == ["DEFEND_IRONCLAD", "STRIKE_IRONCLAD", "STRIKE_IRONCLAD"]
    c.enemies[0].hp = 6
    play(c, "STRIKE_IRONCLAD", target=1)
    assert [e.combat_id for e in c.enemies] == [2]
    assert sorted(ids(c.hand) + ids(c.discard)) == ["DEFEND_IRONCLAD", "STRIKE_IRONCLAD+", "STRIKE_IRONCLAD+"]
    play(c, "STRIKE_IRONCLAD", target=2)
    assert c.enemies[0].hp == 191


def test_galvanized_powers_shock_whoever_plays_them() -> None:
    """GALVANIC 6: playing Inflame costs 6 hp, block first; a Strike costs nothing."""
    c = at_start("INFLAME " * 5, monsters=("GLOBE_HEAD",))
    assert all(card.affliction == ("GALVANIZED", 6) for card in c.hand)
    c.player.block = 2
    play(c, "INFLAME")
    assert c.player.hp == 46


def test_tainted_skills_make_hits_harder_until_the_enemy_turn_ends() -> None:
    """VITAL_SPARK 2 (v0.107.1): after two Defends JAB's 15 are 19; afterwards the debuff is gone."""
    c = at_start("DEFEND_IRONCLAD " * 5, monsters=("INFESTED_PRISM",))
    play(c)
    play(c)
    assert powers_of(c.player) == {"TAINTED": 4}
    assert rules.intents(c, c.enemies[0])[0].label == "19"
    end(c)
    assert (c.player.hp, powers_of(c.player)) == (50 - 9, {})


def test_vital_spark_gave_energy_in_the_older_build() -> None:
    """VITAL_SPARK (v0.103.2): the first attack of a turn that costs hp gives 1 energy."""
    c = fight("STRIKE_IRONCLAD STRIKE_IRONCLAD", enemies=(idle(powers={"VITAL_SPARK": 1}),), build="v0.103.2")
    play(c)
    assert c.energy == 3
    play(c)
    assert c.energy == 2


def test_wither_comes_with_every_sixth_card_and_grows() -> None:
    """WITHERING_PRESENCE 6: the sixth card brings a Wither of 3 damage; INCREASING_INTENSITY makes all deal 6."""
    foe = enemy(id="AEONGLASS", move="INCREASING_INTENSITY_MOVE", powers={"WITHERING_PRESENCE": 6})
    c = fight("DEFEND_IRONCLAD " * 6, enemies=(foe,), energy=9)
    for n in range(6):
        assert "WITHER" not in ids(c.hand), n
        play(c, "DEFEND_IRONCLAD")
    assert ids(c.hand) == ["WITHER"]
    c.player.block = 0
    end(c)
    assert c.player.hp == 47
    assert [card.counter("growth") for card in (*c.hand, *c.discard, *c.draw) if card.id == "WITHER"] == [3, 3]


def test_increasing_intensity_gains_one_more_each_time() -> None:
    """Aeonglass: Strength 3, then 4 more."""
    c = at_start("WOUND " * 10, monsters=("AEONGLASS",))
    for _ in range(6):
        c.player.hp = 80
        end(c)
    assert c.enemies[0].powers["STRENGTH_POWER"].amount == 7


def test_smog_stops_the_second_skill_of_a_turn() -> None:
    """SMOGGY: after one Skill the others are blocked, Attacks are not; next turn one may be played again."""
    c = one("DEFEND_IRONCLAD DEFEND_IRONCLAD STRIKE_IRONCLAD", powers={"SMOGGY": 1})
    play(c, "DEFEND_IRONCLAD")
    assert [rules.unplayable_reason(c, i) for i in range(2)] == ["BlockedByHook", None]
    end(c)
    assert all(rules.unplayable_reason(c, i) is None for i in range(len(c.hand)))

"""More powers: those of the act's monsters, of cards that come back or play themselves, and of card makers."""

from __future__ import annotations

import pytest

from sts2fsm.rules import combat as rules
from sts2fsm.rules.state import Power
from tests.rules.build import answer, cards, end, enemy, fight, ids, play, powers_of

BUTT, SLICE, HISS = "BUTT_MOVE", "SLICE_MOVE", "HISS_MOVE"  # Nibbit: 12 damage; 6 and 5 block; Strength 2


def test_territorial_grows_each_enemy_turn() -> None:
    """Byrdonis: Strength 1 at the end of its turn."""
    c = fight(enemies=(enemy(id="BYRDONIS", move="SWOOP_MOVE", powers={"TERRITORIAL": 1}),))
    end(c)
    assert (50 - c.player.hp, powers_of(c.enemies[0])) == (17, {"TERRITORIAL": 1, "STRENGTH": 1})


def test_infested_leaves_four_stunned_wrigglers() -> None:
    """The Phrog dies: the fight goes on with four, which do nothing in the next enemy turn."""
    phrog = enemy(id="PHROG_PARASITE", hp=6, move="LASH_MOVE", powers={"INFESTED": 4})
    c = fight("STRIKE_IRONCLAD", enemies=(phrog,))
    play(c)
    assert (c.outcome, [e.id for e in c.enemies]) == (None, ["WRIGGLER"] * 4)
    assert {rules.intents(c, e)[0].type for e in c.enemies} == {"Stun"}
    end(c)
    assert c.player.hp == 50
    assert [e.move for e in c.enemies] == ["NASTY_BITE_MOVE", "WRIGGLE_MOVE", "NASTY_BITE_MOVE", "WRIGGLE_MOVE"]


def test_minions_leave_when_no_other_enemy_lives() -> None:
    """Killing the Kin Priest wins at once."""
    c = fight(
        "STRIKE_IRONCLAD", enemies=(enemy(1, powers={"MINION": 1}), enemy(2, id="KIN_PRIEST", hp=6, move="BEAM_MOVE"))
    )
    play(c, target=2)
    assert (c.outcome, c.enemies) == ("won", [])


def test_an_illusion_comes_back_with_full_hp() -> None:
    """Eye With Teeth: gone for the turn, not targetable, back in the enemy turn without its debuffs."""
    eye = enemy(1, id="EYE_WITH_TEETH", hp=3, move="DISTRACT_MOVE", powers={"ILLUSION": 1, "MINION": 1, "WEAK": 9})
    c = fight("STRIKE_IRONCLAD", enemies=(eye, enemy(2)))
    play(c)
    assert rules.valid_targets(c) == [2]
    end(c)
    assert (c.enemies[0].hp, powers_of(c.enemies[0])) == (200, {"ILLUSION": 1, "MINION": 1})
    assert c.enemies[0].move == "DISTRACT_MOVE"
    assert "DAZED" not in ids(c.discard)


def test_dark_embrace_pays_ethereal_exhausts_after_the_discard() -> None:
    """A Dazed in hand: the drawn card stays through to the next hand."""
    c = fight("DAZED BASH", draw="WOUND " * 5 + "DEFEND_IRONCLAD", powers={"DARK_EMBRACE": 1})
    end(c)
    assert sorted(ids(c.hand)) == ["DEFEND_IRONCLAD"] + ["WOUND"] * 5


def test_aggression_returns_an_upgraded_attack_before_the_draw() -> None:
    """One attack in the discard pile: in hand, upgraded."""
    c = fight(discard="BASH DEFEND_IRONCLAD", draw="WOUND " * 5, powers={"AGGRESSION": 1})
    end(c)
    assert ids(c.hand) == ["BASH+"] + ["WOUND"] * 5


def test_crimson_mantle_and_inferno_cost_hp_after_the_hand_draw() -> None:
    """Played: lose 1, gain 8 block; Inferno loses 1 and burns 6 for each of the two losses."""
    c = fight("CRIMSON_MANTLE INFERNO", enemies=(enemy(move=HISS),))
    play(c)
    play(c)
    end(c)
    assert (c.player.hp, c.player.block, c.enemies[0].hp) == (48, 8, 188)


def test_stampede_plays_a_hand_attack_when_the_turn_ends() -> None:
    """Bash is played for free: 8 and Vulnerable before the enemy acts."""
    c = fight("BASH DEFEND_IRONCLAD", powers={"STAMPEDE": 1}, energy=0, enemies=(enemy(move=HISS),))
    end(c)
    assert c.enemies[0].hp == 192


def test_mayhem_plays_the_top_card_at_turn_start() -> None:
    """Draw pile of six: five drawn, the sixth (Bash) played."""
    c = fight(draw="BASH " + "WOUND " * 5, powers={"MAYHEM": 1}, enemies=(enemy(move=HISS),))
    end(c)
    assert (c.enemies[0].hp, ids(c.hand), ids(c.discard)) == (192, ["WOUND"] * 5, ["BASH"])


def test_pyre_energy_next_turn_and_radiance_add_to_the_next_turns_energy() -> None:
    """3 + 1 (Pyre) + 2 (next turn) + 1 (Radiance)."""
    c = fight(powers={"PYRE": 1, "ENERGY_NEXT_TURN": 2, "RADIANCE": 3})
    end(c)
    assert (c.energy, rules.max_energy(c)) == (7, 4)
    assert powers_of(c.player) == {"PYRE": 1, "RADIANCE": 2}


@pytest.mark.parametrize(
    ("powers", "drawn", "left"),
    [({"DRAW_CARDS_NEXT_TURN": 2}, 7, {}), ({"CLARITY": 3}, 6, {"CLARITY": 2})],
)
def test_extra_cards_at_the_hand_draw(powers: dict[str, int], drawn: int, left: dict[str, int]) -> None:
    """Draw Cards Next Turn adds its amount once, Clarity one card whatever its stack."""
    c = fight(draw="WOUND " * 10, powers=powers)
    end(c)
    assert (len(c.hand), powers_of(c.player)) == (drawn, left)


def test_retain_hand_keeps_the_hand_and_retained_cards_stay() -> None:
    """With Retain Hand all stay; without, only Purity (Retain)."""
    c = fight("BASH PURITY", powers={"RETAIN_HAND": 1})
    end(c)
    assert ids(c.hand)[:2] == ["BASH", "PURITY"]
    c = fight("BASH PURITY", draw="WOUND " * 5)
    end(c)
    assert ids(c.hand) == ["PURITY"] + ["WOUND"] * 5


def test_panache_burns_every_fifth_card_and_starts_over_each_turn() -> None:
    """Five cards after Panache itself: 10 to all."""
    c = fight("PANACHE " + "FINESSE " * 5)
    play(c, "PANACHE")
    for n in range(5):
        assert c.enemies[0].hp == 200, n
        play(c, "FINESSE")
    assert c.enemies[0].hp == 190


def test_automation_pays_every_tenth_drawn_card() -> None:
    """Ten cards drawn: 1 energy."""
    c = fight("AUTOMATION", draw="WOUND " * 12, energy=1)
    play(c)
    c.max_energy = 0
    for expected in (0, 1):
        end(c)
        assert c.energy == expected


def test_the_bomb_goes_off_at_the_third_turn_end() -> None:
    """40 to all enemies, then it is gone."""
    c = fight("THE_BOMB", enemies=(enemy(1), enemy(2)))
    play(c)
    for turn in range(3):
        assert c.enemies[0].hp == 200, turn
        end(c)
    assert ([e.hp for e in c.enemies], powers_of(c.player)) == ([160, 160], {})


def test_rolling_boulder_grows_by_five() -> None:
    """5 after the next draw, 10 the turn after."""
    c = fight("ROLLING_BOULDER")
    play(c)
    end(c)
    assert c.enemies[0].hp == 195
    end(c)
    assert c.enemies[0].hp == 185


def test_the_gambit_kills_on_unblocked_attack_damage() -> None:
    """50 block against 12: alive; without block: dead."""
    c = fight("THE_GAMBIT", enemies=(enemy(move=BUTT),))
    play(c)
    end(c)
    assert (c.outcome, c.player.hp) == (None, 50)
    c.enemies[0].move = BUTT
    end(c)
    assert c.outcome == "lost"


def test_rebound_and_nostalgia_put_played_cards_on_the_draw_pile() -> None:
    """Rebound: the next card after it, once. Nostalgia: the first Attack or Skill of the turn."""
    c = fight("REBOUND STRIKE_IRONCLAD DEFEND_IRONCLAD")
    play(c)
    play(c)
    play(c)
    assert (ids(c.draw), ids(c.discard)) == (["STRIKE_IRONCLAD"], ["REBOUND", "DEFEND_IRONCLAD"])
    c = fight("STRIKE_IRONCLAD DEFEND_IRONCLAD", powers={"NOSTALGIA": 1})
    play(c)
    play(c)
    assert (ids(c.draw), ids(c.discard)) == (["STRIKE_IRONCLAD"], ["DEFEND_IRONCLAD"])


def test_stratagem_asks_in_the_middle_of_a_draw() -> None:
    """Pommel Strike+ draws one, shuffles, the player takes a card, then the second is drawn."""
    c = fight("POMMEL_STRIKE+", draw="WOUND", discard="BASH DEFEND_IRONCLAD DAZED", powers={"STRATAGEM": 1})
    rules.play_card(c, 0, 1)
    assert c.pending is not None
    assert (ids(c.hand), ids(c.pending.cards)) == (["WOUND"], ["BASH", "DAZED", "DEFEND_IRONCLAD"])
    rules.choose(c, (0,))
    assert ids(c.hand)[:2] == ["WOUND", "BASH"]
    assert len(c.hand) == 3


def test_calamity_entropy_and_hello_world_make_cards() -> None:
    """Calamity: an attack for an attack. Hello World: a common card at turn start. Entropy: a hand card is
    transformed."""
    c = fight("STRIKE_IRONCLAD", powers={"CALAMITY": 1})
    play(c)
    assert [x.type for x in c.hand] == ["Attack"]
    c = fight(draw="WOUND " * 5, powers={"HELLO_WORLD": 1})
    end(c)
    assert c.hand[0].code.definition.rarity == "Common"
    c = fight(draw="WOUND " * 5, powers={"ENTROPY": 1})
    rules.end_turn(c)
    assert c.pending is not None
    answer(c)
    assert sum(x.id == "WOUND" for x in c.hand) == 4


def test_confused_gives_drawn_cards_a_random_cost_and_curious_cheapens_powers() -> None:
    """Costs 0 to 3 kept for the fight; Demon Form costs 3 - 1."""
    c = fight(draw="BLUDGEON " * 5, powers={"CONFUSED": 1})
    end(c)
    assert all(x.cost_fight in (0, 1, 2, 3) for x in c.hand)
    c = fight("DEMON_FORM", powers={"CURIOUS": 1})
    assert rules.card_cost(c, c.hand[0]) == "2"


def test_strangle_costs_the_enemy_hp_for_each_card() -> None:
    """3 per card, gone at the side's end."""
    c = fight("DEFEND_IRONCLAD DEFEND_IRONCLAD", enemies=(enemy(powers={"STRANGLE": 3}),))
    play(c)
    play(c)
    assert c.enemies[0].hp == 194
    end(c)
    assert "STRANGLE" not in powers_of(c.enemies[0])


def test_enemy_plating_falls_at_its_turn_start_or_at_its_turn_end_by_build() -> None:
    """Plating 5 after round 1: v0.107.1 falls to 4 and blocks 4; v0.103.2 blocks 5 and falls to 4."""
    for build, blocked in (("v0.107.1", 4), ("v0.103.2", 5)):
        c = fight(enemies=(enemy(powers={"PLATING": 5}),), build=build, round=3)
        end(c)
        assert (c.enemies[0].block, powers_of(c.enemies[0])["PLATING"]) == (blocked, 4), build


def test_howl_from_beyond_plays_itself_from_the_exhaust_pile() -> None:
    """v0.107.1: 16 to all at turn end."""
    c = fight(exhaust="HOWL_FROM_BEYOND", draw="WOUND " * 5, enemies=(enemy(1), enemy(2)))
    end(c)
    assert ([e.hp for e in c.enemies], ids(c.discard)) == ([184, 184], ["HOWL_FROM_BEYOND"])


def test_bolas_come_back_to_the_hand_the_turn_after() -> None:
    """Played last turn: in hand before the draw."""
    c = fight("BOLAS", draw="WOUND " * 5)
    play(c)
    end(c)
    assert ids(c.hand) == ["BOLAS"] + ["WOUND"] * 5


def test_doom_kills_an_enemy_at_or_below_its_amount_when_its_turn_ends() -> None:
    """20 hp and Doom 20: it still attacks (12), then dies; with 21 hp it lives."""
    for hp, outcome in ((20, "won"), (21, None)):
        c = fight(enemies=(enemy(hp=hp, move=BUTT, powers={"DOOM": 20}),))
        end(c)
        assert (c.outcome, c.player.hp) == (outcome, 38)


def test_improvement_upgrades_a_deck_card_after_the_fight() -> None:
    """One random upgradable deck card, told in the summary."""
    setup = rules.CombatSetup(deck=cards("STRIKE_IRONCLAD WOUND WOUND"), hp=50, max_hp=80, monsters=("NIBBIT",))
    c = rules.start(setup)
    c.put(c.player, Power("IMPROVEMENT_POWER", 1, c.code.powers["IMPROVEMENT_POWER"]))
    c.enemies[0].hp = 1
    play(c, "STRIKE_IRONCLAD")
    assert rules.summary(c).deck_changes == (("upgrade", 0),)


@pytest.mark.parametrize(("power", "inner"), [("COORDINATE", "STRENGTH"), ("HELICAL_DART", "DEXTERITY")])
def test_other_temporary_powers_are_taken_back_at_the_turns_end(power: str, inner: str) -> None:
    """4 of the inner power go with it, 1 stays."""
    c = fight(powers={power: 4, inner: 5})
    end(c)
    assert powers_of(c.player) == {inner: 1}


def test_ritual_seen_on_an_enemy_after_the_first_round_has_had_its_first_turn() -> None:
    """RITUAL_POWER skips an enemy's first turn end; one that is seen in round 2 pays at the next one."""
    c = fight(enemies=(enemy(powers={"RITUAL": 5}, move="BUTT_MOVE"),))
    end(c)
    assert powers_of(c.enemies[0]) == {"RITUAL": 5, "STRENGTH": 5}
    c = fight(round=1, enemies=(enemy(powers={"RITUAL": 5}, move="BUTT_MOVE"),))
    end(c)
    assert powers_of(c.enemies[0]) == {"RITUAL": 5}

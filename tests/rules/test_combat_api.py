"""The door to combat: refusals, costs and numbers as the wire shows them, building from an observation, determinism."""

from __future__ import annotations

import pytest

from sts2fsm.errors import BadInput
from sts2fsm.rules import combat as rules
from sts2fsm.rules.cards import from_spec
from sts2fsm.rules.observe import EnemySeen, PowerSeen, Snapshot, combat_from
from tests.rules.build import at_start, cards, end, enemy, fight, ids, play, powers_of


def test_a_start_draws_five_with_three_energy_and_rolled_moves() -> None:
    """Round 1 of the starting deck."""
    c = at_start(deck="STRIKE_IRONCLAD " * 5 + "DEFEND_IRONCLAD " * 4 + "BASH", monsters=("NIBBIT:alone",))
    assert (c.round, c.side, c.energy, len(c.hand), len(c.draw)) == (1, "player", 3, 5, 5)
    assert c.enemies[0].move == "BUTT_MOVE"


def test_innate_cards_are_in_the_opening_hand_even_beyond_five() -> None:
    """Six Innate cards: six are drawn; one Innate card is always there."""
    c = at_start(deck="DRAMATIC_ENTRANCE " * 6 + "WOUND " * 6)
    assert ids(c.hand) == ["DRAMATIC_ENTRANCE"] * 6
    for seed in range(20):
        assert "DRAMATIC_ENTRANCE" in ids(at_start(deck="WOUND " * 20 + "DRAMATIC_ENTRANCE", seed=seed).hand)


def test_same_setup_same_fight_and_another_seed_another_one() -> None:
    """Seeds decide order and hp."""
    first, second = at_start(deck="BASH WOUND " * 6, seed=5), at_start(deck="BASH WOUND " * 6, seed=5)
    assert first.key() == second.key()
    assert first.key() != at_start(deck="BASH WOUND " * 6, seed=6).key()


def test_illegal_actions_are_refused_and_change_nothing() -> None:
    """No such card, too dear, no target, a dead target, a choice pending or none, a finished fight."""
    c = fight("BASH STRIKE_IRONCLAD WOUND", energy=1)
    key = c.key()
    for index, target in ((0, 1), (1, None), (1, 7), (2, 1), (9, 1)):
        with pytest.raises(rules.IllegalPlay):
            rules.play_card(c, index, target)
    with pytest.raises(rules.IllegalPlay):
        rules.choose(c, (0,))
    assert c.key() == key
    assert rules.unplayable_reason(c, 0) == "EnergyCostTooHigh"
    c = fight("BURNING_PACT WOUND WOUND")
    rules.play_card(c, 0)
    for action in (lambda: rules.play_card(c, 0), lambda: rules.end_turn(c), lambda: rules.choose(c, (0, 1))):
        with pytest.raises(rules.IllegalPlay):
            action()
    c = fight("STRIKE_IRONCLAD", enemies=(enemy(hp=1),))
    play(c)
    with pytest.raises(rules.IllegalPlay):
        rules.end_turn(c)


def test_unknown_ids_are_named() -> None:
    """Cards, monsters, encounters, relics and builds we have not."""
    base = {"deck": cards("WOUND"), "hp": 1, "max_hp": 1}
    for change in (
        {"deck": cards("NO_CARD"), "monsters": ("NIBBIT",)},
        {"monsters": ("NO_MONSTER",)},
        {"encounter": "NO_ENCOUNTER"},
        {"monsters": ("NIBBIT",), "relics": (rules.RelicSpec("NO_RELIC"),)},
        {"monsters": ("NIBBIT",), "build": "v9"},
    ):
        with pytest.raises(BadInput, match=r"NO_|v9"):
            rules.start(rules.CombatSetup(**{**base, **change}))


def test_costs_print_as_the_wire_prints_them() -> None:
    """Numbers, X, and 0 for unplayable cards."""
    c = fight("BASH WHIRLWIND ASCENDERS_BANE BLOODLETTING")
    assert [rules.card_cost(c, x) for x in c.hand] == ["2", "X", "0", "0"]
    assert [rules.target_type(x) for x in c.hand] == ["AnyEnemy", "AllEnemies", "None", "Self"]


def test_card_numbers_follow_modifiers() -> None:
    """Strength 2 and Weak: (6 + 2) * 0.75; Dexterity 1 and Frail: (5 + 1) * 0.75; computed damage reads the state."""
    c = fight("STRIKE_IRONCLAD DEFEND_IRONCLAD BODY_SLAM TWIN_STRIKE PERFECTED_STRIKE", block=9)
    assert [rules.card_numbers(c, x).get("Damage") for x in c.hand] == [6, None, 9, 5, 12]
    assert rules.card_numbers(c, c.hand[3])["Hits"] == 2
    c = fight("STRIKE_IRONCLAD DEFEND_IRONCLAD", powers={"STRENGTH": 2, "WEAK": 1, "DEXTERITY": 1, "FRAIL": 1})
    assert rules.card_numbers(c, c.hand[0])["Damage"] == 6
    assert rules.card_numbers(c, c.hand[1])["Block"] == 4
    assert rules.card_numbers(None, c.hand[0]) == {"Damage": 6}


def test_intent_labels_count_modifiers_of_both_sides() -> None:
    """12 with Strength 3 against Vulnerable: 22; multi-hits as damage x times."""
    c = fight(powers={"VULNERABLE": 1}, enemies=(enemy(move="BUTT_MOVE", powers={"STRENGTH": 3}),))
    assert rules.intents(c, c.enemies[0]) == [rules.Intent("Attack", "22")]
    c = fight(enemies=(enemy(id="BYRDONIS", move="PECK_MOVE"),))
    assert rules.intents(c, c.enemies[0]) == [rules.Intent("Attack", "3x3")]


def test_a_fight_can_be_built_from_what_is_seen() -> None:
    """Moves are told from intents; unknown things are noted, not guessed."""
    seen = EnemySeen("NIBBIT", 4, 30, 46, 2, (PowerSeen("STRENGTH_POWER", 3),), (rules.Intent("Attack", "15"),))
    strange = EnemySeen("NO_SUCH", 5, 9, 9, intents=(rules.Intent("Attack", "3"),))
    setup = rules.CombatSetup(deck=(), hp=40, max_hp=80)
    snapshot = Snapshot(3, 2, (seen, strange), powers=(PowerSeen("NO_POWER", 1),), hand=cards("BASH NO_CARD"))
    c = combat_from(setup, snapshot)
    assert c.enemies[0].move == "BUTT_MOVE"
    assert set(c.notes) == {"NO_SUCH", "NO_POWER", "NO_CARD"}
    play(c, "BASH", target=4)
    assert (c.enemies[0].hp, c.enemies[0].block, c.energy) == (24, 0, 0)


def test_a_full_hand_sends_new_cards_to_the_discard_pile_and_stops_draws() -> None:
    """Ten cards: an added one is discarded; a draw leaves the draw pile alone."""
    c = fight("ANGER BATTLE_TRANCE " + "WOUND " * 8, draw="BASH BASH BASH")
    play(c, "BATTLE_TRANCE")
    assert (len(c.hand), len(c.draw)) == (10, 2)


def test_x_cards_with_no_energy_do_nothing_but_are_played() -> None:
    """Whirlwind for 0."""
    c = fight("WHIRLWIND", energy=0)
    play(c)
    assert (c.enemies[0].hp, ids(c.discard)) == (200, ["WHIRLWIND"])


def test_an_empty_draw_pile_is_refilled_from_the_discard_pile() -> None:
    """Two left to draw, four discarded: a hand of five."""
    c = fight(draw="WOUND WOUND", discard="BASH " * 4)
    end(c)
    assert (len(c.hand), len(c.draw), len(c.discard)) == (5, 1, 0)


def test_death_of_the_player_ends_the_fight() -> None:
    """hp 0 in the summary, outcome lost."""
    c = fight(hp=12, enemies=(enemy(move="BUTT_MOVE"),))
    end(c)
    assert (c.outcome, rules.summary(c).hp) == ("lost", 0)


@pytest.mark.parametrize(
    ("enchantment", "card", "expected"),
    [
        (("SHARP", 3), "STRIKE_IRONCLAD", {"d": 9}),
        (("INSTINCT", 1), "STRIKE_IRONCLAD", {"d": 12}),
        (("CORRUPTED", 1), "STRIKE_IRONCLAD", {"d": 9, "hp": -2}),
        (("INKY", 1), "STRIKE_IRONCLAD", {"d": 8, "e": {"WEAK": 1}}),
        (("VIGOROUS", 8), "STRIKE_IRONCLAD", {"d": 14}),
        (("SPIRAL", 1), "STRIKE_IRONCLAD", {"d": 12}),
        (("GLAM", 1), "STRIKE_IRONCLAD", {"d": 12}),
        (("ADROIT", 3), "STRIKE_IRONCLAD", {"d": 6, "block": 3}),
        (("NIMBLE", 2), "DEFEND_IRONCLAD", {"block": 7}),
        (("SOWN", 1), "DEFEND_IRONCLAD", {"block": 5, "energy": 1}),
        (("SWIFT", 2), "DEFEND_IRONCLAD", {"block": 5, "hand": 2}),
        (("GOOPY", 2), "DEFEND_IRONCLAD", {"block": 6, "exhaust": 1}),
        (("TEZCATARAS_EMBER", 1), "STRIKE_IRONCLAD", {"d": 9, "energy": 1}),
    ],
)
def test_an_enchantment_changes_its_card(enchantment: tuple[str, int], card: str, expected: dict[str, object]) -> None:
    """Numbers of mechanics.json, at the card's first play."""
    c = fight(draw="WOUND WOUND WOUND")
    c.hand = [from_spec(c, rules.CardSpec(card, 0, enchantment), 0)]
    play(c)
    found = {
        "d": 200 - c.enemies[0].hp,
        "hp": c.player.hp - 50,
        "block": c.player.block,
        "energy": c.energy - 2,
        "hand": len(c.hand),
        "exhaust": len(c.exhaust),
        "e": powers_of(c.enemies[0]),
    }
    assert {k: v for k, v in found.items() if v} == expected


def test_goopy_grows_for_good() -> None:
    """Played once: the summary tells the deck card's growth, and that growth adds 1 block in the next fight."""
    c = fight()
    c.hand = [from_spec(c, rules.CardSpec("DEFEND_IRONCLAD", 0, ("GOOPY", 1)), 3)]
    play(c)
    assert (c.player.block, rules.summary(c).deck_changes) == (5, (("counter", (3, "goopy", 1)),))
    c.hand = [from_spec(c, rules.CardSpec("DEFEND_IRONCLAD", 0, ("GOOPY", 1), (("goopy", 1),)), 3)]
    play(c)
    assert c.player.block == 5 + 6


def test_enchantments_that_act_in_time() -> None:
    """Momentum grows per play, Slumbering Essence cheapens a kept card, Imbued plays itself, Steady retains."""
    c = fight()
    c.hand = [from_spec(c, rules.CardSpec("STRIKE_IRONCLAD", 0, ("MOMENTUM", 2)), 0)]
    play(c)
    c.hand.append(c.discard.pop())
    play(c)
    assert c.enemies[0].hp == 200 - 6 - 8
    c = fight(draw="WOUND " * 5, relics=("RUNIC_PYRAMID",))
    c.hand = [from_spec(c, rules.CardSpec("BLUDGEON", 0, ("SLUMBERING_ESSENCE", 1)), 0)]
    end(c)
    assert rules.card_cost(c, c.hand[0]) == "2"
    play(c, "BLUDGEON")
    assert rules.card_cost(c, c.discard[-1]) == "3"
    deck = (rules.CardSpec("DEFEND_IRONCLAD", 0, ("IMBUED", 1)), *cards("WOUND " * 9))
    c = rules.start(rules.CombatSetup(deck=deck, hp=50, max_hp=80, monsters=("NIBBIT",)))
    assert (c.player.block, len(c.hand)) == (5, 5)
    c = fight(draw="WOUND " * 5)
    c.hand = [from_spec(c, rules.CardSpec("BASH", 0, ("STEADY", 1)), 0)]
    end(c)
    assert ids(c.hand)[0] == "BASH"

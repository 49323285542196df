"""What an observation leaves out about monsters is worked out: moves made, numbers remembered, appliers, marks."""

from __future__ import annotations

import json

import pytest

from sts2fsm.content import load
from sts2fsm.rules import combat as rules
from sts2fsm.rules.observe import EnemySeen, PowerSeen, Snapshot, combat_from
from sts2fsm.rules.setup import CombatSetup, Intent
from sts2fsm.rules.state import Combat
from tests.rules.build import cards, play, powers_of
from tests.shared import capture_names, captures


def look(
    name: str, intents: list[tuple[str, str]], round: int = 2, hand: str = "", player: str = "", **more: object
) -> Combat:
    """A fight seen at a round, with one monster that shows intents (type, label) and no known history."""
    shown = tuple(Intent(kind, label) for kind, label in intents)
    foe = EnemySeen(name, 1, 100, 400, intents=shown, **more)  # type: ignore[arg-type]
    powers = (PowerSeen(player, 1),) if player else ()
    snapshot = Snapshot(round=round, energy=3, enemies=(foe,), hand=cards(hand), powers=powers)
    return combat_from(CombatSetup(deck=(), hp=80, max_hp=80), snapshot)


def next_moves(c: Combat, turns: int) -> list[str]:
    """The move shown now and those of the turns after."""
    moves = [c.enemies[0].move]
    for _ in range(turns):
        c.player.hp = 80
        rules.end_turn(c)
        while c.pending is not None:
            rules.choose(c, (0,))
        moves.append(c.enemies[0].move)
    return moves


@pytest.mark.parametrize(
    ("round", "move"), [(1, "TACKLE_1_MOVE"), (2, "TACKLE_2_MOVE"), (6, "BEAM_MOVE"), (7, "TACKLE_3_MOVE")]
)
def test_moves_that_look_alike_are_told_apart_by_the_round(round: int, move: str) -> None:
    """Torch Head Amalgam: 18, 18, 8x3, 14, 14, 8x3, 14, ..."""
    label = {1: "18", 2: "18", 6: "8x3", 7: "14"}[round]
    assert look("TORCH_HEAD_AMALGAM", [("Attack", label)], round).enemies[0].move == move


@pytest.mark.parametrize(
    ("name", "label", "following"), [("TEST_SUBJECT", "10x5", "10x6"), ("TEST_SUBJECT", "10x3", "10x4")]
)
def test_a_growing_attack_is_recognised_by_its_label(name: str, label: str, following: str) -> None:
    """Multi Claw with two uses more than at first shows 10x5 and goes on from there."""
    c = look(name, [("Attack", label)])
    assert c.notes == ()
    assert rules.intents(c, c.enemies[0])[0].label == label
    rules.end_turn(c)
    assert rules.intents(c, c.enemies[0])[0].label == following


def test_the_giants_second_pressure_gun_is_known_by_the_round() -> None:
    """Round 11 of the undisturbed order (a cycle of 6 from round 2 on): 25, the third time 30."""
    c = look("WATERFALL_GIANT", [("Attack", "25"), ("Buff", "")], 11)
    assert (c.enemies[0].move, c.enemies[0].memory["gun"]) == ("PRESSURE_GUN_MOVE", 1)
    assert next_moves(c, 1)[1] == "PRESSURE_UP_MOVE"


def test_a_blast_is_known_by_its_label() -> None:
    """A Death Blow of 33."""
    c = look("WATERFALL_GIANT", [("DeathBlow", "33")], 9)
    assert c.enemies[0].move == "EXPLODE_MOVE"
    rules.end_turn(c)
    assert (c.player.hp, c.outcome) == (47, "won")


def test_a_demon_met_late_has_no_curse_left() -> None:
    """Round 13 is the first after three curses: SLAP, and after PONDER SLAP again; in round 2 a curse is to come."""
    slap = [("Attack", "17")]
    late = next_moves(look("KNOWLEDGE_DEMON", slap, 13), 3)
    assert late == ["SLAP_MOVE", "KNOWLEDGE_OVERWHELMING_MOVE", "PONDER_MOVE", "SLAP_MOVE"]
    assert next_moves(look("KNOWLEDGE_DEMON", slap, 2), 3)[3] == "CURSE_OF_KNOWLEDGE_MOVE"


def test_a_history_that_does_not_fit_is_not_believed() -> None:
    """A Terror Eel that shows its scream in round 4 was not undisturbed: no history, but the move is known."""
    c = look("TERROR_EEL", [("Debuff", "")], 4)
    assert (c.enemies[0].move, c.enemies[0].history) == ("TERROR_MOVE", ())


def test_a_stunned_matriarch_slashes_next() -> None:
    """Seen stunned and no more Asleep."""
    assert next_moves(look("LAGAVULIN_MATRIARCH", [("Stun", "")], 3), 1) == ["STUNNED", "SLASH_MOVE"]


@pytest.mark.parametrize(("max_hp", "hp", "move"), [(100, 200, "MULTI_CLAW_MOVE"), (200, 300, "PHASE3_LACERATE_MOVE")])
def test_a_body_of_the_test_subject_takes_its_next_form(max_hp: int, hp: int, move: str) -> None:
    """The body's max hp tells which life it lost."""
    foe = EnemySeen(
        "TEST_SUBJECT", 1, 0, max_hp, powers=(PowerSeen("ADAPTABLE_POWER", 1),), move="REVIVE_MOVE", alive=False
    )
    c = combat_from(CombatSetup(deck=(), hp=80, max_hp=80), Snapshot(round=4, energy=3, enemies=(foe,)))
    assert (c.notes, rules.valid_targets(c)) == ((), [])
    rules.end_turn(c)
    assert (c.enemies[0].hp, c.enemies[0].move) == (hp, move)


@pytest.mark.parametrize(
    ("power", "name", "intents"),
    [
        ("HEX_POWER", "SPECTRAL_KNIGHT", [("Attack", "15")]),
        ("DAMPEN_POWER", "MAGI_KNIGHT", [("Attack", "10")]),
        ("CONSTRICT_POWER", "SLITHERING_STRANGLER", [("Attack", "12")]),
    ],
)
def test_a_power_seen_on_the_player_goes_with_the_monster_that_gives_it(
    power: str, name: str, intents: list[tuple[str, str]]
) -> None:
    """Its giver is found among the enemies; its death takes the power away."""
    c = look(name, intents, 3, hand="STRIKE_IRONCLAD", player=power)
    assert c.player.powers[power].state == 1
    c.enemies[0].hp = 1
    play(c)
    assert powers_of(c.player) == {}


def test_afflictions_of_seen_powers_are_put_back_on_the_cards() -> None:
    """Galvanic marks Powers, Hex makes every card Ethereal, Tangled makes Attacks dearer."""
    globe = look(
        "GLOBE_HEAD", [("Attack", "6x3")], hand="INFLAME STRIKE_IRONCLAD", powers=(PowerSeen("GALVANIC_POWER", 6),)
    )
    assert [card.affliction for card in globe.hand] == [("GALVANIZED", 6), None]
    hexed = look("SPECTRAL_KNIGHT", [("Attack", "15")], hand="STRIKE_IRONCLAD", player="HEX_POWER")
    assert hexed.hand[0].ethereal
    tangled = look("VINE_SHAMBLER", [("Attack", "16")], hand="STRIKE_IRONCLAD", player="TANGLED_POWER")
    assert rules.card_cost(tangled, tangled.hand[0]) == "2"


@pytest.mark.parametrize("name", capture_names("captures/states/*.json"))
def test_the_monsters_of_captured_states_are_understood(name: str) -> None:
    """Every enemy of the single payloads: hp in our range, a move for its intents, and the label it shows."""
    payload = json.loads(captures(name).read_text(encoding="utf-8"))
    battle = payload.get("battle") or {}
    ascension = (payload.get("run") or {}).get("ascension", 0)
    for shown in battle.get("enemies", ()):
        intents = [(i["type"], i.get("label", "")) for i in shown["intents"]]
        powers = tuple(PowerSeen(p["id"], p["amount"]) for p in shown["status"])
        monster = shown["entity_id"].rsplit("_", 1)[0]
        definition = load().monsters[monster]
        low, high = definition.hp_a8 if ascension >= 8 else definition.hp
        assert low <= shown["max_hp"] <= high, (name, shown["entity_id"])
        setup = CombatSetup(deck=(), hp=80, max_hp=80, ascension=ascension)
        foe = EnemySeen(monster, 1, shown["hp"], shown["max_hp"], powers=powers, intents=seen_intents(intents))
        c = combat_from(setup, Snapshot(round=battle["round"], energy=3, enemies=(foe,)))
        assert c.notes == ()
        assert rules.intents(c, c.enemies[0]) == list(seen_intents(intents)), (name, monster)


def seen_intents(intents: list[tuple[str, str]]) -> tuple[Intent, ...]:
    """Intents from (type, label)."""
    return tuple(Intent(kind, label) for kind, label in intents)

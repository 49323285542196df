"""Facts of a fight by hand. Sources: facts/rules.json damage_order, block_order and multipliers; facts/cards.json
numbers."""

from __future__ import annotations

from typing import Any

import pytest
from attrs import evolve

from sts2fsm.facts.combat import CombatFacts, combat_facts, reachable_damage
from sts2fsm.facts.model import model
from sts2fsm.wire.actions import PlayCard
from sts2fsm.wire.common import Potion
from tests.facts.fights import enemy, fight, power

STRIKE, DEFEND, BASH = "STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "BASH"


def facts(*args: Any, **kwargs: Any) -> CombatFacts:
    found = combat_facts(fight(*args, **kwargs))
    assert found is not None
    return found


def nibbit(hp: int, *intents: tuple[str, str], **changes: Any) -> dict[str, Any]:
    return enemy("NIBBIT", 0, hp, *(intents or (("Attack", "7"),)), **changes)


def test_the_seeds_case_reaches_18_and_is_not_lethal_against_19() -> None:
    """Energy 3, Strike x3 (1 energy, 6 damage) and Bash (2 energy, 8 damage): 18 at most, so 19 health survive."""
    found = facts([STRIKE, STRIKE, STRIKE, BASH], [nibbit(19)])
    assert reachable_damage(found.plays, found.energy) == 18
    assert found.lethal == ()


def test_18_health_are_lethal_with_three_strikes() -> None:
    """The same hand kills 18: 6 + 6 + 6."""
    found = facts([STRIKE, STRIKE, STRIKE, BASH], [nibbit(18)])
    assert {action.card_index for action in found.lethal} == {0, 1, 2}


# hand, powers of ours, powers of theirs, and the damage of each play at energy 3
DAMAGE = (
    (STRIKE, {}, {}, 6),
    (STRIKE, {"STRENGTH_POWER": 2}, {}, 8),
    (STRIKE, {"STRENGTH_POWER": -2}, {}, 4),
    (STRIKE, {"VIGOR_POWER": 8}, {}, 14),
    (STRIKE, {"WEAK_POWER": 1}, {}, 4),  # 6 x 0.75 = 4.5
    (STRIKE, {}, {"VULNERABLE_POWER": 1}, 9),
    (STRIKE, {"WEAK_POWER": 2}, {"VULNERABLE_POWER": 2}, 6),  # 6 x 0.75 x 1.5 = 6.75
    (STRIKE, {"STRENGTH_POWER": 3, "WEAK_POWER": 1}, {"VULNERABLE_POWER": 1}, 10),  # 9 x 1.125 = 10.125
    (STRIKE, {"SHRINK_POWER": 1}, {}, 4),  # 6 x 0.7 = 4.2
    (STRIKE, {}, {"INTANGIBLE_POWER": 1}, 1),
    (BASH, {}, {}, 8),
    (BASH, {"STRENGTH_POWER": 1}, {"VULNERABLE_POWER": 1}, 13),  # 9 x 1.5 = 13.5
    ("TWIN_STRIKE", {}, {}, 10),
    ("TWIN_STRIKE", {"STRENGTH_POWER": 2}, {}, 14),
    ("BLUDGEON", {"WEAK_POWER": 1}, {}, 24),
    ("WHIRLWIND", {}, {}, 15),  # X: 5 a hit, three energy
    ("THUNDERCLAP", {}, {}, 4),
)


@pytest.mark.parametrize(("card", "ours", "theirs", "damage"), DAMAGE)
def test_damage_of_a_play(card: str, ours: dict[str, int], theirs: dict[str, int], damage: int) -> None:
    """Added first, multiplied then, cut to whole points last."""
    found = facts(
        [card],
        [nibbit(40, status=[power(name, amount) for name, amount in theirs.items()])],
        status=[power(name, amount) for name, amount in ours.items()],
    )
    assert found.plays[0].damage == damage


BLOCK = ((0, 0, 5), (2, 0, 7), (-2, 0, 3), (0, 1, 3), (3, 1, 6), (-9, 0, 0))  # dexterity, frail, block of Defend


@pytest.mark.parametrize(("dexterity", "frail", "block"), BLOCK)
def test_block_of_a_defend(dexterity: int, frail: int, block: int) -> None:
    """Dexterity is added, Frail takes a quarter, never below 0."""
    status = [power("DEXTERITY_POWER", dexterity)] + ([power("FRAIL_POWER", frail, "Debuff")] if frail else [])
    assert facts([DEFEND], [nibbit(40)], status=status).plays[0].block == block


# intents of two enemies, damage by enemy, attacks of unknown damage
INCOMING = (
    ((("Attack", "7"),), (("Attack", "3x4"),), {1: 7, 2: 12}, 0),
    ((("Attack", "3×7"),), (("Buff", ""),), {1: 21}, 0),
    ((("Attack", "4x3 (12)"),), (("DeathBlow", "30"),), {1: 12, 2: 30}, 0),
    ((("Attack", ""),), (("Attack", "5"),), {1: 0, 2: 5}, 1),
    ((("Attack", "5"), ("Defend", "")), (("StatusCard", "3"),), {1: 5}, 0),
    ((("Hidden", ""),), (("Sleep", ""),), {}, 0),
)


@pytest.mark.parametrize(("first", "second", "by_enemy", "unknown"), INCOMING)
def test_incoming_damage_by_enemy(first: Any, second: Any, by_enemy: dict[int, int], unknown: int) -> None:
    """Only attacks count, hits times damage; an attack without a number is unknown, not nothing."""
    found = facts([STRIKE], [enemy("NIBBIT", 0, 20, *first), enemy("MAWLER", 0, 30, *second, combat_id=2)])
    assert dict(found.incoming_by_enemy) == by_enemy
    assert (found.incoming, found.unknown_attacks) == (sum(by_enemy.values()), unknown)


def test_block_takes_its_part_of_what_comes_in() -> None:
    """12 come in, 5 are blocked, 7 get through."""
    found = facts([STRIKE], [nibbit(20, ("Attack", "12"))], block=5)
    assert found.deficit == 7


def test_enemy_block_counts_against_lethal() -> None:
    """12 health behind 7 block are not 18 damage away."""
    assert facts([STRIKE] * 3, [nibbit(12, block=7)]).lethal == ()


def test_two_enemies_are_lethal_only_when_both_die() -> None:
    """6 and 12 health die to three Strikes; 6 and 13 do not."""
    twins = [enemy("NIBBIT", 0, 6), enemy("NIBBIT", 1, 12)]
    assert len(facts([STRIKE] * 3, twins).lethal) == 3
    assert facts([STRIKE] * 3, [enemy("NIBBIT", 0, 6), enemy("NIBBIT", 1, 13)]).lethal == ()


def test_a_hit_on_all_can_be_lethal_at_once() -> None:
    """Breakthrough deals 9 to all: two enemies of 9 die together."""
    found = facts(["BREAKTHROUGH"], [enemy("NIBBIT", 0, 9), enemy("NIBBIT", 1, 9)], energy=1)
    assert found.lethal == (PlayCard(0),)


def test_random_targets_among_several_are_no_certain_damage() -> None:
    """Sword Boomerang may hit either of two: nothing is promised; against one all three hits land."""
    assert facts(["SWORD_BOOMERANG"], [enemy("NIBBIT", 0, 9), enemy("NIBBIT", 1, 9)]).plays[0].damage == 0
    assert facts(["SWORD_BOOMERANG"], [nibbit(9)]).plays[0].damage == 9


def test_a_card_that_no_table_knows_is_named() -> None:
    """An unknown id is unmodelled, and does not count as damage."""
    unknown = {
        "id": "CARD_OF_A_LATER_BUILD",
        "name": "?",
        "type": "Attack",
        "cost": "1",
        "star_cost": None,
        "target_type": "AnyEnemy",
        "can_play": True,
        "unplayable_reason": None,
    }
    found = facts([unknown], [nibbit(20)])
    assert found.unmodelled == ("CARD_OF_A_LATER_BUILD",)
    assert found.plays[0].damage == 0


def test_a_belt_of_any_length_is_modelled_in_bounds() -> None:
    """A payload may claim a belt of 10**12 slots, or a potion in the last of them: the model holds fifty at most, and
    the turn is planned."""
    base = fight(["STRIKE_IRONCLAD"], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    assert base.player is not None
    potion = Potion(slot=10**12, id="FIRE_POTION")
    for changes in ({"max_potion_slots": 10**12}, {"potions": (potion,)}):
        seen = evolve(base, player=evolve(base.player, **changes))
        made = model(seen, None, "v0.107.1")
        assert made is not None and len(made.combat.potions) <= 50

"""What the enemies will do, told by the labels and by the move tables: both agree, and with the health that was lost.

Moves and their numbers are from facts/monster_moves.json (Nibbit: Butt 12, Slice 6 and 5 block, Hiss 2 Strength).
"""

from __future__ import annotations

import json
from typing import Any

import pytest

from sts2fsm.assembly import brain, policies
from sts2fsm.clock import VirtualClock
from sts2fsm.embedded import EmbeddedGame
from sts2fsm.facts.combat import CombatFacts, combat_facts, reachable_damage
from sts2fsm.facts.fight import followed
from sts2fsm.facts.lines import plan
from sts2fsm.facts.planner import PlannerPolicy
from sts2fsm.facts.threat import AHEAD, Threat, threat
from sts2fsm.foresight import Reckoning
from sts2fsm.game.embedded import InProcess
from sts2fsm.game.retries import GamePolicy
from sts2fsm.handler import Seen
from sts2fsm.journal import NoJournal
from sts2fsm.runner import Moment, Runner, Settings
from sts2fsm.wire.actions import EndTurn, read_action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.reply import read_reply
from tests.facts.fights import enemy, fight, power
from tests.shared import capture_names, captures

STRIKE, DEFEND, BASH = "STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "BASH"
BUILD = "v0.107.1"
COMBATS = [name for kind in ("monster", "elite", "boss") for name in capture_names(f"captures/states/{kind}-*.json")]


def told(*enemies: dict[str, Any], **player: Any) -> Threat:
    found = threat(fight([STRIKE], list(enemies), **player), None, BUILD)
    assert found is not None
    return found


def nibbit(*intents: tuple[str, str], number: int = 0, hp: int = 40, **changes: Any) -> dict[str, Any]:
    return enemy("NIBBIT", number, hp, *intents, **changes)


# --- by hand ----------------------------------------------------------------------------------------------------------
# intents, the enemy's powers, ours; damage by the labels, and by the tables
TWICE = (
    ((("Attack", "12"),), {}, {}, 12, 12),
    ((("Attack", "6"), ("Defend", "")), {}, {}, 6, 6),
    ((("Attack", "14"),), {"STRENGTH_POWER": 2}, {}, 14, 14),
    ((("Attack", "9"),), {"WEAK_POWER": 1}, {}, 9, 9),  # 12 x 0.75
    ((("Attack", "18"),), {}, {"VULNERABLE_POWER": 1}, 18, 18),  # 12 x 1.5
    ((("Buff", ""),), {}, {}, 0, 0),
    ((("Attack", "13"),), {}, {}, 13, None),  # a label that the tables cannot explain: nobody tells the move
)


@pytest.mark.parametrize(("intents", "theirs", "ours", "labels", "tables"), TWICE)
def test_incoming_damage_is_told_twice(
    intents: Any, theirs: dict[str, int], ours: dict[str, int], labels: int, tables: int | None
) -> None:
    """By the label and by the move with all powers; where they differ, the enemy is named."""
    found = told(
        nibbit(*intents, status=[power(id_, n) for id_, n in theirs.items()]),
        status=[power(id_, n, "Debuff") for id_, n in ours.items()],
    )
    assert (found.labels, found.tables) == ({1: labels}, {} if tables is None else {1: tables})
    assert found.differs == (() if labels == tables else (1,))


def test_an_enemy_that_no_table_has_is_told_by_its_label_alone() -> None:
    """It is among those that differ, not among those that do nothing."""
    found = told(enemy("MONSTER_OF_A_LATER_BUILD", 0, 30, ("Attack", "7")))
    assert (found.labels, found.tables, found.differs) == ({1: 7}, {}, (1,))


def test_each_intent_is_told_by_what_its_move_does() -> None:
    """Slice hits for 6 and blocks 5; Hiss gives 2 Strength; a slime's goo puts cards into the discard pile."""
    (slice_,) = told(nibbit(("Attack", "6"), ("Defend", ""))).moves
    assert (slice_.enemy, slice_.move, slice_.damage, slice_.effects) == (1, "SLICE_MOVE", 6, ("block 5",))
    (hiss,) = told(nibbit(("Buff", ""))).moves
    assert (hiss.damage, hiss.effects) == (0, ("power STRENGTH_POWER 2",))


@pytest.mark.parametrize(("block", "loss"), [(0, 12), (5, 7), (12, 0), (30, 0)])
def test_doing_nothing_costs_what_block_does_not_stop(block: int, loss: int) -> None:
    """12 come in."""
    assert told(nibbit(("Attack", "12")), block=block).idle_loss == loss


def test_turns_to_live_end_with_our_death() -> None:
    """Butt 12, Slice 6, Hiss, then Butt 14 with 2 Strength: 12 health end at once, 18 in the second turn, 32 in the
    fourth, 33 survive it."""
    lives = {hp: told(nibbit(("Attack", "12")), hp=hp).turns_to_live for hp in (12, 18, 19, 32, 33)}
    assert lives == {12: 0, 18: 1, 19: 3, 32: 3, 33: 4}
    assert told(nibbit(("Attack", "12")), hp=33).losses[:4] == (12, 6, 0, 14)


def test_growth_is_the_slope_of_what_comes_in() -> None:
    """12, 6, 0, 14, 8: no trend. With 10 health the first blow is all there is."""
    found = told(nibbit(("Attack", "12")), hp=80)
    assert found.coming == (12, 6, 0, 14, 8) and len(found.coming) == AHEAD
    assert found.growth == pytest.approx(0.0)
    assert told(nibbit(("Attack", "12")), hp=10).growth == 0.0


# --- lethal, leaders, potions -----------------------------------------------------------------------------------------
def facts(hand: list[Any], enemies: list[dict[str, Any]], **player: Any) -> CombatFacts:
    found = combat_facts(fight(hand, enemies, **player))
    assert found is not None
    return found


def minion(hp: int, number: int) -> dict[str, Any]:
    return enemy("NIBBIT", number, hp, ("Attack", "12"), combat_id=number + 1, status=[power("MINION_POWER", -1)])


def test_the_death_of_the_leader_is_lethal_and_his_minions_need_not_die() -> None:
    """12 health of a leader are two Strikes; 40 of his minion do not matter."""
    found = facts([STRIKE, STRIKE], [nibbit(("Buff", ""), hp=12), minion(40, 1)])
    assert {action.target for action in found.lethal} == {"NIBBIT_0"} and len(found.lethal) == 2
    assert facts([STRIKE, STRIKE], [nibbit(("Buff", ""), hp=13), minion(1, 1)]).lethal == ()


def test_an_enemy_that_comes_back_is_no_lethal_end() -> None:
    """A body with a further phase stands up again."""
    assert facts([STRIKE], [nibbit(("Buff", ""), hp=5)]).lethal != ()
    assert facts([STRIKE], [nibbit(("Buff", ""), hp=5, status=[power("ADAPTABLE_POWER", -1)])]).lethal == ()


REACHED = (  # hand, energy, the most damage that one turn's plays can do
    ([STRIKE, STRIKE, STRIKE, BASH], 3, 18),
    ([STRIKE, STRIKE, STRIKE, BASH], 2, 12),
    ([STRIKE, STRIKE, STRIKE, BASH], 1, 6),
    ([STRIKE, BASH], 3, 14),
    ([DEFEND, DEFEND], 3, 0),
    ([STRIKE, STRIKE], 0, 0),
    (["TWIN_STRIKE", STRIKE], 2, 16),
    (["BLUDGEON", STRIKE], 3, 32),
)


@pytest.mark.parametrize(("hand", "energy", "damage"), REACHED)
def test_reachable_damage(hand: list[str], energy: int, damage: int) -> None:
    """Strike 6 for 1, Bash 8 for 2, Twin Strike 10 for 1, Bludgeon 32 for 3: the best choice within the energy."""
    found = facts(hand, [nibbit(("Buff", ""))], energy=energy)
    assert reachable_damage(found.plays, found.energy) == damage


DEFICITS = (  # attacks by label, block, what gets through
    (("7",), 0, 7), (("7",), 5, 2), (("7",), 7, 0), (("3x4",), 5, 7), (("3x4", "5"), 5, 12), (("",), 0, 0),
)  # fmt: skip


@pytest.mark.parametrize(("labels", "block", "deficit"), DEFICITS)
def test_block_deficit(labels: tuple[str, ...], block: int, deficit: int) -> None:
    """What comes in by all enemies, less our block, never below nothing."""
    enemies = [nibbit(("Attack", label), number=i) for i, label in enumerate(labels)]
    assert facts([STRIKE], enemies, block=block).deficit == deficit


def potion(id_: str, slot: int, target: str = "Self") -> dict[str, Any]:
    return {"id": id_, "name": id_, "slot": slot, "can_use_in_combat": True, "target_type": target}


def test_a_potion_is_worth_what_its_best_line_gains() -> None:
    """A Block Potion's 12 block save 12 health of 12 that come in: at 50 health 12 points, at 8 health our life. A Fire
    Potion's 20 damage kill what would hit us."""
    planner = policies().section(PlannerPolicy)
    attacker = nibbit(("Attack", "12"), hp=40)
    for hp, saves in ((50, False), (8, True)):
        seen = fight([], [attacker], hp=hp, potions=[potion("BLOCK_POTION", 0)])
        (found,) = plan(seen, None, planner, lambda _: 10.0).potions
        assert (found.potion, found.saves) == ("BLOCK_POTION", saves)
        assert found.gain == pytest.approx(12 * planner.weights["default"].hp) or saves
    seen = fight([], [nibbit(("Attack", "12"), hp=20)], potions=[potion("FIRE_POTION", 0, "AnyEnemy")])
    (found,) = plan(seen, None, planner, lambda _: 10.0).potions
    assert found.saves and found.gain > 12
    assert plan(fight([], [attacker]), None, planner, lambda _: 10.0).potions == ()


# --- against what happened --------------------------------------------------------------------------------------------
@pytest.mark.parametrize("name", COMBATS)
def test_every_captured_fight_gets_lines_and_is_told_alike(name: str) -> None:
    """Lines, labels equal to tables, nothing that is not modelled: no exception among the captured fights."""
    seen = WireReader().observation(json.loads(captures(*name.split("/")).read_text(encoding="utf-8")))
    memory = followed(None, None, None, seen)
    found = threat(seen, memory, BUILD)
    assert found is not None and found.differs == ()
    lines = plan(seen, memory, policies().section(PlannerPolicy), lambda _: 10.0).lines
    assert lines and lines[0].unmodelled == ()


def test_labels_and_tables_agree_with_the_health_that_the_recorded_run_lost() -> None:
    """87 looks at fights and 22 enemies' turns of the trace: not one differs, and every look gets lines."""
    mind, reader, reckoning = brain(policies()), WireReader(), Reckoning()
    text = captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8")
    before: Seen | None = None
    for now, line in enumerate(text.splitlines()):
        row = json.loads(line)
        observed = reader.observation(row["state"])
        sent = read_action(row["action"]) if row["action"] else None
        if before is not None and isinstance(sent, EndTurn):
            reckoning.ended(before, observed, now)
        reply = read_reply(row["reply"]) if row["reply"] else None
        advance = mind.tracker.advance(float(now), observed, sent, reply)
        before = mind.decider.seen(observed, advance.state, advance.memory, float(now))
        reckoning.look(before, now)
    assert (reckoning.states, reckoning.turns) == (87, 22)
    assert (reckoning.differs, reckoning.lost_otherwise, reckoning.without_lines) == ([], [], [])
    assert reckoning.unmodelled == {}


def test_labels_and_tables_agree_in_an_embedded_run() -> None:
    """Every settled look of a run's first fights, of the character with most to keep track of."""
    chosen, clock, reckoning = policies(), VirtualClock(), Reckoning()
    game = EmbeddedGame(clock, seed=5, character="IRONCLAD", acts=1)

    def watch(moment: Moment) -> None:
        if moment.decision.action is not None:
            reckoning.look(moment.seen, moment.number)

    mind = brain(chosen)
    play = InProcess(game, clock, chosen.section(GamePolicy))
    Runner(play, mind, clock, NoJournal(), Settings(max_steps=900, seed=5), watch).play()
    assert reckoning.states > 30
    assert (reckoning.differs, reckoning.without_lines) == ([], [])

"""Forecasts against the recorded run, scored as the design says."""

from __future__ import annotations

import json

import pytest

from sts2fsm.assembly import brain, policies
from sts2fsm.facts.fight import Fight, followed
from sts2fsm.facts.forecast import forecast, score
from sts2fsm.facts.model import model
from sts2fsm.foresight import Foresight
from sts2fsm.wire.actions import EndTurn, PlayCard, read_action
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.reply import read_reply
from tests.facts.fights import card, enemy, fight, power
from tests.shared import captures

BUILD = "v0.107.1"
STRIKE = "STRIKE_IRONCLAD"


def test_the_recorded_run_is_foreseen() -> None:
    """Every combat action of the trace is checked: at least 98 % of plays and 95 % of turn ends are exact, none
    unmodelled."""
    tracker, reader = brain(policies()).tracker, WireReader()
    plays, ends = Foresight(BUILD), Foresight(BUILD)
    before = None
    for now, line in enumerate(
        captures("captures", "trace-ironclad-a10.jsonl").read_text(encoding="utf-8").splitlines()
    ):
        row = json.loads(line)
        seen = reader.observation(row["state"])
        sent = read_action(row["action"]) if row["action"] else None
        if before is not None and sent is not None:
            one = ends if isinstance(sent, EndTurn) else plays
            one.foresee(before, tracker.memory.fight, sent)
            one.check(seen, now)
        tracker.advance(float(now), seen, sent, read_reply(row["reply"]) if row["reply"] else None)
        before = seen
    assert (plays.checked, ends.checked) == (65, 22)
    assert plays.exact >= 0.98 * plays.checked
    assert ends.exact >= 0.95 * ends.checked
    assert plays.unmodelled + ends.unmodelled == 0


def test_a_strike_is_foreseen_to_the_point() -> None:
    """Strike on Vulnerable 1: 9 damage through 4 block takes 5 health, 1 energy is spent."""
    before = fight(
        [STRIKE], [enemy("NIBBIT", 0, 20, ("Attack", "12"), block=4, status=[power("VULNERABLE_POWER", 1, "Debuff")])]
    )
    found = forecast(before, None, PlayCard(0, "NIBBIT_0"), BUILD)
    assert found is not None and not found.random
    after = fight(
        [], [enemy("NIBBIT", 0, 15, ("Attack", "12"), status=[power("VULNERABLE_POWER", 1, "Debuff")])], energy=2
    )
    result = score(found, after)
    assert result is not None and result.exact, result


def test_a_wrong_forecast_names_what_differs() -> None:
    """Two points of health off: not exact, within 2, and said so."""
    before = fight([STRIKE], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    found = forecast(before, None, PlayCard(0, "NIBBIT_0"), BUILD)
    assert found is not None
    result = score(found, fight([], [enemy("NIBBIT", 0, 12, ("Attack", "12"))], energy=2))
    assert result is not None and not result.exact and result.within2
    assert result.misses == ("enemy 1 hp: 14 -> 12",)


def test_an_unknown_card_is_never_exact() -> None:
    """What no table knows makes the step unmodelled, though nothing differs."""
    unknown = card(STRIKE, 0, id="CARD_OF_A_LATER_BUILD")
    before = fight([unknown], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    found = forecast(before, None, PlayCard(0, "NIBBIT_0"), BUILD)
    assert found is not None
    result = score(found, before)
    assert result is not None and not result.exact and "CARD_OF_A_LATER_BUILD" in result.unmodelled


def test_numbers_on_the_card_win_over_the_table() -> None:
    """A Strike whose text says 11 deals 11, and the disagreement is named."""
    seen = fight([card(STRIKE, 0, description="Deal 11 damage.")], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    base = model(seen, None, BUILD)
    assert base is not None and base.disagreements == ("STRIKE_IRONCLAD Damage 6 -> 11",)
    found = forecast(seen, None, PlayCard(0, "NIBBIT_0"), BUILD)
    assert found is not None and found.futures[0].enemies is not None
    assert found.futures[0].enemies[1].hp == 9


def test_a_shown_cost_wins_over_the_table() -> None:
    """A Bash made free costs nothing in the forecast."""
    seen = fight([card("BASH", 0, cost="0")], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    found = forecast(seen, None, PlayCard(0, "NIBBIT_0"), BUILD)
    assert found is not None and found.futures[0].energy == 3


def test_a_debuff_of_this_turn_is_fresh_and_keeps_its_first_tick() -> None:
    """Weak that was not there as the turn began stays 1 after the enemies' turn; Weak that was there is gone."""
    target = [enemy("NIBBIT", 0, 40, ("Buff", ""))]
    weak = [power("WEAK_POWER", 1, "Debuff")]
    fresh = Fight(floor=3, round=1)
    old = Fight(floor=3, round=1, debuffs=frozenset({"WEAK_POWER"}))
    left = []
    for memory in (fresh, old):
        found = forecast(fight([], target, status=weak), memory, EndTurn(), BUILD)
        assert found is not None
        left.append(found.futures[0].player.powers.get("WEAK_POWER", 0))
    assert left == [1, 0]


def test_plays_of_the_turn_are_counted_and_forgotten_with_it() -> None:
    """An attack and a skill in round 1 count; round 2 begins at zero, the fight's own count goes on."""
    first = fight([STRIKE, "DEFEND_IRONCLAD"], [enemy("NIBBIT", 0, 20)])
    second = fight(["DEFEND_IRONCLAD"], [enemy("NIBBIT", 0, 14)], energy=2)
    third = fight([], [enemy("NIBBIT", 0, 14)], energy=1, block=5)
    memory = followed(None, None, None, first)
    memory = followed(memory, first, PlayCard(0, "NIBBIT_0"), second)
    memory = followed(memory, second, PlayCard(0), third)
    assert memory is not None and (memory.attacks, memory.skills, memory.cards, memory.blocked) == (1, 1, 2, True)
    later = WireReader().observation({**third.raw, "battle": {**third.raw["battle"], "round": 2}})
    memory = followed(memory, third, EndTurn(), later)
    assert memory is not None and (memory.round, memory.attacks, memory.cards) == (2, 0, 2)


# --- what the wire does not show, worked out --------------------------------------------------------------------------
def relic(id_: str) -> dict[str, object]:
    return {"id": id_, "name": id_, "counter": None}


@pytest.mark.parametrize(("labels", "front"), [((12, 4), "left"), ((18, 3), "right")])
def test_the_labels_tell_which_way_a_surrounded_player_looks(labels: tuple[int, int], front: str) -> None:
    """Thrash 12 and Targeting Reticle 3, half as much again from behind: with the Crusher in front 12 and 4, with the
    Rocket in front 18 and 3."""
    crusher = enemy("CRUSHER", 0, 200, ("Attack", str(labels[0])), status=[power("BACK_ATTACK_LEFT_POWER", 1)])
    rocket = enemy("ROCKET", 1, 190, ("Attack", str(labels[1])), status=[power("BACK_ATTACK_RIGHT_POWER", 1)])
    base = model(fight([STRIKE], [crusher, rocket], status=[power("SURROUNDED_POWER", 1, "Debuff")]), None, BUILD)
    assert base is not None and base.unmodelled == ()
    assert [foe.move for foe in base.combat.enemies] == ["THRASH_MOVE", "TARGETING_RETICLE_MOVE"]
    assert base.combat.player.powers["SURROUNDED_POWER"].state == (front == "right")


@pytest.mark.parametrize(("blocked", "block"), [(False, 10), (True, 5)])
def test_vambrace_doubles_the_first_block_of_a_fight_alone(blocked: bool, block: int) -> None:
    """Defend gives 5; the memory of the fight tells whether a card has given block before."""
    seen = fight(["DEFEND_IRONCLAD"], [enemy("NIBBIT", 0, 40, ("Buff", ""))], relics=[relic("VAMBRACE")])
    found = forecast(seen, Fight(floor=3, round=1, blocked=blocked), PlayCard(0), BUILD)
    assert found is not None and found.futures[0].player.block == block


def test_red_skull_gives_no_strength_that_it_has_given() -> None:
    """At 30 of 80 health the 3 Strength are there already: losing 3 more changes nothing."""
    seen = fight(
        ["BLOODLETTING"], [enemy("NIBBIT", 0, 40, ("Buff", ""))], hp=30, relics=[relic("RED_SKULL")],
        status=[power("STRENGTH_POWER", 3)],
    )  # fmt: skip
    found = forecast(seen, None, PlayCard(0), BUILD)
    assert found is not None and found.futures[0].player.powers == {"STRENGTH_POWER": 3}


def test_what_is_drawn_is_chance_although_no_dice_are_rolled() -> None:
    """Escape Plan blocks when it draws a Skill: with a Strike and a Defend in the draw pile both may come."""
    piles = {"draw_pile": [{"name": "Strike"}, {"name": "Defend"}], "draw_pile_count": 2}
    seen = fight(["ESCAPE_PLAN"], [enemy("NIBBIT", 0, 40, ("Buff", ""))], character="The Silent", **piles)
    found = forecast(seen, None, PlayCard(0), BUILD)
    assert found is not None and found.random
    assert {future.player.block for future in found.futures} == {0, 3}


def test_each_miss_is_told_as_its_own_however_many_there_were() -> None:
    """Beyond the 200 that are listed, the last one is still the last one."""
    before = fight([STRIKE], [enemy("NIBBIT", 0, 20, ("Attack", "12"))])
    after = fight([], [enemy("NIBBIT", 0, 12, ("Attack", "12"))], energy=2)
    foresight = Foresight(BUILD)
    for step in range(1, 203):
        foresight.foresee(before, None, PlayCard(0, "NIBBIT_0"))
        assert foresight.check(after, step) is not None
        assert foresight.last_miss["step"] == step
    assert len(foresight.misses) == 200

"""Fights by the plain rules, which decide where no line is searched; and what no rule may do."""

from __future__ import annotations

import pytest

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.observation import Observation
from tests.handlers.moments import at, edited, parts, settled, worn

ENEMY = "BRAND_NEW_0"


def strange(name: str, **edits: object) -> Observation:
    """The fixture with an enemy of no table: rules that read labels alone are enough for it."""
    return edited(name, battle__enemies__0__entity_id=ENEMY, **edits)


def test_kills_instead_of_blocking() -> None:
    """5 hp against a Strike's 6, although 12 damage are about to come."""
    made = at(strange("monster-one-strike-kills"))
    assert (made.action, made.because) == (w.PlayCard(0, ENEMY), "lethal")


def test_blocks_most_of_what_would_hurt_too_much() -> None:
    """12 damage against 8 hp: Shrug It Off stops 8, a Defend 5."""
    made = at(strange("monster-must-block"))
    assert (made.action, made.because) == (w.PlayCard(3), "must block")
    assert parts(made) == {"stopped": 8, "cost": -0.1}


def test_a_kill_stops_what_the_enemy_would_have_done() -> None:
    """12 and 3 damage against 8 hp: the Strike that kills the first stops 12, Shrug It Off 8."""
    base = edited("monster-must-block")
    first = dict(base.raw["battle"]["enemies"][0], entity_id=ENEMY, hp=5)
    second = dict(first, entity_id="BRAND_NEW_1", combat_id=2, hp=40, intents=[{"type": "Attack", "label": "3"}])
    made = at(edited("monster-must-block", battle__enemies=[first, second]))
    assert (made.action, made.because) == (w.PlayCard(0, ENEMY), "must block")
    assert parts(made) == {"stopped": 12, "cost": -0.1}


def test_no_more_counts_as_stopped_than_would_come() -> None:
    """3 damage against 8 hp: Defend and Shrug It Off stop the same, and the first in the hand is taken."""
    few = [{"type": "Attack", "label": "3"}]
    made = at(strange("monster-must-block", battle__enemies__0__intents=few))
    assert (made.action, made.because) == (w.PlayCard(1), "must block")
    assert parts(made) == {"stopped": 3, "cost": -0.1}


def test_a_quarter_of_the_health_may_be_lost_before_blocking_comes_first() -> None:
    """12 damage: of 48 hp it is the limit itself, of 47 it is more."""
    page = {"battle__enemies__0__hp": 60}
    assert at(strange("monster-one-strike-kills", player__hp=48, **page)).because == "best play"
    assert at(strange("monster-one-strike-kills", player__hp=47, **page)).because == "must block"


def test_the_worth_of_a_play_has_named_parts() -> None:
    """Strike for 6 at 1 energy: 6 - 1.5."""
    made = at(strange("monster-one-strike-kills", player__hp=64, battle__enemies__0__hp=60))
    assert (made.action, parts(made)) == (w.PlayCard(0, ENEMY), pytest.approx({"damage": 6.0, "cost": -1.5}))


def test_a_killed_attacker_counts_for_what_it_would_have_done() -> None:
    """Two enemies, one of 5 hp that attacks for 12: 5 damage, a kill 6, and 12 * 1.2 prevented."""
    base = edited("monster-one-strike-kills")
    first = dict(base.raw["battle"]["enemies"][0], entity_id=ENEMY)
    second = dict(first, entity_id="BRAND_NEW_1", combat_id=2, hp=50, intents=[])
    made = at(edited("monster-one-strike-kills", player__hp=64, battle__enemies=[first, second]))
    assert made.action == w.PlayCard(0, ENEMY)
    assert parts(made) == pytest.approx({"damage": 5.0, "kill": 6.0 + 1.2 * 12, "cost": -1.5})


def test_an_attack_that_shows_no_number_is_assumed_to_hurt() -> None:
    """A hidden label counts as unknown_attack, 12 by policies.yaml, and comes through."""
    hidden = [{"type": "Attack", "label": ""}]
    page = strange("monster-must-block", battle__enemies__0__intents=hidden)
    assert at(page).because == "must block"


def test_drinks_when_much_is_about_to_be_lost() -> None:
    """12 of 8 hp: the Block Potion before the cards."""
    potion = {"id": "BLOCK_POTION", "name": "Block", "slot": 1, "can_use_in_combat": True, "target_type": "Self"}
    assert at(strange("monster-must-block", player__potions=[potion])).action == w.UsePotion(1)
    safe = strange("monster-must-block", player__potions=[potion], player__hp=80)
    assert not isinstance(at(safe).action, w.UsePotion)


def test_ends_the_turn_when_nothing_can_be_played() -> None:
    """No energy, and a curse."""
    assert at(strange("monster-nothing-playable")).action == w.EndTurn()
    assert at("monster-empty-hand-energy-left").action == w.EndTurn()


def test_plays_nothing_before_the_turn_is_ours_nor_after_the_fight() -> None:
    """Not begun, the enemies' turn, between waves, over, gone."""
    for name in (
        "monster-before-the-fight", "monster-enemy-turn", "monster-turn-starting", "monster-between-waves",
        "elite-after-the-fight", "boss-battle-gone",
    ):  # fmt: skip
        assert at(name, settled(5.0)).action is None, name


def test_ends_a_turn_in_which_nobody_is_left_to_fight() -> None:
    """Those that come back do so in their own turn; after some seconds of ours we let them (behaviour W39)."""
    assert at("monster-between-waves", settled(5.0)).action is None
    assert at("monster-between-waves", settled(30.0)).action == w.EndTurn()


def test_sends_nothing_while_actions_are_disabled() -> None:
    """The hand looks playable all the while."""
    assert at("monster-two-nibbits-player-turn", settled(10.0), State.ACTIONS_DISABLED).action is None


def test_a_play_that_failed_twice_this_turn_gives_way() -> None:
    """The Strike is worn out on this round: the other card is played."""
    page = strange("monster-one-strike-kills")
    made = at(page, settled(failed=worn(page, w.PlayCard(0, ENEMY))))
    assert made.action == w.PlayCard(1)


def test_the_end_of_the_turn_is_asked_for_again_however_often_it_was_refused() -> None:
    """A card may still have been resolving."""
    page = strange("monster-nothing-playable")
    refused = worn(page, w.EndTurn()) * 5
    assert at(page, settled(100.0, failed=refused)).action == w.EndTurn()


def test_looks_at_the_hand_twice_before_it_acts() -> None:
    """Cards are still being drawn at the first look."""
    assert at("monster-nothing-playable", settled(0.0, reads=1)).action is None

"""W18 to W28: turns, the hand, targets, and picking cards of the hand."""

from __future__ import annotations

import copy
from itertools import pairwise

from sts2fsm.errors import Stuck
from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import (
    Body,
    card,
    enemy,
    fight,
    page,
    pages,
    sequence,
)
from tests.behaviours.scripted import Answer

DISABLED: Answer = (200, {"status": "error", "error": "Player actions are currently disabled"})
OK: Answer = (200, {"status": "ok", "message": "m"})


def nothing_to_play(body: Body) -> Body:
    """The same page with a hand that cannot be played, so that the turn is ended."""
    still = copy.deepcopy(body)
    for held in still["player"]["hand"]:
        held["can_play"] = False
    return still


def test_w18_after_end_turn_nothing_is_sent_until_the_turn_has_moved() -> None:
    """play_phase and hand look as before the end of the turn for 15 s: no play, no second end_turn; then round 2."""
    rows = sequence("W18", wrong=(2,))
    shown = rows[1]["get"]
    next_turn = copy.deepcopy(shown)
    next_turn["battle"]["round"] = 2
    played = play(
        [*rows, {"wait_ms": 15000}], opening=[nothing_to_play(shown)], ending=[next_turn], until=sent("play_card")
    )
    assert played.actions == ["end_turn", "play_card"]
    assert State.ACTIONS_DISABLED in played.states
    waited = played.times("play_card")[0] - played.times("end_turn")[0]
    assert 15 <= waited < 17, "the round alone tells that the turn has moved: the hand is the same"


def test_w18_a_disabled_moment_is_waited_out() -> None:
    """Refused while actions are disabled: the client waits and plays the same card afterwards, ending no turn."""
    answers = iter([DISABLED, OK])
    played = play([{"get": fight([card(0)])}], otherwise=lambda _: next(answers), until=sent("play_card", 2))
    assert played.actions == ["play_card", "play_card"]
    first, second = played.times("play_card")
    assert second - first >= 0.25


def test_w18_a_long_disabled_moment_costs_no_play() -> None:
    """Refused six times in over 20 s: asked for ever more rarely, then played, and no turn ended instead."""
    answers = iter([*[DISABLED] * 6, OK])
    played = play([{"get": fight([card(0)])}], otherwise=lambda _: next(answers), until=sent("play_card", 7))
    assert played.actions == ["play_card"] * 7
    times = played.times("play_card")
    assert times[-1] - times[0] > 20
    gaps = [later - sooner for sooner, later in pairwise(times)]
    assert gaps[-1] > gaps[0] and max(gaps) < 20


def test_w18_other_words_count_against_the_card() -> None:
    """A refusal that says nothing of the moment: two tries, then the turn is ended without that card."""
    odd = (200, {"status": "error", "error": "Card cannot be played"})
    played = play(
        [{"get": fight([card(0)])}], otherwise=lambda body: odd if body["action"] == "play_card" else OK,
        until=sent("end_turn"),
    )  # fmt: skip
    assert played.actions == ["play_card", "play_card", "end_turn"]


def test_w18_refusals_without_end_are_capped() -> None:
    """Everything is refused for ever: few requests a minute, and exit 5 in the end."""
    played = play([{"get": fight([card(0)])}], otherwise=lambda _: DISABLED, seconds=400, steps=4000)
    assert isinstance(played.error, Stuck) and played.error.exit_code == 5
    assert len(played.sent) <= 30


def test_w19_a_new_round_is_enough_to_act_on() -> None:
    """The first page after end_turn shows round 2: no false-to-true edge is waited for."""
    played = play(sequence("W19"), opening=[fight([])], until=sent("play_card"))
    assert played.actions == ["end_turn", "play_card"]
    assert played.times("play_card")[0] - played.times("end_turn")[0] < 1


def test_w19_an_extra_turn_shows_by_energy_and_hand() -> None:
    """The round stays, energy is refilled and the hand is another one: it is our turn again, at once."""
    extra = page("W19")
    extra["battle"]["round"] = 1
    played = play([{"get": extra}], opening=[fight([], energy=0)], serves=2, until=sent("play_card"))
    assert played.actions == ["end_turn", "play_card"]
    assert played.times("play_card")[0] - played.times("end_turn")[0] < 1


def test_w20_a_stale_hand_is_waited_for_and_the_next_index_comes_from_the_fresh_one() -> None:
    """Card 2 is played; five reads still show three cards and bring no action; then one of the two left is played."""
    rows = sequence("W20", wrong=(3,), C="BLUDGEON")
    played = play(rows, opening=[rows[1]["get"]], serves=5, until=sent("play_card", 2))
    first, second = played.sent
    assert first["card_index"] == 2 and second["card_index"] in (0, 1)
    between = [request for request in played.requests if first is not request.body]
    assert [request.method for request in between].count("GET") >= 6
    hand = played.moments[-1].seen.observation.player
    assert hand is not None and len(hand.hand or ()) == 2


def test_w21_a_play_that_does_nothing_is_tried_twice_at_most() -> None:
    """ok, and nothing changes: the same card on the same target at most twice, then the turn is ended."""
    played = play(sequence("W21"), opening=[page("W21")], until=sent("end_turn"), seconds=120)
    assert 1 <= played.actions.count("play_card") <= 2
    assert played.actions[-1] == "end_turn"


def test_w21_another_target_is_tried_after_the_first_failed() -> None:
    """With a second enemy the card goes to that one after two plays in vain, and no pair is tried a third time."""
    both = fight([card(0)], enemies=[enemy(1, "X_0"), enemy(2, "X_1")])
    played = play([{"get": both}], until=sent("end_turn"), seconds=120)
    targets = [body["target"] for body in played.sent if body["action"] == "play_card"]
    assert set(targets) == {"X_0", "X_1"}
    assert max(targets.count(target) for target in set(targets)) <= 2


def test_w22_the_twin_that_moved_up_is_hit_by_its_new_name() -> None:
    """NIBBIT_0 dies, NIBBIT_1 becomes NIBBIT_0: the second play names NIBBIT_0 and means combat id 2."""
    rows = sequence("W22", wrong=(3,), A="STRIKE_IRONCLAD")
    before, after = pages(rows)
    before["player"]["hand"].append(card(1))
    after["player"]["hand"] = [card(0)]
    played = play(rows, until=sent("play_card", 2))
    assert [body["target"] for body in played.sent] == ["NIBBIT_0", "NIBBIT_0"]
    battle = played.moments[-1].seen.observation.battle
    assert battle is not None and [e.combat_id for e in battle.enemies if e.entity_id == "NIBBIT_0"] == [2]


def test_w22_a_failure_on_one_twin_is_not_counted_against_the_other() -> None:
    """Two plays on combat id 1 came to nothing; its twin of the same name, id 2, still may be hit."""
    first = fight([card(0)], enemies=[enemy(1, "NIBBIT_0")])
    second = fight([card(0)], enemies=[enemy(2, "NIBBIT_0")])
    played = play([{"get": first}, {"wait_ms": 7500}, {"get": second}], until=sent("play_card", 4), seconds=30)
    assert [body["target"] for body in played.sent if body["action"] == "play_card"][:3] == ["NIBBIT_0"] * 3


def test_w23_only_targets_that_stand_there_are_named() -> None:
    """combat id 7 is gone, 8 stands there as X_0: every play names X_0."""
    rows = sequence("W23", wrong=(0,))
    played = play(rows, until=sent("end_turn"), seconds=60)
    targets = {body["target"] for body in played.sent if body["action"] == "play_card"}
    assert targets == {"X_0"}


def test_w24_a_target_goes_with_aimed_cards_and_with_no_other() -> None:
    """One enemy: AnyEnemy still names it; AllEnemies, Self and None carry no target."""
    sequence("W24")
    kinds = ["AnyEnemy", "AllEnemies", "Self", "None", "RandomEnemy"]
    for kind in kinds:
        played = play([{"get": fight([card(0, "UNHEARD_OF", target_type=kind)])}], until=sent("play_card"))
        assert played.sent == [
            {"action": "play_card", "card_index": 0, **({"target": "X_0"} if kind == "AnyEnemy" else {})}
        ]


def test_w25_an_empty_hand_ends_the_turn() -> None:
    """Energy is left and nothing is in hand: the turn ends at once."""
    played = play(sequence("W25"), until=sent("end_turn"))
    assert played.actions == ["end_turn"]
    assert played.times("end_turn")[0] < 1


def test_w26_a_refused_end_turn_leads_to_the_open_choice() -> None:
    """Refused because the hand is in selection: the selection is played, with combat_* actions."""
    rows = sequence("W26")
    played = play(rows, opening=[fight([])], until=sent("combat_select_card"))
    assert played.actions == ["end_turn", "combat_select_card"]


def test_w26_a_refused_end_turn_is_sent_again_after_a_pause() -> None:
    """Refused and nothing open: the card may still be flying, so end_turn is repeated, not at once."""
    rows = sequence("W26")[:1]
    played = play(rows, opening=[fight([])], until=sent("end_turn", 2))
    first, second = played.times("end_turn")
    assert 0.25 <= second - first <= 25


def test_w27_a_hand_selection_takes_combat_actions_only() -> None:
    """Select, wait for can_confirm, confirm; select_card and confirm_selection are never sent."""
    rows = sequence("W27", wrong=(1,))
    confirmable = copy.deepcopy(rows[0]["get"])
    confirmable["hand_select"].update(can_confirm=True, selected_cards=[{"index": 0, "name": "B"}])
    played = play([*rows[:3], {"get": confirmable}, rows[3]], ending=[fight([])], until=sent("end_turn"))
    assert played.actions == ["combat_select_card", "combat_confirm_selection", "end_turn"]


def test_w28_the_second_pick_comes_from_the_list_as_it_is_then() -> None:
    """A is picked and leaves the list; the next pick counts B, C as they stand then; then it is confirmed."""
    rows = sequence("W28", A="ASCENDERS_BANE")
    full = copy.deepcopy(rows[2]["get"])
    full["hand_select"].update(
        cards=[{"index": 0, "id": "C", "name": "C"}],
        selected_cards=[{"index": 0, "name": "A"}, {"index": 1, "name": "B"}],
        can_confirm=True,
    )
    second = {"post": {"action": "combat_select_card", "card_index": 0}, "reply": OK[1]}
    confirm = {"post": {"action": "combat_confirm_selection"}, "reply": OK[1]}
    played = play([*rows, second, {"get": full}, confirm], ending=[fight([])], until=sent("end_turn"))
    assert played.actions == ["combat_select_card", "combat_select_card", "combat_confirm_selection", "end_turn"]
    assert [body["card_index"] for body in played.sent[:2]] == [0, 0]

"""W29 to W40: what fights show and hide, potions, and unknown monsters; turns searched by the rules."""

from __future__ import annotations

import copy

from sts2fsm.states import State
from tests.behaviours.playing import play, sent
from tests.behaviours.rows import (
    Body,
    a_map,
    card,
    enemy,
    fight,
    page,
    post,
    potion,
    sequence,
)
from tests.behaviours.scripted import Answer

OK: Answer = (200, {"status": "ok", "message": "m"})


def in_danger(*potions: Body) -> Body:
    """A fight about to cost most of the health, with nothing in hand: a potion is drunk if there is one."""
    return fight([], enemies=[enemy(intents=[{"type": "Attack", "label": "45"}])], potions=list(potions))


def test_w29_a_fight_without_battle_is_waited_out() -> None:
    """After the kill a fight without `battle` brings no action; the rewards are claimed when they come."""
    rows = sequence("W29", wrong=(1,))
    opening = fight([card(0)], enemies=[enemy(hp=3)])
    kill = {"post": {"action": "play_card"}, "reply": OK[1]}
    played = play([kill, *rows], opening=[opening], serves=30, until=sent("claim_reward"))
    assert played.actions == ["play_card", "claim_reward"]
    assert State.COMBAT_SETTLING in played.states


def test_w29_not_in_combat_after_a_kill_is_no_fault() -> None:
    """The play is refused because the fight has just ended: the client goes on to the rewards."""
    rows = sequence("W29")
    refused = {"post": {"action": "play_card"}, "reply": rows[1]["reply"]}
    played = play([refused, rows[0], rows[2]], opening=[fight([card(0)])], until=sent("claim_reward"))
    assert played.error is None and played.actions == ["play_card", "claim_reward"]


def test_w30_the_same_words_before_the_fight_mean_no_win() -> None:
    """ "Combat ended" right after travelling: nothing is claimed, left or counted; then the fight is played."""
    rows = sequence("W30")
    played = play(rows, opening=[a_map()], serves=20, until=sent("play_card"))
    assert played.actions == ["choose_map_node", "play_card"]


def test_w31_nothing_is_played_in_the_enemy_turn() -> None:
    """can_play is true, turn is `enemy`: 20 s bring no action."""
    played = play(sequence("W31", wrong=(1,)), seconds=20)
    assert played.sent == [] and len(played.moments) > 20


def test_w32_costs_are_text_and_can_play_decides() -> None:
    """The curse of cost "0" is never played; the X card is, and costs all the energy there is."""
    played = play(sequence("W32"), until=sent("end_turn"), seconds=60)
    plays = [body["card_index"] for body in played.sent if body["action"] == "play_card"]
    assert plays and set(plays) == {1}
    assert {play_.cost for play_ in played.moments[0].seen.facts.plays} == {1}


def test_w33_only_aimed_potions_carry_a_target() -> None:
    """Self and AnyPlayer go without a target, AnyEnemy names an enemy."""
    sequence("W33")
    for kind, extra in (("Self", {}), ("AnyPlayer", {}), ("AnyEnemy", {"target": "X_0"})):
        played = play([{"get": in_danger(potion(1, "BLOCK_POTION", target_type=kind))}], until=sent("use_potion"))
        assert played.sent == [{"action": "use_potion", "slot": 1, **extra}]


def test_w34_a_potion_is_named_by_its_slot() -> None:
    """One potion, in slot 2: it is position 0 of the list, and 2 is sent."""
    held = page("W34")["player"]["potions"]
    played = play([{"get": in_danger(*held)}], until=sent("use_potion"))
    assert played.sent == [{"action": "use_potion", "slot": 2, "target": "X_0"}]
    on_the_map = play(sequence("W34"), until=sent("choose_map_node"))
    assert on_the_map.actions == ["choose_map_node"], "an aimed potion is not for the map"


def test_w35_a_potion_is_not_drunk_twice_while_it_is_queued() -> None:
    """The slot empties after 2 s: one use only. In the enemy turn: none."""
    first, queued = sequence("W35")
    full, empty = in_danger(potion(0)), in_danger()
    played = play(
        [first, {"get": full}, {"wait_ms": 2000}], opening=[full], ending=[empty], seconds=10,
        otherwise=lambda _: (200, queued["reply"]),
    )  # fmt: skip
    assert played.actions.count("use_potion") == 1
    theirs = in_danger(potion(0))
    theirs["battle"].update(turn="enemy", is_play_phase=False)
    assert play([{"get": theirs}], seconds=10).sent == []


def test_w36_a_choice_opened_by_a_potion_is_answered_and_the_fight_goes_on() -> None:
    """use_potion, card_select without `battle`, a pick, and the fight again: no surprise and no room action."""
    rows = sequence("W36")
    pick = {"post": {"action": "select_card"}, "reply": OK[1]}
    played = play([*rows, pick], opening=[in_danger(potion(0))], ending=[fight([card(0)])], until=sent("play_card"))
    assert played.actions == ["use_potion", "select_card", "play_card"]


def test_w37_the_order_of_the_draw_pile_is_no_change() -> None:
    """A play that only reorders the draw pile did nothing: the client waits for an effect as if nothing had moved."""
    first = page("W37")
    other = copy.deepcopy(first)
    other["player"]["draw_pile"].reverse()
    assert other != first
    played = play(
        [{"get": first}, {"post": {"action": "play_card"}, "reply": OK[1]}, *[{"get": b} for b in (other, first) * 20]],
        until=sent("play_card", 2),
    )
    first_at, second_at = played.times("play_card")
    assert second_at - first_at >= 3


def test_w38_a_multi_hit_is_multiplied_and_a_hidden_attack_is_not_nothing() -> None:
    """ "3x7" is 21; an attack without digits counts as unknown, not as 0."""
    played = play(sequence("W38"), until=sent("play_card"))
    assert played.moments[0].seen.facts.incoming == 21
    assert played.moments[0].seen.facts.unknown_attacks == 0
    hidden = page("W38")
    hidden["battle"]["enemies"][0]["intents"][0]["label"] = ""
    unknown = play([{"get": hidden}], until=sent("play_card"))
    assert unknown.moments[0].seen.facts.unknown_attacks == 1


def test_w39_no_enemy_is_no_victory() -> None:
    """All listed enemies are gone: nothing is sent for as long as that lasts; the new wave is fought."""
    played = play(sequence("W39"), serves=40, until=sent("play_card"))
    assert played.actions == ["play_card"]
    assert played.sent[0]["target"] in ("W_0", "W_1")
    assert played.states[0] == State.COMBAT_SETTLING


def test_w40_a_battle_with_only_an_error_is_a_transition() -> None:
    """`battle: {error}`: wait, then play the fight that follows."""
    played = play(sequence("W40"), ending=[fight([card(0)])], serves=20, until=sent("play_card"))
    assert played.actions == ["play_card"]
    assert played.states[0] == State.UNKNOWN


def nibbit(combat_id: int = 1, number: int = 0, hp: int = 40) -> Body:
    """A monster of the tables in its first move, so that whole turns are searched."""
    return enemy(combat_id, f"NIBBIT_{number}", hp=hp, max_hp=46, intents=[{"type": "Attack", "label": "12"}])


def test_w21_holds_where_whole_turns_are_searched() -> None:
    """A fight that the rules model: every card and target at most twice in vain, then the turn is ended."""
    hand = [card(0), card(1, "DEFEND_IRONCLAD", target_type="Self", type="Skill")]
    played = play([{"get": fight(hand, enemies=[nibbit()])}], until=sent("end_turn"), seconds=120)
    assert "best line" in played.because()
    plays = [str(body) for body in played.sent if body["action"] == "play_card"]
    assert plays and max(plays.count(one) for one in plays) <= 2
    assert played.actions[-1] == "end_turn"


def test_w18_holds_where_whole_turns_are_searched() -> None:
    """The line says to end the turn: after it nothing is sent for 15 s, although hand and phase look as before."""
    ending = fight([card(0, can_play=False)], enemies=[nibbit()])
    old, ours = fight([card(0)], enemies=[nibbit()]), fight([card(0)], enemies=[nibbit()])
    ours["battle"]["round"] = 2
    played = play(
        [{"get": ending}, post("end_turn"), {"get": old}, {"wait_ms": 15000}, {"get": ours}], until=sent("play_card")
    )
    assert played.actions == ["end_turn", "play_card"]
    assert 15 <= played.times("play_card")[0] - played.times("end_turn")[0] < 17


def test_w38_an_unknown_monsters_label_counts() -> None:
    """No table knows the monster, its label says 45: the block card is played first, not the attack."""
    hand = [card(0), card(1, "DEFEND_IRONCLAD", target_type="Self", type="Skill")]
    threat = enemy(1, "UNHEARD_OF_0", intents=[{"type": "Attack", "label": "45"}])
    played = play([{"get": fight(hand, enemies=[threat, nibbit(2)])}], until=sent("play_card"))
    assert played.sent == [{"action": "play_card", "card_index": 1}]

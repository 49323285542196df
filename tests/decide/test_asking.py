"""What a decision service may do: choose among what the hard rules allow, where an answer counts, and nothing else."""

from __future__ import annotations

import copy
from typing import Any

import pytest

from handlers import HANDLERS
from sts2fsm.asking import ABOUT, LOW, OVERRULED, PASSED, TEMPLATES, AskPolicy
from sts2fsm.assembly import policies
from sts2fsm.policy import Table
from sts2fsm.questions import Answer, Choice, NoulAnswer, Question, Unanswered
from sts2fsm.wire import actions as w
from sts2fsm.wire.observation import Observation
from tests.decide.oracles import Scripted, asked, decided, mind, shares, sure_of
from tests.fixture_files import fixture
from tests.handlers.moments import edited, read

CARDS = {
    "STRIKE_IRONCLAD": ("Strike", "Attack", "1", "AnyEnemy"),
    "DEFEND_IRONCLAD": ("Defend", "Skill", "1", "Self"),
    "BASH": ("Bash", "Attack", "2", "AnyEnemy"),
    "IRON_WAVE": ("Iron Wave", "Attack", "1", "AnyEnemy"),
    "ANGER": ("Anger", "Attack", "0", "AnyEnemy"),
    "SHRUG_IT_OFF": ("Shrug It Off", "Skill", "1", "Self"),
}


def fight(*hand: str, enemy_hp: int = 43, attack: str = "12", hp: int = 64, energy: int = 3) -> Observation:
    """One Nibbit that attacks, and a hand by ids."""
    payload = copy.deepcopy(fixture("monster-must-block"))
    [enemy] = payload["battle"]["enemies"]
    enemy["hp"], enemy["status"] = enemy_hp, []
    enemy["intents"] = [{"type": "Attack", "label": attack}] if attack else [{"type": "Sleep", "label": ""}]
    payload["player"].update(hp=hp, energy=energy, status=[])
    blank = payload["player"]["hand"][0]
    payload["player"]["hand"] = [{**blank, **_card(id_), "index": place} for place, id_ in enumerate(hand)]
    return read(payload)


def _card(id_: str) -> dict[str, Any]:
    """As a hand shows it; without a text, so that the numbers are the tables'."""
    return {
        "id": id_,
        "description": None,
        **dict(zip(("name", "type", "cost", "target_type"), CARDS[id_], strict=True)),
    }


FIVE = ("STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "BASH", "IRON_WAVE", "SHRUG_IT_OFF")


# --- the gate ---------------------------------------------------------------------------------------------------------
def test_bash_with_a_clear_lead_over_five_cards_is_played() -> None:
    """The seed's case: Bash 0.61, Defend 0.29 over five cards has confidence 0.51, and counts by its lead."""
    page = fight(*FIVE)

    def reply(name: str, question: Question) -> Answer:
        if name != "best_play":
            return NoulAnswer(0.5)
        assert isinstance(question, Choice) and len(question.criteria) == 5
        return shares(question, ("Bash", 0.61), ("Defend", 0.29))

    made = decided(mind(Scripted(reply), combat_template="seed", most_options=20), page)
    assert made.action == w.PlayCard(2, "NIBBIT_0")
    assert (made.source, asked(made).reason, asked(made).verdicts["best_play"]) == ("oracle", PASSED, PASSED)
    alone = decided(mind(None), page)
    assert alone.action != made.action and alone.action is not None
    assert [option.action for option in made.ranked] == [made.action, alone.action]


def test_an_answer_without_a_lead_leaves_the_best_line_of_code() -> None:
    """0.44 before 0.40: the play is code's, and the journal can say why."""
    page = fight(*FIVE)
    oracle = Scripted(
        lambda name, q: shares(q, ("Bash", 0.44), ("Defend", 0.40)) if name == "best_play" else NoulAnswer(0.5)
    )
    made = decided(mind(oracle, combat_template="seed", most_options=20), page)
    assert made.action == decided(mind(None), page).action
    assert (made.source, asked(made).reason, asked(made).verdicts["best_play"]) == ("code", LOW, LOW)
    assert not asked(made).changed


@pytest.mark.parametrize("reason", ["timeout", "breaker_open", "bad_answer", "rate_limited"])
def test_without_an_answer_code_decides_and_the_reason_is_kept(reason: str) -> None:
    """The same action as if nobody were there."""
    page = fight(*FIVE)
    made = decided(mind(Scripted(Unanswered(reason=reason))), page)
    assert made.action == decided(mind(None), page).action
    assert (made.source, asked(made).reason) == ("code", f"unanswered:{reason}")


# --- precedence -------------------------------------------------------------------------------------------------------
def nouls(lethal: float, block: float, best: tuple[str, float] | None = None) -> Scripted:
    def reply(name: str, question: Question) -> Answer:
        if name == "lethal_this_turn":
            return NoulAnswer(lethal)
        if name == "must_block":
            return NoulAnswer(block)
        return shares(question, best) if best and name == "best_play" else shares(question)

    return Scripted(reply)


def test_a_confident_wrong_lethal_is_overruled() -> None:
    """The seed's case: 3 energy, three Strikes and a Bash reach 18 damage, and the enemy has 19 health. 0.79 for yes
    passes the gate and changes nothing."""
    page = fight("STRIKE_IRONCLAD", "STRIKE_IRONCLAD", "STRIKE_IRONCLAD", "BASH", enemy_hp=19)
    made = decided(mind(nouls(0.79, 0.5), combat_template="seed"), page)
    assert asked(made).verdicts["lethal_this_turn"] == OVERRULED
    assert (made.source, asked(made).reason) == ("code", OVERRULED)
    assert made.action == decided(mind(None), page).action


def test_a_turn_that_wins_is_played_and_nobody_is_asked() -> None:
    """18 health: the three Strikes kill, whatever anybody would say."""
    page = fight("STRIKE_IRONCLAD", "STRIKE_IRONCLAD", "STRIKE_IRONCLAD", "BASH", enemy_hp=18)
    for template in ("lines", "seed"):
        oracle = nouls(0.02, 0.98)
        made = decided(mind(oracle, combat_template=template), page)
        assert oracle.calls == [] and made.asked is None and made.source == "code"
        assert isinstance(made.action, w.PlayCard)


def test_a_wish_to_block_nothing_is_overruled() -> None:
    """The enemy sleeps: no damage comes, and a confident must-block does not narrow the choice."""
    page = fight(*FIVE, attack="")
    made = decided(mind(nouls(0.1, 0.95, ("Strike", 0.9)), combat_template="seed"), page)
    assert asked(made).verdicts["must_block"] == OVERRULED
    assert made.action == w.PlayCard(0, "NIBBIT_0")


def test_blocking_goes_first_where_arithmetic_says_so_whatever_was_answered() -> None:
    """30 of 64 health are about to be lost, more than policy bears: only turns that cost least health are left, and a
    confident choice of another is overruled."""
    page = fight("STRIKE_IRONCLAD", "DEFEND_IRONCLAD", attack="30", energy=1)
    made = decided(mind(nouls(0.1, 0.05, ("Strike", 0.9)), combat_template="seed"), page)
    assert asked(made).verdicts["must_block"] == OVERRULED
    assert asked(made).verdicts["best_play"] == OVERRULED
    assert (made.action, made.source) == (w.PlayCard(1), "code")


def test_where_arithmetic_has_no_opinion_a_passed_must_block_narrows_the_choice() -> None:
    """12 of 64 health: neither nothing nor too much. A yes leaves the turns that cost least health."""
    page = fight("STRIKE_IRONCLAD", "DEFEND_IRONCLAD", energy=1)
    blocked = decided(mind(nouls(0.1, 0.9, ("Strike", 0.9)), combat_template="seed"), page)
    assert (blocked.action, blocked.source) == (w.PlayCard(1), "oracle")
    free = decided(mind(nouls(0.1, 0.1, ("Strike", 0.9)), combat_template="seed"), page)
    assert (free.action, free.source) == (w.PlayCard(0, "NIBBIT_0"), "oracle")


def test_a_target_counts_for_the_card_that_was_chosen() -> None:
    """Two enemies: the choice of the card leaves one turn for each, the choice of the target one of them."""
    page = edited("monster-two-nibbits-player-turn", player__potions=[])

    def reply(enemy: str) -> Any:
        def answer(name: str, question: Question) -> Answer:
            if isinstance(question, Choice):
                return shares(question, ("Strike" if name == "best_play" else enemy, 0.9))
            return NoulAnswer(0.5)

        return answer

    hit = {
        enemy: decided(mind(Scripted(reply(enemy)), combat_template="seed", most_options=20), page).action
        for enemy in ("Nibbit (1 of 2)", "Nibbit (2 of 2)")
    }
    assert [action.target for action in hit.values() if isinstance(action, w.PlayCard)] == ["NIBBIT_0", "NIBBIT_1"]


# --- when it is asked -------------------------------------------------------------------------------------------------
def test_a_page_is_asked_about_once_and_the_next_one_anew() -> None:
    """Looking again at the same page uses the answer that was given; another page is another question."""
    oracle = Scripted(sure_of(-1))
    by, page = mind(oracle), fight(*FIVE)
    first, second = decided(by, page), decided(by, page)
    assert len(oracle.calls) == 1 and first.action == second.action
    assert (asked(first).kept, asked(second).kept) == (False, True)
    decided(by, fight(*FIVE, hp=63))
    assert len(oracle.calls) == 2


def test_a_failed_call_is_not_tried_again_on_its_page() -> None:
    """No answer is an outcome, too: a dead server costs a page one deadline."""
    oracle = Scripted(Unanswered(reason="timeout"))
    by, page = mind(oracle), fight(*FIVE)
    assert {decided(by, page).action for _ in range(5)} == {decided(mind(None), page).action}
    assert len(oracle.calls) == 1


def test_options_that_are_worth_much_less_are_not_asked_about() -> None:
    """With a nearness of 0.5 only options within half a point of the best are there; with -1 nothing is asked."""
    page = edited("card_reward-three-cards")
    counts = {}
    for near in (1000.0, 0.5, -1.0):
        oracle = Scripted(sure_of(-1))
        decided(mind(oracle, near=Table({"default": near})), page)
        counts[near] = len(oracle.calls)
    assert counts[1000.0] == 1 and counts[-1.0] == 0
    near = mind(Scripted(sure_of(0)), near=Table({"default": 2.0}))
    made = decided(near, page)
    worth = [option.value for option in made.ranked]
    assert max(worth) - min(worth) <= 2.0


def test_at_most_so_many_options_are_put() -> None:
    """Ten lines by policy, two by this one."""
    oracle = Scripted(sure_of(0))
    decided(mind(oracle, most_options=2), fight(*FIVE))
    [(_, questions)] = oracle.calls
    assert all(len(question.criteria) == 2 for question in questions.values() if isinstance(question, Choice))


def test_turns_that_differ_in_order_alone_are_one_option() -> None:
    """Two Defends and a Strike against one attack: whichever goes first, it is the same turn."""
    oracle = Scripted(sure_of(-1))
    decided(mind(oracle), fight("STRIKE_IRONCLAD", "DEFEND_IRONCLAD", "DEFEND_IRONCLAD", attack="20"))
    assert oracle.calls == []


# --- hard rules -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("template", ["lines", "seed"])
def test_a_line_that_dies_is_never_an_option(template: str) -> None:
    """8 health, 12 damage, energy for one card: only a card that blocks survives, and no answer gets at the others."""
    page = fight("STRIKE_IRONCLAD", "IRON_WAVE", "ANGER", "STRIKE_IRONCLAD", "SHRUG_IT_OFF", hp=8, energy=1)
    chosen = set()
    for place in (0, -1):
        oracle = Scripted(sure_of(place))
        chosen.add(decided(mind(oracle, combat_template=template), page).action)
        assert oracle.calls, "nothing was asked"
        assert all("Iron Wave" in words or "Shrug It Off" in words for words in _told(oracle))
    survive = {w.PlayCard(1, "NIBBIT_0"), w.PlayCard(4)}
    free = w.PlayCard(2, "NIBBIT_0")  # Anger costs nothing, and may go before either
    assert chosen <= survive | {free}
    assert len(chosen) == (2 if template == "lines" else 1)  # the seed's must-block leaves the line that costs least


def _told(oracle: Scripted) -> list[str]:
    """Words of every option that was put, of the choices that name whole turns."""
    return [
        str(words)
        for _, questions in oracle.calls
        for name, question in questions.items()
        if isinstance(question, Choice) and name == "line"
        for words in question.criteria.values()
    ]


# --- declarations -----------------------------------------------------------------------------------------------------
def test_every_ask_can_be_tuned_and_every_nearness_belongs_to_one() -> None:
    """What rules ask about is what `ask.near` knows, and the shipped file names each of them; only ranked rules ask."""
    rules = [rule for handler in HANDLERS for rule in handler.rules if rule.asks]
    assert {ask.about for rule in rules for ask in rule.asks} == set(ABOUT)
    assert set(policies().section(AskPolicy).near) == {*ABOUT, "default"}
    assert all(ask.picks for rule in rules for ask in rule.asks)
    assert {ask.template for rule in rules for ask in rule.asks} == {"", *TEMPLATES}

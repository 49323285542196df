"""The path every decision takes: what is awaited, refusals, the rules in order, the pace of looking, and legality."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest
from attrs import evolve

from handlers import HANDLERS
from handlers.game_over import GameOver
from sts2fsm.assembly import policies
from sts2fsm.decide import Decider, IllegalDecision
from sts2fsm.errors import MachineError
from sts2fsm.facts.combat import CombatFacts, combat_facts
from sts2fsm.handler import Decision, Ranked, Rule, Seen, Wait, always
from sts2fsm.memory import Memory, Sent
from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.observation import Observation
from sts2fsm.wire.reply import Reply
from tests.handlers.moments import NOW, edited, settled, worn

PAGE = edited("game_over")
OUT = w.MenuSelect("main_menu")


def decided(*rules: Rule, memory: Memory | None = None) -> Decision:
    """What comes of these rules on the game over screen, which has one legal action."""

    class Changed(GameOver):
        rules: ClassVar[tuple[Rule, ...]] = ()

    Changed.rules = rules
    handlers = [Changed if handler is GameOver else handler for handler in HANDLERS]
    decider = Decider(handlers, policies(), lambda _: 0.0)
    return decider.decide(decider.seen(PAGE, State.GAME_OVER, memory or settled(), NOW))


def sends(action: w.Action | None, name: str = "rule", when: Any = always) -> Rule:
    return Rule(name, when=when, do=lambda seen, policy: action)


def waits(ms: int) -> Rule:
    return Rule("rule", when=always, do=lambda seen, policy: Wait(ms, "why"))


def no(seen: Seen, policy: Any) -> bool:
    return False


def test_the_first_rule_that_applies_wins_and_gives_the_reason() -> None:
    """One whose guard fails and one that passes are gone over."""
    made = decided(sends(OUT, "first", no), sends(None, "second"), sends(OUT, "third"), sends(OUT, "fourth"))
    assert (made.action, made.because, made.source) == (OUT, "third", "code")


def test_an_illegal_choice_is_stopped_before_it_is_sent() -> None:
    """The fault names state, rule and action; it is a fault of the tables, not of the game."""
    with pytest.raises(IllegalDecision, match=r"game_over: rule 'bad' chose end_turn\(\)") as raised:
        decided(sends(w.EndTurn(), "bad"))
    assert isinstance(raised.value, MachineError)


def test_an_illegal_ranked_choice_is_stopped_too() -> None:
    """A rank is no licence."""
    with pytest.raises(IllegalDecision):
        decided(Rule("bad", when=always, do=lambda seen, policy: Ranked(w.EndTurn(), {"a": 1.0})))


def test_a_ranked_choice_keeps_its_parts() -> None:
    """They go into the journal."""
    made = decided(Rule("rank", when=always, do=lambda seen, policy: Ranked(OUT, {"a": 1.0, "b": 2.0}, "out")))
    assert made.action == OUT
    assert [(option.what, option.value) for option in made.ranked] == [("out", 3.0)]


def test_without_a_rule_that_applies_it_waits_and_says_so() -> None:
    """A hole in the rules is a fallback, told apart from a rule's own wait."""
    made = decided(sends(None))
    assert (made.because, made.source) == ("no rule applies", "fallback")
    assert made.wait is not None and made.wait.ms == 60


def test_nothing_is_decided_while_an_action_has_not_landed() -> None:
    """Whatever the rules say."""
    awaited = Sent(action=OUT, reply=Reply(accepted=True), before=PAGE, at=NOW)
    made = decided(sends(OUT), memory=settled(pending=awaited))
    assert (made.action, made.because) == (None, "let the last action land")


@pytest.mark.parametrize("times,pause", [(1, 0.25), (2, 0.5), (3, 1.0), (7, 16.0), (20, 16.0)])
def test_a_refusal_pauses_and_each_further_one_doubles_the_pause(times: int, pause: float) -> None:
    """A quarter of a second, doubled up to six times."""
    failed = worn(PAGE, w.Proceed()) * times
    early = settled(failed=failed, failed_at=NOW - pause + 0.01)
    late = settled(failed=failed, failed_at=NOW - pause)
    assert decided(sends(OUT), memory=early).because == "pause after a refusal"
    assert decided(sends(OUT), memory=late).action == OUT


def test_failures_on_other_pages_do_not_pause() -> None:
    """Another page, another matter."""
    failed = worn(edited("rewards-emptied"), w.Proceed())
    assert decided(sends(OUT), memory=settled(failed=failed, failed_at=NOW)).action == OUT


def test_it_looks_less_often_at_a_page_that_stays() -> None:
    """60 ms at first, half a second after 3 s; a rule's own longer wait stands."""
    for seconds, asked, ms in ((0.0, 10, 60), (2.9, 10, 60), (3.0, 10, 500), (3.0, 2000, 2000), (0.0, 100, 100)):
        made = decided(waits(asked), memory=settled(seconds))
        assert made.wait is not None and made.wait.ms == ms, (seconds, asked)


def test_an_action_is_worn_out_after_the_tries_that_policy_gives() -> None:
    """Two failures on the page; one leaves it open."""
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    for times, worn_out in ((1, False), (2, True)):
        [(page, name, _)] = worn(PAGE, OUT)
        seen = decider.seen(PAGE, State.GAME_OVER, settled(failed=((page, name, times),)), NOW)
        assert seen.worn_out(OUT) is worn_out


def test_an_action_that_goes_in_circles_is_worn_out() -> None:
    """Sent three times on the very same page, whatever came of it."""
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    step = (PAGE.fingerprint, str(OUT))
    for times, worn_out in ((2, False), (3, True)):
        seen = decider.seen(PAGE, State.GAME_OVER, settled(recent=(step,) * times), NOW)
        assert seen.worn_out(OUT) is worn_out


def test_facts_of_a_fight_are_there_in_the_players_turn_alone() -> None:
    """Elsewhere no rule can lean on them."""
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    fight = decider.seen(edited("monster-must-block"), State.MONSTER, settled(), NOW)
    assert fight.facts is not None and fight.facts.incoming == 12
    for name, state in (("monster-enemy-turn", State.COMBAT_SETTLING), ("shop-rich", State.SHOP)):
        assert decider.seen(edited(name), state, settled(), NOW).facts is None


def test_facts_of_a_fight_are_worked_out_when_asked_for_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A look that only waits costs no search for lethal plays; two questions cost one."""
    asked: list[object] = []

    def counted(page: Observation) -> CombatFacts | None:
        asked.append(page)
        return combat_facts(page)

    monkeypatch.setattr("sts2fsm.decide.combat_facts", counted)
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    page = edited("monster-must-block")
    awaited = Sent(action=w.EndTurn(), reply=Reply(accepted=True), before=page, at=NOW)
    decider.decide(decider.seen(page, State.MONSTER, settled(pending=awaited), NOW))
    assert asked == []
    seen = decider.seen(page, State.MONSTER, settled(), NOW)
    assert seen.facts is seen.facts is not None
    assert asked == [page]


def test_potions_are_legal_wherever_a_player_is_shown_and_no_popup_lies_over_him() -> None:
    """To throw away always; to drink outside fights only those that may be."""
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    belt = [{"id": "FRUIT_JUICE", "name": "J", "slot": 1, "can_use_in_combat": True, "target_type": "Self"}]
    belt.append({"id": "FIRE_POTION", "name": "F", "slot": 2, "can_use_in_combat": True, "target_type": "AnyEnemy"})
    seen = decider.seen(edited("rest_site-done", player__potions=belt), State.REST_SITE, settled(), NOW)
    potions = [action for action in seen.legal if isinstance(action, w.UsePotion | w.DiscardPotion)]
    assert potions == [w.UsePotion(1), w.DiscardPotion(1), w.DiscardPotion(2)]
    over = decider.seen(edited("game_over", player__potions=belt), State.GAME_OVER, settled(), NOW)
    assert over.legal == (OUT,)


def test_a_decision_is_the_same_for_the_same_moment() -> None:
    """The decider holds nothing that changes."""
    decider = Decider(HANDLERS, policies(), lambda _: 0.0)
    seen = decider.seen(edited("shop-rich"), State.SHOP, settled(), NOW)
    first = decider.decide(seen)
    decider.decide(evolve(seen, memory=settled(reads=1)))
    assert decider.decide(seen) == first

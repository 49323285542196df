"""Trouble is found, the ladder climbed within its caps, people waited for; and what goes well is left alone."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from attrs import evolve

from sts2fsm.errors import Stuck
from sts2fsm.handler import Decision, Stop, key
from sts2fsm.memory import NEVER_AGAIN, Memory, page_of
from sts2fsm.recovery.ladder import RUNGS, Ladder
from sts2fsm.recovery.people import People
from sts2fsm.recovery.watchdog import Watchdog
from sts2fsm.wire.actions import (
    Action,
    CancelSelection,
    ChooseRestOption,
    ClaimReward,
    ConfirmSelection,
    DiscardPotion,
    MenuSelect,
    Proceed,
    SelectCard,
)
from sts2fsm.wire.reply import Reply
from tests.recovery.scenes import RECOVERY, anything, doing, look, rest, view, waiting

LEGAL: tuple[Action, ...] = (ClaimReward(0), ChooseRestOption(0), Proceed(), CancelSelection(), DiscardPotion(0))


def watchdog(said: list[str] | None = None, attended: bool = False, **policy: object) -> Watchdog:
    chosen = evolve(RECOVERY, **policy)
    tell = (said if said is not None else []).append
    return Watchdog(chosen, 180.0, anything, People(chosen, attended, tell), tell)


def climb(dog: Watchdog, seconds: float, step: float = 1.0, page: int = 99) -> list[Decision]:
    """What is decided while one page stands and the rules only wait."""
    decisions, now = [], 0.0
    while now <= seconds:
        decisions.append(dog.review(view(rest(gold=page), now, LEGAL), waiting()))
        now += step
    return decisions


def because(decisions: Sequence[Decision]) -> list[str]:
    """Reasons, without repeats in a row."""
    found: list[str] = []
    for decision in decisions:
        if not found or found[-1] != decision.because:
            found.append(decision.because)
    return found


def test_nothing_is_touched_before_a_page_stands_too_long() -> None:
    """44 s of stillness at a rest site pass as decided; the 45th begins the ladder."""
    dog = watchdog()
    assert because(climb(dog, 44)) == ["a test waits"] and dog.count == 0
    climb(dog, 44, page=1)
    assert dog.count == 0, "another page began, and with it the time"
    assert "recovery: wait" in because(climb(watchdog(), 45))


def test_the_ladder_is_climbed_in_order_and_within_its_caps() -> None:
    """Three waits, two looks, two other actions, exits, a cancel, then it waits for the page; potions stay."""
    decisions = climb(watchdog(), 80)
    rungs = [f"recovery: {name}" for name in ("wait", "look again", "another action", "leave the screen", "cancel")]
    assert because(decisions) == ["a test waits", *rungs, "recovery: nothing changes"]
    counts = [sum(d.because == rung for d in decisions) for rung in rungs]
    assert counts == [3, 2, 2, 1, 1]
    assert [d.action for d in decisions if d.action] == [
        ClaimReward(0), ChooseRestOption(0), Proceed(), CancelSelection(),
    ]  # fmt: skip


def test_any_change_ends_the_ladder() -> None:
    """Another page after the waits: the rules decide again, and one recovery is counted."""
    dog = watchdog()
    climb(dog, 47)
    assert dog.review(view(rest(gold=1), 48.0, LEGAL), waiting()).because == "a test waits"
    assert dog.count == 1


def test_at_the_end_it_stops_and_says_what_was_tried() -> None:
    """180 s without change: exit 5 with the screen, the time, the steps of the ladder and the remedy."""
    with pytest.raises(Stuck) as stuck:
        climb(watchdog(), 300)
    said = str(stuck.value)
    assert stuck.value.exit_code == 5
    assert "nothing has changed on rest_site for 180 s" in said and "tried: wait, look again, another action" in said
    assert "Close what covers the game" in said


def test_a_pause_is_told_and_waited_for_longer() -> None:
    """The mod took the last action and nothing came of it: the person is told, and the end comes at pause_s."""
    said: list[str] = []
    dog = watchdog(said)
    dog.answered(Reply(accepted=True))
    climb(dog, 300)
    assert sum("is it paused" in text for text in said) == 1
    with pytest.raises(Stuck, match="for 360 s"):
        climb(dog, 400, page=1)


def test_a_jumping_clock_is_no_stillness() -> None:
    """An hour passes between two looks, as when the machine slept: it counts for 30 s at most."""
    dog = watchdog()
    dog.review(view(rest(), 0.0, LEGAL), waiting())
    assert dog.review(view(rest(), 3600.0, LEGAL), waiting()).because == "a test waits"
    assert dog.progress.still == 30.0
    assert dog.review(view(rest(), 1800.0, LEGAL), waiting()).because == "a test waits", "and backwards for nothing"


def circle(times: int) -> Memory:
    """Two pages that lead to each other: the same two steps, so often."""
    here, there = look(rest()), look(rest(gold=1))
    step = (
        (here.fingerprint, key(ChooseRestOption(0), here)), (there.fingerprint, key(Proceed(), there)),
    )  # fmt: skip
    return Memory(recent=step * times)


def test_ping_pong_is_broken_by_another_action() -> None:
    """The sixth return to the same page with the same action is refused; what led round the circle is avoided."""
    dog = watchdog(waits=0, looks=0)
    again = doing(ChooseRestOption(0))
    assert dog.review(view(rest(), 0.0, LEGAL, circle(5)), again) == again
    other = dog.review(view(rest(), 1.0, LEGAL, circle(6)), again)
    assert other.action == ClaimReward(0) and dog.count == 1
    # the circle's other page is still the circle; Proceed led round it and is not tried
    there = dog.review(view(rest(gold=1), 2.0, (ChooseRestOption(0), Proceed(), CancelSelection()), circle(6)), again)
    assert there.action == CancelSelection()


def test_a_circle_without_another_way_stops() -> None:
    """No other action is legal: exit 5 names action, count and screen."""
    dog = watchdog(waits=0, looks=0)
    with pytest.raises(Stuck, match=r"choose_rest_option\(index=0\) was sent 6 times from the very same page of rest"):
        dog.review(view(rest(), 0.0, (ChooseRestOption(0),), circle(6)), doing(ChooseRestOption(0)))


def test_trouble_that_comes_back_on_one_floor_stops() -> None:
    """Each way out leads back: the fifth ladder on a floor is not begun, and another floor counts anew."""
    dog = watchdog(waits=0, looks=0)
    for number in range(4):
        dog.review(view(rest(), number * 2.0, LEGAL, circle(6)), doing(ChooseRestOption(0)))
        dog.review(view(rest(gold=500 + number), number * 2.0 + 1, LEGAL), waiting())
    dog.review(view(rest(floor=6), 9.0, LEGAL), waiting())
    dog.review(view(rest(), 10.0, LEGAL, circle(6)), doing(ChooseRestOption(0)))
    for number in range(3):
        dog.review(view(rest(gold=600 + number), 11.0, LEGAL), waiting())
        dog.review(view(rest(), 12.0, LEGAL, circle(6)), doing(ChooseRestOption(0)))
    dog.review(view(rest(gold=700), 13.0, LEGAL), waiting())
    with pytest.raises(Stuck, match="same trouble 4 times"):
        dog.review(view(rest(), 14.0, LEGAL, circle(6)), doing(ChooseRestOption(0)))


def test_pages_that_change_by_themselves_have_a_limit() -> None:
    """Every look shows another page and nothing is sent: after 300 s that is trouble, and then exit 5."""
    dog, now = watchdog(), 0.0
    with pytest.raises(Stuck, match="pages change without an action of ours"):
        for number in range(2000):
            now += 1.0
            dog.review(view(rest(gold=number % 2), now), waiting())
    assert 300 <= now < 330


def test_a_room_without_end_has_a_limit() -> None:
    """More actions on one floor than any room takes: the way out, then exit 5."""
    dog = watchdog(room_actions=50, ladders=1)
    with pytest.raises(Stuck, match="50 actions on one floor"):
        for number in range(60):
            dog.review(view(rest(gold=number), float(number)), doing(ChooseRestOption(0)))


def test_menus_are_left_and_never_entered_by_the_ladder() -> None:
    """quit, abandon and timeline are legal clicks that no ladder makes; back is one."""
    seen = view(rest(), 0.0, tuple(MenuSelect(o) for o in ("quit", "abandon_run", "timeline", "back")))
    ladder = Ladder(RECOVERY, anything, frozenset({seen.observation.fingerprint}), rung=2)
    assert [d.action for d in iter(lambda: ladder.step(seen), None)] == [MenuSelect("back")]


def test_what_may_have_been_lost_is_tried_again_last_and_what_was_refused_for_good_is_not() -> None:
    """Two sends that came to nothing wear an option out; with nothing else left the second climb sends it once more. A
    fault of our request is not, nor an option before the fresh ones, nor anything in the first climb."""
    page = page_of(look(rest(2)))
    lost, refused = ChooseRestOption(0), ChooseRestOption(1)
    seen = view(rest(2), 0.0, (lost, refused))
    worn = Memory().with_failure(page, key(lost, seen.observation), 2)

    def tried(memory: Memory, *, again: bool) -> list[Action | None]:
        ladder = Ladder(RECOVERY, anything, frozenset(), rung=2, again=again)
        return [d.action for d in iter(lambda: ladder.step(evolve(seen, memory=memory)), None)]

    assert tried(worn, again=True) == [refused, lost]
    assert tried(worn.with_failure(page, key(refused, seen.observation), NEVER_AGAIN), again=True) == [lost]
    assert tried(worn, again=False) == [refused]


def test_only_what_the_machine_knows_is_tried() -> None:
    """An action without a row at this state would only be a surprise."""
    seen = view(rest(), 0.0, LEGAL)
    ladder = Ladder(RECOVERY, lambda name, _: name == "proceed", frozenset(), rung=2)
    assert [d.action for d in iter(lambda: ladder.step(seen), None)] == [Proceed()]
    assert len(RUNGS) == 5


def test_no_card_is_clicked_that_was_not_chosen() -> None:
    """On a card grid the ladder confirms and cancels, and clicks no other card."""
    seen = view(rest(), 0.0, (SelectCard(0), SelectCard(1), ConfirmSelection(), CancelSelection()))
    ladder = Ladder(RECOVERY, anything, frozenset(), rung=2)
    assert [d.action for d in iter(lambda: ladder.step(seen), None)] == [ConfirmSelection(), CancelSelection()]


# --- people -----------------------------------------------------------------------------------------------------------
STOP = Decision(move=Stop("reveal E1"), because="a person is needed")


def test_nobody_there_is_no_wait() -> None:
    """Without a terminal exit 3 comes at once, and so it does with human_s 0."""
    assert watchdog().review(view(rest(), 0.0), STOP) is STOP
    assert watchdog(attended=True, human_s=0.0).review(view(rest(), 0.0), STOP) is STOP


def test_a_person_is_told_once_rung_for_and_waited_for() -> None:
    """One message with what to do, one bell, waiting until human_s, then the stop itself."""
    said: list[str] = []
    rung: list[int] = []
    people = People(RECOVERY, True, said.append, lambda: rung.append(1))
    now, decision = 0.0, STOP
    while (decision := people.review(view(rest(), now), STOP)).stop is None:
        now += 1.0
    assert decision is STOP and now == 600.0
    assert len(said) == len(rung) == 1 and "reveal E1" in said[0]


def test_hands_off_until_the_person_is_done() -> None:
    """The person opens the Timeline and comes back: nothing is clicked in between, and then the play goes on."""
    said: list[str] = []
    people = People(RECOVERY, True, said.append)
    timeline = {"state_type": "menu", "menu_screen": "timeline", "options": [{"name": "back", "enabled": True}]}
    main = {"state_type": "menu", "menu_screen": "main", "options": ["singleplayer"]}
    quiet = Memory(reads=5)
    start = doing(MenuSelect("singleplayer"))
    assert people.review(view(main, 0.0), STOP).wait
    for now in range(1, 30):
        assert people.review(view(timeline, float(now), memory=quiet), doing(MenuSelect("back"))).wait
    decided = [people.review(view(main, 30.0 + now, memory=quiet), start) for now in range(5)]
    assert [d.action for d in decided] == [None, None, MenuSelect("singleplayer"), *[MenuSelect("singleplayer")] * 2]
    assert said[-1] == "Thank you. Going on."


def test_a_popup_that_comes_and_goes_does_not_hide_a_page_that_stands_still() -> None:
    """Every 20 s a tutorial lies over the same rest site for a second: its time goes on, on the same floor, and the
    ladder begins. Another page begins anew."""
    dog, now = watchdog(), 0.0
    popup = {"state_type": "menu", "menu_screen": "tutorial", "message": "m", "options": ["advance"]}
    for _ in range(3):
        for _ in range(20):
            dog.review(view(rest(), now, LEGAL), waiting())
            now += 1.0
        dog.review(view(popup, now), waiting())
        assert dog.progress.floor == (1, 5)
        now += 1.0
    assert dog.count == 1
    dog.review(view(rest(gold=1), now, LEGAL), waiting())
    assert dog.progress.still == 0.0

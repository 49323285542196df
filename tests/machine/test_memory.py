"""What is kept of a run, of a room and under an interrupt, and what is forgotten with them."""

from __future__ import annotations

import copy

import pytest
from attrs import evolve

from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.convert import WireReader
from sts2fsm.wire.observation import Observation
from tests.machine.pages import NO, PAGES, S, changed, page, shows
from tests.machine.story import Story, with_memory

MONSTER = shows(S.MONSTER)


# --- runs -------------------------------------------------------------------------------------------------------------
def test_memory_is_dropped_when_the_floor_falls() -> None:
    """A new run of the same character begins below: what was learned is of no account there."""
    story = Story(shows(S.SHOP))
    story.look(shows(S.SHOP), w.ShopPurchase(1), NO)
    with_memory(story, let_go=("x",))
    story.look(page(PAGES[S.SHOP], floor=2))
    assert not story.memory.failed and not story.memory.let_go and not story.memory.recent


def test_memory_is_dropped_when_another_character_is_seen() -> None:
    """Another character is another run, whatever the floor."""
    story = Story(shows(S.SHOP))
    with_memory(story, let_go=("x",))
    story.look(page(PAGES[S.SHOP], character="The Silent", floor=6))
    assert not story.memory.let_go


def test_memory_is_dropped_at_the_main_menu() -> None:
    """The next run may begin with the same marks; its first room knows nothing of the last run."""
    story = Story(shows(S.GAME_OVER))
    with_memory(story, let_go=("x",), picked=("0",))
    story.look(shows(S.MENU), w.MenuSelect("main_menu"))
    assert (story.memory.let_go, story.memory.picked, story.memory.run) == ((), (), None)


def test_memory_outlives_a_popup_although_it_shows_no_run() -> None:
    """Tutorials hide run and player in the middle of a run."""
    story = Story(shows(S.SHOP))
    with_memory(story, let_go=("x",))
    story.look(shows(S.MENU_POPUP))
    story.look(shows(S.SHOP))
    assert story.memory.let_go == ("x",)


def test_what_is_awaited_when_a_run_starts_is_not_lost_with_the_last_runs_memory() -> None:
    """From the end of one run through the menu into the next, nothing is a surprise."""
    story = Story(shows(S.GAME_OVER))
    story.look(shows(S.MENU), w.MenuSelect("main_menu"))
    story.look(page("menu-singleplayer"), w.MenuSelect("singleplayer"))
    story.look(page("menu-character-select"), w.MenuSelect("standard"))
    assert story.look(page("menu-character-select"), w.MenuSelect("embark")).state is S.MENU_EMBARKING
    story.look(page("menu-character-select-lingering", floor=1))
    assert story.memory.pending is not None and story.tracker.state is S.MENU_EMBARKING
    assert story.look(page("event-dialogue", floor=1)).state is S.EVENT_DIALOGUE
    assert story.tracker.unexpected == 0


# --- rooms ------------------------------------------------------------------------------------------------------------
def test_what_was_let_go_is_forgotten_in_the_next_room() -> None:
    """A travel of ours, seen at once or after the map has lingered."""
    for looks in ((), (shows(S.MAP),)):
        story = Story(shows(S.MAP))
        with_memory(story, let_go=("claim_reward card None",), picked=("1",))
        story.look((*looks, shows(S.REST_SITE))[0], w.ChooseMapNode(0))
        if looks:
            story.look(shows(S.REST_SITE))
        assert (story.tracker.state, story.memory.let_go, story.memory.picked) == (S.REST_SITE, (), ())


def test_what_was_let_go_is_forgotten_although_the_travel_passed_through_something_unreadable() -> None:
    """Between map and room lies an unknown moment, a popup, or a map over a fight that has begun."""
    for between in (S.UNKNOWN, S.MENU_POPUP, S.MAP_IN_COMBAT):
        story = Story(shows(S.MAP))
        with_memory(story, let_go=("claim_reward card None",))
        story.look(shows(S.MAP), w.ChooseMapNode(0))
        story.look(shows(between))
        story.look(MONSTER)
        assert (story.tracker.state, story.memory.let_go) == (S.MONSTER, ()), between
        assert story.tracker.unexpected == 0


def test_a_map_that_a_person_opens_and_closes_forgets_nothing() -> None:
    """The room under it is the same one, on the same floor."""
    story = Story(shows(S.SHOP))
    with_memory(story, let_go=("x",))
    story.look(shows(S.MAP))
    story.look(shows(S.SHOP))
    assert story.memory.let_go == ("x",) and story.tracker.unexpected == 0


def test_a_room_that_a_person_travels_to_is_a_new_one() -> None:
    """Nothing was sent, and the floor is another."""
    story = Story(shows(S.MAP))
    with_memory(story, let_go=("x",))
    story.look(page(PAGES[S.SHOP], floor=6))
    assert story.memory.let_go == ()


# --- interrupts -------------------------------------------------------------------------------------------------------
def test_an_interrupt_remembers_the_state_it_came_over_and_what_was_awaited_there() -> None:
    """A tutorial over a travel: the travel is awaited again when it has gone."""
    story = Story(shows(S.MAP))
    story.look(shows(S.MAP), w.ChooseMapNode(0))
    awaited = story.memory.pending
    story.look(shows(S.MENU_POPUP))
    assert (story.memory.return_to, story.memory.pending, story.memory.pending_under) == (
        S.MAP_TRAVELLING,
        None,
        awaited,
    )
    story.look(shows(S.MAP), w.MenuSelect("confirm"))
    assert story.tracker.state is S.MAP_TRAVELLING
    assert story.memory.return_to is None and story.memory.pending_under is None
    assert story.memory.pending == evolve(awaited, at=story.now)


def test_time_under_an_interrupt_does_not_count() -> None:
    """A popup for 20 s over a travel that may take 10 s: the travel is waited for anew, then it has failed."""
    story = Story(shows(S.MAP))
    story.look(shows(S.MAP), w.ChooseMapNode(0))
    story.look(shows(S.MENU_POPUP))
    story.look(shows(S.MAP), w.MenuSelect("confirm"), after=20.0)
    story.look(shows(S.MAP), after=9.0)
    assert story.tracker.state is S.MAP_TRAVELLING and not story.memory.failed
    story.look(shows(S.MAP), after=1.0)
    assert story.tracker.state is S.MAP and len(story.memory.failed) == 1


@pytest.mark.parametrize("jump", [3600.0, 121.0, -50.0])
def test_a_clock_that_jumps_makes_no_action_overdue(jump: float) -> None:
    """The machine slept, or the clock was set: 3 s for a play begin anew, and the action is not sent a second time."""
    story = Story(MONSTER)
    story.look(MONSTER, w.PlayCard(0, "NIBBIT_0"))
    story.look(MONSTER, after=jump)
    assert story.memory.pending is not None and not story.memory.failed
    story.look(MONSTER, after=2.8)
    assert story.memory.pending is not None
    story.look(MONSTER, after=0.2)
    assert story.memory.pending is None and len(story.memory.failed) == 1


def test_one_interrupt_after_another_returns_to_the_first_place() -> None:
    """Overlay, unknown, popup: what counts is what lies under all of them."""
    story = Story(shows(S.CARD_SELECT))
    with_memory(story, picked=("3",))
    for upon in (S.OVERLAY, S.UNKNOWN, S.MENU_POPUP):
        story.look(shows(upon))
        assert story.memory.return_to is S.CARD_SELECT
    story.look(shows(S.CARD_SELECT))
    assert (story.tracker.state, story.memory.picked, story.memory.return_to) == (S.CARD_SELECT, ("3",), None)


def test_an_interrupt_that_ends_elsewhere_forgets_what_was_awaited() -> None:
    """The fight is over by the time the popup has gone."""
    story = Story(MONSTER)
    story.look(shows(S.MENU_POPUP), w.EndTurn())
    story.look(shows(S.REWARDS), w.MenuSelect("confirm"))
    assert (story.memory.return_to, story.memory.pending, story.memory.pending_under) == (None, None, None)
    assert story.tracker.unexpected == 0


def test_an_interrupt_that_the_program_started_with_may_end_anywhere() -> None:
    """Nothing is known of what lies under it."""
    story = Story(shows(S.OVERLAY))
    assert story.look(shows(S.TREASURE)).state is S.TREASURE
    assert story.tracker.unexpected == 0


def test_the_end_of_a_run_under_an_interrupt_leaves_nothing_behind() -> None:
    """Overlay, then game over: the next popup returns to game over."""
    story = Story(MONSTER)
    story.look(shows(S.OVERLAY))
    story.look(shows(S.GAME_OVER))
    assert story.memory.return_to is None
    story.look(shows(S.MENU_POPUP))
    assert story.memory.return_to is S.GAME_OVER


# --- reads that show nothing ------------------------------------------------------------------------------------------
BLIND = page("boss-battle-gone", ("state_type", "monster"))


def blind(seen: Observation) -> Observation:
    """The same page with an error in the place of the fight or the goods."""
    payload = copy.deepcopy(dict(seen.raw))
    block = next(name for name in ("battle", "shop", "fake_merchant") if name in payload)
    if block == "fake_merchant":
        payload[block]["shop"]["error"] = "not ready"
    else:
        payload[block] = {"error": "not ready"} if block == "battle" else {**payload[block], "error": "not ready"}
    return WireReader().observation(payload)


@pytest.mark.parametrize("state", [S.MONSTER, S.ELITE, S.BOSS, S.HAND_SELECT])
def test_a_fight_that_cannot_be_read_keeps_what_is_awaited(state: State) -> None:
    """An action, then only an error in the fight's block, twice: nothing is known, so the action is neither done nor
    failed; back in the fight it is awaited as before, and lands with the page that shows it."""
    action = w.CombatSelectCard(0) if state is S.HAND_SELECT else w.EndTurn()
    story = Story(shows(state))
    story.look(shows(state), action)
    awaited, waiting = story.memory.pending, story.tracker.state
    assert awaited is not None
    for _ in range(2):
        story.look(blind(shows(state)))
        assert (story.tracker.state, story.memory.pending, story.memory.pending_under) == (S.UNKNOWN, None, awaited)
    story.look(shows(state))
    assert (story.tracker.state, story.memory.pending) == (waiting, evolve(awaited, at=story.now))
    assert not story.memory.failed and story.tracker.unexpected == 0


def test_a_play_that_a_blind_read_follows_at_once_is_awaited() -> None:
    """The very look after the play shows only the error; a card still in hand then is waited for, not played."""
    story = Story(MONSTER)
    story.look(BLIND, w.PlayCard(0, "NIBBIT_0"))
    story.look(MONSTER)
    assert story.memory.pending is not None and story.memory.pending.action == w.PlayCard(0, "NIBBIT_0")
    story.look(MONSTER, after=3.0)
    assert story.memory.pending is None and len(story.memory.failed) == 1, "and not for ever"


@pytest.mark.parametrize(("state", "goods"), [(S.SHOP, "shop-not-ready"), (S.FAKE_MERCHANT, "fake_merchant-not-ready")])
def test_goods_that_cannot_be_read_are_no_effect_of_a_purchase(state: State, goods: str) -> None:
    """Bought, then only an error: still awaited; the goods of the fixture are what the mod shows then."""
    assert page(goods).unreadable
    story = Story(shows(state))
    story.look(blind(shows(state)), w.ShopPurchase(1))
    assert story.memory.pending is not None and story.tracker.state is state
    story.look(changed(shows(state)))
    assert story.memory.pending is None and not story.memory.failed


def test_a_merchant_who_was_fought_has_nothing_to_wait_for() -> None:
    """After the fight the stall's error stays: it is a page like any other."""
    assert page("fake_merchant-not-ready", ("fake_merchant.started_fight", True)).unreadable is None


@pytest.mark.parametrize("upon", [BLIND, shows(S.MENU_POPUP), shows(S.UNKNOWN), shows(S.OVERLAY)])
def test_the_fight_is_remembered_through_an_interrupt(upon: Observation) -> None:
    """What was learned of the fight is there afterwards, and a card that landed under the interrupt is counted once."""
    story = Story(MONSTER)
    story.look(MONSTER)
    known = story.memory.fight
    assert known is not None and known.cards == 0
    story.look(upon, w.PlayCard(0, "NIBBIT_0"))
    assert story.memory.fight == known
    for _ in range(3):
        story.look(page(PAGES[S.MONSTER], ("player.hand", MONSTER.raw["player"]["hand"][1:]), ("player.energy", 2)))
    assert story.memory.fight is not None and story.memory.fight.cards == 1

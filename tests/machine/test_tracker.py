"""What the tracker remembers between looks, and what it does when the game surprises it. Times and states by hand."""

from __future__ import annotations

from sts2fsm.memory import NEVER_AGAIN, page_of
from sts2fsm.states import HIDDEN_BEHIND, State, visible_state
from sts2fsm.wire import actions as w
from sts2fsm.wire.reply import Reply
from tests.fixture_files import BY_STATE
from tests.machine.pages import NO, PAGES, S, behind, changed, page, shows
from tests.machine.sequences import fresh
from tests.machine.story import Story

MONSTER = shows(S.MONSTER)
STRIKE = w.PlayCard(0, "NIBBIT_0")


# --- surprises --------------------------------------------------------------------------------------------------------
def test_the_first_look_is_no_surprise() -> None:
    """Whatever is on the screen when the program starts, that is where the machine is."""
    story = Story(shows(S.SHOP))
    assert (story.last.state, story.last.row, story.last.unexpected) == (S.SHOP, None, None)
    assert story.tracker.unexpected == 0


def test_an_unexpected_edge_is_recorded_with_both_payloads_and_the_machine_takes_what_is_seen() -> None:
    """From a rest site into a shop leads no row: source, trigger, both payloads; then the shop goes on as usual."""
    story = Story(shows(S.REST_SITE))
    step = story.look(shows(S.SHOP))
    assert step.row is None and step.unexpected is not None
    assert (step.unexpected.source, step.unexpected.trigger, step.unexpected.shows) == (S.REST_SITE, "observe", S.SHOP)
    assert step.unexpected.before == shows(S.REST_SITE).raw and step.unexpected.after == shows(S.SHOP).raw
    assert str(step.unexpected) == "rest_site --observe--> shop"
    assert story.tracker.state is S.SHOP and story.tracker.unexpected == 1
    assert story.look(changed(shows(S.SHOP)), w.ShopPurchase(0)).row is not None
    assert story.tracker.unexpected == 1


def test_an_unexpected_edge_names_the_action_that_led_there() -> None:
    """The trigger is the action sent, not the look."""
    story = Story(shows(S.REST_SITE))
    step = story.look(shows(S.SHOP), w.ChooseRestOption(0))
    assert step.unexpected is not None and step.unexpected.trigger == "choose_rest_option"


def test_an_action_that_the_state_does_not_know_is_a_surprise_and_no_crash() -> None:
    """A trigger without any row from here is recorded as any other surprise."""
    story = Story(shows(S.REST_SITE))
    step = story.look(shows(S.REST_SITE), w.EndTurn())
    assert step.unexpected is not None and story.tracker.state is S.REST_SITE


def test_rows_are_counted() -> None:
    """`fired` tells how often each row was gone along."""
    story = Story(MONSTER)
    before = sum(story.tracker.fired.values())
    row = story.look(MONSTER).row
    assert row is not None and sum(story.tracker.fired.values()) == before + 1


# --- hidden states ----------------------------------------------------------------------------------------------------
def test_no_payload_alone_shows_a_hidden_state() -> None:
    """What `visible_state` says is never one of the states that only history tells."""
    for state, names in BY_STATE.items():
        assert state not in HIDDEN_BEHIND
        assert all(visible_state(page(name)) is state for name in names)


def test_hidden_states_are_entered_by_named_guards_alone() -> None:
    """Into a hidden state no row leads that holds on anything that is shown."""
    into = [row for row in fresh().rows if row.dest in HIDDEN_BEHIND and row.dest is not row.source]
    assert into and not [str(row) for row in into if row.guard_name in ("shown", "late")]


# --- what is awaited --------------------------------------------------------------------------------------------------
def test_an_accepted_action_is_awaited_until_the_page_changes() -> None:
    """Asked is not done: the same page twice, then another one."""
    story = Story(MONSTER)
    assert str(story.look(MONSTER, STRIKE).row) == "monster --play_card [not_done_yet]--> monster"
    pending = story.memory.pending
    assert pending is not None and pending.action == STRIKE and pending.at == story.now
    story.look(MONSTER)
    assert story.memory.pending == pending
    assert str(story.look(changed(MONSTER)).row) == "monster --play_card [hand_renumbered]--> monster"
    assert story.memory.pending is None and not story.memory.failed


def test_an_action_without_answer_is_awaited_like_an_accepted_one() -> None:
    """No reply: it may have been carried out; the next looks tell."""
    story = Story(MONSTER)
    story.look(MONSTER, STRIKE, None)
    assert story.memory.pending is not None
    assert not story.memory.failed


def test_an_overdue_action_counts_as_a_failure_once_and_is_awaited_no_more() -> None:
    """3 s is what policies.yaml gives play_card; the failure stands against the turn of the fight."""
    story = Story(MONSTER)
    story.look(MONSTER, STRIKE)
    story.look(MONSTER, after=2.8)
    assert story.memory.pending is not None
    assert str(story.look(MONSTER, after=0.3).row) == "monster --play_card [without_effect]--> monster"
    assert story.memory.pending is None
    [(where, _, times)] = story.memory.failed
    assert (where, times) == ("floor 5 round 1", 1)
    assert story.memory.failed_at == story.now
    story.look(MONSTER)
    assert len(story.memory.failed) == 1


def test_a_refused_action_is_awaited_no_more_and_counts_against_the_page() -> None:
    """On a page outside fights the place is the page's own fingerprint."""
    shop = shows(S.SHOP)
    story = Story(shop)
    story.look(shop, w.ShopPurchase(1), NO)
    assert story.memory.pending is None
    assert story.memory.failed == ((page_of(shop), "shop_purchase(index=1)", 1),)
    assert page_of(shop) == shop.fingerprint


def test_a_request_that_the_mod_failed_on_is_never_sent_again() -> None:
    """A final refusal weighs more than any number of tries."""
    shop = shows(S.SHOP)
    story = Story(shop)
    story.look(shop, w.ShopPurchase(1), Reply(accepted=False, final=True, text="500"))
    assert story.memory.fails(page_of(shop), "shop_purchase(index=1)") == NEVER_AGAIN


def test_failures_of_twins_are_told_apart_by_combat_id() -> None:
    """Entity ids are renumbered when a twin dies; the memory of a failed play follows the creature."""
    story = Story(MONSTER)
    story.look(MONSTER, STRIKE, NO)
    [(_, what, _)] = story.memory.failed
    ids = {enemy.entity_id: enemy.combat_id for enemy in MONSTER.battle.enemies} if MONSTER.battle else {}
    assert what.endswith(f" {ids['NIBBIT_0']}")


def test_end_turn_is_awaited_however_the_page_changes_until_the_round_moves() -> None:
    """The hand is discarded card by card and block falls: the turn is not over before the next round is shown."""
    story = Story(MONSTER)
    assert story.look(MONSTER, w.EndTurn()).state is S.ACTIONS_DISABLED
    assert story.look(changed(MONSTER)).state is S.ACTIONS_DISABLED
    assert story.memory.pending is not None and story.memory.pending.action == w.EndTurn()
    assert story.look(page(PAGES[S.MONSTER], ("battle.round", 2))).state is S.MONSTER
    assert story.memory.pending is None


def test_travel_is_awaited_on_a_map_that_shows_the_next_floor_already() -> None:
    """One travel per floor: a lingering map is not a new choice, whatever it shows."""
    story = Story(shows(S.MAP))
    assert story.look(shows(S.MAP), w.ChooseMapNode(0)).state is S.MAP_TRAVELLING
    assert story.look(changed(shows(S.MAP)), after=5.0).state is S.MAP_TRAVELLING
    assert story.memory.pending is not None
    assert story.look(shows(S.REST_SITE), after=4.0).state is S.REST_SITE
    assert story.memory.pending is None


def test_travel_that_never_arrives_counts_as_failed_after_ten_seconds() -> None:
    """Then the map is a choice again."""
    story = Story(shows(S.MAP))
    story.look(shows(S.MAP), w.ChooseMapNode(0))
    assert story.look(shows(S.MAP), after=9.9).state is S.MAP_TRAVELLING
    assert story.look(shows(S.MAP), after=0.2).state is S.MAP
    [(_, what, _)] = story.memory.failed
    assert what.startswith("choose_map_node ")


# --- times ------------------------------------------------------------------------------------------------------------
def test_reads_and_times_tell_how_long_a_page_and_a_state_stand() -> None:
    """Two equal reads 0.1 s apart; another page of the same state starts the page anew and not the state."""
    story = Story(MONSTER)
    story.look(MONSTER)
    assert (story.memory.reads, story.memory.since, story.memory.entered) == (2, 50.0, 50.0)
    story.look(changed(MONSTER), after=1.0)
    assert (story.memory.reads, story.memory.since, story.memory.entered) == (1, story.now, 50.0)
    assert story.memory.progress == story.now
    story.look(shows(S.REWARDS))
    assert story.memory.entered == story.now


# --- selections and lists ---------------------------------------------------------------------------------------------
def test_a_pick_on_a_grid_is_remembered_at_once_and_forgotten_with_the_overlay() -> None:
    """The wire never shows it; the overlay's end does."""
    grid = shows(S.CARD_SELECT)
    story = Story(grid)
    assert story.look(grid, w.SelectCard(2)).state is S.CARD_SELECT
    assert story.memory.picked == ("2",)
    story.look(shows(S.CARD_SELECT_PREVIEW))
    story.look(shows(S.REST_SITE), w.ConfirmSelection())
    assert story.memory.picked == ()


def test_a_refused_pick_is_not_remembered() -> None:
    """Nothing is selected when the mod says no."""
    grid = shows(S.CARD_SELECT)
    story = Story(grid)
    story.look(grid, w.SelectCard(2), NO)
    assert story.memory.picked == ()


def test_a_preview_that_stays_after_confirm_is_stale_and_its_cards_come_last_afterwards() -> None:
    """Confirm is answered ok and nothing changes for 3 s; cancelling forgets the picks and marks the card."""
    grid, preview = shows(S.CARD_SELECT), shows(S.CARD_SELECT_PREVIEW)
    story = Story(grid)
    story.look(preview, w.SelectCard(0))
    assert (story.tracker.state, story.memory.picked) == (S.CARD_SELECT_PREVIEW, ("0",))
    assert story.look(preview, w.ConfirmSelection()).state is S.CARD_SELECT_PREVIEW
    assert story.look(preview, after=2.0).state is S.CARD_SELECT_PREVIEW
    assert str(story.look(preview, after=1.1).row) == (
        "card_select_preview --confirm_selection [confirmed_in_vain]--> card_select_stale"
    )
    assert story.look(grid, w.CancelSelection()).state is S.CARD_SELECT
    first = grid.card_select.cards[0] if grid.card_select else None
    assert first is not None
    assert story.memory.picked == () and story.memory.let_go == (f"card {first.id} {first.name}",)


def test_a_claim_that_shortens_the_list_leads_to_the_renumbered_list() -> None:
    """Until two reads agree, the indices are void."""
    story = Story(shows(S.REWARDS))
    shorter = behind(S.REWARDS_REINDEXED)
    step = story.look(shorter, w.ClaimReward(0))
    assert str(step.row) == "rewards --claim_reward [list_renumbered]--> rewards_reindexed"
    assert str(story.look(shorter).row) == "rewards_reindexed --observe [list_stands_still]--> rewards"


def test_a_refused_claim_renumbers_nothing() -> None:
    """The list is what it was."""
    story = Story(shows(S.REWARDS))
    assert story.look(shows(S.REWARDS), w.ClaimReward(0), NO).state is S.REWARDS


def test_a_moment_of_disabled_actions_is_left_when_something_moves_or_time_is_up() -> None:
    """A play is refused and nothing else changes: that is the game's doing for now, counted as a failure once."""
    story = Story(MONSTER)
    assert story.look(MONSTER, STRIKE, NO).state is S.ACTIONS_DISABLED
    assert story.look(MONSTER).state is S.ACTIONS_DISABLED
    assert story.look(changed(MONSTER)).state is S.MONSTER
    assert len(story.memory.failed) == 1


def test_states_that_look_alike_are_told_apart_by_history() -> None:
    """The same payload is a shop, or a shop that we are leaving."""
    story = Story(shows(S.SHOP))
    assert story.look(shows(S.SHOP)).state is S.SHOP
    assert story.look(shows(S.SHOP), w.Proceed()).state is S.SHOP_LEAVING
    assert State.SHOP_LEAVING in HIDDEN_BEHIND

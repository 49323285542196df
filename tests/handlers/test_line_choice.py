"""What a line means to pick is carried to the choice that its action opens, by card and not by place."""

from __future__ import annotations

from sts2fsm.assembly import brain, policies
from sts2fsm.handler import Decision
from sts2fsm.memory import Picks
from sts2fsm.states import State
from sts2fsm.updates import mean_to_pick
from sts2fsm.wire import actions as w
from sts2fsm.wire.reply import Reply
from tests.facts.fights import enemy, fight
from tests.handlers.moments import decide, edited, moment, settled

STRIKE, DEFEND = ("STRIKE_IRONCLAD", False), ("DEFEND_IRONCLAD", False)


def made(name: str, meant: Picks, **memory: object) -> Decision:
    return decide(moment(edited(name), settled(meant=meant, **memory)))


def test_a_line_knows_what_it_picks() -> None:
    """Headbutt puts a card of the discard pile on top: the line says which, before the choice is shown."""
    piles = {"discard_pile": [{"name": "Strike"}, {"name": "Bludgeon"}, {"name": "Wound"}], "discard_pile_count": 3}
    seen = moment(fight(["HEADBUTT"], [enemy("NIBBIT", 0, 60, ("Buff", ""))], energy=1, **piles))
    line = next(line for line in seen.plan().lines if line.moves)
    assert line.action == w.PlayCard(0, "NIBBIT_0")
    assert len(line.then) == 1 and len(line.then[0]) == 1
    decision = decide(seen)
    assert decision.action == line.action and decision.then == line.then


def test_the_card_of_the_line_is_given_up_whatever_its_worth() -> None:
    """The plain rules would give up the Strike; the line means the Defend, which stands in another place."""
    assert made("hand_select-exhaust-one", ()).because == "pick"
    first, second = (made("hand_select-exhaust-one", ((card,),)) for card in (STRIKE, DEFEND))
    assert {first.because, second.because} == {"the line's choice"}
    assert first.action != second.action


def test_what_is_picked_is_confirmed_and_not_undone() -> None:
    """One card was meant, one is selected."""
    done = made("hand_select-exhaust-one-selected", ((DEFEND,),))
    assert (done.action, done.because) == (w.CombatConfirmSelection(), "confirm the line's choice")


def test_a_line_that_picks_nothing_confirms_at_once() -> None:
    """Where none need be picked, none is."""
    assert made("hand_select-none-is-allowed", ((),)).action == w.CombatConfirmSelection()


def test_a_card_that_is_not_there_leaves_the_choice_to_the_plain_rules() -> None:
    """Dice on the way brought others: the table's worth decides."""
    absent = ((("BARRICADE", False),),)
    assert made("hand_select-exhaust-one", absent) == made("hand_select-exhaust-one", ())
    assert made("card_select-choose-from-potion", absent) == made("card_select-choose-from-potion", ())


def test_the_card_of_the_line_is_chosen_on_a_grid_and_on_an_overlay() -> None:
    """Each card that is shown can be the one; upgraded copies are others."""
    for name in ("card_select-simple-from-discard-pile", "card_select-choose-from-potion"):
        grid = edited(name).card_select
        assert grid is not None and grid.cards
        for place, card in enumerate(grid.cards):
            chosen = made(name, (((card.id, card.is_upgraded),),))
            index = card.index if card.index is not None else place
            assert (chosen.action, chosen.because) == (w.SelectCard(index), "the line's choice")
            assert made(name, (((card.id, not card.is_upgraded),),)).because != "the line's choice"


def test_outside_a_fight_no_line_has_a_say() -> None:
    """A removal in a shop is nobody's line."""
    assert made("card_select-remove", ((STRIKE,),)).because != "the line's choice"


def test_what_is_meant_is_forgotten_choice_by_choice() -> None:
    """The machine's rows drop the first when its choice is left; the next combat action says anew."""
    tracker = brain(policies()).tracker
    page, after = edited("hand_select-exhaust-one-selected"), edited("monster-must-block", run__floor=6)
    tracker.advance(0.0, page)
    tracker.remember(lambda memory: mean_to_pick(memory, ((STRIKE,), (DEFEND,))))
    advance = tracker.advance(1.0, after, w.CombatConfirmSelection(), Reply(accepted=True))
    assert (advance.state, advance.memory.meant) == (State.MONSTER, ((DEFEND,),))
    assert mean_to_pick(advance.memory, ()).meant == ()

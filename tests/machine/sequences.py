"""Observation sequences that lead the machine through its rows, made from the fixtures and the tables beside.

After every look the state is known by hand, and nothing may be unexpected: `faults_of` tells what is otherwise.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache

from handlers import HANDLERS
from sts2fsm.assembly import policies
from sts2fsm.machine.rows import Row
from sts2fsm.machine.tracker import Tracker
from sts2fsm.machine.waits import Waits, patience
from sts2fsm.memory import EMPTY
from sts2fsm.states import State
from sts2fsm.wire import actions as w
from sts2fsm.wire.actions import Action
from tests.machine import pages
from tests.machine.pages import DISABLED_BY, HIDDEN, NO, Look, S, behind, changed, disabled, page, route, shows
from tests.machine.tables import (
    AWAITED,
    AWAITED_LEADS,
    AWAITS,
    BY_ITSELF,
    FIGHTS,
    IN_FIGHT,
    LEADS,
    OVER,
    UNDER,
    WITHOUT_RUN,
    over,
    sent_at,
)  # fmt: skip

Sequence = tuple[Look, ...]
Named = tuple[str, Sequence]
Family = Callable[[], Iterator[Named]]
LATE = 60.0  # seconds; longer than any action may take


def ways_into(state: State) -> tuple[Sequence, ...]:
    """All ways into a state that differ in what is awaited there."""
    return tuple(disabled(S.MONSTER, by) for by in DISABLED_BY) if state is S.ACTIONS_DISABLED else (route(state),)


# --- the sequences ----------------------------------------------------------------------------------------------------
def leads() -> Iterator[Named]:
    """An action is taken, and the next look shows another screen."""
    for sources, action, targets in LEADS:
        for source in sources:
            for target in targets:
                yield f"{source}, {action}, {target}", (*route(source), Look(target, shows(target), action))


def by_itself() -> Iterator[Named]:
    """Another screen without anything sent: what comes late, and what the game or a person does."""
    later = tuple((sources, targets) for sources, _, targets in LEADS)
    pairs = {
        (source, target): None for sources, targets in (*BY_ITSELF, *later) for source in sources for target in targets
    }
    for source, target in pairs:
        yield f"{source}, by itself, {target}", (*route(source), Look(target, shows(target)))
    for source, targets in AWAITED_LEADS:
        for way in ways_into(source):
            awaited = way[-1].sent
            for target in targets:
                yield f"{source}, {awaited} awaited, {target}", (*way, Look(target, shows(target)))


def standing() -> Iterator[Named]:
    """The page stays, or changes a little, without anything sent."""
    for state in State:
        if state not in AWAITED:
            seen = behind(state)
            yield f"{state} stays", (*route(state), Look(_settled(state), seen))


def _settled(state: State) -> State:
    return S.REWARDS if state is S.REWARDS_REINDEXED else state


def refusals() -> Iterator[Named]:
    """The mod says no. In a fight that may be a disabled moment, if nothing else moves."""
    for state in State:
        for action in sent_at(state):
            seen = behind(state)
            disabled = state in FIGHTS and not isinstance(action, w.DiscardPotion)
            to = S.ACTIONS_DISABLED if disabled else state
            yield f"{state} refuses {action}", (*route(state), Look(to, seen, action, NO))
            if disabled:
                yield f"{state} refuses {action} meanwhile", (*route(state), Look(state, changed(seen), action, NO))


def nothing_happens() -> Iterator[Named]:
    """Taken, and the page stays as it was: first we wait, then it counts as a failure."""
    for state in State:
        for action in sent_at(state):
            seen = behind(state)
            waiting = AWAITS.get((state, action.name), state)
            after = (
                S.CARD_SELECT_STALE if (state, action.name) == (S.CARD_SELECT_PREVIEW, "confirm_selection") else state
            )
            steps = (*route(state), Look(waiting, seen, action), Look(after, seen, after=LATE))
            yield f"{state}, {action} does nothing", steps
            if waiting is not state:
                under = (*route(state), Look(S.MENU_POPUP, shows(S.MENU_POPUP), action), Look(state, seen))
                yield f"{state}, {action} does nothing under a popup", (*under, Look(state, seen, after=LATE))
                late = Look(state, changed(seen), after=LATE)
                yield f"{state}, {action} shows late, after a popup", (*under, late)


def something_happens() -> Iterator[Named]:
    """Taken, and the page has changed a little: what is asked has happened."""
    for state in State:
        if "player" not in behind(state).raw:
            continue
        for action in sent_at(state):
            seen = changed(behind(state))
            to = AWAITS.get((state, action.name), state)
            yield f"{state}, {action} shows", (*route(state), Look(to, seen, action))


def interruptions() -> Iterator[Named]:
    """Something comes over a state, whatever was sent, and goes again."""
    for state in UNDER:
        for way in ways_into(state):
            for action in (None, *sent_at(state)):
                for upon in over(state):
                    back = Look(state, way[-1].seen)
                    yield f"{state}, {action or way[-1].sent}, {upon}", (*way, Look(upon, shows(upon), action), back)


def ends() -> Iterator[Named]:
    """The run ends, whatever was sent."""
    for state in State:
        if state in WITHOUT_RUN:
            continue
        for way in ways_into(state):
            for action in (None, *sent_at(state)):
                yield (
                    f"{state}, {action or way[-1].sent}, the end",
                    (*way, Look(S.GAME_OVER, shows(S.GAME_OVER), action)),
                )


def answered(upon: State, under: State) -> tuple[Action | None, ...]:
    """What may be sent to what lies over `under`: without a run there is nothing to probe."""
    if under in WITHOUT_RUN and under is not S.GAME_OVER:
        return (None, *(action for action in sent_at(upon) if isinstance(action, w.MenuSelect)))
    return (None, *sent_at(upon))


def returns() -> Iterator[Named]:
    """What lay over a state goes, by itself or by what was sent, and the very state is there again."""
    for upon in OVER:
        for under in UNDER:
            if upon not in over(under) or (upon is S.MAP_IN_COMBAT and under not in IN_FIGHT):
                continue
            for action in answered(upon, under):
                way = (*route(under), Look(upon, shows(upon)))
                yield f"{upon} on {under}, {action}", (*way, Look(under, behind(under), action))


def elsewhere() -> Iterator[Named]:
    """What lay over a state goes, and the game is elsewhere by then."""
    for upon in OVER:
        for target in UNDER:
            if target in HIDDEN or (upon is S.MAP_IN_COMBAT and target not in IN_FIGHT):
                continue
            start = S.HAND_SELECT if upon is S.MAP_IN_COMBAT else S.MAP
            start = start if target is not start else {S.MAP: S.EVENT, S.HAND_SELECT: S.MONSTER}[start]
            for action in answered(upon, target):
                way = (*route(start), Look(upon, shows(upon)))
                yield f"{upon} leads, {action}, to {target}", (*way, Look(target, shows(target), action))


def one_over_another() -> Iterator[Named]:
    """One thing that lies over all gives way to another."""
    for upon in OVER:
        for next_ in OVER:
            if next_ is not upon:
                for action in (None, *sent_at(upon)):
                    way = (*route(S.MONSTER), Look(upon, shows(upon)))
                    yield f"{upon}, {action}, {next_}", (*way, Look(next_, shows(next_), action))


def menus() -> Iterator[Named]:
    """Pages of the menu, of which most show nothing of what was chosen."""
    main, single, select = shows(S.MENU), page("menu-singleplayer"), pages.SELECT_SCREEN
    at_main, at_select = Look(S.MENU, main), Look(S.MENU, select)
    yield "main to singleplayer", (at_main, Look(S.MENU, single, w.MenuSelect("singleplayer")))
    yield "main offers more", (at_main, Look(S.MENU, page("menu-main-continue"), w.MenuSelect("singleplayer")))
    back = Look(S.MENU_BLOCKED, shows(S.MENU_BLOCKED), w.MenuSelect("back"))
    yield "back to a blocked main menu", (Look(S.MENU, single), back)
    yield "a character, who does not show", (at_select, Look(S.MENU, select, w.MenuSelect("IRONCLAD")))
    next_ = Look(S.MENU_POPUP, page("menu-tutorial"), w.MenuSelect("confirm"))
    yield "one popup after another", (Look(S.MENU_POPUP, shows(S.MENU_POPUP)), next_)
    lingers = (*route(S.MENU_EMBARKING), Look(S.MENU_EMBARKING, page("menu-character-select-lingering")))
    yield "the select screen lingers", (*lingers, Look(S.MENU_EMBARKING, select, after=1.0))
    yield "the run never opens", (*lingers, Look(S.MENU, select, after=LATE))


def turns() -> Iterator[Named]:
    """The end of a turn, and moments in which nothing can be done."""
    for fight in FIGHTS:
        seen = shows(fight)
        number = seen.battle.round if seen.battle else 0
        next_turn = page(pages.PAGES[fight], ("battle.round", number + 1))
        yield f"{fight}: the next turn at once", (Look(fight, seen), Look(fight, next_turn, w.EndTurn()))
        by_end = disabled(fight, "end_turn")
        yield f"{fight}: the turn ends", (*by_end, Look(S.ACTIONS_DISABLED, seen), Look(fight, next_turn))
        yield f"{fight}: the turn does not end", (*by_end, Look(fight, seen, after=LATE))
        refused = Look(S.ACTIONS_DISABLED, seen, w.EndTurn(), NO)
        yield f"{fight}: the end of the turn is refused", (by_end[0], refused, Look(S.ACTIONS_DISABLED, seen))
        for by in ("play_card", "use_potion"):
            still = (*disabled(fight, by), Look(S.ACTIONS_DISABLED, seen))
            yield f"{fight}: {by} disabled until time is up", (*still, Look(fight, seen, after=LATE))
            yield f"{fight}: {by} disabled until something moves", (*still, Look(fight, changed(seen)))


def lists_and_doors() -> Iterator[Named]:
    """What is renumbered, what lingers, and clicks that are lost."""
    again = page(pages.PAGES[S.REWARDS], ("rewards.items", []))
    yield "two claims", (*route(S.REWARDS_REINDEXED), Look(S.REWARDS_REINDEXED, again, w.ClaimReward(0)))
    cards = page(pages.PAGES[S.REWARDS], ("rewards.items", list(pages.REWARD_LIST.raw["rewards"]["items"][:2])))
    dealt = Look(S.REWARDS_REINDEXED, cards, w.ClaimReward(2))
    slow = (Look(S.REWARDS, pages.REWARD_LIST), dealt, Look(S.REWARDS_REINDEXED, cards))
    yield "cards that are dealt slowly", (*slow, Look(S.CARD_REWARD, shows(S.CARD_REWARD)))
    for hidden in (S.MAP_TRAVELLING, S.SHOP_LEAVING):
        under = {S.MAP_TRAVELLING: S.MAP, S.SHOP_LEAVING: S.SHOP}[hidden]
        seen = behind(hidden)
        yield f"{hidden} takes long", (*route(hidden), Look(hidden, seen), Look(under, seen, after=LATE))
    sphere = page("crystal_sphere-done")
    way_out = Look(S.MAP_TRAVELLING, shows(S.MAP), w.ChooseMapNode(0))
    yield "the map under the sphere", (Look(S.CRYSTAL_SPHERE, sphere), way_out)
    choose = page("card_select-choose-from-potion")
    lost = (Look(S.CARD_SELECT, choose), Look(S.CARD_SELECT, choose, w.SelectCard(0)))
    yield "a click in the first moments is lost", (*lost, Look(S.CARD_SELECT, choose, after=LATE))


FAMILIES: tuple[Family, ...] = (
    menus, turns, lists_and_doors, leads, by_itself, standing, refusals, nothing_happens, something_happens,
    interruptions, ends, returns, elsewhere, one_over_another,
)  # fmt: skip


# --- following them ---------------------------------------------------------------------------------------------------
@cache
def _tracker() -> Tracker:
    return Tracker(HANDLERS, patience(policies().section(Waits)))


def fresh() -> Tracker:
    """One machine for all sequences, put back to its start: to build one takes longer than to follow one."""
    tracker = _tracker()
    tracker.memory, tracker.seen, tracker.unexpected = EMPTY, None, 0
    tracker._machine.set_state(State.UNKNOWN, tracker._model)
    return tracker


def faults_of(sequence: Sequence, tracker: Tracker) -> list[str]:
    """What the machine does otherwise than the sequence says."""
    now, found = 100.0, []
    for place, look in enumerate(sequence):
        now += look.after
        step = tracker.advance(now, look.seen, look.sent, look.reply if look.sent else None)
        if step.unexpected is not None:
            found.append(f"look {place}: unexpected {step.unexpected}")
        elif step.state is not look.to:
            found.append(f"look {place}: {step.state} instead of {look.to}, by {step.row}")
    return found


@cache
def sequence_rows() -> frozenset[Row]:
    """The rows that the sequences go along."""
    tracker = fresh()
    tracker.fired.clear()
    for family in FAMILIES:
        for _, sequence in family():
            faults_of(sequence, fresh())
    return frozenset(tracker.fired)

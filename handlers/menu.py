"""Menus: start or continue a run, close what pops up, stop where only a person can go on."""

from __future__ import annotations

from attrs import evolve

from handlers.common import ROOMS, SETTLE, wait
from sts2fsm.handler import HERE, OBSERVE, Edge, Handler, Move, Rule, Seen, Step, Stop, always, page_changed
from sts2fsm.memory import Memory, page_of
from sts2fsm.policy import flag, names, number, section, word
from sts2fsm.states import State
from sts2fsm.updates import enter_room, note_failure
from sts2fsm.wire.actions import Action, MenuSelect
from sts2fsm.wire.observation import Screen


@section("menu")
class MenuPolicy:
    """How runs are started."""

    character: str = word("id of the character to play, as the select screen names it")
    ascension: int = number(
        int, "ascension on the embedded game; the real one's select screen offers none", low=0, high=10
    )
    continue_run: bool = flag("continue a run in progress instead of stopping")
    path: tuple[str, ...] = names("entries that lead from the main menu to a run, first that is offered wins")
    embark: tuple[str, ...] = names("entries that start the run on the select screen")
    tutorials: tuple[str, ...] = names("answers to tutorials and prompts, best first")
    popups: tuple[str, ...] = names("answers to popups, best first; otherwise the first enabled one")
    settle_ms: int = number(int, "equal reads this far apart before choosing", unit="ms", low=0, high=10000)


def offered(seen: Seen) -> list[str]:
    return [option.name for option in seen.observation.options if option.enabled]


def choose(names_: tuple[str, ...], seen: Seen) -> Move | None:
    """The first of the names that is offered and not worn out."""
    open_ = {action.option.lower(): action for action in seen.open(MenuSelect)}
    return next((open_[name.lower()] for name in names_ if name.lower() in open_), None)


def on_select_screen(seen: Seen, policy: MenuPolicy) -> bool:
    return seen.observation.menu_screen == "character_select"


def character_not_chosen(seen: Seen, policy: MenuPolicy) -> bool:
    return on_select_screen(seen, policy) and policy.character not in seen.memory.picked


def may_lead_on(seen: Seen, policy: MenuPolicy) -> bool:
    return not on_select_screen(seen, policy)


def choose_character(seen: Seen, policy: MenuPolicy) -> Move | None:
    return choose((policy.character,), seen)


def locked(seen: Seen, policy: MenuPolicy) -> bool:
    """The wanted character is on the screen but cannot be chosen."""
    shown = {option.name.lower(): option.enabled for option in seen.observation.options}
    return character_not_chosen(seen, policy) and shown.get(policy.character.lower()) is False


def embark_lingers(seen: Seen, policy: MenuPolicy) -> bool:
    """Row 23 of the API: the select screen with a run under it; every entry may be disabled."""
    return on_select_screen(seen, policy) and seen.observation.run is not None


def unlock_first(seen: Seen, policy: MenuPolicy) -> Move:
    return Stop(
        f"{policy.character} is locked on this profile: choose another with --character, or unlock it in the game"
    )


def embark(seen: Seen, policy: MenuPolicy) -> Move | None:
    return choose(policy.embark, seen)


def lead_on(seen: Seen, policy: MenuPolicy) -> Move | None:
    path = policy.path if policy.continue_run else tuple(name for name in policy.path if name != "continue")
    return choose(path, seen)


def dismiss(seen: Seen, policy: MenuPolicy) -> Move | None:
    """The best known answer, or any; one that did nothing comes last, but a tutorial has pages that look alike
    (behaviour W88)."""
    known = policy.popups if seen.observation.menu_screen == "popup" else policy.tutorials
    rank = {name.lower(): place for place, name in enumerate(known)}
    page = page_of(seen.observation)
    answers = [action for action in seen.legal if isinstance(action, MenuSelect)]
    return min(
        answers,
        key=lambda a: (seen.memory.fails(page, str(a)), rank.get(a.option.lower(), len(rank))),
        default=None,
    )


def ask_person(seen: Seen, policy: MenuPolicy) -> Move:
    epochs = sorted({epoch for option in seen.observation.blocked_options for epoch in option.pending_epoch_ids})
    return Stop(
        "the Timeline has epochs to reveal before a run can start: in the game, open Timeline in the main menu and "
        f"reveal {', '.join(epochs)}, then go back to the main menu and start this program again"
    )


def character_chosen(step: Step) -> bool:
    """A character was asked for; the screen has no field that shows who is selected."""
    return step.asked and isinstance(step.sent, MenuSelect) and _is_character(step.sent.option, step)


def _is_character(option: str, step: Step) -> bool:
    shown = step.before.characters if step.before else ()
    return option.lower() in {character.id.lower() for character in shown}


def note_character(memory: Memory, step: Step) -> Memory:
    """Who was asked for."""
    assert isinstance(step.sent, MenuSelect)
    return evolve(memory, picked=(step.sent.option,))


def embarked(step: Step) -> bool:
    """The select screen lingers after the run was started (behaviour of row 23): do not press again."""
    sent, before = step.sent, step.before
    return (
        step.asked
        and isinstance(sent, MenuSelect)
        and before is not None
        and before.menu_screen == step.after.menu_screen == "character_select"
        and not _is_character(sent.option, step)
        and sent.option != "back"
        and not step.overdue
    )


def still_loading(step: Step) -> bool:
    """The run was started and the select screen still stands there."""
    return not step.overdue


def did_not_start(step: Step) -> bool:
    """The select screen has lingered for longer than a run takes to load: press again."""
    return step.overdue


def other_page(step: Step) -> bool:
    """Another menu page is shown."""
    return step.before is not None and step.before.menu_screen != step.after.menu_screen


def forget_character(memory: Memory, step: Step) -> Memory:
    """Another page: nobody is selected there."""
    return evolve(memory, picked=())


class Menu(Handler):
    screens = (Screen.MENU,)
    states = (State.MENU_POPUP, State.MENU_BLOCKED, State.MENU_EMBARKING)
    policy = MenuPolicy
    rules = (
        Rule("wait for the run to open", at=(State.MENU_EMBARKING,), when=always, do=wait("the run is loading")),
        Rule("reveal epochs by hand", at=(State.MENU_BLOCKED,), when=always, do=ask_person),
        Rule("let the page settle", at=(State.MENU, State.MENU_POPUP), when=SETTLE.when, do=SETTLE.do),
        Rule("dismiss", at=(State.MENU_POPUP,), when=always, do=dismiss, emits=("menu_select",)),
        Rule("wait for a way out", at=(State.MENU_POPUP,), when=always, do=wait("nothing can be clicked yet")),
        Rule("wait for the run to open", when=embark_lingers, do=wait("the run is loading")),
        Rule("locked character", when=locked, do=unlock_first),
        Rule("choose the character", when=character_not_chosen, do=choose_character, emits=("menu_select",)),
        Rule("embark", when=on_select_screen, do=embark, emits=("menu_select",)),
        Rule("towards a run", when=may_lead_on, do=lead_on, emits=("menu_select",)),
        Rule("wait for the menu", when=always, do=wait("the menu offers no way to a run yet")),
    )
    edges = (
        Edge("menu_select", HERE, when=character_chosen, remember=(note_character,)),
        Edge("menu_select", State.MENU_EMBARKING, when=embarked),
        Edge("menu_select", (State.MENU, State.MENU_BLOCKED), when=other_page, remember=(forget_character,)),
        Edge("menu_select", HERE, when=page_changed),
        Edge("menu_select", (*ROOMS, State.MAP), remember=(enter_room,)),
        Edge(OBSERVE, (*ROOMS, State.MAP), remember=(enter_room,)),
        Edge(OBSERVE, State.MENU_BLOCKED),
        Edge("menu_select", HERE, when=still_loading, at=(State.MENU_EMBARKING,)),
        Edge("menu_select", State.MENU, when=did_not_start, at=(State.MENU_EMBARKING,), remember=(note_failure,)),
        Edge("menu_select", (*ROOMS, State.MAP), at=(State.MENU_EMBARKING,), remember=(enter_room,)),
        Edge(OBSERVE, State.MENU, at=(State.MENU_BLOCKED,)),
        Edge("menu_select", HERE, when=page_changed, at=(State.MENU_POPUP,)),
    )

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        return [MenuSelect(name) for name in offered(seen)]

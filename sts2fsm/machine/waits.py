"""The section `waits` of policies.yaml: how long anything may take before we look, try again, or give up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sts2fsm.policy import at, number, section, table
from sts2fsm.states import State, visible_state
from sts2fsm.wire.actions import ACTIONS, Action
from sts2fsm.wire.observation import Observation

# Actions that take another time on some pages: name, action, and what tells the page.
SPECIAL: tuple[tuple[str, str, Callable[[Action, Observation], bool]], ...] = (
    # a click on a choose-a-card overlay shows at once, or was lost; on a grid it never shows
    ("select_card.choose", "select_card", lambda _, seen: _screen_type(seen) == "choose"),
    # a popup or the next page of a tutorial, which may look like the last one
    ("menu_select.popup", "menu_select", lambda _, seen: visible_state(seen) is State.MENU_POPUP),
    # nothing on the select screen shows who is selected
    ("menu_select.character", "menu_select", lambda sent, seen: getattr(sent, "option", "") in _characters(seen)),
)


def _screen_type(seen: Observation) -> str | None:
    return seen.card_select.screen_type if seen.card_select else None


def _characters(seen: Observation) -> set[str]:
    return {character.id for character in seen.characters}


@section("waits")
class Waits:
    """Patience: with an action, with a page, with the game."""

    poll_ms: int = number(int, "pause between two looks while an action takes effect", unit="ms", low=10, high=5000)
    slow_poll_ms: int = number(int, "pause between looks on a page that stays as it is", unit="ms", low=10, high=30000)
    slow_after_ms: int = number(int, "time after which a page counts as one that stays", unit="ms", low=0, high=60000)
    land_ms: Mapping[str, int] = table(
        "time an accepted action may take to show, by action", int, unit="ms", low=50, high=120000,
        keys=(*ACTIONS, *(name for name, _, _ in SPECIAL)), default="required",
    )  # fmt: skip
    tries: int = number(int, "how often one action may be refused or do nothing on one page", low=1, high=20)
    loops: int = number(
        int, "how often one action may be sent on the very same page in a while, whatever came of it", low=1, high=20
    )
    refused_ms: int = number(
        int, "pause after a refusal, doubled by each further one on the page", unit="ms", low=0, high=10000
    )
    stuck_s: int = number(
        int, "time without any change after which the program stops with exit 5", unit="s", low=5, high=36000
    )


def patience(waits: Waits) -> Callable[[Action, Observation], float]:
    """Seconds within which an action must show, as the machine asks for them."""

    def within(action: Action, before: Observation) -> float:
        special = (name for name, of, fits in SPECIAL if of == action.name and fits(action, before))
        return at(waits.land_ms, next(special, action.name)) / 1000

    return within

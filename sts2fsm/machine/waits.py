"""The section `waits` of policies.yaml: how long anything may take before we look, try again, or give up."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sts2fsm.policy import at, number, section, table
from sts2fsm.wire.actions import ACTIONS, Action
from sts2fsm.wire.observation import Observation

CHOOSE = "select_card.choose"  # a click on a choose-a-card overlay shows at once, or was lost; on a grid it never shows


@section("waits")
class Waits:
    """Patience: with an action, with a page, with the game."""

    poll_ms: int = number(int, "pause between two looks while an action takes effect", unit="ms", low=10, high=5000)
    slow_poll_ms: int = number(int, "pause between looks on a page that stays as it is", unit="ms", low=10, high=30000)
    slow_after_ms: int = number(int, "time after which a page counts as one that stays", unit="ms", low=0, high=60000)
    land_ms: Mapping[str, int] = table(
        "time an accepted action may take to show, by action", int, unit="ms", low=50, high=120000,
        keys=(*ACTIONS, CHOOSE), default="required",
    )  # fmt: skip
    tries: int = number(int, "how often one action may be refused or do nothing on one page", low=1, high=20)
    refused_ms: int = number(
        int, "pause after a refusal, doubled by each further one on the page", unit="ms", low=0, high=10000
    )
    stuck_s: int = number(
        int, "time without any change after which the program stops with exit 5", unit="s", low=5, high=36000
    )


def patience(waits: Waits) -> Callable[[Action, Observation], float]:
    """Seconds within which an action must show, as the machine asks for them."""

    def within(action: Action, before: Observation) -> float:
        select = before.card_select
        overlay = action.name == "select_card" and select is not None and select.screen_type == "choose"
        return at(waits.land_ms, CHOOSE if overlay else action.name) / 1000

    return within

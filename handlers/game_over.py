"""Game over: wait for the summary, then back to the main menu."""

from __future__ import annotations

from handlers.common import SETTLE, only, wait
from sts2fsm.handler import Edge, Handler, Rule, Seen, always
from sts2fsm.policy import number, section
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, MenuSelect
from sts2fsm.wire.observation import Screen

_WAY_OUT = "main_menu"  # the only option the mod takes here (api.md section 5)


@section("game_over")
class GameOverPolicy:
    """How long the end of a run is shown."""

    settle_ms: int = number(int, "wait before leaving the summary", unit="ms", low=0, high=60000)


class GameOver(Handler):
    screens = (Screen.GAME_OVER,)
    policy = GameOverPolicy
    rules = (
        SETTLE,
        Rule("back to the main menu", when=always, do=only(MenuSelect), emits=("menu_select",)),
        Rule("wait for the summary", when=always, do=wait("the summary does not close yet")),
    )
    edges = (Edge("menu_select", (State.MENU, State.MENU_BLOCKED)),)

    @classmethod
    def legal(cls, seen: Seen) -> list[Action]:
        return [MenuSelect(_WAY_OUT)]

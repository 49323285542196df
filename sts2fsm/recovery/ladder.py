"""The ways out of trouble, mildest first: wait, look again, another legal action, the screen's exits, a way back.

One ladder is climbed for one trouble. Each step is capped by policy, and nothing is sent that is not legal here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from attrs import define, field, frozen

from sts2fsm.handler import Decision, Seen, Wait, key
from sts2fsm.recovery.policy import RecoveryPolicy
from sts2fsm.states import State
from sts2fsm.wire.actions import Action, MenuSelect

Possible = Callable[[str, State], bool]  # whether the machine knows what an action leads to from a state


@frozen
class Rung:
    """One step of the ladder. `actions` are names, best first; without any it only waits. `cap` reads its limit."""

    name: str
    cap: Callable[[RecoveryPolicy], int]
    pause_ms: Callable[[RecoveryPolicy], int]
    actions: tuple[str, ...] = ()


def _quick(policy: RecoveryPolicy) -> int:
    return policy.wait_ms // 4


RUNGS: tuple[Rung, ...] = (
    Rung("wait", lambda policy: policy.waits, lambda policy: policy.wait_ms),
    Rung("look again", lambda policy: policy.looks, _quick),
    Rung(
        "another action", lambda policy: policy.alternatives, _quick,
        (
            "claim_reward", "choose_event_option", "choose_rest_option", "claim_treasure_relic", "select_card_reward",
            "select_bundle", "select_relic", "crystal_sphere_click_cell", "advance_dialogue", "choose_map_node",
            "play_card", "end_turn",
        ),  # no clicks on card grids: another card than the chosen one would be removed or changed
    ),
    Rung(
        "leave the screen", lambda policy: policy.exits, _quick,
        (
            "proceed", "crystal_sphere_proceed", "confirm_selection", "combat_confirm_selection",
            "confirm_bundle_selection", "skip_card_reward", "skip_relic_selection", "end_turn", "menu_select",
        ),
    ),
    Rung("cancel", lambda policy: policy.cancels, _quick, ("cancel_selection", "cancel_bundle_selection")),
)  # fmt: skip
# Of a menu's entries only these lead out of anything; the others start, quit or abandon something.
MENU_EXITS = frozenset({"back", "main_menu", "close", "cancel"})


def allowed(action: Action) -> bool:
    """Whether an action may be tried that no rule has chosen."""
    return not isinstance(action, MenuSelect) or action.option.lower() in MENU_EXITS


@define
class Ladder:
    """One climb. `pages` are the pages that belong to the trouble: any other one is a way out."""

    policy: RecoveryPolicy
    possible: Possible
    pages: frozenset[str]
    avoid: frozenset[str] = frozenset()  # keys of the actions that led nowhere
    again: bool = False  # not the first climb here: what may have been lost is tried once more
    rung: int = 0
    climbed: list[str] = field(factory=list)
    _used: int = 0
    _tried: set[str] = field(factory=set)

    def out(self, seen: Seen) -> bool:
        """Another page is shown: the trouble is over."""
        return seen.observation.fingerprint not in self.pages

    def step(self, seen: Seen) -> Decision | None:
        """The next thing to try; None at the top."""
        while self.rung < len(RUNGS):
            rung = RUNGS[self.rung]
            decision = self._at(rung, seen) if self._used < rung.cap(self.policy) else None
            if decision is not None:
                self._used += 1
                if rung.name not in self.climbed:
                    self.climbed.append(rung.name)
                return decision
            self.rung, self._used = self.rung + 1, 0
        return None

    def _at(self, rung: Rung, seen: Seen) -> Decision | None:
        because = f"recovery: {rung.name}"
        if not rung.actions:
            wait = Wait(rung.pause_ms(self.policy), rung.name)
            return Decision(move=wait, because=because, source="fallback")
        action = self._choose(rung, seen)
        if action is None:
            return None
        self._tried.add(key(action, seen.observation))
        return Decision(move=action, because=because, source="fallback")

    def _choose(self, rung: Rung, seen: Seen) -> Action | None:
        rank: Mapping[str, int] = {name: place for place, name in enumerate(rung.actions)}
        known = [a for a in seen.legal if allowed(a) and self.possible(a.name, seen.state)]
        left = [
            action
            for action in known
            if action.name in rank and key(action, seen.observation) not in self.avoid | self._tried
        ]
        open_ = [action for action in left if not seen.worn_out(action)]
        if not open_ and self.again:  # each send may have been lost on its way: better than standing here for good
            open_ = [action for action in left if seen.may_have_been_lost(action)]
        return min(open_, key=lambda action: rank[action.name], default=None)

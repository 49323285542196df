"""The section `recovery` of policies.yaml: when something counts as trouble, and how far each way out may go."""

from __future__ import annotations

from collections.abc import Mapping

from sts2fsm.policy import flag, number, section, table
from sts2fsm.states import State

STATES = tuple(str(state) for state in State)


@section("recovery")
class RecoveryPolicy:
    """What is trouble, what is tried against it and how often, and how long anybody is waited for."""

    # trouble
    still_s: Mapping[str, float] = table(
        "time without any change on a screen after which ways out are tried", float, unit="s", low=1, high=3600,
        keys=STATES, default="required",
    )  # fmt: skip
    repeats: Mapping[str, int] = table(
        "how often one action may be sent from the very same page, however far apart", int, low=2, high=60,
        keys=STATES, default="required",
    )  # fmt: skip
    idle_s: float = number(
        float, "time in which pages may change by themselves without an action of ours", unit="s", low=10, high=36000
    )
    room_actions: int = number(int, "how many actions one floor may take", low=50, high=100000)
    step_s: float = number(
        float, "most that one look counts for, so that a clock that jumps is no trouble", unit="s", low=1, high=600
    )
    # the ladder; each number caps one step of it
    wait_ms: int = number(int, "the first step waits so long at a time", unit="ms", low=100, high=60000)
    waits: int = number(int, "how often it does", low=0, high=20)
    looks: int = number(int, "then: how often the game is looked at again, quickly", low=0, high=20)
    alternatives: int = number(int, "then: how many other legal actions are tried", low=0, high=20)
    exits: int = number(int, "then: how many of the screen's own exits", low=0, high=20)
    cancels: int = number(int, "then: how many ways back", low=0, high=20)
    ladders: int = number(int, "how often all this may begin on one floor before the program stops", low=1, high=50)
    pause_s: float = number(
        float, "time without any change when the game takes actions and does not carry them out: it may be paused",
        unit="s", low=5, high=36000,
    )  # fmt: skip
    # people
    human_s: float = number(
        float, "how long a person at the terminal is waited for before exit 3; 0 stops at once", unit="s",
        low=0, high=86400,
    )  # fmt: skip
    human_unattended_s: float = number(
        float, "the same where nobody watches (the output is no terminal)", unit="s", low=0, high=86400
    )
    human_calm_s: float = number(
        float, "how long the game must stand still after a person's clicks before we go on", unit="s", low=0, high=60
    )
    bell: bool = flag("ring the terminal's bell when a person is needed")
    # the game
    reconnect_s: float = number(
        float, "how long a game that stopped answering is waited for before exit 4", unit="s", low=0, high=36000
    )
    reconnect_look_ms: int = number(int, "pause between two such tries", unit="ms", low=50, high=60000)
    blind_reads: int = number(
        int, "how often a read of a fight that shows only an error is read again before it counts as a page",
        low=0, high=100,
    )  # fmt: skip
    blind_ms: int = number(int, "pause before that", unit="ms", low=10, high=5000)
    bad_answers: int = number(int, "how many unreadable answers in a row are read again", low=0, high=100)
    # records
    bundle_steps: int = number(int, "how many steps a bug report holds", low=1, high=1000)
    resume_hours: float = number(
        float, "memory of a run older than this is not taken up again", unit="h", low=0, high=8760
    )

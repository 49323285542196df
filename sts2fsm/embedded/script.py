"""Runs run-side ops one after another, and waits in the middle when one opens a screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from sts2fsm.content.run_tables import Op

if TYPE_CHECKING:
    from .world import World

OpFn = Callable[["Script", Op], None]


class Script:
    """A list of ops in progress. Ops push more ops in front of the rest; `wait` suspends until `resume`.

    `vars` are the numbers of the event it belongs to. `done` is called once when nothing is left. A script stops for
    good when
    the run ends (death in the middle of an effect).
    """

    def __init__(self, world: World, ops: dict[str, OpFn], done: Callable[[], None] | None = None) -> None:
        self.world = world
        self.run = world.live_run
        self.vars: dict[str, int] = {}
        self.shown: Any = None  # the card or potion an event page shows
        self.waiting = False
        self._ops = ops
        self._stack: list[Op] = []
        self._done = done

    def push(self, ops: Iterable[Op]) -> None:
        """Put ops in front."""
        self._stack.extend(reversed(list(ops)))

    def wait(self) -> None:
        """Suspend after the current op."""
        self.waiting = True

    def resume(self, *_: Any) -> None:
        """Go on after a wait."""
        self.waiting = False
        self.advance()

    def advance(self) -> None:
        """Run until an op waits, nothing is left, or the run is over. Raises KeyError for an op without a function."""
        while self._stack and not self.waiting:
            if self.run.over:
                return
            op = self._stack.pop()
            self._ops[op["op"]](self, op)
            self.world.check_death()
        if not self._stack and not self.waiting and self._done is not None and not self.run.over:
            done, self._done = self._done, None
            done()


def run_ops(
    world: World,
    ops: Sequence[Op],
    done: Callable[[], None] | None = None,
    variables: dict[str, int] | None = None,
    shown: Any = None,
) -> Script:
    """Start a script; `variables` and `shown` are those of an event's page."""
    script = Script(world, world.ops, done)
    if variables is not None:
        script.vars = variables
    script.shown = shown
    script.push(ops)
    script.advance()
    return script

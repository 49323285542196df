"""Many seeds: which runs to play, handing them out, keeping each result as it comes, going on where it broke off."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, BrokenExecutor, Executor, Future, wait
from pathlib import Path

from attrs import frozen

from sts2fsm.assembly import policies
from sts2fsm.errors import Sts2Error
from sts2fsm.evaluate import tasks
from sts2fsm.evaluate.pool import MakeExecutor
from sts2fsm.evaluate.store import Store, stamped
from sts2fsm.evaluate.tasks import Key, Result, Task


class WorkersLost(Sts2Error):
    """A worker process died, of memory or by a hand from outside."""


@frozen
class Side:
    """Policies as they are compared: files laid over the shipped ones, in order, and the hash of what they say."""

    overlays: tuple[Path, ...]
    hash: str

    @property
    def name(self) -> str:
        """File names without their folders, which are nobody's business."""
        return "+".join(path.name for path in self.overlays) or "as shipped"


def side(overlays: Sequence[Path] = ()) -> Side:
    """Raises PolicyError with every fault of the files."""
    whole = tuple(path.absolute() for path in overlays)
    return Side(whole, policies(whole).hash)


@frozen
class Course:
    """What each policy plays: every seed with each character at each ascension, in this order."""

    seeds: range
    characters: tuple[str, ...] = ("IRONCLAD",)
    ascensions: tuple[int, ...] = (0,)

    def keys(self, policy: str) -> Iterator[Key]:
        for seed in self.seeds:
            for ascension in self.ascensions:
                for character in self.characters:
                    yield (policy, character, ascension, seed)


def work(
    course: Course, sides: Sequence[Side], *, max_steps: int = tasks.MAX_STEPS, keep: Path | None = None
) -> list[Task]:
    """All runs, the sides taking turns seed by seed, so that pairs are whole early. A policy is played once, however
    often it is named."""
    apart = list({one.hash: one for one in sides}.values())
    made = []
    for several in zip(*(course.keys(one.hash) for one in apart), strict=True):
        for one, (policy, character, ascension, seed) in zip(apart, several, strict=True):
            folder = keep / policy if keep is not None else None
            made.append(Task(policy, character, ascension, seed, one.overlays, max_steps, folder))
    return made


@frozen
class Code:
    """What plays: fingerprint and commit. `any` takes results of other code as done."""

    fingerprint: str
    commit: str | None = None
    any: bool = False

    @property
    def wanted(self) -> str | None:
        return None if self.any else self.fingerprint


def campaign(
    wanted: Iterable[Task],
    store: Store,
    code: Code,
    make_executor: MakeExecutor,
    *,
    ahead: int = 4,
    done: Callable[[Result], None] = lambda result: None,
    enough: Callable[[], bool] = lambda: False,
    leaving: Callable[[], None] = lambda: None,
) -> bool:
    """Play what the store does not have. True when all was played, False when `enough` said to stop earlier.

    `ahead` is how many runs are handed out at once; `done` hears of each result once it is safe on disk, in the order
    they come. Ctrl-C, or an error, calls `leaving`, lets the runs in progress finish, keeps them, and then raises.
    Raises WorkersLost when a worker died.
    """
    there = store.runs(code.wanted)
    waiting = deque(task for task in wanted if task.key not in there)
    if enough():
        return False
    pool = make_executor()
    running: set[Future[Result]] = set()
    try:
        while waiting or running:
            while waiting and len(running) < ahead:
                running.add(_hand_out(pool, waiting.popleft()))
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                _keep(future.result(), store, code, done)
                running.discard(future)  # not before: Ctrl-C can come at any line
            if enough():
                return False
        return True
    except BrokenExecutor:
        why = "a worker process died (out of memory?); what was finished is kept: start again to go on"
        raise WorkersLost(why) from None
    except BaseException:
        leaving()
        raise
    finally:
        pool.shutdown(wait=True, cancel_futures=True)
        for future in running:
            if future.done() and not future.cancelled() and future.exception() is None:
                _keep(future.result(), store, code, done)


def _hand_out(pool: Executor, task: Task) -> Future[Result]:
    return pool.submit(tasks.play, task)


def _keep(result: Result, store: Store, code: Code, done: Callable[[Result], None]) -> None:
    whole = stamped(result, code.fingerprint, code.commit)
    store.add(whole)
    done(whole)

"""Seeds are handed out, kept one by one, and taken up again after whatever broke them off."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from concurrent.futures import Executor, Future
from concurrent.futures.process import BrokenProcessPool
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve

from sts2fsm.errors import PolicyError
from sts2fsm.evaluate import tasks
from sts2fsm.evaluate.campaign import Code, Course, Side, WorkersLost, campaign, side, work
from sts2fsm.evaluate.pool import InTurn, executor
from sts2fsm.evaluate.store import FIGHTS, RUNS, Store
from sts2fsm.evaluate.tasks import Played, Result, Task, play
from tests.evaluate.making import fought, played, write

COURSE = Course(range(1, 5))
QUICK = "planner:\n  budget: none\n"  # plays card by card: a run takes well under a second
STEPS = 500  # half of the first act


class Pretended(Executor):
    """Gives out made-up results, the newest first, and after `last` of them does as `then` says."""

    def __init__(self, last: int = 99, then: BaseException | None = None) -> None:
        self.seeds: list[int] = []
        self.closed = False
        self._last, self._then = last, then

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        task: Task = args[0]
        future: Future[Any] = Future()
        if len(self.seeds) == self._last and self._then is not None:
            if isinstance(self._then, KeyboardInterrupt):
                raise self._then
            future.set_exception(self._then)
            return future
        self.seeds.append(task.seed)
        run = played(task.seed, floors=task.seed, policy=task.policy)
        future.set_result(Result(run, (fought(run, 2, "X", 1),)))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self.closed = wait and cancel_futures


def wanted(*policies: str) -> list[Task]:
    return work(COURSE, [Side((), policy) for policy in policies or ("aaa",)])


def bytes_of(folder: Path) -> tuple[bytes, bytes]:
    return (folder / RUNS).read_bytes(), (folder / FIGHTS).read_bytes()


def test_sides_take_turns_and_the_same_policy_is_played_once() -> None:
    """Pairs are whole early; two files that say the same are one side."""
    assert [(task.seed, task.policy) for task in wanted("a", "b")][:4] == [(1, "a"), (1, "b"), (2, "a"), (2, "b")]
    assert len(wanted("a", "a")) == 4
    many = Course(range(7, 9), ("IRONCLAD", "SILENT"), (0, 10))
    assert [key[1:] for key in many.keys("p")][:3] == [("IRONCLAD", 0, 7), ("SILENT", 0, 7), ("IRONCLAD", 10, 7)]


@pytest.mark.parametrize("broken", [KeyboardInterrupt(), BrokenProcessPool("gone")])
def test_what_broke_off_goes_on_where_it_was(tmp_path: Path, broken: BaseException) -> None:
    """Every finished run is kept, none is played twice, and the files end up as without the break, byte by byte."""
    first, second, unbroken = Pretended(2, broken), Pretended(), Pretended()
    raised = KeyboardInterrupt if isinstance(broken, KeyboardInterrupt) else WorkersLost
    told: list[str] = []
    with Store(tmp_path / "a") as store, pytest.raises(raised):
        campaign(wanted(), store, Code("c"), lambda: first, ahead=1, leaving=lambda: told.append("leaving"))
    assert first.closed
    assert told == (["leaving"] if raised is KeyboardInterrupt else [])
    with Store(tmp_path / "a") as store:
        assert campaign(wanted(), store, Code("c"), lambda: second, ahead=1)
    assert (first.seeds, second.seeds) == ([1, 2], [3, 4])
    with Store(tmp_path / "b") as store:
        assert campaign(wanted(), store, Code("c"), lambda: unbroken, ahead=1)
    assert bytes_of(tmp_path / "a") == bytes_of(tmp_path / "b")


def test_results_in_hand_are_kept_when_it_breaks_off(tmp_path: Path) -> None:
    """With several handed out, those that were done when Ctrl-C came are stored before it is raised."""
    with Store(tmp_path) as store:
        with pytest.raises(KeyboardInterrupt):
            campaign(wanted(), store, Code("c"), lambda: Pretended(3, KeyboardInterrupt()), ahead=4)
        assert [run.seed for run in store.runs().values()] == [1, 2, 3]


def test_enough_is_enough(tmp_path: Path) -> None:
    """Nothing more is handed out once the caller has seen enough."""
    pool, seen = Pretended(), list[Result]()
    with Store(tmp_path) as store:
        assert not campaign(
            wanted(), store, Code("c"), lambda: pool, ahead=1, done=seen.append, enough=lambda: len(seen) >= 2
        )
    assert pool.seeds == [1, 2]


def test_other_code_plays_again_unless_any_will_do(tmp_path: Path) -> None:
    """A stored run of other code is not taken for ours, except on request."""
    with Store(tmp_path) as store:
        campaign(wanted(), store, Code("old"), Pretended)
        willing, strict = Pretended(), Pretended()
        campaign(wanted(), store, Code("new", any=True), lambda: willing)
        campaign(wanted(), store, Code("new"), lambda: strict)
    assert (willing.seeds, strict.seeds) == ([], [1, 2, 3, 4])


# --- real runs --------------------------------------------------------------------------------------------------------
def quick(folder: Path) -> Side:
    return side([write(folder / "quick.yaml", QUICK)])


def test_two_processes_play_what_one_does(tmp_path: Path) -> None:
    """The same rows from this process and from two others: a run is decided by its task alone."""
    tasks = work(Course(range(1, 4)), [quick(tmp_path)], max_steps=STEPS)
    for name, workers in (("one", 1), ("two", 2)):
        with Store(tmp_path / name) as store:
            assert campaign(tasks, store, Code("c"), lambda: executor(workers))  # noqa: B023  # called at once
    one, two = (Store(tmp_path / name, write=False).runs() for name in ("one", "two"))
    assert len(one) == 3
    assert one == two


def test_a_run_is_read_from_its_history_file(tmp_path: Path) -> None:
    """A run to its end: floors, killer and fights are the `.run` file's, which is kept where it was asked for."""
    mine = side([write(tmp_path / "idle.yaml", "planner:\n  budget: none\ncombat:\n  least: 100\n")])
    got = play(Task(mine.hash, "IRONCLAD", 0, 1, mine.overlays, keep=tmp_path / "kept"))
    from sts2fsm.evaluate.reading import RunReader

    run = RunReader().read(tmp_path / "kept" / "IRONCLAD-a0-1.run")
    assert got.run.result == run.result == "loss"
    assert (got.run.floors, got.run.killer, got.run.build) == (run.floors, run.killer, run.build_id)
    assert [(fight.floor, fight.survived) for fight in got.fights] == [(2, False)]
    assert got.run.hp == 0
    assert got.run.policy == mine.hash


def test_a_fault_of_ours_is_a_row(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run that a bug ends is counted, with the bug's name; it is never taken for a loss or left out."""
    mine = quick(tmp_path)

    def broken(*_: Any) -> None:
        raise ZeroDivisionError("of a handler")

    monkeypatch.setattr(tasks.Runner, "_do", broken)
    got = play(Task(mine.hash, "IRONCLAD", 0, 1, mine.overlays))
    assert (got.run.result, got.run.why) == ("error", "ZeroDivisionError: of a handler")


def test_the_step_limit_is_not_a_loss(tmp_path: Path) -> None:
    """A run that was not played to its end is `stopped`, with the floor it had reached."""
    mine = quick(tmp_path)
    got = play(Task(mine.hash, "IRONCLAD", 0, 1, mine.overlays, max_steps=100))
    assert (got.run.result, got.run.why, got.run.steps) == ("stopped", "the step limit was reached", 100)
    assert got.run.floors >= 1


def test_policies_that_change_meanwhile_stop_it(tmp_path: Path) -> None:
    """A worker that reads other values than the task was made for refuses, also across a process border."""
    task = Task("0" * 12, "IRONCLAD", 0, 1, quick(tmp_path).overlays)
    with Store(tmp_path / "s") as store, pytest.raises(PolicyError, match="changed while they were evaluated"):
        campaign([task], store, Code("c"), InTurn)


@pytest.mark.parametrize("fault", [WorkersLost("a worker died"), PolicyError(["one", "two"])])
def test_faults_cross_process_borders(fault: Exception) -> None:
    """Errors that an executor carries come out as they went in."""
    there = pickle.loads(pickle.dumps(fault))
    assert (type(there), str(there)) == (type(fault), str(fault))


def test_tasks_and_results_cross_process_borders(tmp_path: Path) -> None:
    """What is handed out and what comes back are plain values."""
    task = Task("a", "IRONCLAD", 0, 1, (tmp_path,))
    result = Result(played(1), (fought(played(1), 2, "X", 3),))
    assert pickle.loads(pickle.dumps((task, result))) == (task, result)


def test_real_time_is_no_part_of_a_result() -> None:
    """Two rows that differ in how long they took are equal."""
    run: Played = played(1)
    assert evolve(run, took_s=1.0) == evolve(run, took_s=9.0)
    assert evolve(run, floors=1) != evolve(run, floors=2)

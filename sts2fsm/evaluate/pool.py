"""The seam where runs are handed out: anything that is a `concurrent.futures.Executor` will do, a cluster's too.

Workers ignore Ctrl-C, which a terminal sends to all of a program's processes: the parent alone decides what happens
then. They watch the parent, and end when it is gone, so that a kill leaves nothing running.
"""

from __future__ import annotations

import os
import signal
import threading
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from multiprocessing import connection, get_context, parent_process
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
MakeExecutor = Callable[[], Executor]


class InTurn(Executor):
    """Does each thing in this process, when it is handed out: for one worker, tests and profilers."""

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        future: Future[T] = Future()
        try:
            future.set_result(fn(*args, **kwargs))
        except Exception as fault:
            future.set_exception(fault)
        return future


def cores() -> int:
    """How many processes this machine, or what we were given of it, runs at once."""
    given = getattr(os, "sched_getaffinity", None)  # not on macOS and Windows
    return len(given(0)) if given else os.cpu_count() or 1


def executor(workers: int) -> Executor:
    """`workers` processes, started the same way on every system; in this process for one."""
    if workers == 1:
        return InTurn()
    return Processes(workers, mp_context=get_context("spawn"), initializer=_begin)


class Processes(ProcessPoolExecutor):
    """Worker processes that are deaf to Ctrl-C from their first moment: they inherit what is blocked as they are made.

    One that is pressed meanwhile is heard by the parent right after.
    """

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        if not hasattr(signal, "pthread_sigmask"):  # Windows: deaf only once `_begin` has run
            return super().submit(fn, *args, **kwargs)
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            return super().submit(fn, *args, **kwargs)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _begin() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        connection.wait([parent.sentinel])
        os._exit(1)  # nobody is left who could take a result

"""Work that several processes share, its results in order: for what computes rather than waits."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import islice
from multiprocessing import get_context, parent_process
from multiprocessing.process import BaseProcess
from typing import Any, TypeVar

Item = TypeVar("Item")
Result = TypeVar("Result")
AHEAD = 4
"""Parcels of items a process that are taken while the first of them is waited for."""
PARCEL = 8
"""Items that travel together."""
THREADS = ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS")
"""How many threads NumPy's libraries use, read when they are loaded."""


def processors() -> int:
    """How many processors this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def in_order_by_processes(
    begin: Callable[[], Callable[[list[Item]], Iterable[Result]]],
    items: Iterable[Item],
    *,
    jobs: int,
    fork: bool = False,
    parcel: int = PARCEL,
) -> Generator[Result, None, None]:
    """The results for the items, in order, of the function that ``begin`` makes in each of so many processes.

    The function takes a parcel of so many items and gives their results one by one. A process starts from nothing, so
    that ``begin`` must be such that it can be pickled; with ``fork``, where the system can do that, it has all that is
    loaded here. The items may be endless. An error of the function or of the items is raised in its place, after the
    results before it, and ends the work; so does closing the generator. Raises ChildProcessError where a process dies.
    """
    forked = fork and sys.platform == "linux"
    context: Any = get_context("fork" if forked else "spawn")
    pool = ProcessPoolExecutor(jobs, mp_context=context, initializer=_begin, initargs=(begin,))
    parcels = _parcels(iter(items), parcel)
    under_way: deque[Future[tuple[list[Any], Exception | None]]] = deque()
    try:
        with _inherited():
            for _ in range(jobs):
                pool.submit(_nothing)  # each starts a process
        for some in parcels:
            under_way.append(pool.submit(_work, some))
            while under_way and (len(under_way) == AHEAD * jobs or under_way[0].done()):
                yield from _unpacked(under_way.popleft())
        while under_way:
            yield from _unpacked(under_way.popleft())
    except BrokenProcessPool:
        raise ChildProcessError(
            "a process ended unexpectedly (out of memory? try fewer jobs;"
            " a script starts them below: if __name__ == '__main__')"
        ) from None
    finally:
        # Python 3.11 wakes a pool when it exits, and one that is just ending is gone by then (Bad file descriptor).
        pool.shutdown(wait=True, cancel_futures=True)


def _parcels(items: Iterator[Item], size: int) -> Iterator[list[Item]]:
    while some := list(islice(items, size)):
        yield some


def _unpacked(future: Future[tuple[list[Result], Exception | None]]) -> Iterator[Result]:
    results, error = future.result()
    yield from results
    if error is not None:
        raise error


_function: Callable[[list[Any]], Iterable[Any]] | None = None
"""A worker process's own."""


def _begin(begin: Callable[[], Callable[[list[Any]], Iterable[Any]]]) -> None:
    follow_parent()
    global _function
    _function = begin()


def follow_parent() -> None:
    """Leave Ctrl-C to the parent, and end when it does: else a worker would wait for ever after it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = parent_process()
    if parent is not None:
        threading.Thread(target=_end_with, args=(parent,), daemon=True).start()


def _end_with(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)


def _nothing() -> None:
    pass


def _work(items: list[Any]) -> tuple[list[Any], Exception | None]:
    assert _function is not None
    results: list[Any] = []
    try:
        results.extend(_function(items))
    except Exception as error:
        return results, error
    return results, None


@contextmanager
def _inherited() -> Iterator[None]:
    """What new processes take over from this one while they start.

    They ignore Ctrl-C from the first moment on and compute with one thread each: the parser's small matrices
    gain nothing from more, and processes that each use all processors wait for one another (20 times slower).
    """
    new = {name: "1" for name in THREADS if name not in os.environ}
    main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, signal.SIG_IGN) if main else None
    os.environ.update(new)
    try:
        yield
    finally:
        for name in new:
            del os.environ[name]
        if main:
            signal.signal(signal.SIGINT, before)

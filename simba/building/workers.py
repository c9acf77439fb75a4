"""Processes that share the work of a build."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from types import TracebackType
from typing import TypeVar

from simba.common.processes import follow_parent
from simba.errors import SimbaError

Task = TypeVar("Task")
Result = TypeVar("Result")
WAITING = 2
"""Tasks a worker that are ready or done and not yet asked for: they bound the memory."""


class Workers:
    """Some processes, started at the first task; with one job, this process does the work itself."""

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Workers:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._pool is not None:
            self._pool.shutdown(wait=True, cancel_futures=True)

    def map(self, function: Callable[[Task], Result], tasks: Iterable[Task]) -> Iterator[Result]:
        """The function's results, in order; tasks are taken as workers get free."""
        if self._jobs == 1:
            yield from map(function, tasks)
            return
        if self._pool is None:  # spawned: a forked child would inherit the triple store's threads half-alive
            self._pool = ProcessPoolExecutor(
                self._jobs, mp_context=get_context("spawn"), initializer=follow_parent
            )
        running: deque[Future[Result]] = deque()
        try:
            for task in tasks:
                running.append(self._pool.submit(function, task))
                if len(running) > WAITING * self._jobs:
                    yield running.popleft().result()
            while running:
                yield running.popleft().result()
        except BrokenProcessPool:
            raise SimbaError(
                "a worker process was killed, perhaps for want of memory; try --jobs 1 or a smaller --memory"
            ) from None

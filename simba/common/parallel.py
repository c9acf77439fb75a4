"""Work that several threads share, its results in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Generator, Iterable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextvars import copy_context
from typing import TypeVar

from simba.common.timelimit import Switch

AHEAD = 4
"""Items a job that are taken while the first of them is waited for: a slow one does not stop the rest at once."""
Item = TypeVar("Item")
Result = TypeVar("Result")


def together(function: Callable[[Item], Result], items: Collection[Item], *, jobs: int) -> list[Result]:
    """The function's results for a few items, at once, within the running thread's time limit and switch.

    At most ``jobs`` threads work. The results are in the items' order. The first error is raised; what is not yet under
    way is then left undone.
    """
    if len(items) < 2:
        return list(map(function, items))
    threads = ThreadPoolExecutor(min(jobs, len(items)), thread_name_prefix="simba-part")
    try:
        parts = [threads.submit(copy_context().run, function, item) for item in items]
        return [part.result() for part in parts]
    finally:
        threads.shutdown(wait=False, cancel_futures=True)


def in_order(
    function: Callable[[Item], Result], items: Iterable[Item], *, jobs: int
) -> Generator[Result, None, None]:
    """The function's results for the items, in order, made by so many threads.

    Items, which may be endless, are taken when they are needed: with one job, each just before its result. An error of
    the function or of the items is raised in its place, after the results before it; it ends the work, and so does
    closing the generator: what is under way is called off. Raises ValueError for fewer jobs than one.
    """
    if jobs < 1:
        raise ValueError("at least one job is needed")
    if jobs == 1:
        yield from map(function, items)
        return
    switch = Switch()

    def work(item: Item) -> Result:
        with switch.governs():
            return function(item)

    threads = ThreadPoolExecutor(jobs, thread_name_prefix="simba-job")
    under_way: deque[Future[Result]] = deque()
    try:
        submitted = _submitted(threads, work, iter(items))
        for future in submitted:
            under_way.append(future)
            while under_way and (len(under_way) == AHEAD * jobs or under_way[0].done()):
                yield under_way.popleft().result()
        while under_way:
            yield under_way.popleft().result()
    finally:
        switch.off()
        threads.shutdown(wait=False, cancel_futures=True)


def _submitted(
    threads: ThreadPoolExecutor, work: Callable[[Item], Result], items: Iterator[Item]
) -> Iterator[Future[Result]]:
    """The items' work under way; an error of taking an item becomes the last one's result."""
    while True:
        try:
            item = next(items)
        except StopIteration:
            return
        except Exception as error:
            failed: Future[Result] = Future()
            failed.set_exception(error)
            yield failed
            return
        yield threads.submit(work, item)

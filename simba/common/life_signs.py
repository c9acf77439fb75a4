"""Signs of life on standard error: what moves on a terminal, and a line a second where there is none.

Rich, which draws, is loaded where there is a terminal alone.
"""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from time import monotonic
from typing import TextIO

EVERY = 1.0
"""Seconds between two lines."""
QUIET = "SIMBA_QUIET"
"""The environment variable that, not empty, keeps the lines out of a log."""


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at the stream."""
    return stream is not None and stream.isatty()


def working(text: str, *, lines: bool = True) -> AbstractContextManager[object]:
    """Show that the block runs; without ``lines`` only to who sits at a terminal."""
    if not is_terminal(sys.stderr):
        return telling(lambda: text) if lines else nullcontext()
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False).status(f"{text} ...")


@contextmanager
def telling(tell: Callable[[], str]) -> Iterator[None]:
    """Write what ``tell`` says, and since when, once a second while the block runs; nothing if $SIMBA_QUIET is set."""
    if os.environ.get(QUIET):
        yield
        return
    begun, ended = monotonic(), threading.Event()

    def beat() -> None:
        while not ended.wait(EVERY):
            if sys.stderr is not None:
                with suppress(OSError, ValueError):  # closed, or nobody reads it
                    sys.stderr.write(f"{tell()} ({monotonic() - begun:.0f} s)\n")
                    sys.stderr.flush()

    thread = threading.Thread(target=beat, name="simba-progress", daemon=True)
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@contextmanager
def advancing(
    text: str, total: int | None, done: int = 0, *, shown: bool = True
) -> Iterator[Callable[[], None]]:
    """Show, unless something else is sign enough, how many of so many things are done.

    Gives what is to be called after each.
    """
    if not shown:
        yield lambda: None
        return
    if not is_terminal(sys.stderr):
        count = done

        def count_one() -> None:
            nonlocal count
            count += 1

        def tell() -> str:
            return f"{text}: {count:,}" + (f" of {total:,} ({count / total:.0%})" if total else "")

        with telling(tell):
            yield count_one
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeElapsedColumn,
        TimeRemainingColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True), redirect_stdout=False) as progress:
        task = progress.add_task(text, total=total, completed=done)
        yield lambda: progress.advance(task)

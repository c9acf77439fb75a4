"""The streams of a command, and what it shows on a terminal while it works."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import BinaryIO, TextIO

from simba.errors import SimbaError


def bytes_of(stream: TextIO | None, name: str) -> BinaryIO:
    """The bytes below a standard stream of that name; raises `SimbaError` where it is closed."""
    if stream is None:
        raise SimbaError(f"{name} is closed")
    return stream.buffer


def is_terminal(stream: TextIO | None) -> bool:
    """Whether a person looks at the stream."""
    return stream is not None and stream.isatty()


def spinner(text: str) -> AbstractContextManager[object]:
    """A sign of life on a terminal's standard error."""
    if not is_terminal(sys.stderr):
        return nullcontext()
    from rich.console import Console

    return Console(stderr=True, markup=False, highlight=False).status(text)


@contextmanager
def progress_bar(
    total: int | None, done: int = 0, *, to_terminal: bool = False
) -> Iterator[Callable[[], None]]:
    """What advances a bar on a terminal's standard error, unless the answers scroll by there anyway."""
    if not is_terminal(sys.stderr) or to_terminal:
        yield lambda: None
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
        task = progress.add_task("Answering", total=total, completed=done)
        yield lambda: progress.advance(task)

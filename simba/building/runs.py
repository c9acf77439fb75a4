"""Sorting more than memory holds: sorted runs on disk, merged block by block."""

from __future__ import annotations

import pickle
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Generic, TypeVar

from simba.common import plainpickle
from simba.errors import SimbaError

Item = TypeVar("Item", bound=Any)
BLOCK = 2_000
"""Items of a run that are in memory at a time."""


class SortedRuns(Generic[Item]):
    """Items of one type (tuples or bytes) that come in any order and go in ascending order."""

    def __init__(self, folder: Path, memory: int, *, runs: Sequence[str] = (), keep: bool = False) -> None:
        """Sort in a folder, with at most so many bytes in memory; ``runs`` are files that are there already.

        Unless they are to be kept, the files vanish as they are read.
        """
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.runs = list(runs)
        self._memory = memory
        self._keep = keep
        self._items: list[Item] = []
        self._size = 0

    def add(self, items: Sequence[Item], size: int) -> None:
        """Take items that occupy about so many bytes."""
        self._items += items
        self._size += size
        if self._size > self._memory:
            self.flush()

    def flush(self) -> None:
        """Put what is in memory on disk."""
        if self._items:
            name = f"{len(self.runs):06}.run"
            write_run(self.folder / name, self._items)
            self.runs.append(name)
            self._items, self._size = [], 0

    def __iter__(self) -> Iterator[Item]:
        """All items in order; once only."""
        if not self.runs:  # all are in memory
            self._items.sort()
            items, self._items = self._items, []
            yield from items
            return
        self.flush()
        yield from _merged([_blocks(self.folder / name, keep=self._keep) for name in self.runs])


def write_run(path: Path, items: list[Item]) -> None:
    """Sort items, and write them to a file that `SortedRuns` merges."""
    items.sort()
    with path.open("wb") as file:
        for first in range(0, len(items), BLOCK):
            pickle.dump(items[first : first + BLOCK], file, protocol=pickle.HIGHEST_PROTOCOL)


def _blocks(path: Path, *, keep: bool) -> Iterator[list[Any]]:
    """A run's blocks; the file is open only while one is read, because there may be thousands of runs."""
    place = 0
    while True:
        with path.open("rb") as file:
            file.seek(place)
            try:
                block = plainpickle.load(file)  # what a killed build left may be anybody's
            except EOFError:
                break
            except Exception as error:
                raise SimbaError(f"{path}: damaged ({error}); build without --resume") from None
            place = file.tell()
        yield block
    if not keep:
        path.unlink()


def _merged(runs: list[Iterator[list[Any]]]) -> Iterator[Any]:
    """Everything up to the nearest end of a block is sorted at once, which is much faster than item by item."""
    heads = [(block, run) for run in runs if (block := next(run, []))]
    while heads:
        bound = min(block[-1] for block, _ in heads)
        ready: list[Any] = []
        rest = []
        for block, run in heads:
            cut = bisect_right(block, bound)
            ready += block[:cut]
            left = block[cut:] or next(run, [])
            if left:
                rest.append((left, run))
        heads = rest
        ready.sort()
        yield from ready

"""The class hierarchy (P279, subclass of); a knowledge base's is small, mapped, and the same for every fact store."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Protocol

import numpy as np

MAX_CLASSES = 200
"""Classes looked at above one class; Wikidata's hierarchy has cycles and reaches very general ones."""


def write_classes(path: Path, pairs: Sequence[int]) -> None:
    """Write (class, class right above it) pairs of items' numbers, all in a row, to a file for `ClassHierarchy`."""
    np.save(path, np.unique(np.array(pairs, dtype=np.int64).reshape(-1, 2), axis=0))


class Classes(Protocol):
    """Which classes are above which."""

    def prepare(self, classes: Iterable[str], /) -> None:
        """Make the look-ups for these classes quick, all at once."""

    def above(self, classes: Iterable[str], /) -> frozenset[str]:
        """These classes and all above them."""


class ClassHierarchy:
    """Which classes are above a class; may be shared between threads and processes."""

    def __init__(self, path: Path) -> None:
        """Open a file that `write_classes` made; raises OSError or ValueError."""
        pairs = np.load(path, mmap_mode="r")  # which unpickles nothing
        if pairs.dtype != np.int64 or pairs.ndim != 2 or pairs.shape[1] != 2:
            raise ValueError(f"{path.name} is no list of pairs")
        mapped = pairs.view(np.ndarray)  # as quick as any array
        self._below, self._above = mapped[:, 0], mapped[:, 1]
        self.superclasses = lru_cache(maxsize=50_000)(self._superclasses)
        self._together = lru_cache(maxsize=10_000)(self._all_above)

    def prepare(self, classes: Iterable[str]) -> None:
        """Nothing: they are at hand."""

    def above(self, classes: Iterable[str]) -> frozenset[str]:
        """These classes and all above them."""
        return self._together(frozenset(classes))

    def _all_above(self, classes: frozenset[str]) -> frozenset[str]:
        return frozenset().union(*map(self.superclasses, classes))

    def _superclasses(self, identifier: str) -> frozenset[str]:
        """The class itself and all above it (P279*), the nearest first, at most `MAX_CLASSES`."""
        found = {identifier: None}
        queue = [identifier]
        for below in queue:
            for above in self._parents(below):
                if above not in found and len(found) < MAX_CLASSES:
                    found[above] = None
                    queue.append(above)
        return frozenset(found)

    def _parents(self, identifier: str) -> list[str]:
        if not identifier.startswith("Q"):
            return []
        number = int(identifier[1:])
        # NumPy's own search would copy the whole column, which is none of consecutive numbers.
        first = bisect_left(self._below, number)
        last = bisect_right(self._below, number, lo=first)
        return [f"Q{above}" for above in self._above[first:last]]

"""The names that one build or update has written: the entities, the best known first, and where each key leads.

A place is the number of an entity among them and the number of one of its names (`simba.kb.postings`). What has names
may be one segment, or one that an update has changed (`simba.kb.changes`).
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import Literal, Protocol

import numpy as np
import numpy.typing as npt

from simba.kb.indexed import IndexEntry
from simba.kb.mapped import MappedBytes, MappedNumbers, block_sums
from simba.kb.postings import PLACE_FILE, TERM_FILE, Places, open_terms

Field = Literal["exact", "lemma", "bag", "words"]
"""A name of over `MAX_WORDS` words is under its exact form, others under their lemmas and their sorted lemmas."""
ENTRIES, ENDS = "entries.json", "ends.npy"
"""What the index knows of each entity, and where each entry ends. Whoosh's own columns end at 4 GB, and each process
would hold the lengths and offsets of all."""
CHECKSUMS = "checksums.npy"
"""The sorted checksums of all keys: what is not among them is nobody's name."""
MAX_ORDERS = 1 << 16
"""Entities of which is remembered where they come: searches among millions begin alike."""
FILES = (TERM_FILE, PLACE_FILE, ENTRIES, ENDS, CHECKSUMS)


class NameTable(Protocol):
    """Entities by number, the best known first, and where the keys of their names lead."""

    def places(self, field: Field, term: str, /) -> Places:
        """The places of a term, ascending; none of what is no term."""

    def entry(self, number: int, /) -> IndexEntry:
        """The entity of this number."""

    def known(self, checksums: Places, /) -> npt.NDArray[np.bool_]:
        """Which of these are checksums of a key of any field but "words"."""


class Segment:
    """A folder that `simba.building.labels.write_index` made; safe to share between threads and processes.

    What is read of it is as it was written: else ValueError is raised, or another error of what reads it.
    """

    def __init__(self, folder: Path) -> None:
        """Open a folder; raises OSError, ValueError or others for a damaged one."""
        sums = block_sums(folder, FILES)
        self._terms = open_terms(folder, sums)
        self._entries = MappedBytes(folder / ENTRIES, sums.get(ENTRIES))
        self._ends = MappedNumbers(folder / ENDS, sums.get(ENDS))
        self._checksums = MappedNumbers(folder / CHECKSUMS, sums.get(CHECKSUMS))
        self._order = lru_cache(maxsize=MAX_ORDERS)(lambda number: self.entry(number).order)

    def __len__(self) -> int:
        """How many entities there are."""
        return len(self._ends) - 1

    def places(self, field: Field, term: str) -> Places:
        """The places of a term, ascending; none of what is no term."""
        return self._terms.places(field, term)

    def content(self, number: int) -> memoryview:
        """The entry of the entity of this number, as it is written."""
        start, end = self._ends.pair(number)
        return self._entries.get(start, end - start)

    def entry(self, number: int) -> IndexEntry:
        """The entity of this number."""
        return IndexEntry.from_bytes(self.content(number))

    def known(self, checksums: Places) -> npt.NDArray[np.bool_]:
        """Which of these are checksums of a key of any field but "words"."""
        return self._checksums.hold(checksums)

    def __iter__(self) -> Iterator[IndexEntry]:
        """All entities, the best known first."""
        return map(self.entry, range(len(self)))

    def items(self) -> npt.NDArray[np.int64]:
        """The numbers of all entities' identifiers: 42 is that of "Q42"."""
        self._entries.ensure(0, len(self._entries))
        content = np.frombuffer(self._entries.get(0, len(self._entries)), dtype=np.uint8)
        digits = np.asarray(self._ends.all[:-1] + np.uint64(len('["Q'))).astype(np.int64)
        found = np.zeros(len(digits), dtype=np.int64)
        going_on = np.ones(len(digits), dtype=bool)
        while going_on.any():
            digit = content[digits] - ord("0")  # what is none wraps around to a large number
            going_on &= digit < 10
            found = np.where(going_on, 10 * found + digit, found)
            digits += 1
        return found

    def before(self, order: tuple[int, str]) -> int:
        """How many entities come before one in the order of `IndexEntry.order`."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self._order(middle) < order:
                low = middle + 1
            else:
                high = middle
        return low

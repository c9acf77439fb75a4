"""Names of a segment that an update has changed: what is new stands in a second segment, what is gone in a list.

The answers are those of a folder that was built anew. So each new entity has a place among the old ones, by how well
known it is; and an old one moves on by as many numbers as there are new ones before it.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import numpy.typing as npt

from simba.kb.indexed import IndexEntry
from simba.kb.mapped import MappedNumbers
from simba.kb.postings import NAME_BITS, Places
from simba.kb.segment import Field, Segment

GONE, BEFORE, LOST = "gone.npy", "before.npy", "lost.npy"
"""The numbers of the old entities that are gone or were changed; how many old entities come before each of the new
ones; and the checksums of the old keys that are nobody's any more. All three ascend."""
LOOKED_UP: tuple[Field, ...] = ("lemma", "bag", "exact")
_NAME_BITS = np.uint64(NAME_BITS)


class ChangedNames:
    """A segment with the changes to it; safe to share between threads and processes."""

    def __init__(self, base: Segment, folder: Path) -> None:
        """Open the changes in a folder; raises OSError, ValueError or others for a damaged one."""
        self.base = base
        self.new = Segment(folder)
        self.gone, self.before, self.lost = (
            MappedNumbers(folder / name).all for name in (GONE, BEFORE, LOST)
        )
        if len(self.before) != len(self.new):
            raise ValueError(f"{BEFORE} does not fit the names")
        self._numbers = self.before + np.arange(len(self.before), dtype=np.uint64)

    def __len__(self) -> int:
        """How many entities there are."""
        return len(self.base) - len(self.gone) + len(self.new)

    def places(self, field: Field, term: str) -> Places:
        """The places of a term, ascending; none of what is no term."""
        old, new = self.base.places(field, term), self.new.places(field, term)
        if len(old):
            old = old[~among(self.gone, old >> _NAME_BITS)]
            moved = self.before.searchsorted(old >> _NAME_BITS, side="right").astype(np.uint64)
            old = old + (moved << _NAME_BITS)
        if not len(new):
            return old
        new = new + (self.before[(new >> _NAME_BITS).astype(np.int64)] << _NAME_BITS)
        return np.sort(np.concatenate((old, new))) if len(old) else new

    def is_held(self, key: str) -> bool:
        """Whether an old entity that is still there has a key, in any field but "words"."""
        return any(
            len(old) and not among(self.gone, old >> _NAME_BITS).all()
            for old in (self.base.places(field, key) for field in LOOKED_UP)
        )

    def entry(self, number: int) -> IndexEntry:
        """The entity of this number."""
        new = int(self._numbers.searchsorted(np.uint64(number)))  # of another type, all would be converted
        if new < len(self._numbers) and int(self._numbers[new]) == number:
            return self.new.entry(new)
        return self.base.entry(number - new)

    def known(self, checksums: Places) -> npt.NDArray[np.bool_]:
        """Which of these are checksums of a key of any field but "words"."""
        found: npt.NDArray[np.bool_] = self.base.known(checksums) & ~among(self.lost, checksums)
        return found | self.new.known(checksums)


def among(ascending: Places, some: Places) -> npt.NDArray[np.bool_]:
    """Which of some numbers are among others."""
    if not len(ascending):
        return np.zeros(len(some), dtype=bool)
    nearest = np.minimum(ascending.searchsorted(some), len(ascending) - 1)
    found: npt.NDArray[np.bool_] = ascending[nearest] == some
    return found

"""Changing the names of a knowledge base: those of some entities are written anew, the others stay as they are."""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Collection, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from pathlib import Path
from typing import NamedTuple

import numpy as np

from simba.building.labels import Written, indexed, keys_of, write_index
from simba.building.runs import SortedRuns
from simba.building.workers import Workers
from simba.kb.changes import BEFORE, GONE, LOST, ChangedNames
from simba.kb.folder import CHANGES, LABELS
from simba.kb.indexed import IndexEntry
from simba.kb.segment import Segment
from simba.russian.names import checksum

MOST = 0.2
"""Share of the entities that may be new, gone or changed: with more, all names are written anew into one segment."""
RANKED, KEYS = "ranked", "keys"


class KnownItem(NamedTuple):
    """An item of a folder."""

    entry: IndexEntry | None = None
    number: int | None = None
    """That of the base for it, even if it is gone."""
    is_base: bool = False
    """Whether it is the base's as it was built."""


Change = tuple[KnownItem, IndexEntry | None]
"""An entity as it was and as it is, which is None where it has no name."""
Placed = tuple[int, str, bytes, int]
"""An entity that sorts by popularity, then by identifier, and how many of the base come before it; -1: not known."""


class OldNames:
    """The names of a folder by entity."""

    def __init__(self, folder: Path, *, has_changes: bool) -> None:
        """Open a folder, whose names an update may have changed.

        Raises OSError, ValueError or others for a damaged one.
        """
        self.base = Segment(folder / LABELS)
        self.changes = ChangedNames(self.base, folder / CHANGES) if has_changes else None
        self.gone = set(self.changes.gone.tolist()) if self.changes else set()
        self._new = {entity.id: entity for entity in self.changes.new} if self.changes else {}

    def find(self, items: Collection[int]) -> dict[int, KnownItem]:
        """What is known of those of the items that have a name, or had one when the base was built."""
        wanted = np.fromiter(items, dtype=np.int64, count=len(items))
        every = self.base.items()
        found: dict[int, KnownItem] = {}
        for number in np.flatnonzero(np.isin(every, wanted)).tolist():
            here = number not in self.gone
            found[int(every[number])] = KnownItem(self.base.entry(number) if here else None, number, here)
        for identifier, entry in self._new.items():
            if (item := int(identifier[1:])) in items:
                found[item] = KnownItem(entry, found[item].number if item in found else None)
        return found

    def placed(self) -> Iterator[Placed]:
        """What is new in the changes, in order."""
        if self.changes is not None:
            for entity, before in zip(self.changes.new, self.changes.before.tolist(), strict=True):
                yield *entity.order, entity.to_bytes(), before


@dataclass(slots=True)
class Renaming:
    """What becomes of the names of a folder in another one."""

    old: Path
    new: Path
    names: OldNames
    memory: int
    workers: Workers
    gathered: Path
    """A folder for temporary files."""

    def write(self, changes: Iterable[Change]) -> Written:
        """Write the names into the new folder; returns how many more it has, and how many more were left out.

        Raises OSError, ValueError or others for a damaged old folder.
        """
        base, gone = self.names.base, self.names.gone
        ranked: SortedRuns[Placed] = SortedRuns(self.gathered / RANKED, self.memory)
        changed: set[str] = set()
        lost: set[str] = set()
        names = left_out = new = 0
        for (was, number, is_base), becomes in changes:
            if was is not None:
                changed.add(was.id)
            if number is not None:
                gone.add(number)
            if becomes is not None:
                new += 1
                stays = is_base and was is not None and was.order == becomes.order
                ranked.add(*_placed(becomes, number if stays else None))
            if (was and was.names()) != (becomes and becomes.names()):
                names_before, left_out_before = indexed(was)
                names_after, left_out_after = indexed(becomes)
                names += len(names_after) - len(names_before)
                left_out += left_out_after - left_out_before
                lost |= keys_of(names_before.keys() - names_after.keys())
        if not changed and not new:
            self._link(LABELS, *([CHANGES] if self.names.changes else []))
            return Written(0, 0)
        for one in self.names.placed():
            if one[1] not in changed:
                new += 1
                ranked.add([one], 280 + len(one[2]))
        if new + len(gone) > MOST * len(base):
            kept = (base.entry(number) for number in range(len(base)) if number not in gone)
            entities = (IndexEntry.from_bytes(content) for _, _, content, _ in ranked)
            whole = merge(kept, entities, key=lambda entity: entity.order)
            write_index(self.new / LABELS, whole, self.gathered / KEYS, self.workers)
        else:
            self._link(LABELS)
            self._write_changes(gone, ranked)
            self._write_lost(lost)
        return Written(names, left_out)

    def _link(self, *parts: str) -> None:
        """Give the files of some parts names in the new folder, too; where the disk cannot do that, copy them."""
        for part in parts:
            (self.new / part).mkdir()
            for path in sorted((self.old / part).iterdir()):
                with suppress(OSError):
                    os.link(path, self.new / part / path.name)
                    continue
                shutil.copyfile(path, self.new / part / path.name)

    def _write_changes(self, gone: set[int], ranked: Iterable[Placed]) -> None:
        every = array("Q")

        def placed() -> Iterator[IndexEntry]:
            for popularity, identifier, content, before in ranked:
                every.append(before if before >= 0 else self.names.base.before((popularity, identifier)))
                yield IndexEntry.from_bytes(content)

        folder = self.new / CHANGES
        write_index(folder, placed(), self.gathered / KEYS, self.workers)
        np.save(folder / BEFORE, np.array(every, dtype=np.uint64))
        np.save(folder / GONE, np.array(sorted(gone), dtype=np.uint64))
        np.save(folder / LOST, np.empty(0, dtype=np.uint64))

    def _write_lost(self, keys: set[str]) -> None:
        """Of the keys that some entities have no more, write those that no entity has."""
        base, earlier = self.names.base, self.names.changes
        names = ChangedNames(base, self.new / CHANGES)
        every = sorted(keys)
        checksums = np.array([checksum(key.encode()) for key in every], dtype=np.uint64)
        old = base.known(checksums) & ~names.new.known(checksums)
        lost = [int(checksums[place]) for place in np.flatnonzero(old) if not names.is_held(every[place])]
        if earlier is not None:
            lost += earlier.lost[~names.new.known(earlier.lost)].tolist()
        np.save(self.new / CHANGES / LOST, np.unique(np.array(lost, dtype=np.uint64)))


def _placed(entity: IndexEntry, before: int | None) -> tuple[list[Placed], int]:
    """An entity, and about how many bytes it occupies."""
    content = entity.to_bytes()
    return [(*entity.order, content, -1 if before is None else before)], 280 + len(content)

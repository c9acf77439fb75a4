"""Changing the names of a knowledge base: those of some entities are written anew, the others stay as they are."""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from heapq import merge
from pathlib import Path

import numpy as np

from simba.building.labels import Written, looked_up, write_index
from simba.building.runs import SortedRuns
from simba.building.workers import Workers
from simba.kb.changes import BEFORE, GONE, LOST, ChangedNames
from simba.kb.entries import IndexEntry
from simba.kb.folder import CHANGES, LABELS
from simba.kb.segment import Field, Segment
from simba.russian.names import checksum

MOST = 0.2
"""Share of the entities that may be new, gone or changed: with more, all names are written anew into one segment."""
RANKED, KEYS = "ranked", "keys"
LOOKED_UP: tuple[Field, ...] = ("exact", "lemma", "bag")

Change = tuple[IndexEntry | None, IndexEntry | None]
"""An entity as it was and as it is; None where it had or has no name."""


@dataclass(slots=True)
class Renaming:
    """The names of a folder, and what becomes of them in another."""

    old: Path
    new: Path
    has_changes: bool
    """Whether an update has changed the old folder's names."""
    memory: int
    workers: Workers
    gathered: Path
    """A folder for temporary files."""

    def write(self, changes: Iterable[Change]) -> Written:
        """Write the changed names into the new folder; returns how many more names it has, and more left out.

        Raises OSError, ValueError or others for a damaged old folder.
        """
        base = Segment(self.old / LABELS)
        earlier = ChangedNames(base, self.old / CHANGES) if self.has_changes else None
        gone = set(earlier.gone.tolist()) if earlier else set()
        ranked: SortedRuns[tuple[int, str, bytes]] = SortedRuns(self.gathered / RANKED, self.memory)
        changed: set[str] = set()
        lost: set[str] = set()
        names = left_out = new = 0
        for was, becomes in changes:
            if was is not None:
                changed.add(was.id)
                number = base.before(was.order)
                if number < len(base) and base.entry(number).id == was.id:
                    gone.add(number)
            if becomes is not None:
                new += 1
                _add(ranked, becomes)
            if (was and was.names()) != (becomes and becomes.names()):
                keys_before, counts_before = looked_up(was)
                keys_after, counts_after = looked_up(becomes)
                lost |= keys_before - keys_after
                names += counts_after.names - counts_before.names
                left_out += counts_after.left_out - counts_before.left_out
        for entity in earlier.new if earlier else ():
            if entity.id not in changed:
                new += 1
                _add(ranked, entity)
        entities = (IndexEntry.from_bytes(content) for _, _, content in ranked)
        if new + len(gone) > MOST * len(base):
            kept = (base.entry(number) for number in range(len(base)) if number not in gone)
            whole = merge(kept, entities, key=lambda entity: entity.order)
            write_index(self.new / LABELS, whole, self.gathered / KEYS, self.workers)
        else:
            linked(self.old / LABELS, self.new / LABELS)
            if new or gone:
                self._write_changes(base, gone, entities)
                self._write_lost(base, earlier, lost)
        return Written(names, left_out)

    def _write_changes(self, base: Segment, gone: set[int], entities: Iterator[IndexEntry]) -> None:
        before = array("Q")

        def placed() -> Iterator[IndexEntry]:
            for entity in entities:
                before.append(base.before(entity.order))
                yield entity

        folder = self.new / CHANGES
        write_index(folder, placed(), self.gathered / KEYS, self.workers)
        np.save(folder / BEFORE, np.array(before, dtype=np.uint64))
        np.save(folder / GONE, np.array(sorted(gone), dtype=np.uint64))
        np.save(folder / LOST, np.empty(0, dtype=np.uint64))

    def _write_lost(self, base: Segment, earlier: ChangedNames | None, keys: set[str]) -> None:
        """Of the keys that some entities have no more, write those that no entity has."""
        names = ChangedNames(base, self.new / CHANGES)
        every = sorted(keys)
        checksums = np.array([checksum(key.encode()) for key in every], dtype=np.uint64)
        old = base.known(checksums) & ~names.new.known(checksums)
        lost = [
            int(checksums[place])
            for place in np.flatnonzero(old)
            if not any(len(names.places(field, every[place])) for field in LOOKED_UP)
        ]
        if earlier is not None:
            lost += earlier.lost[~names.new.known(earlier.lost)].tolist()
        np.save(self.new / CHANGES / LOST, np.unique(np.array(lost, dtype=np.uint64)))


def _add(ranked: SortedRuns[tuple[int, str, bytes]], entity: IndexEntry) -> None:
    content = entity.to_bytes()
    ranked.add([(*entity.order, content)], 250 + len(content))


def linked(old: Path, new: Path) -> None:
    """Give the files of a folder names in a new one, too; where the disk cannot do that, copy them. Raises OSError."""
    new.mkdir()
    for path in sorted(old.iterdir()):
        with suppress(OSError):
            os.link(path, new / path.name)
            continue
        shutil.copyfile(path, new / path.name)

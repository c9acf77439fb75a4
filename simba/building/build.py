"""Building a knowledge base folder from Wikidata's dumps or other files of triples."""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from simba.building.checkpoint import CHECKPOINT, Checkpoint
from simba.building.labels import Written, write_index
from simba.building.partitions import Partitions
from simba.building.progress import Progress
from simba.building.reading import Reader
from simba.building.records import Ranked, Record, Statements, Wanted, entities
from simba.building.redirects import Redirects, follow, followed
from simba.building.runs import SortedRuns
from simba.building.sources import Source, in_folders
from simba.building.work import claimed, new_folder
from simba.building.workers import Workers
from simba.common.processes import processors
from simba.errors import KnowledgeBaseError, SimbaError, SourceError
from simba.kb.classes import write_classes
from simba.kb.folder import CLASSES, LABELS, STORE, KnowledgeBase, Manifest
from simba.kb.indexed import IndexEntry

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

LANGUAGES = ("ru", "mul")
"""Of the names that are told, the preferred first; "mul" is Wikidata's label for all languages, Russian among them."""
FOUND_BY = ("en",)
"""Of further names that these are found by."""
MEMORY = 2 << 30
PROCESS = 200 << 20
"""Bytes that a process needs for the program and its dictionary."""
SMALL = 10 << 20
"""Bytes of a source that one process reads as fast as several, which take a second to start."""
PATIENCE = 60.0
"""Seconds that another build of the same folder is waited for."""
GATHERED, FOLLOWED, RANKED, KEYS = "gathered", "followed", "ranked", "keys"
PARTITIONS = "partitions"


def build(
    sources: Sequence[Path],
    folder: Path,
    *,
    languages: Sequence[str] = LANGUAGES,
    found_by: Sequence[str] | None = None,
    facts: bool = True,
    statements: Statements = "needed",
    replace: bool = True,
    jobs: int = 1,
    memory: int = MEMORY,
    resume: bool = False,
    progress: Progress | None = None,
    schema: dict[str, list[str]] | None = None,
    spark: SparkSession | None = None,
) -> Manifest:
    """Build a knowledge base folder from N-Triples, Turtle or Wikidata's JSON (plain, .gz, .bz2, .zst, or a pipe).

    The sources' names say what they are (`simba.building.sources`); a folder stands for the files in it, ``Path("-")``
    for standard input. Items with a label or an alias in one of the languages ("ru"; the preferred first) are linked
    to, and found by their names in the languages ``found_by`` as well, in which nothing is told (English, where
    ``languages`` are the default). Without ``facts`` the folder has no triple store, and is for use with an endpoint.
    ``statements`` says whose qualifiers and full values are kept: of none, of those that the direct claims do not tell
    in full, or of all. ``jobs`` processes share the work; more than one needs a main module that can be imported.
    ``memory`` (bytes, of all processes together) bounds what is sorted at once. ``progress`` is told how it goes.
    ``schema`` goes into the manifest: the properties and classes that questions may be asked with, where that is not
    what occurs. With ``spark`` its machines read the sources (files of lines), and the folder has to be on a disk that
    all of them see.

    The folder appears complete or not at all. One that is there is replaced, if it holds a knowledge base that SimBa
    wrote and nothing else; without ``replace``, an intact one stays as it is. With ``resume``, a build that was
    interrupted goes on from its last checkpoint. One build at a time makes a folder: without ``replace`` another one is
    waited for, else it is an error.

    Returns the manifest: how many names and triples there are, and what was kept of each source.
    Raises `SourceError` for a source that cannot be read, is of another format or has too many bad lines,
    `KnowledgeBaseError` for a folder in the way, `SimbaError` for too little memory.
    """
    share = memory_to_sort(memory, jobs)
    sources = in_folders(sources)
    opened = [Source.of(path) for path in sources]
    if found_by is None:
        found_by = FOUND_BY if tuple(languages) == LANGUAGES else ()
    wanted = Wanted(tuple(languages), facts, statements, tuple(found_by))
    progress = progress or Progress()
    # What "missing/.." and a link lead to is what is looked at, and what is written.
    folder = Path(os.path.realpath(folder))
    start = Checkpoint.start(opened, wanted)
    with claimed(folder, wait=0 if replace else PATIENCE):
        if not replace:
            with suppress(KnowledgeBaseError):
                there = KnowledgeBase(folder)
                there.check()
                return there.manifest
        with new_folder(folder, start, resume=resume) as (work, checkpoint), Workers(jobs) as workers:
            building = _Building(work, checkpoint, share, workers, progress)
            written, triples = building.make(opened, wanted, spark)
            manifest = Manifest.describe(
                work,
                sources,
                passing=(f"{GATHERED}/", f"{PARTITIONS}/", CHECKPOINT),
                labels=written.names,
                triples=triples,
                facts=facts,
                languages=list(languages),
                found_by=list(found_by),
                statements=statements if facts else "",
                reading=[summary.as_dict() for summary in checkpoint.finished],
                unindexed=written.left_out,
                schema=schema or {},
            )
            manifest.write(work)
            building.tidied()
    return manifest


@dataclass(frozen=True, slots=True)
class _Building:
    """The steps of a build, in a folder that is not yet at its place."""

    work: Path
    checkpoint: Checkpoint
    share: int
    """Bytes of memory that one sort may take."""
    workers: Workers
    progress: Progress

    def make(
        self, sources: Sequence[Source], wanted: Wanted, spark: SparkSession | None
    ) -> tuple[Written, int]:
        """Write all but the manifest; what came of the names, and how many triples there are.

        Raises `SourceError` where the sources have no names.
        """
        store = ox.Store(str(self.work / STORE)) if wanted.facts else None
        partitions = None if spark is None else Partitions(spark, self.work / PARTITIONS)
        records = self.read(sources, wanted, store, partitions)
        ranked, redirects = self.ranked(records, wanted)
        written = self.indexed(ranked)
        if not written.names:
            raise SourceError(
                f"no label or alias in {', '.join(wanted.languages)} of any item in: "
                f"{', '.join(source.name for source in sources)}"
            )
        triples = self.stored(store, redirects) if store is not None else 0
        del store  # lets go of the folder before it is renamed
        forget_log(self.work / STORE)
        return written, triples

    @property
    def gathered(self) -> Path:
        """What is sorted, or was: it stays until all is done, for a build that is resumed."""
        return self.work / GATHERED

    def read(
        self, sources: Sequence[Source], wanted: Wanted, store: ox.Store | None, partitions: Partitions | None
    ) -> SortedRuns[Record]:
        """Read the sources: what is wanted of entities is to be sorted, and the facts go into the store."""
        for unfinished in (self.work / LABELS, *(self.gathered / one for one in (FOLLOWED, RANKED, KEYS))):
            shutil.rmtree(unfinished, ignore_errors=True)
        records: SortedRuns[Record] = SortedRuns(
            self.gathered, self.share, runs=self.checkpoint.runs, keep=True
        )
        reader = Reader(self.work, records, store, self.checkpoint, self.progress, partitions)
        reader.read(sources, wanted, self.workers)
        return records

    def ranked(self, records: SortedRuns[Record], wanted: Wanted) -> tuple[SortedRuns[Ranked], Redirects]:
        """Sort what was read by entity, and these by how well known they are; their classes are written."""
        self.progress.stage("sorting")
        again: SortedRuns[Record] = SortedRuns(self.gathered / FOLLOWED, self.share)
        sorted_records, redirects = followed(records, again, len(wanted.languages))
        subclasses = array("q")
        ranked: SortedRuns[Ranked] = SortedRuns(self.gathered / RANKED, self.share)
        for entity in entities(sorted_records, subclasses):
            ranked.add([entity], 250 + len(entity[-1]))
        write_classes(self.work / CLASSES, subclasses)
        return ranked, redirects

    def indexed(self, ranked: SortedRuns[Ranked]) -> Written:
        """Write the index of labels and aliases."""
        self.progress.stage("indexing")
        found = (IndexEntry.from_bytes(content) for _, _, content in ranked)
        return write_index(self.work / LABELS, found, self.gathered / KEYS, self.workers)

    def stored(self, store: ox.Store, redirects: Redirects) -> int:
        """Give facts to what merged items are now, pack the store, and return how many triples it has."""
        if len(redirects):
            self.progress.stage("following redirects")
            follow(store, redirects)
        self.progress.stage("packing the triple store")
        triples = len(store)
        store.optimize()
        return triples

    def tidied(self) -> None:
        """Remove what only the building needed."""
        shutil.rmtree(self.gathered)
        shutil.rmtree(self.work / PARTITIONS, ignore_errors=True)
        (self.work / CHECKPOINT).unlink(missing_ok=True)


def forget_log(store: Path) -> None:
    """Remove what a triple store has told of how it was written, and its lock: nothing of its content."""
    for path in (*store.glob("LOG*"), *store.glob("LOCK")):
        path.unlink()


def memory_to_sort(memory: int, jobs: int) -> int:
    """Bytes that one sort may take, of the memory of so many processes; raises `SimbaError` where it is too little."""
    least = PROCESS * (jobs + 1)
    if memory < least:
        raise SimbaError(
            f"{jobs} jobs need {least >> 20} MB of memory at least; give them more, or take fewer"
        )
    return (memory - PROCESS * (jobs + (jobs > 1))) // 3


def suitable_jobs(sources: Sequence[Path], memory: int) -> int:
    """How many processes are quickest for sources: one where more would cost more than they bring."""
    if all(path.is_file() and path.stat().st_size < SMALL for path in sources):
        return 1
    return min(processors(), max(1, memory // PROCESS - 2))

"""Building a knowledge base folder from Wikidata's dumps or other files of triples."""

from __future__ import annotations

import os
import shutil
from array import array
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pyoxigraph as ox

from simba.building.checkpoint import CHECKPOINT, Checkpoint
from simba.building.labels import write_index
from simba.building.partitions import Partitions
from simba.building.progress import Progress
from simba.building.reading import Reader
from simba.building.records import Record, Statements, Wanted, entities
from simba.building.redirects import follow, followed
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
        with (
            new_folder(folder, start, resume=resume) as (work, checkpoint),
            Workers(jobs) as workers,
        ):
            store = ox.Store(str(work / STORE)) if facts else None
            gathered = work / GATHERED
            for unfinished in (work / LABELS, gathered / FOLLOWED, gathered / RANKED, gathered / KEYS):
                shutil.rmtree(unfinished, ignore_errors=True)
            records: SortedRuns[Record] = SortedRuns(gathered, share, runs=checkpoint.runs, keep=True)
            partitions = None if spark is None else Partitions(spark, work / PARTITIONS)
            Reader(work, records, store, checkpoint, progress, partitions).read(opened, wanted, workers)
            progress.stage("sorting")
            again: SortedRuns[Record] = SortedRuns(gathered / FOLLOWED, share)
            sorted_records, redirects = followed(records, again, len(languages))
            subclasses = array("q")
            ranked: SortedRuns[tuple[int, str, bytes]] = SortedRuns(gathered / RANKED, share)
            for entity in entities(sorted_records, subclasses):
                ranked.add([entity], 250 + len(entity[-1]))
            write_classes(work / CLASSES, subclasses)
            progress.stage("indexing")
            written = write_index(work / LABELS, _entities(ranked), gathered / KEYS, workers)
            if not written.names:
                raise SourceError(
                    f"no label or alias in {', '.join(languages)} of any item in: "
                    f"{', '.join(source.name for source in opened)}"
                )
            triples = 0
            if store is not None and len(redirects):
                progress.stage("following redirects")
                follow(store, redirects)
            if store is not None:
                progress.stage("packing the triple store")
                triples = len(store)
                store.optimize()
                del store  # lets go of the folder before it is renamed
            forget_log(work / STORE)
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
            shutil.rmtree(gathered)
            shutil.rmtree(work / PARTITIONS, ignore_errors=True)
            (work / CHECKPOINT).unlink(missing_ok=True)
    return manifest


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


def _entities(ranked: SortedRuns[tuple[int, str, bytes]]) -> Iterator[IndexEntry]:
    return (IndexEntry.from_bytes(content) for _, _, content in ranked)

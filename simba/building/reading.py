"""Reading the sources, each once, into sorted records and the triple store."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import chain, islice
from pathlib import Path

import pyoxigraph as ox

from simba.building import ntriples, turtle, wikidata_json
from simba.building.blocks import Parsed, blocks
from simba.building.checkpoint import CHECKPOINT, Checkpoint
from simba.building.partitions import Partitions, is_splittable
from simba.building.progress import Progress, Summary
from simba.building.records import Record, Wanted, size_of
from simba.building.runs import SortedRuns
from simba.building.safe_turtle import TurtleError
from simba.building.sources import Opened, Source
from simba.building.workers import Workers
from simba.errors import SourceError

CHECKPOINT_SECONDS = 60.0
"""Of reading, which at most are done again after an interruption."""
FEW_BAD, MAX_BAD = 10, 0.1
"""Bad lines (in Turtle statements, in JSON entities) that a source may have: so many, or this share of all."""
LOAD = 64 << 20
"""Bytes of N-Triples that the triple store is given at a time."""
LINES = {"N-Triples": ntriples, "Wikidata's JSON": wikidata_json}


@contextmanager
def told(source: Source) -> Iterator[None]:
    """Name the source of what makes Turtle unreadable."""
    try:
        yield
    except TurtleError as error:
        raise SourceError(f"{source.path}:{error.line}: not valid Turtle: {error.reason}") from None


class Reader:
    """Reads sources into a work folder, from a checkpoint on."""

    def __init__(
        self,
        work: Path,
        records: SortedRuns[Record],
        store: ox.Store | None,
        checkpoint: Checkpoint,
        progress: Progress,
        partitions: Partitions | None = None,
    ) -> None:
        self._work = work
        self._records = records
        self._store = store
        self._triples: list[bytes] = []
        self._checkpoint = checkpoint
        self._progress = progress
        self._partitions = partitions
        self._saved = time.monotonic()

    def read(self, sources: Sequence[Source], wanted: Wanted, workers: Workers) -> None:
        """Read what the checkpoint does not say to have been read; raises `SourceError`."""
        for source in sources[len(self._checkpoint.finished) :]:
            self._progress.reading(source)
            summary = self._read(source, wanted, workers)
            self._checkpoint.finished.append(summary)
            self._checkpoint.current, self._checkpoint.position, self._checkpoint.line = None, 0, 1
            self._progress.read(summary)
        self._load()
        if (self._work / CHECKPOINT).is_file():
            self._save()

    def _read(self, source: Source, wanted: Wanted, workers: Workers) -> Summary:
        checkpoint = self._checkpoint
        summary = checkpoint.current = checkpoint.current or Summary(source.name)
        with source.open() as opened, told(source):
            for parsed in self._pieces(source, opened, wanted, workers):
                summary.add(parsed)
                self._records.add(parsed.records, size_of(parsed.records))
                self._triples.append(parsed.triples)
                if sum(map(len, self._triples)) > LOAD:
                    self._load()
                checkpoint.position, checkpoint.line = parsed.position, parsed.line
                self._progress.at(opened.bytes_read, summary)
                if time.monotonic() - self._saved > CHECKPOINT_SECONDS:
                    self._save()
        try:
            refuse_bad(source, opened, summary)
        except TooManyBadError:
            (self._work / CHECKPOINT).unlink(missing_ok=True)  # going on would come to the same
            raise
        return summary

    def _pieces(self, source: Source, opened: Opened, wanted: Wanted, workers: Workers) -> Iterator[Parsed]:
        position, line = self._checkpoint.position, self._checkpoint.line
        if self._partitions is None:
            return pieces(source, opened, wanted, workers, position, line)
        if not is_splittable(source, opened.format):
            raise SourceError(
                f"{source.path}: a cluster reads files of lines: N-Triples or Wikidata's JSON, plain or .bz2 or .gz"
            )
        lines = LINES[opened.format]
        first = next(blocks(opened.stream), None)
        if first is None:
            return iter(())
        if not position and not lines.looks_right(first):
            raise _not_what_it_says(source, opened)
        self._save()  # what a cluster reads of a source stays, whatever happens
        read = self._partitions.read(source, len(self._checkpoint.finished), lines.parse_block, wanted)
        return islice(read, position, None)  # of these, a position is their number

    def _load(self) -> None:
        if self._store is not None and (triples := b"".join(self._triples)):
            self._store.bulk_load(triples, format=ox.RdfFormat.N_TRIPLES)
        self._triples = []

    def _save(self) -> None:
        self._load()
        if self._store is not None:
            self._store.flush()
        self._records.flush()
        self._checkpoint.runs = self._records.runs
        self._checkpoint.write(self._work)
        self._saved = time.monotonic()


class TooManyBadError(SourceError):
    """Too large a share of a source is bad."""


def pieces(
    source: Source, opened: Opened, wanted: Wanted, workers: Workers, position: int = 0, line: int = 1
) -> Iterator[Parsed]:
    """What is in a source, from a position on that an earlier piece has told; raises `SourceError`."""
    if opened.format == "Turtle":
        return turtle.parse_stream(opened.stream, wanted, position)
    lines = LINES[opened.format]
    found = blocks(opened.stream, position, line)
    first = next(found, None)
    if first is None:
        return iter(())
    if not position and not lines.looks_right(first):
        raise _not_what_it_says(source, opened)
    return workers.map(lines.parse_block, ((block, wanted) for block in chain([first], found)))


def refuse_bad(source: Source, opened: Opened, summary: Summary) -> None:
    """Raise `SourceError` where too much of what was read was bad."""
    lost = opened.format == "Turtle" and summary.bad > turtle.MAX_BAD
    line, reason = summary.examples[0] if summary.examples else (1, "")
    if summary.bad and (lost or not summary.kept):
        raise SourceError(f"{source.path}:{line}: not valid {opened.format}: {reason}")
    if summary.bad > max(FEW_BAD, MAX_BAD * summary.read):
        raise TooManyBadError(
            f"{source.path}: {summary.bad:,} of {summary.read:,} are bad, more than {MAX_BAD:.0%};"
            f" the first in line {line}: {reason}"
        )


def _not_what_it_says(source: Source, opened: Opened) -> SourceError:
    return SourceError(f"{source.path}: not {opened.format}; a file is read as what its name says")

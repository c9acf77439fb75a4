"""Reading a source by partitions on a Spark cluster: the same pieces that `workers` make of it, put on a shared disk.

Spark splits the source (.bz2 too, at its blocks; a .gz is one partition), and where a partition is read the pieces go
into a file of their own, written beside and renamed. A build takes them in order; one that is interrupted leaves the
files, and its successor has only the missing partitions read.
"""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast
from uuid import uuid4

from backports import zstd

from simba.building.blocks import BLOCK, MAX_LINE, Block, Parsed
from simba.building.records import Record, Wanted
from simba.building.sources import Format, Source
from simba.common import plainpickle
from simba.errors import SimbaError

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

PARTITION = 32 << 20
"""Bytes of a source, as it lies on disk, that a partition has about; what a resumed build has to find again."""
Piece = tuple[int, int, int, int, int, list[tuple[int, str]], list[Record], bytes]
"""What `Parsed` holds, as plain data: the next line, counts, examples, records, and the triples packed."""
Parse = Callable[[tuple[Block, Wanted]], Parsed]


def is_splittable(source: Source, format: Format) -> bool:
    """Whether a cluster can read it: a file of lines, not packed or so that Hadoop can unpack it everywhere."""
    return source.size is not None and format != "Turtle" and source.path.suffix != ".zst"


@dataclass(frozen=True, slots=True)
class Partitions:
    """The partitions of sources, read on a cluster into a folder that all its machines see."""

    spark: SparkSession
    folder: Path

    def read(self, source: Source, number: int, parse: Parse, wanted: Wanted) -> Iterator[Parsed]:
        """All pieces of a source (`is_splittable`), the number of which is given, in order."""
        assert source.size is not None
        folder = self.folder / f"{number:04}"
        folder.mkdir(parents=True, exist_ok=True)
        least = -(-source.size // PARTITION) or 1
        lines = self.spark.sparkContext.textFile(source.path.resolve().as_uri(), least, use_unicode=False)
        # With that option lines are bytes, which PySpark's types do not tell.
        staged = cast(Any, lines).mapPartitionsWithIndex(_Staging(str(folder), parse, wanted)).collect()
        return _in_order([folder / name for name in staged])


@dataclass(frozen=True, slots=True)
class _Staging:
    """What is done with a partition on its machine."""

    folder: str
    parse: Parse
    wanted: Wanted

    def __call__(self, number: int, lines: Iterable[bytes]) -> Iterator[str]:
        path = Path(self.folder, f"{number:06}.part")
        if not path.is_file():
            new = path.with_name(f".{path.name}.{uuid4().hex}")
            try:
                with new.open("wb") as file:
                    for block in _blocks(lines):
                        pickle.dump(_plain(self.parse((block, self.wanted))), file, pickle.HIGHEST_PROTOCOL)
                os.replace(new, path)
            finally:
                with suppress(OSError):
                    new.unlink()
        yield path.name


def _blocks(lines: Iterable[bytes]) -> Iterator[Block]:
    """Pieces of a partition, whose lines are counted from 1."""
    kept: list[bytes] = []
    bad: list[tuple[int, str]] = []
    size, first = 0, 1
    for line in lines:
        if len(line) > MAX_LINE:
            bad.append((first + len(kept), f"longer than {MAX_LINE >> 20} MB"))
            line = b""
        kept.append(line)
        size += len(line)
        if size > BLOCK:
            yield Block(b"\n".join([*kept, b""]), first, 0, tuple(bad))
            first += len(kept)
            kept, bad, size = [], [], 0
    if kept:
        yield Block(b"\n".join([*kept, b""]), first, 0, tuple(bad))


def _plain(parsed: Parsed) -> Piece:
    counts = (parsed.line, parsed.read, parsed.kept, parsed.dropped, parsed.bad)
    return (*counts, parsed.examples, parsed.records, zstd.compress(parsed.triples, 1))


def _in_order(paths: list[Path]) -> Iterator[Parsed]:
    """The pieces, counted; lines are counted on from partition to partition."""
    position, before = 0, 0
    for path in paths:
        line = 1
        for line, read, kept, dropped, bad, examples, records, triples in _pieces(path):
            position += 1
            told = [(number + before, reason) for number, reason in examples]
            unpacked = zstd.decompress(triples)
            yield Parsed(position, line + before, records, unpacked, read, kept, dropped, bad, told)
        before += line - 1


def _pieces(path: Path) -> Iterator[Piece]:
    with path.open("rb") as file:
        while True:
            try:
                yield plainpickle.load(file)
            except EOFError:
                return
            except Exception as error:
                raise SimbaError(f"{path}: damaged ({error}); build without --resume") from None

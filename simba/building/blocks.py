"""Pieces of a source: whole lines of it, as many as make a few megabytes."""

from __future__ import annotations

from codecs import BOM_UTF8
from collections.abc import Iterator
from dataclasses import dataclass, field
from io import BufferedReader

from simba.building.records import Record

BLOCK = 4 << 20
"""Bytes that are read at a time."""
MAX_LINE = 32 << 20
"""Longest line in bytes; the largest of Wikidata's entities take a few megabytes of JSON."""
EXAMPLES = 3
"""Bad lines that are shown."""


@dataclass(frozen=True, slots=True)
class Block:
    """Whole lines of a source."""

    data: bytes
    line: int
    """The number of the first line."""
    end: int
    """Where the next block begins, in bytes of the text."""
    bad: tuple[tuple[int, str], ...] = ()

    def lines(self) -> list[bytes]:
        """Its lines, without their ends."""
        lines = self.data.split(b"\n")
        return lines if lines[-1] else lines[:-1]


@dataclass(slots=True)
class Parsed:
    """What was found in a piece of a source."""

    position: int = 0
    """Where the next piece begins, as the source's reader counts."""
    line: int = 1
    """The number of the next piece's first line."""
    records: list[Record] = field(default_factory=list)
    triples: bytes = b""
    """N-Triples for the triple store."""
    read: int = 0
    kept: int = 0
    """Triples."""
    dropped: int = 0
    """Lines, or in Turtle triples, that are not wanted."""
    bad: int = 0
    examples: list[tuple[int, str]] = field(default_factory=list)
    """Numbers of the first bad lines, and what is wrong with them."""

    def reject(self, line: int, reason: str) -> None:
        """Count a bad line."""
        self.bad += 1
        if len(self.examples) < EXAMPLES:
            self.examples.append((line, " ".join(reason.split())[:200]))


def blocks(stream: BufferedReader, position: int = 0, line: int = 1) -> Iterator[Block]:
    """The lines of a stream from a position on, which is the begin of this line.

    A line of over `MAX_LINE` bytes is left out, and is told as bad; a byte order mark is left out without a word.
    """
    _skip(stream, position)
    if not position and stream.peek(len(BOM_UTF8)).startswith(BOM_UTF8):
        position = len(stream.read(len(BOM_UTF8)))
    rest = b""
    bad: list[tuple[int, str]] = []
    too_long = False
    while chunk := stream.read(BLOCK):
        if too_long:
            end = chunk.find(b"\n") + 1
            position += end or len(chunk)
            if not end:
                continue
            chunk, too_long, line = chunk[end:], False, line + 1
        data = rest + chunk if rest else chunk
        end = data.rfind(b"\n") + 1
        if not end:
            rest = data
            if len(rest) > MAX_LINE:
                bad.append((line, f"longer than {MAX_LINE >> 20} MB"))
                position, rest, too_long = position + len(rest), b"", True
            continue
        rest = data[end:]
        position += end
        yield Block(data[:end] if rest else data, line, position, tuple(bad))
        line += data.count(b"\n", 0, end)
        bad = []
    if rest or bad:
        yield Block(rest, line, position + len(rest), tuple(bad))


def _skip(stream: BufferedReader, count: int) -> None:
    if stream.seekable():
        stream.seek(count)  # of a packed file, this unpacks what is skipped
        return
    while count and (chunk := stream.read(min(count, BLOCK))):
        count -= len(chunk)

"""Turtle: the files of RuWikidata8M, and what people write by hand."""

from __future__ import annotations

import io
from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

import pyoxigraph as ox

from simba.building.blocks import Parsed
from simba.building.records import Wanted, claims_of, records_of
from simba.building.safe_turtle import SPOILT, SafeTurtle, TurtleError

BATCH, BATCH_SIZE = 50_000, 16 << 20
"""Triples that are looked at at a time, and characters of theirs: a name written once may stand in thousands."""
MAX_BAD = 1_000
"""Statements that may be bad: where more are, the parser has lost its way."""
MAX_LOST = 100
"""Lines at the end of a file that may be lost to a text or a bracket without an end."""


def parse_stream(stream: BinaryIO, wanted: Wanted, position: int = 0) -> Iterator[Parsed]:
    """What is in the stream, after the first so many triples.

    A bad statement is left out, and the next ones are read. Raises `TurtleError` where no more can be.
    """
    source = _Triples(stream)
    for _ in islice(source, position):
        pass
    while True:
        parsed = Parsed(position)
        source.parsed = parsed
        triples = list(_batch(source))
        kept = [triple for triple in triples if wanted.keeps(triple)]
        position += len(triples)
        parsed.position, parsed.kept = position, len(kept)
        parsed.dropped += len(triples) - len(kept)
        parsed.read = parsed.kept + parsed.dropped + parsed.bad
        parsed.records = records_of(kept, wanted)
        if wanted.facts:
            parsed.records += claims_of(kept)
            parsed.triples = ox.serialize(kept, format=ox.RdfFormat.N_TRIPLES) or b""
        yield parsed
        if source.ended:
            return


def _batch(source: Iterator[ox.Quad]) -> Iterator[ox.Quad]:
    size = 0
    for triple in islice(source, BATCH):
        yield triple
        size += len(getattr(triple.subject, "value", "")) + len(getattr(triple.object, "value", ""))
        if size > BATCH_SIZE:
            return


class _Triples:
    """Oxigraph's parser, which goes on after a bad statement when it is asked to."""

    def __init__(self, stream: BinaryIO) -> None:
        self._triples = ox.parse(io.BufferedReader(SafeTurtle(stream)), ox.RdfFormat.TURTLE)
        self._bad = 0
        self.parsed = Parsed()
        self.ended = False

    def __iter__(self) -> _Triples:
        return self

    def __next__(self) -> ox.Quad:
        while True:
            try:
                triple: ox.Quad = next(self._triples)
            except StopIteration:
                self.ended = True
                raise
            except SyntaxError as error:
                self._reject(error)
                if self._bad > MAX_BAD:
                    self.ended = True
                    raise StopIteration from None
            else:
                if not isinstance(triple.object, ox.Triple):
                    return triple
                self.parsed.dropped += 1  # a triple about a triple, which may be as large as the file

    def _reject(self, error: SyntaxError) -> None:
        line = error.lineno or 0
        if "Unexpected end" in error.msg and (error.end_lineno or 0) - line > MAX_LOST:
            raise TurtleError(line, "a text or a bracket begins here that does not end")
        self._bad += 1
        self.parsed.reject(line, "not UTF-8" if SPOILT in error.msg else error.msg)

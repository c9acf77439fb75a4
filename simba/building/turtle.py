"""Turtle: the files of RuWikidata8M, and what people write by hand."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import BinaryIO

import pyoxigraph as ox

from simba.building.blocks import Parsed
from simba.building.records import Wanted, records_of

BATCH = 50_000
"""Triples that are looked at at a time."""
MAX_BAD = 1_000
"""Statements that may be bad: where more are, the parser has lost its way."""


def parse_stream(stream: BinaryIO, wanted: Wanted, position: int = 0) -> Iterator[Parsed]:
    """What is in the stream, after the first so many triples.

    A bad statement is left out, and the next ones are read.
    """
    source = _Triples(stream)
    for _ in islice(source, position):
        pass
    while True:
        parsed = Parsed(position)
        source.parsed = parsed
        triples = list(islice(source, BATCH))
        kept = [triple for triple in triples if wanted.keeps(triple)]
        position += len(triples)
        parsed.position, parsed.read, parsed.kept = position, len(triples) + parsed.bad, len(kept)
        parsed.dropped = len(triples) - len(kept)
        parsed.records = records_of(kept, wanted)
        if wanted.facts:
            parsed.triples = ox.serialize(kept, format=ox.RdfFormat.N_TRIPLES) or b""
        yield parsed
        if len(triples) < BATCH:
            return


class _Triples:
    """Oxigraph's parser, which goes on after a bad statement when it is asked to."""

    def __init__(self, stream: BinaryIO) -> None:
        self._triples = ox.parse(stream, ox.RdfFormat.TURTLE)
        self._bad = 0
        self.parsed = Parsed()

    def __iter__(self) -> _Triples:
        return self

    def __next__(self) -> ox.Quad:
        while True:
            try:
                triple: ox.Quad = next(self._triples)
            except SyntaxError as error:
                self._bad += 1
                self.parsed.reject(error.lineno or 0, error.msg)
                if self._bad > MAX_BAD:
                    raise StopIteration from None
            else:
                return triple

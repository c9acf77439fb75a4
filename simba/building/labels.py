"""Writing the label index: the keys of every name, sorted on disk, into Whoosh's files.

Whoosh's own writer takes half a millisecond and more memory for each name; here workers make the keys, and what they
made is merged into the term file in one pass.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from typing import Any

import numpy as np

from simba.building.runs import SortedRuns, write_run
from simba.building.workers import Workers
from simba.kb.indexed import IndexEntry, NameKind
from simba.kb.mapped import write_block_sums
from simba.kb.postings import FIELDS, PLACE, SCHEMA, MappedStorage, new_segment, place
from simba.kb.segment import CHECKSUMS, ENDS, ENTRIES, FILES
from simba.russian.morphology import lemma_keys, lemmas
from simba.russian.names import MAX_WORDS, bag_keys, checksum, exact_key, words_of

MAX_NAMES = 1 << 16
"""Names of an entity that are indexed."""
CHUNK = 20_000
"""Entities that a worker is given at a time."""
FREE_FORM = FIELDS.index("words")
_PLACE_START = -PLACE.size
_TERM_END = _PLACE_START - 1


@dataclass(frozen=True, slots=True)
class Written:
    """What came of the names."""

    names: int
    """Names in the index."""
    left_out: int
    """Names that are beyond the first `MAX_NAMES` of their entity."""


def write_index(folder: Path, entities: Iterator[IndexEntry], work: Path, workers: Workers) -> Written:
    """Index the names of entities, which come best known first; ``work`` is a folder for temporary files."""
    folder.mkdir(parents=True)
    work.mkdir(parents=True, exist_ok=True)
    ends = array("Q", [0])
    with (folder / ENTRIES).open("wb") as entries:

        def chunks() -> Iterator[tuple[str, int, list[IndexEntry]]]:
            for number in count(0, CHUNK):
                chunk = list(islice(entities, CHUNK))
                if not chunk:
                    return
                for entity in chunk:
                    ends.append(ends[-1] + entries.write(entity.to_bytes()))
                yield str(work / f"{number:012}.run"), number, chunk

        written = list(workers.map(_write_keys, chunks()))
    np.save(folder / ENDS, np.array(ends, dtype=np.uint64))
    segment = new_segment()
    writer = segment.codec().field_writer(MappedStorage(folder), segment)
    keys = SortedRuns[bytes](work, 0, runs=[name for name, _ in written])
    np.save(folder / CHECKSUMS, _write_terms(writer, keys))
    write_block_sums(folder, FILES)
    return Written(sum(made.names for _, made in written), sum(made.left_out for _, made in written))


def _write_terms(writer: Any, keys: Iterable[bytes]) -> Any:
    """Write the sorted keys and their places; returns the sorted checksums of what is looked up."""
    checksums = array("Q")
    field = None

    def write(term: bytes, places: list[bytes]) -> None:
        nonlocal field
        if field != term[0]:
            if field is not None:
                writer.finish_field()
            field = term[0]
            writer.start_field(FIELDS[field], SCHEMA[FIELDS[field]])
        writer.add_term(term[1:], places)
        if field != FREE_FORM:
            checksums.append(checksum(term[1:]))

    current, places = b"", []
    for key in keys:
        term = key[:_TERM_END]
        if term == current:
            places.append(key[_PLACE_START:])
        else:
            if current:
                write(current, places)
            current, places = term, [key[_PLACE_START:]]
    if current:
        write(current, places)
        writer.finish_field()
    writer.close()
    return np.unique(np.array(checksums, dtype=np.uint64))


def _write_keys(task: tuple[str, int, list[IndexEntry]]) -> tuple[str, Written]:
    """Write the sorted keys of some entities to a run; returns it and what came of their names.

    A key is its field's number, the term, a zero and the place: so bytes in order are terms in order.
    """
    path, first, entities = task
    keys: list[bytes] = []
    names = left_out = 0
    for number, entity in enumerate(entities, first):
        every = entity.names()
        left_out += max(0, len(every) - MAX_NAMES)
        for name_number, terms in _terms_of(every):
            names += 1
            tail = b"\0" + PLACE.pack(place(number, name_number))
            keys.extend(term + tail for term in terms)
    write_run(Path(path), keys)
    return Path(path).name, Written(names, left_out)


def indexed(entity: IndexEntry | None) -> tuple[dict[str, NameKind], int]:
    """Those names of an entity that are indexed, and how many are left out; of none, none."""
    every = entity.names() if entity is not None else []
    return {name: kind for name, kind in every[:MAX_NAMES] if words_of(name)}, max(0, len(every) - MAX_NAMES)


def keys_of(names: Iterable[str]) -> set[str]:
    """What names are looked up by, in any field but "words"."""
    every = (term for _, terms in _terms_of([(name, "short") for name in names]) for term in terms)
    return {term[1:].decode() for term in every}


def _terms_of(names: list[tuple[str, NameKind]]) -> Iterator[tuple[int, list[bytes]]]:
    """The numbers of the names that are indexed, and of each the terms, which begin with their fields' numbers."""
    for number, (name, kind) in enumerate(names[:MAX_NAMES]):
        words = words_of(name)
        if not words:
            continue
        if len(words) > MAX_WORDS:
            terms = [b"\0" + exact_key(words).encode()]
        else:
            in_order = lemma_keys(words)
            terms = [b"\1" + key.encode() for key in in_order]
            terms += [b"\2" + key.encode() for key in bag_keys(in_order) if key not in in_order]
        if kind != "short" and len(words) > 1:
            terms += [b"\3" + lemma.encode() for lemma in {lemma for word in words for lemma in lemmas(word)}]
        yield number, terms

"""How the label index keeps its terms in Whoosh: a codec whose postings are arrays of places, read where they lie.

A place is an entity and one of its names in one number. Whoosh's own postings are compressed blocks of pickles, which
suit long texts: here most terms have one or two postings, and a common one is read only in part. The files are mapped
into memory, so that opening costs nothing, processes share them, and threads may read them at once.

A folder may come from somebody else, and unpickling runs what a pickle says. So nothing of Whoosh's that would be
unpickled is read: its table of contents is not written, because which fields and files there are is known here; a
term's postings are no pickle; and of the one that is left, the end of the term file, only plain data are taken.
"""

from __future__ import annotations

import struct
import warnings
from array import array
from binascii import crc32
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from simba.common import plainpickle
from simba.kb.mapped import MappedBytes, Sums

with warnings.catch_warnings():
    warnings.simplefilter("ignore")  # SyntaxWarning, where Whoosh was installed without being compiled
    from whoosh.codec.whoosh3 import W3Codec, W3FieldWriter, W3Segment, W3TermsReader
    from whoosh.fields import ID, Schema
    from whoosh.filedb.filestore import FileStorage
    from whoosh.filedb.filetables import HashWriter, OrderedHashWriter
    from whoosh.filedb.structfile import StructFile

FIELDS = ("exact", "lemma", "bag", "words")
"""The index's fields; see `simba.kb.index.Field`."""
SCHEMA = Schema(**{name: ID() for name in FIELDS})
INDEX, SEGMENT = "MAIN", "names"
"""What Whoosh calls an index by default, and what its only segment is called: the files begin with both."""
TERM_FILE, PLACE_FILE = f"{INDEX}_{SEGMENT}.trm", f"{INDEX}_{SEGMENT}.pst"
MAX_PICKLE = 4096
"""Bytes that the plain data at the end of the term file take, at most."""
Places = npt.NDArray[np.uint64]
NOWHERE: Places = np.empty(0, dtype=np.uint64)
NAME_BITS = 16
"""Low bits of a place: which of the entity's names. The others are the entity's number, that of the best known is 0."""
PLACE = struct.Struct(">Q")
"""A place in bytes that sort as the number does; in the index it is the other way around, as processors have it."""
_CRC32 = 1
"""Whoosh's number of that hash function."""
_LENGTHS = struct.Struct("!ii")
_TERM = struct.Struct("!BfIBBfIIqi")
"""What Whoosh's `W3TermInfo` reads: flags, weight, frequency, lengths, entities, and where the places are."""
_SLOT = np.dtype([("hash", ">u4"), ("position", ">i8")])


def place(entity: int, name: int) -> int:
    """The number of an entity's name."""
    return entity << NAME_BITS | name


class PlacesCodec(W3Codec):  # type: ignore[misc]
    """Whoosh's codec with other postings."""

    def field_writer(self, storage: Any, segment: Any) -> PlacesFieldWriter:
        """What writes the terms of a new segment."""
        return PlacesFieldWriter(self, storage, segment)

    def terms_reader(self, storage: Any, segment: Any) -> Terms:
        """What reads a segment's terms."""
        name = segment.make_filename(self.TERMS_EXT)
        postings = segment.open_file(storage, self.POSTS_EXT)
        return Terms(self, storage.open_file(name), storage.file_length(name), postings)


class Terms(W3TermsReader):  # type: ignore[misc]
    """The terms of an index, each with its places; Whoosh's matchers of them would take ten times as long."""

    def places(self, fieldname: str, term: str) -> Places:
        """The places of a term, ascending; none of what is no term."""
        found: bytes | None = self._tindex.get(self._keycoder(fieldname, term.encode()))
        if found is None:
            return NOWHERE
        flags, _, count, *_, offset, _ = _TERM.unpack(found)
        if flags:
            raise ValueError("postings of a kind that the builder does not write")
        size = count * PLACE.size
        return np.frombuffer(self._postfile.mapped.get(offset, size), dtype="<u8", count=count)


class PlacesFieldWriter(W3FieldWriter):  # type: ignore[misc]
    """Writes terms in their order, each with all its places at once."""

    def __init__(self, codec: PlacesCodec, storage: Any, segment: Any) -> None:
        super().__init__(codec, storage, segment)
        self._tindex.dbfile.close()
        self._tindex: Any = _TermsWriter(self._create_file(codec.TERMS_EXT))
        self._fieldmap: dict[str, int] = {}
        self._tindex.extras["fieldmap"] = self._fieldmap
        self._write = self._postfile.raw_file().write
        self._written = 0

    def start_field(self, fieldname: str, fieldobj: Any) -> None:
        """Begin a field."""
        super().start_field(fieldname, fieldobj)
        self._prefix = self._fieldid.to_bytes(2, "big")

    def add_term(self, term: bytes, places: Sequence[bytes]) -> None:
        """Write a term, greater than the one before, and its ascending places, packed as `PLACE` does."""
        count = len(places)
        first, last = int.from_bytes(places[0][:-2], "big"), int.from_bytes(places[-1][:-2], "big")
        info = _TERM.pack(0, count, count, 0, 0, 1.0, first, last, self._written, count * PLACE.size)
        self._tindex.add(self._prefix + term, info)
        if count == 1:  # as most have
            self._write(places[0][::-1])
        else:
            self._write(np.frombuffer(b"".join(places), dtype=">u8").astype("<u8").tobytes())
        self._written += count * PLACE.size


class _TermsWriter(OrderedHashWriter):  # type: ignore[misc]
    """Whoosh's file of sorted terms and their hash table, of which it keeps 12 bytes a term in memory, not 150."""

    def __init__(self, dbfile: Any) -> None:
        HashWriter.__init__(self, dbfile, hashtype=_CRC32)
        self._write = dbfile.raw_file().write
        self._position = dbfile.tell()
        self._positions = array("q")
        self._hashes = array("I")

    def add(self, key: bytes, value: bytes) -> None:
        entry = _LENGTHS.pack(len(key), len(value)) + key + value
        self._write(entry)
        self._positions.append(self._position)
        self._hashes.append(crc32(key))
        self._position += len(entry)

    def _write_hashes(self) -> None:
        hashes = np.frombuffer(self._hashes, dtype=np.uint32)
        positions = np.frombuffer(self._positions, dtype=np.int64)
        # By the 256 tables, which the low byte chooses.
        order = np.argsort(hashes.astype(np.uint8), kind="stable")
        ends = np.cumsum(np.bincount(hashes & 255, minlength=256))
        for first, last in zip([0, *ends[:-1]], ends, strict=True):
            members = order[first:last]
            table = _hash_table(hashes[members], positions[members])
            self.directory.append((self._position, len(table)))
            self.dbfile.write(table.tobytes())
            self._position += table.nbytes

    def _write_extras(self) -> None:
        self.extras["indextype"], self.extras["indexlen"] = "q", len(self._positions)
        HashWriter._write_extras(self)
        self.dbfile.write_array(self._positions)


def _hash_table(hashes: npt.NDArray[np.uint32], positions: npt.NDArray[np.int64]) -> npt.NDArray[np.void]:
    """A table of twice as many slots as there are terms; each term is in the first free one from its own on."""
    table = np.zeros(2 * len(hashes), dtype=_SLOT)
    if not len(hashes):
        return table
    wanted = (hashes >> 8).astype(np.int64) % len(table)
    order = np.argsort(wanted, kind="stable")
    ranks = np.arange(len(hashes))
    slots = ranks + np.maximum.accumulate(wanted[order] - ranks)
    table["position"][slots[slots < len(table)]] = (
        1  # taken: the others go around to what is free at the start
    )
    around = slots >= len(table)
    slots[around] = np.flatnonzero(table["position"] == 0)[: around.sum()]
    table["hash"][slots], table["position"][slots] = hashes[order], positions[order]
    return table


class MappedStorage(FileStorage):  # type: ignore[misc]
    """A folder whose files are mapped into memory, those with checksums to be compared with them."""

    def __init__(self, folder: Path, sums: Mapping[str, Sums] | None = None) -> None:
        super().__init__(str(folder))
        self._sums = sums or {}

    def open_file(self, name: str, **options: Any) -> StructFile:
        """Open a file for reading."""
        return _MappedFile(MappedBytes(Path(self._fpath(name)), self._sums.get(name)))


def new_segment() -> W3Segment:
    """The index's only segment."""
    return W3Segment(PlacesCodec(), INDEX, segid=SEGMENT)


def open_terms(folder: Path, sums: Mapping[str, Sums] | None = None) -> Terms:
    """The terms in a folder that the builder made; safe for a folder of unknown origin.

    Raises OSError, ValueError, KeyError or others for what is missing or damaged.
    """
    (terms,) = folder.glob(f"{INDEX}_*{PlacesCodec.TERMS_EXT}")
    segment = new_segment()
    segment.segid = terms.stem.removeprefix(f"{INDEX}_")  # in folders of format 7 a random one
    return PlacesCodec().terms_reader(MappedStorage(folder, sums), segment)


class _MappedFile(StructFile):  # type: ignore[misc]
    """What Whoosh reads of a mapped file."""

    def __init__(self, mapped: MappedBytes) -> None:
        super().__init__(mapped.file, name=mapped.name)
        self.mapped = mapped

    def get(self, position: int, length: int) -> bytes:
        """Some of its bytes, without a place in the file that threads would share."""
        return bytes(self.mapped.get(position, length))

    def read(self, length: int) -> bytes:
        """The next bytes."""
        position = self.tell()
        self.mapped.ensure(position, position + length)
        return super().read(length)  # type: ignore[no-any-return]

    def read_pickle(self) -> Any:
        """Plain data (numbers, texts, lists, dictionaries) from here on; raises UnpicklingError for anything else."""
        position = self.tell()
        self.mapped.ensure(position, min(position + MAX_PICKLE, len(self.mapped)))
        return plainpickle.load(self.file)

"""Files mapped into memory, whose blocks are compared with their checksums before they are first read.

A file of millions of names is never read as a whole: a flipped bit in it would be met by one question in a million, and
be told as "no such name". So the builder writes a checksum of each block, and whatever reads one looks at it once.
"""

from __future__ import annotations

import mmap
from collections.abc import Iterable, Sequence
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import xxhash

BLOCK_SUMS = "blocks.npy"
"""The checksums of the blocks of a folder's files, one file after another."""
_SHIFT = 14
BLOCK = 1 << _SHIFT
"""Bytes of a block: a checksum takes two microseconds, and all of them a two-thousandth of the files."""
Sums = npt.NDArray[np.uint64]


class MappedBytes:
    """A file's bytes; many threads may read them."""

    def __init__(self, path: Path, sums: Sums | None = None) -> None:
        """Map a file; without checksums it is taken as it is. Raises OSError, or ValueError for another length."""
        self.name = path.name
        with path.open("rb") as file:
            size = file.seek(0, 2)
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) if size else None
        self.file: Any = mapped or BytesIO()
        self._bytes = memoryview(mapped or b"")
        if sums is not None and len(sums) != blocks_in(size):
            raise ValueError(f"{self.name} is not as it was built")
        self._sums = sums
        self._unseen = bytearray(b"" if sums is None else b"\1" * len(sums))
        self._pending = np.frombuffer(self._unseen, dtype=np.uint8)

    def __len__(self) -> int:
        return len(self._bytes)

    def get(self, start: int, length: int) -> memoryview:
        """Some of the bytes; raises ValueError where they are not as they were written."""
        self.ensure(start, start + length)
        return self._bytes[start : start + length]

    @property
    def is_sound(self) -> bool:
        """Whether all of it has been compared already, as soon happens to a small file."""
        return self._unseen.find(1) < 0

    def ensure(self, start: int, end: int) -> None:
        """Raise ValueError where the bytes are not as they were written."""
        first, last = start >> _SHIFT, (end + BLOCK - 1) >> _SHIFT
        if self._unseen.find(1, first, last) >= 0:
            self._verify(number for number in range(first, min(last, len(self._unseen))))

    def ensure_blocks_of(self, positions: npt.NDArray[np.int64]) -> None:
        """The same of the blocks that hold these positions, which are none beyond the end."""
        blocks = positions >> _SHIFT
        if (pending := blocks[self._pending[blocks] != 0]).size:
            self._verify(np.unique(pending).tolist())

    def _verify(self, blocks: Iterable[int]) -> None:
        assert self._sums is not None
        for number in blocks:
            if self._unseen[number]:
                piece = self._bytes[number << _SHIFT : (number + 1) << _SHIFT]
                if xxhash.xxh3_64_intdigest(piece) != int(self._sums[number]):
                    raise ValueError(f"{self.name} is not as it was built")
                self._unseen[number] = 0


class MappedNumbers:
    """A file of NumPy's with one row of whole numbers."""

    def __init__(self, path: Path, sums: Sums | None = None) -> None:
        """Map it; nothing of it is unpickled. Raises OSError or ValueError."""
        self._mapped = MappedBytes(path, sums)
        mapped = np.load(path, mmap_mode="r")
        if mapped.dtype != np.uint64 or mapped.ndim != 1:
            raise ValueError(f"{path.name} is no list of numbers")
        self._start = len(self._mapped) - mapped.nbytes
        self._mapped.ensure(0, self._start)
        self.all: npt.NDArray[np.uint64] = mapped.view(np.ndarray)  # as quick as any array
        """All of them, whether or not they are as they were written."""

    def __len__(self) -> int:
        return len(self.all)

    def pair(self, place: int) -> tuple[int, int]:
        """Two neighbours; raises ValueError where they are not as they were written."""
        start = self._start + 8 * place
        self._mapped.ensure(start, start + 16)
        return int(self.all[place]), int(self.all[place + 1])

    def hold(self, wanted: npt.NDArray[np.uint64]) -> npt.NDArray[np.bool_]:
        """Which of these are among the numbers, which ascend; raises ValueError where that cannot be told.

        A search that a damaged number leads astray ends beside it, as nothing further on leads back: so what lies
        around the place that it found is looked at.
        """
        count = len(self.all)
        if not count:
            return np.zeros(len(wanted), dtype=bool)
        after = self.all.searchsorted(wanted)
        at = np.minimum(after, count - 1)
        if not self._mapped.is_sound:
            around = np.concatenate((at, np.maximum(after - 1, 0)))
            self._mapped.ensure_blocks_of(self._start + 8 * around)
        found: npt.NDArray[np.bool_] = self.all[at] == wanted
        return found


def blocks_in(size: int) -> int:
    """How many blocks so many bytes make up."""
    return (size + BLOCK - 1) >> _SHIFT


def write_block_sums(folder: Path, names: Sequence[str]) -> None:
    """Write the checksums of the blocks of a folder's files of these names."""
    sums = []
    for name in names:
        with (folder / name).open("rb") as file:
            while piece := file.read(BLOCK):
                sums.append(xxhash.xxh3_64_intdigest(piece))
    np.save(folder / BLOCK_SUMS, np.array(sums, dtype=np.uint64))


def block_sums(folder: Path, names: Sequence[str]) -> dict[str, Sums]:
    """Those of each of the files of these names; none in folders that an earlier SimBa built.

    Raises OSError or ValueError.
    """
    if not (folder / BLOCK_SUMS).exists():
        return {}
    every = MappedNumbers(folder / BLOCK_SUMS).all
    counts = [blocks_in((folder / name).stat().st_size) for name in names]
    if sum(counts) != len(every):
        raise ValueError(f"{BLOCK_SUMS} does not fit the files")
    ends = np.cumsum(counts)
    return {name: every[end - count : end] for name, count, end in zip(names, counts, ends, strict=True)}

"""The files and pipes that a knowledge base is built from."""

from __future__ import annotations

import bz2
import gzip
import io
import sys
import zlib
from codecs import BOM_UTF8
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO, Literal, cast

from backports import zstd

from simba.errors import SourceError

Format = Literal["N-Triples", "Turtle", "Wikidata's JSON"]
FORMATS: dict[str, Format] = {
    ".nt": "N-Triples",
    ".ttl": "Turtle",
    ".json": "Wikidata's JSON",
    ".jsonl": "Wikidata's JSON",
    ".ndjson": "Wikidata's JSON",
}
UNPACKERS: dict[str, Callable[[Any], Any]] = {".gz": gzip.open, ".bz2": bz2.open, ".zst": zstd.open}
MAGIC = {b"\x1f\x8b": ".gz", b"BZh": ".bz2", b"\x28\xb5\x2f\xfd": ".zst"}
"""What packed files begin with."""
STDIN = Path("-")
_BUFFER = 1 << 20


@dataclass(frozen=True, slots=True)
class Source:
    """A file, or a pipe ("-" is standard input), whose format is known from its name or else from how it begins."""

    path: Path
    format: Format | None
    size: int | None
    """Bytes as they are on disk, packed or not; None for a pipe."""

    @classmethod
    def of(cls, path: Path) -> Source:
        """What is at a path, or at the other end of it; raises `SourceError`."""
        suffixes = [suffix for suffix in path.suffixes if suffix not in UNPACKERS]
        known = FORMATS.get(suffixes[-1] if suffixes else "")
        if path == STDIN:
            return cls(path, None, None)
        if path.is_fifo() or path.is_char_device():
            return cls(path, known, None)
        if known is None:
            raise SourceError(
                f"{path}: unknown kind of file; SimBa reads .nt and .ttl and Wikidata's .json,"
                " plain or .gz or .bz2 or .zst"
            )
        if not path.is_file():
            raise SourceError(f"{path}: no such file")
        return cls(path, known, path.stat().st_size)

    @property
    def name(self) -> str:
        """Its file name."""
        return "standard input" if self.path == STDIN else self.path.name

    def identity(self) -> list[str | int | None]:
        """What changes with its content, as far as that can be told without reading it."""
        return [str(self.path), self.size, None if self.size is None else self.path.stat().st_mtime_ns]

    @contextmanager
    def open(self) -> Iterator[Opened]:
        """Open it for reading; raises `SourceError`, also for what goes wrong while the block reads."""
        try:
            raw = sys.stdin.buffer if self.path == STDIN else self.path.open("rb")
            with raw:
                counted = _Counted(cast(BinaryIO, raw))
                packed = io.BufferedReader(counted, _BUFFER)
                suffix = self.path.suffix if self.format else _packing(packed)
                unpacked = UNPACKERS[suffix](packed) if suffix in UNPACKERS else packed
                stream = io.BufferedReader(unpacked, _BUFFER)
                yield Opened(stream, self.format or _format(self, stream), counted)
        except (OSError, EOFError, zlib.error, zstd.ZstdError) as error:
            raise SourceError(f"{self.path}: cannot be read: {error}") from None


def in_folders(paths: Sequence[Path]) -> list[Path]:
    """The paths with, instead of a folder, the files in it, by name; raises `SourceError` for one without any."""
    found: list[Path] = []
    for path in paths:
        parts = (
            sorted(part for part in path.iterdir() if part.name[0] not in "._") if path.is_dir() else [path]
        )
        if not parts:
            raise SourceError(f"{path}: an empty folder")
        found += parts
    return found


@dataclass(frozen=True, slots=True)
class Opened:
    """A source that is being read."""

    stream: io.BufferedReader
    format: Format
    _counted: _Counted

    @property
    def bytes_read(self) -> int:
        """Bytes read so far of what is on disk."""
        return self._counted.count


class _Counted(io.RawIOBase):
    def __init__(self, raw: BinaryIO) -> None:
        self._raw = raw
        self.count = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        count: int = self._raw.readinto(buffer)  # type: ignore[attr-defined]
        self.count += count
        return count


def _packing(stream: Any) -> str:
    begin = stream.peek(4)
    return next((suffix for magic, suffix in MAGIC.items() if begin.startswith(magic)), "")


def _format(source: Source, stream: Any) -> Format:
    begin = stream.peek(64).removeprefix(BOM_UTF8).lstrip()
    if begin.startswith((b"[", b"{")):
        return "Wikidata's JSON"
    if begin.startswith((b"@", b"PREFIX", b"prefix", b"#")):
        return "Turtle"
    if begin.startswith((b"<", b"_:")):
        return "N-Triples"
    raise SourceError(
        f"{source.name}: neither N-Triples nor Turtle nor Wikidata's JSON; give a file with such a name"
    )

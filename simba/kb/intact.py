"""Whether the files of a knowledge base are as the builder wrote them, and what is said where they are not.

Opening a folder looks at sizes and at pieces of its files, so that it stays quick. What is read later on is looked at
as it is read: the triple store has checksums of its own, the label index those of `simba.kb.mapped`. Every byte is
compared where that is asked for.
"""

from __future__ import annotations

import hashlib
import os
import stat
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO

import xxhash

from simba.common.place import paths_in
from simba.errors import KnowledgeBaseError

CHECKED = ("classes.npy", "labels/*", "changes/*", "store/CURRENT", "store/MANIFEST-*")
"""What is looked at when a knowledge base's folder is opened."""
WHOLE = 16 << 20
"""Bytes of a file that is looked at as a whole: a few milliseconds. Of a larger one some pieces are."""
PIECE, PIECES = 4096, 256

Fingerprints = Mapping[str, str]
"""The size and the checksum of each file, by its path in the folder."""


def fingerprints(folder: Path, patterns: Iterable[str] = CHECKED) -> dict[str, str]:
    """Those of the files in a folder that have these patterns' names; raises OSError."""
    files = sorted(path for pattern in patterns for path in folder.glob(pattern))
    return {path.relative_to(folder).as_posix(): _fingerprint(path) for path in files}


def check(folder: Path, part: str, written: Fingerprints) -> None:
    """Compare the files of a part ("labels") with what was written; raises OSError or ValueError with a file's name.

    Of a knowledge base that has no fingerprints, nothing is said.
    """
    expected = {name: known for name, known in written.items() if name.split("/")[0] == part}
    found = fingerprints(folder, [pattern for pattern in CHECKED if pattern.split("/")[0] == part])
    for name, known in expected.items():
        if found.get(name) != known:
            raise ValueError(f"{name} is not as it was built" if name in found else f"{name} is missing")


def digests(
    folder: Path, passing: tuple[str, ...] = (), known: Mapping[tuple[int, int], str] | None = None
) -> dict[str, str]:
    """The SHA-256 of each file in a folder, by its path, but for paths that begin so.

    Files that are known by device and inode are not read. Raises OSError.
    """
    found = {}
    for name in sorted(paths_in(folder)):
        if name.endswith("/") or name.startswith(passing):
            continue
        state = (folder / name).stat()
        digest = (known or {}).get((state.st_dev, state.st_ino))
        found[name] = digest or _digest(folder / name)
    return found


def problems(folder: Path, written: Mapping[str, str], besides: Iterable[str] = ()) -> Iterator[str]:
    """A line for each file in a folder that is not as `digests` found it, is missing, or is none of these.

    Nothing is said of the files ``besides``.
    """
    places = {f"{parent}/" for name in written for parent in map(str, Path(name).parents)}
    found = set(paths_in(folder))
    for name, digest in written.items():
        if name not in found:
            yield f"{_shown(name)}: is missing"
            continue
        try:
            if _digest(folder / name) != digest:
                yield f"{_shown(name)}: is not as it was built"
        except OSError as error:
            yield f"{_shown(name)}: cannot be read: {error.strerror}"
    for name in sorted(found - written.keys() - places - set(besides)):
        yield f"{_shown(name)}: SimBa did not write it"


def _shown(name: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def _digest(path: Path) -> str:
    state = hashlib.sha256()
    with open(os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as file:
        while piece := file.read(1 << 20):
            state.update(piece)
    return state.hexdigest()


def damaged(folder: Path, reason: object) -> KnowledgeBaseError:
    """What to tell of a knowledge base with something wrong in it; the reason may be an error and hold anything."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    return KnowledgeBaseError(
        f"{folder}: damaged knowledge base ({_shown(text)[:200]}); rebuild it: simba build SOURCE... --to {folder}"
    )


def _fingerprint(path: Path) -> str:
    if not stat.S_ISREG(path.stat().st_mode):  # opening a pipe would wait for ever
        raise ValueError(f"{path.name} is no file")
    with path.open("rb") as file:
        size = file.seek(0, 2)
        return f"{size}-{_checksum(file, size)}"


def _checksum(file: BinaryIO, size: int) -> str:
    state = xxhash.xxh3_64()
    if size <= WHOLE:
        file.seek(0)
        state.update(file.read())
    else:
        for number in range(PIECES):
            file.seek(number * (size - PIECE) // (PIECES - 1))
            state.update(file.read(PIECE))
    return state.hexdigest()

"""Whether the files of a knowledge base are as the builder wrote them, and what is said where they are not.

The triple store has checksums of its own but for the file that lists its files; the label index and the classes have
none, and a part of them that was lost would read as "no such name".
"""

from __future__ import annotations

import stat
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

import xxhash

from simba.errors import KnowledgeBaseError

CHECKED = ("classes.npy", "labels/*", "store/CURRENT", "store/MANIFEST-*")
"""What is looked at in a knowledge base's folder."""
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


def damaged(folder: Path, reason: object) -> KnowledgeBaseError:
    """What to tell of a knowledge base with something wrong in it; the reason may be an error and hold anything."""
    text = " ".join(str(reason).split()) or type(reason).__name__
    shown = "".join(letter if letter.isprintable() else "?" for letter in text)[:200]
    return KnowledgeBaseError(
        f"{folder}: damaged knowledge base ({shown}); rebuild it: simba build SOURCE... --to {folder}"
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
